import { AddressLookupError } from '../../src/errors.ts';
import type { Language, Names } from '../../src/model/country.ts';
import { belgianIdentifier } from '../../src/model/identifiers.ts';
import { readXmlRecords, textAt, type XmlRecord } from '../readers/xml.ts';
import { type AddressTable, AddressTableBuilder } from './address-table.ts';
import type { RegionCode } from './names.ts';
import type { PositionReader } from './positions.ts';
import { type Problem, parseIdentifier, STATUSES, type UnreadRecord } from './records.ts';

// The full download of BeST: five kinds of XML file for each region. Addresses refer to their street, municipality, postal
// information and part of a municipality by identifier; the other four kinds name these.

/** The five kinds of file, by the name of their root element. */
const XML_KINDS = ['address', 'streetName', 'municipality', 'postalInfo', 'partOfMunicipality'] as const;

export type XmlKind = (typeof XML_KINDS)[number];

/** The kind of file that a root element belongs to; `undefined` for anything that is not BeST. */
export function kindOfRoot(rootName: string): XmlKind | undefined {
  const name = rootName.slice(rootName.indexOf(':') + 1).toLowerCase();
  return XML_KINDS.find((kind) => name === `${kind}ResponseBySource`.toLowerCase());
}

/**
 * Reads one address file into a table. Streets, municipalities, postal names and parts are still bare identifiers in it:
 * `joinNames` looks them up in the other files.
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
  const addresses = new XmlAddresses(path, place, referenceDate);
  const format = {
    path,
    onRoot: (_: string, attributes: Readonly<Record<string, string>>) => refuseOldLayout(attributes, path),
    onRecord: (record: XmlRecord) => addresses.take(record),
  };
  await readXmlRecords(bytes, format, onBytes);
  return addresses.table.finish();
}

const POINT = 'position/pointGeometry/point';

class XmlAddresses {
  readonly table: AddressTableBuilder;
  readonly #place: PositionReader;
  #referenceDate: string | undefined;
  #sourceRegion: RegionCode | undefined;

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

  /** Adds a record to the table, or returns the reason why it cannot. */
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
    const isClosed = this.#isClosed(record);
    this.#place.read(crsOf(textAt(record, `${POINT}/pos@srsName`)), pos[0] ?? '', pos[1] ?? '');
    this.table.add(
      belgianIdentifier(region, addressId),
      street,
      postalArea,
      houseNumber,
      textAt(record, 'boxNumber'),
      status,
      isClosed,
      isClosed || STATUSES[status] === 'retired' ? endOf(record) : 0,
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
    return this.table.streetOf(region, id, () => undefined);
  }

  #postalAreaOf(record: XmlRecord, region: RegionCode): number | Problem {
    const municipality = textAt(record, 'hasMunicipality/objectIdentifier').trim();
    const postcode = textAt(record, 'hasPostalInfo/objectIdentifier').trim();
    const part = parseIdentifier(textAt(record, 'hasPartOfMunicipality/objectIdentifier').trim());
    return this.table.postalAreaOf(region, municipality, postcode, String(part ?? ''), () => ({
      municipalityNames: {},
      postalNames: {},
      ...(part !== undefined && { part }),
    }));
  }

  #regionOf(namespace: string): RegionCode | undefined {
    return regionOfNamespace(namespace) ?? this.#sourceRegion;
  }
}

/**
 * The first day on which an address that has ended no longer was one, 20210915. Flanders does not say it, but its versions are numbered by the
 * time at which they were made, the last one when the address was retired; 0 where nothing says it.
 */
function endOf(record: XmlRecord): number {
  for (const path of ['addressStatus/validTo', '@endLifeSpanVersion', 'code/versionIdentifier']) {
    const end = dateOf(textAt(record, path));
    if (end !== undefined) return Number(end.replaceAll('-', ''));
  }
  return 0;
}

/** The names in one file of streets, municipalities, postal information or parts of municipalities. */
export interface NameTable {
  readonly path: string;
  readonly kind: XmlKind;
  readonly read: number;
  readonly entries: readonly NameEntry[];
  readonly unread: readonly UnreadRecord[];
  readonly referenceDate: string | null;
}

export interface NameEntry {
  /** `belgianIdentifier`; for postal information, the postcode is the identifier. */
  readonly id: number;
  readonly names: Names;
  readonly byteOffset: number;
}

/**
 * Reads one file of names. Several names in one language (the localities of a Flemish postcode) are joined by `/`, as the
 * CSV files write them.
 *
 * @throws AddressLookupError `input-corrupt`; `input-not-recognised` for the layout before November 2023.
 */
