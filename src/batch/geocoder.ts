import { COUNTRIES, type Country } from '../model/country.ts';
import { countriesOfPostcode } from '../model/postcode.ts';
import { type CountryMatcher, matcherOf } from '../search/country-matcher.ts';
import { compareJudgements } from '../search/judgement.ts';
import { type AddressFields, type Discrepancy, type Match, NO_MATCH, withFurther } from '../search/match.ts';
import { STEPS_OF_ROW, Steps } from '../search/steps.ts';
import { type CountryIndex, resultOf } from '../store/country-index.ts';
import { countriesOfText, countryAtEnd, countryOfCell, isAbroad } from '../text/country-names.ts';
import { asBefore } from '../text/misread-text.ts';
import { saysNothing, withoutContacts } from '../text/noise.ts';
import { matchPosition } from './reverse.ts';

export interface GeocodeOptions {
  /** The country of rows without a country. */
  readonly country?: Country | undefined;
  /** Rows whose answer has a lower score are answered with `none`; unless given, those whose answer keeps too little of the row. */
  readonly threshold?: number | undefined;
}

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
    return resultOf(this.matching(written));
  }

  /** As `match`, a country at a step: words that can be many things take some milliseconds in each. */
  *matching(written: AddressFields): Generator<void, Match> {
    const fields = withoutContactsIn(written);
    const countries = this.#countriesOf(fields);
    if (countries === undefined) return { ...NO_MATCH, discrepancies: ['country-unknown'] };
    const matchers = this.#matchersOf(countries);
    // With several countries, look for one in which everything agrees before running all stages.
    let { best, isTie } = bestOf(countries.length === 1 ? [] : matchers.map((matcher) => matcher.matchExactly(fields)));
    if (best.status !== 'exact') {
      const steps = Math.ceil(STEPS_OF_ROW / countries.length);
      const matches: Match[] = [];
      for (const matcher of matchers) {
        if (matches.length > 0) yield;
        matches.push(matcher.match(fields, new Steps(steps)));
      }
      ({ best, isTie } = bestOf(matches));
      if (countries.length > 1 && (isTie || isMisplaced(best))) {
        ({ best, isTie } = bestOf(this.#wherePlaceIsKnown(matches, fields)));
      }
    }
    // Several streets that contradict the row are no more certain than none.
    const isUncertain = best.addresses.length === 0 || (best.status === 'several' && best.contradiction >= 1);
    if (isUncertain && countryIn(fields) !== undefined) best = this.#orAbroad(best, fields, countries);
    // Equally good in two countries, which have nothing in common to show.
    if (isTie) {
      const { score, agreement, differences, discrepancies } = best;
      best = { ...NO_MATCH, status: 'several', score, agreement, differences, discrepancies };
    }
    // Only now, since it must not influence the choice: one of a country is not better than several of another.
    if (isTie || best.discrepancies.includes('several')) best = withFurther(best, 'several');
    if (best.status !== 'none' && isCountryUnread(fields)) best = withFurther(best, 'column-not-used');
    if (best.status !== 'none' && mayBeAbroad(fields) && !isSureBesidePostcode(best)) {
      return { ...NO_MATCH, discrepancies: ['country-unknown'] };
    }
    if (this.#isGiven(best)) return best;
    // If several streets have such a house, only the place is certain.
    const { status, country, score, discrepancies, differences } = best;
    const place =
      status === 'several' && country !== undefined ? this.#matchers[country]!.matchPlace(fields) : NO_MATCH;
    if (place.status === 'place' && this.#isGiven(place)) return place;
    return { ...NO_MATCH, score, discrepancies, differences };
  }

  /** Whether an answer is sure enough to be given. */
  #isGiven({ status, score, agreement }: Match): boolean {
    const { threshold } = this.#options;
    if (threshold !== undefined) return score >= threshold;
    return agreement >= (status === 'street' || status === 'place' ? MIN_AREA_AGREEMENT : MIN_AGREEMENT);
  }

  /** The match, or a better one if only the country contradicts the row: exactly its address, in the one other country that has it. */
  #orAbroad(match: Match, fields: AddressFields, countries: readonly Country[]): Match {
    const others = this.countries.filter((country) => !countries.includes(country));
    const found = this.#matchersOf(others)
      .map((matcher) => matcher.matchExactly(fields))
      .filter(({ status }) => status === 'exact');
    const abroad = found.length === 1 ? withFurther(found[0]!, 'country-differs') : match;
    return compareJudgements(abroad, match) >= 0 ? abroad : match;
  }

  #matchersOf(countries: readonly Country[]): readonly CountryMatcher[] {
    return countries.flatMap((country) => this.#matchers[country] ?? []);
  }

  /**
   * The matches without those that leave out or contradict where the row says it is, if another country has exactly such a place: whatever
   * else agrees with `Oude Tramweg 15, 3111 Werchter`, it is in Belgium.
   */
  #wherePlaceIsKnown(matches: readonly Match[], fields: AddressFields): readonly Match[] {
    const levels = matches.map(({ country }) =>
      country === undefined ? 0 : this.#matchers[country]!.countPartsOfPlace(fields),
    );
    const most = Math.max(...levels);
    return matches.filter((match, i) => levels[i] === most || !isMisplaced(match));
  }

  /** The address nearest to a WGS84 position, in degrees, within a radius in metres. */
  matchPosition(latitude: number, longitude: number, radiusMetres: number): Match {
    return matchPosition(this.#indexes, latitude, longitude, radiusMetres);
  }

  /** The countries to search, best guess first; `undefined` for any country but the three. */
  #countriesOf({ country, postcode, place, text }: AddressFields): readonly Country[] | undefined {
    if (country !== undefined && countryOfCell(country) === 'abroad') return undefined;
    if ([text, postcode, place].some((part) => part !== undefined && isAbroad(part))) return undefined;
    const named = countryIn({ country, place, text });
    if (named !== undefined) return [named];
    if (this.#options.country !== undefined) return [this.#options.country];
    if (this.countries.length === 1) return this.countries;
    const said = postcode?.trim() ? countriesOfPostcode(postcode) : countriesOfText(text ?? '');
    return said ?? this.countries;
  }
}

/** The country that a row names; a name in the text or behind the place says as much as a column. */
function countryIn({ country = '', place = '', text = '' }: AddressFields): Country | undefined {
  const said = country === '' ? undefined : countryOfCell(country);
  return said === 'abroad' ? undefined : (said ?? countryAtEnd(text) ?? countryAtEnd(place));
}

/** Whether the cell for the country says something that is not understood. */
function isCountryUnread({ country = '' }: AddressFields): boolean {
  return /[\p{L}\p{N}]/u.test(country) && countryOfCell(country) === undefined && !saysNothing(country);
}

/** The best match of several countries, and whether another country has one that is as good. */
function bestOf(matches: readonly Match[]): { readonly best: Match; readonly isTie: boolean } {
  let best = NO_MATCH;
  let isTie = false;
  for (const match of matches) {
    const order = compareJudgements(match, best);
    if (order > 0) {
      best = match;
      isTie = false;
    } else if (order === 0 && match.agreement > 0) isTie = true;
  }
  return { best, isTie };
}

/** Whether a match does not say, or contradicts, where the row says it is. */
function isMisplaced({ status, discrepancies }: Match): boolean {
  return status === 'place' || discrepancies.some((each) => MISPLACED.has(each));
}

const MISPLACED: ReadonlySet<Discrepancy> = new Set(['words-ignored', 'place-differs', 'place-corrected']);

/** The fields as they were before a program changed them, and without boxes at a post office and telephone numbers, whose digits are no house number. */
function withoutContactsIn(fields: AddressFields): AddressFields {
  const tidy = { ...fields };
  for (const name of ['text', 'street', 'place', 'housenumber', 'country'] as const) {
    const text = fields[name];
    if (text !== undefined) tidy[name] = withoutContacts(asBefore(text));
  }
  if (fields.postcode !== undefined) tidy.postcode = asBefore(fields.postcode);
  const { text, street = '', housenumber = '' } = tidy;
  if (text?.trim() || street === '' || housenumber === '') return tidy;
  // `Postbus` and `12` in two columns.
  const line = `${street} ${housenumber}`;
  const rest = withoutContacts(line);
  return rest === line ? tidy : { ...tidy, street: rest.trim(), housenumber: '' };
}

/** Whether a row has a postcode of five digits, as in France and Germany. */
function mayBeAbroad({ postcode, text }: AddressFields): boolean {
  return FIVE_DIGITS.test(postcode ?? '') || FIVE_DIGITS_BEFORE_PLACE.test(text ?? '');
}

const FIVE_DIGITS = /^\s*[0-9]{5}\s*$/;
const FIVE_DIGITS_BEFORE_PLACE = /[\s,;][0-9]{5}\s+\p{L}{2}/u;

/** Whether an answer has the street and the place of the row, so that a postcode of five digits is a slip: `90000 Gent`. */
function isSureBesidePostcode({ discrepancies }: Match): boolean {
  return !discrepancies.some((each) => WEAKER.has(each));
}

const WEAKER: ReadonlySet<Discrepancy> = new Set<Discrepancy>([
  'street-corrected',
  'street-differs',
  'street-not-found',
  'place-corrected',
  'place-differs',
  'incomplete',
  'number-not-found',
  'number-missing',
]);

/** What an answer has to keep of the row if no threshold is given. */
const MIN_AGREEMENT = 0.5;
/** A street or a place keeps little by nature, but is worth knowing. */
const MIN_AREA_AGREEMENT = 0.25;
