import { readFile } from 'node:fs/promises';
import proj4 from 'proj4';
import { AddressLookupError } from '../../src/errors.ts';
import type { Wgs84Converter } from './wgs84-converter.ts';

/** The two national grids of Belgium. BeST is published in the second since 11 October 2026. */
export type BelgianCrs = 'EPSG:31370' | 'EPSG:3812';

/** Turns metres of a Belgian grid into WGS84 degrees, and into Lambert 72, which is what addresses are shown with. */
export interface BelgianConverter extends Wgs84Converter {
  /** Metres of Lambert 72 (EPSG:31370) of a point whose degrees are known; the same metres where that is the grid itself. */
  toLambert72(
    x: number,
    y: number,
    degrees: readonly [latitude: number, longitude: number],
  ): readonly [x: number, y: number];
}

/**
 * Belgian Lambert 72 without its datum shift; the ellipsoid is International 1924.
 *
 * WGS84 here is ETRS89, as everywhere in this package. BOSA's own degrees are, since June 2025, those of WGS84 at epoch
 * 2025.0, which Europe's plate has carried 0.89 m to the north-east of ETRS89.
 */
const LAMBERT_72 =
  '+proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 +lat_2=49.8333339 ' +
  '+x_0=150000.013 +y_0=5400088.438 +ellps=intl +units=m +no_defs';

/**
 * The seven parameters of EPSG:15929, with the signs that `towgs84` wants (position vector). The same numbers with the
 * signs of the coordinate frame, as epsg.io once had them, put every address 65 m off; without them it is 107 m.
 * Against the official grid: 0.11 m off in the median, 0.33 m at most.
 */
const SEVEN_PARAMETERS = '+towgs84=-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747';

/** Belgian Lambert 2008, on ETRS89: no datum shift. */
const LAMBERT_2008 =
  '+proj=lcc +lat_0=50.797815 +lon_0=4.35921583333333 +lat_1=49.8333333333333 +lat_2=51.1666666666667 ' +
  '+x_0=649328 +y_0=665262 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs';

const WGS84 = 'WGS84';
const DEGREES_PER_RADIAN = 180 / Math.PI;

type Point = [number, number];

/** What proj4's converters do, one way or the other. */
interface Conversion {
  forward(point: Point): Point;
  inverse(point: Point): Point;
}

