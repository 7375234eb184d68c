import type { Country } from '../model/country.ts';
import { doorNumber } from '../model/postal-lines.ts';
import type { ReadWords } from '../search/reading.ts';
import { fold } from '../text/fold.ts';
import type { AddressParts } from './address-parts.ts';

/** Words of a text that stand together, the part of the address they are read as, and what the register has for it. */
export interface UnderstoodWords {
  /** `housenumber` with the letter, addition or box; `other`: remarks, and what no part accounts for. */
  readonly part: ReadWords['part'];
  readonly written: string;
  /** Left out where the register has nothing, or several things, for them. */
  readonly register?: string;
}

/**
 * The words of a text by what they were read as, in their order. What was put aside before it was read, such as remarks and telephone
 * numbers, is `other`.
 *
 * @param read the words of the reading that was judged best; without one, all are `other`
 */
export function understoodWords(
  text: string,
  read: readonly ReadWords[],
  parts: AddressParts,
  country: Country | undefined,
): UnderstoodWords[] {
  const { street, postcode, place, language } = parts;
  const housenumber = country === undefined ? '' : doorNumber({ ...parts, country, language: language || undefined });
  const known: Readonly<Record<ReadWords['part'], string>> = { street, housenumber, postcode, place, other: '' };
  return withPutAside(text, read).map(({ part, text: written }) => {
    const register = known[part];
    return { part, written, ...(register !== '' && { register }) };
  });
}

const WORD = /[\p{L}\p{N}]+/gu;

/** With the words of the text that the reading does not have, each run of them where it stands. */
function withPutAside(text: string, read: readonly ReadWords[]): readonly ReadWords[] {
  const words = [...text.matchAll(WORD)];
  const found: ReadWords[] = [];
  let next = 0;
  const putAsideBefore = (end: number): void => {
    if (next === end) return;
    const last = words[end - 1]!;
    found.push({ part: 'other', text: text.slice(words[next]!.index, last.index + last[0].length) });
  };
  for (const each of read) {
    const wanted = [...each.text.matchAll(WORD)].map(([word]) => fold(word));
    const at = words.findIndex(
      (_, i) => i >= next && wanted.every((word, j) => fold(words[i + j]?.[0] ?? '') === word),
    );
    // A text that was mended before it was read, whose words are others now.
    if (at === -1) return read;
    putAsideBefore(at);
    found.push(each);
    next = at + wanted.length;
  }
  putAsideBefore(words.length);
  return found;
}
