import {
  assertFits,
  BLOCK_MASK,
  BLOCK_ROWS,
  BLOCK_SHIFT,
  type BlockedRows,
  bitWidth,
  blockCount,
  makeLowerBound,
  readBits,
  writeBits,
} from './blocks.ts';

/**
 * Up to eight columns of whole numbers that are read together, in few bits: frame of reference with bit packing, as in
 * `PackedColumn`, but with all columns of a block side by side. Reading a cold row costs a page and a few
 * neighbouring cache lines of memory; with separate columns it would cost a page and three lines per column.
 *
 * Rows are split into blocks of 32. For every column a block stores the smallest value, its base, and the difference of each row
 * from it in as many bits, w, as the largest difference needs: w words of 32 bits, one column after the other.
 *
 *     block    starts   base base …   differences of column 0   of column 1   …
 *              8 × u8   i32 each      w₀ words                  w₁ words
 *
 * `starts` says how many words after the bases each column begins, the first at 0: at most 7 · 32 words, which fit in a byte.
 * A column ends where the next begins, so widths need not be stored.
 *
 * Section layout, little-endian:
 *
 *     u32  length                  rows
 *     u32  columns                 1 … 8
 *     u32  firstWord[blocks + 1]   where each block begins in the words
 *     u32  words[firstWord[blocks] + 1]   one more, 0, so that two words can be read wherever a value begins
 */
export class PackedRows implements BlockedRows {
  readonly length: number;
  readonly columns: number;
  readonly #firstWord: Uint32Array;
  readonly #words: Uint32Array;
  /** The same words with a sign, for the bases. */
  readonly #bases: Int32Array;
  /** Words of a block before its differences. */
  readonly #headerWords: number;

  /** A view on a section made by `packRows`; nothing is copied. */
  constructor(section: Uint8Array) {
    const { buffer, byteOffset } = section;
    const header = new Uint32Array(buffer, byteOffset, 2);
    this.length = header[0]!;
    this.columns = header[1]!;
    this.#headerWords = START_WORDS + this.columns;
    const blocks = blockCount(this.length);
    const wordsOffset = byteOffset + 8 + (blocks + 1) * 4;
    assertFits(wordsOffset - byteOffset, section);
    this.#firstWord = new Uint32Array(buffer, byteOffset + 8, blocks + 1);
    const words = this.#firstWord[blocks]!;
    assertFits(wordsOffset - byteOffset + (words + 1) * 4, section);
    this.#words = new Uint32Array(buffer, wordsOffset, words + 1);
    this.#bases = new Int32Array(buffer, wordsOffset, words);
  }

