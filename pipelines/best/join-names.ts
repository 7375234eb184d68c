import type { Names } from '../../src/model/country.ts';
import { NO_POSTCODE } from '../../src/model/postcode.ts';
import type { AddressTable } from './address-table.ts';
import type { RegionCode } from './names.ts';
import type { NameTable } from './read-xml-names.ts';
import { nationalId, type PostalAreaRecord, type StreetRecord } from './records.ts';
import type { XmlKind } from './xml-files.ts';

/** A reference to something that no file describes, with the number of addresses that make it. */
export interface DanglingReference {
  readonly kind: XmlKind;
  readonly region: string;
  readonly id: number;
  readonly addresses: number;
}

export interface JoinedNames {
  readonly tables: AddressTable[];
  readonly dangling: readonly DanglingReference[];
  /** The identifiers, by kind, that an address refers to. */
  readonly used: ReadonlyMap<XmlKind, ReadonlySet<number>>;
}

/**
 * Looks up the names that the address files of the full download only refer to, by kind and (region, identifier), so that
 * the tables are what they would be when read from CSV. References into nothing are told: "shouldn't happen but it sometimes
 * does", as BOSA's own tools say. A street without description stays without names; the others do without.
 */
export function joinNames(tables: readonly AddressTable[], nameTables: readonly NameTable[]): JoinedNames {
  const names = new NameLookup(nameTables);
  return { tables: tables.map((table) => joinTable(table, names)), dangling: names.dangling, used: names.used };
}

function joinTable(table: AddressTable, names: NameLookup): AddressTable {
  const addressesByStreet = countBy(table.street, table.length, table.streets.length);
  const streets = table.streets.map((street, position): StreetRecord => {
    return { ...street, names: names.find('streetName', street.region, street.id, addressesByStreet[position]!) };
  });
  const addressesByArea = countBy(table.postalArea, table.length, table.postalAreas.length);
  const postalAreas = table.postalAreas.map((area, position): PostalAreaRecord => {
    const { region, municipality, postcode, part } = area;
    const addresses = addressesByArea[position]!;
    const postalNames = postcode === NO_POSTCODE ? {} : names.find('postalInfo', region, postcode, addresses);
    const partNames = part === undefined ? {} : names.find('partOfMunicipality', region, part, addresses);
    const municipalityNames = names.find('municipality', region, municipality, addresses) ?? {};
    return { region, municipality, municipalityNames, postcode, postalNames: { ...partNames, ...postalNames } };
  });
  return { ...table, streets, postalAreas };
}

/** Names by kind and identifier, which remembers what it was asked for and did not have. */
class NameLookup {
  readonly dangling: DanglingReference[] = [];
  readonly used = new Map<XmlKind, Set<number>>();
  readonly #names = new Map<XmlKind, Map<number, Names>>();

  constructor(tables: readonly NameTable[]) {
    for (const { kind, entries } of tables) {
      const byId = this.#names.get(kind) ?? new Map<number, Names>();
      this.#names.set(kind, byId);
      for (const { id, names } of entries) if (!byId.has(id)) byId.set(id, names);
    }
  }

  find(kind: XmlKind, region: RegionCode, id: number, addresses: number): Names | undefined {
    const key = nationalId(region, id);
    const names = this.#names.get(kind)?.get(key);
    if (names === undefined) {
      this.dangling.push({ kind, region, id, addresses });
      return undefined;
    }
    const used = this.used.get(kind) ?? new Set<number>();
    this.used.set(kind, used);
    used.add(key);
    return names;
  }
}

function countBy(column: Uint32Array, length: number, groups: number): Uint32Array {
  const counts = new Uint32Array(groups);
  for (let row = 0; row < length; row++) counts[column[row]!]!++;
  return counts;
}
