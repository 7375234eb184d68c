import { assertSound } from '../format/blocks.ts';
import type { Sections } from '../format/container.ts';
import { checkColumn, PackedColumn, packColumn } from '../format/packed-column.ts';
import { countBits } from '../model/bits.ts';
import type { Country } from '../model/country.ts';
import { formatPostcode, NO_POSTCODE, parsePostcode, postcodeArea } from '../model/postcode.ts';
import type { OrderedInput } from './order.ts';

/**
 * Postcodes, and the streets and places that they cover. An address stores a postcode's ordinal in this table; ordinal 0
 * is no postcode.
 *
 * In container `addresses.bin`, all packed:
 *
 *     pc.code          the postcodes as numbers (model/postcode.ts), ascending
 *     pc.firstStreet   postcode → its first entry in the two below; one more than postcodes
 *     pc.street        streets with addresses of the postcode, ascending within it
 *     pc.addresses     number of addresses of the street with that postcode
 *     pc.area          the postcodes' four digits, ascending, once for each place they cover
 *     pc.areaPlace     that place
 *     pc.areaAddresses number of addresses there with those four digits
 */
export class PostcodeTable {
  readonly #code: PackedColumn;
  readonly #firstStreet: PackedColumn;
  readonly #street: PackedColumn;
  readonly #addresses: PackedColumn;
  readonly #area: PackedColumn;
  readonly #areaPlace: PackedColumn;
  readonly #areaAddresses: PackedColumn;

