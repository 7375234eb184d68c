import { isDeepStrictEqual } from 'node:util';
import { AddressLookupError } from '../../src/errors.ts';
import { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Address, AddressBE, AddressLU, AddressNL } from '../../src/model/address.ts';
import type { Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { formatContext, parseContext, resolveContext } from '../../src/query/context.ts';
import type { DirectMatchRequest } from '../../src/query/direct-match.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { type Candidate, type Finding, MAX_EXAMPLES, n } from './gate.ts';

/**
 * The closure of an index: every address is reached by drill-down from its province, by directmatch when it has a postcode
 * and by radius at its own point when it has one, and all three give the same document.
 */
interface Closure {
  readonly country: Country;
  readonly addresses: number;
  /** Number of different addresses that the drill-down reached. */
  readonly byDrillDown: number;
  readonly withPostcode: number;
  readonly byDirectMatch: number;
  readonly withPosition: number;
  readonly byRadius: number;
  /** Number of suggestions that open into nothing: areas and streets without addresses. */
  readonly deadEnds: number;
  /** The first hundred faults, as sentences. */
  readonly faults: readonly string[];
}

/** Streets that the gate `closure` walks: some 80,000 addresses in three seconds. */
const SAMPLE_STREETS = 2000;
const MAX_PAGE_SIZE = 1000;
const MAX_FAULTS = 100;

/**
 * Walks the drill-down tree of a country once, page by page, and looks up each house that it reaches by directmatch and by
 * radius. About 30 µs per address. With `streets`, all areas are walked, but only this many streets, evenly spread; the
 * figures are for these.
 */
export function walkClosure<C extends Country>(
  lookup: CountryLookup<C>,
  index: CountryIndex,
  { streets = Number.POSITIVE_INFINITY }: { readonly streets?: number } = {},
): Closure {
  return new ClosureWalk(lookup, index, Math.max(1, Math.ceil(index.streets.length / streets))).run();
}

class ClosureWalk<C extends Country> {
  readonly #lookup: CountryLookup<C>;
  readonly #index: CountryIndex;
  readonly #reached: Uint8Array;
  /** Interval of the streets that are walked. */
  readonly #step: number;
  readonly #radius: RadiusAtPoint;
  readonly #faults: string[] = [];
  #byDrillDown = 0;
  #withPostcode = 0;
  #byDirectMatch = 0;
  #withPosition = 0;
  #byRadius = 0;
  #deadEnds = 0;

  constructor(lookup: CountryLookup<C>, index: CountryIndex, step: number) {
    this.#lookup = lookup;
    this.#index = index;
    this.#step = step;
    this.#reached = new Uint8Array(index.addresses.length);
    this.#radius = new RadiusAtPoint(lookup);
  }

  run(): Closure {
    const { country, areas, addresses, streets } = this.#index;
    for (const { id } of areas.all('province')) this.#walk(formatContext(country, { kind: 'province', id }), '');
    let expected = 0;
    for (let street = 0; street < streets.length; street += this.#step) {
      // All addresses of the index, whatever the streets say, unless only some streets are walked.
      const [from, to] =
        this.#step === 1 ? [street === 0 ? 0 : addresses.length, addresses.length] : streets.addressesOf(street);
      expected += to - from;
      for (let address = from; address < to; address++) {
        const times = this.#reached[address]!;
        if (times !== 1) this.#fault(`address ${addresses.idOf(address)} is reached ${times} times by drill-down.`);
      }
    }
    return {
      country,
      addresses: expected,
      byDrillDown: this.#byDrillDown,
      withPostcode: this.#withPostcode,
      byDirectMatch: this.#byDirectMatch,
      withPosition: this.#withPosition,
      byRadius: this.#byRadius,
      deadEnds: this.#deadEnds,
      faults: this.#faults,
    };
  }

  /** Walks everything under a context: pages through lists, and checks documents. */
  #walk(context: string, path: string): void {
    for (let page = 1; ; page++) {
      const answer = this.#lookup.autocomplete({ context, page, perPage: MAX_PAGE_SIZE });
      if (answer === null) {
        this.#fault(`context ${context} of "${path}" leads nowhere.`);
        return;
      }
      if (!isPage(answer)) {
        this.#arrive(context, answer, path);
        return;
      }
      const { results, pagination } = answer;
      if (pagination.total_count === 0) this.#deadEnds++;
      for (const each of results) if (this.#isWalked(each)) this.#walk(each.context, `${path} / ${each.label}`);
      if (page >= pagination.total_pages) return;
    }
  }

  /** Whether to walk what a suggestion leads to: true of all but the streets outside the sample. */
  #isWalked({ precision, context }: Suggestion): boolean {
    if (this.#step === 1 || precision !== 'Street') return true;
    const position = resolveContext(this.#index, parseContext(this.#index.country, context));
    return position?.kind !== 'street' || position.ordinal % this.#step === 0;
  }

  #arrive(context: string, document: Address, path: string): void {
    const address = this.#addressOf(context);
    if (this.#reached[address] === 0) this.#byDrillDown++;
    this.#reached[address] = Math.min(255, this.#reached[address]! + 1);

    if (document.postcode !== '') {
      this.#withPostcode++;
      const found = this.#lookup.directMatch(directMatchFor(this.#index.country, document));
      if (found.some((each) => isDeepStrictEqual(each, document))) this.#byDirectMatch++;
      else this.#fault(`directmatch does not find "${path}".`);
    }
    if (document.location !== null) {
      this.#withPosition++;
      const fault = this.#radiusFault(document, document.location.wgs84);
      if (fault === undefined) this.#byRadius++;
      else this.#fault(`radius does not find "${path}" at its own point${fault}.`);
    }
  }

  /** Why radius does not find a document, beginning with a colon; `''` without a reason. Radius may refuse the point. */
  #radiusFault(document: Address, point: readonly [number, number]): string | undefined {
    try {
      return this.#radius.at(point).some((each) => isDeepStrictEqual(each, document)) ? undefined : '';
    } catch (error) {
      if (error instanceof AddressLookupError) return `: ${error.message.replace(/\.$/, '')}`;
      throw error;
    }
  }

  #addressOf(context: string): number {
    const position = resolveContext(this.#index, parseContext(this.#index.country, context));
    if (position?.kind !== 'house') throw new Error(`Context ${context} opened into a document but is no house.`);
    return position.ordinal;
  }

  #fault(sentence: string): void {
    if (this.#faults.length < MAX_FAULTS) this.#faults.push(sentence);
  }
}

/** The addresses at a point; remembers the last point, since neighbours share it, as the boxes of a house do. */
class RadiusAtPoint {
  readonly #lookup: CountryLookup<Country>;
  #point: readonly [number, number] = [Number.NaN, Number.NaN];
  #found: Address[] = [];

  constructor(lookup: CountryLookup<Country>) {
    this.#lookup = lookup;
  }

  at([latitude, longitude]: readonly [number, number]): readonly Address[] {
    if (this.#point[0] !== latitude || this.#point[1] !== longitude) {
      this.#point = [latitude, longitude];
      this.#found = [];
      // A millimetre, because other addresses within five metres do not matter here.
      const request = { latitude, longitude, radius: 0.001, perPage: MAX_PAGE_SIZE };
      for (let page = 1, pages = 1; page <= pages; page++) {
        const answer = this.#lookup.radius({ ...request, page });
        this.#found.push(...answer.results);
        pages = answer.pagination.total_pages;
      }
    }
    return this.#found;
  }
}

/** The request that a person would copy from a document. */
function directMatchFor(country: Country, document: Address): DirectMatchRequest {
  switch (country) {
    case 'nl': {
      const { postcode, housenumber, houseletter = '', housenumberaddition = '' } = document as AddressNL;
      return { postcode, housenumber, housenumberaddition: houseletter + housenumberaddition };
    }
    case 'be': {
      const { postcode, housenumber, box_number, street } = document as AddressBE;
      return { postcode, housenumber, housenumberaddition: box_number, street: street.nl ?? street.fr ?? street.de };
    }
    case 'lu': {
      const { postcode, housenumber, houseletter = '', street } = document as AddressLU;
      return { postcode, housenumber: housenumber + houseletter, street };
    }
  }
}

function isPage(answer: Page<Suggestion> | Address): answer is Page<Suggestion> {
  return 'results' in answer;
}

export function notClosed({ index }: Candidate): Finding {
  const { faults, addresses, deadEnds } = walkClosure(new CountryLookup(index.country, index), index, {
    streets: SAMPLE_STREETS,
  });
  return {
    figure: faults.length,
    explanation: `Of ${n(addresses)} addresses in a sample of streets, reached by drill-down, directmatch and radius${deadEnds > 0 ? `; ${n(deadEnds)} lists are empty` : ''}.`,
    examples: faults.slice(0, MAX_EXAMPLES),
  };
}
