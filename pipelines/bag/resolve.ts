import type { ImportReport } from '../report.ts';
import { claimNumbers, UNCLAIMED } from './claim-numbers.ts';
import type { ExtractTables } from './read-extract.ts';
import { formatBagId, rejectRow, resolveOccurrences } from './resolve-occurrences.ts';
import { SortedIds } from './sorted-ids.ts';

/** Addresses as rows of the extract's tables: row `i` of every array is address `i`, in order of identifier. */
export interface ResolvedAddresses {
  /** Row in `tables.numbers`. */
  readonly number: Uint32Array;
  /** Row in `tables.streets`. */
  readonly street: Uint32Array;
  /** Number of the place the address lies in: the street's, or that which overrides it. */
  readonly place: Uint16Array;
  /** Row in `tables.objects`. */
  readonly object: Uint32Array;
  /** 1 where it is a secondary address of its object. */
  readonly secondary: Uint8Array;
}

/**
 * Joins the tables: an address is a house number that exists, on a street that exists, in a place that exists, and
 * belongs to an object that exists. Whatever does not come together is rejected, with what it lacks.
 */
export function resolveAddresses(tables: ExtractTables, report: ImportReport): ResolvedAddresses {
  const { columns: streets } = tables.streets;
  const { columns: numbers } = tables.numbers;

  const places = new Set(resolvePlaces(tables, report));
  const streetRows = resolveOccurrences(tables.streets, report);
  const streetIds = new SortedIds(Float64Array.from(streetRows, (row) => streets.id[row]!));
  const numberRows = resolveOccurrences(tables.numbers, report);
  const claims = claimNumbers(tables, numberRows, report);

  const address: ResolvedAddresses = {
    number: numberRows,
    street: new Uint32Array(numberRows.length),
    place: new Uint16Array(numberRows.length),
    object: claims.object,
    secondary: claims.secondary,
  };
  const usedStreets = new Uint8Array(streets.id.length);
  let length = 0;
  for (let i = 0; i < numberRows.length; i++) {
    const number = numberRows[i]!;
    const streetIndex = streetIds.find(numbers.street[number]!);
    const street = streetIndex === -1 ? -1 : streetRows[streetIndex]!;
    const place = numbers.place[number]! || (street === -1 ? 0 : streets.place[street]!);
    if (claims.object[i] === UNCLAIMED) {
      rejectRow(tables.numbers, number, 'object-missing', '', report);
    } else if (street === -1) {
      rejectRow(tables.numbers, number, 'street-unknown', formatBagId(numbers.street[number]!, 'OPR'), report);
    } else if (!places.has(place)) {
      rejectRow(tables.numbers, number, 'place-unknown', formatBagId(place, 'WPL'), report);
    } else {
      numberRows[length] = number;
      address.street[length] = street;
      address.place[length] = place;
      address.object[length] = claims.object[i]!;
      address.secondary[length] = claims.secondary[i]!;
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
  };
}

/** Numbers of the places that exist. */
function resolvePlaces(tables: ExtractTables, report: ImportReport): number[] {
  const rows = resolveOccurrences(tables.places, report);
  report.kept('WPL', rows.length);
  return [...rows].map((row) => tables.places.columns.id[row]!);
}

/** A street without addresses leads nowhere: it stays out. */
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
