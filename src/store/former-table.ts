import { assertSound } from '../format/blocks.ts';
import { packContainer, type Sections } from '../format/container.ts';
import { checkColumn, PackedColumn, packColumn } from '../format/packed-column.ts';
import { packAddresses } from './address-table.ts';
import type { FormerInput } from './manifest.ts';
import { type OrderedInput, orderInput } from './order.ts';
import { packNamedSections } from './pack-named.ts';
import { packPostcodes } from './postcode-table.ts';
import { cutRuns } from './runs.ts';

/**
 * What became of the addresses that were, which have an index of their own in container `former.bin`: the sections of the other files,
 * each file's under its letter, and two columns.
 *
 *     areas        as areas.msgpack
 *     s.…          as in streets.bin
 *     a.…          as in addresses.bin; a position only where nothing took the place of the address
 *     n.…          as in names.bin
 *     successor    packed: the address of today + 1; 0 if the address was withdrawn
 *     until        packed: the first day on which it was no longer called so, in days since 1970
 */
export class FormerTable {
  readonly #successor: PackedColumn;
  readonly #until: PackedColumn;

  constructor(sections: Sections) {
    this.#successor = new PackedColumn(sections.bytes('successor'));
    this.#until = new PackedColumn(sections.bytes('until'));
  }

  get length(): number {
    return this.#successor.length;
  }

  /** The address of today; -1 if the address was withdrawn. */
  successorOf(former: number): number {
    return this.#successor.at(former) - 1;
  }

  /** The first day on which the address was no longer called so, `YYYY-MM-DD`. */
  untilOf(former: number): string {
    return new Date(this.#until.at(former) * MS_PER_DAY).toISOString().slice(0, 10);
  }

  /** For `checkFormer`. @internal */
  get columns(): readonly PackedColumn[] {
    return [this.#successor, this.#until];
  }
}

/** Checks that every address that was leads to one of so many today, or to none. @throws RangeError */
export function checkFormer(table: FormerTable, formerAddresses: number, addresses: number): void {
  for (const column of table.columns) {
    checkColumn(column);
    assertSound(column.length === formerAddresses, 'every address that was has an end');
  }
  for (let former = 0; former < table.length; former++) {
    const successor = table.successorOf(former);
    assertSound(successor >= -1 && successor < addresses, 'what became of an address is one of today');
  }
}

/** The file of the addresses that were; nothing if there are none. O(addresses). */
export function packFormer(
  { country, former }: { readonly country: OrderedInput['country']; readonly former?: FormerInput },
  present: OrderedInput,
): Uint8Array | undefined {
  if (former === undefined || former.addresses.length === 0) return undefined;
  const { gazetteer, addresses, until, successor } = former;
  const ordered = orderInput({ country, registers: [], gazetteer, addresses });
  const { areas, streets, names } = packNamedSections(ordered);
  const postcodes = packPostcodes(ordered);
  const addressOf = addressesById(successor, present);
  const rows = [...ordered.rows];
  return packContainer(
    new Map([
      ['areas', areas],
      ...under('s.', streets),
      ...under('a.', packAddresses(ordered, postcodes.ordinals, cutRuns(ordered))),
      ...under('a.', postcodes.sections),
      ...under('n.', names),
      ['successor', packColumn(rows.map((row) => (successor[row] === 0 ? 0 : addressOf.get(successor[row]!)! + 1)))],
      ['until', packColumn(rows.map((row) => dayOfDate(until[row]!)))],
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
