import { isArticle } from '../text/little-words.ts';
import { streetTypeOf } from '../text/variants.ts';
import type { MatchQuality, NameMatcher } from './name-matcher.ts';
import type { NumberSpan, PostcodeSpan, Span } from './spans.ts';
import { STEPS_PER_WORD, type Steps } from './steps.ts';

/** One way to interpret the words: each of them belongs to one part, or is left out. */
export interface Interpretation {
  readonly street: Span | undefined;
  /** At most two, one inside the other. */
  readonly areas: readonly Span[];
  readonly number: NumberSpan | undefined;
  readonly postcode: PostcodeSpan | undefined;
  /** Words that are left out, and how many. */
  readonly unmatched: readonly number[];
  readonly ignored: number;
  /** Minimum number of letters corrected, and then of words read differently from what was typed. */
  readonly edits: number;
  readonly changes: number;
  /** Number of words read as one with the next. */
  readonly joins: number;
}

/** What words can be. */
export interface Parts {
  readonly words: readonly string[];
  readonly streets: NameMatcher;
  readonly areas: NameMatcher;
  readonly numbers: readonly NumberSpan[];
  readonly postcodes: readonly PostcodeSpan[];
  /** Whether a comma or another break precedes a word. */
  readonly isAfterBreak: (word: number) => boolean;
}

/** Maximum number of interpretations, and of steps to find them; bounds the work. */
const MAX_COUNT = 48;
const MAX_STEP_COUNT = 3000;

/**
 * The ways to interpret words among one street, up to two areas, a house number and a postcode, in any order, leaving out at most
 * `mostIgnored` of them; fewest words left out first, then fewest corrections, then fewest names, then an area by itself, then fewest
 * words read otherwise than typed.
 *
 *     utrecht  neude  11          12  rue de la loi  bruxelles
 *     area     street number      number  street     area
 *
 * @param steps what the request may still spend
 * @param ignorable the words that may be left out; all if it is not given
 */
export function interpret(
  parts: Parts,
  mostIgnored: number,
  steps: Steps,
  ignorable?: ReadonlySet<number>,
): Interpretation[] {
  const found: Interpretation[] = [];
  new Interpreter(parts, mostIgnored, steps, ignorable, found).step(0, EMPTY);
  return found.sort(
    (a, b) =>
      a.ignored - b.ignored ||
      a.edits - b.edits ||
      countNames(a) + a.joins - (countNames(b) + b.joins) ||
      likelihood(a) - likelihood(b) ||
      Number(isOneArea(b)) - Number(isOneArea(a)) ||
      a.changes - b.changes,
  );
}

const EMPTY: Interpretation = {
  street: undefined,
  areas: [],
  number: undefined,
  postcode: undefined,
  unmatched: [],
  ignored: 0,
  edits: 0,
  changes: 0,
  joins: 0,
};

/** Number of names in an interpretation. */
export function countNames({ street, areas }: Interpretation): number {
  return areas.length + (street === undefined ? 0 : 1);
}

/** Whether all words are one area's name: an area with exactly this name is an answer whatever streets share its words. */
function isOneArea({ street, areas, number, postcode }: Interpretation): boolean {
  return street === undefined && areas.length === 1 && number === undefined && postcode === undefined;
}

/** Order by postcode: a whole one decides; the beginning of one is more likely something else. */
function likelihood({ postcode }: Interpretation): number {
  if (postcode === undefined) return 1;
  return postcode.isWhole ? 0 : 2;
}

function withPenalties(interpretation: Interpretation, { edits, changes, joins }: MatchQuality): Interpretation {
  return {
    ...interpretation,
    edits: interpretation.edits + edits,
    changes: interpretation.changes + changes,
    joins: interpretation.joins + joins,
  };
}

class Interpreter {
  readonly #parts: Parts;
  readonly #mostIgnored: number;
  readonly #ignorable: ReadonlySet<number> | undefined;
  readonly #found: Interpretation[];
  readonly #mayFollow: (boolean | undefined)[] = [];
  readonly #steps: Steps;
  #count: number = 0;

