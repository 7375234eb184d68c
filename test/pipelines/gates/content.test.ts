import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GATE_NAMES, type GateName, runGate } from '../../../pipelines/gates/gates.ts';
import { type AddressColumns, NO_POSITION } from '../../../src/model/address-columns.ts';
import type { Country, Names } from '../../../src/model/country.ts';
import type { IndexInput } from '../../../src/store/manifest.ts';
import { effort } from '../../support/effort.ts';
import { importFixture } from '../diff/releases-of-fixtures.ts';
import { candidateOf, failed, judging, largest, municipalityOf, type Written, without } from './judging.ts';
import { manyMunicipalities, nextMonth } from './many-municipalities.ts';

/*
 * The proof of the gates: every column of every register broken in every way that has been seen or can be thought of, in one municipality, in
 * one province and everywhere: a gate has to notice, by name. And what happens in an ordinary month, which none may notice.
 */
const scratch = mkdtempSync(join(tmpdir(), 'content-gates-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const { written, judged } = judging(scratch);

const COUNTRIES = ['nl', 'be', 'lu'] as const;
const inputs: { [country in Country]?: IndexInput } = {};
const releases: { [country in Country]?: Written } = {};
beforeAll(async () => {
  for (const country of COUNTRIES) {
    inputs[country] = await importFixture(country, scratch);
    releases[country] = await written(inputs[country]!);
  }
});

type Extent = 'municipality' | 'province' | 'country';
const EXTENTS: readonly Extent[] = ['municipality', 'province', 'country'];
/** All of them, or one: each fault is tried in each extent, of one country or another. */
const extentsOf = (row: number, country: Country): readonly Extent[] =>
  effort(0, 1) === 1 ? EXTENTS : [EXTENTS[(row + COUNTRIES.indexOf(country)) % EXTENTS.length]!];

/** What a fault does to an input: `rows` and `streets` are those in which the column is broken. */
type Fault = (input: IndexInput, rows: readonly number[], streets: ReadonlySet<number>) => IndexInput;

interface Row {
  readonly column: 'name' | 'postcode' | 'number' | 'identifier' | 'x' | 'y' | 'language' | 'status';
  readonly fault: string;
  readonly breaks: Fault;
  /** Any of these gates; all cells of the row by one of them. */
  readonly gates: readonly GateName[];
  /** Other countries do not have the column, or not in this form. */
  readonly countries?: readonly Country[];
  /** The countries whose first release shows the fault, too: they promise that the column is filled. */
  readonly isPromised?: readonly Country[];
}

const changed = (input: IndexInput, columns: Partial<AddressColumns>): IndexInput => ({
  ...input,
  addresses: { ...input.addresses, ...columns },
});
type Numbers = 'id' | 'number' | 'postcode' | 'latE7' | 'lonE7' | 'state' | 'street';
/** Sets some columns of the rows. */
const setting =
  (
    values: {
      readonly [name in Numbers]?: (row: number, input: IndexInput, rows: readonly number[], i: number) => number;
    },
  ): Fault =>
  (input, rows) => {
    const columns = Object.entries(values).map(([name, valueIn]) => {
      const column = input.addresses[name as Numbers].slice();
      rows.forEach((row, i) => {
        column[row] = valueIn(row, input, rows, i);
      });
      return [name, column];
    });
    return changed(input, Object.fromEntries(columns));
  };
/** The value of the next address of another street, as if the column were shifted against the others. */
const neighbours =
  (name: Numbers) =>
  (row: number, { addresses }: IndexInput, rows: readonly number[], i: number): number => {
    for (let step = 1; step < rows.length; step++) {
      const other = addresses[name][rows[(i + step) % rows.length]!]!;
      if (other !== addresses[name][row]) return other;
    }
    return addresses[name][row]! + 1;
  };
/** Gives streets other names. */
const naming =
  (nameOf: (names: Names, street: number, input: IndexInput) => Names): Fault =>
  (input, _, broken) => ({
    ...input,
    gazetteer: {
      ...input.gazetteer,
      streets: input.gazetteer.streets.map((street, i) =>
        broken.has(i) ? { ...street, names: nameOf(street.names, i, input) } : street,
      ),
    },
  });
const each = (names: Names, change: (name: string) => string): Names =>
  Object.fromEntries(Object.entries(names).map(([language, name]) => [language, change(name)]));
const twiceEncoded = (name: string): string => Buffer.from(name, 'utf8').toString('latin1');

const ROWS: readonly Row[] = [
  {
    column: 'name',
    fault: 'each street has the name of the next one',
    breaks: naming((_, street, { gazetteer }) => {
      const { names } = gazetteer.streets[(street + 1) % gazetteer.streets.length]!;
      return { ...names };
    }),
    gates: ['renamed'],
  },
  {
    column: 'name',
    fault: 'UTF-8 encoded twice',
    breaks: naming((names) => each(names, (name) => twiceEncoded(`é ${name}`))),
    gates: ['misread'],
    isPromised: COUNTRIES,
  },
  {
    column: 'name',
    fault: 'letters replaced by ?',
    breaks: naming((names) => each(names, (name) => name.replace(/[aeo]/, '?'))),
    gates: ['renamed'],
  },
  {
    column: 'name',
    fault: 'all in capitals',
    breaks: naming((names) => each(names, (name) => `${name.toUpperCase()} `)),
    gates: ['renamed'],
  },
  {
    column: 'name',
    fault: 'the place is called Onbekend',
    breaks: (input, _, streets) => {
      const places = new Set([...streets].map((street) => input.gazetteer.streets[street]!.place));
      return {
        ...input,
        gazetteer: {
          ...input.gazetteer,
          places: input.gazetteer.places.map((place, i) =>
            places.has(i) ? { ...place, names: { nl: 'Onbekend' } } : place,
          ),
        },
      };
    },
    gates: ['renamed'],
  },
  {
    column: 'postcode',
    fault: 'missing',
    breaks: setting({ postcode: () => 0 }),
    gates: ['without-postcode'],
    isPromised: COUNTRIES,
  },
  {
    column: 'postcode',
    fault: 'that of another street',
    breaks: setting({ postcode: neighbours('postcode') }),
    gates: ['postcodes'],
  },
  {
    column: 'number',
    fault: 'one more',
    breaks: setting({ number: (row, { addresses }) => addresses.number[row]! + 1 }),
    gates: ['renumbered'],
  },
  {
    column: 'number',
    fault: 'that of the neighbour',
    breaks: setting({ number: neighbours('number') }),
    gates: ['renumbered'],
  },
  { column: 'number', fault: 'missing', breaks: setting({ number: () => 0 }), gates: ['renumbered'] },
  {
    column: 'identifier',
    fault: 'all new',
    breaks: setting({ id: (row, { addresses }) => addresses.id[row]! + 1e12 }),
    gates: ['identifiers'],
  },
  {
    column: 'identifier',
    fault: 'those of other addresses',
    breaks: setting({ id: (_, { addresses }, rows, i) => addresses.id[rows[(i + 37) % rows.length]!]! }),
    gates: ['renumbered', 'renamed'],
  },
  {
    column: 'identifier',
    fault: 'all new, of houses that are not there',
    breaks: setting({
      id: (row, { addresses }) => addresses.id[row]! + 1e12,
      number: (row, { addresses }) => addresses.number[row]! + 2000,
    }),
    gates: ['replaced'],
  },
  {
    column: 'identifier',
    fault: 'all new, of streets',
    breaks: (input, _, broken) => ({
      ...input,
      gazetteer: {
        ...input.gazetteer,
        streets: input.gazetteer.streets.map((street, i) =>
          broken.has(i) ? { ...street, id: street.id + 1e12 } : street,
        ),
      },
    }),
    gates: ['contexts'],
  },
  {
    column: 'x',
    fault: '100 m to the east: another datum',
    breaks: setting({
      lonE7: (row, { addresses }) =>
        addresses.lonE7[row] === NO_POSITION ? NO_POSITION : addresses.lonE7[row]! + 14_500,
    }),
    gates: ['moved'],
  },
  {
    column: 'x',
    fault: 'missing',
    breaks: setting({ latE7: () => NO_POSITION, lonE7: () => NO_POSITION }),
    gates: ['without-position'],
    isPromised: ['nl', 'be'],
  },
  {
    column: 'y',
    fault: '39 km to the north',
    breaks: setting({
      latE7: (row, { addresses }) =>
        addresses.latE7[row] === NO_POSITION ? NO_POSITION : addresses.latE7[row]! + 3_500_000,
    }),
    gates: ['moved'],
  },
  {
    column: 'y',
    fault: 'all on one point',
    breaks: setting({
      latE7: (_, { addresses }, rows) => addresses.latE7[rows[0]!]!,
      lonE7: (_, { addresses }, rows) => addresses.lonE7[rows[0]!]!,
    }),
    gates: ['moved', 'without-position'],
  },
  {
    column: 'language',
    fault: 'the second one is missing',
    breaks: naming((names) => Object.fromEntries(Object.entries(names).slice(0, 1))),
    gates: ['languages'],
    countries: ['be'],
    isPromised: ['be'],
  },
  {
    column: 'language',
    fault: 'the names are those of another one',
    breaks: naming((names) => {
      const [[language, name] = ['nl', '']] = Object.entries(names);
      return language === 'de' ? { nl: name } : { de: name };
    }),
    gates: ['languages'],
  },
  {
    column: 'status',
    fault: 'nine of ten are withdrawn',
    breaks: (input, rows) => {
      const gone = new Set(rows.filter((_, i) => i % 10 !== 0));
      return without(input, (row) => gone.has(row));
    },
    gates: ['municipalities'],
  },
  {
    column: 'status',
    fault: 'only proposed',
    breaks: setting({ state: () => 2 }),
    gates: ['proposed'],
    countries: ['nl', 'be'],
  },
];

/** The rows of the largest municipality (with two languages where languages are broken), of its province, or all. */
function rowsIn(input: IndexInput, extent: Extent, { column, fault }: Row): number[] {
  const all = [...input.addresses.id.keys()];
  if (extent === 'country') return all;
  const isBilingual = column === 'language' && fault.startsWith('the second');
  const chosen = isBilingual
    ? municipalityOf(
        input,
        all.find((row) => Object.keys(input.gazetteer.streets[input.addresses.street[row]!]!.names).length > 1)!,
      )
    : largest(input);
  const provinceOf = (municipality: number): number => input.gazetteer.municipalities[municipality]!.province;
  return all.filter((row) =>
    extent === 'municipality'
      ? municipalityOf(input, row) === chosen
      : provinceOf(municipalityOf(input, row)) === provinceOf(chosen),
  );
}

describe.each(COUNTRIES)('a column of the register of %s that is broken', (country) => {
  const rows = ROWS.filter(({ countries }) => countries === undefined || countries.includes(country));
  it.each(rows)('$column: $fault', async (row) => {
    const input = inputs[country]!;
    for (const extent of extentsOf(ROWS.indexOf(row), country)) {
      const broken = rowsIn(input, extent, row);
      const streets = new Set(broken.map((each) => input.addresses.street[each]!));
      const after = await written(row.breaks(input, broken, streets));
      const candidate = candidateOf(after, releases[country]!);
      const noticed = row.gates.filter((gate) => runGate(gate, candidate).state === 'failed');
      expect(noticed, `in one ${extent}`).not.toEqual([]);
      if (row.isPromised && extent === 'country')
        expect(runGate(row.gates[0]!, after).state, 'in a first release').toBe(
          row.isPromised.includes(country) ? 'failed' : 'passed',
        );
    }
  });
});

/** The two municipalities of one province whose middles are nearest to one another. */
function nearestMunicipalities(input: IndexInput): readonly [number, number] {
  const { gazetteer, addresses } = input;
  const sums = gazetteer.municipalities.map(() => ({ count: 0, lat: 0, lon: 0 }));
  for (const row of addresses.id.keys()) {
    if (addresses.latE7[row] === NO_POSITION) continue;
    const sum = sums[municipalityOf(input, row)]!;
    sum.count++;
    sum.lat += addresses.latE7[row]!;
    sum.lon += addresses.lonE7[row]!;
  }
  const pairs = gazetteer.municipalities.flatMap(({ province }, a) =>
    gazetteer.municipalities.flatMap((other, b) => {
      if (b <= a || other.province !== province || sums[a]!.count < 10 || sums[b]!.count < 10) return [];
      const [one, two] = [sums[a]!, sums[b]!];
      const apart = Math.hypot(one.lat / one.count - two.lat / two.count, one.lon / one.count - two.lon / two.count);
      return [{ pair: [a, b] as const, apart }];
    }),
  );
  return pairs.sort((a, b) => a.apart - b.apart)[0]!.pair;
}

/** Farther from any identifier than Dutch ones, which have 16 digits, are from one another. */
const RENEWED = 5e15;

describe.each(COUNTRIES)('what happens in an ordinary month in %s passes', (country) => {
  /** The gates on changes, without those that only look at the new release. */
  const alarms = async (after: IndexInput, before: Written = releases[country]!): Promise<readonly string[]> =>
    failed(await judged(await written(after), before));

  it('a street is renamed', async () => {
    const input = inputs[country]!;
    const counts = new Map<number, number>();
    for (const street of input.addresses.street) counts.set(street, (counts.get(street) ?? 0) + 1);
    const [longest] = [...counts]
      .sort((a, b) => b[1] - a[1])
      .find(([, count]) => count < input.addresses.length * 0.02)!;
    expect(await alarms(naming((names) => each(names, () => 'Nieuwe Laan'))(input, [], new Set([longest])))).toEqual(
      [],
    );
  });

  it.each([
    ['is merged into another', {}],
    ['and another become a new one', { isNew: true }],
    // As in Belgium, where also one of two streets of the same name in the new municipality is renamed.
    [
      'and another become a new one with other identifiers, and one street in five another name',
      { isNew: true, isRenewed: true },
    ],
  ])('A municipality %s', async (_, { isNew = false, isRenewed = false }: { isNew?: boolean; isRenewed?: boolean }) => {
    const { gazetteer, addresses } = inputs[country]!;
    const [into, dissolved] = nearestMunicipalities(inputs[country]!);
    const isMerged = (municipality: number): boolean => municipality === dissolved || municipality === into;
    const renewed = <Identified extends { readonly id: number }>(each: Identified, municipality: number): Identified =>
      isRenewed && isMerged(municipality) ? { ...each, id: each.id + RENEWED } : each;
    const places = gazetteer.places.map((place) =>
      renewed(place.municipality === dissolved ? { ...place, municipality: into } : place, place.municipality),
    );
    const municipalities = gazetteer.municipalities.map((municipality, i) =>
      i === into && isNew ? { ...municipality, id: 99_999, names: { nl: 'Nieuwe Gemeente' } } : municipality,
    );
    const municipalityOfStreet = (street: { readonly place: number }): number =>
      gazetteer.places[street.place]!.municipality;
    const streets = gazetteer.streets.map((street, i) => {
      const isRenamed = isRenewed && municipalityOfStreet(street) === dissolved && i % 5 === 0;
      const names = isRenamed ? each(street.names, (name) => `Oude ${name}`) : street.names;
      return renewed({ ...street, names }, municipalityOfStreet(street));
    });
    const id = addresses.id.map((each, row) =>
      isRenewed && isMerged(municipalityOf(inputs[country]!, row)) ? each + RENEWED : each,
    );
    const merged = changed(inputs[country]!, { id });
    const after = await written({ ...merged, gazetteer: { ...gazetteer, places, municipalities, streets } });
    const { contexts, ...others } = await judged(after, releases[country]!);
    expect(Object.values(others).filter(({ state }) => state === 'failed')).toEqual([]);
    // Of the fixtures these two are a fifth; of a country they are not.
    expect(contexts.municipality!.figure).toBe(0);
    if (isRenewed) expect(others.municipalities.explanation).toBe('None has lost any.');
  });
});

describe('a country of municipalities of every size', () => {
  const SIZE = effort(40_000, 3_000_000);
  it.each(COUNTRIES)(
    'has a month of houses built, withdrawn, renumbered and surveyed, and of new postcodes: %s',
    async (country) => {
      const before = manyMunicipalities(country, SIZE);
      const after = nextMonth(before);
      const former = await written(before);
      const candidate = candidateOf(await written(after), former);
      for (const gate of GATE_NAMES.filter((each) => each !== 'closure'))
        expect(['passed', 'skipped'], gate).toContain(runGate(gate, candidate).state);
      const counted = runGate('postcodes', candidate);
      expect(counted.figure).toBeGreaterThan(0.25);
      expect(counted.municipality!.figure).toBeGreaterThan(1);
    },
  );
});
