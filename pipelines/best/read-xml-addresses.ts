import { AddressLookupError } from '../../src/errors.ts';
import { NO_POSTCODE } from '../../src/model/postcode.ts';
import { type AddressTable, AddressTableBuilder } from './address-table.ts';
import type { RegionCode } from './names.ts';
import type { PositionReader } from './positions.ts';
import { nationalId, parseIdentifier, STATUSES } from './records.ts';
import { crsOf, OLD_LAYOUT_NAMESPACE, regionOfNamespace, regionOfSource } from './xml-files.ts';
import { readXmlRecords, textAt, type XmlRecord } from './xml-records.ts';

/**
 * Reads one address file of the full download into a table. Streets, municipalities, postal names and parts are still
 * bare identifiers in it: `joinNames` looks them up in the other files.
 *
 * `referenceDate` decides what is closed; without it, the date in the file does.
 *
 * @throws AddressLookupError `input-corrupt`; `input-not-recognised` for the layout before November 2023.
 */
export async function readXmlAddresses(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  place: PositionReader,
  referenceDate: string | undefined,
  onBytes?: (count: number) => void,
): Promise<AddressTable> {
  const reader = new XmlAddressReader(path, place, referenceDate);
  await readXmlRecords(
    bytes,
    path,
    (_, attributes) => refuseOldLayout(attributes, path),
    (record) => reader.take(record),
    onBytes,
  );
  return reader.table.finish();
}

/** @throws AddressLookupError `input-not-recognised` */
export function refuseOldLayout(rootAttributes: Readonly<Record<string, string>>, path: string): void {
  if (!Object.values(rootAttributes).includes(OLD_LAYOUT_NAMESPACE)) return;
  throw new AddressLookupError(
    'input-not-recognised',
    `"${path}" has the layout of before November 2023 (namespace ${OLD_LAYOUT_NAMESPACE}), which is not read. Give a recent full download.`,
    { got: path, namespace: OLD_LAYOUT_NAMESPACE },
  );
}

type Problem = readonly [reason: string, detail: string];

class XmlAddressReader {
  readonly table: AddressTableBuilder;
  readonly #place: PositionReader;
  #referenceDate: string | undefined;
  #sourceRegion: RegionCode | undefined;
  readonly #streets = new Map<number, number>();
  readonly #postalAreas = new Map<string, number>();

  constructor(path: string, place: PositionReader, referenceDate: string | undefined) {
    this.table = new AddressTableBuilder(path);
    this.#place = place;
    this.#referenceDate = referenceDate;
  }

  take(record: XmlRecord): void {
    if (record.name === 'source') {
      this.#sourceRegion = regionOfSource(textAt(record, ''));
    } else if (record.name === 'timestamp') {
      this.table.referenceDate = dateOf(textAt(record, '')) ?? null;
      this.#referenceDate ??= this.table.referenceDate ?? undefined;
    } else if (record.name === 'address') {
      const problem = this.#add(record);
      if (problem === undefined) return;
      const [reason, detail] = problem;
      const id = textAt(record, 'code/objectIdentifier');
      this.table.unread.push({ reason, position: record.byteOffset, id, detail });
    }
  }

  #add(record: XmlRecord): Problem | undefined {
    const region = this.#regionOf(textAt(record, 'code/namespace'));
    if (region === undefined) return ['region-unknown', textAt(record, 'code/namespace')];
    const addressId = parseIdentifier(textAt(record, 'code/objectIdentifier').trim());
    if (addressId === undefined) return ['address-id-invalid', ''];
    const writtenStatus = textAt(record, 'addressStatus/status').trim();
    const status = (STATUSES as readonly string[]).indexOf(writtenStatus);
    if (status === -1) return ['status-unknown', writtenStatus];
    const houseNumber = textAt(record, 'houseNumber');
    if (houseNumber === '') return ['house-number-missing', ''];
    const street = this.#streetOf(record);
    if (street === undefined) return ['street-id-invalid', textAt(record, 'hasStreetName/objectIdentifier')];
    const postalArea = this.#postalAreaOf(record, region);
    if (typeof postalArea !== 'number') return postalArea;

    const pos = textAt(record, `${POINT}/pos`).trim().split(/\s+/);
    this.#place.read(crsOf(textAt(record, `${POINT}/pos@srsName`)), pos[0] ?? '', pos[1] ?? '');
    this.table.add(
      nationalId(region, addressId),
      street,
      postalArea,
      houseNumber,
      textAt(record, 'boxNumber'),
      status,
      this.#isClosed(record),
      this.#place,
      record.byteOffset,
    );
    return undefined;
  }

  /** A record whose life has ended stays in the download, and may even keep the status `current`. */
  #isClosed(record: XmlRecord): boolean {
    for (const path of ['@endLifeSpanVersion', 'addressStatus/validTo']) {
      const end = dateOf(textAt(record, path));
      if (end !== undefined && (this.#referenceDate === undefined || end <= this.#referenceDate)) return true;
    }
    return false;
  }

  #streetOf(record: XmlRecord): number | undefined {
    const region = this.#regionOf(textAt(record, 'hasStreetName/namespace'));
    const id = parseIdentifier(textAt(record, 'hasStreetName/objectIdentifier').trim());
    if (region === undefined || id === undefined) return undefined;
    const key = nationalId(region, id);
    let street = this.#streets.get(key);
    if (street === undefined) {
      street = this.table.streets.push({ region, id, names: undefined }) - 1;
      this.#streets.set(key, street);
    }
    return street;
  }

  #postalAreaOf(record: XmlRecord, region: RegionCode): number | Problem {
    const municipality = textAt(record, 'hasMunicipality/objectIdentifier').trim();
    const postcode = textAt(record, 'hasPostalInfo/objectIdentifier').trim();
    const part = parseIdentifier(textAt(record, 'hasPartOfMunicipality/objectIdentifier').trim());
    const key = `${region}|${municipality}|${postcode}|${part ?? ''}`;
    const known = this.#postalAreas.get(key);
    if (known !== undefined) return known;
    if (!/^[0-9]{5}$/.test(municipality)) return ['municipality-id-invalid', municipality];
    if (!/^([1-9][0-9]{3})?$/.test(postcode)) return ['postcode-invalid', postcode];
    const position =
      this.table.postalAreas.push({
        region,
        municipality: Number(municipality),
        municipalityNames: {},
        postcode: postcode === '' ? NO_POSTCODE : Number(postcode),
        postalNames: {},
        ...(part !== undefined && { part }),
      }) - 1;
    this.#postalAreas.set(key, position);
    return position;
  }

  #regionOf(namespace: string): RegionCode | undefined {
    return regionOfNamespace(namespace) ?? this.#sourceRegion;
  }
}

const POINT = 'position/pointGeometry/point';

/** The day of a timestamp of any precision; `undefined` for anything else. */
function dateOf(timestamp: string): string | undefined {
  return /^\s*([0-9]{4}-[0-9]{2}-[0-9]{2})/.exec(timestamp)?.[1];
}
