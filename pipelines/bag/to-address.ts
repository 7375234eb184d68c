import { type AddressColumns, createAddressColumns, NO_POSITION } from '../../src/model/address-columns.ts';
import type { Alias } from '../../src/model/country.ts';
import {
  type Gazetteer,
  type Municipality,
  type Place,
  type Province,
  type Street,
  withAliases,
} from '../../src/model/gazetteer.ts';
import { SuffixTable } from '../readers/columns.ts';
import { formerMunicipalities, municipalityAt, otherNames, provinceNames, UNKNOWN_PROVINCE } from './municipalities.ts';
import type { ResolvedAddresses } from './resolve.ts';
import { unpackSuffix } from './stand-record.ts';
import type { ExtractTables } from './tables.ts';

/** The names of the areas above the places, which the stand files lack. */
export interface AreaNames {
  /** Place number → municipality code. */
  readonly municipalityOfPlace: ReadonlyMap<number, string>;
  /** Municipalities are those of this day, `YYYY-MM-DD`. */
  readonly date: string;
}

interface Translation {
  readonly gazetteer: Gazetteer;
  readonly addresses: AddressColumns;
  /** Codes of no known municipality; places without a municipality have the code `''`. */
  readonly unknownMunicipalities: readonly string[];
}

/**
 * The one translation of the BAG's words into ours: openbare ruimte → street, woonplaats → place, nummeraanduiding →
 * address. A street with addresses in two places (in one of them by override) is a street in each, with one id.
 */
export function toAddresses(tables: ExtractTables, resolved: ResolvedAddresses, areas: AreaNames): Translation {
  const streetOf = new StreetEntries(tables, resolved);
  const names = placeNames(tables);
  const named = streetOf.placeIds.map((id) => ({ id, name: names.get(id)! }));
  const { places, municipalities, provinces, unknownMunicipalities } = areasAbove(named, areas);
  const placePosition = new Map(places.map((place, position) => [place.id, position]));
  const streets = streetOf.entries.map(({ row, place }) => streetAt(tables, row, placePosition.get(place)!));
  return {
    gazetteer: { regions: [], provinces, municipalities, places, streets },
    addresses: addressColumns(tables, resolved, streetOf),
    unknownMunicipalities,
  };
}

/** The pairs of street and place that have addresses, in order of street identifier, then place. */
class StreetEntries {
  readonly entries: { readonly row: number; readonly place: number }[] = [];
  readonly placeIds: number[];
  /** By street row: the position of its entry, or of the first of them. */
  readonly #first: Int32Array;

  constructor(tables: ExtractTables, { street, place }: ResolvedAddresses) {
    const { id } = tables.streets.columns;
    const placesOf = new Map<number, Set<number>>();
    let [lastStreet, lastPlace] = [-1, -1];
    for (let i = 0; i < street.length; i++) {
      if (street[i] === lastStreet && place[i] === lastPlace) continue;
      [lastStreet, lastPlace] = [street[i]!, place[i]!];
      const known = placesOf.get(lastStreet);
      if (known === undefined) placesOf.set(lastStreet, new Set([lastPlace]));
      else known.add(lastPlace);
    }
    this.#first = new Int32Array(id.length).fill(-1);
    const rows = [...placesOf.keys()].sort((a, b) => id[a]! - id[b]!);
    for (const row of rows) {
      this.#first[row] = this.entries.length;
      for (const number of [...placesOf.get(row)!].sort((a, b) => a - b)) this.entries.push({ row, place: number });
    }
    this.placeIds = [...new Set(this.entries.map((entry) => entry.place))].sort((a, b) => a - b);
  }

  /** Position of the street of `row` in a place. */
  positionOf(row: number, place: number): number {
    let position = this.#first[row]!;
    while (this.entries[position]!.place !== place) position++;
    return position;
  }
}

function streetAt({ streets }: ExtractTables, row: number, place: number): Street {
  const name = streets.names[row]!;
  const shortName = streets.shortNames[row]!;
  const street: Street = { id: streets.columns.id[row]!, names: { nl: name }, place };
  if (shortName === '' || shortName === name) return street;
  return { ...street, aliases: [{ name: shortName, language: 'nl' }] };
}

