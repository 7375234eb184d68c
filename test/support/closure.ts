import { join } from 'node:path';
import { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Address, AddressBE, AddressLU, AddressNL } from '../../src/model/address.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { formatContext, parseContext, resolveContext } from '../../src/query/context.ts';
import type { DirectMatchRequest } from '../../src/query/direct-match.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { openIndex } from '../../src/store/directory.ts';
import { currentDirectory } from '../../src/store/releases.ts';

/**
 * The closure of an index: every address is reached by drill-down from its province, by directmatch when it has a postcode
 * and by radius at its own point when it has one, and all three give the same document.
 *
 * `npx tsx test/support/closure.ts dist-data [country]` walks built indexes; exit code 1 when anything is out of reach.
 */
export interface Closure {
  readonly country: Country;
  readonly addresses: number;
  /** Different addresses at which the drill-down ended. */
  readonly byDrillDown: number;
  readonly withPostcode: number;
  readonly byDirectMatch: number;
  readonly withPosition: number;
  readonly byRadius: number;
  /** Suggestions that open into nothing: areas and streets without an address. */
  readonly deadEnds: number;
  /** What went wrong, in sentences; the first hundred. */
  readonly faults: readonly string[];
}

const MAX_PAGE_SIZE = 1000;
const MAX_FAULTS = 100;

/**
 * Walks the drill-down tree of a country once, page by page, and asks for each house that it ends at by directmatch and by
 * radius. About 30 µs an address.
 */
export function walkClosure<C extends Country>(lookup: CountryLookup<C>, index: CountryIndex): Closure {
  return new ClosureWalk(lookup, index).run();
}

class ClosureWalk<C extends Country> {
  readonly #lookup: CountryLookup<C>;
  readonly #index: CountryIndex;
  readonly #reached: Uint8Array;
  readonly #radius: RadiusAtPoint;
  readonly #faults: string[] = [];
  #byDrillDown = 0;
  #withPostcode = 0;
  #byDirectMatch = 0;
  #withPosition = 0;
  #byRadius = 0;
  #deadEnds = 0;

  constructor(lookup: CountryLookup<C>, index: CountryIndex) {
    this.#lookup = lookup;
    this.#index = index;
    this.#reached = new Uint8Array(index.addresses.length);
    this.#radius = new RadiusAtPoint(lookup);
  }

  run(): Closure {
    const { country, areas, addresses } = this.#index;
    for (const { id } of areas.all('province')) this.#walk(formatContext(country, { kind: 'province', id }), '');
    this.#reached.forEach((times, address) => {
      if (times !== 1) this.#fault(`address ${addresses.idOf(address)} is reached ${times} times by drill-down.`);
    });
    return {
      country,
      addresses: addresses.length,
      byDrillDown: this.#byDrillDown,
      withPostcode: this.#withPostcode,
      byDirectMatch: this.#byDirectMatch,
      withPosition: this.#withPosition,
      byRadius: this.#byRadius,
      deadEnds: this.#deadEnds,
      faults: this.#faults,
    };
  }

  /** Everything under a context: lists are paged through, documents checked. */
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
      for (const { context: next, label } of results) this.#walk(next, `${path} / ${label}`);
      if (page >= pagination.total_pages) return;
    }
  }

  #arrive(context: string, document: Address, path: string): void {
    const address = this.#addressOf(context);
    if (this.#reached[address] === 0) this.#byDrillDown++;
    this.#reached[address] = Math.min(255, this.#reached[address]! + 1);

    if (document.postcode !== '') {
      this.#withPostcode++;
      const found = this.#lookup.directMatch(directMatchFor(this.#index.country, document));
      if (found.some((each) => isSame(each, document))) this.#byDirectMatch++;
      else this.#fault(`directmatch does not find "${path}".`);
    }
    if (document.location !== null) {
      this.#withPosition++;
      if (this.#radius.at(document.location.wgs84).some((each) => isSame(each, document))) this.#byRadius++;
      else this.#fault(`radius does not find "${path}" at its own point.`);
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

/** The addresses at a point, asked for once for neighbours that share it, as the boxes of a house do. */
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
      // A millimetre: what else lies within five metres is of no interest here.
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

/** Whether two documents, or parts of them, are the same, key by key. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  let keys = 0;
  for (const key in one) {
    if (!isSame(one[key], other[key])) return false;
    keys++;
  }
  for (const _ in other) keys--;
  return keys === 0;
}

/** Prints the closure of the indexes in a directory; returns whether all of it is sound. */
async function main(directory: string, countries: readonly string[]): Promise<boolean> {
  let isClosed = true;
  for (const country of COUNTRIES) {
    const path = join(directory, country);
    const isChosen = countries.length > 0 ? countries.includes(country) : currentDirectory(path) !== undefined;
    if (!isChosen) continue;
    const index = await openIndex(path);
    const closure = walkClosure(new CountryLookup(country, index), index);
    const n = (count: number): string => count.toLocaleString('en');
    if (closure.faults.length === 0) {
      console.log(
        `${country}: ${n(closure.byDrillDown)} of ${n(closure.addresses)} addresses reachable by drill-down, directmatch and radius` +
          ` (${n(closure.byDirectMatch)} have a postcode, ${n(closure.byRadius)} a position` +
          `${closure.deadEnds > 0 ? `; ${n(closure.deadEnds)} areas and streets have no address` : ''})`,
      );
      continue;
    }
    isClosed = false;
    console.log(
      `${country}: of ${n(closure.addresses)} addresses ${n(closure.byDrillDown)} reachable by drill-down, ` +
        `${n(closure.byDirectMatch)} of ${n(closure.withPostcode)} by directmatch, ` +
        `${n(closure.byRadius)} of ${n(closure.withPosition)} by radius`,
    );
    for (const fault of closure.faults) console.log(`  ${fault}`);
  }
  return isClosed;
}

if (process.argv[1] === import.meta.filename) {
  const [directory = 'dist-data', ...countries] = process.argv.slice(2);
  if (!(await main(directory, countries))) process.exitCode = 1;
}
