import { LOOK_ALIKE } from '../model/house-number.ts';

/**
 * Text that a program has changed on its way to us, and that says beyond doubt what it was: UTF-8 read as Windows-1252
 * (`SÃºdwest-FryslÃ¢n`), HTML (`Rue de l&#39;&Eacute;glise`), percent-encoding (`Dam%201`), quoted-printable (`Ch=C3=AAne`), escapes of JSON (`Ch\u00eane`), forms in URLs (`Dam+1,+Delft`), links of maps, the marks of spreadsheets (`="12"`). Of misread
 * letters only those that names of the three countries have are put back: `É` before a no-break space is not one of them. What is lost altogether,
 * `Ath?née`, is read as the letter that it most often was. What a scanner may have misread is read so only where the house is there (attempts.ts).
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
  const joined = LETTERS_APART.test(text) ? text.trim().replace(/(?<=\S) (?=\S)/g, '') : text;
  const changed = SIGNS_OF_CHANGE.test(joined) ? withoutChange(joined.replace(INVISIBLE, '')) : joined;
  // Rather a one that was misread than a sign between two parts: as doubtful as `l4`, never simply 4.
  const read = BAR_AT_NUMBER.test(changed) ? changed.replace(BAR_AT_NUMBER, 'l') : changed;
  return OTHER_DIGITS.test(read) ? withPlainDigits(read) : read;
}

function withoutChange(whole: string): string {
  const text = whole.replace(MAP_LINK, (_, address: string) => address.replaceAll('+', ' '));
  const spaced = FORM_ENCODED.test(text) ? text.replaceAll('+', ' ') : text;
  const read = spaced
    .replace(PERCENT_ENCODED, decoded)
    .replace(QUOTED_PRINTABLE, (bytes) => decoded(bytes.replaceAll('=', '%')))
    .replace(ESCAPED_BREAK, '\n')
    .replace(ESCAPED, escapedLetter)
    .replace(KEY, '\n')
    .replace(MISREAD, letterOf)
    .replace(LOST, (_, elided: string | undefined) => (elided === undefined ? 'e' : `${elided}'`));
  return HTML.test(read)
    ? read.replace(ELEMENT, '\n').replace(ESCAPED_TWICE, '&').replace(REFERENCE, characterOf)
    : read;
}

/** With letters for the digits, and the bar, in words that a scanner reads in their place: `Miche1`, `Bou|evard`. */
export function withLettersRead(text: string): string {
  return text.replace(IN_WORD, (sign) => LETTER_LIKE[sign]!);
}

/** With digits for the letters that it reads in place of those that a number behind a name begins with: `Lechat S9`. */
export function withDigitsRead(text: string): string {
  return text.replace(BEFORE_DIGITS, (letter) => LOOK_ALIKE[letter]!);
}

const LETTER_LIKE: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 5: 's', '|': 'l' };
const IN_WORD = /(?<=\p{L}{2})[015](?![0-9])|(?<=\p{L})\|(?=\p{L})/gu;
const BEFORE_DIGITS = /(?<=\p{L}[\s,]{1,2})[lIS](?=[0-9]{1,3}(?![\p{L}\p{N}]))/u;

/** Eight letters or more, all of them apart: `D a m   1 ,   D e l f t`. */
const LETTERS_APART = /^\s*\S(?: {1,4}\S){7,}\s*$/;
const BAR_AT_NUMBER = /(?<=^|\p{L} )[|!](?=[0-9]{1,3}(?![0-9]))/u;

/** Any that Unicode has but 0 to 9, raised, full-width and mathematical letters, and the signs that make a key of a digit. */
const OTHER_DIGITS =
  /[\u00b2\u00b3\u00b9\u00bc-\u00be\u02b0-\u02b8\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u1d2c-\u1d6a\u2070-\u2089\u2150-\u215f\u2460-\u2473\uff01-\uff5e\ud835]|\u20e3/;

/**
 * The text with its digits as 0 to 9, and its letters as plain ones. What is raised, lowered or a fraction behind a digit is no digit of the same number.
 *
 * @example withPlainDigits('1️⃣2️⃣'), withPlainDigits('١٢'), withPlainDigits('12²')    // '12', '12', '12-2'
 */
function withPlainDigits(text: string): string {
  return text
    .replace(/\ufe0e|\ufe0f|\u20e3/g, '')
    .replace(/(?<=[0-9])(?=[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2089\u2150-\u215f])/g, '-')
    .replace(/[\p{N}\u02b0-\u02b8\u1d2c-\u1d6a\uff01-\uff5e\u{1d400}-\u{1d7ff}]/gu, (sign) => {
      const code = sign.codePointAt(0)!;
      const zero = ZEROS.find((each) => code >= each && code <= each + 9);
      return zero === undefined ? sign.normalize('NFKC') : String(code - zero);
    });
}

