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
  const whole = foldText(typed);
  const markFirstIn = (sought: string): boolean => marked.some((text) => markFirst(text, sought));
  if (whole !== '' && !markFirstIn(whole)) {
    const corrected = wordsOf(whole).filter((word) => !markFirstIn(word) && word.length >= MIN_CORRECTED_LENGTH);
    for (const word of corrected) marked.some((text) => markNearest(text, word));
  }
  return marked.map(partsOf);
}

/**
 * The typed words that stand in none of the texts, neither at the beginning of a word nor, mistyped, almost so; folded.
 *
 * @example wordsWithout(['Rue de la Loi', '1000 Bruxelles'], 'rue loi liège') // ['liege']
 */
export function wordsWithout(texts: readonly string[], typed: string): string[] {
  const marked = texts.map(markable);
  return wordsOf(foldText(typed)).filter(
    (word) =>
      !marked.some((text) => markFirst(text, word)) &&
      (word.length < MIN_CORRECTED_LENGTH || !marked.some((text) => markNearest(text, word))),
  );
}

/** The words of a folded text. */
function wordsOf(folded: string): string[] {
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function foldText(text: string): string {
  return [...text.trim()].map(foldCharacter).join('');
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
function markFirst(text: Markable, sought: string): boolean {
  return markAtWord(text, (start) => endOfNear(text.folded, start, sought, 0, 0));
}

/** Marks from the first beginning of a word, not marked yet, to where it is said to end; -1 for nowhere. */
function markAtWord({ folded, isMarked }: Markable, endFrom: (start: number) => number): boolean {
  return folded.some((_, start) => {
    const isWordStart = start === 0 || !isWordCharacter(folded[start - 1]!);
    const end = isWordStart && !isMarked[start] ? endFrom(start) : -1;
    if (end > start) isMarked.fill(true, start, end);
    return end > start;
  });
}

/** Shorter words resemble too many others; words up to the second length may have one mistake. */
const MIN_CORRECTED_LENGTH = 4;
const MAX_ONE_MISTAKE_LENGTH = 7;

/** Marks the beginning of the first word, not marked yet, that differs least from the sought text, if little enough. */
function markNearest(text: Markable, sought: string): boolean {
  const limits = sought.length <= MAX_ONE_MISTAKE_LENGTH ? [1] : [1, 2];
  return limits.some((mistakes) => markAtWord(text, (start) => endOfNear(text.folded, start, sought, 0, mistakes)));
}

/**
 * Where the sought text from `i` on ends in the letters of a word from `at` on, the longest way, with at most so many letters replaced, missing,
 * added or swapped; -1 if it does not.
 */
function endOfNear(folded: readonly string[], at: number, sought: string, i: number, mistakes: number): number {
  while (i < sought.length && folded[at] === sought[i]) {
    at++;
    i++;
  }
  const left = sought.length - i;
  if (left === 0) return at;
  if (mistakes === 0 || at === folded.length || !isWordCharacter(folded[at]!)) return left <= mistakes ? at : -1;
  const rest = (letters: number, typed: number): number =>
    endOfNear(folded, at + letters, sought, i + typed, mistakes - 1);
  const isSwapped = folded[at] === sought[i + 1] && folded[at + 1] === sought[i];
  return Math.max(rest(1, 1), rest(1, 0), rest(0, 1), isSwapped ? rest(2, 2) : -1);
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

function foldCharacter(character: string): string {
  return character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
