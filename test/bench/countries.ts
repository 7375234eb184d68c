import { readTypedAddresses } from '../../fixtures/generate/names-folder.ts';
import { type Country, openAddressLookup } from '../../src/index.ts';
import type { AddressLookup } from '../../src/lookup/address-lookup.ts';
import { nameIn } from '../../src/model/country.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { Random } from '../support/random.ts';
import { quickestInTurns } from './processor-time.ts';
import { type Miss, share } from './quality.ts';

export interface CountriesOptions {
  readonly seed: number;
  /** Texts of each kind and country. */
  readonly sample: number;
  readonly typed?: string | undefined;
  /** So many of the texts of each kind that the countries together answer otherwise are listed. */
  readonly misses: number;
}

interface Asked {
  readonly country: Country;
  readonly text: string;
}

/** Results of a page that people look at. */
const PER_PAGE = 10;

/**
 * One question to all countries beside the same question to the right one, on an index of real names: how often the first result is the
 * same, and what it costs beside asking each country.
 */
export async function benchCountries(directory: string, options: CountriesOptions): Promise<object> {
  const lookup = await openAddressLookup(directory);
  const kinds = await textsOf(lookup, options);
  const answers: object[] = [];
  const costs: object[] = [];
  const misses: Miss[] = [];
  for (const [kind, asked] of Object.entries(kinds)) {
    const missed = asked.filter(({ country, text }) => !isSame(lookup, country, text));
    answers.push({ kind, texts: asked.length, 'same first result': share(asked.length - missed.length, asked.length) });
    misses.push(...missed.slice(0, options.misses).map(({ country, text }) => missOf(lookup, country, text)));
    costs.push({
      kind,
      ...costOf(
        lookup,
        asked.map(({ text }) => text),
      ),
    });
  }
  lookup.close();
  return { 'first results': answers, 'microseconds a question': costs, ...(misses.length > 0 && { misses }) };
}

/** Houses by street and place, and by postcode; streets while their place is being typed; what people typed. */
async function textsOf(
  lookup: AddressLookup,
  { seed, sample, typed }: CountriesOptions,
): Promise<Readonly<Record<string, readonly Asked[]>>> {
  const random = new Random(seed);
  const byPlace: Asked[] = [];
  const byPostcode: Asked[] = [];
  const unfinished: Asked[] = [];
  for (const country of lookup.countries) {
    const { index } = lookup.of(country);
    const register = new IndexedRegister(index);
    for (let i = 0; i < sample; i++) {
      const address = random.between(0, register.addressCount - 1);
      const at = register.streetOf(address);
      const { place } = at;
      const street = nameIn(at.names);
      const number = register.numberOf(address);
      const postcode = register.postcodeOf(address);
      byPlace.push({ country, text: `${street} ${number}, ${place}` });
      if (postcode !== '') byPostcode.push({ country, text: `${street} ${number}, ${postcode} ${place}` });
      unfinished.push({ country, text: `${street} ${place.slice(0, random.between(3, Math.max(3, place.length)))}` });
    }
  }
  const rows = typed === undefined ? [] : await readTypedAddresses(typed);
  const open = rows.map(({ country, query }) => ({ country: country.toLowerCase() as Country, text: query }));
  return {
    'street number, place': byPlace,
    'street number, postcode place': byPostcode,
    'street and the beginning of its place': unfinished,
    ...(open.length > 0 && {
      'as people typed them': open.filter(({ country }) => lookup.countries.includes(country)),
    }),
  };
}

function isSame(lookup: AddressLookup, country: Country, search: string): boolean {
  const [alone] = lookup.of(country).autocomplete({ search, perPage: PER_PAGE }).results;
  const [first] = lookup.autocomplete({ search, perPage: PER_PAGE }).results;
  // Where the country has nothing, nothing can be missed.
  return alone === undefined || (first?.country === country && first.context === alone.context);
}

function missOf(lookup: AddressLookup, country: Country, search: string): Miss {
  const shown = ({ label, description }: { readonly label: string; readonly description: string }): string =>
    `${label}, ${description}`;
  const [alone] = lookup.of(country).autocomplete({ search, perPage: 1 }).results;
  const [first] = lookup.autocomplete({ search, perPage: 1 }).results;
  return {
    typed: search,
    wanted: `${country}: ${shown(alone!)}`,
    got: first === undefined ? '' : `${first.country}: ${shown(first)}`,
  };
}

/** In processor time, in turns. */
function costOf(lookup: AddressLookup, texts: readonly string[]): object {
  const [together, sum] = quickestInTurns(
    texts,
    (search) => lookup.autocomplete({ search, perPage: PER_PAGE }),
    (search) => {
      for (const country of lookup.countries) lookup.of(country).autocomplete({ search, perPage: PER_PAGE });
    },
  );
  return { together, 'each alone, summed': sum, ratio: together! / sum! };
}
