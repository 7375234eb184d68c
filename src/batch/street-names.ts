import type { Language } from '../model/country.ts';
import { streetsNamed } from '../search/streets.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { countBits, editDistance, editLimit, letterMask } from '../text/edit-distance.ts';
import { nameKey } from '../text/fold.ts';
import { digitsOf, type TypedStreet } from './street-forms.ts';

/** How a street's name answers to the one that was written. */
export interface StreetComparison {
  /** Letters that differ; `Infinity` for another name altogether. */
  readonly edits: number;
  readonly language: Language | undefined;
}

interface NameKey {
  readonly key: string;
  readonly compact: string;
  readonly mask: number;
  readonly digits: string;
  readonly language: Language | undefined;
}

const OTHER_NAME: StreetComparison = { edits: Number.POSITIVE_INFINITY, language: undefined };

/** Words that are written apart, or left out, count as so many letters. */
export const REJOINED = 0.5;
const PARTIAL = 2;

/** Streets whose folded names are kept; what bounds the memory. */
const LARGEST_MEMORY = 400_000;

/** Compares the names of streets with written ones, and finds streets by them. */
export class StreetNames {
  readonly #index: CountryIndex;
  /** By street: the letters of its only name and `KNOWN`, or `SEVERAL_NAMES`; 0 until it is first asked for. */
  readonly #letters: Int32Array;
  readonly #lengths: Uint8Array;
  readonly #keys: Map<number, readonly NameKey[]> = new Map();

  constructor(index: CountryIndex) {
    this.#index = index;
    this.#letters = new Int32Array(index.streets.length);
    this.#lengths = new Uint8Array(index.streets.length);
  }

  /** The streets of [from, to) with exactly this name, in any usual form of it and in any language. */
  named(typed: TypedStreet, from?: number, to?: number): Map<number, StreetComparison> {
    const found = new Map<number, StreetComparison>();
    for (const [street, language] of streetsNamed(this.#index, typed.written, from, to)) {
      found.set(street, { edits: 0, language });
    }
    return found;
  }

  /** How the name of one street answers to a written one. Some microseconds where letters must be compared. */
  compare(street: number, typed: TypedStreet): StreetComparison {
    const keys = this.#keysOf(street);
    for (const { key, language } of keys) if (key === typed.key) return { edits: 0, language };
    let best = OTHER_NAME;
    const mask = letterMask(typed.compact);
    let limit = editLimit(typed.compact.length);
    for (const { key, compact, mask: other, digits, language } of keys) {
      if (compact === typed.compact) best = better(best, { edits: REJOINED, language });
      else if (digits === typed.digits && limit > 0 && countBits(mask ^ other) <= 2 * limit) {
        const edits = editDistance(typed.compact, compact, limit);
        if (edits <= limit) best = better(best, { edits, language });
      }
      if (best.edits <= 1 && key !== typed.key) limit = 1;
    }
    if (best.edits <= REJOINED) return best;
    for (const { key, language } of keys) if (typed.forms.has(key)) return { edits: 0, language };
    if (best.edits !== Number.POSITIVE_INFINITY) return best;
    for (const { key, compact, language, digits } of keys) {
      for (const form of typed.forms) {
        const other = form.replaceAll(' ', '');
        if (form === typed.key || digits !== digitsOf(form)) continue;
        const edits = editDistance(other, compact, editLimit(compact.length));
        if (edits <= editLimit(compact.length)) best = better(best, { edits: Math.max(edits, REJOINED), language });
      }
      if (isPartOf(typed.key, key) || isPartOf(key, typed.key)) best = better(best, { edits: PARTIAL, language });
    }
    return best;
  }

  /** The streets of [from, to) with a name that is like the written one: at most 20, the likest first. O(to - from). */
  similar(typed: TypedStreet, from: number, to: number): Map<number, StreetComparison> {
    const limit = editLimit(typed.compact.length);
    const mask = letterMask(typed.compact);
    const found: [number, StreetComparison][] = [];
    for (let street = from; street < to; street++) {
      // Of a street with one name, its letters and length are enough to leave out nearly all.
      let known = this.#letters[street]!;
      if (known === 0) known = this.#noteLetters(street);
      if (known !== SEVERAL_NAMES) {
        const letters = known & LETTERS;
        const difference = letters ^ (mask & LETTERS);
        const isLong = Math.abs(this.#lengths[street]! - typed.compact.length) > limit + LONGEST_ENDING;
        const isPart = (difference & letters) === 0 || (difference & mask & LETTERS) === 0;
        if (!isPart && (isLong || countBits(difference) > 2 * limit + 2)) continue;
      }
      const comparison = this.compare(street, typed);
      if (comparison.edits !== Number.POSITIVE_INFINITY) found.push([street, comparison]);
    }
    found.sort((a, b) => a[1].edits - b[1].edits || a[0] - b[0]);
    return new Map(found.slice(0, 20));
  }

  #noteLetters(street: number): number {
    const keys = this.#keysOf(street);
    const [only] = keys;
    this.#lengths[street] = Math.min(255, only?.compact.length ?? 0);
    const letters = keys.length === 1 ? (only!.mask & LETTERS) | KNOWN : SEVERAL_NAMES;
    this.#letters[street] = letters;
    return letters;
  }

  #keysOf(street: number): readonly NameKey[] {
    let keys = this.#keys.get(street);
    if (keys === undefined) {
      if (this.#keys.size >= LARGEST_MEMORY) this.#keys.clear();
      const made: NameKey[] = [];
      const add = (name: string, language: Language | undefined): void => {
        for (const written of [name, name.replace(/\s*\([^()]*\)\s*/g, ' ')]) {
          const key = nameKey(written);
          if (key === '' || made.some((known) => known.key === key)) continue;
          const compact = key.replaceAll(' ', '');
          made.push({ key, compact, mask: letterMask(compact), digits: digitsOf(key), language });
        }
      };
      for (const [language, name] of Object.entries(this.#index.streets.namesOf(street)))
        add(name, language as Language);
      for (const alias of this.#index.streets.aliasesOf(street)) add(alias, undefined);
      keys = made;
      this.#keys.set(street, keys);
    }
    return keys;
  }
}

/** Bits 1 to 26 of `letterMask`; digits and signs share the others. */
const LETTERS = 0x07fffffe;
const KNOWN = 1;
const SEVERAL_NAMES = -1;

/** `straat` for `str`: how much longer a written-out name may be. */
const LONGEST_ENDING = 4;

function better(a: StreetComparison, b: StreetComparison): StreetComparison {
  return b.edits < a.edits ? b : a;
}

/** Whether the words of a name, among them a long one, all stand next to each other in a longer name. */
function isPartOf(part: string, whole: string): boolean {
  if (part.length < 6 || part.length >= whole.length || part.length * 2 < whole.length) return false;
  const at = whole.indexOf(part);
  if (at === -1) return false;
  return (at === 0 || whole[at - 1] === ' ') && (at + part.length === whole.length || whole[at + part.length] === ' ');
}
