import { readFile } from 'node:fs/promises';
import { AddressLookupError } from '../../src/errors.ts';
import { loadProj4, type Wgs84Converter } from './wgs84-converter.ts';

/** An official grid of shifts from a national datum to ETRS89, loaded into proj4. */
export interface DatumGrid {
  /** The key to use in a proj4 definition: `+nadgrids=${key}`. */
  readonly key: string;
  /** Whether the grid knows the shift at this place, in degrees. */
  covers(latitude: number, longitude: number): boolean;
}

interface Box {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** proj4's account of a grid: corner, spacing and number of nodes, in radians, longitudes counted to the west. */
interface Subgrid {
  ll: number[];
  del: number[];
  lim: number[];
}

/** The same class as geotiff's own, whose types proj4 reaches by another path. */
type ProjGeoTiff = Parameters<ReturnType<typeof loadProj4>['nadgrid']>[1];

const DEGREES_PER_RADIAN = 180 / Math.PI;

/**
 * About 100 m, a margin at the edge of the grid. The seven parameters that locate a point are accurate to a third of a
 * metre only, and beyond the grid proj4 interpolates with the outermost nodes.
 */
const MARGIN_DEGREES = 0.001;

/**
 * Loads a grid file, GeoTIFF or NTv2.
 *
 * @throws AddressLookupError `input-not-found`, or `invalid-option` for a file that is no grid.
 */
export async function loadDatumGrid(file: string): Promise<DatumGrid> {
  const bytes = await gridBytes(file);
  const key = `grid:${file}`;
  try {
    const { subgrids } = await register(key, bytes);
    // proj4 takes the first subgrid that has the point; in NTv2 files the coarse one often comes first.
    subgrids.sort((a, b) => a.del[0]! * a.del[1]! - b.del[0]! * b.del[1]!);
    const boxes = subgrids.map(boxOf);
    return { key, covers: (latitude, longitude) => boxes.some((box) => contains(box, latitude, longitude)) };
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new AddressLookupError(
      'invalid-option',
      `"${file}" cannot be used as a grid (${reason}). Give the official grid of the country as GeoTIFF or NTv2.`,
      { got: file, reason },
      { cause },
    );
  }
}

/** The official grid of a country, and how it is recognised. */
export interface OfficialGrid {
  /** For messages: `Belgium`. */
  readonly country: string;
  /** The names of its files, for messages. */
  readonly names: string;
  /** A point in metres of the national grid, and its published degrees. */
  readonly knownPoint: {
    readonly x: number;
    readonly y: number;
    readonly latitude: number;
    readonly longitude: number;
  };
  /** How far from them the point may come out with the grid. */
  readonly toleranceDegrees: number;
  readonly converterWith: (grid: DatumGrid) => Wgs84Converter;
}

/**
 * Loads the grid of a country, and tries it on a known point.
 *
 * @throws AddressLookupError `input-not-found`; `invalid-option` for a file that is no grid, or one of another country.
 */
export async function loadOfficialGrid(
  file: string,
  { country, names, knownPoint, toleranceDegrees, converterWith }: OfficialGrid,
): Promise<DatumGrid> {
  const grid = await loadDatumGrid(file);
  const [latitude, longitude] = converterWith(grid).toWgs84(knownPoint.x, knownPoint.y);
  const isOfCountry =
    grid.covers(knownPoint.latitude, knownPoint.longitude) &&
    Math.abs(latitude - knownPoint.latitude) < toleranceDegrees &&
    Math.abs(longitude - knownPoint.longitude) < toleranceDegrees;
  if (isOfCountry) return grid;
  throw new AddressLookupError('invalid-option', `"${file}" is not the grid of ${country}. Give ${names}.`, {
    got: file,
    allowed: names,
  });
}

async function gridBytes(file: string): Promise<ArrayBuffer> {
  try {
    const bytes = await readFile(file);
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  } catch (cause) {
    throw new AddressLookupError(
      'input-not-found',
      `The grid file "${file}" cannot be read (${(cause as Error).message}). Give the path of a GeoTIFF or NTv2 file.`,
      { got: file },
      { cause },
    );
  }
}

async function register(key: string, bytes: ArrayBuffer): Promise<{ subgrids: Subgrid[] }> {
  const magic = Buffer.from(bytes, 0, Math.min(8, bytes.byteLength)).toString('latin1');
  if (magic === 'NUM_OREC') return loadProj4().nadgrid(key, bytes);
  if (!magic.startsWith('II') && !magic.startsWith('MM')) throw new Error('it is neither GeoTIFF nor NTv2');
  // A package of 4.7 MB that few builds need: who has such a file installs it.
  const { fromArrayBuffer } = await import('geotiff').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error('GeoTIFF needs the package geotiff: "npm install geotiff"; NTv2, a .gsb file, needs nothing more');
  });
  return loadProj4().nadgrid(key, (await fromArrayBuffer(bytes)) as unknown as ProjGeoTiff).ready;
}

function boxOf({ ll, del, lim }: Subgrid): Box {
  return {
    east: -ll[0]! * DEGREES_PER_RADIAN - MARGIN_DEGREES,
    west: -(ll[0]! + (lim[0]! - 1) * del[0]!) * DEGREES_PER_RADIAN + MARGIN_DEGREES,
    south: ll[1]! * DEGREES_PER_RADIAN + MARGIN_DEGREES,
    north: (ll[1]! + (lim[1]! - 1) * del[1]!) * DEGREES_PER_RADIAN - MARGIN_DEGREES,
  };
}

function contains(box: Box, latitude: number, longitude: number): boolean {
  return latitude > box.south && latitude < box.north && longitude > box.west && longitude < box.east;
}
