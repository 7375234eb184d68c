import { type AddressColumns, NO_POSITION } from '../src/model/address-columns.ts';
import { LocalMetric } from '../src/model/local-metric.ts';
import type { IndexInput } from '../src/store/manifest.ts';
import type { ImportedRegister, RecordOrigin } from './record-origin.ts';
import type { ImportReport } from './report.ts';

/**
 * Leaves one of the addresses that are written the same: same street, number, letter, addition or box, and postcode (and
 * so the same place, which the street determines). Registers repeat an address mostly where a planned building stands
 * beside the one that it replaces.
 *
 * Kept is the one in the better state, then a main address before a secondary one, then one with a position, then the
 * newest identifier. More than a kilometre apart they are no repetition but two streets that a place calls the same. Each other one is rejected as `duplicate`, with both identifiers, and no longer counts as kept.
 *
 * Equal suffixes must have equal positions in `suffixes`. **Takes over the input's columns**: rows move up in place, so
 * that ten million addresses are never in memory twice. Time: a sort within each street.
 */
export function deduplicate(input: ImportedRegister, report: ImportReport): IndexInput {
  const { addresses } = input;
  const dropped = new Uint8Array(addresses.length);
  const rowsByStreet = groupByStreet(addresses, input.gazetteer.streets.length);
  for (const rows of rowsByStreet) {
    rows.sort((a, b) => compareWritten(addresses, a, b) || comparePreference(addresses, a, b));
    let kept: number[] = [];
    for (const row of rows) {
      if (kept.length > 0 && compareWritten(addresses, row, kept[0]!) !== 0) kept = [];
      const same = kept.find((other) => !areFarApart(addresses, row, other));
      if (same === undefined) {
        kept.push(row);
        continue;
      }
      dropped[row] = 1;
      rejectDuplicate(input, row, same, report);
    }
  }
  const { originOf: _, ...rest } = input;
  return { ...rest, addresses: withoutRows(addresses, dropped) };
}

/** The rows of each street, street by street: a counting sort. */
function* groupByStreet({ length, street }: AddressColumns, streets: number): Generator<Uint32Array> {
  const starts = new Uint32Array(streets + 1);
  for (let row = 0; row < length; row++) starts[street[row]! + 1]!++;
  for (let i = 0; i < streets; i++) starts[i + 1]! += starts[i]!;
  const rows = new Uint32Array(length);
  const next = starts.slice();
  for (let row = 0; row < length; row++) rows[next[street[row]!]!++] = row;
  for (let i = 0; i < streets; i++) yield rows.subarray(starts[i], starts[i + 1]);
}

/** 0 for two addresses of one street that are written the same. */
function compareWritten({ number, suffix, postcode }: AddressColumns, a: number, b: number): number {
  return number[a]! - number[b]! || suffix[a]! - suffix[b]! || postcode[a]! - postcode[b]!;
}

const FAR_APART_METRES = 1000;

function areFarApart({ latE7, lonE7 }: AddressColumns, a: number, b: number): boolean {
  if (latE7[a] === NO_POSITION || latE7[b] === NO_POSITION) return false;
  const metric = new LocalMetric(latE7[a]! / 1e7, lonE7[a]! / 1e7);
  return metric.squaredMetresTo(latE7[b]!, lonE7[b]!) > FAR_APART_METRES ** 2;
}

/** Negative where `a` is the one to keep. */
function comparePreference({ state, secondary, latE7, id }: AddressColumns, a: number, b: number): number {
  return (
    state[a]! - state[b]! ||
    secondary[a]! - secondary[b]! ||
    Number(latE7[a] === NO_POSITION) - Number(latE7[b] === NO_POSITION) ||
    id[b]! - id[a]!
  );
}

function rejectDuplicate(input: ImportedRegister, row: number, keptRow: number, report: ImportReport): void {
  const origin = originOf(input, row);
  report.kept(origin.recordType, -1);
  report.reject({ ...origin, reason: 'duplicate', detail: originOf(input, keptRow).id });
}

function originOf(input: ImportedRegister, row: number): RecordOrigin {
  const id = input.addresses.id[row]!;
  const record = input.addresses.record[row]!;
  return input.originOf(record, id);
}

/** Moves the rows that stay to the front of each column. */
function withoutRows(addresses: AddressColumns, dropped: Uint8Array): AddressColumns {
  const length = dropped.length - dropped.reduce((sum, flag) => sum + flag, 0);
  if (length === dropped.length) return addresses;
  const keep = <Column extends Float64Array | Uint32Array | Int32Array | Uint8Array>(column: Column): Column => {
    let to = 0;
    for (let from = 0; from < dropped.length; from++) {
      if (dropped[from] === 0) column[to++] = column[from]!;
    }
    return column.subarray(0, length) as Column;
  };
  return {
    length,
    suffixes: addresses.suffixes,
    id: keep(addresses.id),
    street: keep(addresses.street),
    number: keep(addresses.number),
    suffix: keep(addresses.suffix),
    postcode: keep(addresses.postcode),
    latE7: keep(addresses.latE7),
    lonE7: keep(addresses.lonE7),
    gridXmm: keep(addresses.gridXmm),
    gridYmm: keep(addresses.gridYmm),
    state: keep(addresses.state),
    secondary: keep(addresses.secondary),
    record: keep(addresses.record),
  };
}
