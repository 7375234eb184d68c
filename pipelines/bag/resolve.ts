import { lowerBound } from '../../src/format/blocks.ts';
import { type AddressClaim, compareClaims, NO_POSITION } from '../../src/model/address-columns.ts';
import type { ImportReport } from '../report.ts';
import { WITHDRAWN } from './statuses.ts';
import { type ExtractTables, formatBagId, type ObjectColumns, type OccurrenceColumns, type TableOf } from './tables.ts';

/** Addresses as rows of the extract's tables: element `i` of an array is of address `i`, in order of identifier. */
export interface ResolvedAddresses {
  /** Row in `tables.numbers`. */
  readonly number: Uint32Array;
  /** Row in `tables.streets`. */
  readonly street: Uint32Array;
  /** Number of the place that the address is in: the street's, or the one that overrides it. */
  readonly place: Uint16Array;
  /** Row in `tables.objects`. */
  readonly object: Uint32Array;
  /** 1 if it is a secondary address of its object. */
  readonly secondary: Uint8Array;
  /** Not by address: rows in `tables.objects` of all objects that exist, in order of identifier. */
  readonly objects: Uint32Array;
}

/**
 * Joins the tables: an address is a house number that exists, on a street that exists, in a place that exists, of an object
 * that exists. A record that cannot be joined is rejected, and the reason says what it lacks. Time: a search per reference,
 * about a tenth of a microsecond each, and a sort of tables that are not in order of identifier.
 */
export function resolveAddresses(tables: ExtractTables, report: ImportReport): ResolvedAddresses {
  const { columns: streets } = tables.streets;
  const { columns: numbers } = tables.numbers;

  // Everything that exists, by identifier.
  const places = new Set(resolvePlaces(tables, report));
  const streetRows = resolveOccurrences(tables.streets, report);
  const streetIds = new SortedIds(pick(streets.id, streetRows));
  const numberRows = resolveOccurrences(tables.numbers, report);
  const assigned = assignObjects(tables, numberRows, report);

  // The arrays of the house numbers are reused: addresses move up over the numbers that are rejected.
  const address: ResolvedAddresses = {
    number: numberRows,
    street: new Uint32Array(numberRows.length),
    place: new Uint16Array(numberRows.length),
    object: assigned.object,
    secondary: assigned.secondary,
    objects: assigned.objects,
  };
  const usedStreets = new Uint8Array(streets.id.length);
  let length = 0;
  for (let i = 0; i < numberRows.length; i++) {
    const number = numberRows[i]!;
    // Street, place and object of the number.
    const streetIndex = streetIds.find(numbers.street[number]!);
    const street = streetIndex === -1 ? -1 : streetRows[streetIndex]!;
    const place = numbers.place[number]! || (street === -1 ? 0 : streets.place[street]!);
    // It is an address if they all exist.
    if (assigned.object[i] === UNASSIGNED) {
      rejectRow(tables.numbers, number, 'object-missing', '', report);
    } else if (street === -1) {
      rejectRow(tables.numbers, number, 'street-unknown', formatBagId(numbers.street[number]!, 'OPR'), report);
    } else if (!places.has(place)) {
      rejectRow(tables.numbers, number, 'place-unknown', formatBagId(place, 'WPL'), report);
    } else {
      numberRows[length] = number;
      address.street[length] = street;
      address.place[length] = place;
      address.object[length] = assigned.object[i]!;
      address.secondary[length] = assigned.secondary[i]!;
      usedStreets[street] = 1;
      length++;
    }
  }

  report.kept('NUM', length);
  accountStreets(tables, streetRows, usedStreets, places, report);
  return {
    number: address.number.subarray(0, length),
    street: address.street.subarray(0, length),
    place: address.place.subarray(0, length),
    object: address.object.subarray(0, length),
    secondary: address.secondary.subarray(0, length),
    objects: address.objects,
  };
}

/** The values of these rows. `Float64Array.from` would make a list of ten million first. */
function pick(values: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) picked[i] = values[rows[i]!]!;
  return picked;
}

/** Numbers of the places that exist. */
function resolvePlaces(tables: ExtractTables, report: ImportReport): number[] {
  const rows = resolveOccurrences(tables.places, report);
  report.kept('WPL', rows.length);
  return [...rows].map((row) => tables.places.columns.id[row]!);
}

