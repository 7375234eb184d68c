import { AddressLookupError } from '../errors.ts';
import type { AddressColumns } from '../model/address-columns.ts';
import { type Country, nameIn } from '../model/country.ts';
import type { Gazetteer, Municipality, NamedArea, Place, Province, Region, Street } from '../model/gazetteer.ts';
import { compareNaturally, compareSuffixes } from '../model/house-number.ts';
import { fold } from '../text/fold.ts';
import type { IndexInput } from './manifest.ts';

/**
 * The order of the index: regions, provinces, municipalities, places and streets by name within their parent,
 * addresses by street, number, letter and addition. So everything under a region, province, municipality, place or street
 * is a range of addresses, and a drill-down is two offsets. Streets and areas without an address are left out:
 * they lead to no address.
 */
export interface OrderedInput {
  readonly country: Country;
  readonly regions: readonly Region[];
  readonly provinces: readonly Province[];
  readonly municipalities: readonly Municipality[];
  readonly places: readonly Place[];
  readonly streets: readonly Street[];
  readonly addresses: AddressColumns;
  /** Position in the index → row of `addresses`. */
  readonly rows: Uint32Array;
  /** Street → its first address in the index; one more entry than streets. */
  readonly firstAddress: Uint32Array;
  /** Position in `addresses.suffixes` → its place in natural order. */
  readonly suffixRank: Uint32Array;
}

export function orderInput(input: IndexInput): OrderedInput {
  const { gazetteer, addresses } = input;
  const inUse = areasInUse(input);
  const regions = sortAreas(gazetteer.regions, inUse.regions, () => 0);
  const provinces = sortAreas(gazetteer.provinces, inUse.provinces, (province) =>
    province.region === undefined ? 0 : regions.positionOf[province.region]!,
  );
  const municipalities = sortAreas(
    gazetteer.municipalities,
    inUse.municipalities,
    (area) => provinces.positionOf[area.province]!,
  );
  const places = sortAreas(gazetteer.places, inUse.places, (place) => municipalities.positionOf[place.municipality]!);
  const streets = sortAreas(gazetteer.streets, inUse.streets, (street) => places.positionOf[street.place]!);

  const suffixRank = rankSuffixes(addresses);
  const { rows, firstAddress } = sortAddresses(addresses, streets.positionOf, streets.sorted.length, suffixRank);
  return {
    country: input.country,
    regions: regions.sorted,
    provinces: provinces.sorted.map((province) =>
      province.region === undefined ? province : { ...province, region: regions.positionOf[province.region]! },
    ),
    municipalities: municipalities.sorted.map((area) => ({ ...area, province: provinces.positionOf[area.province]! })),
    places: places.sorted.map((place) => ({ ...place, municipality: municipalities.positionOf[place.municipality]! })),
    streets: streets.sorted.map((street) => ({ ...street, place: places.positionOf[street.place]! })),
    addresses,
    rows,
    firstAddress,
    suffixRank,
  };
}

/** Marks, level by level, the areas with addresses: 1 at their positions. */
function areasInUse({ gazetteer, addresses }: IndexInput): Readonly<Record<keyof Gazetteer, Uint8Array>> {
  const { streets, places, municipalities, provinces, regions } = gazetteer;
  const inUse = {
    streets: new Uint8Array(streets.length),
    places: new Uint8Array(places.length),
    municipalities: new Uint8Array(municipalities.length),
    provinces: new Uint8Array(provinces.length),
    regions: new Uint8Array(regions.length),
  };
  for (let row = 0; row < addresses.length; row++) inUse.streets[addresses.street[row]!] = 1;
  const markAbove = <Area>(areas: readonly Area[], used: Uint8Array, above: Uint8Array, of: (area: Area) => number) =>
    areas.forEach((area, position) => {
      if (used[position] === 1) above[of(area)] = 1;
    });
  markAbove(streets, inUse.streets, inUse.places, ({ place }) => place);
  markAbove(places, inUse.places, inUse.municipalities, ({ municipality }) => municipality);
  markAbove(municipalities, inUse.municipalities, inUse.provinces, ({ province }) => province);
  // A Dutch province has no region; a mark beyond the end of the list has no effect.
  markAbove(provinces, inUse.provinces, inUse.regions, ({ region = regions.length }) => region);
  return inUse;
}

