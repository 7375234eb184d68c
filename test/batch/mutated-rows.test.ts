import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AddressLookup, COUNTRIES, geocodeRows, openAddressLookup } from '../../src/index.ts';
import { effort } from '../support/effort.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { type BrokenRow, drawMutatedRow, judgeMutatedRow, MUTATIONS, textOf } from '../support/mutated-rows.ts';
import { buildFixtureIndexes, type FixtureIndexes } from '../support/opened-indexes.ts';
import { Random } from '../support/random.ts';

let fixtures: FixtureIndexes;
let lookup: AddressLookup;
beforeAll(async () => {
  fixtures = await buildFixtureIndexes();
  lookup = await openAddressLookup(fixtures.directory);
});
afterAll(() => {
  lookup.close();
  fixtures.remove();
});

const ROWS = effort(150, 1000);

describe.each(COUNTRIES)('an address of %s with one part replaced', (country) => {
  it.each(MUTATIONS)(
    'is never answered as exact, nor with a house that another part contradicts: %s',
    async (mutation) => {
      const register = new IndexedRegister(lookup.of(country).index);
      const random = new Random(12);
      const rows = Array.from({ length: ROWS }, () => drawMutatedRow(register, mutation, random)).filter(
        (row) => row !== undefined,
      );
      expect(rows.length).toBeGreaterThan(ROWS / 2);
      const broken: BrokenRow[] = [];
      const { of } = lookup;
      const here = { countries: [country], of: of.bind(lookup) };
      for await (const answer of geocodeRows(here, rows)) {
        const found = judgeMutatedRow(register, answer.row, answer);
        if (found !== undefined) broken.push(found);
      }
      // The same as one text, looked for in all countries.
      const elsewhere: string[] = [];
      // In a text, an addition of several words or with a comma is other parts of it.
      const plain = rows.filter(({ addition }) => /^[^\s,]*$/.test(addition));
      const texts = plain.slice(0, ROWS / 2).map((row, order) => ({ row, text: textOf(row, country, order) }));
      expect(texts.length).toBeGreaterThan(ROWS / 4);
      for await (const { row, ...answer } of geocodeRows(lookup, texts, { fieldsOf: ({ text }) => ({ text }) })) {
        if (answer.country !== undefined && answer.country !== country)
          elsewhere.push(`${row.text}: ${answer.country}`);
        else {
          const found = judgeMutatedRow(register, row.row, answer);
          if (found !== undefined) broken.push(found);
        }
      }
      expect(elsewhere).toEqual([]);
      expect(broken).toEqual([]);
    },
  );
});
