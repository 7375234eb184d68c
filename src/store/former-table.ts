import { assertSound } from '../format/blocks.ts';
import { packContainer, type Sections } from '../format/container.ts';
import { checkColumn, type PackedColumn, packColumn, packedColumns } from '../format/packed-column.ts';
import { packAddresses } from './address-table.ts';
import type { FormerInput } from './manifest.ts';
import { type OrderedInput, orderInput } from './order.ts';
import { packFormerNames } from './pack-named.ts';
import { packPostcodes } from './postcode-table.ts';
import { cutRuns } from './runs.ts';

/**
 * What became of the addresses that were, which have an index of their own in container `former.bin`: the sections of the other files,
 * each file's under its letter, and four columns: most addresses have no successor, and neighbours ended on one day.
 *
 *     areas        as areas.msgpack
 *     s.…          as in streets.bin; spellings go on from those of today
 *     a.…          as in addresses.bin; a position only where nothing took the place of the address
 *     n.…          as in names.bin; labels are numbers of spellings
 *     heir         packed: the addresses that something took the place of, ascending
 *     successor    packed: the address of today of each of these
 *     last         packed: the last address of each run of addresses that ended on one day, ascending
 *     until        packed: the first day on which these were no longer called so, in days since 1970
 */
export class FormerTable {
  readonly #columns: Readonly<Record<Section, PackedColumn>>;

  constructor(sections: Sections) {
    this.#columns = packedColumns(sections, SECTIONS);
  }

  get length(): number {
    const { last } = this.#columns;
    return last.at(last.length - 1) + 1;
  }

  /** The address of today; -1 if the address was withdrawn. O(log addresses). */
  successorOf(former: number): number {
    const { heir, successor } = this.#columns;
    const place = heir.lowerBound(former);
    return place < heir.length && heir.at(place) === former ? successor.at(place) : -1;
  }

  /** The first day on which the address was no longer called so, `YYYY-MM-DD`. O(log addresses). */
  untilOf(former: number): string {
    const { last, until } = this.#columns;
    return new Date(until.at(last.lowerBound(former)) * MS_PER_DAY).toISOString().slice(0, 10);
  }

  /** For `checkFormer`. @internal */
  get columns(): Readonly<Record<Section, PackedColumn>> {
    return this.#columns;
  }
}

const SECTIONS = ['heir', 'successor', 'last', 'until'] as const;
type Section = (typeof SECTIONS)[number];

/** Checks that every address that was leads to one of so many today, or to none. @throws RangeError */
export function checkFormer(table: FormerTable, formerAddresses: number, addresses: number): void {
  const { heir, successor, last, until } = table.columns;
  for (const column of Object.values(table.columns)) checkColumn(column);
  assertSound(
    last.length === until.length && last.ascends({ strictly: true }),
    'the days of addresses follow each other',
  );
  assertSound(last.length > 0 && table.length === formerAddresses, 'every address that was has an end');
  const isOne = (address: number, of: number): boolean => address >= 0 && address < of;
  const isHeir = heir.length === successor.length && heir.ascends({ strictly: true });
  assertSound(
    isHeir && heir.values().every((each) => isOne(each, formerAddresses)),
    'successors are of addresses that were',
  );
  const isToday = successor.values().every((each) => isOne(each, addresses));
  assertSound(isToday, 'what became of an address is one of today');
}

/** The file of the addresses that were; nothing if there are none. O(addresses). */
export function packFormer(
  { country, former }: { readonly country: OrderedInput['country']; readonly former?: FormerInput },
  present: OrderedInput,
): Uint8Array | undefined {
  if (former === undefined || former.addresses.length === 0) return undefined;
  const { gazetteer, addresses, until, successor } = former;
  const ordered = orderInput({ country, registers: [], gazetteer, addresses });
  const { areas, streets, names } = packFormerNames(ordered, present);
  const postcodes = packPostcodes(ordered);
  const addressOf = addressesById(successor, present);
  // What leads to no address of today was withdrawn.
  const heirs = [...ordered.rows.keys()].filter((address) => addressOf.has(successor[ordered.rows[address]!]!));
  const days = Array.from(ordered.rows, (row) => dayOfDate(until[row]!));
  const lasts = [...days.keys()].filter((address) => days[address] !== days[address + 1]);
  return packContainer(
    new Map([
      ['areas', areas],
      ...under('s.', streets),
      ...under('a.', packAddresses(ordered, postcodes.ordinals, cutRuns(ordered))),
      ...under('a.', postcodes.sections),
      ...under('n.', names),
      ['heir', packColumn(heirs)],
      ['successor', packColumn(heirs.map((address) => addressOf.get(successor[ordered.rows[address]!]!)!))],
      ['last', packColumn(lasts)],
      ['until', packColumn(lasts.map((address) => days[address]!))],
    ]),
  );
}

function under(prefix: string, sections: ReadonlyMap<string, Uint8Array>): [string, Uint8Array][] {
  return [...sections].map(([name, bytes]) => [prefix + name, bytes]);
}

/** The addresses of today with these identifiers. */
function addressesById(ids: Float64Array, { addresses, rows }: OrderedInput): ReadonlyMap<number, number> {
  const wanted = new Set(ids);
  const found = new Map<number, number>();
  for (let address = 0; address < rows.length; address++) {
    const id = addresses.id[rows[address]!]!;
    if (wanted.has(id)) found.set(id, address);
  }
  return found;
}

/** 20210915 in days since 1970. */
function dayOfDate(date: number): number {
  return Date.UTC(Math.floor(date / 10_000), Math.floor((date % 10_000) / 100) - 1, date % 100) / MS_PER_DAY;
}

const MS_PER_DAY = 86_400_000;
