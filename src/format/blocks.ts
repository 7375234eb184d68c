/**
 * The basis of packed columns and packed rows: blocks of 32 rows, and fields of any width within 32-bit words, the
 * lowest bits first. 32 fields of w bits are exactly w words.
 */
export const BLOCK_SHIFT = 5;
export const BLOCK_ROWS: number = 1 << BLOCK_SHIFT;
export const BLOCK_MASK: number = BLOCK_ROWS - 1;

export function blockCount(rows: number): number {
  return Math.ceil(rows / BLOCK_ROWS);
}

/** Bits needed for 0 … `difference`. @throws RangeError unless it is less than 2^53 */
export function bitWidth(difference: number): number {
  if (!(difference >= 0 && difference < 2 ** 53)) {
    throw new RangeError(
      `Got neighbouring values ${difference} apart; a packed column takes whole numbers less than 2^53 apart.`,
    );
  }
  let width = 0;
  while (2 ** width <= difference) width++;
  return width;
}

/** `width` bits (1…32) that begin `bit` bits after word `firstWord`, as an unsigned number. */
export function readBits(words: Uint32Array, firstWord: number, bit: number, width: number): number {
  const word = firstWord + (bit >>> 5);
  const shift = bit & 31;
  let bits = words[word]! >>> shift;
  if (shift + width > 32) bits |= words[word + 1]! << (32 - shift);
  return width === 32 ? bits >>> 0 : bits & ((1 << width) - 1);
}

/** Unpacks fields [from, to) of a block that begins at `firstWord`, each `width` bits (0…32) more than `base`, to `into` from `at` on. */
export function unpackFields(
  words: Uint32Array,
  firstWord: number,
  width: number,
  base: number,
  from: number,
  to: number,
  into: NumberArray,
  at: number,
): void {
  if (width === 0) {
    for (let i = from; i < to; i++) into[at++] = base;
    return;
  }
  const mask = width === 32 ? -1 : (1 << width) - 1;
  let word = firstWord + ((from * width) >>> 5);
  let shift = (from * width) & 31;
  // What is left of the word, the next field in its lowest bits: each word is read once.
  let bits = words[word]! >>> shift;
  for (let i = from; i < to; i++) {
    let field = bits;
    shift += width;
    if (shift < 32) bits >>>= width;
    else if (shift > 32 || i + 1 < to) {
      shift -= 32;
      bits = words[++word]!;
      if (shift > 0) field |= bits << (width - shift);
      bits >>>= shift;
    }
    into[at++] = base + ((field & mask) >>> 0);
  }
}

/** Whether the differences of a block need all the bits they have and, in a block with a base, the smallest is 0. */
export function isPackedBlock(
  differences: Float64Array,
  count: number,
  width: number,
  { hasBase }: { readonly hasBase: boolean },
): boolean {
  let least = differences[0]!;
  let greatest = least;
  for (let i = 1; i < count; i++) {
    const difference = differences[i]!;
    if (difference < least) least = difference;
    else if (difference > greatest) greatest = difference;
  }
  const isAsWide = greatest < 2 ** width && (width === 0 || greatest >= 2 ** (width - 1));
  return isAsWide && (least === 0 || !hasBase);
}

/** Arrays that a column of whole numbers can be unpacked to. */
export type NumberArray = Int32Array | Uint32Array | Float64Array;

/** Sets `width` bits that are 0 so far. */
export function writeBits(words: Uint32Array, firstWord: number, bit: number, width: number, bits: number): void {
  const word = firstWord + (bit >>> 5);
  const shift = bit & 31;
  words[word] = words[word]! | (bits << shift);
  if (shift + width > 32) words[word + 1] = words[word + 1]! | (bits >>> (32 - shift));
}

/** The next multiple of 8, where a part of a file begins, so that a typed array can view it. */
export function align8(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** Rows in blocks, whose values ascend over a range. */
export interface BlockedRows {
  /** The value of a row. */
  valueAt(row: number): number;
  /** The smallest value of a block: where the whole block ascends, that of its first row. It is read without unpacking. */
  baseAt(block: number): number;
  /** The first of rows [from, to) of a block whose value is not less than `value`, or `to`. */
  lowerBoundInBlock(block: number, value: number, from: number, to: number): number;
}

/**
 * Makes a search for the first row in [from, to) whose value is not less than `value`, or `to`. O(log n): first among the
 * blocks, by the bases of those wholly in the range, which are close together in memory, then within one block, whose head
 * is read once.
 *
 * Each class of rows makes its own search, so that V8 sees a single class in it and inlines the reads; a search shared by two classes
 * takes a quarter longer.
 */
export function makeLowerBound<Rows extends BlockedRows>(): LowerBound<Rows> {
  return (rows, value, from, to) => {
    if (from >= to) return to;
    const firstBlock = from >>> BLOCK_SHIFT;
    const endWhole = to >>> BLOCK_SHIFT;
    // The first block after that of `from` that begins with `value` or more: the result is before it or is its first row.
    let low = firstBlock + 1;
    let high = ((to - 1) >>> BLOCK_SHIFT) + 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const value0 = middle < endWhole ? rows.baseAt(middle) : rows.valueAt(middle << BLOCK_SHIFT);
      if (value0 < value) low = middle + 1;
      else high = middle;
    }
    const block = low - 1;
    const start = block === firstBlock ? from : block << BLOCK_SHIFT;
    return rows.lowerBoundInBlock(block, value, start, block < endWhole ? low << BLOCK_SHIFT : to);
  };
}

/** The first of [from, to) whose field of `width` bits (1…32), in words from `firstWord` on, is not less than `bits`, or `to`. */
export function lowerBoundOfFields(
  words: Uint32Array,
  firstWord: number,
  width: number,
  bits: number,
  from: number,
  to: number,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (readBits(words, firstWord, middle * width, width) < bits) low = middle + 1;
    else high = middle;
  }
  return low;
}

type LowerBound<Rows> = (rows: Rows, value: number, from: number, to: number) => number;

/** The first of [from, to) for which `isBefore` is false, or `to`; it must be true before that and false from there on. O(log n). */
export function partitionPoint(from: number, to: number, isBefore: (i: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The first of [from, to) of ascending numbers that is not less than `value`, or `to`. Does what `partitionPoint` does, without a closure, which would take
 * up to half as long again in millions of look-ups. A program calls it with one kind of array, for which V8 then compiles it.
 */
export function lowerBound(ascending: Int32Array | Float64Array, value: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @throws RangeError if the parts of a section, with the sizes in its head, exceed it */
export function assertFits(bytes: number, section: Uint8Array): void {
  if (!(bytes <= section.byteLength)) {
    throw new RangeError(`Got a section of ${section.byteLength} bytes whose head announces ${bytes}.`);
  }
}

/** @throws RangeError if they are not exactly the section */
export function assertFills(bytes: number, section: Uint8Array): void {
  if (bytes !== section.byteLength) {
    throw new RangeError(`Got a section of ${section.byteLength} bytes; by its head it has ${bytes}.`);
  }
}

/**
 * Asserts something that is true of every sound index. Tables are checked next to their readers, in functions `check…`, which a bundle
 * for browsers leaves out; what these alone need of a class is its `parts`. They check whatever a reader relies on, and whatever follows from other
 * tables, so that contents which contradict each other are found although every checksum is right. `what` ends the sentence
 * "In a sound index …".
 *
 * @throws RangeError unless it holds
 */
export function assertSound(holds: boolean, what: string): asserts holds {
  if (!holds) throw new RangeError(`In a sound index ${what}.`);
}
