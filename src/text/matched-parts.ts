import { editDistance } from './edit-distance.ts';

/** A piece of a text. */
export interface Part {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Splits texts into pieces and marks those that match what was typed: the whole term at the beginning of a word, or else each typed word at the
 * beginning of a word, a mistyped one at a word that begins almost the same. What matches in an earlier text is not looked for in later ones.
 * Case and diacritics do not count.
 *
 * @example matchedParts(['Rue de la Loi', '1000 Bruxelles'], 'lo 10')
 * // [['Rue de la ', 'Lo' marked, 'i'], ['10' marked, '00 Bruxelles']]
 */
export function matchedParts(texts: readonly string[], typed: string): Part[][] {
  const marked = texts.map(markable);
  const whole = [...typed.trim()].map(foldCharacter).join('');
  const markFirstIn = (sought: string): boolean => marked.some((text) => markFirst(text, sought));
  if (whole !== '' && !markFirstIn(whole)) {
    const words = whole.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
    const corrected = words.filter((word) => !markFirstIn(word) && word.length >= MIN_CORRECTED_LENGTH);
    for (const word of corrected) marked.some((text) => markNearest(text, word));
  }
  return marked.map(partsOf);
}

/** A text by characters. */
interface Markable {
  readonly characters: readonly string[];
  readonly folded: readonly string[];
  readonly isMarked: boolean[];
}

function markable(text: string): Markable {
  const characters = [...text];
  return { characters, folded: characters.map(foldCharacter), isMarked: characters.map(() => false) };
}

function partsOf({ characters, isMarked }: Markable): Part[] {
  const parts: { text: string; isMatch: boolean }[] = [];
  characters.forEach((character, i) => {
    const isMatch = isMarked[i]!;
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += character;
    else parts.push({ text: character, isMatch });
  });
  return parts;
}

/** Marks the first occurrence of the sought text at the beginning of a word that is not marked yet. */
function markFirst({ folded, isMarked }: Markable, sought: string): boolean {
  for (let start = 0; start < folded.length; start++) {
    const isWordStart = start === 0 || !isWordCharacter(folded[start - 1]!);
    if (!isWordStart || isMarked[start]) continue;
    const end = endOfMatch(folded, start, sought);
    if (end === -1) continue;
    isMarked.fill(true, start, end);
    return true;
  }
  return false;
}

/** Shorter words resemble too many others; words up to the second length may have one mistake. */
const MIN_CORRECTED_LENGTH = 4;
const MAX_ONE_MISTAKE_LENGTH = 7;

/** Marks the beginning of the first word, not marked yet, that differs least from the sought text, if little enough. */
function markNearest({ folded, isMarked }: Markable, sought: string): boolean {
  const limit = sought.length <= MAX_ONE_MISTAKE_LENGTH ? 1 : 2;
  let [best, from, to] = [limit + 1, 0, 0];
  for (let start = 0; start < folded.length; start++) {
    const isWordStart = start === 0 || !isWordCharacter(folded[start - 1]!);
    if (!isWordStart || isMarked[start] || !isWordCharacter(folded[start]!)) continue;
    let end = start;
    let beginning = '';
    while (end < folded.length && isWordCharacter(folded[end]!) && beginning.length < sought.length + limit) {
      beginning += folded[end++]!;
      const distance = editDistance(sought, beginning, limit);
      if (distance > limit) continue;
      // Among equally near beginnings, prefer the one that ends with the last letter typed: `strat` is `straat`, not `straa`.
      const difference = distance + (beginning.at(-1) === sought.at(-1) ? 0 : 0.5);
      if (difference < best) [best, from, to] = [difference, start, end];
    }
  }
  if (best > limit + 0.5) return false;
  isMarked.fill(true, from, to);
  return true;
}

/** The ranges of one text that match what was typed, given the texts after it: pairs of offsets, end exclusive. */
export function matchedRanges(texts: readonly string[], typed: string): (readonly [from: number, to: number])[] {
  const ranges: (readonly [number, number])[] = [];
  let at = 0;
  for (const { text, isMatch } of matchedParts(texts, typed)[0] ?? []) {
    if (isMatch) ranges.push([at, at + text.length]);
    at += text.length;
  }
  return ranges;
}

function endOfMatch(folded: readonly string[], start: number, sought: string): number {
  let rest = sought;
  for (let i = start; i < folded.length; i++) {
    if (!rest.startsWith(folded[i]!)) return -1;
    rest = rest.slice(folded[i]!.length);
    if (rest === '') return i + 1;
  }
  return -1;
}

function foldCharacter(character: string): string {
  return character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
