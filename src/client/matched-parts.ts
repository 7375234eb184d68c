/** A piece of a text. */
export interface Part {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Texts in pieces, those marked that match what was typed: all of it at the beginning of a word, or else each typed word at the
 * beginning of one. What is found in an earlier text is not sought in a later one. Case and diacritics do not count.
 *
 * @example matchedParts(['Rue de la Loi', '1000 Bruxelles'], 'lo 10')
 * // [['Rue de la ', 'Lo' marked, 'i'], ['10' marked, '00 Bruxelles']]
 */
export function matchedParts(texts: readonly string[], typed: string): Part[][] {
  const marked = texts.map(markable);
  const whole = [...typed.trim()].map(foldCharacter).join('');
  const markFirstIn = (sought: string): boolean => marked.some((text) => markFirst(text, sought));
  if (whole !== '' && !markFirstIn(whole)) {
    for (const word of whole.split(/[^\p{L}\p{N}]+/u)) if (word !== '') markFirstIn(word);
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
