import { describe, expect, it } from 'vitest';
import { COUNTRIES, geocodeRows } from '../../src/index.ts';
import { effort } from '../support/effort.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { type BrokenRow, drawMutatedRow, judgeMutatedRow, MUTATIONS, textOf } from '../support/mutated-rows.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { Random } from '../support/random.ts';

const fixtures = fixtureIndexes();

const ROWS = effort(100, 1000);

describe.each(COUNTRIES)('an address of %s with one part replaced', (country) => {
  it.each(MUTATIONS)(
    'is never answered as exact, nor with a house that another part contradicts: %s',
    async (mutation) => {
      const register = new IndexedRegister(fixtures.lookup.of(country).index);
      const random = new Random(12);
      const rows = Array.from({ length: ROWS }, () => drawMutatedRow(register, mutation, random)).filter(
        (row) => row !== undefined,
      );
      expect(rows.length).toBeGreaterThan(ROWS / 2);
      const broken: BrokenRow[] = [];
      const { of } = fixtures.lookup;
      const here = { countries: [country], of: of.bind(fixtures.lookup) };
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
      for await (const { row, ...answer } of geocodeRows(fixtures.lookup, texts, {
        fieldsOf: ({ text }) => ({ text }),
      })) {
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
