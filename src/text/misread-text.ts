/**
 * Text that a program has changed on its way to us, and that says beyond doubt what it was: UTF-8 read as Windows-1252
 * (`SÃºdwest-FryslÃ¢n`), HTML (`Rue de l&#39;&Eacute;glise`), the marks of spreadsheets (`="12"`). Of misread letters only those that names of the
 * three countries have are put back: `É` before a no-break space is not one of them.
 */

/** What Windows-1252 shows for the bytes 0x80 to 0x9f. Written out, since the decoder of Node.js 20 takes it for Latin-1. */
const SHOWN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** A first byte that leads to these letters, and one that continues it, both as Windows-1252 shows them. */
const MISREAD = new RegExp(
  `[\u00c2\u00c3\u00c5][\u0080-\u00bf${SHOWN}]|\u00e2[\u0080\u20ac][\u0080-\u00bf${SHOWN}]`,
  'g',
);

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const OF_NAMES = /^[\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u2010-\u201f]$/;

/**
 * The text as it was; unchanged if no program has changed it, which nearly always the first look tells. An element of HTML is a line end.
 *
 * @example asBefore('LÃ¼beckstraat 26<br>Z&uuml;rich')    // 'Lübeckstraat 26\nZürich'
 */
export function asBefore(text: string): string {
  if (!SIGNS_OF_CHANGE.test(text)) return text;
  const read = text.replace(MISREAD, letterOf);
  return HTML.test(read) ? read.replace(ELEMENT, '\n').replace(REFERENCE, characterOf) : read;
}

function letterOf(shown: string): string {
  const bytes = Uint8Array.from(shown, (letter) => {
    const at = SHOWN.indexOf(letter);
    return at === -1 ? letter.charCodeAt(0) : 0x80 + at;
  });
  try {
    const letter = UTF_8.decode(bytes);
    return OF_NAMES.test(letter) ? letter : shown;
  } catch {
    return shown;
  }
}

const SIGNS_OF_CHANGE = /[\u00c2\u00c3\u00c5\u00e2<&]/;
const HTML = /[<&]/;
const ELEMENT = /<\/?[a-z][a-z0-9]{0,9}(?:\s[^<>]{0,200})?\/?>/gi;
/** Character references: by code, or a letter and its sign (`&eacute;`), or a name. */
const REFERENCE =
  /&(?:#x([0-9a-f]{1,5})|#([0-9]{1,6})|([a-z])(acute|grave|circ|uml|cedil|tilde|ring|slash)|(amp|quot|apos|nbsp|lsquo|rsquo|ndash|mdash|szlig|aelig|oelig));/gi;
/** The combining marks of Unicode. */
const MARKS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  cedil: '\u0327',
  tilde: '\u0303',
  ring: '\u030a',
  slash: '',
};
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lsquo: '‘',
  rsquo: '’',
  ndash: '–',
  mdash: '—',
  szlig: 'ß',
  aelig: 'æ',
  oelig: 'œ',
};

function characterOf(
  written: string,
  hexadecimal: string | undefined,
  decimal: string | undefined,
  letter: string | undefined,
  mark: string | undefined,
  name: string | undefined,
): string {
  if (letter !== undefined) return (letter + MARKS[mark!.toLowerCase()]!).normalize('NFC');
  if (name !== undefined) return CHARACTERS[name.toLowerCase()]!;
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return code >= 0x20 && code <= 0xffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCharCode(code) : written;
}

/**
 * A cell without the marks by which spreadsheets keep a number a text.
 *
 * @example withoutCellMarks('="12"'), withoutCellMarks("'12")    // '12', '12'
 */
export function withoutCellMarks(cell: string): string {
  return PLAIN.test(cell) ? cell : cell.replace(MARKED, '$1$2');
}

/** A house number or a postcode as it was before a column with gaps became decimal: 12 for `12.0`; a box may be called 1.0. */
export function withoutDecimals(cell: string): string {
  return PLAIN.test(cell) ? cell : cell.replace(WHOLE_NUMBER, '$1');
}

const PLAIN = /^[\p{L}\p{N}]*$/u;
/** How spreadsheets mark a text: `="12"`, `'12`. */
const MARKED = /^\s*(?:="(.*)"|'(?=[0-9])(.*))\s*$/s;
const WHOLE_NUMBER = /^\s*([0-9]{1,6})[.,]0{1,2}\s*$/;
