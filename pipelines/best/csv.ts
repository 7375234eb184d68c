import { AddressLookupError } from '../../src/errors.ts';
import { belgianIdentifier } from '../../src/model/identifiers.ts';
import type { BelgianCrs } from '../projection/lambert.ts';
import { type CsvRows, readCsv, showColumns } from '../readers/csv.ts';
import { type AddressTable, AddressTableBuilder } from './address-table.ts';
import { isRegionCode, type RegionCode, writtenNames } from './names.ts';
import { compareDegrees, type PositionReader } from './positions.ts';
import { type Problem, parseIdentifier, STATUSES } from './records.ts';

/**
 * Reads one CSV file of BeST into a table: every row becomes a row of the table or an unread record with its line.
 *
 * @throws AddressLookupError `input-not-recognised` for other columns; `input-corrupt` for a damaged or cut-off file.
 */
export async function readBestCsv(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  place: PositionReader,
  onBytes?: (count: number) => void,
): Promise<AddressTable> {
  const rows = new BestCsvRows(path, place);
  const { lastLineEnded } = await readCsv(bytes, path, rows, onBytes === undefined ? {} : { onBytes });
  if (!lastLineEnded && rows.lastStatusUnknown) {
    throw new AddressLookupError(
      'input-corrupt',
      `"${path}" is cut off: its last line stops in the middle of the last field. Fetch the file again.`,
      { got: path },
    );
  }
  return rows.table.finish();
}

const STATUS_POSITIONS: ReadonlyMap<string, number> = new Map(STATUSES.map((status, position) => [status, position]));

class BestCsvRows implements CsvRows {
  readonly table: AddressTableBuilder;
  /** Whether the last row so far ended in an unknown status, so that the file may be cut off. */
  lastStatusUnknown: boolean = false;
  readonly #path: string;
  readonly #place: PositionReader;
  #columns!: CsvColumns;

  constructor(path: string, place: PositionReader) {
    this.#path = path;
    this.#place = place;
    this.table = new AddressTableBuilder(path);
  }

  header(names: readonly string[]): void {
    this.#columns = csvColumns(names, this.#path);
  }

  ragged(fields: readonly string[], line: number): void {
    this.table.unread.push({ reason: 'ragged-row', position: line, id: '', detail: `${fields.length} fields` });
  }

  row(fields: readonly string[], line: number): void {
    const problem = this.#addRow(fields, line);
    if (problem === undefined) return;
    const [reason, detail] = problem;
    this.table.unread.push({ reason, position: line, id: fields[this.#columns.addressId]!, detail });
  }

  /** Adds a row to the table, or returns the reason why it cannot. */
  #addRow(fields: readonly string[], line: number): Problem | undefined {
    const columns = this.#columns;
    const writtenStatus = fields[columns.status]!;
    const status = STATUS_POSITIONS.get(writtenStatus);
    this.lastStatusUnknown = status === undefined;
    if (status === undefined) return ['status-unknown', writtenStatus];
    const addressId = parseIdentifier(fields[columns.addressId]!);
    if (addressId === undefined) return ['address-id-invalid', ''];
    const houseNumber = fields[columns.houseNumber]!;
    if (houseNumber === '') return ['house-number-missing', ''];
    const region = fields[columns.regionCode]!;
    if (!isRegionCode(region)) return ['region-unknown', region];
    const street = this.#streetOf(fields, region);
    if (street === undefined) return ['street-id-invalid', fields[columns.streetId]!];
    const postalArea = this.#postalAreaOf(fields, region);
    if (typeof postalArea !== 'number') return postalArea;

    const place = this.#place;
    place.read(columns.crs, fields[columns.x]!, fields[columns.y]!);
    if (columns.latitude !== -1 && columns.longitude !== -1) {
      const latitude = fields[columns.latitude]!;
      compareDegrees(this.table.degrees, place.latE7, place.lonE7, latitude, fields[columns.longitude]!, line);
    }
    const boxNumber = fields[columns.boxNumber]!;
    this.table.add(
      belgianIdentifier(region, addressId),
      street,
      postalArea,
      houseNumber,
      boxNumber,
      status,
      false,
      0,
      place,
      line,
    );
    return undefined;
  }

  #streetOf(fields: readonly string[], region: RegionCode): number | undefined {
    const { streetId, streetNl, streetFr, streetDe } = this.#columns;
    const id = parseIdentifier(fields[streetId]!);
    if (id === undefined) return undefined;
    return this.table.streetOf(region, id, () => writtenNames(fields[streetNl]!, fields[streetFr]!, fields[streetDe]!));
  }

  #postalAreaOf(fields: readonly string[], region: RegionCode): number | Problem {
    const columns = this.#columns;
    const nl = fields[columns.postalNameNl]!;
    const fr = fields[columns.postalNameFr]!;
    return this.table.postalAreaOf(
      region,
      fields[columns.municipalityId]!,
      fields[columns.postcode]!,
      `${nl}|${fr}`,
      () => ({
        municipalityNames: writtenNames(
          fields[columns.municipalityNl]!,
          fields[columns.municipalityFr]!,
          fields[columns.municipalityDe]!,
        ),
        postalNames: writtenNames(nl, fr, ''),
      }),
    );
  }
}

/** The column numbers of BeST's fields. */
interface CsvColumns {
  /** The grid of `x` and `y`, as the names of the columns say. */
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
 * Finds the columns by name, in any case and order; other columns are ignored. Column positions would not suffice: since
 * October 2026 the same layout has had two different grids.
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
        `Its columns are ${showColumns(header) || 'none'}. Give the openaddress-be*.csv that BOSA publishes.`,
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
