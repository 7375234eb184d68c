import type { CountryIndex } from '../../store/country-index.ts';
import type { Candidate } from './candidate.ts';
import { collectHouses, nearestHouses } from './collect-houses.ts';
import type { Division, Parts } from './divisions.ts';
import { accountForLeftWords, housesCalled } from './left-words.ts';
import { makeFaults, namedCandidate, streetCandidate } from './make-candidate.ts';
import { bestLeaves, isExact, withoutLonger } from './phrase-match.ts';
import type { PhraseMatcher } from './phrase-matcher.ts';
import { StreetFinder, type StreetMatch } from './street-finder.ts';
import { nameMatchOf, type Zone, ZoneFinder } from './zones.ts';

/** Names that one way to read the words is answered with at most. */
const LARGEST_NAME_COUNT = 400;

/** Everything that divisions of one row of words lead to. */
export class Collector {
  readonly #index: CountryIndex;
  readonly #words: readonly string[];
  readonly #streets: PhraseMatcher;
  readonly #zones: ZoneFinder;
  readonly #within: Zone | undefined;
  /** Streets that have not the number. */
  readonly #withoutNumber: { readonly division: Division; readonly streets: readonly StreetMatch[] }[] = [];

  constructor(index: CountryIndex, { words, streets, areas }: Parts, within: Zone | undefined) {
    this.#index = index;
    this.#words = words;
    this.#streets = streets;
    this.#zones = new ZoneFinder(index, areas, within);
    this.#within = within;
  }

  /** `isStrict`: finished words for the street must be the end of its name, not only its first words. */
  collect(division: Division, isStrict: boolean): Candidate[] {
    const candidates = this.#collect(division, isStrict);
    return division.left.length === 0
      ? candidates
      : accountForLeftWords(this.#index, this.#leftWords(division), candidates);
  }

  #leftWords({ left }: Division): string[] {
    return left.map((word) => this.#words[word]!);
  }

  #collect(division: Division, isStrict: boolean): Candidate[] {
    const { street, number, postcode } = division;
    const zones = this.#zones.zonesOf(division);
    if (postcode === undefined) {
      if (street === undefined) return this.#areas(division, zones ?? []);
      if (zones === undefined && number === undefined && division.left.length === 0) return this.#names(division);
    }
    const all = street && this.#streets.match(street.from, street.to);
    const matches = isStrict ? all?.map(withoutLonger) : all;
    const streets = new StreetFinder(this.#index, this.#within).find(division, matches, zones);
    if (number === undefined) {
      const called = division.left.length === 0 ? [] : housesCalled(this.#index, this.#leftWords(division), streets);
      return [...called, ...this.#streetsOf(division, streets)];
    }
    const houses = collectHouses(this.#index, division, streets);
    if (houses.length === 0 && streets.length > 0) this.#withoutNumber.push({ division, streets });
    return houses;
  }

  /** For a number that does not exist: the streets that should have had it, with the numbers next to it. */
  nearest(): Candidate[] {
    return this.#withoutNumber.flatMap(({ division, streets }) => nearestHouses(this.#index, division, streets));
  }

  #areas({ ignored }: Division, zones: readonly Zone[]): Candidate[] {
    const candidates: Candidate[] = [];
    for (const { kind, index: position, language, edits, changes, names, match, aliases } of zones) {
      if (kind === this.#within?.kind && position === this.#within.index) continue;
      const faults = { ...makeFaults(edits, changes, names, match), ignored, aliases };
      candidates.push(namedCandidate(this.#index, { kind, index: position, language, isInner: false }, faults));
    }
    return candidates;
  }

  /** Streets and street names, by nothing but their names. */
  #names({ street, ignored }: Division): Candidate[] {
    const trie = this.#index.names.streets;
    const candidates: Candidate[] = [];
    for (const match of this.#streets.match(street!.from, street!.to)) {
      for (const leaf of bestLeaves(trie, match, LARGEST_NAME_COUNT)) {
        if (candidates.length >= LARGEST_NAME_COUNT) return candidates;
        const thing = trie.thingAt(leaf);
        const nameMatch = nameMatchOf(thing.isInner, isExact(match, leaf));
        const faults = { ...makeFaults(match.edits, match.changes, 1, nameMatch), ignored };
        candidates.push(namedCandidate(this.#index, thing, faults));
      }
    }
    return candidates;
  }

  #streetsOf({ postcode }: Division, streets: readonly StreetMatch[]): Candidate[] {
    const candidates: Candidate[] = [];
    for (const match of streets) {
      const isPossible =
        postcode === undefined || postcode.hasDigits || hasPostcode(this.#index, match.street, postcode);
      if (isPossible) candidates.push(streetCandidate(this.#index, match));
    }
    return candidates;
  }
}

/** Whether a street has an address with one of the postcodes. O(addresses of the street). */
function hasPostcode(
  index: CountryIndex,
  street: number,
  { first, end }: { readonly first: number; readonly end: number },
): boolean {
  const [from, to] = index.streets.addressesOf(street);
  for (let address = from; address < to; address++) {
    const postcode = index.addresses.postcodeOf(address);
    if (postcode >= first && postcode < end) return true;
  }
  return false;
}
