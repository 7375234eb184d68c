import type { Language } from '../model/country.ts';
import { WrittenStreetName } from '../search/streets.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { countBits, editLimit } from '../text/edit-distance.ts';
import { nameKey } from '../text/fold.ts';
import { compareNames, makeNameKey, type NameKey, type TypedStreet } from './name-comparison.ts';

/** How a street's name answers to the one that was written. */
export interface StreetComparison {
  /** Letters that differ (name-comparison.ts); `Infinity` for another name altogether. */
  readonly edits: number;
  readonly language: Language | undefined;
}

type StreetKey = NameKey & { readonly language: Language | undefined };

const OTHER_NAME: StreetComparison = { edits: Number.POSITIVE_INFINITY, language: undefined };

/** Streets whose folded names are kept; this bounds the memory. */
const MAX_KEPT_STREETS = 400_000;
/** Names of a street whose letters are kept apart; of streets with more, all names are compared. */
const MAX_SKETCHES = 3;
/** Streets that are like a written name and are judged. */
const MAX_SIMILAR = 20;

/** Compares the names of streets with written ones, and finds streets by them. */
export class StreetNames {
  readonly #index: CountryIndex;
  /** Three for each street: the letters of a name and `KNOWN`, 0 for none; `TOO_MANY` where there are more names. */
  readonly #letters: Int32Array;
  readonly #lengths: Uint8Array;
  /** What the tries say of the names of the row that is being answered. */
  readonly #written: WeakMap<TypedStreet, WrittenStreetName> = new WeakMap();
  readonly #keys: Map<number, readonly StreetKey[]> = new Map();

  constructor(index: CountryIndex) {
    this.#index = index;
    this.#letters = new Int32Array(index.streets.length * MAX_SKETCHES);
    this.#lengths = new Uint8Array(index.streets.length * MAX_SKETCHES);
  }

  /** The streets of [from, to) with exactly this name, in any usual form of it and in any language. */
  named(typed: TypedStreet, from?: number, to?: number): Map<number, StreetComparison> {
    const found = new Map<number, StreetComparison>();
    let name = this.#written.get(typed);
    if (name === undefined) {
      name = new WrittenStreetName(this.#index, typed.written);
      this.#written.set(typed, name);
    }
    for (const [street, language] of name.streetsIn(from, to)) {
      found.set(street, { edits: 0, language });
    }
    return found;
  }

  /** How the name of one street answers to a written one. Some microseconds where letters must be compared. */
  compare(street: number, typed: TypedStreet): StreetComparison {
    let best = OTHER_NAME;
    for (const key of this.#keysOf(street)) {
      const edits = compareNames(this.#index.country, typed, key);
      if (edits < best.edits) best = { edits, language: key.language };
      if (edits === 0) break;
    }
    return best;
  }

  /** The streets of [from, to) with a name that is like the written one: at most 20, the likest first. O(to - from). */
  similar(typed: TypedStreet, from: number, to: number): Map<number, StreetComparison> {
    const found: [number, StreetComparison][] = [];
    for (let street = from; street < to; street++) {
      if (!this.#mayBeLike(street, typed.key)) continue;
      const comparison = this.compare(street, typed);
      if (comparison.edits !== Number.POSITIVE_INFINITY) found.push([street, comparison]);
    }
    found.sort((a, b) => a[1].edits - b[1].edits || a[0] - b[0]);
    return new Map(found.slice(0, MAX_SIMILAR));
  }

  /** Whether the letters and lengths of a street's names leave it possible: enough to leave out nearly all streets. */
  #mayBeLike(street: number, { compact, mask }: NameKey): boolean {
    const first = street * MAX_SKETCHES;
    if (this.#letters[first] === 0) this.#noteLetters(street);
    if (this.#letters[first] === TOO_MANY) return true;
    const limit = editLimit(compact.length);
    const typed = mask & LETTERS;
    for (let i = first; i < first + MAX_SKETCHES; i++) {
      if (this.#letters[i] === 0) return false;
      const letters = this.#letters[i]! & LETTERS;
      // Words left out, or initials for them: the letters of the one are among those of the other.
      if (countBits(typed & ~letters) <= 1 || countBits(letters & ~typed) <= 1) return true;
      const isLong = Math.abs(this.#lengths[i]! - compact.length) > limit + MAX_ENDING;
      if (!isLong && countBits(letters ^ typed) <= 2 * limit + 2) return true;
    }
    return false;
  }

  #noteLetters(street: number): void {
    const keys = this.#keysOf(street);
    const first = street * MAX_SKETCHES;
    if (keys.length === 0 || keys.length > MAX_SKETCHES) {
      this.#letters[first] = TOO_MANY;
      return;
    }
    keys.forEach(({ mask, compact }, i) => {
      this.#letters[first + i] = (mask & LETTERS) | KNOWN;
      this.#lengths[first + i] = Math.min(255, compact.length);
    });
  }

  #keysOf(street: number): readonly StreetKey[] {
    let keys = this.#keys.get(street);
    if (keys !== undefined) return keys;
    if (this.#keys.size >= MAX_KEPT_STREETS) this.#keys.clear();
    const made: StreetKey[] = [];
    const add = (name: string, language: Language | undefined): void => {
      for (const written of [name, name.replace(/\s*\([^()]*\)\s*/g, ' ')]) {
        const text = nameKey(written);
        if (text !== '' && !made.some((known) => known.text === text)) made.push({ ...makeNameKey(text), language });
      }
    };
    for (const [language, name] of Object.entries(this.#index.streets.namesOf(street))) add(name, language as Language);
    for (const alias of this.#index.streets.aliasesOf(street)) add(alias, undefined);
    keys = made;
    this.#keys.set(street, keys);
    return keys;
  }
}

/** Bits 1 to 26 of `letterMask`; digits and signs share the others. */
const LETTERS = 0x07fffffe;
const KNOWN = 1;
const TOO_MANY = -1;

/** `straat` for `str`: how much longer a written-out name may be. */
const MAX_ENDING = 4;
