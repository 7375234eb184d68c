import type { CountryIndex } from '../store/country-index.ts';
import type { NamedPlace } from './place-names.ts';

/** Which house numbers were somewhere. Most rows that are looked for here have a number that never was. */
export class NumbersSomewhere {
  readonly #filter: NumberFilter;

  /** Some 100 ns for each address, and four bytes. */
  constructor(index: CountryIndex) {
    const { addresses, streets, postcodes, areas } = index;
    this.#filter = new NumberFilter(addresses.length);
    const postcode = addresses.column('postcode');
    const codes = postcodes.codes();
    for (const place of areas.all('place').keys()) {
      const [from, to] = streets.addressesOf(...areas.childrenOf('place', place));
      const around = areas
        .lineOf('place', place)
        .flatMap(({ kind, ordinal }) => (kind === 'region' ? [] : areaKey(kind, ordinal)));
      eachNumber(index, from, to, (number, address) => {
        const isWithout = postcode[address] === 0;
        this.#filter.add(isWithout ? NOWHERE : codes[postcode[address]!]!, number);
        for (const area of around) {
          this.#filter.add(area, number);
          if (isWithout) this.#filter.add(area - 1, number);
        }
      });
    }
  }

  /** Whether a number may have been there with a postcode. */
  isAt(postcode: number, number: number): boolean {
    return this.#filter.has(postcode, number);
  }

  /** Whether a number may have been anywhere without a postcode. */
  isWithoutPostcode(number: number): boolean {
    return this.#filter.has(NOWHERE, number);
  }

  /** Whether a number may have been in one of these areas, or anywhere if none is given; or there without a postcode. */
  isIn(areas: readonly NamedPlace[] | undefined, number: number, withoutPostcode: boolean = false): boolean {
    return (
      areas === undefined ||
      areas.some(({ kind, ordinal }) => this.#filter.has(areaKey(kind, ordinal) - Number(withoutPostcode), number))
    );
  }
}

/** Where an address without a postcode is. */
const NOWHERE = 0;

/** An area as a negative even number, which is no postcode; the one below it is free. */
function areaKey(kind: NamedPlace['kind'], ordinal: number): number {
  return -8 * ordinal - 2 * (KINDS.indexOf(kind) + 1);
}

const KINDS: readonly NamedPlace['kind'][] = ['place', 'municipality', 'province'];

/** All house numbers of addresses [from, to), also those that are within a range. */
function eachNumber(
  { addresses }: CountryIndex,
  from: number,
  to: number,
  visit: (number: number, address: number) => void,
): void {
  const numbers = new Int32Array(to - from);
  addresses.readColumn('number', from, to, numbers);
  numbers.forEach((number, i) => visit(number, from + i));
  for (const range of addresses.rangesIn(from, to)) {
    for (let at = numbers[range - from]! + 1; at <= addresses.suffixOf(range).rangeEnd; at++) visit(at, range);
  }
}

/** Whether a house number may be somewhere: a Bloom filter with two hashes, which says yes of one in some fifty that it does not have. */
class NumberFilter {
  readonly #bits: Uint32Array;
  readonly #shift: number;

  /** Four bytes for each address, of which each is added at up to eight places. */
  constructor(addresses: number) {
    const exponent = Math.ceil(Math.log2(addresses * 16 + 32)) + 1;
    this.#bits = new Uint32Array(2 ** (exponent - 5));
    this.#shift = 32 - exponent;
  }

  add(where: number, number: number): void {
    const hash = hashOf(where, number);
    const [first, second] = [hash >>> this.#shift, Math.imul(hash, GOLDEN) >>> this.#shift];
    this.#bits[first >>> 5]! |= 1 << (first & 31);
    this.#bits[second >>> 5]! |= 1 << (second & 31);
  }

  has(where: number, number: number): boolean {
    const hash = hashOf(where, number);
    const [first, second] = [hash >>> this.#shift, Math.imul(hash, GOLDEN) >>> this.#shift];
    return ((this.#bits[first >>> 5]! >>> (first & 31)) & (this.#bits[second >>> 5]! >>> (second & 31)) & 1) === 1;
  }
}

/** A well mixed hash of both: the end of MurmurHash3 (Austin Appleby), of multiples of the golden ratio. */
function hashOf(where: number, number: number): number {
  let hash = Math.imul(where, GOLDEN) ^ number;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

const GOLDEN = 0x9e3779b1;