/** A loaded grid of shifts from BD72 to ETRS89, with the box it covers, in degrees. */
export interface BelgianDatumGrid {
  readonly conversion: Conversion;
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/**
 * Builds the converter of one grid, which costs far more than converting.
 *
 * Lambert 2008 to WGS84 is exact (0.1 mm). What crosses the datum, Lambert 72 to WGS84 and Lambert 2008 to Lambert 72, is
 * 0.11 m off in the median and 0.33 m at most with the seven parameters, and better than 5 mm with the official grid.
 * Outside the area of the grid, the seven parameters hold.
 */
export function belgianConverter(crs: BelgianCrs, grid?: BelgianDatumGrid): BelgianConverter {
  return crs === 'EPSG:31370' ? lambert72Converter(grid) : lambert2008Converter(grid);
}

function lambert72Converter(grid: BelgianDatumGrid | undefined): BelgianConverter {
  const sevenParameters: Conversion = proj4(`${LAMBERT_72} ${SEVEN_PARAMETERS}`, WGS84);
  return {
    toLambert72: (x, y) => [x, y],
    toWgs84(x, y) {
      let [longitude, latitude] = sevenParameters.forward([x, y]);
      if (grid !== undefined && covers(grid, latitude, longitude)) {
        [longitude, latitude] = grid.conversion.forward([x, y]);
      }
      return [latitude, longitude];
    },
  };
}

function lambert2008Converter(grid: BelgianDatumGrid | undefined): BelgianConverter {
  const lambert2008: Conversion = proj4(LAMBERT_2008, WGS84);
  const sevenParameters: Conversion = proj4(`${LAMBERT_72} ${SEVEN_PARAMETERS}`, WGS84);
  return {
    toLambert72(_x, _y, [latitude, longitude]) {
      const inGrid = grid !== undefined && covers(grid, latitude, longitude);
      return (inGrid ? grid.conversion : sevenParameters).inverse([longitude, latitude]);
    },
    toWgs84(x, y) {
      const [longitude, latitude] = lambert2008.forward([x, y]);
      return [latitude, longitude];
    },
  };
}

/**
 * Loads the grid of shifts that the National Geographic Institute publishes (`be_ign_bd72lb72_etrs89lb08`), as GeoTIFF or
 * NTv2, and tries it on a known point.
 *
 * @throws AddressLookupError `input-not-found`; `invalid-option` for a file that is no such grid, or one of another country.
 */
export async function loadBelgianDatumGrid(file: string): Promise<BelgianDatumGrid> {
  const bytes = await gridBytes(file);
  const key = `bd72-to-etrs89:${file}`;
  try {
    const { subgrids } = await registerGrid(key, bytes);
    const conversion: Conversion = proj4(`${LAMBERT_72} +nadgrids=${key}`, WGS84);
    const grid = { conversion, ...boxAround(subgrids) };
    assertBelgian(grid);
    return grid;
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new AddressLookupError(
      'invalid-option',
      `"${file}" cannot be used as the grid of Belgium (${reason}). Give the grid be_ign_bd72lb72_etrs89lb08 as GeoTIFF or NTv2.`,
      { got: file, reason },
      { cause },
    );
  }
}

async function gridBytes(file: string): Promise<ArrayBuffer> {
  try {
    const bytes = await readFile(file);
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  } catch (cause) {
    throw new AddressLookupError('input-not-found', `There is no grid file "${file}".`, { got: file }, { cause });
  }
}

/** proj4's account of a grid: corner, spacing and number of nodes, in radians, longitudes counted to the west. */
interface Subgrid {
  ll: number[];
  del: number[];
  lim: number[];
}

/** The same class as geotiff's own, whose types proj4 reaches by another path. */
type ProjGeoTiff = Parameters<typeof proj4.nadgrid>[1];

async function registerGrid(key: string, bytes: ArrayBuffer): Promise<{ subgrids: Subgrid[] }> {
  const isTiff = ['II', 'MM'].includes(Buffer.from(bytes, 0, Math.min(2, bytes.byteLength)).toString('latin1'));
  if (!isTiff) {
    const isNtv2 = Buffer.from(bytes, 0, Math.min(8, bytes.byteLength)).toString('latin1') === 'NUM_OREC';
    if (!isNtv2) throw new Error('it is neither GeoTIFF nor NTv2');
    return proj4.nadgrid(key, bytes);
  }
  // Loaded on demand: few builds have a grid.
  const { fromArrayBuffer } = await import('geotiff');
  return proj4.nadgrid(key, (await fromArrayBuffer(bytes)) as unknown as ProjGeoTiff).ready;
}

function boxAround(subgrids: readonly Subgrid[]): Omit<BelgianDatumGrid, 'conversion'> {
  const box = { south: 90, west: 180, north: -90, east: -180 };
  for (const { ll, del, lim } of subgrids) {
    const [west, south] = [ll[0]!, ll[1]!];
    box.east = Math.max(box.east, -west * DEGREES_PER_RADIAN);
    box.west = Math.min(box.west, -(west + (lim[0]! - 1) * del[0]!) * DEGREES_PER_RADIAN);
    box.south = Math.min(box.south, south * DEGREES_PER_RADIAN);
    box.north = Math.max(box.north, (south + (lim[1]! - 1) * del[1]!) * DEGREES_PER_RADIAN);
  }
  return box;
}

function covers(grid: Omit<BelgianDatumGrid, 'conversion'>, latitude: number, longitude: number): boolean {
  // A margin of about 100 m: the seven parameters tell where a point lies to a third of a metre only, and proj4
  // prints to the console when it is asked for a point that the grid does not have.
  const margin = 0.001;
  return (
    latitude > grid.south + margin &&
    latitude < grid.north - margin &&
    longitude > grid.west + margin &&
    longitude < grid.east - margin
  );
}

/** The triangulation point of which the National Geographic Institute publishes both coordinates, in Lambert 72. */
const KNOWN_POINT: readonly [number, number] = [157022.87, 171745.084];
const KNOWN_LATITUDE = 50.856057;
const KNOWN_LONGITUDE = 4.468493;

function assertBelgian(grid: BelgianDatumGrid): void {
  if (!covers(grid, KNOWN_LATITUDE, KNOWN_LONGITUDE)) throw new Error('it does not cover Belgium');
  const [longitude, latitude] = grid.conversion.forward([...KNOWN_POINT]);
  // 10⁻⁵ degree is about a metre; the wrong datum or the wrong direction is off by a hundred.
  const agrees = Math.abs(latitude - KNOWN_LATITUDE) < 1e-5 && Math.abs(longitude - KNOWN_LONGITUDE) < 1e-5;
  if (!agrees) throw new Error('it does not lead from BD72 to ETRS89');
}