/** A street without addresses leads nowhere: it is left out. */
function accountStreets(
  tables: ExtractTables,
  streetRows: Uint32Array,
  used: Uint8Array,
  places: ReadonlySet<number>,
  report: ImportReport,
): void {
  const { columns } = tables.streets;
  for (const row of streetRows) {
    const place = columns.place[row]!;
    if (used[row] === 1) report.kept('OPR');
    else if (places.has(place)) rejectRow(tables.streets, row, 'no-address', '', report);
    else rejectRow(tables.streets, row, 'place-unknown', formatBagId(place, 'WPL'), report);
  }
}

/**
 * Finds the rows of the objects that exist, one per identifier, in order of identifier. Of several current occurrences of
 * one object the one with the highest number counts; the others are rejected, and so are withdrawn objects.
 *
 * Files are sorted and continue each other, so mostly there is nothing to sort. Several municipal extracts together repeat
 * the objects on their borders.
 */
function resolveOccurrences(table: TableOf<OccurrenceColumns>, report: ImportReport): Uint32Array {
  const { id, occurrence, state } = table.columns;
  const rows = rowsById(id, occurrence);
  let kept = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const next = rows[i + 1];
    if (next !== undefined && id[next] === id[row]) {
      const reason = occurrence[next] === occurrence[row] ? 'repeated' : 'superseded';
      rejectRow(table, row, reason, `occurrence ${occurrence[row]}, kept is ${occurrence[next]}`, report);
    } else if (state[row] === WITHDRAWN) {
      rejectRow(table, row, 'withdrawn', '', report);
    } else {
      rows[kept++] = row;
    }
  }
  return rows.subarray(0, kept);
}

/** Rejects a row of a table, with its file and its place there. */
function rejectRow(
  { columns, origins }: TableOf<OccurrenceColumns>,
  row: number,
  reason: string,
  detail: string,
  report: ImportReport,
): void {
  const { path, recordType } = origins.of(row);
  const position = columns.byteOffset[row]!;
  report.reject({ recordType, reason, file: path, position, id: formatBagId(columns.id[row]!, recordType), detail });
}

/** All rows by identifier, then occurrence; of equal ones the later row first, so that the earlier one counts. */
function rowsById(id: Float64Array, occurrence: Uint32Array): Uint32Array {
  const rows = new Uint32Array(id.length);
  let isSorted = true;
  for (let row = 0; row < rows.length; row++) {
    rows[row] = row;
    if (row > 0 && isSorted) isSorted = compareRows(row - 1, row) < 0;
  }
  return isSorted ? rows : rows.sort(compareRows);

  function compareRows(a: number, b: number): number {
    return id[a]! - id[b]! || occurrence[a]! - occurrence[b]! || b - a;
  }
}

/** In `ObjectOfNumber.object`: the number belongs to no object. */
const UNASSIGNED = 0xffff_ffff;

/** The object of each house number, by position in `numberRows`. */
interface ObjectOfNumber {
  /** Row of the object, or `UNASSIGNED`. */
  readonly object: Uint32Array;
  /** 1 if the number is a secondary one of the object. */
  readonly secondary: Uint8Array;
  /** Rows of all objects that exist. */
  readonly objects: Uint32Array;
}

/**
 * Finds the object of each house number. Several objects may refer to one number (De Kuilart 1 in Koudum is known for it).
 * That is one address, and belongs to the object with the best claim (`compareClaims`). Objects left without a number are rejected.
 */
function assignObjects(tables: ExtractTables, numberRows: Uint32Array, report: ImportReport): ObjectOfNumber {
  const { columns: objects } = tables.objects;
  const { columns: numbers } = tables.numbers;
  const numberIds = new SortedIds(pick(numbers.id, numberRows));
  const assigned: ObjectOfNumber = {
    object: new Uint32Array(numberRows.length).fill(UNASSIGNED),
    secondary: new Uint8Array(numberRows.length),
    objects: resolveOccurrences(tables.objects, report),
  };

  // The main number of every object that exists.
  const objectRows = assigned.objects;
  const exists = new Uint8Array(objects.id.length);
  for (const row of objectRows) {
    exists[row] = 1;
    assign(assigned, objects, row, numberIds.find(objects.mainNumber[row]!), 0);
  }

  // Its other numbers.
  const { secondary } = tables;
  const unknown: number[] = [];
  for (let i = 0; i < secondary.object.length; i++) {
    const row = secondary.object[i]!;
    if (exists[row] === 0) continue;
    const number = numberIds.find(secondary.number[i]!);
    if (number === -1) unknown.push(i);
    else assign(assigned, objects, row, number, 1);
  }

  warnOfUnknown(tables, unknown, report);
  accountObjects(tables, objectRows, numberIds, assigned, report);
  return assigned;
}