/** A place by its number and name. */
interface NamedPlace {
  readonly id: number;
  readonly name: string;
}

interface AreasAbove {
  readonly places: Place[];
  readonly municipalities: Municipality[];
  readonly provinces: Province[];
  readonly unknownMunicipalities: string[];
}

/** These places, and their municipalities and provinces in order of number. */
export function areasAbove(named: readonly NamedPlace[], areas: AreaNames): AreasAbove {
  const codeOf = (place: number): string => areas.municipalityOfPlace.get(place) ?? '';
  const codes = [...new Set(named.map(({ id }) => codeOf(id)))].sort();
  const unknownMunicipalities: string[] = [];
  const described = codes.map((code) => {
    const known = municipalityAt(code, areas.date);
    if (known === undefined) unknownMunicipalities.push(code);
    return { code, ...(known ?? { name: code === '' ? 'Onbekend' : code, province: UNKNOWN_PROVINCE }) };
  });
  const provinceCodes = [...new Set(described.map(({ province }) => province))].sort((a, b) => a - b);
  const provinces = provinceCodes.map((code): Province => ({ id: code, ...provinceNames(code) }));
  const places = named.map(
    ({ id, name }): Place => ({
      id,
      names: { nl: name },
      ...withAliases(otherNames(name)),
      municipality: codes.indexOf(codeOf(id)),
    }),
  );
  const municipalities = described.map(({ code, name, province }, position): Municipality => {
    // Most former municipalities are still places. If the place is there, the name means the place.
    const stillPlaces = new Set(
      places.filter(({ municipality }) => municipality === position).map((place) => place.names.nl),
    );
    const former = formerMunicipalities(Number(code)).filter((each) => !stillPlaces.has(each));
    const aliases = [...otherNames(name), ...former.map((each): Alias => ({ name: each, language: 'nl' }))];
    return {
      id: Number(code),
      names: { nl: name },
      ...withAliases(aliases),
      province: provinceCodes.indexOf(province),
    };
  });
  return { places, municipalities, provinces, unknownMunicipalities };
}

/** Names by place number. If there are several occurrences, the last one counts. */
export function placeNames({ places }: ExtractTables): ReadonlyMap<number, string> {
  const { id, occurrence } = places.columns;
  const best = new Map<number, number>();
  for (let row = 0; row < id.length; row++) {
    const other = best.get(id[row]!);
    if (other === undefined || occurrence[row]! > occurrence[other]!) best.set(id[row]!, row);
  }
  return new Map([...best].map(([place, row]) => [place, places.names[row]!]));
}

function addressColumns(tables: ExtractTables, resolved: ResolvedAddresses, streetOf: StreetEntries): AddressColumns {
  const { columns: numbers } = tables.numbers;
  const { columns: objects } = tables.objects;
  const suffixTable = new SuffixTable();
  const positionOfPacked = new Map<number, number>();
  const addresses = createAddressColumns(resolved.number.length, suffixTable.suffixes);
  for (let i = 0; i < addresses.length; i++) {
    const number = resolved.number[i]!;
    const object = resolved.object[i]!;
    const packed = numbers.suffix[number]!;
    let suffix = positionOfPacked.get(packed);
    if (suffix === undefined) {
      const { letter, addition } = unpackSuffix(packed);
      suffix = suffixTable.position(letter, addition);
      positionOfPacked.set(packed, suffix);
    }
    addresses.id[i] = numbers.id[number]!;
    addresses.street[i] = streetOf.positionOf(resolved.street[i]!, resolved.place[i]!);
    addresses.number[i] = numbers.number[number]!;
    addresses.suffix[i] = suffix;
    addresses.postcode[i] = numbers.postcode[number]!;
    addresses.state[i] = objects.state[object]!;
    addresses.secondary[i] = resolved.secondary[i]!;
    addresses.record[i] = number;
    if (objects.latE7[object] === NO_POSITION) continue;
    addresses.latE7[i] = objects.latE7[object]!;
    addresses.lonE7[i] = objects.lonE7[object]!;
    addresses.gridXmm[i] = objects.xMm[object]!;
    addresses.gridYmm[i] = objects.yMm[object]!;
  }
  return addresses;
}
