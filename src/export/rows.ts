import { formatPostcode } from '../model/postcode.ts';
import type { AddressRange } from '../query/within.ts';
import { visitPositions } from '../store/address-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { Column, RowFacts, RowKind, Value } from './columns.ts';
import { countOf, type Piece, placesOf } from './pieces.ts';

/** The rows of a piece, column by column. */
export interface Rows {
  readonly length: number;
  /** Of each column, the values of the rows. */
  readonly values: readonly (readonly Value[])[];
  /** Of each row, degrees; `null` without a position. */
  readonly positions: readonly (readonly [latitude: number, longitude: number] | null)[];
}

/** Reads the rows of a piece of this index. O(addresses of the piece). */
export function rowsOf(index: CountryIndex, kind: RowKind, columns: readonly Column[], { ranges }: Piece): Rows {
  const rows = new RowCollector(index, columns);
  for (const streets of placesOf(index, ranges)) {
    rows.openPlace(index.streets.placeOf(streets[0]!.street));
    if (kind === 'places') {
      rows.addSummary(streets.flatMap((run) => run.ranges));
      continue;
    }
    for (const run of streets) {
      rows.openStreet(run.street);
      if (kind === 'streets') rows.addSummary(run.ranges);
      else for (const range of run.ranges) rows.addAddresses(range);
    }
  }
  rows.finish();
  return rows;
}

/** The facts of a row, which change from row to row. */
type MutableFacts = { -readonly [fact in keyof RowFacts]: RowFacts[fact] };

class RowCollector implements Rows {
  length = 0;
  readonly values: Value[][];
  readonly positions: (readonly [latitude: number, longitude: number] | null)[] = [];
  readonly #index: CountryIndex;
  readonly #facts: MutableFacts;
  /** The columns whose rows each have their own value, and the others with the value of the place or street at hand. */
  readonly #own: { readonly values: Value[]; readonly valueFrom: Column['valueFrom'] }[] = [];
  readonly #shared: { readonly values: Value[]; readonly column: Column; value: Value }[] = [];
  #postcode = -1;

  constructor(index: CountryIndex, columns: readonly Column[]) {
    this.#index = index;
    this.#facts = {
      index,
      place: -1,
      street: -1,
      id: 0,
      number: 0,
      suffix: index.addresses.suffixOf(0),
      postcode: '',
      isProposed: false,
      wgs84: null,
      grid: undefined,
      addresses: 0,
    };
    this.values = columns.map((column) => {
      const values: Value[] = [];
      if (column.level === 'row') this.#own.push({ values, valueFrom: column.valueFrom });
      else this.#shared.push({ values, column, value: null });
      return values;
    });
  }

  openPlace(place: number): void {
    this.#writeShared();
    this.#facts.place = place;
    this.#readShared('place');
  }

  openStreet(street: number): void {
    this.#writeShared();
    this.#facts.street = street;
    this.#readShared('street');
  }

  finish(): void {
    this.#writeShared();
  }

  addAddresses([from, to]: AddressRange): void {
    const { addresses, postcodes, country } = this.#index;
    const facts = this.#facts;
    for (let address = from; address < to; address++) {
      const { number, suffix, postcode, wgs84, grid } = addresses.factsOf(address);
      // Neighbours share their postcode.
      if (postcode !== this.#postcode) {
        this.#postcode = postcode;
        facts.postcode = formatPostcode(country, postcodes.codeAt(postcode));
      }
      facts.id = addresses.idOf(address);
      facts.number = number;
      facts.suffix = suffix;
      facts.isProposed = addresses.isProposed(address);
      facts.wgs84 = wgs84;
      facts.grid = grid;
      this.#addRow();
    }
  }

  /** A row for several addresses, in the middle of those that have a position. */
  addSummary(ranges: readonly AddressRange[]): void {
    let [count, lat, lon] = [0, 0, 0];
    for (const [from, to] of ranges) {
      visitPositions(this.#index.addresses, from, to, (_, latE7, lonE7) => {
        count++;
        lat += latE7;
        lon += lonE7;
      });
    }
    this.#facts.wgs84 = count === 0 ? null : [Math.round(lat / count) / 1e7, Math.round(lon / count) / 1e7];
    this.#facts.addresses = countOf(ranges);
    this.#addRow();
  }

  #addRow(): void {
    for (const { values, valueFrom } of this.#own) values.push(valueFrom(this.#facts));
    this.positions.push(this.#facts.wgs84);
    this.length++;
  }

  #readShared(level: Column['level']): void {
    for (const shared of this.#shared) {
      if (shared.column.level === level) shared.value = shared.column.valueFrom(this.#facts);
    }
  }

  /** Gives the rows since the last change of place or street what they share. */
  #writeShared(): void {
    for (const { values, value } of this.#shared) {
      for (let row = values.length; row < this.length; row++) values.push(value);
    }
  }
}
