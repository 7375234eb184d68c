import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walkClosure } from '../../pipelines/gates/closure.ts';
import { Container } from '../../src/format/container.ts';
import { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Country } from '../../src/model/country.ts';
import { CountryIndex } from '../../src/store/country-index.ts';
import { readIndex } from '../../src/store/directory.ts';
import { INDEX_FILES } from '../../src/store/manifest.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput, openRegister, withTemporaryDirectory } from '../support/small-register.ts';
import { addressesFrom, BELGIAN_TOWN, DUTCH_TOWN, LUXEMBOURG_TOWN } from '../support/towns.ts';

describe.each<Country>(['nl', 'be', 'lu'])('every address of a random register of %s', (country) => {
  it('is reached by drill-down, directmatch and radius, with the same document', async () => {
    for (let seed = 1; seed <= 30; seed++) {
      const input = randomInput(country, seed);
      const { lookup, index } = await openInput(input);
      const closure = walkClosure(lookup, index);
      expect(
        closure.faults.filter((fault) => !fault.startsWith('nothing lies under')),
        `${seed}`,
      ).toEqual([]);
      expect(closure.byDrillDown).toBe(input.addresses.length);
      expect(closure.byDirectMatch).toBe(closure.withPostcode);
      expect(closure.byRadius).toBe(closure.withPosition);
    }
  });

  it('is reached in a register large enough for every tree to have several levels', async () => {
    const input = randomInput(country, 99, { addresses: 3000, streets: 500 });
    const { lookup, index } = await openInput(input);
    const { faults, ...counts } = walkClosure(lookup, index);
    expect(faults).toEqual([]);
    expect(counts.byDrillDown).toBe(input.addresses.length);
  });
});

/** Boxes of any signs, which the Belgian registers have, and of those that mean something elsewhere: a decimal, a list, a word for "box", a range. */
const box = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'019AbZ.,+-/&;:#_ ()é°'), maxLength: 6 }),
  fc
    .tuple(
      fc.constantFrom('.', ',', '+', '&', ';', 'bus ', 'bte.', 'b', 'app. nr ', 'A-', '/', "'", '=', 'en ', '0'),
      fc.nat(1200),
    )
    .map(([sign, number]) => `${sign}${String(number).replace(/^(\d)(\d)/, '$1.$2')}`),
  fc.string({ maxLength: 4 }),
);

it.each([
  // What the registers can hold: the BAG letters and digits, CACLR anything but digits first.
  { town: DUTCH_TOWN, letter: fc.stringMatching(/^[A-Za-z]?$/), addition: fc.stringMatching(/^[A-Za-z0-9]{0,4}$/) },
  { town: BELGIAN_TOWN, letter: fc.constantFrom('', 'A', 'bis', '-3'), addition: box },
  { town: LUXEMBOURG_TOWN, letter: box.filter((text) => !/^\s*[0-9]/.test(text)), addition: fc.constant('') },
])(
  'directmatch finds an address of $town.country whatever its letter and addition look like',
  async ({ town, letter, addition }) => {
    const { postcode, street } = town.addresses[0]!;
    // An import removes blanks at the ends.
    const suffix = fc.tuple(letter, addition).map((texts) => texts.map((text) => text.trim()));
    await fc.assert(
      fc.asyncProperty(
        fc.array(suffix, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        async (all, number) => {
          const parts = all.map(([before = '', behind = '']) => ({ letter: before, addition: behind }));
          const addresses = addressesFrom(
            1,
            parts.map((each) => ({ street, postcode, number, ...each })),
          );
          const { lookup, index } = await openRegister({ ...town, addresses });
          const { faults } = walkClosure(lookup, index);
          expect(faults.filter((fault) => fault.startsWith('directmatch'))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  },
);

describe('the closure walk', () => {
  /** An index of which one section, or one file that is no container, has been overwritten from a byte on. */
  async function damaged(file: string, section: string | undefined, fromByte: number): Promise<CountryIndex> {
    return withTemporaryDirectory(async (directory) => {
      writeIndex(directory, randomInput('nl', 1));
      const buffers = await readIndex(directory);
      const buffer = buffers.files[file]!;
      const bytes = section === undefined ? new Uint8Array(buffer) : new Container(buffer, file).bytes(section);
      // Opening would refuse what is damaged before.
      const index = new CountryIndex(buffers);
      bytes.fill(0, fromByte);
      return index;
    });
  }

  it('says which addresses directmatch does not find', async () => {
    const index = await damaged(INDEX_FILES.addresses, 'pc.street', 24);
    const closure = walkClosure(new CountryLookup('nl', index), index);
    expect(closure.byDrillDown).toBe(closure.addresses);
    expect(closure.byDirectMatch).toBeLessThan(closure.withPostcode / 2);
    expect(closure.faults).toHaveLength(closure.withPostcode - closure.byDirectMatch);
    expect(closure.faults[0]).toMatch(/^directmatch does not find ".+ \d+/);
  });

  it('says which addresses radius does not find', async () => {
    const index = await damaged(INDEX_FILES.runs, 'runs', 200);
    const closure = walkClosure(new CountryLookup('nl', index), index);
    expect(closure.byRadius).toBeLessThan(closure.withPosition);
    expect(closure.faults.some((fault) => fault.startsWith('radius does not find'))).toBe(true);
  });

  it('says which addresses the drill-down does not reach', async () => {
    const index = await damaged(INDEX_FILES.streets, 'firstAddress', 24);
    const closure = walkClosure(new CountryLookup('nl', index), index);
    expect(closure.byDrillDown).toBeLessThan(closure.addresses);
    expect(closure.faults.some((fault) => fault.endsWith('is reached 0 times by drill-down.'))).toBe(true);
  });

  it('comes to no street that opens into nothing, since those without an address are not in an index', async () => {
    const [first, ...others] = DUTCH_TOWN.addresses;
    const register = { ...DUTCH_TOWN, addresses: [first!, ...others.filter(({ street }) => street !== 2)] };
    const { lookup, index } = await openRegister<'nl'>(register);
    expect(index.streets.length).toBe(DUTCH_TOWN.gazetteer.streets.length - 1);
    expect(walkClosure(lookup, index).deadEnds).toBe(0);
    expect(lookup.autocomplete({ search: 'voorweg' })).toMatchObject({ results: [] });
  });
});
