import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRdGrid, rdConverter } from '../../../pipelines/projection/rd.ts';
import { toE7, type Wgs84Converter } from '../../../pipelines/projection/wgs84-converter.ts';
import { metresApart } from '../../support/oracle.ts';

/**
 * Points published by Kadaster with RDNAPTRANS (2008, which agrees with the grid of 2018 within 4 mm), and the first
 * point of the official test file of 2018.
 */
const PUBLISHED: readonly (readonly [name: string, latitude: number, longitude: number, x: number, y: number])[] = [
  ['Texel', 53.160753042, 4.824761912, 117380.12, 575040.34],
  ['Noord-Groningen', 53.41948205, 6.776726674, 247380.56, 604580.78],
  ['Amersfoort', 52.155172897, 5.387203657, 155000, 463000],
  ['Zeeuws-Vlaanderen', 51.368607152, 3.397588595, 16460.91, 377380.23],
  ['Zuid-Limburg', 50.792584916, 5.773795548, 182260.45, 311480.67],
  ['Maasvlakte', 51.947393898, 4.072887101, 64640.89, 440700.0101],
  ['Z001, first point', 51.728601274, 4.712120126, 108360.879, 415757.2745],
  ['Z001, north-east', 53.148288321, 7.180899528, 275000, 575000],
];

function errorMetres(converter: Wgs84Converter, [, latitude, longitude, x, y]: (typeof PUBLISHED)[number]): number {
  return metresApart(converter.toWgs84(x, y), [latitude, longitude]);
}

describe('RD to WGS84 with seven parameters', () => {
  const converter = rdConverter();

  it.each(PUBLISHED)('%s is within 0.25 m', (...point) => {
    expect(errorMetres(converter, point)).toBeLessThan(0.25);
  });

  it('gives latitude first', () => {
    const [latitude, longitude] = converter.toWgs84(155000, 463000);
    expect(latitude).toBeGreaterThan(50);
    expect(longitude).toBeLessThan(8);
  });
});

const GRID = new URL('../../../../shared/data/projection/nl_nsgi_rdtrans2018.tif', import.meta.url);
const OTHER_GRID = new URL('../../../../shared/data/projection/be_ign_bd72lb72_etrs89lb08.tif', import.meta.url);
const hasGrids = existsSync(GRID) && existsSync(OTHER_GRID);

describe.skipIf(!hasGrids)('RD to WGS84 with the official grid', () => {
  let converter: Wgs84Converter;
  beforeAll(async () => {
    converter = rdConverter(await loadRdGrid(fileURLToPath(GRID)));
  });

  it.each(PUBLISHED)('%s is within a centimetre', (...point) => {
    expect(errorMetres(converter, point)).toBeLessThan(0.01);
  });

  it.each([
    ['far out at sea', -400_000, 900_000],
    ['in Germany', 900_000, 463_000],
  ])('falls back to the seven parameters %s', (_, x, y) => {
    expect(converter.toWgs84(x, y)).toEqual(rdConverter().toWgs84(x, y));
  });

  it('has no step at the edge of the grid', () => {
    const seven = rdConverter();
    for (let x = -60_000; x < 400_000; x += 5_000) {
      // Offshore the seven parameters are worse than on land, but no address is moved by a datum's 100 m.
      expect(metresApart(converter.toWgs84(x, 463_000), seven.toWgs84(x, 463_000))).toBeLessThan(3);
    }
  });

  it('refuses the grid of another country', async () => {
    await expect(loadRdGrid(fileURLToPath(OTHER_GRID))).rejects.toMatchObject({
      code: 'invalid-option',
      message: expect.stringContaining('is not the grid of the Netherlands'),
    });
  });
});

describe('a grid file that cannot be used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grid-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is named when it is not there', async () => {
    await expect(loadRdGrid(join(folder, 'none.tif'))).rejects.toMatchObject({ code: 'input-not-found' });
  });

  it('is named when it is no grid', async () => {
    writeFileSync(join(folder, 'grid.tif'), 'hello');
    await expect(loadRdGrid(join(folder, 'grid.tif'))).rejects.toMatchObject({ code: 'invalid-option' });
  });
});

describe('degrees in the index', () => {
  it('are whole units of 10⁻⁷ degree, rounded', () => {
    expect(toE7(52.155172897)).toBe(521_551_729);
    expect(toE7(-5.38720365)).toBe(-53_872_036);
  });
});
