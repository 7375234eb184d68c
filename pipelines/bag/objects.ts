import { groupRows } from '../../src/model/address-columns.ts';
import { OBJECT_KINDS, OBJECT_USES, type ObjectInput, type ObjectKind } from '../../src/model/register-object.ts';
import { append } from '../readers/columns.ts';
import type { ImportReport } from '../report.ts';
import { UNKNOWN_USE } from './object-details.ts';
import { idsOf, type ResolvedAddresses, SortedIds } from './resolve.ts';
import type { RecordType } from './stand-record.ts';
import { type ExtractTables, formatBagId } from './tables.ts';

/** The register's types of objects. */
const KINDS: Readonly<Partial<Record<RecordType, ObjectKind>>> = { VBO: 'unit', LIG: 'mooring', STA: 'pitch' };

/**
 * All objects of every address, those too that are not the one that it has its position from, in our words. O(objects); 12 bytes of memory an
 * address besides the columns of the tables.
 */
export function objectsOf(tables: ExtractTables, resolved: ResolvedAddresses, report: ImportReport): ObjectInput {
  const { columns, origins } = tables.objects;
  const { details, furtherBuildings } = tables;
  warnOfUses(tables, resolved, report);
  return {
    objects: {
      id: columns.id,
      kind: Uint8Array.from(columns.id, (_, row) => OBJECT_KINDS.indexOf(KINDS[origins.of(row).recordType]!)),
      status: details.status,
      uses: details.uses.map((uses) => uses & (UNKNOWN_USE - 1)),
      floorAreaM2: details.floorAreaM2,
      building: details.building,
      mainAddress: columns.mainNumber,
    },
    furtherBuildings,
    ofAddress: pairs(tables, resolved),
  };
}

/** The addresses by identifier, each with its objects. */
function pairs(tables: ExtractTables, resolved: ResolvedAddresses): ObjectInput['ofAddress'] {
  const { objects, secondary } = tables;
  const { id, mainNumber } = objects.columns;
  const ids = idsOf(tables, resolved);
  const addresses = new SortedIds(ids);
  const exists = new Uint8Array(id.length);
  const further = new Map<number, number[]>();
  const add = (number: number, object: number): void => {
    const address = addresses.find(number);
    if (address === -1 || resolved.object[address] === object || further.get(address)?.includes(object)) return;
    append(further, address, object);
  };
  for (const row of resolved.objects) {
    exists[row] = 1;
    add(mainNumber[row]!, row);
  }
  for (let i = 0; i < secondary.object.length; i++) {
    if (exists[secondary.object[i]!] === 1) add(secondary.number[i]!, secondary.object[i]!);
  }
  const others = [...further].flatMap(([address, rows]) =>
    rows.sort((a, b) => id[a]! - id[b]!).map((row) => [address, row] as const),
  );
  const first = resolved.object.length;
  const addressOf = (pair: number): number => (pair < first ? pair : others[pair - first]![0]);
  const { rows } = groupRows(first + others.length, first, addressOf);
  return {
    address: Float64Array.from(rows, (pair) => ids[addressOf(pair)]!),
    object: rows.map((pair) => (pair < first ? resolved.object[pair]! : others[pair - first]![1])),
  };
}

function warnOfUses({ objects, details }: ExtractTables, resolved: ResolvedAddresses, report: ImportReport): void {
  const unknown = resolved.objects.filter((row) => details.uses[row]! >= UNKNOWN_USE);
  if (unknown.length === 0) return;
  report.warn(
    `Objects with a use that is not one of the ${OBJECT_USES.length} known ones, which counts as "other": ${unknown.length.toLocaleString('en')}; the first is ${formatBagId(objects.columns.id[unknown[0]!]!, 'VBO')}.`,
  );
}