/** Sorts the areas in use by parent, then by name (folded, numbers by value), then by identifier. */
function sortAreas<Area extends NamedArea>(
  areas: readonly Area[],
  inUse: Uint8Array,
  parentOf: (area: Area) => number,
): { sorted: readonly Area[]; positionOf: Uint32Array } {
  const keys = areas.map((area) => ({ parent: parentOf(area), name: fold(nameIn(area.names)) }));
  const used = Uint32Array.from(areas.keys()).filter((area) => inUse[area] === 1);
  const order = used.sort(
    (a, b) =>
      keys[a]!.parent - keys[b]!.parent ||
      compareNaturally(keys[a]!.name, keys[b]!.name) ||
      areas[a]!.id - areas[b]!.id,
  );
  const positionOf = new Uint32Array(areas.length);
  order.forEach((area, position) => {
    positionOf[area] = position;
  });
  return { sorted: Array.from(order, (area) => areas[area]!), positionOf };
}

function rankSuffixes({ suffixes }: AddressColumns): Uint32Array {
  const order = Uint32Array.from(suffixes.keys()).sort((a, b) => compareSuffixes(suffixes[a]!, suffixes[b]!));
  const rank = new Uint32Array(suffixes.length);
  order.forEach((suffix, position) => {
    rank[suffix] = position;
  });
  return rank;
}

/** A counting sort by street, then a sort within each street. */
function sortAddresses(
  { length, street, number, suffix, postcode, id }: AddressColumns,
  streetPosition: Uint32Array,
  streetCount: number,
  suffixRank: Uint32Array,
): { rows: Uint32Array; firstAddress: Uint32Array } {
  const firstAddress = new Uint32Array(streetCount + 1);
  for (let row = 0; row < length; row++) {
    const next = streetPosition[street[row]!]! + 1;
    firstAddress[next] = firstAddress[next]! + 1;
  }
  for (let s = 0; s < streetCount; s++) firstAddress[s + 1] = firstAddress[s + 1]! + firstAddress[s]!;

  const rows = new Uint32Array(length);
  const free = firstAddress.slice();
  for (let row = 0; row < length; row++) {
    const position = streetPosition[street[row]!]!;
    const at = free[position]!;
    rows[at] = row;
    free[position] = at + 1;
  }
  for (let s = 0; s < streetCount; s++) {
    rows
      .subarray(firstAddress[s]!, firstAddress[s + 1]!)
      .sort(
        (a, b) =>
          number[a]! - number[b]! ||
          suffixRank[suffix[a]!]! - suffixRank[suffix[b]!]! ||
          postcode[a]! - postcode[b]! ||
          id[a]! - id[b]!,
      );
  }
  return { rows, firstAddress };
}

/**
 * Asserts that identifiers are unique, so that a context resolves to one feature: among the areas of one level, the streets of
 * one place and the addresses of one street. Street names have hashes, which `packNames` compares.
 *
 * @throws AddressLookupError `input-corrupt` naming two objects with the same identifier
 */
export function assertDistinctIdentifiers(input: OrderedInput): void {
  const { regions, provinces, municipalities, places, streets, addresses, rows, firstAddress } = input;
  assertDistinct('regions', regions, ({ id }) => id);
  assertDistinct('provinces', provinces, ({ id }) => id);
  assertDistinct('municipalities', municipalities, ({ id }) => id);
  assertDistinct('places', places, ({ id }) => id);
  assertDistinct('streets of one place', streets, ({ id, place }) => `${id} ${place}`);
  streets.forEach((street, position) => {
    const ids = Float64Array.from(rows.subarray(firstAddress[position], firstAddress[position + 1]), (row) => {
      return addresses.id[row]!;
    }).sort();
    for (let i = 1; i < ids.length; i++) {
      if (ids[i] === ids[i - 1]) throw notDistinct('addresses', ids[i]!, [street, street]);
    }
  });
}

function assertDistinct<Area extends NamedArea>(
  what: string,
  areas: readonly Area[],
  identityOf: (area: Area) => number | string,
): void {
  const known = new Map<number | string, Area>();
  for (const area of areas) {
    const other = known.get(identityOf(area));
    if (other !== undefined) throw notDistinct(what, area.id, [other, area]);
    known.set(identityOf(area), area);
  }
}

function notDistinct(what: string, id: number, things: readonly [NamedArea, NamedArea]): AddressLookupError {
  const names = things.map(({ names }) => nameIn(names));
  return new AddressLookupError(
    'input-corrupt',
    `Got two ${what} with the identifier ${id}, in or called "${names[0]}" and "${names[1]}"; a register gives every one its own. Download its files again.`,
    { what, id, names },
  );
}