export async function readXmlNames(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  onBytes?: (count: number) => void,
): Promise<NameTable> {
  const entries: NameEntry[] = [];
  const unread: UnreadRecord[] = [];
  let kind: XmlKind | undefined;
  let sourceRegion: RegionCode | undefined;
  let referenceDate: string | null = null;

  const takeEntry = (record: XmlRecord): void => {
    const region = regionOfNamespace(textAt(record, 'code/namespace')) ?? sourceRegion;
    const written = textAt(record, 'code/objectIdentifier');
    const id = parseIdentifier(written.trim());
    if (region === undefined || id === undefined) {
      unread.push({ reason: 'identifier-invalid', position: record.byteOffset, id: written, detail: '' });
      return;
    }
    entries.push({ id: belgianIdentifier(region, id), names: namesOf(record), byteOffset: record.byteOffset });
  };

  const format = {
    path,
    onRoot(root: string, attributes: Readonly<Record<string, string>>): void {
      refuseOldLayout(attributes, path);
      kind = kindOfRoot(root);
    },
    onRecord(record: XmlRecord): void {
      if (record.name === 'source') sourceRegion = regionOfSource(textAt(record, ''));
      else if (record.name === 'timestamp') referenceDate = textAt(record, '').slice(0, 10) || null;
      else if (record.name === kind) takeEntry(record);
    },
  };
  await readXmlRecords(bytes, format, onBytes);
  return { path, kind: kind as XmlKind, read: entries.length + unread.length, entries, unread, referenceDate };
}

const LANGUAGES: readonly string[] = ['nl', 'fr', 'de'] satisfies Language[];

function namesOf(record: XmlRecord): Names {
  const names: { [language in Language]?: string } = {};
  let language = '';
  for (const [path, text] of record.texts) {
    if (path === 'name/language') language = text.trim().toLowerCase();
    if (path !== 'name/spelling' || text === '' || !LANGUAGES.includes(language)) continue;
    const before = names[language as Language];
    // A copy: the text would otherwise keep in memory the whole piece of the file that it was cut from.
    names[language as Language] = Buffer.from(before === undefined ? text : `${before}/${text}`).toString();
  }
  return names;
}

/** The namespace of names and identifiers until November 2023, whose elements are arranged in another way. */
const OLD_LAYOUT_NAMESPACE = 'http://vocab.belgif.be/ns/inspire/';

function refuseOldLayout(rootAttributes: Readonly<Record<string, string>>, path: string): void {
  if (!Object.values(rootAttributes).includes(OLD_LAYOUT_NAMESPACE)) return;
  throw new AddressLookupError(
    'input-not-recognised',
    `"${path}" has the layout of before November 2023 (namespace ${OLD_LAYOUT_NAMESPACE}), which is not read. Give a recent full download.`,
    { got: path, namespace: OLD_LAYOUT_NAMESPACE },
  );
}

const HOSTS: readonly (readonly [host: string, region: RegionCode])[] = [
  ['data.vlaanderen.be', 'BE-VLG'],
  ['geodata.wallonie.be', 'BE-WAL'],
  ['databrussels.be', 'BE-BRU'],
];
const SOURCES: readonly (readonly [source: string, region: RegionCode])[] = [
  ['fland', 'BE-VLG'],
  ['wallon', 'BE-WAL'],
  ['brussel', 'BE-BRU'],
];

/**
 * The region whose register an identifier is from. Namespaces are written with and without scheme and final slash, in any
 * case: `https://data.vlaanderen.be/id/adres/`, `https://databrussels.be/id/address`, `geodata.wallonie.be/id/Address/`.
 */
function regionOfNamespace(namespace: string): RegionCode | undefined {
  const host = namespace
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '');
  return HOSTS.find(([prefix]) => host === prefix || host.startsWith(`${prefix}/`))?.[1];
}

/** The region of a file, by its `source`: `flanders`, `wallonia`, `brussels`. */
function regionOfSource(source: string): RegionCode | undefined {
  const text = source.trim().toLowerCase();
  return SOURCES.find(([start]) => text.startsWith(start))?.[1];
}

/** `EPSG:31370` of `http://www.opengis.net/def/crs/EPSG/0/31370` and of `urn:ogc:def:crs:EPSG::31370`. */
function crsOf(srsName: string): string {
  const code = /([0-9]+)\/?$/.exec(srsName.trim())?.[1];
  return code === undefined ? srsName : `EPSG:${code}`;
}

/** The day of a timestamp of any precision; `undefined` for anything else. */
function dateOf(timestamp: string): string | undefined {
  return /^\s*([0-9]{4}-[0-9]{2}-[0-9]{2})/.exec(timestamp)?.[1];
}
