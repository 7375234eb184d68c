import {
  type BlockPoints,
  NO_POINTS,
  POINT_X,
  POINT_Y,
  POINTS,
  type PointGroups,
  packPoints,
  xOfPoint,
  yOfPoint,
} from './block-points.ts';
import {
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
  readBits,
  unpackFields,
  writeBits,
} from './blocks.ts';

/**
 * Up to six columns of whole numbers that are read together, in few bits, and a point for each row: frame of reference with bit
 * packing, as in `PackedColumn`, but with all columns of a block side by side. Reading a cold row costs a page and a few
 * neighbouring cache lines of memory; with separate columns it would cost a page and three lines per column.
 *
 * Rows are split into blocks of 32. For every column a block stores the smallest value, its base, and the difference of each row
 * from it in as many bits, w, as the largest difference needs: w words of 32 bits, one column after the other. The points
 * (block-points.ts) are one word for each row, at the end of the block, after the origins of their groups: so the first column,
 * which is searched, is in the cache line of the head, and the points are found without reading the head.
 *
 *     block    starts    base base …   differences of column 0   of column 1   …   origins   points
 *              8 × u8    i32 each      w₀ words                  w₁ words                    34 words
 *
 * `starts` says how many words after the bases each column begins, then where the origins begin, and in its last byte what the
 * points are: at most 6 · 32 words, which fit in a byte. A column ends where the next begins, so widths need not be stored.
 * A column of small numbers, most of which are 0, has no bases: its values are the differences.
 *
 * Section layout, little-endian:
 *
 *     u32  length                  rows
 *     u16  columns                 1 … 6
 *     u16  based                   bit i: column i has bases
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
  /** Where the base of each column is in a block, -1 for none. */
  readonly #baseWords: Int32Array;
  /** Words of a block before its points and differences. */
  readonly #headerWords: number;

  /** A view on a section made by `packRows`; nothing is copied. */
  constructor(section: Uint8Array) {
    const { buffer, byteOffset } = section;
    const header = new Uint32Array(buffer, byteOffset, 2);
    this.length = header[0]!;
    this.columns = header[1]! & 0xffff;
    if (this.columns < 1 || this.columns > MAX_COLUMN_COUNT)
      throw new RangeError(`Got packed rows of ${this.columns} columns; allowed are 1 to ${MAX_COLUMN_COUNT}.`);
    const baseWords = baseWordsOf(this.columns, header[1]! >>> 16);
    this.#baseWords = baseWords.words;
    this.#headerWords = START_WORDS + baseWords.count;
    const blocks = blockCount(this.length);
    const wordsOffset = byteOffset + 8 + (blocks + 1) * 4;
    assertFits(wordsOffset - byteOffset, section);
    this.#firstWord = new Uint32Array(buffer, byteOffset + 8, blocks + 1);
    const words = this.#firstWord[blocks]!;
    assertFills(wordsOffset - byteOffset + (words + 1) * 4, section);
    this.#words = new Uint32Array(buffer, wordsOffset, words + 1);
    this.#bases = new Int32Array(buffer, wordsOffset, words);
  }

  /** The value of row `i` in a column, for 0 ≤ i < length. Constant time. */
  at(column: number, i: number): number {
    const first = this.#firstWord[i >>> BLOCK_SHIFT]!;
    const base = this.#baseOf(first, column);
    const start = this.startOf(first, column);
    const width = this.startOf(first, column + 1) - start;
    if (width === 0) return base;
    return base + readBits(this.#words, first + this.#headerWords + start, (i & BLOCK_MASK) * width, width);
  }

  /** Copies all values of row `i` into `row`, in half the time of reading them one by one, and its point to POINT_X and POINT_Y. */
  read(i: number, row: Int32Array): void {
    const block = i >>> BLOCK_SHIFT;
    const first = this.#firstWord[block]!;
    const words = this.#words;
    const bits = first + this.#headerWords;
    const inBlock = i & BLOCK_MASK;
    let start = 0;
    for (let column = 0; column < this.columns; column++) {
      const end = this.startOf(first, column + 1);
      const width = end - start;
      const base = this.#baseOf(first, column);
      row[column] = width === 0 ? base : base + readBits(words, bits + start, inBlock * width, width);
      start = end;
    }
    const kind = this.kindOf(first);
    if (kind === POINTS.none) return;
    const points = this.pointsOf(block);
    const word = words[points + inBlock]!;
    row[POINT_X] = xOfPoint(words, kind, points, bits + start, word);
    row[POINT_Y] = yOfPoint(words, kind, points, bits + start, word);
  }

  /** x of the point of row `i`; meaningless for a row without one. Constant time. */
  xAt(i: number): number {
    const block = i >>> BLOCK_SHIFT;
    const first = this.#firstWord[block]!;
    const kind = this.kindOf(first);
    if (kind === POINTS.none) return 0;
    const points = this.pointsOf(block);
    const origins = first + this.#headerWords + this.startOf(first, this.columns);
    return xOfPoint(this.#words, kind, points, origins, this.#words[points + (i & BLOCK_MASK)]!);
  }

  /** y of the point of row `i`; meaningless for a row without one. Constant time. */
  yAt(i: number): number {
    const block = i >>> BLOCK_SHIFT;
    const first = this.#firstWord[block]!;
    const kind = this.kindOf(first);
    if (kind === POINTS.none) return 0;
    const points = this.pointsOf(block);
    const origins = first + this.#headerWords + this.startOf(first, this.columns);
    return yOfPoint(this.#words, kind, points, origins, this.#words[points + (i & BLOCK_MASK)]!);
  }

  /** Copies the values of a column in rows [from, to) to the beginning of `into`, block by block: a fifth of the time of reading them one by one. */
  readRange(column: number, from: number, to: number, into: NumberArray): void {
    for (let i = from; i < to; ) {
      const block = i >>> BLOCK_SHIFT;
      const end = Math.min((block + 1) << BLOCK_SHIFT, to);
      const first = this.#firstWord[block]!;
      const start = this.startOf(first, column);
      const width = this.startOf(first, column + 1) - start;
      const bits = first + this.#headerWords + start;
      const row = block << BLOCK_SHIFT;
      unpackFields(this.#words, bits, width, this.#baseOf(first, column), i - row, end - row, into, i - from);
      i = end;
    }
  }

  /** Copies the points of rows [from, to) to the beginning of `xs` and `ys`; the value for a row without a point is arbitrary. */
  readPoints(from: number, to: number, xs: Int32Array, ys: Int32Array): void {
    const words = this.#words;
    for (let i = from; i < to; ) {
      const block = i >>> BLOCK_SHIFT;
      const end = Math.min((block + 1) << BLOCK_SHIFT, to);
      const first = this.#firstWord[block]!;
      const kind = this.kindOf(first);
      if (kind !== POINTS.none) {
        const points = this.pointsOf(block);
        const origins = first + this.#headerWords + this.startOf(first, this.columns);
        for (let row = i; row < end; row++) {
          const word = words[points + (row & BLOCK_MASK)]!;
          xs[row - from] = xOfPoint(words, kind, points, origins, word);
          ys[row - from] = yOfPoint(words, kind, points, origins, word);
        }
      }
      i = end;
    }
  }

  /** Whether the block of row `i` has points. */
  hasPoints(i: number): boolean {
    return this.kindOf(this.#firstWord[i >>> BLOCK_SHIFT]!) !== POINTS.none;
  }

  /** The point of row `i` as its block stores it (block-points.ts); 0 where no row of the block has one. */
  pointWordAt(i: number): number {
    return this.hasPoints(i) ? this.#words[this.pointsOf(i >>> BLOCK_SHIFT) + (i & BLOCK_MASK)]! : 0;
  }

  /** All words, for callers that read the points of a block one after the other (`dxOf`, `dyOf`). */
  get words(): Uint32Array {
    return this.#words;
  }

  /** Where the points of the rows of a block begin in `words`, if any of its rows has one. */
  pointsOf(block: number): number {
    return this.#firstWord[block + 1]! - POINT_WORDS;
  }

  /** A value of the first column, for searches over the blocks. */
  valueAt(i: number): number {
    return this.at(0, i);
  }

  baseAt(block: number): number {
    return this.#baseOf(this.#firstWord[block]!, 0);
  }

  lowerBoundInBlock(block: number, value: number, from: number, to: number): number {
    const first = this.#firstWord[block]!;
    const base = this.#baseOf(first, 0);
    const width = this.startOf(first, 1);
    if (width === 0) return base < value ? to : from;
    const row = block << BLOCK_SHIFT;
    const bits = first + this.#headerWords;
    return row + lowerBoundOfFields(this.#words, bits, width, value - base, from - row, to - row);
  }

  /** The first word of a row's block, which is near all that a search in it reads. */
  wordAt(i: number): number {
    return this.#words[this.#firstWord[i >>> BLOCK_SHIFT]!]!;
  }

  /** The first row in [from, to) whose value in the first column is not less than `value`, or `to`; they must ascend there. O(log n). */
  lowerBound(value: number, from: number, to: number): number {
    return lowerBound(this, value, from, to);
  }

  /** For `checkRows` and `bytesOfColumns`. @internal */
  get parts(): { readonly firstWord: Uint32Array; readonly baseWords: Int32Array; readonly headerWords: number } {
    return { firstWord: this.#firstWord, baseWords: this.#baseWords, headerWords: this.#headerWords };
  }

  #baseOf(first: number, column: number): number {
    const word = this.#baseWords[column]!;
    return word < 0 ? 0 : this.#bases[first + word]!;
  }

  /** Where a column begins, after the bases of its block; where the origins do, of the column after the last. @internal */
  startOf(first: number, column: number): number {
    return (this.#words[first + (column >>> 2)]! >>> ((column & 3) * 8)) & 0xff;
  }

  /** What the points of a block are. @internal */
  kindOf(first: number): number {
    return this.#words[first + 1]! >>> 24;
  }
}

const lowerBound = makeLowerBound<PackedRows>();

/**
 * Checks that the blocks lie one after the other and are as `packRows` packs them, and that points are from the origins that their
 * block has. O(rows · columns).
 *
 * @throws RangeError
 */
export function checkRows(rows: PackedRows): void {
  const { firstWord, baseWords, headerWords } = rows.parts;
  const { words, columns, length } = rows;
  assertSound(firstWord[0] === 0, 'the first block of rows begins at their first word');
  assertSound(words.at(-1) === 0, 'the word after the last block is 0');
  const values = new Float64Array(BLOCK_ROWS);
  for (let block = 0; block < blockCount(length); block++) {
    const first = firstWord[block]!;
    const next = firstWord[block + 1]!;
    const bits = first + headerWords;
    assertSound(bits <= next && next < words.length, 'the blocks of rows follow each other');
    const count = Math.min(BLOCK_ROWS, length - (block << BLOCK_SHIFT));
    for (let column = 0; column < columns; column++) {
      const start = rows.startOf(first, column);
      const width = rows.startOf(first, column + 1) - start;
      assertSound(width >= 0 && width <= 32 && bits + start + width <= next, 'a column of a block has 0 to 32 words');
      if (width === 0) continue;
      unpackFields(words, bits + start, width, 0, 0, count, values, 0);
      const isPacked = isPackedBlock(values, count, width, { hasBase: baseWords[column]! >= 0 });
      assertSound(isPacked, 'a block is as narrow as it can be');
    }
    checkPoints(rows, first, next, count);
  }
}

/** The points of the block of words [first, next). */
function checkPoints(rows: PackedRows, first: number, next: number, count: number): void {
  const kind = rows.kindOf(first);
  const rest = next - first - rows.parts.headerWords - rows.startOf(first, rows.columns);
  assertSound(rows.startOf(first, 0) === 0, 'the first column of a block begins after its head');
  if (kind === POINTS.none) {
    assertSound(rest === 0, 'a block without points has no words for them');
    return;
  }
  assertSound(kind === POINTS.near || kind === POINTS.far, 'points are near their origins or far');
  assertSound(rest >= POINT_WORDS, 'the points of a block have 34 words');
  const origins = rest - POINT_WORDS;
  const lastOrigin = kind === POINTS.near ? origins : origins / 2;
  assertSound(Number.isInteger(lastOrigin) && lastOrigin < BLOCK_ROWS, 'a block has no more origins than rows');
  let greatest = 0;
  const points = next - POINT_WORDS;
  for (let i = 0; i < count; i++) greatest = Math.max(greatest, rows.words[points + i]! & BLOCK_MASK);
  assertSound(greatest === lastOrigin, 'points are from the origins of their block');
}

/** Bytes of each column and, last, of the points with their origins, without the heads of the blocks. O(blocks). */
export function bytesOfColumns(rows: PackedRows): number[] {
  const { firstWord, headerWords } = rows.parts;
  const bytes = new Array<number>(rows.columns + 1).fill(0);
  for (let block = 0; block < blockCount(rows.length); block++) {
    const head = firstWord[block]!;
    let start = 0;
    for (let column = 0; column < rows.columns; column++) {
      const end = rows.startOf(head, column + 1);
      bytes[column]! += (end - start) * 4;
      start = end;
    }
    bytes[rows.columns]! += (firstWord[block + 1]! - head - headerWords - start) * 4;
  }
  return bytes;
}

/** Where the bases of the columns are in a block, and how many there are. */
function baseWordsOf(columns: number, based: number): { readonly words: Int32Array; readonly count: number } {
  const words = new Int32Array(columns).fill(-1);
  let count = 0;
  for (let column = 0; column < columns; column++) {
    if ((based >>> column) & 1) words[column] = START_WORDS + count++;
  }
  return { words, count };
}

/**
 * Packs rows into a section for `PackedRows`. `fill` is called once for each row, in order, and writes its values, whole
 * numbers of -2^31 … 2^31 - 1, to the array it is given; with `points`, x and y of its point to POINT_X and POINT_Y. The values
 * of `unbased` columns must not be negative.
 *
 * @throws RangeError for another number of columns than 1 to 6, and for a point that is too far from the origin of its group
 */
export function packRows(
  length: number,
  columns: number,
  fill: (row: number, values: Int32Array) => void,
  points: PointGroups = NO_POINTS,
  unbased: readonly number[] = [],
): Uint8Array {
  if (columns < 1 || columns > MAX_COLUMN_COUNT) {
    throw new RangeError(`Got ${columns} columns; packed rows have 1 to ${MAX_COLUMN_COUNT}.`);
  }
  const blocks = blockCount(length);
  const firstWord = new Uint32Array(blocks + 1);
  const words = new GrowingWords(Math.min(CHUNK_WORDS, blocks * MAX_BLOCK_WORDS));
  const rows = Array.from({ length: BLOCK_ROWS }, () => new Int32Array(POINT_Y + 1));
  const based = unbased.reduce((rest, column) => rest & ~(1 << column), (1 << columns) - 1);
  const bases = baseWordsOf(columns, based);
  for (let block = 0; block < blocks; block++) {
    const from = block << BLOCK_SHIFT;
    const count = Math.min(BLOCK_ROWS, length - from);
    for (let i = 0; i < count; i++) fill(from + i, rows[i]!);
    const packed = packBlock(rows.slice(0, count), bases, packPoints(rows, from, count, points));
    words.add(packed);
    firstWord[block + 1] = firstWord[block]! + packed.length;
  }
  const section = new Uint8Array(8 + firstWord.byteLength + (words.length + 1) * 4);
  new Uint32Array(section.buffer, 0, 2).set([length, (based << 16) | columns]);
  new Uint32Array(section.buffer, 8, blocks + 1).set(firstWord);
  words.copyTo(new Uint32Array(section.buffer, 8 + firstWord.byteLength));
  return section;
}

function packBlock(
  rows: readonly Int32Array[],
  { words: baseWords, count: baseCount }: ReturnType<typeof baseWordsOf>,
  points: BlockPoints,
): Uint32Array {
  const columns = baseWords.length;
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
    if (baseWords[column]! < 0) {
      if (least < 0)
        throw new RangeError(`Got ${least} in column ${column}, which is without bases; allowed is 0 and more.`);
      least = 0;
    }
    bases[column] = least;
    widths[column] = bitWidth(greatest - least);
  }
  const headerWords = START_WORDS + baseCount;
  let start = 0;
  const columnWords = widths.reduce((sum, width) => sum + width, 0);
  const block = new Uint32Array(headerWords + columnWords + points.origins.length + points.words.length);
  for (let column = 0; column < columns; column++) {
    const width = widths[column]!;
    writeBits(block, 0, column * 8, 8, start);
    if (baseWords[column]! >= 0) block[baseWords[column]!] = bases[column]!;
    for (let i = 0; width > 0 && i < rows.length; i++) {
      writeBits(block, headerWords + start, i * width, width, rows[i]![column]! - bases[column]!);
    }
    start += width;
  }
  writeBits(block, 0, columns * 8, 8, start);
  writeBits(block, 0, KIND_BYTE * 8, 8, points.kind);
  block.set(points.origins, headerWords + start);
  block.set(points.words, headerWords + start + points.origins.length);
  return block;
}

/** A growing array of words. */
class GrowingWords {
  length: number = 0;
  readonly #full: Uint32Array[] = [];
  #current: Uint32Array;
  #used: number = 0;

  /** @param chunkWords of what is added at once there are fewer */
  constructor(chunkWords: number) {
    this.#current = new Uint32Array(chunkWords);
  }

  add(words: Uint32Array): void {
    if (this.#used + words.length > this.#current.length) {
      this.#full.push(this.#current.subarray(0, this.#used));
      this.#current = new Uint32Array(this.#current.length);
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

/** One byte per possible column, one for the origins, and one for the kind of the points. */
const START_WORDS = 2;
const KIND_BYTE = 7;
/** Of a block with points: one for each row, and the first origin. */
const POINT_WORDS: number = BLOCK_ROWS + 2;
const MAX_COLUMN_COUNT = 6;
/** With a base and a word per row for each column, and two words for the origin of each point. */
const MAX_BLOCK_WORDS: number = START_WORDS + MAX_COLUMN_COUNT * (1 + BLOCK_ROWS) + POINT_WORDS + 2 * BLOCK_ROWS;
const CHUNK_WORDS = 1 << 20;
