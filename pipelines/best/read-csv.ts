import { AddressLookupError } from '../../src/errors.ts';
import { NO_POSTCODE } from '../../src/model/postcode.ts';
import { type CsvRows, readCsv } from '../readers/csv.ts';
import { type AddressTable, AddressTableBuilder } from './address-table.ts';
import { type CsvColumns, csvColumns } from './csv-columns.ts';
import { isRegionCode, type RegionCode, writtenNames } from './names.ts';
import type { PositionReader } from './positions.ts';
import { compareDegrees } from './published-degrees.ts';
import { nationalId, type PostalAreaRecord, parseIdentifier, STATUSES } from './records.ts';

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
  /** Whether the row that came last ended in something that is no status. */
  lastStatusUnknown: boolean = false;
  readonly #path: string;
  readonly #place: PositionReader;
  #columns!: CsvColumns;
  /** Position in the table's streets, by the identifier that is unique in Belgium. */
  readonly #streets = new Map<number, number>();
  /** Position in the table's postal areas, by all that a row says of it. */
  readonly #postalAreas = new Map<string, number>();

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

  /** Adds a row to the table, or tells why it cannot be one. */
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
      nationalId(region, addressId),
      street,
      postalArea,
      houseNumber,
      boxNumber,
      status,
      false,
      place,
      line,
    );
    return undefined;
  }

  #streetOf(fields: readonly string[], region: RegionCode): number | undefined {
    const columns = this.#columns;
    const id = parseIdentifier(fields[columns.streetId]!);
    if (id === undefined) return undefined;
    const key = nationalId(region, id);
    let street = this.#streets.get(key);
    if (street === undefined) {
      const names = writtenNames(fields[columns.streetNl]!, fields[columns.streetFr]!, fields[columns.streetDe]!);
      street = this.table.streets.push({ region, id, names }) - 1;
      this.#streets.set(key, street);
    }
    return street;
  }

  #postalAreaOf(fields: readonly string[], region: RegionCode): number | Problem {
    const columns = this.#columns;
    const municipality = fields[columns.municipalityId]!;
    const postcode = fields[columns.postcode]!;
    const nl = fields[columns.postalNameNl]!;
    const fr = fields[columns.postalNameFr]!;
    const key = `${region}|${municipality}|${postcode}|${nl}|${fr}`;
    const known = this.#postalAreas.get(key);
    if (known !== undefined) return known;
    if (!/^[0-9]{5}$/.test(municipality)) return ['municipality-id-invalid', municipality];
    if (!/^([1-9][0-9]{3})?$/.test(postcode)) return ['postcode-invalid', postcode];
    const record: PostalAreaRecord = {
      region,
      municipality: Number(municipality),
      municipalityNames: writtenNames(
        fields[columns.municipalityNl]!,
        fields[columns.municipalityFr]!,
        fields[columns.municipalityDe]!,
      ),
      postcode: postcode === '' ? NO_POSTCODE : Number(postcode),
      postalNames: writtenNames(nl, fr, ''),
    };
    const position = this.table.postalAreas.push(record) - 1;
    this.#postalAreas.set(key, position);
    return position;
  }
}

/** Why a row cannot be read, and what was got. */
type Problem = readonly [reason: string, detail: string];
