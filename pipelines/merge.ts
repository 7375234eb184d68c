import {
  type AddressClaim,
  type AddressColumns,
  compareClaims,
  groupRows,
  NO_POSITION,
  withoutRows,
} from '../src/model/address-columns.ts';
import type { Alias, Names } from '../src/model/country.ts';
import type { Street } from '../src/model/gazetteer.ts';
import { LocalMetric } from '../src/model/local-metric.ts';
import type { IndexInput } from '../src/store/manifest.ts';
import { NumberOrder } from '../src/store/order.ts';
import { settleFormer } from './former.ts';
import type { ImportedRegister, RecordOrigin } from './register-import.ts';
import type { ImportReport } from './report.ts';

/**
 * Merges streets of one place that have exactly the same name in every language. Registers have such a street twice if it
 * changes its kind (a road and the water along it) or after municipalities have merged. They would be indistinguishable
 * in a list.
 *
 * The lowest identifier is kept; the others become its `otherIds`, and aliases are combined. Streets keep their order.
 * The addresses' `street` column is replaced, everything else is left as it is. Time: linear.
 */
export function mergeStreets<Input extends IndexInput>(input: Input): Input {
  const { gazetteer, addresses } = input;
  const positionOfKey = new Map<string, number>();
  const merged: Street[] = [];
  const newPosition = Uint32Array.from(gazetteer.streets, (street) => {
    const key = `${street.place} ${keyOf(street.names)}`;
    const position = positionOfKey.get(key);
    if (position === undefined) {
      positionOfKey.set(key, merged.length);
      return merged.push(street) - 1;
    }
    merged[position] = mergeTwo(merged[position]!, street);
    return position;
  });
  if (merged.length === gazetteer.streets.length) return input;
  return {
    ...input,
    gazetteer: { ...gazetteer, streets: merged },
    addresses: { ...addresses, street: addresses.street.map((street) => newPosition[street]!) },
  };
}

/** Names in the order of their languages, so that it does not matter which language is the official one. */
function keyOf(names: Names): string {
  return JSON.stringify(Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mergeTwo(a: Street, b: Street): Street {
  const [first, second] = a.id <= b.id ? [a, b] : [b, a];
  const others = new Set([...(first.otherIds ?? []), second.id, ...(second.otherIds ?? [])]);
  others.delete(first.id);
  const aliases = mergeAliases([...(first.aliases ?? []), ...(second.aliases ?? [])]);
  return {
    id: first.id,
    names: first.names,
    place: first.place,
    ...(aliases.length > 0 ? { aliases } : {}),
    ...(others.size > 0 ? { otherIds: [...others].sort((x, y) => x - y) } : {}),
  };
}

function mergeAliases(aliases: readonly Alias[]): readonly Alias[] {
  return [...new Map(aliases.map((alias) => [`${alias.language} ${alias.name}`, alias])).values()];
}

/**
 * Keeps one of the addresses that are written the same: same street, number, letter, addition or box, and postcode (and so
 * the same place, which the street determines). Registers repeat an address mostly while a planned building is about to
 * replace another.
 *
 * The best claim by `compareClaims` is kept. The others are rejected as `duplicate`, with both identifiers, and no longer count
 * as kept. Addresses more than a kilometre apart are no duplicates: they are on two streets of one name.
 *
 * Addresses that were lead to the ones that are kept (former.ts).
 *
 * Equal suffixes must have equal positions in `suffixes`. **Takes over the input's columns**: rows move up in place, so
 * that ten million addresses are never in memory twice. Time: a sort within each street.
 */
export function deduplicate(input: ImportedRegister, report: ImportReport): IndexInput {
  const { addresses } = input;
  const { number, suffix, suffixes, postcode } = addresses;
  const dropped = new Uint8Array(addresses.length);
  const keptOf = new Map<number, number>();
  const dropRepeated = (alike: Uint32Array): void => {
    alike.sort((a, b) => postcode[a]! - postcode[b]! || compareClaims(claimAt(addresses, a), claimAt(addresses, b)));
    let kept: number[] = [];
    for (const row of alike) {
      if (kept.length > 0 && postcode[row] !== postcode[kept[0]!]) kept = [];
      const same = kept.find((other) => !areFarApart(addresses, row, other));
      if (same === undefined) {
        kept.push(row);
        continue;
      }
      dropped[row] = 1;
      keptOf.set(addresses.id[row]!, addresses.id[same]!);
      rejectDuplicate(input, row, same, report);
    }
  };
  const byNumber = new NumberOrder(number, suffix, Uint32Array.from(suffixes.keys()));
  for (const rows of groupByStreet(addresses, input.gazetteer.streets.length)) byNumber.sort(rows, dropRepeated);
  const { originOf: _, ...rest } = input;
  return settleFormer({ ...rest, addresses: withoutRows(addresses, dropped) }, keptOf, report);
}

/** The rows of each street, street by street. */
function* groupByStreet({ length, street }: AddressColumns, streets: number): Generator<Uint32Array> {
  const { rows, starts } = groupRows(length, streets, (row) => street[row]!);
  for (let i = 0; i < streets; i++) yield rows.subarray(starts[i], starts[i + 1]);
}

const FAR_APART_METRES = 1000;

function areFarApart({ latE7, lonE7 }: AddressColumns, a: number, b: number): boolean {
  if (latE7[a] === NO_POSITION || latE7[b] === NO_POSITION) return false;
  const metric = new LocalMetric(latE7[a]! / 1e7, lonE7[a]! / 1e7);
  return metric.squaredMetresTo(latE7[b]!, lonE7[b]!) > FAR_APART_METRES ** 2;
}

function claimAt({ state, secondary, latE7, id }: AddressColumns, row: number): AddressClaim {
  return {
    state: state[row]!,
    isSecondary: secondary[row] === 1,
    hasPosition: latE7[row] !== NO_POSITION,
    id: id[row]!,
  };
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
