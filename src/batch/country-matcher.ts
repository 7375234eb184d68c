import { searchFreeText } from '../search/free-text.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { withoutNoise } from '../text/noise.ts';
import { type AddressFields, type Match, NO_MATCH } from './match.ts';
import { OutcomeSearch } from './outcome-search.ts';
import { PlaceNames } from './place-names.ts';
import { type Query, readQuery } from './query.ts';
import { readText } from './read-text.ts';
import { StreetNames } from './street-names.ts';

/** Candidates of the free-text search that are judged. */
const LARGEST_CANDIDATE_COUNT = 10;
/** Readings of a free text to which all stages are applied, when none of them is right as it stands. */
const LARGEST_READING_COUNT = 3;
/** Readings that are tried as they stand. */
const LARGEST_EXACT_COUNT = 20;

/**
 * Finds the address of a row in one country. Each stage finds streets in its own way, and every one of them is judged alike,
 * by all that the row says (outcome-search.ts); the best score wins, whichever stage it came from. A stage whose least fault already
 * weighs more than the best answer so far is left out.
 *
 *     1. the streets with this name, in any usual form, in the postcode; without a name, all of the postcode
 *     2. the streets with this name in the place                                  (postcode differs)
 *     3. streets of the postcode with a similar name                              (street corrected)
 *     4. streets of the place with a similar name                                 (street corrected)
 *     5. the streets with this name around the postcode: its four digits or municipality   (postcode differs)
 *     6. the streets with this name in the country                                (place and postcode differ, or are missing)
 *     7. the addresses with the postcode and number, whatever the street          (street differs)
 *     8. what the free-text search makes of all of it
 *     9. the place
 */
export class CountryMatcher {
  readonly index: CountryIndex;
  readonly places: PlaceNames;
  readonly streets: StreetNames;

  constructor(index: CountryIndex) {
    this.index = index;
    this.places = new PlaceNames(index);
    this.streets = new StreetNames(index);
  }

  /** The address if all that the row says agrees with one: stages 1 and 2, some microseconds. Else whatever they find. */
  matchExactly(fields: AddressFields): Match {
    const text = fields.text?.trim() ?? '';
    if (text !== '') return this.#firstExact(readText(this, text, fields));
    const search = new OutcomeSearch(this, readQuery(this.index, this.places, fields));
    search.runExact();
    return search.result();
  }

  /** All stages. */
  match(fields: AddressFields): Match {
    const text = fields.text?.trim() ?? '';
    if (text === '') return this.#matchQuery(readQuery(this.index, this.places, fields), composed(fields));
    return this.#matchText(text, fields);
  }

  /** A free text is read in the ways it can be; the first reading that is right as it stands is the answer. */
  #matchText(text: string, fields: AddressFields): Match {
    let readings = readText(this, text, fields);
    let best = this.#firstExact(readings);
    if (best.status === 'exact') return best;
    const cleaned = withoutNoise(this.index.country, text);
    if (cleaned !== text) {
      readings = readText(this, cleaned, fields);
      const match = this.#firstExact(readings);
      if (match.score > best.score) best = match;
      if (best.status === 'exact') return best;
    }
    for (const query of readings.slice(0, LARGEST_READING_COUNT)) {
      const match = this.#matchQuery(query, undefined);
      if (isBetter(match, best)) best = match;
      if (best.score >= 0.9) return best;
    }
    if (best.score >= 0.9 || readings.length === 0) return best;
    const streets = this.#searchStreets(text);
    for (const query of readings.slice(0, LARGEST_READING_COUNT)) {
      const search = new OutcomeSearch(this, query);
      search.runFound(streets);
      const match = search.result();
      if (isBetter(match, best)) best = match;
    }
    return best;
  }

  /** The first reading that is right as it stands, else the best one. */
  #firstExact(readings: readonly Query[]): Match {
    let best = NO_MATCH;
    let left = LARGEST_EXACT_COUNT;
    for (const query of readings) {
      // One that leaves words out cannot be exact.
      if (query.ignoredWords > 0 && best.score >= 0.9) break;
      if (left-- === 0) break;
      const search = new OutcomeSearch(this, query);
      search.runExact();
      const match = search.result();
      if (match.status === 'exact') return match;
      if (match.score > best.score) best = match;
    }
    return best;
  }

  /** Stage 8: the streets of what the free-text search answers best with. */
  #searchStreets(text: string): number[] {
    const streets = new Set<number>();
    for (const { kind, index: position } of searchFreeText(this.index, text).slice(0, LARGEST_CANDIDATE_COUNT)) {
      if (kind === 'house') streets.add(this.index.streets.streetOf(position));
      else if (kind === 'street') streets.add(position);
    }
    return [...streets];
  }

  #matchQuery(query: Query, text: string | undefined): Match {
    const search = new OutcomeSearch(this, query);
    search.runExact();
    search.runRelaxed();
    if (text !== undefined && search.isWorth(0.8)) search.runFound(this.#searchStreets(text));
    search.runPlace();
    return search.result();
  }
}

const MATCHERS: WeakMap<CountryIndex, CountryMatcher> = new WeakMap();

/** The one matcher of an index: what it remembers of streets and places serves all who ask. */
export function matcherOf(index: CountryIndex): CountryMatcher {
  let matcher = MATCHERS.get(index);
  if (matcher === undefined) {
    matcher = new CountryMatcher(index);
    MATCHERS.set(index, matcher);
  }
  return matcher;
}

/** A likely address before a street or a place; else the better score. */
function isBetter(a: Match, b: Match): boolean {
  const isAddress = ({ status, score }: Match): boolean =>
    score >= 0.5 && (status === 'exact' || status === 'corrected' || status === 'several');
  return isAddress(a) === isAddress(b) ? a.score > b.score : isAddress(a);
}

function composed({ street, housenumber, addition, postcode, place }: AddressFields): string | undefined {
  if (!street?.trim()) return undefined;
  return [street, housenumber, addition, postcode, place].filter((part) => part?.trim()).join(' ');
}