/** Assigns an object to a number unless the number has a better one. `number` is a position, or -1 if it does not exist. */
function assign(
  assigned: ObjectOfNumber,
  objects: ObjectColumns,
  row: number,
  number: number,
  isSecondary: 0 | 1,
): void {
  if (number === -1) return;
  const other = assigned.object[number]!;
  if (other !== UNASSIGNED) {
    const isOtherSecondary = assigned.secondary[number] === 1;
    if (compareClaims(claimOf(objects, row, isSecondary === 1), claimOf(objects, other, isOtherSecondary)) >= 0) return;
  }
  assigned.object[number] = row;
  assigned.secondary[number] = isSecondary;
}

function claimOf({ state, latE7, id }: ObjectColumns, row: number, isSecondary: boolean): AddressClaim {
  return { state: state[row]!, isSecondary, hasPosition: latE7[row] !== NO_POSITION, id: id[row]! };
}

/** `entries` are rows of the table of secondary numbers. */
function warnOfUnknown({ secondary, objects }: ExtractTables, entries: readonly number[], report: ImportReport): void {
  const [first] = entries;
  if (first === undefined) return;
  const row = secondary.object[first]!;
  const object = formatBagId(objects.columns.id[row]!, objects.origins.of(row).recordType);
  const number = formatBagId(secondary.number[first]!, 'NUM');
  report.warn(
    `Secondary addresses left out because their house number is withdrawn or missing: ${entries.length.toLocaleString('en')}. The first is ${number} of object ${object}.`,
  );
}

/** An object is kept if at least one number is assigned to it. */
function accountObjects(
  tables: ExtractTables,
  objectRows: Uint32Array,
  numberIds: SortedIds,
  assigned: ObjectOfNumber,
  report: ImportReport,
): void {
  const { columns: objects, origins } = tables.objects;
  const used = new Uint8Array(objects.id.length);
  for (const row of assigned.object) if (row !== UNASSIGNED) used[row] = 1;
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
      const winner = formatBagId(objects.id[assigned.object[number]!]!, 'VBO');
      rejectRow(tables.objects, row, 'house-number-taken', `${detail} by ${winner}`, report);
    }
  }
}

/** The identifiers of today's addresses, by address, ascending. */
export function idsOf({ numbers }: ExtractTables, { number }: ResolvedAddresses): Float64Array {
  const ids = new Float64Array(number.length);
  for (let i = 0; i < ids.length; i++) ids[i] = numbers.columns.id[number[i]!]!;
  return ids;
}

/**
 * Finds rows by BAG identifier: ascending identifiers, and a table of where those of each municipality begin. The first
 * four of the sixteen digits are the municipality that issued the identifier: a binary search covers the half a million of
 * one municipality at most, not ten million, and consecutive searches mostly share one.
 *
 *     ids      0003… 0003… 0005… 0010… 0010… 0010… 0014…      ascending, each once
 *     starts   [… 3:0, 4:2, 5:2, 6:3 … 10:3, 11:6 …]           first row with at least that prefix
 */
export class SortedIds {
  readonly #ids: Float64Array;
  readonly #starts: Uint32Array;

  /** `ids` must ascend and be below 10¹⁶. The array is kept, not copied. */
  constructor(ids: Float64Array) {
    this.#ids = ids;
    this.#starts = new Uint32Array(PREFIXES + 1);
    let row = 0;
    for (let prefix = 0; prefix <= PREFIXES; prefix++) {
      while (row < ids.length && ids[row]! < prefix * PREFIX_UNIT) row++;
      this.#starts[prefix] = row;
    }
  }

  get length(): number {
    return this.#ids.length;
  }

  /** The row of `id`, or -1; about a tenth of a microsecond. */
  find(id: number): number {
    const ids = this.#ids;
    const prefix = Math.floor(id / PREFIX_UNIT);
    if (!(prefix >= 0 && prefix < PREFIXES)) return -1;
    const row = lowerBound(ids, id, this.#starts[prefix]!, this.#starts[prefix + 1]!);
    return ids[row] === id ? row : -1;
  }
}

const PREFIXES = 10_000;
const PREFIX_UNIT = 1e12;
