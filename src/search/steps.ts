/**
 * What one request may spend on looking for what it may have meant, shared by all ways to read it. A step is a byte of a trie that is
 * read, 10 to 60 ns by the machine; each kind of work below takes about as many as it lasts. Steps are counted, not timed, so the same
 * text has the same answer on every machine and beside any load.
 */
export class Steps {
  #left: number;

  constructor(count: number) {
    this.#left = count;
  }

  get areSpent(): boolean {
    return this.#left <= 0;
  }

  /** As many more as are given here. */
  and(more: number): Steps {
    return new Steps(Math.max(0, this.#left) + more);
  }

  /** Takes steps for a piece of work; `false` if none were left, and the work is not to be done. */
  take(count: number): boolean {
    if (this.#left <= 0) return false;
    this.#left -= count;
    return true;
  }
}

/**
 * A street whose letters are held against those of a written name; one whose words are compared with it, and each usual form of the
 * written name that its own are compared with, of which short words make up to 200.
 */
export const STEPS_PER_STREET = 4;
export const STEPS_PER_COMPARISON = 200;
export const STEPS_PER_FORM = 10;
/** A word that is tried as a part of an address, and a whole way to divide the words among the parts. */
export const STEPS_PER_WORD = 40;
export const STEPS_PER_INTERPRETATION = 300;
/** A reading of a text that is written out, with the look-ups of its street in every usual form. */
export const STEPS_PER_READING = 10_000;

/** The steps of a suggestion while somebody types: some milliseconds at most. */
export const STEPS_OF_KEYSTROKE = 35_000;
/** Besides what is left of them, for reading the text as it would be read in a file, where no names as typed account for it. */
export const STEPS_OF_WRITTEN = 85_000;
/** Besides them, for looking among what was called so where nothing of today is: less than a millisecond. */
export const STEPS_OF_FORMER = 10_000;
/** The steps of a row of a file, or a request to geocode. */
export const STEPS_OF_ROW = 600_000;
