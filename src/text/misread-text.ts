/**
 * Text in UTF-8 that a program has read as Windows-1252 and saved so: `SÃºdwest-FryslÃ¢n`. It is in files of every kind, and says beyond
 * doubt what it was. Only letters and signs that names of the three countries have are put back: `É` before a no-break space is not
 * one of them.
 */

/** What Windows-1252 shows for the bytes 0x80 to 0x9f. Written out, since the decoder of Node.js 20 takes it for Latin-1. */
const SHOWN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** A first byte that leads to these letters, and one that continues it, both as Windows-1252 shows them. */
const MISREAD = new RegExp(
  `[\u00c2\u00c3\u00c5][\u0080-\u00bf${SHOWN}]|\u00e2[\u0080\u20ac][\u0080-\u00bf${SHOWN}]`,
  'g',
);
const FIRST_LETTERS = /[\u00c2\u00c3\u00c5\u00e2]/;

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const OF_NAMES = /^[\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u2010-\u201f]$/;

/**
 * The text with such letters put back; unchanged if it has none, which nearly always the first look tells.
 *
 * @example withMisreadLetters('LÃ¼beckstraat 26')    // 'Lübeckstraat 26'
 */
export function withMisreadLetters(text: string): string {
  return FIRST_LETTERS.test(text) ? text.replace(MISREAD, letterOf) : text;
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