  /** The value of row `i` in a column, for 0 ≤ i < length. Constant time. */
  at(column: number, i: number): number {
    const block = i >>> BLOCK_SHIFT;
    const first = this.#firstWord[block]!;
    const base = this.#bases[first + START_WORDS + column]!;
    const start = this.#startOf(first, column);
    const end =
      column + 1 < this.columns
        ? this.#startOf(first, column + 1)
        : this.#firstWord[block + 1]! - first - this.#headerWords;
    const width = end - start;
    if (width === 0) return base;
    return base + readBits(this.#words, first + this.#headerWords + start, (i & BLOCK_MASK) * width, width);
  }

  /** Copies all values of row `i` into `row`, in half the time of reading them one by one. */
  read(i: number, row: Int32Array): void {
    const block = i >>> BLOCK_SHIFT;
    const first = this.#firstWord[block]!;
    const words = this.#words;
    const bits = first + this.#headerWords;
    const inBlock = i & BLOCK_MASK;
    const last = this.columns - 1;
    let start = 0;
    for (let column = 0; column <= last; column++) {
      const end = column < last ? this.#startOf(first, column + 1) : this.#firstWord[block + 1]! - bits;
      const width = end - start;
      const base = this.#bases[first + START_WORDS + column]!;
      row[column] = width === 0 ? base : base + readBits(words, bits + start, inBlock * width, width);
      start = end;
    }
  }

  /**
   * Copies the values of `column` and of the one after it, of row `first` and of those of the next 31 rows whose bit is set in
   * `others` (bit 0 is row `first + 1`), where the value of `column` is in `least` … `most`, whole numbers of 32 bits: pair i to
   * `into.pairs[2 i]` and `into.pairs[2 i + 1]`, its row to `into.rows[i]`. Returns how many.
   */
  readPairs(column: number, first: number, others: number, least: number, most: number, into: Pairs): number {
    const { pairs, rows } = into;
    const words = this.#words;
    let count = 0;
    let rest = others;
    let row = first;
    for (;;) {
      // The head of a block is read once for all of its rows. `| 0` keeps everything 32 bits wide for the compiler.
      const block = row >>> BLOCK_SHIFT;
      const head = this.#firstWord[block]! | 0;
      const bits = head + this.#headerWords;
      const startA = this.#startOf(head, column);
      const startB = this.#startOf(head, column + 1);
      const end =
        column + 2 < this.columns ? this.#startOf(head, column + 2) : (this.#firstWord[block + 1]! | 0) - bits;
      const baseA = this.#bases[head + START_WORDS + column]!;
      const baseB = this.#bases[head + START_WORDS + column + 1]!;
      const widthA = startB - startA;
      const widthB = end - startB;
      const maskA = maskOf(widthA);
      const maskB = maskOf(widthB);
      do {
        const inBlock = row & BLOCK_MASK;
        const bitA = Math.imul(inBlock, widthA);
        const a = (baseA + (twoWords(words, bits + startA + (bitA >>> 5), bitA & 31) & maskA)) | 0;
        if (a >= least && a <= most) {
          const bitB = Math.imul(inBlock, widthB);
          pairs[2 * count] = a;
          pairs[2 * count + 1] = (baseB + (twoWords(words, bits + startB + (bitB >>> 5), bitB & 31) & maskB)) | 0;
          rows[count++] = row;
        }
        if (rest === 0) return count;
        // On to the lowest bit that is set.
        const step = 32 - Math.clz32(rest & -rest);
        row += step;
        rest = step === 32 ? 0 : rest >>> step;
      } while (row >>> BLOCK_SHIFT === block);
    }
  }

  /** Bytes of each column, without the heads of the blocks. O(blocks). */
  columnBytes(): number[] {
    const bytes = new Array<number>(this.columns).fill(0);
    for (let block = 0; block < blockCount(this.length); block++) {
      const head = this.#firstWord[block]!;
      for (let column = 0; column < this.columns; column++) {
        const end =
          column + 1 < this.columns
            ? this.#startOf(head, column + 1)
            : this.#firstWord[block + 1]! - head - this.#headerWords;
        bytes[column]! += (end - this.#startOf(head, column)) * 4;
      }
    }
    return bytes;
  }

  /** A value of the first column, for searches over the blocks. */
  valueAt(i: number): number {
    return this.at(0, i);
  }

  baseAt(block: number): number {
    return this.#bases[this.#firstWord[block]! + START_WORDS]!;
  }

  /** The first row in [from, to) whose value in the first column is not less than `value`, or `to`; they must ascend there. O(log n). */
  lowerBound(value: number, from: number, to: number): number {
    return lowerBound(this, value, from, to);
  }

  #startOf(first: number, column: number): number {
    return (this.#words[first + (column >>> 2)]! >>> ((column & 3) * 8)) & 0xff;
  }
}

const lowerBound = makeLowerBound<PackedRows>();

function maskOf(width: number): number {
  return width === 32 ? -1 : (1 << width) - 1;
}

/** 32 bits that begin `shift` bits (0…31) after a word. As good as `readBits`, without its question whether they go on in the next word. */
function twoWords(words: Uint32Array, word: number, shift: number): number {
  return (words[word]! >>> shift) | ((words[word + 1]! << 1) << (31 - shift));
}

/** Where `readPairs` puts up to 32 rows. */
export interface Pairs {
  readonly pairs: Int32Array;
  readonly rows: Uint32Array;
}

/**
 * Packs rows into a section for `PackedRows`. `fill` is called once for each row, in order, and writes its values, whole
 * numbers of -2^31 … 2^31 - 1, to the array it is given.
 */
export function packRows(length: number, columns: number, fill: (row: number, values: Int32Array) => void): Uint8Array {
  if (columns < 1 || columns > MAX_COLUMN_COUNT) {
    throw new RangeError(`Got ${columns} columns; packed rows have 1 to ${MAX_COLUMN_COUNT}.`);
  }
  const blocks = blockCount(length);
  const firstWord = new Uint32Array(blocks + 1);
  const words = new GrowingWords();
  const rows = Array.from({ length: BLOCK_ROWS }, () => new Int32Array(columns));
  for (let block = 0; block < blocks; block++) {
    const from = block << BLOCK_SHIFT;
    const count = Math.min(BLOCK_ROWS, length - from);
    for (let i = 0; i < count; i++) fill(from + i, rows[i]!);
    const packed = packBlock(rows.slice(0, count), columns);
    words.add(packed);
    firstWord[block + 1] = firstWord[block]! + packed.length;
  }
  const section = new Uint8Array(8 + firstWord.byteLength + (words.length + 1) * 4);
  new Uint32Array(section.buffer, 0, 2).set([length, columns]);
  new Uint32Array(section.buffer, 8, blocks + 1).set(firstWord);
  words.copyTo(new Uint32Array(section.buffer, 8 + firstWord.byteLength));
  return section;
}

function packBlock(rows: readonly Int32Array[], columns: number): Uint32Array {
  const bases = new Int32Array(columns);
  const widths = new Uint8Array(columns);
  for (let column = 0; column < columns; column++) {
    let least = rows[0]![column]!;
    let greatest = least;
    for (const row of rows) {
      const value = row[column]!;
      if (value < least) least = value;
      else if (value > greatest) greatest = value;
    }
    bases[column] = least;
    widths[column] = bitWidth(greatest - least);
  }
  const headerWords = START_WORDS + columns;
  const block = new Uint32Array(headerWords + widths.reduce((sum, width) => sum + width, 0));
  let start = 0;
  for (let column = 0; column < columns; column++) {
    const width = widths[column]!;
    writeBits(block, 0, column * 8, 8, start);
    block[START_WORDS + column] = bases[column]!;
    for (let i = 0; width > 0 && i < rows.length; i++) {
      writeBits(block, headerWords + start, i * width, width, rows[i]![column]! - bases[column]!);
    }
    start += width;
  }
  return block;
}

/** A growing array of words. */
class GrowingWords {
  length: number = 0;
  readonly #full: Uint32Array[] = [];
  #current: Uint32Array = new Uint32Array(CHUNK_WORDS);
  #used: number = 0;

  add(words: Uint32Array): void {
    if (this.#used + words.length > CHUNK_WORDS) {
      this.#full.push(this.#current.subarray(0, this.#used));
      this.#current = new Uint32Array(CHUNK_WORDS);
      this.#used = 0;
    }
    this.#current.set(words, this.#used);
    this.#used += words.length;
    this.length += words.length;
  }

  copyTo(target: Uint32Array): void {
    let at = 0;
    for (const chunk of [...this.#full, this.#current.subarray(0, this.#used)]) {
      target.set(chunk, at);
      at += chunk.length;
    }
  }
}

const MAX_COLUMN_COUNT = 8;
/** One byte per possible column. */
const START_WORDS = 2;
const CHUNK_WORDS = 1 << 20;
