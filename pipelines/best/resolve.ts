import type { Names } from '../../src/model/country.ts';
import { belgianIdentifier, identifierInRegion } from '../../src/model/identifiers.ts';
import { NO_POSTCODE } from '../../src/model/postcode.ts';
import type { ImportReport, Reject } from '../report.ts';
import type { AddressTable } from './address-table.ts';
import { applyingNames, municipalityByItsNames, municipalityOf, type RegionCode } from './names.ts';
import { PLACED, POSITION_STATES } from './positions.ts';
import { type BestStatus, type PostalAreaRecord, STATUSES, type StatusPolicy, type StreetRecord } from './records.ts';
import type { NameTable, XmlKind } from './xml.ts';

/** The rows of one table that are addresses of the index. */
export interface ResolvedTable {
  readonly table: AddressTable;
  /** Row numbers, ascending. */
  readonly kept: Uint32Array;
  /** The same of those that were addresses, and have ended on a day that is known. */
  readonly ended: Uint32Array;
}

/** Statuses of what was an address, if it has ended: neither planned nor refused. */
const FORMER_STATUSES: StatusPolicy = new Set<BestStatus>(['current', 'reserved', 'retired']);

/**
 * Decides for every row whether it is an address of the index, and accounts for it in the report: kept, closed by the
 * register (history), or rejected with its line. Whether a kept address has a position is accounted for as well, under
 * `position`: those without are kept.
 */
export function resolve(tables: readonly AddressTable[], policy: StatusPolicy, report: ImportReport): ResolvedTable[] {
  const repeated = repeatedIds(tables, policy);
  const seen = new Set<number>();
  return tables.map((table) => resolveTable(table, policy, repeated, seen, report));
}

function resolveTable(
  table: AddressTable,
  policy: StatusPolicy,
  repeated: ReadonlySet<number>,
  seen: Set<number>,
  report: ImportReport,
): ResolvedTable {
  // Streets and areas are judged once each, their addresses by reference.
  const streetProblems = table.streets.map(streetProblem);
  const areaProblems = table.postalAreas.map(areaProblem);
  const kept = new Uint32Array(table.length);
  let keptCount = 0;
  const ended: number[] = [];
  let closedCount = 0;

  report.read('address', table.read);
  for (const { reason, position, id, detail } of table.unread) {
    report.reject({ recordType: 'address', reason, file: table.path, position, id, detail });
  }
  // Closed first: history has no other fault. Of the records of one identifier, the first without one is kept.
  for (let row = 0; row < table.length; row++) {
    const status = STATUSES[table.status[row]!]!;
    const id = table.addressId[row]!;
    const unusable = streetProblems[table.street[row]!] ?? areaProblems[table.postalArea[row]!];
    const isKept = table.closed[row] === 0 && policy.has(status);
    if (!isKept && table.until[row] !== 0 && unusable === undefined && FORMER_STATUSES.has(status)) ended.push(row);
    if (table.closed[row] === 1) {
      closedCount++;
      continue;
    }
    const problem = isKept ? unusable : status;
    if (problem !== undefined) {
      const detail = detailOf(problem, table, row);
      report.reject({ ...rejectOf(table, row), reason: problem, detail });
    } else if (repeated.has(id) && seen.has(id)) {
      report.reject({ ...rejectOf(table, row), reason: 'duplicate-id' });
    } else {
      if (repeated.has(id)) seen.add(id);
      kept[keptCount++] = row;
    }
  }
  report.historical('address', closedCount);
  report.kept('address', keptCount);
  const resolved = { table, kept: kept.slice(0, keptCount), ended: Uint32Array.from(ended) };
  accountForPositions(resolved, report);
  return resolved;
}

