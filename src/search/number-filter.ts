/** Whether a house number may be somewhere: a Bloom filter with two hashes, which says yes of one in some fifty that it does not have. */
export class NumberFilter {
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
