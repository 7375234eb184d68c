import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bagImport } from '../../pipelines/bag/bag-import.ts';
import { bestImport } from '../../pipelines/best/best-import.ts';
import { caclrImport } from '../../pipelines/caclr/caclr-import.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import type { RegisterImport } from '../../pipelines/register-import.ts';
import { buildIndex } from '../../pipelines/run.ts';
import { LocalMetric } from '../../src/model/local-metric.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { openIndex } from '../../src/store/directory.ts';
import { effort } from '../support/effort.ts';
import { Random } from '../support/random.ts';
import { openRegister, type SmallAddress } from '../support/small-register.ts';

const DATA = new URL('../../../shared/data/', import.meta.url);
const pathOf = (name: string): string => fileURLToPath(new URL(name, DATA));
const isAtHand = existsSync(DATA);

/** Positions by address, in 10⁻⁷ degree. */
interface Positions {
  readonly index: CountryIndex;
  readonly positions: readonly (readonly [latE7: number, lonE7: number] | null)[];
}

const folder = mkdtempSync(join(tmpdir(), 'real-positions-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The index of files of a register, and what it says itself of each address. */
async function imported(register: RegisterImport, ...files: string[]): Promise<Positions> {
  const out = mkdtempSync(join(folder, 'out-'));
  await buildIndex(register, files.map(pathOf), out, { progress: silentProgress, threads: 1 });
  const index = await openIndex(join(out, register.country));
  const { addresses } = index;
  const positions = Array.from({ length: addresses.length }, (_, address) =>
    addresses.hasPosition(address) ? ([addresses.latE7Of(address), addresses.lonE7Of(address)] as const) : null,
  );
  return { index, positions };
}

/** Of a table of a province, as many rows as the effort allows; positions are those of the table. */
async function province(name: string): Promise<Positions> {
  const [, ...lines] = gunzipSync(readFileSync(pathOf(`national/nl_addresses_${name}.csv.gz`)))
    .toString()
    .trim()
    .split('\n');
  const places = new Map<string, number>();
  const streets = new Map<string, number>();
  const placeOfStreet: number[] = [];
  const numbered = (map: Map<string, number>, key: string): number => {
    if (!map.has(key)) map.set(key, map.size);
    return map.get(key)!;
  };
  const read = lines.slice(0, effort(40_000, lines.length)).map((line, i): SmallAddress => {
    const [street, number, letter, addition, postcode, place, , , lat, lon] = line.split(';') as string[];
    const at = numbered(streets, `${street}\t${place}`);
    placeOfStreet[at] = numbered(places, place!);
    const position = {
      latE7: Math.round(Number(lat) * 1e7),
      lonE7: Math.round(Number(lon) * 1e7),
      gridXmm: 0,
      gridYmm: 0,
    };
    const own = { letter: letter!, addition: addition!, postcode: postcode!, number: Number(number) };
    return { id: i + 1, street: at, ...own, position, state: 0 };
  });
  const gazetteer = {
    regions: [],
    provinces: [{ id: 1, names: { nl: name } }],
    municipalities: [{ id: 1, names: { nl: name }, province: 0 }],
    places: [...places.keys()].map((place, i) => ({ id: i + 1, names: { nl: place }, municipality: 0 })),
    streets: [...streets.keys()].map((key, i) => ({
      id: i + 1,
      names: { nl: key.slice(0, key.indexOf('\t')) },
      place: placeOfStreet[i]!,
    })),
  };
  const { index } = await openRegister({ country: 'nl', gazetteer, addresses: read });
  const positions = Array.from({ length: index.addresses.length }, (_, address) => {
    const { latE7, lonE7 } = read[index.addresses.idOf(address) - 1]!.position!;
    return [latE7, lonE7] as const;
  });
  return { index, positions };
}

const REGIONS = ['bebru', 'bevlg', 'bewal'].map((name) => `best/openaddress-${name}.csv`);

const SETS: readonly [name: string, open: () => Promise<Positions>][] = [
  ['Weesp', () => imported(bagImport, 'bag/BAGGEM0457L-15092021.zip')],
  ['three municipalities of Belgium', () => imported(bestImport, ...REGIONS)],
  ['Luxembourg', () => imported(caclrImport, 'caclr/caclr.zip', 'caclr/addresses_sample_2025-06.csv')],
  ['Groningen', () => province('groningen')],
  ['Zeeland', () => province('zeeland')],
];

describe.skipIf(!isAtHand).each(SETS)('on the real positions of %s', (_, open) => {
  let index: CountryIndex;
  let positions: Positions['positions'];
  let placed: number[];
  beforeAll(async () => {
    ({ index, positions } = await open());
    placed = [...positions.keys()].filter((address) => positions[address] !== null);
  });

  it('every address has the position that it was given', () => {
    expect(placed.length).toBeGreaterThan(90);
    for (const [address, position] of positions.entries()) {
      if (index.addresses.hasPosition(address) !== (position !== null)) expect.fail(`address ${address}`);
      if (position === null) continue;
      if (index.addresses.latE7Of(address) !== position[0] || index.addresses.lonE7Of(address) !== position[1])
        expect.fail(`address ${address} is not at ${position}`);
    }
  });

  it('circles and nearest addresses are those that a look at all addresses finds', () => {
    const random = new Random(13);
    let total = 0;
    for (let i = 0; i < effort(60, 600); i++) {
      const [latE7, lonE7] = positions[placed[random.between(0, placed.length - 1)]!]!;
      // On an address, or up to some 50 m beside it.
      const beside = i % 3 === 0 ? 0 : 5000;
      const latitude = (latE7 + random.between(-beside, beside)) / 1e7;
      const longitude = (lonE7 + random.between(-beside, beside)) / 1e7;
      const metric = new LocalMetric(latitude, longitude);
      const all = placed
        .map((address) => ({ address, d: metric.squaredMetresTo(...positions[address]!) }))
        .filter(({ d }) => d <= 500 * 500)
        .sort((a, b) => a.d - b.d || a.address - b.address);
      for (const radius of [5, 50, 500]) {
        const within = all.filter(({ d }) => d <= radius * radius);
        for (const capacity of [0, 20, within.length]) {
          const hits = index.points.within(latitude, longitude, radius, capacity);
          expect(hits.total).toBe(within.length);
          expect(hits.take()).toEqual(within.slice(0, capacity).map(({ address }) => address));
        }
        total += within.length;
      }
      const nearest = index.points.nearest(latitude, longitude, 500 * 500, 1_000);
      expect(nearest?.squaredMetres).toBe(all[0]?.d);
      const least = Math.min(...all.filter(({ d }) => d <= all[0]!.d + 0.01 ** 2).map(({ address }) => address));
      if (all.length > 0) expect(nearest?.addresses[0]).toBe(least);
    }
    expect(total).toBeGreaterThan(100);
  });
});
