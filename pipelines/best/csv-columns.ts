import { AddressLookupError } from '../../src/errors.ts';
import type { BelgianCrs } from '../projection/lambert.ts';

/** Where in a row the fields of BeST's CSV stand. */
export interface CsvColumns {
  /** Which grid `x` and `y` are in: the names of the columns say. */
  readonly crs: BelgianCrs;
  readonly x: number;
  readonly y: number;
  /** The file's own degrees, which serve as a check only; -1 where a file has none. */
  readonly latitude: number;
  readonly longitude: number;
  readonly addressId: number;
  readonly boxNumber: number;
  readonly houseNumber: number;
  readonly municipalityId: number;
  readonly municipalityDe: number;
  readonly municipalityFr: number;
  readonly municipalityNl: number;
  readonly postcode: number;
  readonly postalNameFr: number;
  readonly postalNameNl: number;
  readonly streetId: number;
  readonly streetDe: number;
  readonly streetFr: number;
  readonly streetNl: number;
  readonly regionCode: number;
  readonly status: number;
}

const NAMES = {
  addressId: 'address_id',
  boxNumber: 'box_number',
  houseNumber: 'house_number',
  municipalityId: 'municipality_id',
  municipalityDe: 'municipality_name_de',
  municipalityFr: 'municipality_name_fr',
  municipalityNl: 'municipality_name_nl',
  postcode: 'postcode',
  postalNameFr: 'postname_fr',
  postalNameNl: 'postname_nl',
  streetId: 'street_id',
  streetDe: 'streetname_de',
  streetFr: 'streetname_fr',
  streetNl: 'streetname_nl',
  regionCode: 'region_code',
  status: 'status',
} as const;

/** Lambert 72 first: where a file has both, its metres are the ones that need no conversion. */
const GRIDS: readonly BelgianCrs[] = ['EPSG:31370', 'EPSG:3812'];

/**
 * Finds the columns by name, in any case and order; columns of other names are passed over. By position, the same layout
 * has held two different grids since October 2026.
 *
 * @throws AddressLookupError `input-not-recognised`, naming the columns that are missing and those that were found.
 */
export function csvColumns(header: readonly string[], path: string): CsvColumns {
  const positions = positionsByName(header);
  const crs = GRIDS.find(
    (grid) => positions.has(`${grid}_x`.toLowerCase()) && positions.has(`${grid}_y`.toLowerCase()),
  );
  const missing: string[] = crs === undefined ? ['EPSG:3812_x', 'EPSG:3812_y (or EPSG:31370_x, EPSG:31370_y)'] : [];
  const columns: Record<string, number> = {};
  for (const [field, name] of Object.entries(NAMES)) {
    const position = positions.get(name);
    if (position === undefined) missing.push(name);
    else columns[field] = position;
  }
  if (crs === undefined || missing.length > 0) {
    throw new AddressLookupError(
      'input-not-recognised',
      `"${path}" is not a CSV file of BeST addresses: it has no column ${missing.join(', ')}. ` +
        `Its columns are ${header.join(', ')}. Give the openaddress-be*.csv that BOSA publishes.`,
      { got: header, missing },
    );
  }
  const positionOf = (name: string) => positions.get(name.toLowerCase()) ?? -1;
  return {
    crs,
    x: positionOf(`${crs}_x`),
    y: positionOf(`${crs}_y`),
    latitude: positionOf('EPSG:4326_lat'),
    longitude: positionOf('EPSG:4326_lon'),
    ...(columns as { [field in keyof typeof NAMES]: number }),
  };
}

/** Whether a header is BeST's, or means to be: at least half of the names are there, though some may be missing. */
export function resemblesBest(header: readonly string[]): boolean {
  const positions = positionsByName(header);
  const names = Object.values(NAMES);
  return names.filter((name) => positions.has(name)).length >= names.length / 2;
}

function positionsByName(header: readonly string[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (const [position, name] of header.entries()) {
    const key = name.trim().toLowerCase();
    if (!positions.has(key)) positions.set(key, position);
  }
  return positions;
}
