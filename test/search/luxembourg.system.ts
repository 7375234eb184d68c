import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { nameIn } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { openIndex } from '../../src/store/directory.ts';
import { mistype } from '../support/mistype.ts';
import { indexesOf } from '../support/opened-indexes.ts';
import { Random } from '../support/random.ts';

/** The whole register of Luxembourg: every street that has an address, looked for by its own name and locality. */

const CACLR = fileURLToPath(new URL('../../../shared/data/caclr/caclr.zip', import.meta.url));
const isThere = existsSync(CACLR);

/** A street that is called as a municipality: the municipality comes first. */
const CALLED_AS_AN_AREA = ['Parc Hosingen'];

describe.skipIf(!isThere)('every street of Luxembourg', () => {
  const indexes = indexesOf({ nl: [], be: [], lu: isThere ? [CACLR] : [] });
  let index: CountryIndex;
  let streets: readonly { readonly name: string; readonly place: string }[];

  beforeAll(async () => {
    index = await openIndex(`${indexes.directory}/lu`);
    streets = Array.from({ length: index.streets.length }, (_, street) => ({
      name: index.streets.nameOf(street),
      place: nameIn(index.areasAbove(street).place.names),
    }));
  });

  /** The texts whose first answer is not the street. */
  function missed(write: (name: string, place: string) => string): string[] {
    return streets.flatMap(({ name, place }) => {
      const text = write(name, place);
      const { results } = indexes.lookup.lu.autocomplete({ search: text, perPage: 1 }) as Page<Suggestion>;
      const [first] = results;
      const isFound = first?.label === name && first.description.startsWith(`street in ${place}`);
      return isFound ? [] : [text];
    });
  }

  it('is there', () => {
    expect(streets.length).toBeGreaterThan(8000);
  });

  it('is the first answer to its name and locality', () => {
    expect(missed((name, place) => `${name} ${place}`)).toEqual(CALLED_AS_AN_AREA);
  });

  it('is the first answer to its locality and name', () => {
    expect(missed((name, place) => `${place}, ${name}`)).toEqual([]);
  });

  it('is the first answer in capitals without accents', () => {
    const capitals = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
    expect(missed((name, place) => capitals(`${name} ${place}`))).toEqual(CALLED_AS_AN_AREA.map(capitals));
  });

  it('is the first answer with one letter mistyped, but for one in two hundred', () => {
    const random = new Random(20261120);
    const misses = missed((name, place) => mistype(`${name} ${place}`, random));
    expect(misses.length / streets.length, misses.join('; ')).toBeLessThan(0.005);
  });
});
