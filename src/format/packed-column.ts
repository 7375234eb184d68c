import {
  align8,
  assertFills,
  assertFits,
  assertSound,
  BLOCK_MASK,
  BLOCK_ROWS,
  BLOCK_SHIFT,
  type BlockedRows,
  bitWidth,
  blockCount,
  isPackedBlock,
  lowerBoundOfFields,
  makeLowerBound,
  type NumberArray,
  partitionPoint,
  readBits,
  unpackFields,
  writeBits,
} from './blocks.ts';

/**
 * A column of whole numbers in few bits, with random access: frame of reference with bit packing.
 * (Goldstein, Ramakrishnan and Shaft, "Compressing relations and indexes", ICDE 1998.)
 *
 * Rows are split into blocks of 32. A block stores its smallest value, its base, and the difference of every row from it in as
 * many bits as the largest difference needs. 32 rows of w bits are exactly w 32-bit words, so the width need not be stored:
 * it is the distance to the next block's first word.
 *
 *     rows    1012 1012 1014 1019 …        base 1012, largest difference 7: w = 3
 *     bits     000  000  010  111 …        3 words for the block
 *
 * Section layout, little-endian (all parts 8-byte aligned within the section):
 *
 *     u32  length        rows
 *     u32  baseBytes     4 (Int32 bases) or 8 (Float64 bases: whole numbers up to 2^53)
 *     u32  firstWord[blocks + 1]   (+ 4 bytes of padding when blocks + 1 is odd)
 *     base[blocks]                 (+ 4 bytes of padding when Int32 and blocks is odd)
 *     u32  words[firstWord[blocks]]
 */
export class PackedColumn implements BlockedRows {
  readonly length: number;
  readonly #firstWord: Uint32Array;
  readonly #base: Int32Array | Float64Array;
  readonly #words: Uint32Array;
  #groups: BlockGroups | undefined;

  /** A view on a section made by `packColumn`; nothing is copied. */
  constructor(section: Uint8Array) {
    const { buffer, byteOffset } = section;
    const header = new Uint32Array(buffer, byteOffset, 2);
    this.length = header[0]!;
    const baseBytes = header[1]!;
    assertSound(baseBytes === 4 || baseBytes === 8, 'the bases of a column have 4 or 8 bytes');
    const blocks = blockCount(this.length);
    const baseOffset = byteOffset + 8 + align8((blocks + 1) * 4);
    const wordsOffset = baseOffset + align8(blocks * baseBytes);
    assertFits(wordsOffset - byteOffset, section);
    this.#firstWord = new Uint32Array(buffer, byteOffset + 8, blocks + 1);
    this.#base =
      baseBytes === 4 ? new Int32Array(buffer, baseOffset, blocks) : new Float64Array(buffer, baseOffset, blocks);
    const words = this.#firstWord[blocks]!;
    assertFills(wordsOffset - byteOffset + words * 4, section);
    this.#words = new Uint32Array(buffer, wordsOffset, words);
  }

