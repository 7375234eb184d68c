import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import { type Country, nameIn } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { mistype } from '../support/mistype.ts';
import type { Random } from '../support/random.ts';

/** How well streets are found by their own name and place, typed in one way. */
export interface NamesFound {
  readonly country: Country;
  readonly typed: string;
  readonly streets: number;
  /** Share of the streets that are the first answer. */
  readonly hit1: number;
  /** What was typed and is not the first answer, with what is. */
  readonly misses: readonly Miss[];
}

export interface Miss {
  readonly text: string;
  readonly answers: readonly Suggestion[];
}

interface NamedStreet {
  readonly name: string;
  readonly place: string;
}

/** More streets than this are represented by a sample of as many. */
const MAX_SAMPLE = 10_000;

const WAYS: Readonly<Record<string, (street: NamedStreet, random: Random) => string>> = {
  'street place': ({ name, place }) => `${name} ${place}`,
  'place, street': ({ name, place }) => `${place}, ${name}`,
  'in capitals without accents': ({ name, place }) =>
    `${name} ${place}`.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase(),
  'one typo': ({ name, place }, random) => mistype(`${name} ${place}`, random),
};

/** Looks for every street by its name and place. */
export function measureNames<C extends Country>(
  lookup: CountryLookup<C>,
  index: CountryIndex,
  random: Random,
): NamesFound[] {
  const streets = namedStreets(index, random);
  return Object.entries(WAYS).map(([typed, write]) => {
    const misses = streets.flatMap((street): Miss[] => {
      const text = write(street, random);
      const { results: answers } = lookup.autocomplete({ search: text, perPage: 5 }) as Page<Suggestion>;
      return isStreet(street, answers[0]) ? [] : [{ text, answers }];
    });
    const hit1 = 1 - misses.length / streets.length;
    return { country: lookup.country, typed, streets: streets.length, hit1, misses };
  });
}

function namedStreets({ streets, areas }: CountryIndex, random: Random): NamedStreet[] {
  const count = Math.min(streets.length, MAX_SAMPLE);
  const sample = Array.from({ length: count }, (_, i) =>
    count === streets.length ? i : random.between(0, streets.length - 1),
  );
  return sample.map((street) => ({
    name: streets.nameOf(street),
    place: nameIn(areas.at('place', streets.placeOf(street)).names, streets.officialLanguageOf(street)),
  }));
}

function isStreet({ name, place }: NamedStreet, answer: Suggestion | undefined): boolean {
  return answer?.label === name && answer.description.startsWith(`street in ${place}`);
}
