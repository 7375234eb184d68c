import type { Country } from '../../src/index.ts';
import { openAddressLookup } from '../../src/index.ts';
import type { AddressLookup } from '../../src/lookup/address-lookup.ts';
import { municipalityCode } from '../../src/model/identifiers.ts';
import type { FilterRequest } from '../../src/query/filter.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { mistype } from '../support/mistype.ts';
import { Random } from '../support/random.ts';
import { quickestInTurns } from './processor-time.ts';
import { share } from './quality.ts';

export interface FiltersOptions {
  readonly seed: number;
  /** Addresses of each country. */
  readonly sample: number;
}

/** A question, and the municipality that its answer is in. */
interface Asked {
  readonly search: string;
  readonly within: string;
  /** What the first answer must be called. */
  readonly label: string;
}

/** What the municipality has no answer to, while the country has one at once. */
const ELSEWHERE = 'a street that is elsewhere';

/** Results of a page that people look at. */
const PER_PAGE = 10;

/** What a filter by municipality or by kind costs beside the same question without it, and how often its first result is right. */
export async function benchFilters(directory: string, options: FiltersOptions): Promise<object> {
  const lookup = await openAddressLookup(directory);
  const figures = lookup.countries.flatMap((country) => {
    const asked = questionsOf(lookup, country, options);
    // So that all code is compiled, and the names of every municipality collected.
    for (const { search, within } of Object.values(asked).flat()) {
      lookup.of(country).autocomplete({ search, within, perPage: PER_PAGE });
      lookup.of(country).autocomplete({ search, perPage: PER_PAGE });
    }
    const { [ELSEWHERE]: _, ...there } = asked;
    return Object.entries({ ...asked, 'all but the last': Object.values(there).flat() }).map(([kind, questions]) => ({
      country,
      kind,
      ...costOf(lookup, country, questions, ({ within }) => ({ within })),
    }));
  });
  const kinds = lookup.countries.flatMap((country) => {
    const searches = Object.values(questionsOf(lookup, country, options)).flat();
    return (['place', 'street', 'house'] as const).map((kind) => ({
      country,
      kind,
      ...costOf(lookup, country, searches, () => ({ kinds: [kind] })),
    }));
  });
  const first = lookup.countries.flatMap((country) =>
    Object.entries(questionsOf(lookup, country, options))
      .filter(([, questions]) => questions.every(({ label }) => label !== ''))
      .map(([kind, questions]) => ({ country, kind, 'first result right': rightOf(lookup, country, questions) })),
  );
  lookup.close();
  return { 'within the municipality': figures, 'first results there': first, 'of one kind': kinds };
}

function questionsOf(
  lookup: AddressLookup,
  country: Country,
  { seed, sample }: FiltersOptions,
): Readonly<Record<string, readonly Asked[]>> {
  const random = new Random(seed);
  const { index } = lookup.of(country);
  const register = new IndexedRegister(index);
  const all: { readonly street: string; readonly number: string; readonly within: string }[] = [];
  while (all.length < sample) {
    const address = random.between(0, register.addressCount - 1);
    const street = index.streets.streetOf(address);
    const { municipality } = index.areasAbove(street);
    const within = municipalityCode(country, municipality.id);
    if (within !== undefined)
      all.push({ street: index.streets.nameOf(street), number: String(register.numberOf(address)), within });
  }
  const begun = (letters: number): Asked[] =>
    all.map(({ street, within }) => ({ search: street.slice(0, letters), within, label: '' }));
  return {
    'one letter': begun(1),
    'two letters': begun(2),
    'four letters': begun(4),
    'eight letters': begun(8),
    'the street': all.map(({ street, within }) => ({ search: street, within, label: street })),
    'the street, mistyped': all.map(({ street, within }) => ({
      search: mistype(street, random),
      within,
      label: street,
    })),
    'street and number': all.map(({ street, number, within }) => ({
      search: `${street} ${number}`,
      within,
      label: `${street} ${number}`,
    })),
    [ELSEWHERE]: all.map(({ street }, i) => ({
      search: street,
      within: all[(i + 1) % all.length]!.within,
      label: '',
    })),
  };
}

/** Whether the first result is called as asked for. */
function rightOf(lookup: AddressLookup, country: Country, questions: readonly Asked[]): string {
  const right = questions.filter(({ search, within, label }) => {
    const [first] = lookup.of(country).autocomplete({ search, within, perPage: 1 }).results;
    return first?.label.startsWith(label);
  });
  return share(right.length, questions.length);
}

/** What the questions cost with a filter, beside the same without it. */
function costOf(
  lookup: AddressLookup,
  country: Country,
  questions: readonly Asked[],
  filterOf: (question: Asked) => FilterRequest,
): object {
  const of = lookup.of(country);
  const [filtered, unfiltered] = quickestInTurns(
    questions,
    (question) => of.autocomplete({ search: question.search, ...filterOf(question), perPage: PER_PAGE }),
    ({ search }) => of.autocomplete({ search, perPage: PER_PAGE }),
  );
  return {
    questions: questions.length,
    'µs filtered': filtered,
    'µs unfiltered': unfiltered,
    ratio: filtered! / unfiltered!,
  };
}
