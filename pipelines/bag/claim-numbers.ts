import { NO_POSITION } from '../../src/model/address-columns.ts';
import type { ImportReport } from '../report.ts';
import type { ExtractTables } from './read-extract.ts';
import type { ObjectColumns } from './record-columns.ts';
import { formatBagId, rejectRow, resolveOccurrences } from './resolve-occurrences.ts';
import { SortedIds } from './sorted-ids.ts';

/** In `Claims.object`: the number belongs to no object. */
export const UNCLAIMED = 0xffff_ffff;

/** Which object each house number belongs to, by position in the numbers' rows. */
export interface Claims {
  /** Row of the object, or `UNCLAIMED`. */
  readonly object: Uint32Array;
  /** 1 where the number is a secondary one of the object. */
  readonly secondary: Uint8Array;
}

/**
 * Finds the object of each house number. Where several objects claim one (De Kuilart 1 in Koudum is known for it), the
 * number is one address all the same, of the object that a duplicate would be decided by: the better state, then main
 * before secondary, then with a position, then the newest identifier. Objects that are left without a number are rejected.
 */
export function claimNumbers(tables: ExtractTables, numberRows: Uint32Array, report: ImportReport): Claims {
  const { columns: objects } = tables.objects;
  const { columns: numbers } = tables.numbers;
  const numberIds = new SortedIds(Float64Array.from(numberRows, (row) => numbers.id[row]!));
  const claims: Claims = {
    object: new Uint32Array(numberRows.length).fill(UNCLAIMED),
    secondary: new Uint8Array(numberRows.length),
  };
  const objectRows = resolveOccurrences(tables.objects, report);
  const exists = new Uint8Array(objects.id.length);
  for (const row of objectRows) {
    exists[row] = 1;
    claim(claims, objects, row, numberIds.find(objects.mainNumber[row]!), 0);
  }
  const { secondary } = tables;
  const unknown: number[] = [];
  for (let i = 0; i < secondary.object.length; i++) {
    const row = secondary.object[i]!;
    if (exists[row] === 0) continue;
    const number = numberIds.find(secondary.number[i]!);
    if (number === -1) unknown.push(i);
    else claim(claims, objects, row, number, 1);
  }
  warnOfUnknown(tables, unknown, report);
  accountObjects(tables, objectRows, numberIds, claims, report);
  return claims;
}

/** Gives a number to an object unless it belongs to a better one. `number` is a position, or -1 for one that does not exist. */
function claim(claims: Claims, objects: ObjectColumns, row: number, number: number, isSecondary: 0 | 1): void {
  if (number === -1) return;
  const other = claims.object[number]!;
  if (other !== UNCLAIMED) {
    const difference =
      objects.state[row]! - objects.state[other]! ||
      isSecondary - claims.secondary[number]! ||
      Number(objects.latE7[row] === NO_POSITION) - Number(objects.latE7[other] === NO_POSITION) ||
      objects.id[other]! - objects.id[row]!;
    if (difference >= 0) return;
  }
  claims.object[number] = row;
  claims.secondary[number] = isSecondary;
}

/** `entries` are rows of the table of secondary numbers. */
function warnOfUnknown({ secondary, objects }: ExtractTables, entries: readonly number[], report: ImportReport): void {
  const [first] = entries;
  if (first === undefined) return;
  const row = secondary.object[first]!;
  const object = formatBagId(objects.columns.id[row]!, objects.origins.of(row).recordType);
  const number = formatBagId(secondary.number[first]!, 'NUM');
  report.warn(
    `${entries.length} secondary addresses were left out: their house number is withdrawn or missing. The first is ${number} of object ${object}.`,
  );
}

/** An object is kept when at least one number is its own. */
function accountObjects(
  tables: ExtractTables,
  objectRows: Uint32Array,
  numberIds: SortedIds,
  claims: Claims,
  report: ImportReport,
): void {
  const { columns: objects, origins } = tables.objects;
  const used = new Uint8Array(objects.id.length);
  for (const row of claims.object) if (row !== UNCLAIMED) used[row] = 1;
  for (const row of objectRows) {
    if (used[row] === 1) {
      report.kept(origins.of(row).recordType);
      continue;
    }
    const main = objects.mainNumber[row]!;
    const number = numberIds.find(main);
    const detail = formatBagId(main, 'NUM');
    if (number === -1) {
      rejectRow(tables.objects, row, 'house-number-unknown', detail, report);
    } else {
      const winner = formatBagId(objects.id[claims.object[number]!]!, 'VBO');
      rejectRow(tables.objects, row, 'house-number-taken', `${detail} by ${winner}`, report);
    }
  }
}
