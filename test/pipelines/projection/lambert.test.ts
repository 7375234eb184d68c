import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { belgianConverter, loadBelgianDatumGrid } from '../../../pipelines/projection/lambert.ts';
import { AddressLookupError } from '../../../src/errors.ts';
import { metresApart } from '../../support/oracle.ts';

/** Published pairs: NGI's own known point, two of the Flemish geocoder (seven parameters), one of 2026 in BeST itself. */
const PUBLISHED: readonly [x: number, y: number, latitude: number, longitude: number, tolerance: number][] = [
  [157022.87, 171745.084, 50.856057, 4.468493, 0.2],
  [104751.84, 192389.4, 51.03991219945412, 3.723601443431199, 0.001],
  [219009.14, 187317.72, 50.991974017459327, 5.3517046535166282, 0.001],
  [146321.078, 169504.609, 50.83595, 4.31653, 1.5],
];

const belgianPoint = fc.tuple(
  fc.double({ min: 25_000, max: 295_000, noNaN: true }),
  fc.double({ min: 22_000, max: 243_000, noNaN: true }),
);

describe('Lambert 72', () => {
  const lambert72 = belgianConverter('EPSG:31370');

  it('agrees with published pairs, so that the rotations have the right sign', () => {
    for (const [x, y, latitude, longitude, tolerance] of PUBLISHED) {
      expect(metresApart(lambert72.toWgs84(x, y), [latitude, longitude])).toBeLessThan(tolerance);
    }
  });

  it('leaves its own metres as they are', () => {
    expect(lambert72.toLambert72(146321.078, 169504.609, [50.83594, 4.31652])).toEqual([146321.078, 169504.609]);
  });
});

describe('Lambert 2008', () => {
  const lambert2008 = belgianConverter('EPSG:3812');

  it('agrees with PROJ on the published point of Malmedy', () => {
    // The same address in both layouts of BeST: 271276.869 125809.046 in Lambert 72.
    const [x, y] = [771280.74313, 625824.27192];
    expect(metresApart(lambert2008.toWgs84(x, y), [50.43059290080018, 6.07583746267802])).toBeLessThan(0.4);
    const [x72, y72] = lambert2008.toLambert72(x, y, lambert2008.toWgs84(x, y));
    expect(Math.hypot(x72 - 271276.869, y72 - 125809.046)).toBeLessThan(0.35);
  });

  it('gives one place the same degrees as Lambert 72 does, everywhere in Belgium', () => {
    const lambert72 = belgianConverter('EPSG:31370');
    fc.assert(
      fc.property(belgianPoint, ([x, y]) => {
        const [x2008, y2008] = [x + 500_000, y + 500_000];
        const [x72, y72] = lambert2008.toLambert72(x2008, y2008, lambert2008.toWgs84(x2008, y2008));
        expect(metresApart(lambert72.toWgs84(x72, y72), lambert2008.toWgs84(x2008, y2008))).toBeLessThan(0.001);
      }),
    );
  });

  it('would put the register\'s "no position" in Spain, which is why it is recognised in metres', () => {
    const [latitude, longitude] = lambert2008.toWgs84(0, 0);
    expect(metresApart([latitude, longitude], [44.50414, -3.77999])).toBeLessThan(2);
  });
});

describe('a grid file', () => {
  it('is refused when there is none, when it is no grid, and when it is cut off', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'lambert-'));
    const files: readonly [string, string, string][] = [
      ['text.tif', 'this is no grid', 'neither GeoTIFF nor NTv2'],
      ['empty.tif', '', 'neither GeoTIFF nor NTv2'],
      ['cut.tif', 'II*\0\b\0\0\0', 'cannot be used'],
    ];
    try {
      for (const [name, content, sentence] of files) {
        const file = join(directory, name);
        await writeFile(file, content);
        const error = await loadBelgianDatumGrid(file).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(AddressLookupError);
        expect(error).toMatchObject({ code: 'invalid-option', message: expect.stringContaining(sentence) });
      }
      await expect(loadBelgianDatumGrid(join(directory, 'absent.tif'))).rejects.toMatchObject({
        code: 'input-not-found',
      });
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

const pairsFile = new URL('../../../../shared/data/projection/be-pairs.csv', import.meta.url);
const gridFile = new URL('../../../../shared/data/projection/be_ign_bd72lb72_etrs89lb08.tif', import.meta.url);
const dutchGrid = new URL('../../../../shared/data/projection/nl_nsgi_rdtrans2018.tif', import.meta.url);
const walloonFile = (layout: string) =>
  new URL(`../../../../shared/data/best/openaddress-bewal${layout}.csv`, import.meta.url);
const present = existsSync(pairsFile) && existsSync(gridFile);

describe.skipIf(!present)('against real pairs', () => {
  it('stays within 1.6 m of what BeST itself printed, five decimals and another epoch included', () => {
    const lambert72 = belgianConverter('EPSG:31370');
    const rows = readFileSync(pairsFile, 'utf8').trim().split('\n').slice(1);
    const compared = rows.filter((row) => /,best_csv,/.test(row)).map((row) => row.split(','));
    expect(compared.length).toBeGreaterThan(0);
    for (const [x, y, latitude, longitude] of compared) {
      const ours = lambert72.toWgs84(Number(x), Number(y));
      expect(metresApart(ours, [Number(latitude), Number(longitude)])).toBeLessThan(1.6);
    }
  });

  it('agrees to 2 mm between the two layouts of BeST with the official grid, to 0.35 m without', async () => {
    const grid = await loadBelgianDatumGrid(fileURLToPath(gridFile));
    const xy = (file: URL) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .slice(1, 2000)
        .map((row) => row.split(',').slice(0, 2).map(Number));
    const old = xy(walloonFile(''));
    const recent = xy(walloonFile('_3812'));
    let compared = 0;
    let worst = 0;
    let worstWithoutGrid = 0;
    const [exact, approximate] = [belgianConverter('EPSG:3812', grid), belgianConverter('EPSG:3812')];
    const withGrid72 = belgianConverter('EPSG:31370', grid);
    for (let i = 0; i < old.length; i++) {
      const [x72, y72] = old[i]!;
      const [x, y] = recent[i]!;
      if (x72 === 0) continue;
      compared++;
      const [x1, y1] = exact.toLambert72(x!, y!, exact.toWgs84(x!, y!));
      worst = Math.max(worst, Math.hypot(x1 - x72!, y1 - y72!));
      const [x2, y2] = approximate.toLambert72(x!, y!, approximate.toWgs84(x!, y!));
      worstWithoutGrid = Math.max(worstWithoutGrid, Math.hypot(x2 - x72!, y2 - y72!));
      expect(metresApart(withGrid72.toWgs84(x72!, y72!), exact.toWgs84(x!, y!))).toBeLessThan(0.002);
    }
    expect(compared).toBeGreaterThan(1000);
    expect(worst).toBeLessThan(0.002);
    expect(worstWithoutGrid).toBeLessThan(0.35);
  });

  it('falls back on the seven parameters outside the grid, without printing', async () => {
    const grid = await loadBelgianDatumGrid(fileURLToPath(gridFile));
    const [x, y] = [150_000, 400_000];
    expect(belgianConverter('EPSG:31370', grid).toWgs84(x, y)).toEqual(belgianConverter('EPSG:31370').toWgs84(x, y));
  });

  it('refuses the grid of another country', async () => {
    await expect(loadBelgianDatumGrid(fileURLToPath(dutchGrid))).rejects.toMatchObject({ code: 'invalid-option' });
  });
});
