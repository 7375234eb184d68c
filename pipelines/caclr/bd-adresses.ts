import { AddressLookupError } from '../../src/errors.ts';

/** The columns of BD-Adresses that an import reads, in the order of the published CSV. */
export const BD_COLUMNS = [
  'rue',
  'numero',
  'localite',
  'id_caclr_rue',
  'id_caclr_bat',
  'lat_wgs84',
  'lon_wgs84',
  'coord_est_luref',
  'coord_nord_luref',
  'id_geoportail',
] as const;

export type BdColumn = (typeof BD_COLUMNS)[number];

/**
 * A row of BD-Adresses, the register's points, every value as it is written.
 *
 * `id_caclr_bat` is IMMEUBLE.NUMERO_INTERNE and `id_caclr_rue` is RUE.NUMERO, both without leading zeros. The key of a row
 * is `id_geoportail`, the land parcel with street and number: one building may stand on several.
 */
export interface BdAdresse extends Readonly<Record<BdColumn, string>> {
  /** Line in a CSV file, number of the feature in a GeoJSON file; the first is 1. */
  readonly position: number;
}

/** A row of its parts; `textOf` gives the text of a column. */
export function bdAdresse(position: number, textOf: (column: BdColumn, index: number) => string): BdAdresse {
  const row = { position } as { position: number } & Record<BdColumn, string>;
  for (let i = 0; i < BD_COLUMNS.length; i++) {
    const column = BD_COLUMNS[i]!;
    row[column] = textOf(column, i);
  }
  return row;
}

/** Names that no other table has; the first bytes of a file that is BD-Adresses hold one of them. */
const TELLING_NAMES: readonly string[] = ['id_caclr_', 'id_geoportail', 'lat_wgs84', 'coord_est_luref'];

export function looksLikeBdAdresses(firstBytes: Buffer): boolean {
  const text = firstBytes.toString('latin1').toLowerCase();
  return TELLING_NAMES.some((name) => text.includes(name));
}

/** @throws AddressLookupError `input-not-recognised` naming the columns that are missing and those that were found. */
export function assertColumns(path: string, needed: readonly BdColumn[], found: readonly string[]): void {
  const missing = needed.filter((column) => !found.includes(column));
  if (missing.length === 0) return;
  throw new AddressLookupError(
    'input-not-recognised',
    `${path}: BD-Adresses lacks ${missing.length === 1 ? 'the column' : 'the columns'} ${missing.join(', ')}; found ` +
      `${found.join(', ')}. Give addresses.csv (separated by ";") or addresses.geojson as published.`,
    { missing, found },
  );
}
