import { AddressLookupError } from '../errors.ts';
import { type AddressColumns, groupRows } from '../model/address-columns.ts';
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
export interface OrderedInput extends OrderedNames {
  readonly addresses: AddressColumns;
  /** Position in the index → row of `addresses`. */
  readonly rows: Uint32Array;
  /** Position in `addresses.suffixes` → its place in natural order. */
  readonly suffixRank: Uint32Array;
}

/** Everything with a name, and the ranges of its addresses: a small part of the input, which can be sent to another thread. */
export interface OrderedNames {
  readonly country: Country;
  readonly regions: readonly Region[];
  readonly provinces: readonly Province[];
  readonly municipalities: readonly Municipality[];
  readonly places: readonly Place[];
  readonly streets: readonly Street[];
  /** Street → its first address in the index; one more entry than streets. */
  readonly firstAddress: Uint32Array;
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
  const { rows, starts } = groupRows(length, streetCount, (row) => streetPosition[street[row]!]!);
  const byNumber = new NumberOrder(number, suffix, suffixRank);
  const byPostcode = (alike: Uint32Array): void => {
    alike.sort((a, b) => postcode[a]! - postcode[b]! || id[a]! - id[b]!);
  };
  for (let s = 0; s < streetCount; s++) byNumber.sort(rows.subarray(starts[s]!, starts[s + 1]!), byPostcode);
  return { rows, firstAddress: starts };
}

/**
 * Sorts the addresses of a street by house number, then by suffix. Number, suffix and place in the list are combined into one number,
 * so that no comparison is a call: a fifth of the time of a sort with a comparator. If they are in order already, as in most
 * registers, there is nothing to sort.
 */
export class NumberOrder {
  readonly #number: Uint32Array;
  readonly #suffix: Uint32Array;
  readonly #rank: Uint32Array;
  readonly #greatest: number;
  #keys: Float64Array = new Float64Array(0);

  /** The columns of the addresses, by row; `rank` is the place of each suffix in the order. */
  constructor(number: Uint32Array, suffix: Uint32Array, rank: Uint32Array) {
    this.#number = number;
    this.#suffix = suffix;
    this.#rank = rank;
    this.#greatest = number.reduce((most, each) => Math.max(most, each), 0);
  }

  /** Sorts rows, and calls `onAlike` for each part with the same number and suffix, to order it further. */
  sort(rows: Uint32Array, onAlike: (alike: Uint32Array) => void): void {
    const length = rows.length;
    if (this.#keys.length < length) this.#keys = new Float64Array(2 * length);
    const keys = this.#keys.subarray(0, length);
    let ascends = true;
    for (let i = 0; i < length; i++) {
      keys[i] = this.#number[rows[i]!]! * this.#rank.length + this.#rank[this.#suffix[rows[i]!]!]!;
      if (i > 0 && !(keys[i - 1]! < keys[i]!)) ascends = false;
    }
    if (ascends) return;
    if (this.#greatest * this.#rank.length * length < MAX_KEY) {
      for (let i = 0; i < length; i++) keys[i] = keys[i]! * length + i;
      keys.sort();
      const before = rows.slice();
      for (let i = 0; i < length; i++) {
        const key = Math.floor(keys[i]! / length);
        rows[i] = before[keys[i]! - key * length]!;
        keys[i] = key;
      }
    } else {
      const order = Uint32Array.from(rows.keys()).sort((a, b) => keys[a]! - keys[b]! || a - b);
      rows.set(order.map((i) => rows[i]!));
      keys.set(Float64Array.from(order, (i) => keys[i]!));
    }
    for (let from = 0; from < length; ) {
      let to = from + 1;
      while (to < length && keys[to] === keys[from]) to++;
      if (to - from > 1) onAlike(rows.subarray(from, to));
      from = to;
    }
  }
}

/** Small enough for the quotient of a key and a length to be exact. */
const MAX_KEY = 2 ** 50;

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
  // Most registers come in the order of their identifiers, which shows at once that all are distinct.
  if (ascends(addresses.id)) return;
  streets.forEach((street, position) => {
    const ids = Float64Array.from(rows.subarray(firstAddress[position], firstAddress[position + 1]), (row) => {
      return addresses.id[row]!;
    }).sort();
    for (let i = 1; i < ids.length; i++) {
      if (ids[i] === ids[i - 1]) throw notDistinct('addresses', ids[i]!, [street, street]);
    }
  });
}

function ascends(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (!(values[i - 1]! < values[i]!)) return false;
  return true;
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
    `Got two ${what} with the identifier ${id}, in or called "${names[0]}" and "${names[1]}"; in a register each has its own. Download its files again.`,
    { what, id, names },
  );
}
