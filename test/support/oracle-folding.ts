import type { HouseNumberSuffix } from '../../src/model/house-number.ts';

/**
 * Folding and order written a second time, plainly and without a look at the library's: letter by letter. A mistake in the
 * library's own is not in these.
 */

/** What Unicode does not take apart. */
const SPECIAL = new Map(Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' }));

const folded = new Map<string, string>();

/** Lower case, without marks; whatever is no letter and no digit is one blank between words. Names are folded again and again to be sorted. */
export function fold(text: string): string {
  const known = folded.get(text) ?? foldAnew(text);
  if (text.length < 100) folded.set(text, known);
  return known;
}

function foldAnew(text: string): string {
  const words: string[] = [''];
  for (const character of text.normalize('NFKD').toLowerCase()) {
    if (/\p{M}/u.test(character)) continue;
    if (/\p{L}|\p{N}/u.test(character)) words[words.length - 1] += SPECIAL.get(character) ?? character;
    else if (words.at(-1) !== '') words.push('');
  }
  return words.filter((word) => word !== '').join(' ');
}

/** The key of a name; a name that folds to nothing keeps its signs. */
export function nameKey(name: string): string {
  return fold(name) || name.toLowerCase();
}

/** Letters and digits of a letter and an addition, lower case and without marks. */
export function suffixKey(text: string): string {
  return [...text.normalize('NFD').toLowerCase()].filter((character) => /\p{L}|\p{N}/u.test(character)).join('');
}

/** The same with every digit run as a number. */
export function zerolessKey(text: string): string {
  const runs = text.match(/[0-9]+|[^0-9]+/g) ?? [];
  return suffixKey(runs.map((run) => (/^[0-9]/.test(run) ? String(BigInt(run)) : run)).join(''));
}

/** The same of a box, without what announces one. */
export function boxKey(text: string): string {
  const [, , rest = text] =
    /^\s*(bus|bte|bt|bo[iî]te|box|bfk|bk|appt?|apt|b)[\s.:]*(?:n[°or]?\.?)?\s*(?=\d)(.*)$/iu.exec(text) ?? [];
  return zerolessKey(rest);
}

/** The last number of a range, from what follows its first one: 115 of `-115`, 0 of anything else. */
export function lastOfRange(letter: string): number {
  const [dash, ...rest] = letter.trim();
  const digits = rest
    .join('')
    .trim()
    .replace(/[A-Za-z]$/, '');
  return (dash === '-' || dash === '–') && /^[1-9]\d{0,5}$/.test(digits) ? Number(digits) : 0;
}

/** Digit runs by value, letters without case first, and the texts themselves last. */
export function compareNaturally(a: string, b: string): number {
  const runs = (text: string): readonly string[] => text.toLowerCase().match(/\d+|\D+/g) ?? [];
  const [left, right] = [runs(a), runs(b)];
  for (const [i, x] of left.entries()) {
    const y = right[i];
    if (y === undefined) return 1;
    const byValue = /^\d/.test(x) && /^\d/.test(y) ? Math.sign(Number(x) - Number(y)) : 0;
    if (byValue !== 0) return byValue;
    if (x !== y) return x < y ? -1 : 1;
  }
  if (left.length < right.length) return -1;
  return a === b ? 0 : a < b ? -1 : 1;
}

export function compareSuffixes(a: HouseNumberSuffix, b: HouseNumberSuffix): number {
  return compareNaturally(a.letter, b.letter) || compareNaturally(a.addition, b.addition);
}