  /** The value of row `i`, for 0 ≤ i < length. Constant time. */
  at(i: number): number {
    const block = i >>> BLOCK_SHIFT;
    const firstWord = this.#firstWord[block]!;
    const width = this.#firstWord[block + 1]! - firstWord;
    const base = this.#base[block]!;
    if (width === 0) return base;
    const bit = (i & BLOCK_MASK) * width;
    if (width <= 32) return base + readBits(this.#words, firstWord, bit, width);
    return (
      base + readBits(this.#words, firstWord, bit, 32) + readBits(this.#words, firstWord, bit + 32, width - 32) * TWO_32
    );
  }

  /** Copies the values of rows [from, to) to the beginning of `into`, block by block: a fifth of the time of reading them one by one. */
  readRange(from: number, to: number, into: NumberArray): void {
    for (let i = from; i < to; ) {
      const block = i >>> BLOCK_SHIFT;
      const end = Math.min((block + 1) << BLOCK_SHIFT, to);
      const firstWord = this.#firstWord[block]!;
      const width = this.#firstWord[block + 1]! - firstWord;
      if (width > 32) for (; i < end; i++) into[i - from] = this.at(i);
      else {
        const start = block << BLOCK_SHIFT;
        unpackFields(this.#words, firstWord, width, this.#base[block]!, i - start, end - start, into, i - from);
      }
      i = end;
    }
  }

  /** All values. */
  values(): Float64Array {
    const values = new Float64Array(this.length);
    this.readRange(0, this.length, values);
    return values;
  }

  /** Whether no value is less than the one before it or, `strictly`, each is greater. O(n), a block at a time: memory for 32 values. */
  ascends({ strictly }: { readonly strictly: boolean }): boolean {
    const values = new Float64Array(BLOCK_ROWS);
    let before = Number.NEGATIVE_INFINITY;
    for (let from = 0; from < this.length; from += BLOCK_ROWS) {
      const to = Math.min(from + BLOCK_ROWS, this.length);
      this.readRange(from, to, values);
      for (let i = 0; i < to - from; i++) {
        const value = values[i]!;
        if (!(strictly ? value > before : value >= before)) return false;
        before = value;
      }
    }
    return true;
  }

  /** Words before a block. For `checkColumn`. @internal */
  wordsBefore(block: number): number {
    return this.#firstWord[block]!;
  }

  /** `at`, under the name that searches over blocks use. */
  valueAt(i: number): number {
    return this.at(i);
  }

  baseAt(block: number): number {
    return this.#base[block]!;
  }

  lowerBoundInBlock(block: number, value: number, from: number, to: number): number {
    const firstWord = this.#firstWord[block]!;
    const width = this.#firstWord[block + 1]! - firstWord;
    const base = this.#base[block]!;
    if (width === 0) return base < value ? to : from;
    if (width > 32) return partitionPoint(from, to, (row) => this.at(row) < value);
    const row = block << BLOCK_SHIFT;
    return row + lowerBoundOfFields(this.#words, firstWord, width, value - base, from - row, to - row);
  }

  /** The first row in [from, to) whose value is not less than `value`, or `to`; the rows there must ascend. O(log n). */
  lowerBound(value: number, from: number = 0, to: number = this.length): number {
    return lowerBound(this, value, from, to);
  }

  /** The first row in [from, to) whose value is greater than `value`, or `to`; the rows there must ascend. O(log n). */
  upperBound(value: number, from: number = 0, to: number = this.length): number {
    return this.lowerBound(value + 1, from, to);
  }

  /**
   * The first row in [from, to) whose value is `value`, or -1; the rows need no order. Blocks whose range of values excludes it are
   * skipped unread, 64 at a time if that is true of all of them. If neighbours are alike, this takes n / 2048 steps and a few thousand
   * more. The first search of many rows computes the ranges of all blocks and keeps them: 8 bytes per thousand rows.
   */
  indexOf(value: number, from: number = 0, to: number = this.length): number {
    const firstWord = this.#firstWord;
    const bases = this.#base;
    const groups = to - from > MIN_ROWS_FOR_GROUPS ? this.#blockGroups() : undefined;
    for (let block = from >>> BLOCK_SHIFT; block << BLOCK_SHIFT < to; block++) {
      if (groups !== undefined && block % GROUP_BLOCKS === 0) {
        let group = block / GROUP_BLOCKS;
        while (value < groups.least[group]! || value > groups.greatest[group]!) group++;
        block = group * GROUP_BLOCKS;
        if (block >= bases.length) break;
      }
      const difference = value - bases[block]!;
      if (difference < 0 || difference >= SIZES[firstWord[block + 1]! - firstWord[block]!]!) continue;
      const end = Math.min((block + 1) << BLOCK_SHIFT, to);
      for (let i = Math.max(block << BLOCK_SHIFT, from); i < end; i++) if (this.at(i) === value) return i;
    }
    return -1;
  }

  /** The values that blocks can have, 64 blocks at a time; the last entry ends every search. */
  #blockGroups(): BlockGroups {
    if (this.#groups !== undefined) return this.#groups;
    const groups = Math.ceil(this.#base.length / GROUP_BLOCKS);
    const least = new Float64Array(groups + 1).fill(Number.POSITIVE_INFINITY);
    const greatest = new Float64Array(groups + 1).fill(Number.NEGATIVE_INFINITY);
    for (let block = 0; block < this.#base.length; block++) {
      const group = Math.floor(block / GROUP_BLOCKS);
      const base = this.#base[block]!;
      least[group] = Math.min(least[group]!, base);
      greatest[group] = Math.max(
        greatest[group]!,
        base + SIZES[this.#firstWord[block + 1]! - this.#firstWord[block]!]! - 1,
      );
    }
    least[groups] = Number.NEGATIVE_INFINITY;
    greatest[groups] = Number.POSITIVE_INFINITY;
    this.#groups = { least, greatest };
    return this.#groups;
  }
}

const lowerBound = makeLowerBound<PackedColumn>();

/** The columns of a container that are called so. Nothing is copied. */
export function packedColumns<Name extends string>(
  sections: { bytes(name: string): Uint8Array },
  names: readonly Name[],
): Readonly<Record<Name, PackedColumn>> {
  const columns = names.map((name) => [name, new PackedColumn(sections.bytes(name))] as const);
  return Object.fromEntries(columns) as Record<Name, PackedColumn>;
}

/**
 * Checks that the blocks of a column lie one after the other and are as `packColumn` packs them. O(n).
 *
 * @throws RangeError
 */
export function checkColumn(column: PackedColumn): void {
  assertSound(column.wordsBefore(0) === 0, 'the first block of a column begins at its first word');
  const values = new Float64Array(BLOCK_ROWS);
  for (let block = 0; block < blockCount(column.length); block++) {
    const width = column.wordsBefore(block + 1) - column.wordsBefore(block);
    assertSound(width >= 0 && width <= MAX_WIDTH, 'a block of a column has 0 to 53 words');
    const from = block << BLOCK_SHIFT;
    const count = Math.min(BLOCK_ROWS, column.length - from);
    column.readRange(from, from + count, values);
    const base = column.baseAt(block);
    for (let i = 0; i < count; i++) values[i] = values[i]! - base;
    assertSound(Number.isSafeInteger(base), 'a column has whole numbers');
    const isPacked = isPackedBlock(values, count, width, { hasBase: true });
    assertSound(isPacked, 'a block is as narrow as it can be');
  }
}

const GROUP_BLOCKS = 64;
/** For fewer rows, looking at each block is faster. */
const MIN_ROWS_FOR_GROUPS = 1 << 14;

interface BlockGroups {
  readonly least: Float64Array;
  readonly greatest: Float64Array;
}

/** Greatest difference of a block: less than 2^53. */
const MAX_WIDTH = 53;

/** How many values a block of a width can have: 2^width, which takes much longer to compute. */
const SIZES: Float64Array = Float64Array.from({ length: MAX_WIDTH + 1 }, (_, width) => 2 ** width);

/**
 * Packs whole numbers of -2^31 … 2^53 into a section for `PackedColumn`. Within a block of 32 they may differ by less than 2^53.
 */
export function packColumn(given: ArrayLike<number>): Uint8Array {
  // Of one type, for which the loops are compiled once.
  const values = given instanceof Float64Array ? given : new Float64Array(given);
  const blocks = blockCount(values.length);
  const firstWord = new Uint32Array(blocks + 1);
  const base = new Float64Array(blocks);
  for (let block = 0; block < blocks; block++) {
    const start = block << BLOCK_SHIFT;
    const end = Math.min(start + BLOCK_ROWS, values.length);
    let least = values[start]!;
    let greatest = least;
    for (let i = start + 1; i < end; i++) {
      const value = values[i]!;
      if (value < least) least = value;
      else if (value > greatest) greatest = value;
    }
    base[block] = least;
    firstWord[block + 1] = firstWord[block]! + bitWidth(greatest - least);
  }
  const baseBytes = base.every((value) => value === (value | 0)) ? 4 : 8;

  const baseOffset = 8 + align8((blocks + 1) * 4);
  const wordsOffset = baseOffset + align8(blocks * baseBytes);
  const section = new Uint8Array(wordsOffset + firstWord[blocks]! * 4);
  new Uint32Array(section.buffer, 0, 2).set([values.length, baseBytes]);
  new Uint32Array(section.buffer, 8, blocks + 1).set(firstWord);
  if (baseBytes === 4) new Int32Array(section.buffer, baseOffset, blocks).set(base);
  else new Float64Array(section.buffer, baseOffset, blocks).set(base);

  const words = new Uint32Array(section.buffer, wordsOffset, firstWord[blocks]!);
  for (let i = 0; i < values.length; i++) {
    const block = i >>> BLOCK_SHIFT;
    const width = firstWord[block + 1]! - firstWord[block]!;
    if (width === 0) continue;
    const difference = values[i]! - base[block]!;
    const bit = (i & BLOCK_MASK) * width;
    writeBits(words, firstWord[block]!, bit, Math.min(width, 32), difference % TWO_32);
    if (width > 32) writeBits(words, firstWord[block]!, bit + 32, width - 32, Math.floor(difference / TWO_32));
  }
  return section;
}

const TWO_32 = 2 ** 32;