  constructor(
    parts: Parts,
    mostIgnored: number,
    steps: Steps,
    ignorable: ReadonlySet<number> | undefined,
    found: Interpretation[],
  ) {
    this.#parts = parts;
    this.#mostIgnored = mostIgnored;
    this.#steps = steps;
    this.#ignorable = ignorable;
    this.#found = found;
  }

  /** Assigns the words from `at` on to unused parts. */
  step(at: number, interpretation: Interpretation): void {
    const { words, streets, areas, numbers, postcodes } = this.#parts;
    const wordCount = words.length;
    if (++this.#count > MAX_STEP_COUNT || this.#found.length >= MAX_COUNT || !this.#steps.take(STEPS_PER_WORD)) return;
    if (at === wordCount) {
      this.#finish(interpretation);
      return;
    }
    if (interpretation.postcode === undefined) {
      for (const postcode of postcodes)
        if (postcode.from === at) this.step(postcode.to, { ...interpretation, postcode });
    }
    if (interpretation.number === undefined) {
      for (const number of numbers) if (number.from === at) this.step(number.to, { ...interpretation, number });
    }
    for (let to = wordCount; to > at; to--) {
      if (interpretation.street === undefined && this.#mayFollowStreet(to)) {
        const best = streets.bestOf(at, to);
        if (best !== undefined) this.step(to, { ...withPenalties(interpretation, best), street: { from: at, to } });
      }
      if (interpretation.areas.length < 2) {
        const best = areas.bestOf(at, to);
        if (best !== undefined) {
          this.step(to, { ...withPenalties(interpretation, best), areas: [...interpretation.areas, { from: at, to }] });
        }
      }
    }
    if (interpretation.ignored < this.#mostIgnored && this.#ignorable?.has(at) !== false) {
      this.step(at + 1, {
        ...interpretation,
        unmatched: [...interpretation.unmatched, at],
        ignored: interpretation.ignored + 1,
      });
    }
  }

  /**
   * Whether something other than a street accounts for the words from `at` on. If not, no street ends there, and its corrections need not
   * be looked for among all streets. Areas are few.
   */
  #mayFollowStreet(at: number): boolean {
    const { words, streets, areas, numbers, postcodes } = this.#parts;
    if (!streets.isCorrected || at === words.length || this.#mostIgnored > 0) return true;
    let isPossible = this.#mayFollow[at];
    if (isPossible === undefined) {
      const isSpan = ({ from, to }: Span): boolean => from === at && this.#mayFollowStreet(to);
      isPossible = numbers.some(isSpan) || postcodes.some(isSpan);
      for (let to = at + 1; to <= words.length && !isPossible; to++) {
        isPossible = areas.bestOf(at, to) !== undefined && this.#mayFollowStreet(to);
      }
      this.#mayFollow[at] = isPossible;
    }
    return isPossible;
  }

  /** Keeps interpretations that lead somewhere: a number needs a street or a postcode, the beginning of a postcode a street. */
  #finish(interpretation: Interpretation): void {
    const { street, areas, number, postcode, unmatched } = interpretation;
    if (unmatched.length > 0 && !this.#isMeaningful(interpretation)) return;
    if (unmatched.length > 0 && this.#leavesWhatItNeeds(interpretation)) return;
    if (postcode !== undefined) {
      if (street !== undefined) {
        if (isUseful(interpretation, postcode)) this.#found.push(interpretation);
      } else if (postcode.hasDigits) {
        // A name left out weighs more than a postcode left out.
        this.#found.push(
          interpretation.ignored === 0 ? interpretation : { ...interpretation, ignored: interpretation.ignored + 1 },
        );
      }
    } else if (street !== undefined) {
      // A number left out weighs more than a word: `Apotheek De Linde, Torenlaan 12` is not the street De Linde.
      const leavesNumber = number === undefined && unmatched.some((word) => /^[0-9]/.test(this.#parts.words[word]!));
      this.#found.push(leavesNumber ? { ...interpretation, ignored: interpretation.ignored + 1 } : interpretation);
    } else if (areas.length > 0) {
      if (number === undefined) this.#found.push(interpretation);
      // Within an area a number alone means nothing; the area is the answer.
      else
        this.#found.push({
          ...interpretation,
          number: undefined,
          unmatched: [...unmatched, ...Array.from({ length: number.to - number.from }, (_, i) => number.from + i)],
          ignored: interpretation.ignored + number.to - number.from,
        });
    }
  }

  #leavesWhatItNeeds(interpretation: Interpretation): boolean {
    return (
      this.#leavesItsNumber(interpretation) ||
      this.#leavesItsName(interpretation) ||
      this.#takesThePlaceForAStreet(interpretation) ||
      this.#takesTheNumberOfAnother(interpretation)
    );
  }

