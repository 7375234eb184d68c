import type { Language } from '../model/country.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { nameKey } from '../text/fold.ts';
import { NameMatcher, ordinalsIn } from './name-matcher.ts';
import { buildTokenGraph } from './token-graph.ts';

/**
 * A written street name, and the streets that have it: in any of their languages, ignoring case and diacritics, with the
 * usual abbreviations equal to the full words (ruling 8). The tries are searched once, however many ranges are looked at.
 */
export class WrittenStreetName {
  readonly #index: CountryIndex;
  readonly #key: string;
  readonly #leaves: readonly number[];
  #formLeaves: readonly number[] | undefined;

  constructor(index: CountryIndex, name: string) {
    const trie = index.names.streets;
    this.#index = index;
    this.#key = nameKey(name);
    const locus = this.#key === '' ? undefined : trie.locate(this.#key);
    this.#leaves = locus === undefined ? [] : trie.exactLeaves(locus);
  }

  /**
   * The streets of [from, to) with this name, each with the language that it is written in, `undefined` for an alias. If streets are named
   * exactly as written, only these; abbreviations are tried only otherwise. A few microseconds.
   */
  streetsIn(from: number = 0, to: number = this.#index.streets.length): Map<number, Language | undefined> {
    const found = streetsOfLeaves(this.#index, this.#leaves, from, to);
    if (found.size > 0 || this.#key === '') return found;
    this.#formLeaves ??= this.#findForms();
    return streetsOfLeaves(this.#index, this.#formLeaves, from, to);
  }

  /** Whether a street anywhere is called so, in any usual form. */
  get isCalled(): boolean {
    const trie = this.#index.names.streets;
    this.#formLeaves ??= this.#findForms();
    return [...this.#leaves, ...this.#formLeaves].some((leaf) => trie.isWhole(leaf));
  }

  #findForms(): number[] {
    const trie = this.#index.names.streets;
    const words = this.#key.split(' ', MAX_NAME_WORDS);
    const matcher = new NameMatcher(trie, buildTokenGraph(this.#index.country, words));
    return matcher.match(0, words.length).flatMap(({ exact }) => ordinalsIn(exact));
  }
}

const MAX_NAME_WORDS = 12;

/** The streets of [from, to) that leaves of whole names lead to, each with the language of the name, `undefined` for an alias. */
export function streetsOfLeaves(
  { names }: CountryIndex,
  leaves: readonly number[],
  from: number,
  to: number,
): Map<number, Language | undefined> {
  const found = new Map<number, Language | undefined>();
  for (const leaf of leaves) {
    const feature = names.streets.featureAt(leaf);
    if (feature.isInner) continue;
    for (const { street, language } of names.streetsUnder(feature, from, to)) found.set(street, language);
  }
  return found;
}
