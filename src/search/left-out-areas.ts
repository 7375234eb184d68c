import type { CountryIndex } from '../store/country-index.ts';
import type { AreaMatch, AreaMatcher } from './areas.ts';
import { streetOfCandidate } from './candidates.ts';
import type { Interpretation, Parts } from './interpretations.ts';
import { costOfDiscrepancy } from './judgement.ts';
import type { Candidate } from './ranking.ts';
import type { Span } from './spans.ts';

/** Words that are the whole name of an area, and the areas of that name. */
export interface AreaName extends Span {
  readonly areas: readonly AreaMatch[];
}

/** Maximum words of the name of an area. */
const MAX_NAME_WORDS = 6;

/**
 * The whole names of areas among the words as typed, each the longest from where it begins: what a reading may not leave out without
 * contradicting what was typed. `Hoofdweg 8, Damwoude` is in Damwoude or nowhere, and `Kerkstraat 30, Bergen op Zoom` not in Bergen.
 */
export class LeftOutAreas {
  readonly #parts: Parts;
  readonly #areaMatches: AreaMatcher;
  #names: readonly AreaName[] | undefined;

  constructor(parts: Parts, areaMatches: AreaMatcher) {
    this.#parts = parts;
    this.#areaMatches = areaMatches;
  }

  /** All of them, in the order of the words. O(words · words of the longest name). */
  get all(): readonly AreaName[] {
    this.#names ??= this.#find();
    return this.#names;
  }

  #find(): AreaName[] {
    const { words, isAfterBreak } = this.#parts;
    const names: AreaName[] = [];
    let end = 0;
    for (let from = 0; from < words.length; from++) {
      if (!BEGINS_WITH_LETTER.test(words[from]!)) continue;
      let to = from + 1;
      while (to < words.length && to - from < MAX_NAME_WORDS && !isAfterBreak(to)) to++;
      for (; to > Math.max(from, end); to--) {
        const areas = this.#areaMatches.wholeNames(from, to);
        if (areas.length === 0) continue;
        names.push({ from, to, areas });
        end = to;
        break;
      }
    }
    return names;
  }

  /**
   * The names that an interpretation leaves out, wholly or in part. Where it has a place already, words in front of the street say whose
   * address it is (`Bakkerij Gent, Kerkstraat 5, Brugge`), and so do words beside others that are no name.
   */
  of({ street, areas, number, unmatched }: Interpretation): readonly AreaName[] {
    if (unmatched.length === 0) return NONE;
    const isLeftOut = (word: number): boolean => unmatched.includes(word);
    const { isAfterBreak } = this.#parts;
    return this.all.filter(({ from, to }) => {
      let left = 0;
      for (let word = from; word < to; word++) if (isLeftOut(word)) left++;
      if (left === 0) return false;
      // The beginning or the end of a longer name: Bergen of Bergen op Zoom.
      if (left < to - from) return true;
      const line = Math.min(street?.from ?? Number.POSITIVE_INFINITY, number?.from ?? Number.POSITIVE_INFINITY);
      if (from > line) return true;
      return (
        areas.length === 0 && !(isLeftOut(from - 1) && !isAfterBreak(from)) && !(isLeftOut(to) && !isAfterBreak(to))
      );
    });
  }
}

const NONE: readonly AreaName[] = [];
const BEGINS_WITH_LETTER = /^\p{L}{2}/u;

/** What the names of areas that its interpretation leaves out add to the cost of an answer: nothing if it lies in one of each name. */
export function costOfLeavingOut(
  index: CountryIndex,
  candidate: Candidate,
  leftOut: readonly AreaName[],
  hasPostcode: boolean,
): number {
  const range = rangeOf(index, candidate);
  if (range === undefined || leftOut.every(({ areas }) => areas.some((area) => meets(area, range)))) return 0;
  return costOfDiscrepancy(hasPostcode ? 'place-differs' : 'place-elsewhere');
}

type Range = readonly [from: number, to: number];

/** The streets of an answer; `undefined` for a name of streets in several places. */
function rangeOf(index: CountryIndex, candidate: Candidate): Range | undefined {
  const street = streetOfCandidate(index, candidate);
  if (street !== undefined) return [street, street + 1];
  const { kind, ordinal } = candidate;
  return kind === 'house' || kind === 'street' || kind === 'streetGroup'
    ? undefined
    : index.areas.descendantsOf(kind, ordinal, 'street');
}

/** Whether one lies in the other. */
function meets({ fromStreet, toStreet }: AreaMatch, [from, to]: Range): boolean {
  return (from >= fromStreet && to <= toStreet) || (fromStreet >= from && toStreet <= to);
}
