import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Address } from '../../src/model/address.ts';
import type { Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import type { AutocompleteRequest } from '../../src/query/autocomplete.ts';
import { metresApart } from './oracle.ts';

/** A part of a country as a filter describes it, and the identifiers of the addresses in it. */
export interface KnownPart {
  readonly within: NonNullable<AutocompleteRequest['within']>;
  readonly ids: ReadonlySet<string>;
}

type Level = 'province' | 'place' | 'street' | 'house';

const LEVELS: Readonly<Record<Suggestion['precision'], Level>> = {
  Province: 'province',
  GroupedCities: 'place',
  City: 'place',
  GroupedStreets: 'street',
  Street: 'street',
  House: 'house',
  Unknown: 'house',
};

/** What a filter leaves of the full list, found by reading the full list and opening every context down to its addresses. */
export class FilterOracle {
  readonly #lookup: CountryLookup<Country>;
  readonly all: readonly Address[];
  readonly #lists: Map<string, readonly Suggestion[]> = new Map();
  readonly #leaves: Map<string, ReadonlySet<string>> = new Map();

  constructor(lookup: CountryLookup<Country>) {
    this.#lookup = lookup;
    this.all = [...lookup.addresses({ identifiers: true })];
  }

  /** All that a request lists, page by page. */
  list(request: AutocompleteRequest): readonly Suggestion[] {
    const key = JSON.stringify(request);
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const found: Suggestion[] = [];
    this.#lists.set(key, found);
    for (let page = 1; ; page++) {
      const answer = this.#lookup.autocomplete({ ...request, page, perPage: 1000 });
      if (answer === null || !('results' in answer)) return found;
      found.push(...(answer as Page<Suggestion>).results);
      if (page >= answer.pagination.total_pages) return found;
    }
  }

  /** The addresses that a context leads to. */
  leavesOf(context: string): ReadonlySet<string> {
    let ids = this.#leaves.get(context);
    if (ids === undefined) {
      const answer = this.#lookup.autocomplete({ context, identifiers: true })!;
      ids =
        'results' in answer
          ? new Set(this.list({ context }).flatMap((each) => [...this.leavesOf(each.context)]))
          : new Set([idOf(answer as Address)]);
      this.#leaves.set(context, ids);
    }
    return ids;
  }

  /** The same, with a filter kept on every step. */
  leavesUnder(context: string, within: KnownPart['within']): Set<string> {
    const answer = this.#lookup.autocomplete({ context, within, identifiers: true })!;
    if (!('results' in answer)) return new Set([idOf(answer as Address)]);
    return new Set(this.list({ context, within }).flatMap((each) => [...this.leavesUnder(each.context, within)]));
  }

  kindOf({ precision, context }: Suggestion): Level {
    return context.startsWith('b') ? 'house' : LEVELS[precision];
  }

  leadsInto(context: string, { ids }: KnownPart): boolean {
    for (const id of this.leavesOf(context)) if (ids.has(id)) return true;
    return false;
  }

  /**
   * The suggestions of a list that lead into a part, in its order. A street name of several places leads to the streets there: it stays a
   * name where several places have one, and is the street itself where one place does.
   */
  within(list: readonly Suggestion[], part: KnownPart): string[] {
    const isIn = ({ context }: Suggestion): boolean => this.leadsInto(context, part);
    return list.filter(isIn).flatMap((suggestion) => {
      if (suggestion.precision !== 'GroupedStreets') return [suggestion.context];
      const streets = this.list({ context: suggestion.context }).filter(isIn);
      // The context of a street: identifier, and then that of its place.
      const places = new Set(streets.map(({ context }) => context.split(/[.-]/)[1]));
      return places.size > 1 ? [suggestion.context] : streets.map(({ context }) => context);
    });
  }

  municipality(code: string): KnownPart {
    return { within: code, ids: this.#idsWhere(({ identifiers }) => identifiers?.municipality === code) };
  }

  circle(latitude: number, longitude: number, radius: number): KnownPart {
    return {
      within: { latitude, longitude, radius },
      ids: this.#idsWhere(
        ({ location }) => location !== null && metresApart(location.wgs84, [latitude, longitude]) <= radius,
      ),
    };
  }

  box(south: number, west: number, north: number, east: number): KnownPart {
    return {
      within: { south, west, north, east },
      ids: this.#idsWhere(({ location }) => {
        if (location === null) return false;
        const [latitude, longitude] = location.wgs84;
        return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
      }),
    };
  }

  context(context: string): KnownPart {
    return { within: context, ids: this.leavesOf(context) };
  }

  #idsWhere(isIn: (address: Address) => boolean): Set<string> {
    return new Set(this.all.filter(isIn).map(idOf));
  }
}

function idOf({ identifiers }: Address): string {
  return identifiers!.address!;
}
