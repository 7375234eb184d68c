import type { Random } from './random.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * The text with one random mistake in a word of at least four letters: a letter too many, one too few, a wrong one, or two
 * swapped. The text itself where it has no such word.
 */
export function mistype(text: string, random: Random): string {
  const spots = [...text.matchAll(/\p{L}{4,}/gu)].flatMap((word) =>
    Array.from(word[0], (_, i) => ({ at: word.index + i, isLast: i === word[0].length - 1 })),
  );
  if (spots.length === 0) return text;
  for (;;) {
    const { at, isLast } = random.pick(spots);
    const before = text.slice(0, at);
    const letter = random.pick(LETTERS);
    const mistyped = random.pick([
      before + letter + text.slice(at),
      before + text.slice(at + 1),
      before + letter + text.slice(at + 1),
      isLast ? text : before + text[at + 1]! + text[at]! + text.slice(at + 2),
    ]);
    if (mistyped.toLowerCase() !== text.toLowerCase()) return mistyped;
  }
}