  /** `Apotheek De Linde, Torenlaan 12`: the number is that of the name before it, and the street is in another part of the text. */
  #takesTheNumberOfAnother({ street, number, unmatched }: Interpretation): boolean {
    if (street === undefined || number === undefined || street.from === number.to) return false;
    const { words, isAfterBreak } = this.#parts;
    const before = number.from - 1;
    if (!unmatched.includes(before) || !isName(words[before]!) || isAfterBreak(number.from)) return false;
    // `Apotheek De Linde Polderweg 8`: a word that ends in a kind of street is a whole name, whatever precedes it.
    if (streetTypeOf('nl', words[before]!) !== undefined) return true;
    let from = before;
    while (from > 0 && !isAfterBreak(from)) from--;
    return street.from < from || street.from >= number.to;
  }

  /** `Onbekendelaan 5 Gent`: the number is that of the unknown name before it, and Gent the place, not the beginning of a street. */
  #takesThePlaceForAStreet({ street, number, unmatched }: Interpretation): boolean {
    if (street === undefined || number === undefined || street.from < number.to) return false;
    const { words, areas } = this.#parts;
    const isAfterName = unmatched.includes(number.from - 1) && isName(words[number.from - 1]!);
    return isAfterName && areas.bestOf(street.from, street.to)?.edits === 0;
  }

  /** `Harenheidestraat 28, 1130 Brussel 13`: the number after the street is its own, the one after the city is not. */
  #leavesItsNumber({ street, number, unmatched }: Interpretation): boolean {
    if (street === undefined || number === undefined) return false;
    const { words, isAfterBreak } = this.#parts;
    if (number.from === street.to) return false;
    if (!unmatched.includes(street.to) || !/^[0-9]/.test(words[street.to]!)) return false;
    // `Studio 54, Rue du Puits 17`: the number in the same part of the text.
    return number.to !== street.from || (isAfterBreak(street.from) && !isAfterBreak(street.to));
  }

  /** `Rue Inconnue 5`: "rue" without the name after it is not the beginning of every street with that word. */
  #leavesItsName({ street, unmatched }: Interpretation): boolean {
    if (street === undefined || !unmatched.some((word) => isName(this.#parts.words[word]!))) return false;
    return isNameless(street, this.#parts);
  }

  /** The words that are not left out must be meaningful, and several or at least as many, unless only some words may be left out. */
  #isMeaningful({ unmatched, postcode }: Interpretation): boolean {
    const accounted = this.#parts.words.filter((_, word) => !unmatched.includes(word));
    const letters = accounted.join('').replace(/[0-9]/g, '').length;
    return (
      (letters >= MIN_ACCOUNTED_LETTERS || (postcode?.hasDigits ?? false)) &&
      (this.#ignorable !== undefined || unmatched.length <= accounted.length || accounted.length > 1)
    );
  }
}

/** Whether the words for a street are only words that begin many names: `rue de`. */
export function isNameless({ from, to }: Span, { words, streets }: Parts): boolean {
  return words.slice(from, to).every((word) => isArticle(word) || streets.isCommonWord(word));
}

/** Whether a word is a name, and not an article, a remark or a part of a number. */
export function isName(word: string): boolean {
  return /\p{L}{4}/u.test(word);
}

/** Minimum letters that must be accounted for if words are left out; fewer may match by chance. */
const MIN_ACCOUNTED_LETTERS = 3;

/** One or two digits after a street are its number, unless it has one already. */
function isUseful({ number }: Interpretation, { hasDigits }: PostcodeSpan): boolean {
  return number !== undefined || hasDigits;
}