  constructor(container: Sections) {
    const column = (name: string): PackedColumn => new PackedColumn(container.bytes(name));
    this.#code = column('pc.code');
    this.#firstStreet = column('pc.firstStreet');
    this.#street = column('pc.street');
    this.#addresses = column('pc.addresses');
    this.#area = column('pc.area');
    this.#areaPlace = column('pc.areaPlace');
    this.#areaAddresses = column('pc.areaAddresses');
    const first = this.#firstStreet;
    const isWhole =
      first.length === this.#code.length + 1 &&
      first.at(0) === 0 &&
      first.at(this.#code.length) === this.#street.length;
    assertSound(isWhole && first.ascends({ strictly: false }), 'the streets of postcodes follow each other');
    assertSound(this.#addresses.length === this.#street.length, 'every street of a postcode has addresses');
    const areas = this.#area.length;
    assertSound(this.#areaPlace.length === areas && this.#areaAddresses.length === areas, 'every area has places');
  }

  /** Number of postcodes, "none" included. */
  get length(): number {
    return this.#code.length;
  }

  /** For `checkPostcodes`. @internal */
  get columns(): readonly PackedColumn[] {
    const ofStreets = [this.#code, this.#firstStreet, this.#street, this.#addresses];
    return [...ofStreets, this.#area, this.#areaPlace, this.#areaAddresses];
  }

  /** The postcode with an ordinal, as a number; `NO_POSTCODE` for ordinal 0. */
  codeAt(ordinal: number): number {
    return this.#code.at(ordinal);
  }

  /** The postcodes as numbers, by ordinal. */
  codes(): Float64Array {
    return this.#code.values();
  }

  /** The ordinal of a postcode, or -1. O(log postcodes). */
  ordinalOf(code: number): number {
    const ordinal = this.#code.lowerBound(code);
    return ordinal < this.#code.length && this.#code.at(ordinal) === code ? ordinal : -1;
  }

  /** The ordinals of the postcodes from `low` up to but not including `high`. */
  ordinalsBetween(low: number, high: number): readonly [from: number, to: number] {
    const first = Math.max(1, this.#code.lowerBound(low));
    if (high > low + 1) return [first, this.#code.lowerBound(high)];
    // A whole postcode is looked up once.
    const isThere = first < this.#code.length && this.#code.at(first) === low;
    return [first, isThere ? first + 1 : first];
  }

  /** The entries of a postcode in the list of streets by postcode, as a range; ascending streets. */
  entriesOf(ordinal: number): readonly [from: number, to: number] {
    return [this.#firstStreet.at(ordinal), this.#firstStreet.at(ordinal + 1)];
  }

  /** The street of an entry. */
  streetAt(entry: number): number {
    return this.#street.at(entry);
  }

  /** The streets of the postcodes at [from, to), each with the number of its addresses there; a street with two of them occurs twice. */
  streetsOf(from: number, to: number = from + 1): { street: number; addresses: number }[] {
    const end = this.#firstStreet.at(to);
    const streets: { street: number; addresses: number }[] = [];
    for (let i = this.#firstStreet.at(from); i < end; i++) {
      streets.push({ street: this.#street.at(i), addresses: this.#addresses.at(i) });
    }
    return streets;
  }

  /** Whether a street has an address of the postcode with an ordinal. O(log streets of the postcode). */
  covers(ordinal: number, street: number): boolean {
    const end = this.#firstStreet.at(ordinal + 1);
    const found = this.#street.lowerBound(street, this.#firstStreet.at(ordinal), end);
    return found < end && this.#street.at(found) === street;
  }

  /** The places of all four-digit areas, ascending, with the number of addresses in each. */
  areas(): { area: number; place: number; addresses: number }[] {
    const { length } = this.#area;
    return Array.from({ length }, (_, i) => ({
      area: this.#area.at(i),
      place: this.#areaPlace.at(i),
      addresses: this.#areaAddresses.at(i),
    }));
  }

  /** The places of the four-digit areas from `low` up to but not including `high`, with the number of addresses in each. */
  placesBetween(low: number, high: number): Map<number, number> {
    const places = new Map<number, number>();
    const end = this.#area.lowerBound(high);
    for (let i = this.#area.lowerBound(low); i < end; i++) {
      const place = this.#areaPlace.at(i);
      places.set(place, (places.get(place) ?? 0) + this.#areaAddresses.at(i));
    }
    return places;
  }
}

/**
 * Checks that postcodes ascend and that all that is recorded for them agrees with the addresses. Some 0.2 µs per address.
 *
 * @param postcodes of each address
 * @param firstAddress of each street; one more than streets
 * @param placeOf the place of each street
 * @throws RangeError
 */
export function checkPostcodes(
  table: PostcodeTable,
  country: Country,
  postcodes: ArrayLike<number>,
  firstAddress: ArrayLike<number>,
  placeOf: ArrayLike<number>,
): void {
  for (const column of table.columns) checkColumn(column);
  const codes = table.codes();
  assertSound(codes[0] === NO_POSTCODE, 'the first postcode is none');
  for (let i = 1; i < codes.length; i++) assertSound(codes[i - 1]! < codes[i]!, 'postcodes ascend');
  for (const code of codes.subarray(1)) {
    assertSound(parsePostcode(country, formatPostcode(country, code)) === code, 'a postcode can be written');
  }

  const entries = countPerStreet(postcodes, firstAddress, codes.length);
  const streets = table.streetsOf(0, codes.length);
  assertSound(entries.length === streets.length, 'every postcode has its streets');
  const first = new Uint32Array(codes.length + 1);
  const areas = new Map<number, number>();
  const placeCount = placeOf.length;
  for (const [i, { ordinal, street, addresses }] of entries.entries()) {
    assertSound(
      streets[i]!.street === street && streets[i]!.addresses === addresses,
      'the streets of a postcode are those of its addresses',
    );
    first[ordinal + 1] = i + 1;
    const area = postcodeArea(country, codes[ordinal]!) * placeCount + placeOf[street]!;
    areas.set(area, (areas.get(area) ?? 0) + addresses);
  }
  for (let ordinal = 0; ordinal < codes.length; ordinal++) {
    first[ordinal + 1] = Math.max(first[ordinal]!, first[ordinal + 1]!);
    assertSound(table.entriesOf(ordinal)[1] === first[ordinal + 1], 'the streets of postcodes follow each other');
    assertSound(ordinal === 0 || first[ordinal + 1]! > first[ordinal]!, 'every postcode has streets');
  }
  const recorded = table.areas();
  assertSound(areas.size === recorded.length, 'the places of the four digits are those of their addresses');
  [...areas.keys()]
    .sort((a, b) => a - b)
    .forEach((area, i) => {
      const isIt =
        recorded[i]!.area === Math.floor(area / placeCount) &&
        recorded[i]!.place === area % placeCount &&
        recorded[i]!.addresses === areas.get(area);
      assertSound(isIt, 'the places of the four digits are those of their addresses');
    });
}

interface StreetOfPostcode {
  readonly ordinal: number;
  readonly street: number;
  readonly addresses: number;
}

/** The streets of each postcode, in its order and theirs, with the number of their addresses: two counting passes. */
function countPerStreet(
  postcodes: ArrayLike<number>,
  firstAddress: ArrayLike<number>,
  postcodeCount: number,
): StreetOfPostcode[] {
  const perPostcode: StreetOfPostcode[][] = Array.from({ length: postcodeCount }, () => []);
  // Of the street at hand; 0 again before the next one.
  const counts = new Uint32Array(postcodeCount);
  const found: number[] = [];
  for (let street = 0; street + 1 < firstAddress.length; street++) {
    for (let address = firstAddress[street]!; address < firstAddress[street + 1]!; address++) {
      const ordinal = postcodes[address]!;
      if (ordinal > 0 && counts[ordinal]!++ === 0) found.push(ordinal);
    }
    for (const ordinal of found) {
      perPostcode[ordinal]!.push({ ordinal, street, addresses: counts[ordinal]! });
      counts[ordinal] = 0;
    }
    found.length = 0;
  }
  return perPostcode.flat();
}

/** The sections, and the ordinal of the postcode of each address, in the order of the index. O(addresses + greatest postcode / 32). */
export function packPostcodes(input: OrderedInput): {
  readonly sections: Map<string, Uint8Array>;
  readonly ordinals: Uint32Array;
  /** Distinct postcodes. */
  readonly count: number;
} {
  const { addresses, rows, firstAddress, streets, country } = input;
  const { codes, ordinalOf } = numberCodes(addresses.postcode);
  const ordinals = new Uint32Array(rows.length);
  for (let address = 0; address < rows.length; address++) {
    ordinals[address] = ordinalOf(addresses.postcode[rows[address]!]!);
  }

  const entries = countPerStreet(ordinals, firstAddress, codes.length);
  const firstStreet = new Uint32Array(codes.length + 1);
  const areaAddresses = new Map<number, number>();
  for (const { ordinal, street, addresses: count } of entries) {
    firstStreet[ordinal + 1] = firstStreet[ordinal + 1]! + 1;
    const area = postcodeArea(country, codes[ordinal]!) * input.places.length + streets[street]!.place;
    areaAddresses.set(area, (areaAddresses.get(area) ?? 0) + count);
  }
  for (let ordinal = 0; ordinal < codes.length; ordinal++) {
    firstStreet[ordinal + 1] = firstStreet[ordinal + 1]! + firstStreet[ordinal]!;
  }

  const areas = [...areaAddresses.keys()].sort((a, b) => a - b);
  return {
    ordinals,
    count: codes.length - 1,
    sections: new Map([
      ['pc.code', packColumn(codes)],
      ['pc.firstStreet', packColumn(firstStreet)],
      ['pc.street', packColumn(entries.map(({ street }) => street))],
      ['pc.addresses', packColumn(entries.map(({ addresses: count }) => count))],
      ['pc.area', packColumn(areas.map((area) => Math.floor(area / input.places.length)))],
      ['pc.areaPlace', packColumn(areas.map((area) => area % input.places.length))],
      ['pc.areaAddresses', packColumn(areas.map((area) => areaAddresses.get(area)!))],
    ]),
  };
}

/** The distinct postcodes, ascending, `NO_POSTCODE` always first; and the position of one of them among these. */
function numberCodes(postcodes: Uint32Array): {
  readonly codes: Uint32Array;
  readonly ordinalOf: (code: number) => number;
} {
  const greatest = postcodes.reduce((most, code) => Math.max(most, code), NO_POSTCODE);
  // A bit for each code: a few postcodes far apart cost no more than their number.
  const occurs = new Uint32Array((greatest >>> 5) + 1);
  occurs[NO_POSTCODE >>> 5]! |= 1 << (NO_POSTCODE & 31);
  for (let row = 0; row < postcodes.length; row++) occurs[postcodes[row]! >>> 5]! |= 1 << (postcodes[row]! & 31);
  const codes: number[] = [];
  const before = new Uint32Array(occurs.length);
  for (let word = 0; word < occurs.length; word++) {
    before[word] = codes.length;
    for (let bits = occurs[word]!; bits !== 0; bits &= bits - 1) codes.push(word * 32 + lowestBit(bits));
  }
  const ordinalOf = (code: number): number => {
    const word = code >>> 5;
    return before[word]! + countBits(occurs[word]! & ((1 << (code & 31)) - 1));
  };
  return { codes: Uint32Array.from(codes), ordinalOf };
}

/** The position of the lowest bit that is set, from 0. */
function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
