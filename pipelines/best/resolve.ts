import type { ImportReport, Reject } from '../report.ts';
import type { AddressTable } from './address-table.ts';
import { applyingNames, municipalityByItsNames, municipalityOf } from './names.ts';
import { PLACED, POSITION_STATES } from './positions.ts';
import { type BestStatus, type PostalAreaRecord, STATUSES, type StreetRecord, writtenId } from './records.ts';

/** Which statuses are taken over. */
export type StatusPolicy = ReadonlySet<BestStatus>;

/**
 * A fifth of Brussels is `proposed`: addresses given out for buildings that may not stand yet. They are in, ranked behind.
 * BOSA's own tools count `current` and `reserved` as live.
 */
export const DEFAULT_STATUSES: StatusPolicy = new Set<BestStatus>(['current', 'reserved', 'proposed']);

/** The rows of one table that are addresses of the index. */
export interface ResolvedTable {
  readonly table: AddressTable;
  /** Row numbers, ascending. */
  readonly kept: Uint32Array;
}

/**
 * Decides of every row whether it is an address of the index, and accounts for it in the report: kept, closed by the
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
  const streetProblems = table.streets.map(streetProblem);
  const areaProblems = table.postalAreas.map(areaProblem);
  const kept = new Uint32Array(table.length);
  let keptCount = 0;
  let closedCount = 0;

  report.read('address', table.read);
  for (const { reason, position, id, detail } of table.unread) {
    report.reject({ recordType: 'address', reason, file: table.path, position, id, detail });
  }
  for (let row = 0; row < table.length; row++) {
    const status = STATUSES[table.status[row]!]!;
    const id = table.addressId[row]!;
    if (table.closed[row] === 1) {
      closedCount++;
      continue;
    }
    const street = table.street[row]!;
    const area = table.postalArea[row]!;
    const problem = policy.has(status) ? (streetProblems[street] ?? areaProblems[area]) : status;
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
  const resolved = { table, kept: kept.slice(0, keptCount) };
  accountForPositions(resolved, report);
  return resolved;
}

/** Identifiers that stand more than once among the rows that the policy would keep. */
function repeatedIds(tables: readonly AddressTable[], policy: StatusPolicy): Set<number> {
  const ids = new Float64Array(tables.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (const { length, addressId, status, closed } of tables) {
    for (let row = 0; row < length; row++) {
      if (closed[row] === 0 && policy.has(STATUSES[status[row]!]!)) ids[count++] = addressId[row]!;
    }
  }
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
    id: writtenId(table.addressId[row]!),
  };
}
