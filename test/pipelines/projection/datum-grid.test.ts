import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromArrayBuffer } from 'geotiff';
import proj4 from 'proj4';
import { afterAll, describe, expect, it } from 'vitest';
import { loadDatumGrid } from '../../../pipelines/projection/datum-grid.ts';
import { loadRdGrid, rdConverter } from '../../../pipelines/projection/rd.ts';
import { type Ntv2Grid, ntv2File } from '../../support/ntv2-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'datum-grid-'));
afterAll(() => rmSync(directory, { recursive: true }));

function gridFile(name: string, grids: readonly Ntv2Grid[]): string {
  const file = join(directory, name);
  writeFileSync(file, ntv2File(grids));
  return file;
}

/** Shifts that are linear in both directions, so that interpolation between nodes is exact. */
function linear(offset: number): Ntv2Grid['shiftAt'] {
  return (latitude, longitude) => [offset + (latitude - 52) * 1e-4, 2 * offset - (longitude - 5) * 2e-4];
}

async function shifted(file: string): Promise<(latitude: number, longitude: number) => readonly [number, number]> {
  const grid = await loadDatumGrid(file);
  const projection = proj4(`+proj=longlat +ellps=GRS80 +nadgrids=${grid.key} +no_defs`, 'WGS84');
  return (latitude, longitude) => {
    const [lon, lat] = projection.forward([longitude, latitude]) as [number, number];
    return [lat - latitude, lon - longitude];
  };
}

describe('an NTv2 grid', () => {
  const whole: Ntv2Grid = {
    name: 'WHOLE',
    south: 50,
    north: 54,
    west: 3,
    east: 8,
    latitudeStep: 0.25,
    longitudeStep: 0.5,
    shiftAt: linear(0.001),
  };

  it('shifts a point by what its nodes say, between them by what lies between, eastward as positive', async () => {
    const shift = await shifted(gridFile('whole.gsb', [whole]));
    for (const [latitude, longitude] of [
      [52, 5],
      [50.6, 3.3],
      [53.71, 7.62],
      [51.99, 4.01],
    ] as const) {
      const [expectedLatitude, expectedLongitude] = whole.shiftAt(latitude, longitude);
      const [gotLatitude, gotLongitude] = shift(latitude, longitude);
      expect(gotLatitude).toBeCloseTo(expectedLatitude, 8);
      expect(gotLongitude).toBeCloseTo(expectedLongitude, 8);
    }
  });

  it('takes the finest of several grids, in whatever order they stand in the file', async () => {
    const fine: Ntv2Grid = {
      ...whole,
      name: 'FINE',
      south: 52,
      north: 52.5,
      west: 4.5,
      east: 5,
      latitudeStep: 0.05,
      longitudeStep: 0.05,
      shiftAt: linear(0.003),
    };
    for (const [name, grids] of [
      ['coarse-first.gsb', [whole, fine]],
      ['fine-first.gsb', [fine, whole]],
    ] as const) {
      const shift = await shifted(gridFile(name, grids));
      expect(shift(52.21, 4.77)[0]).toBeCloseTo(fine.shiftAt(52.21, 4.77)[0], 8);
      expect(shift(51.5, 4.77)[0]).toBeCloseTo(whole.shiftAt(51.5, 4.77)[0], 8);
    }
  });

  it('knows which places it covers', async () => {
    const { covers } = await loadDatumGrid(gridFile('covers.gsb', [whole]));
    expect([covers(52, 5), covers(50.01, 7.99), covers(49.9, 5), covers(52, 8.1), covers(52, -5)]).toEqual([
      ...[true, true],
      ...[false, false, false],
    ]);
  });

  it('of another country is refused by name', async () => {
    await expect(loadRdGrid(gridFile('other.gsb', [whole]))).rejects.toMatchObject({ code: 'invalid-option' });
  });

  it('that is cut short is refused', async () => {
    const file = join(directory, 'short.gsb');
    writeFileSync(file, ntv2File([whole]).subarray(0, 1000));
    await expect(loadDatumGrid(file)).rejects.toMatchObject({ code: 'invalid-option' });
  });
});

const OFFICIAL = new URL('../../../../shared/data/projection/nl_nsgi_rdtrans2018.tif', import.meta.url);
const hasOfficial = existsSync(OFFICIAL);

describe.skipIf(!hasOfficial)('the official Dutch grid, written as NTv2', () => {
  it('gives the positions that it gives as GeoTIFF', async () => {
    const asNtv2 = rdConverter(await loadRdGrid(gridFile('rdtrans2018.gsb', await readOfficial())));
    const asGeoTiff = rdConverter(await loadRdGrid(fileURLToPath(OFFICIAL)));
    for (let x = 10_000; x < 280_000; x += 7_919) {
      for (let y = 305_000; y < 620_000; y += 9_973) {
        const [latitude, longitude] = asNtv2.toWgs84(x, y);
        const [expectedLatitude, expectedLongitude] = asGeoTiff.toWgs84(x, y);
        // A tenth of a millimetre: NTv2 keeps shifts as 32-bit floats of seconds.
        expect(Math.abs(latitude - expectedLatitude)).toBeLessThan(1e-9);
        expect(Math.abs(longitude - expectedLongitude)).toBeLessThan(1e-9);
      }
    }
  });
});

/** Each image of the file is one grid, the coarse one over all of it first. */
async function readOfficial(): Promise<Ntv2Grid[]> {
  const { buffer, byteOffset, byteLength } = await readFile(OFFICIAL);
  const tiff = await fromArrayBuffer(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
  const grids: Ntv2Grid[] = [];
  for (let i = 0; i < (await tiff.getImageCount()); i++) {
    const image = await tiff.getImage(i);
    const [width, height] = [image.getWidth(), image.getHeight()];
    const [west, north] = image.getOrigin() as [number, number];
    const [longitudeStep, negativeStep] = image.getResolution() as [number, number];
    const latitudeStep = -negativeStep;
    const [latitudes, longitudes] = (await image.readRasters()) as unknown as [Float32Array, Float32Array];
    grids.push({
      name: `GRID${i}`,
      south: north - (height - 1) * latitudeStep,
      north,
      west,
      east: west + (width - 1) * longitudeStep,
      latitudeStep,
      longitudeStep,
      shiftAt(latitude, longitude) {
        const node =
          Math.round((north - latitude) / latitudeStep) * width + Math.round((longitude - west) / longitudeStep);
        return [latitudes[node]! / 3600, longitudes[node]! / 3600];
      },
    });
  }
  return grids;
}
