import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AddressLookup, COUNTRIES, geocodeRows, openAddressLookup } from '../../src/index.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { type BrokenRow, drawMutatedRow, judgeMutatedRow, MUTATIONS } from '../support/mutated-rows.ts';
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

const ROWS = 400;

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
      expect(broken).toEqual([]);
    },
  );
});
