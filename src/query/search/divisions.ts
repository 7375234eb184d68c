import type { NumberSpan } from './number-spans.ts';
import type { PhraseMatcher } from './phrase-matcher.ts';
import type { PostcodeSpan } from './postcode-spans.ts';

/** Words [from, to). */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One way to divide the words: each of them belongs to one part, or is left out. */
export interface Division {
  readonly street: Span | undefined;
  /** At most two, one of which lies in the other. */
  readonly areas: readonly Span[];
  readonly number: NumberSpan | undefined;
  readonly postcode: PostcodeSpan | undefined;
  /** Words that are left out, and how many. */
  readonly left: readonly number[];
  readonly ignored: number;
  /** With at least so many letters corrected, and then so many words read otherwise than typed. */
  readonly edits: number;
  readonly changes: number;
}

/** What words can be. */
export interface Parts {
  readonly words: readonly string[];
  readonly streets: PhraseMatcher;
  readonly areas: PhraseMatcher;
  readonly numbers: readonly NumberSpan[];
  readonly postcodes: readonly PostcodeSpan[];
}

/** Divisions that are looked at, and steps that are taken to find them: what bounds the work. */
const LARGEST_COUNT = 48;
const LARGEST_STEP_COUNT = 3000;

/**
 * The ways to divide words among one street, up to two areas, a house number and a postcode, in any order, leaving out at most
 * `mostIgnored`; fewest words left out first, then fewest corrections, then fewest names, then fewest words read otherwise than typed.
 *
 *     utrecht  neude  11          12  rue de la loi  bruxelles
 *     area     street number      number  street     area
 */
export function divide(parts: Parts, mostIgnored: number): Division[] {
  const found: Division[] = [];
  new Divider(parts, mostIgnored, found).step(0, EMPTY);
  return found.sort(
    (a, b) =>
      a.ignored - b.ignored ||
      a.edits - b.edits ||
      countNames(a) - countNames(b) ||
      likelihood(a) - likelihood(b) ||
      a.changes - b.changes,
  );
}

const EMPTY: Division = {
  street: undefined,
  areas: [],
  number: undefined,
  postcode: undefined,
  left: [],
  ignored: 0,
  edits: 0,
  changes: 0,
};

/** Names that the words are divided among. */
export function countNames({ street, areas }: Division): number {
  return areas.length + (street === undefined ? 0 : 1);
}

/** A whole postcode decides; the beginning of one is likelier something else. */
function likelihood({ postcode }: Division): number {
  if (postcode === undefined) return 1;
  return postcode.isWhole ? 0 : 2;
}

function withFaults(division: Division, { edits, changes }: { edits: number; changes: number }): Division {
  return { ...division, edits: division.edits + edits, changes: division.changes + changes };
}

class Divider {
  readonly #parts: Parts;
  readonly #mostIgnored: number;
  readonly #found: Division[];
  #steps: number = 0;

  constructor(parts: Parts, mostIgnored: number, found: Division[]) {
    this.#parts = parts;
    this.#mostIgnored = mostIgnored;
    this.#found = found;
  }

  /** Gives the words from `at` on to parts that are still free. */
  step(at: number, division: Division): void {
    const { words, streets, areas, numbers, postcodes } = this.#parts;
    const wordCount = words.length;
    if (++this.#steps > LARGEST_STEP_COUNT || this.#found.length >= LARGEST_COUNT) return;
    if (at === wordCount) {
      this.#finish(division);
      return;
    }
    if (division.postcode === undefined) {
      for (const postcode of postcodes) if (postcode.from === at) this.step(postcode.to, { ...division, postcode });
    }
    if (division.number === undefined) {
      for (const number of numbers) if (number.from === at) this.step(number.to, { ...division, number });
    }
    for (let to = wordCount; to > at; to--) {
      if (division.street === undefined) {
        const best = streets.bestOf(at, to);
        if (best !== undefined) this.step(to, { ...withFaults(division, best), street: { from: at, to } });
      }
      if (division.areas.length < 2) {
        const best = areas.bestOf(at, to);
        if (best !== undefined) {
          this.step(to, { ...withFaults(division, best), areas: [...division.areas, { from: at, to }] });
        }
      }
    }
    if (division.ignored < this.#mostIgnored) {
      this.step(at + 1, { ...division, left: [...division.left, at], ignored: division.ignored + 1 });
    }
  }

  /** Only what leads somewhere: a number needs a street or a postcode, the beginning of a postcode a street. */
  #finish(division: Division): void {
    const { street, areas, number, postcode, left } = division;
    if (left.length > 0 && !this.#isMeaningful(left)) return;
    if (postcode !== undefined) {
      if (street !== undefined) {
        if (isUseful(division, postcode)) this.#found.push(division);
      } else if (postcode.hasDigits) {
        // A name that is left out says more than a postcode that is.
        this.#found.push(division.ignored === 0 ? division : { ...division, ignored: division.ignored + 1 });
      }
    } else if (street !== undefined) this.#found.push(division);
    else if (areas.length > 0) {
      if (number === undefined) this.#found.push(division);
      // A number alone says nothing within an area; the area is what there is to answer with.
      else this.#found.push({ ...division, number: undefined, ignored: division.ignored + number.to - number.from });
    }
  }

  /** The words that are not left out must be as many, or several, and say something. */
  #isMeaningful(left: readonly number[]): boolean {
    const accounted = this.#parts.words.filter((_, word) => !left.includes(word));
    const letters = accounted.join('').replace(/[0-9]/g, '').length;
    const hasDigits = accounted.some((word) => /[0-9]{2}/.test(word));
    return (letters >= FEWEST_LETTERS || hasDigits) && (left.length <= accounted.length || accounted.length > 1);
  }
}

/** Letters that must be accounted for where words are left out; less is no name but chance. */
const FEWEST_LETTERS = 3;

/** One or two digits behind a street are its number, unless that is there already. */
function isUseful({ number }: Division, { hasDigits }: PostcodeSpan): boolean {
  return number !== undefined || hasDigits;
}
