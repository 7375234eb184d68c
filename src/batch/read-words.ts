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
  const found: ReadWords[] = [];
  let from = 0;
  for (const each of read) {
    const at = endOfWords(text, each.text, from);
    // A text that was mended before it was read, whose words are others now.
    if (at === undefined) return read;
    addAside(found, text.slice(from, at.from));
    found.push(each);
    from = at.to;
  }
  addAside(found, text.slice(from));
  return found;
}

function addAside(found: ReadWords[], between: string): void {
  const words = [...between.matchAll(WORD)];
  const [first] = words;
  const last = words.at(-1);
  if (first !== undefined && last !== undefined)
    found.push({ part: 'other', text: between.slice(first.index, last.index + last[0].length) });
}

/** Where words stand in a text from a position on: one after the other, whatever signs are between them. */
function endOfWords(
  text: string,
  wanted: string,
  start: number,
): { readonly from: number; readonly to: number } | undefined {
  const words = [...wanted.matchAll(WORD)].map(([word]) => fold(word));
  const all = [...text.slice(start).matchAll(WORD)];
  for (let i = 0; i + words.length <= all.length; i++) {
    if (!words.every((word, at) => fold(all[i + at]![0]) === word)) continue;
    const last = all[i + words.length - 1] ?? all[i]!;
    return { from: start + all[i]!.index, to: start + last.index + last[0].length };
  }
  return undefined;
}