/** The zeros of Arabic, Persian and Devanagari digits; NFKC knows the others. */
const ZEROS: readonly number[] = [0x660, 0x6f0, 0x966];

/** The link of a map, with the address that it shows: `https://maps.example/place/Damrak+1,+Amsterdam/@52.37,4.89`. */
const MAP_LINK =
  /^\s*https?:\/\/[^\s?#]{1,100}?(?:\/(?:place|search)\/|\/?\?(?:[^\s#]{1,50}&)?(?:q|query|destination|daddr)=)([^/&@?\s]+)\S*\s*$/i;

/** Words of a form in a URL, without any blank: `Damrak+1,+Amsterdam` (application/x-www-form-urlencoded). */
const FORM_ENCODED = /^[^\s+]*\p{L}\+[^\s+]+\+[^\s]*$/u;

/** Bytes as URLs have them (RFC 3986, section 2.1). */
const PERCENT_ENCODED = /(?:%[0-9a-f]{2})+/gi;

/** Letters of UTF-8 as mails have them (RFC 2045, section 6.7): `Ch=C3=AAne`. */
const QUOTED_PRINTABLE = /=(?:C[2-9]|E2)(?:=[89AB][0-9A-F]){1,2}/g;

function decoded(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes;
  }
}

/** Line ends and tabs as JSON and programs write them. */
const ESCAPED_BREAK = /(?:\\r)?\\n|\\[rt]/g;

/** The keys before the parts of an address, of OpenStreetMap, `addr:street=Damrak addr:housenumber=1`, and of JSON, `{"street": "Damrak", "houseNumber": 1}`. */
const KEY = /"?(?<!\p{L})addr:[a-z]+"?\s*[=:]\s*|(?<=[{,]\s*)"[a-z_]{2,20}"\s*:\s*/giu;

/** Letters as JSON and programs write them (RFC 8259, section 7): `Ch\u00eane`. */
const ESCAPED = /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/gi;

function escapedLetter(_: string, code: string | undefined, short: string | undefined): string {
  return String.fromCharCode(Number.parseInt(code ?? short!, 16));
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

/** What programs put between letters that nobody sees: soft hyphens, marks of no width, of direction and of byte order. */
const INVISIBLE = /\p{Cf}/gu;
const SIGNS_OF_CHANGE = /[?\ufffd\p{Cf}\u00c2\u00c3\u00c5\u00e2<&%+=:\\]/u;
const HTML = /[<&]/;
const ELEMENT = /<\/?[a-z][a-z0-9]{0,9}(?:\s[^<>]{0,200})?\/?>/gi;
/** The sign of a reference that was written as one itself: `&amp;#39;`. */
const ESCAPED_TWICE = /&(?:amp;)+(?=#?[a-z0-9]{1,8};)/gi;
/** What programs show for a sign that they do not know, between letters: an apostrophe behind the first, else nearly always an e with its accent. */
const LOST = /(?:(?<!\p{L})([ldst])|(?<=\p{L}))[?\ufffd](?=\p{L})/giu;
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
 * A cell without the marks by which spreadsheets keep a number a text, and what nobody sees.
 *
 * @example withoutCellMarks('="12"'), withoutCellMarks("'12"), withoutCellMarks('"12"')    // '12', '12', '12'
 */
export function withoutCellMarks(cell: string): string {
  return PLAIN.test(cell) ? cell : cell.replace(INVISIBLE, '').replace(MARKED, '$1$2');
}

/**
 * A house number or a postcode as it was before a column with gaps became decimal, 12 for `12.0`, or a line was cut beside a comma, `,12`; a box
 * may be called 1.0.
 */
export function asWholeNumber(cell: string): string {
  return PLAIN.test(cell) ? cell : cell.replace(WHOLE_NUMBER, '$1');
}

/** Nearly every cell has nothing to mend, as one look says: with the two below instead, a directmatch takes a fifth longer. */
const PLAIN = /^[\p{L}\p{N}]*$/u;
/** How spreadsheets mark a text, `="12"`, `'12`, and what is left of a cell that was quoted twice, `"12"`. */
const MARKED = /^\s*(?:=?"(.*)"|'(?=[0-9])(.*))\s*$/s;
const WHOLE_NUMBER = /^[\s.,;:]*([0-9]{1,6})(?:[.,]0{1,2})?[\s.,;:]*$/;
