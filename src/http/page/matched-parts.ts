/** A piece of a label. */
export interface Part {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * The label in pieces, those marked that match what was typed: all of it at the beginning of a word, or else each typed word
 * at the beginning of one. Case and diacritics do not count.
 *
 * @example matchedParts('Rue de la Loi', 'lo')    // 'Rue de la ', 'Lo' marked, 'i'
 */
export function matchedParts(label: string, typed: string): Part[] {
  const characters = [...label];
  const folded = characters.map(foldCharacter);
  const marked = characters.map(() => false);
  const whole = foldText(typed);
  if (whole !== '' && !markFirst(folded, marked, whole)) {
    for (const word of whole.split(/[^\p{L}\p{N}]+/u)) if (word !== '') markFirst(folded, marked, word);
  }
  const parts: { text: string; isMatch: boolean }[] = [];
  characters.forEach((character, i) => {
    const isMatch = marked[i]!;
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += character;
    else parts.push({ text: character, isMatch });
  });
  return parts;
}

/** Marks the first place, at the beginning of a word and not marked yet, where the sought text stands. */
function markFirst(folded: readonly string[], marked: boolean[], sought: string): boolean {
  for (let start = 0; start < folded.length; start++) {
    const isWordStart = start === 0 || !isWordCharacter(folded[start - 1]!);
    if (!isWordStart || marked[start]) continue;
    const end = endOfMatch(folded, start, sought);
    if (end === -1) continue;
    marked.fill(true, start, end);
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

function foldText(text: string): string {
  return [...text.trim()].map(foldCharacter).join('');
}

function foldCharacter(character: string): string {
  return character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