/** Identifiers of more than one row that the policy would keep. */
function repeatedIds(tables: readonly AddressTable[], policy: StatusPolicy): Set<number> {
  const ids = new Float64Array(tables.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (const { length, addressId, status, closed } of tables) {
    for (let row = 0; row < length; row++) {
      if (closed[row] === 0 && policy.has(STATUSES[status[row]!]!)) ids[count++] = addressId[row]!;
    }
  }
  // Sorted numbers cost a tenth of the memory that a set of all identifiers would.
  const sorted = ids.subarray(0, count).sort();
  const repeated = new Set<number>();
  for (let i = 1; i < count; i++) if (sorted[i] === sorted[i - 1]) repeated.add(sorted[i]!);
  return repeated;
}

function streetProblem({ region, names }: StreetRecord): string | undefined {
  if (names === undefined) return 'street-unknown';
  return applyingNames(region, 0, names) === undefined ? 'street-without-name' : undefined;
}

function areaProblem({ region, municipality, municipalityNames }: PostalAreaRecord): string | undefined {
  const known = municipalityOf(municipality) ?? municipalityByItsNames(municipality, region, municipalityNames);
  return known === undefined ? 'municipality-unknown' : undefined;
}

function detailOf(problem: string, table: AddressTable, row: number): string {
  if (problem === 'municipality-unknown') return String(table.postalAreas[table.postalArea[row]!]!.municipality);
  if (problem.startsWith('street')) return String(table.streets[table.street[row]!]!.id);
  return '';
}

function accountForPositions({ table, kept }: ResolvedTable, report: ImportReport): void {
  let placed = 0;
  for (const row of kept) {
    const state = table.positionState[row]!;
    if (state === PLACED) placed++;
    else report.reject({ ...rejectOf(table, row), recordType: 'position', reason: POSITION_STATES[state]! });
  }
  report.read('position', kept.length);
  report.kept('position', placed);
}

function rejectOf(table: AddressTable, row: number): Omit<Reject, 'reason'> {
  return {
    recordType: 'address',
    file: table.path,
    position: table.position[row]!,
    id: identifierInRegion(table.addressId[row]!),
  };
}

/** A reference to something that no file describes, with the number of addresses that make it. */
interface DanglingReference {
  readonly kind: XmlKind;
  readonly region: string;
  readonly id: number;
  readonly addresses: number;
}

/**
 * Looks up the names that the address files of the full download only refer to, by kind and (region, identifier): the tables
 * are then what they would be when read from CSV. References into nothing are a warning: "shouldn't happen but it sometimes
 * does", as BOSA's own tools say. A street that no file describes stays without names, and its addresses will be rejected;
 * the other names are optional.
 */
export function joinNames(
  tables: readonly AddressTable[],
  nameTables: readonly NameTable[],
  report: ImportReport,
): AddressTable[] {
  const names = new NameLookup(nameTables);
  const joined = tables.map((table) => joinTable(table, names));
  accountForNames(nameTables, names, report);
  return joined;
}

function joinTable(table: AddressTable, names: NameLookup): AddressTable {
  const addressesByStreet = countBy(table.street, table.length, table.streets.length);
  const streets = table.streets.map((street, position): StreetRecord => {
    return { ...street, names: names.find('streetName', street.region, street.id, addressesByStreet[position]!) };
  });
  const addressesByArea = countBy(table.postalArea, table.length, table.postalAreas.length);
  const postalAreas = table.postalAreas.map((area, position): PostalAreaRecord => {
    const { region, municipality, postcode, part } = area;
    const addresses = addressesByArea[position]!;
    const postalNames = postcode === NO_POSTCODE ? {} : names.find('postalInfo', region, postcode, addresses);
    const partNames = part === undefined ? {} : names.find('partOfMunicipality', region, part, addresses);
    const municipalityNames = names.find('municipality', region, municipality, addresses) ?? {};
    return { region, municipality, municipalityNames, postcode, postalNames: { ...partNames, ...postalNames } };
  });
  return { ...table, streets, postalAreas };
}

/** Names by kind and identifier; records look-ups that found nothing. */
class NameLookup {
  readonly dangling: DanglingReference[] = [];
  readonly used = new Map<XmlKind, Set<number>>();
  readonly #names = new Map<XmlKind, Map<number, Names>>();

  constructor(tables: readonly NameTable[]) {
    for (const { kind, entries } of tables) {
      const byId = this.#names.get(kind) ?? new Map<number, Names>();
      this.#names.set(kind, byId);
      for (const { id, names } of entries) if (!byId.has(id)) byId.set(id, names);
    }
  }

  find(kind: XmlKind, region: RegionCode, id: number, addresses: number): Names | undefined {
    const key = belgianIdentifier(region, id);
    const names = this.#names.get(kind)?.get(key);
    if (names === undefined) {
      this.dangling.push({ kind, region, id, addresses });
      return undefined;
    }
    const used = this.used.get(kind) ?? new Set<number>();
    this.used.set(kind, used);
    used.add(key);
    return names;
  }
}

function countBy(column: Uint32Array, length: number, groups: number): Uint32Array {
  const counts = new Uint32Array(groups);
  for (let row = 0; row < length; row++) counts[column[row]!]!++;
  return counts;
}

/** What the import calls the records of the full download's files of names. */
const RECORD_TYPES: { readonly [kind in XmlKind]: string } = {
  address: 'address',
  streetName: 'street',
  municipality: 'municipality',
  postalInfo: 'postal name',
  partOfMunicipality: 'part of municipality',
};

/** Counts names that addresses refer to as kept; other names are not in the index. */
function accountForNames(tables: readonly NameTable[], names: NameLookup, report: ImportReport): void {
  for (const { path, kind, read, entries, unread } of tables) {
    const recordType = RECORD_TYPES[kind];
    report.read(recordType, read);
    for (const { reason, position, id, detail } of unread) {
      report.reject({ recordType, reason, file: path, position, id, detail });
    }
    const seen = new Set<number>();
    for (const { id, byteOffset } of entries) {
      const isUsed = names.used.get(kind)?.has(id) ?? false;
      const reason = seen.has(id) ? 'duplicate-id' : isUsed ? undefined : 'without-address';
      seen.add(id);
      if (reason === undefined) report.kept(recordType);
      else report.reject({ recordType, reason, file: path, position: byteOffset, id: identifierInRegion(id) });
    }
  }
  for (const kind of Object.keys(RECORD_TYPES) as XmlKind[]) warnOfDangling(kind, names.dangling, report);
}

function warnOfDangling(kind: XmlKind, all: readonly DanglingReference[], report: ImportReport): void {
  const dangling = all.filter((reference) => reference.kind === kind);
  const [first] = dangling;
  if (first === undefined) return;
  const addresses = dangling.reduce((sum, reference) => sum + reference.addresses, 0);
  const consequence = kind === 'streetName' ? 'they were rejected' : 'they were kept without that name';
  report.warn(
    `${addresses.toLocaleString('en')} addresses refer to a ${RECORD_TYPES[kind]} that no file describes, the first to ${first.id} in ${first.region}: ${consequence}.`,
  );
}
