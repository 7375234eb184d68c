import { ADDRESS_STATE, type AddressColumns, createAddressColumns } from '../../src/model/address-columns.ts';
import type { Alias } from '../../src/model/country.ts';
import type { Street } from '../../src/model/gazetteer.ts';
import type { HouseNumberSuffix } from '../../src/model/house-number.ts';
import { applyingNames } from './names.ts';
import { nationalId, type PostalAreaRecord, STATUSES, type StreetRecord } from './records.ts';
import type { ResolvedTable } from './resolve.ts';

/** BeST's statuses as states of an address; what a build takes in beyond the usual ranks behind everything. */
const STATE_OF_STATUS: Uint8Array = Uint8Array.from(STATUSES, (status) =>
  status === 'current' || status === 'reserved' ? ADDRESS_STATE[status] : ADDRESS_STATE.proposed,
);

/**
 * Fills the address columns, and makes the streets on the way: one for each street and place that an address has, so that a
 * street through three parts of a municipality stands three times with one `id`. `record` numbers the rows of all tables,
 * one table after the other.
 */
export function toAddresses(
  resolved: readonly ResolvedTable[],
  placeOf: ReadonlyMap<PostalAreaRecord, number>,
): { addresses: AddressColumns; streets: Street[] } {
  const suffixes = new MergedSuffixes();
  const streets = new PlacedStreets();
  const length = resolved.reduce((sum, { kept }) => sum + kept.length, 0);
  const addresses = createAddressColumns(length, suffixes.all);
  let address = 0;
  let firstRecord = 0;
  for (const { table, kept } of resolved) {
    const suffixPositions = suffixes.positionsOf(table.suffixes);
    const areaCount = table.postalAreas.length;
    // Street and area are looked up by name once for each pair of them, not once for each of its addresses.
    const streetPositions = new Map<number, number>();
    for (const row of kept) {
      const pair = table.street[row]! * areaCount + table.postalArea[row]!;
      const area = table.postalAreas[table.postalArea[row]!]!;
      let street = streetPositions.get(pair);
      if (street === undefined) {
        street = streets.position(table.streets[table.street[row]!]!, area, placeOf.get(area)!);
        streetPositions.set(pair, street);
      }
      addresses.id[address] = table.addressId[row]!;
      addresses.street[address] = street;
      addresses.number[address] = table.number[row]!;
      addresses.suffix[address] = suffixPositions[table.suffix[row]!]!;
      addresses.postcode[address] = area.postcode;
      addresses.latE7[address] = table.latE7[row]!;
      addresses.lonE7[address] = table.lonE7[row]!;
      addresses.gridXmm[address] = table.xMm[row]!;
      addresses.gridYmm[address] = table.yMm[row]!;
      addresses.state[address] = STATE_OF_STATUS[table.status[row]!]!;
      addresses.record[address] = firstRecord + row;
      address++;
    }
    firstRecord += table.length;
  }
  return { addresses, streets: streets.all };
}

/** The streets of the gazetteer, by street and place. */
class PlacedStreets {
  readonly all: Street[] = [];
  readonly #positions = new Map<string, number>();

  position(street: StreetRecord, area: PostalAreaRecord, place: number): number {
    const id = nationalId(street.region, street.id);
    const key = `${id} ${place}`;
    let position = this.#positions.get(key);
    if (position === undefined) {
      const names = applyingNames(street.region, area.municipality, street.names ?? {});
      if (names === undefined) throw new Error(`Street ${id} should have been rejected: it has no name.`);
      const aliases = Object.entries(names).flatMap(([language, name]) => unqualified(name, language as 'nl'));
      position = this.all.push({ id, names, place, ...(aliases.length > 0 && { aliases }) }) - 1;
      this.#positions.set(key, position);
    }
    return position;
  }
}

/**
 * The name without what tells it from another of the same name in the municipality, which people leave out: the section in
 * Charleroi, the part in German-speaking municipalities. The name itself stays as written.
 *
 * @example unqualified('Rue Emile Vandervelde (MS)', 'fr')   // [{ name: 'Rue Emile Vandervelde', language: 'fr' }]
 * @example unqualified('Weiherstraße,Recht', 'de')           // [{ name: 'Weiherstraße', language: 'de' }]
 */
function unqualified(name: string, language: 'nl' | 'fr' | 'de'): Alias[] {
  const plain = /^([^,(]*[^,( ]) *(?:,.+|\(.+\))$/.exec(name)?.[1];
  return plain === undefined ? [] : [{ name: plain, language }];
}

/** The suffixes of several tables as one list without repetitions. */
class MergedSuffixes {
  readonly all: HouseNumberSuffix[] = [{ letter: '', addition: '' }];
  readonly #positions = new Map<string, number>([['\0', 0]]);

  /** Where each of a table's suffixes stands in the list. */
  positionsOf(suffixes: readonly HouseNumberSuffix[]): Uint32Array {
    return Uint32Array.from(suffixes, (suffix) => {
      const key = `${suffix.letter}\0${suffix.addition}`;
      let position = this.#positions.get(key);
      if (position === undefined) {
        position = this.all.push(suffix) - 1;
        this.#positions.set(key, position);
      }
      return position;
    });
  }
}
