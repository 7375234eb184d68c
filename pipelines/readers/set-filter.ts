/** Says of most whole numbers that a set lacks that it does, in a tenth of the time that the set takes. 4 MB. */
export class SetFilter {
  readonly #marks = new Uint8Array(MARKS);

  constructor(numbers: Iterable<number>) {
    for (const number of numbers) this.#marks[markOf(number)] = 1;
  }

  mayHave(number: number): boolean {
    return this.#marks[markOf(number)] === 1;
  }
}

/** A prime: identifiers follow one another. */
const MARKS = 4_194_301;

/** By 32 bits, since a division of more takes ten times as long: the lowest, moved by those above them. */
function markOf(number: number): number {
  return ((number + Math.imul(number / 2 ** 32, SPREAD)) >>> 0) % MARKS;
}

/** 2^32 divided by the golden ratio, by which numbers that follow one another lie far apart. (Knuth, The Art of Computer Programming, volume 3, section 6.4.) */
const SPREAD = 2_654_435_769;
