import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../src/model/country.ts';
import { everything, rangesWithin, unitedRanges } from '../../src/query/within.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { Random } from '../support/random.ts';

const fixtures = fixtureIndexes();

describe('ranges', () => {
  it('are united: sorted, apart from each other, with the same addresses', () => {
    const random = new Random(7);
    for (let round = 0; round < 200; round++) {
      const ranges = Array.from({ length: random.between(0, 8) }, () => {
        const from = random.between(0, 40);
        return [from, from + random.between(0, 9)] as const;
      });
      const addressesOf = (list: readonly (readonly [number, number])[]): number[] =>
        list.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
      const united = unitedRanges(ranges);
      expect(addressesOf(united)).toEqual([...new Set(addressesOf(ranges))].sort((a, b) => a - b));
      united.slice(1).forEach(([from], i) => expect(from).toBeGreaterThan(united[i]![1]));
    }
  });
});

describe('a part of a country', () => {
  const indexes = () => COUNTRIES.map((country) => fixtures.lookup.of(country).index);

  it('is every municipality by its code, and all of them together everything', () => {
    for (const index of indexes()) {
      const codes = new Map<string, readonly [number, number]>();
      index.areas.all('municipality').forEach((_, ordinal) => {
        const range = index.addressesUnder('municipality', ordinal);
        const code = codeAt(index.country, range[0]);
        if (code !== undefined) codes.set(code, range);
      });
      expect(codes.size).toBeGreaterThan(2);
      for (const [code, range] of codes) expect(rangesWithin(indexes(), [code]).get(index)).toEqual([range]);
      expect(rangesWithin(indexes(), [...codes.keys()]).get(index)).toEqual(unitedRanges([...codes.values()]));
    }
    const [, , lu] = indexes();
    expect(unitedRanges(lu!.areas.all('municipality').map((_, i) => lu!.addressesUnder('municipality', i)))).toEqual(
      everything(lu!),
    );
  });

  it('in one country is none of the others', () => {
    const found = rangesWithin(indexes(), ['GM0363']);
    expect([...found].map(([{ country }, ranges]) => [country, ranges.length])).toEqual([
      ['nl', 1],
      ['be', 0],
      ['lu', 0],
    ]);
  });

  it('is a box or a circle, in figures or as a text, of each country that has addresses there', () => {
    const [nl, ...others] = indexes();
    const circle = { latitude: 52.373, longitude: 4.8935, radius: 60 };
    const found = rangesWithin(indexes(), [circle]);
    const count = (ranges: readonly (readonly [number, number])[]): number =>
      ranges.reduce((sum, [from, to]) => sum + to - from, 0);
    const { latitude, longitude, radius } = circle;
    expect(count(found.get(nl!)!)).toBe(
      fixtures.lookup.nl.radius({ latitude, longitude, radius, perPage: 0 }).pagination.total_count,
    );
    expect(others.map((index) => found.get(index))).toEqual([[], []]);
    expect(rangesWithin(indexes(), ['52.373, 4.8935, 60'])).toEqual(found);
    const box = { south: 52.37, west: 4.89, north: 52.38, east: 4.9 };
    expect(rangesWithin(indexes(), ['52.37,4.89,52.38,4.9'])).toEqual(rangesWithin(indexes(), [box]));
    expect(rangesWithin([nl!], [box, circle]).get(nl!)).toEqual(
      unitedRanges([box, circle].flatMap((part) => rangesWithin([nl!], [part]).get(nl!)!)),
    );
  });

  it('that a context of a withdrawn release leads to is refused, and so is a context that is none', () => {
    const { context } = fixtures.lookup.lu.autocomplete({ search: 'rue' }).results[0]!;
    const [, , lu] = indexes();
    expect(rangesWithin([lu!], [context]).get(lu!)!.length).toBeGreaterThan(0);
    expect(() => rangesWithin(indexes().slice(0, 2), [context])).toThrow(/no municipality of nl, be and no context/);
  });

  /** The code of the municipality of an address; the register may say none. */
  function codeAt(country: (typeof COUNTRIES)[number], address: number): string | undefined {
    let at = 0;
    for (const { identifiers } of fixtures.lookup.of(country).addresses({ identifiers: true })) {
      if (at++ === address) return identifiers!.municipality;
    }
    throw new RangeError(String(address));
  }
});
