import { assertSound, lowerBound } from '../format/blocks.ts';
import { packContainer, type Sections } from '../format/container.ts';
import { checkColumn, type PackedColumn, packColumn, packedColumns } from '../format/packed-column.ts';
import { formatIdentifier } from '../model/identifiers.ts';
import {
  OBJECT_KINDS,
  OBJECT_STATUSES,
  OBJECT_USES,
  type ObjectColumns,
  type ObjectInput,
  type RegisterObject,
} from '../model/register-object.ts';
import type { OrderedInput } from './order.ts';

/**
 * The objects that addresses are of, in container `objects.bin`. Row i is the object of address i, or the first of them; the further objects
 * of addresses follow in rows of their own. Some six bytes an address. All sections are packed columns:
 *
 *     object                        row → the register's identifier; 0 for none
 *     sort                          row → position in sorts
 *     sorts                         (uses · 16 + status) · 4 + kind, the most frequent first
 *     floorArea                     row → m²; 0 for none
 *     building                      row → the register's identifier; 0 for none
 *     furtherAddress                the addresses of the rows that follow those of all addresses, ascending
 *     furtherRow, furtherBuilding   rows with more than one building, ascending, and each further one
 *     sideRow, mainAddress          rows whose object has another main address, ascending, and the identifier of that
 */
export class ObjectTable {
  readonly #columns: Readonly<Record<Section, PackedColumn>>;

  constructor(sections: Sections) {
    this.#columns = packedColumns(sections, SECTIONS);
  }

  /** The objects of an address, the one that it has its position from first. O(log further objects), under a microsecond. */
  of(address: number): RegisterObject[] {
    const { object, furtherAddress } = this.#columns;
    if (object.at(address) === 0) return [];
    const first = object.length - furtherAddress.length;
    return [address, ...placesOf(furtherAddress, address).map((i) => first + i)].map((row) => this.#at(row));
  }

  #at(row: number): RegisterObject {
    const { object, sort, sorts, floorArea, building, furtherRow, furtherBuilding, sideRow, mainAddress } =
      this.#columns;
    const { kind, status, uses } = unpackSort(sorts.at(sort.at(row)));
    const area = floorArea.at(row);
    const buildings = [building.at(row), ...placesOf(furtherRow, row).map((i) => furtherBuilding.at(i))];
    const [side] = placesOf(sideRow, row);
    return {
      id: formatIdentifier('nl', object.at(row)),
      kind: OBJECT_KINDS[kind]!,
      status: OBJECT_STATUSES[status]!,
      buildings: buildings.filter((id) => id !== 0).map((id) => formatIdentifier('nl', id)),
      uses: OBJECT_USES.filter((_, use) => (uses >> use) % 2 === 1),
      ...(area !== 0 && { floorAreaM2: area }),
      ...(side !== undefined && { mainAddress: formatIdentifier('nl', mainAddress.at(side)) }),
    };
  }

  /** For `checkObjects`. @internal */
  get columns(): Readonly<Record<Section, PackedColumn>> {
    return this.#columns;
  }
}

const SECTIONS = [
  'object',
  'sort',
  'sorts',
  'floorArea',
  'building',
  'furtherAddress',
  'furtherRow',
  'furtherBuilding',
  'sideRow',
  'mainAddress',
] as const;
type Section = (typeof SECTIONS)[number];

/** The places of a value in a column that ascends. */
function placesOf(column: PackedColumn, value: number): number[] {
  const places: number[] = [];
  for (let i = column.lowerBound(value); i < column.length && column.at(i) === value; i++) places.push(i);
  return places;
}

const KINDS = 4;
const STATUSES = 16;

function packSort({ kind, status, uses }: ObjectColumns, object: number): number {
  return (uses[object]! * STATUSES + status[object]!) * KINDS + kind[object]!;
}

function unpackSort(sort: number): { readonly kind: number; readonly status: number; readonly uses: number } {
  const rest = Math.floor(sort / KINDS);
  return { kind: sort % KINDS, status: rest % STATUSES, uses: Math.floor(rest / STATUSES) };
}

