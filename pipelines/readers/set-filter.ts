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

/** By the lowest 32 bits, since a division of more takes ten times as long. */
function markOf(number: number): number {
  return (number >>> 0) % MARKS;
}
