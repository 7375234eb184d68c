import { countBits } from '../model/bits.ts';

/**
 * The number of letters to insert, delete, replace or swap with their neighbour to turn `a` into `b`, or `limit + 1` as soon as
 * it exceeds `limit`. (Optimal string alignment, three rows; O(length · limit).)
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const width = b.length + 1;
  if (width > MAX_COLUMNS) return limit + 1;
  let above2 = ROWS[0]!;
  let above = ROWS[1]!;
  let row = ROWS[2]!;
  for (let j = 0; j < width; j++) above[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - limit);
    const to = Math.min(b.length, i + limit);
    row[0] = i;
    if (from > 1) row[from - 1] = limit + 1;
    let least = from > 1 ? limit + 1 : i;
    const letter = a.charCodeAt(i - 1);
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1);
      // Cells outside the band exceed the limit.
      const up = j <= i - 1 + limit ? above[j]! + 1 : limit + 1;
      let cell = Math.min(up, row[j - 1]! + 1, above[j - 1]! + (letter === other ? 0 : 1));
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
        cell = Math.min(cell, above2[j - 2]! + 1);
      }
      row[j] = cell;
      if (cell < least) least = cell;
    }
    if (least > limit) return limit + 1;
    [above2, above, row] = [above, row, above2];
  }
  return Math.min(above[b.length]!, limit + 1);
}

const MAX_COLUMNS = 256;
const ROWS: readonly Uint16Array[] = [0, 1, 2].map(() => new Uint16Array(MAX_COLUMNS + 1));

/** The shortest word in which a letter may be wrong: shorter ones too easily become another word. */
export const MIN_LETTERS = 4;

/** The shortest word in which two letters may be wrong, if no name has it. */
const MIN_LETTERS_FOR_TWO = 5;

/**
 * Maximum edits for a word or name of this length: one rule for search and batches.
 *
 * @param isUnknown whether no name has it, so that it is misspelt in any case
 */
export function editLimit(length: number, isUnknown: boolean = false): number {
  const limit = length < MIN_LETTERS ? 0 : length < 8 ? 1 : length < 15 ? 2 : 3;
  return isUnknown && length >= MIN_LETTERS_FOR_TWO ? Math.max(2, limit) : limit;
}

/** The letters of a folded text, as bits 1 to 26, and in the upper four whether it has the commonest ones twice; for `mayBeWithin`. */
export function letterMask(text: string): number {
  let mask = 0;
  let again = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = 1 << (text.charCodeAt(i) & 31);
    again |= mask & letter;
    mask |= letter;
  }
  return mask | twice(again);
}

/** The `letterMask` of two texts as one, from theirs. */
export function joinedMask(a: number, b: number): number {
  return a | b | twice(a & b);
}

/** Of letters that a text has more than once, the bits that say so: of e, a, r and n, in which names differ most. */
function twice(letters: number): number {
  return ((letters & E) << 23) | ((letters & A) << 28) | ((letters & R) << 12) | ((letters & N) << 17);
}

const [E, A, R, N] = [1 << 5, 1 << 1, 1 << 18, 1 << 14];

/**
 * Whether two texts of these letters may be so few edits apart: an edit takes away at most one letter, or the second of its kind, that the other
 * lacks, and adds at most one. A few nanoseconds; of a hundred names one or two pass.
 */
export function mayBeWithin(edits: number, a: number, b: number): boolean {
  return countBits(a & ~b) <= edits && countBits(b & ~a) <= edits;
}

/** Whether a word has some letters of another in their order, the first among them, and no other: `krt` or korte, `prs` of prins. */
export function isShortFor(word: string, whole: string): boolean {
  if (word === '' || word[0] !== whole[0]) return false;
  let at = 0;
  for (const letter of whole) if (letter === word[at]) at++;
  return at === word.length;
}
