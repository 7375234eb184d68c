import { PLACE_WORDS } from '../lexicon/place-names.ts';
import { wordsOf } from '../lexicon/row.ts';
import { isLittleInNames } from '../text/little-words.ts';
import type { MatchQuality, NameMatcher } from './name-matcher.ts';
import type { NumberSpan, PostcodeSpan, Span } from './spans.ts';
import { STEPS_PER_WORD, type Steps } from './steps.ts';

/** One way to interpret the words: each of them belongs to one part. */
export interface Interpretation {
  readonly street: Span | undefined;
  /** At most two, one inside the other. */
  readonly areas: readonly Span[];
  readonly number: NumberSpan | undefined;
  readonly postcode: PostcodeSpan | undefined;
  /** Minimum number of letters corrected. */
  readonly edits: number;
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
}

function isPartOfPlace(word: string): boolean {
  return isLittleInNames(word) || QUALIFIERS.has(word);
}

/** In the names of places, and none by themselves. */
const QUALIFIERS: ReadonlySet<string> = new Set(wordsOf(PLACE_WORDS, ['qualifier']));

/** Maximum number of interpretations; bounds the work. */
const MAX_COUNT = 48;

/**
 * The ways to interpret all words as one street, up to two areas, a house number and a postcode, in any order; fewest corrections first,
 * then fewest names, then an area by itself, then fewest words read otherwise than typed.
 *
 *     utrecht  neude  11          12  rue de la loi  bruxelles
 *     area     street number      number  street     area
 *
 * Where a word belongs to none of them the text is read as it would be in a file (written.ts).
 *
 * @param steps what the request may still spend
 */
export function interpret(parts: Parts, steps: Steps): Interpretation[] {
  const interpreter = new Interpreter(parts, steps);
  interpreter.step(0, EMPTY);
  return interpreter.found.sort(
    (a, b) =>
      a.edits - b.edits ||
      countNames(a) + a.joins - (countNames(b) + b.joins) ||
      likelihood(a) - likelihood(b) ||
      Number(isOneArea(b)) - Number(isOneArea(a)),
  );
}

const EMPTY: Interpretation = {
  street: undefined,
  areas: [],
  number: undefined,
  postcode: undefined,
  edits: 0,
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

class Interpreter {
  readonly found: Interpretation[] = [];
  readonly #parts: Parts;
  readonly #steps: Steps;

  constructor(parts: Parts, steps: Steps) {
    this.#parts = parts;
    this.#steps = steps;
  }

  /** Assigns the words from `at` on to unused parts. */
  step(at: number, interpretation: Interpretation): void {
    const { words, streets, areas, numbers, postcodes } = this.#parts;
    const wordCount = words.length;
    if (this.found.length >= MAX_COUNT || !this.#steps.take(STEPS_PER_WORD)) return;
    if (at === wordCount) {
      if (leadsSomewhere(interpretation)) this.found.push(interpretation);
      return;
    }
    // Field by field: a keystroke makes hundreds of interpretations, and a spread costs several times as much.
    const { street, areas: named, number, postcode, edits, joins } = interpretation;
    if (postcode === undefined) {
      for (const each of postcodes)
        if (each.from === at) this.step(each.to, { street, areas: named, number, postcode: each, edits, joins });
    }
    if (number === undefined) {
      for (const each of numbers)
        if (each.from === at) this.step(each.to, { street, areas: named, number: each, postcode, edits, joins });
    }
    const take = (to: number, { street, areas }: Pick<Interpretation, 'street' | 'areas'>, best: MatchQuality): void =>
      this.step(to, { street, areas, number, postcode, edits: edits + best.edits, joins: joins + best.joins });
    for (let to = wordCount; to > at; to--) {
      if (street === undefined && !this.#namesNoStreet(at, to)) {
        const best = streets.bestOf(at, to);
        if (best !== undefined) take(to, { street: { from: at, to }, areas: named }, best);
      }
      if (named.length < 2 && !this.#namesNoPlace(at, to)) {
        const best = areas.bestOf(at, to);
        if (best !== undefined) take(to, { street, areas: [...named, { from: at, to }] }, best);
      }
    }
  }

  /**
   * Whether words [at, to) name no place, and others follow: the `de` of `de huisstede` and the `sint` of `sint jozefstraat` begin the names of sixty
   * places, and mean none of them.
   */
  #namesNoPlace(at: number, to: number): boolean {
    return this.#areOnly(isPartOfPlace, at, to) && !this.#parts.areas.isName(at, to);
  }

  /** The same of one word and a street: the `de` of `vorst, de 8, sevenum`. */
  #namesNoStreet(at: number, to: number): boolean {
    return to === at + 1 && this.#areOnly(isLittleInNames, at, to) && !this.#parts.streets.isName(at, to);
  }

  #areOnly(isPart: (word: string) => boolean, at: number, to: number): boolean {
    const { words } = this.#parts;
    if (to === words.length) return false;
    // Nearly always the first word decides: every way to divide a text asks.
    for (let i = at; i < to; i++) if (!isPart(words[i]!)) return false;
    return true;
  }
}

/**
 * Whether an interpretation leads somewhere: a number needs a street or a postcode, and the beginning of a postcode a street. One or two
 * digits after a street are its number, unless it has one already.
 */
function leadsSomewhere({ street, number, postcode }: Interpretation): boolean {
  if (postcode !== undefined) return postcode.hasDigits || (street !== undefined && number !== undefined);
  return street !== undefined || number === undefined;
}
