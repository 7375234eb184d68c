import { COUNTRIES, type Country } from '../model/country.ts';
import { countriesOfPostcode, countryOfPostcodeIn } from '../model/postcode.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { withMisreadLetters } from '../text/misread-text.ts';
import { countryAtEnd, countryNamed, withoutPostOfficeBox } from '../text/noise.ts';
import { type CountryMatcher, matcherOf } from './country-matcher.ts';
import { compareJudgements, DISCREPANCY_WEIGHTS, type Discrepancy } from './discrepancies.ts';
import { type AddressFields, type Match, NO_MATCH } from './match.ts';
import { matchPosition } from './reverse.ts';

export interface GeocodeOptions {
  /** The country of rows without a country. */
  readonly country?: Country | undefined;
  /** Rows whose score is lower are answered with `none`; 0.5 unless given. */
  readonly threshold?: number | undefined;
}

export const DEFAULT_THRESHOLD = 0.5;

/**
 * Answers rows, from the indexes of one country or several. Costs nothing to make a second time over the same indexes.
 *
 * @internal
 */
export class Geocoder {
  readonly countries: readonly Country[];
  readonly #matchers: { readonly [C in Country]?: CountryMatcher };
  readonly #indexes: readonly CountryIndex[];
  readonly #options: GeocodeOptions;

  constructor(indexes: readonly CountryIndex[], options: GeocodeOptions = {}) {
    this.countries = COUNTRIES.filter((country) => indexes.some((index) => index.country === country));
    this.#matchers = Object.fromEntries(indexes.map((index) => [index.country, matcherOf(index)]));
    this.#indexes = indexes;
    this.#options = options;
  }

  indexOf(country: Country): CountryIndex {
    return this.#matchers[country]!.index;
  }

  /** The address that a row means, in its country, or in the country with the best match. */
  match(written: AddressFields): Match {
    const fields = withoutBoxNumber(withMisreadFields(written));
    const countries = this.#countriesOf(fields);
    if (countries === undefined) return { ...NO_MATCH, discrepancies: ['country-unknown'] };
    // With several countries, look for one in which everything agrees before running all stages.
    let { best, isTie } =
      countries.length === 1
        ? { best: NO_MATCH, isTie: false }
        : this.#bestOf(countries, (matcher) => matcher.matchExactly(fields));
    if (best.status !== 'exact') ({ best, isTie } = this.#bestOf(countries, (matcher) => matcher.match(fields)));
    // Several streets that contradict the row are no more certain than none.
    const isUncertain =
      best.status === 'none' || best.status === 'place' || (best.status === 'several' && best.contradiction >= 1);
    if (isUncertain) best = this.#withCountryFound(best, fields, countries);
    // Equally good in two countries, which have nothing in common to show.
    if (isTie) {
      const { score, discrepancies } = best;
      // Several addresses in each of them are no more than several.
      const is = discrepancies.includes('several')
        ? { score, discrepancies }
        : { score: score * (1 - DISCREPANCY_WEIGHTS.several), discrepancies: [...discrepancies, 'several' as const] };
      best = { ...NO_MATCH, status: 'several', ...is };
    }
    const { threshold = DEFAULT_THRESHOLD } = this.#options;
    if (best.score >= threshold || best.status === 'none' || best.status === 'street' || best.status === 'place') {
      return best.score >= Math.min(threshold, MIN_AREA_SCORE)
        ? best
        : { ...NO_MATCH, score: best.score, discrepancies: best.discrepancies };
    }
    // If several streets have such a house, only the place is certain.
    const place = best.country === undefined ? NO_MATCH : this.#matchers[best.country]!.matchPlace(fields);
    if (best.status === 'several' && place.status === 'place') return place;
    return { ...NO_MATCH, score: best.score, discrepancies: best.discrepancies };
  }

  /** Adds a discrepancy if the row's country has nothing similar and another country has exactly such an address. */
  #withCountryFound(match: Match, fields: AddressFields, countries: readonly Country[]): Match {
    const found = this.countries.filter(
      (country) => !countries.includes(country) && this.#matchers[country]!.matchExactly(fields).status === 'exact',
    );
    return {
      ...match,
      discrepancies: [...match.discrepancies, ...found.map((country): Discrepancy => `found-in-${country}`)],
    };
  }

  #bestOf(countries: readonly Country[], matchIn: (matcher: CountryMatcher) => Match): { best: Match; isTie: boolean } {
    let best = NO_MATCH;
    let isTie = false;
    for (const country of countries) {
      const matcher = this.#matchers[country];
      const match = matcher === undefined ? NO_MATCH : matchIn(matcher);
      const order = compareJudgements(match, best);
      if (order > 0) {
        best = match;
        isTie = false;
      } else if (order === 0 && match.score > 0) isTie = true;
    }
    return { best, isTie };
  }

  /** The address nearest to a WGS84 position, in degrees, within a radius in metres. */
  matchPosition(latitude: number, longitude: number, radiusMetres: number): Match {
    return matchPosition(this.#indexes, latitude, longitude, radiusMetres);
  }

  /** The countries to search, best guess first; `undefined` for any country but the three. */
  #countriesOf({ country, postcode, text }: AddressFields): readonly Country[] | undefined {
    const written = country?.trim() ?? '';
    if (written !== '') {
      const known = countryNamed(written);
      return known === undefined ? undefined : [known];
    }
    if (this.#options.country !== undefined) return [this.#options.country];
    if (this.countries.length === 1) return this.countries;
    const byPostcode = postcode?.trim()
      ? countriesOfPostcode(postcode)
      : text === undefined
        ? undefined
        : countriesInText(text);
    return byPostcode ?? this.countries;
  }
}

/** Names as they were before a program misread their letters. */
function withMisreadFields(fields: AddressFields): AddressFields {
  const { text, street, place } = fields;
  return {
    ...fields,
    ...(text !== undefined && { text: withMisreadLetters(text) }),
    ...(street !== undefined && { street: withMisreadLetters(street) }),
    ...(place !== undefined && { place: withMisreadLetters(place) }),
  };
}

/** The fields without a box at a post office, which is not a house number. */
function withoutBoxNumber(fields: AddressFields): AddressFields {
  const { text, street = '', housenumber = '' } = fields;
  if (text !== undefined) {
    const rest = withoutPostOfficeBox(text);
    return rest === text ? fields : { ...fields, text: rest };
  }
  if (street === '') return fields;
  const line = `${street} ${housenumber}`;
  const rest = withoutPostOfficeBox(line);
  return rest === line ? fields : { ...fields, street: rest.trim(), housenumber: '' };
}

/** A street or a place scores low by nature, but is worth knowing. */
const MIN_AREA_SCORE = 0.25;

function countriesInText(text: string): readonly Country[] | undefined {
  const country = countryOfPostcodeIn(text) ?? countryAtEnd(text);
  return country === undefined ? undefined : [country];
}