/** Checks that so many addresses have objects, and that every reference leads somewhere. O(addresses). @throws RangeError */
export function checkObjects(table: ObjectTable, addresses: number): void {
  const {
    object,
    sort,
    sorts,
    floorArea,
    building,
    furtherAddress,
    furtherRow,
    furtherBuilding,
    sideRow,
    mainAddress,
  } = table.columns;
  for (const column of Object.values(table.columns)) checkColumn(column);
  const rows = addresses + furtherAddress.length;
  for (const column of [object, sort, floorArea, building])
    assertSound(column.length === rows, 'every object has a row in all columns');
  assertSound(furtherBuilding.length === furtherRow.length, 'every further building is of a row');
  assertSound(mainAddress.length === sideRow.length, 'every other main address is of a row');
  assertSound(sideRow.ascends({ strictly: true }), 'an object has one main address');
  for (const [column, end] of [[furtherAddress, addresses] as const, [furtherRow, rows], [sideRow, rows]] as const) {
    assertSound(column.ascends({ strictly: false }), 'rows with more than one object or building ascend');
    assertSound(
      column.values().every((value) => value >= 0 && value < end),
      'what has more of something is there',
    );
  }
  const isSort = (value: number): boolean => {
    const { kind, status, uses } = unpackSort(value);
    return OBJECT_KINDS[kind] !== undefined && OBJECT_STATUSES[status] !== undefined && uses < 1 << OBJECT_USES.length;
  };
  assertSound(sorts.values().every(isSort), 'the sorts of objects are known');
  assertSound(
    sort.values().every((value) => value >= 0 && value < sorts.length),
    'every object is of a sort',
  );
  for (const column of [object, floorArea, building])
    assertSound(
      column.values().every((value) => value >= 0),
      'identifiers and areas are not negative',
    );
}

/** The file of the objects. O(addresses), and some 40 bytes of memory an address. */
export function packObjects({ objects, furtherBuildings, ofAddress }: ObjectInput, ordered: OrderedInput): Uint8Array {
  const { object, address } = rowsOf(ofAddress, ordered);
  const { addresses, rows } = ordered;
  const column = (values: { readonly [row: number]: number }): Uint8Array =>
    packColumn(Float64Array.from(object, (each) => (each === NO_OBJECT ? 0 : values[each]!)));
  const { sortOf, sorts } = sortsOf(objects, object);
  const buildingsOf = new Map<number, number[]>();
  furtherBuildings.object.forEach((each, i) => {
    buildingsOf.set(each, [...(buildingsOf.get(each) ?? []), furtherBuildings.building[i]!]);
  });
  const further: [row: number, building: number][] = [];
  const side: [row: number, main: number][] = [];
  for (let row = 0; row < object.length; row++) {
    const each = object[row]!;
    if (each === NO_OBJECT) continue;
    for (const building of buildingsOf.get(each) ?? []) further.push([row, building]);
    const main = objects.mainAddress[each]!;
    if (main !== addresses.id[rows[address[row]!]!]) side.push([row, main]);
  }
  const sections: Readonly<Record<Section, Uint8Array>> = {
    object: column(objects.id),
    sort: packColumn(Uint32Array.from(object, (each) => (each === NO_OBJECT ? 0 : sortOf(each)))),
    sorts: packColumn(sorts),
    floorArea: column(objects.floorAreaM2),
    building: column(objects.building),
    furtherAddress: packColumn(address.slice(rows.length)),
    furtherRow: packColumn(further.map(([row]) => row)),
    furtherBuilding: packColumn(further.map(([, building]) => building)),
    sideRow: packColumn(side.map(([row]) => row)),
    mainAddress: packColumn(side.map(([, main]) => main)),
  };
  return packContainer(new Map(SECTIONS.map((name) => [name, sections[name]])));
}

/** An address without an object. */
const NO_OBJECT = 0xffff_ffff;

/** By row of the table: the row of the input's object, and the address. */
function rowsOf(
  { address: ids, object: objectOf }: ObjectInput['ofAddress'],
  { addresses, rows }: OrderedInput,
): { readonly object: Uint32Array; readonly address: Uint32Array } {
  const further: [address: number, object: number][] = [];
  const first = new Uint32Array(rows.length);
  for (let address = 0; address < rows.length; address++) {
    const id = addresses.id[rows[address]!]!;
    const from = lowerBound(ids, id, 0, ids.length);
    first[address] = ids[from] === id ? objectOf[from]! : NO_OBJECT;
    for (let i = from + 1; ids[i] === id; i++) further.push([address, objectOf[i]!]);
  }
  const object = new Uint32Array(first.length + further.length);
  object.set(first);
  const address = Uint32Array.from(object, (_, row) => (row < first.length ? row : further[row - first.length]![0]));
  further.forEach(([, each], i) => {
    object[first.length + i] = each;
  });
  return { object, address };
}

/** The sorts of these objects, the most frequent first. */
function sortsOf(
  objects: ObjectColumns,
  used: Uint32Array,
): { readonly sortOf: (object: number) => number; readonly sorts: readonly number[] } {
  const counts = new Map<number, number>();
  for (const object of used) {
    if (object === NO_OBJECT) continue;
    const sort = packSort(objects, object);
    counts.set(sort, (counts.get(sort) ?? 0) + 1);
  }
  const sorts = [...counts].sort(([a, some], [b, others]) => others - some || a - b).map(([sort]) => sort);
  const places = new Map(sorts.map((sort, place) => [sort, place]));
  // An address without an object is of the first sort.
  return { sortOf: (object) => places.get(packSort(objects, object))!, sorts: sorts.length === 0 ? [0] : sorts };
}
