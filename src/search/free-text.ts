import type { Country } from '../model/country.ts';
import { beginsAdditionWord, beginsNumberSign } from '../model/house-number.ts';
import { kept } from '../model/kept.ts';
import type { AreaKind } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { NameTrie } from '../store/name-trie.ts';
import { withoutCountry } from '../text/country-names.ts';
import { fold, nameKey } from '../text/fold.ts';
import { fillersLike } from '../text/little-words.ts';
import { withoutOpposite, withoutPostalDistrict } from '../text/noise.ts';
import { type TokenizedText, tokenize } from '../text/tokens.ts';
import { MAX_FORM_WORDS } from '../text/variants.ts';
import { areaOf, isWider, type Within } from './areas.ts';
import { Collector } from './collector.ts';
import { Corrections, type FoundWords } from './corrections.ts';
import { NAME_MATCH, NUMBER_MATCH, penaltyIn } from './cost.ts';
import { endsInLaterWords, hasWordsInFront, isBeforeFirstName } from './first-names.ts';
import { countNames, type Interpretation, interpret, type Parts } from './interpretations.ts';
import { countLeaves, isWholeName, NameMatcher } from './name-matcher.ts';
import { type Candidate, hasAnotherNumber, orderOf } from './ranking.ts';
import type { Scope } from './scope.ts';
import { findNumbers, findPostcodes, type NumberSpan, type PostcodeSpan, type Span } from './spans.ts';
import { STEPS_PER_INTERPRETATION, type Steps } from './steps.ts';
import { buildTokenGraph, type TokenGraph } from './token-graph.ts';

/** What words may mean as they are typed. */
interface Typed {
  readonly found: Candidate[];
  /** Whether they are a name outside the scope, and so no other one in it. */
  readonly isElsewhere: boolean;
}

export interface FreeTextOptions {
  /** Everything must lie in this area. */
  readonly within?: { readonly kind: AreaKind; readonly ordinal: number } | undefined;
  /** Everything must be in this. */
  readonly scope?: Scope | undefined;
}

/** Maximum words of a text to read; no address has more. */
const MAX_TOKENS = 16;
/** With this many answers as typed, less likely interpretations are skipped. */
const MAX_ANSWERS = 50;
/** With fewer answers to a name, corrections are tried, too, unless one of them is the name itself. */
const MIN_ANSWERS = 3;

/**
 * The answers to words as they are typed, in any usual order, the last one possibly unfinished: at the deepest level that they
 * determine, in no order.
 *
 * @param steps what the request may spend
 * @param passes in which ways to read them
 */
export function findTyped(
  index: CountryIndex,
  typed: string,
  steps: Steps,
  { within, scope }: FreeTextOptions = {},
  passes: readonly Pass[] = PASSES,
): Typed {
  const area = within && areaOf(index, within.kind, within.ordinal);
  const inside = { area, scope };
  const searches = searchesOf(index, typed, inside, steps);
  let found: Candidate[] = [];
  let isElsewhereKnown = scope === undefined;
  for (const { isNeeded, options } of passes) {
    if (steps.areSpent || !isNeeded(found, scope !== undefined)) continue;
    const more = runFirst(
      options.isSignBegun ? searchesOf(index, withoutSign(typed), inside, steps) : searches,
      options,
    );
    // Streets and areas are looked for in the scope alone; of a street that it divides, some houses are not in it.
    const inScope = scope === undefined ? more : more.filter((candidate) => scope.has(candidate));
    found = isEmpty(found) ? inScope : merge(found, inScope);
    if (found.length > 0 || isElsewhereKnown) continue;
    // A name that is elsewhere is not another one here, misspelt.
    const isName = isWholeName(index.names.streets, nameKey(typed));
    if (isName || runFirst(searches, { isAnywhere: true }).some(isCalledAsTyped)) return { found, isElsewhere: true };
    isElsewhereKnown = true;
  }
  return { found, isElsewhere: false };
}

/** One way to read a text, tried in its turn. */
interface Pass {
  /** Whether what was found so far leaves something to find; in a part of the country, few answers are nothing unusual. */
  readonly isNeeded: (found: readonly Candidate[], isScoped: boolean) => boolean;
  readonly options: RunOptions;
}

function isEmpty(found: readonly Candidate[]): boolean {
  return found.length === 0;
}

/** How names are read. */
interface NameReading {
  /** Letters to correct in each word: 0, 1 or 2. */
  readonly edits?: number;
  /** Letters from which on the last word of a name may be unfinished, wherever it is in the text; else only the last word of the text may. */
  readonly openFrom?: number;
  /** The kind of street and initials stand before a later word of the name, which is still being typed; the words between are left out. */
  readonly isWithoutFirstName?: true;
}

const AS_TYPED: NameReading = {};
const HALF_A_STREET: NameReading = { openFrom: 1 };
const HALF_A_PLACE: NameReading = { openFrom: 4 };
const WITHOUT_FIRST_NAME: NameReading = { isWithoutFirstName: true };

/** Those that correct nothing. */
export const PASSES_AS_TYPED: readonly Pass[] = [
  { isNeeded: isEmpty, options: {} },
  {
    isNeeded: (found) =>
      found.every(({ cost }) => !agrees(cost) || penaltyIn(cost, 'numberMatch') > NUMBER_MATCH.range),
    options: { isBoxBegun: true },
  },
  {
    isNeeded: (found) => found.every(hasAnotherNumber) && !found.some(isCalledAsTyped),
    options: { streets: HALF_A_STREET },
  },
];

/**
 * All of them, in order: from what takes the words as they are to what takes most liberties with them. Each accounts for all words but the sign of a number; a text
 * with other words in it is read as it would be in a file (written.ts).
 */
export const PASSES: readonly Pass[] = [
  ...PASSES_AS_TYPED,
  { isNeeded: isEmpty, options: { isSignBegun: true } },
  // `rue patto` on the way to Rue Général Patton, `j steenl` to Jan Steenlaan.
  { isNeeded: isEmpty, options: { streets: WITHOUT_FIRST_NAME } },
  // Half a place before the street, `Rosma Vliert`, or before the number, `Kerkstraat amst 12`.
  { isNeeded: isEmpty, options: { areas: HALF_A_PLACE } },
  {
    isNeeded: (found, isScoped) => (isScoped ? isEmpty(found) : isTooFew(found)),
    options: { streets: { edits: 1 }, areas: { edits: 1 } },
  },
  // Half a street before a misspelt place, `Crocuss Wagenigen`, or with half a place, `Rosma Vlie 12`.
  { isNeeded: isEmpty, options: { streets: HALF_A_STREET, areas: { edits: 1 } } },
  { isNeeded: isEmpty, options: { streets: HALF_A_STREET, areas: HALF_A_PLACE } },
  { isNeeded: isEmpty, options: { streets: { edits: 2 }, areas: { edits: 2 } } },
];

/** A typed text, as it is and without the country's name at its end, if it has one. */
function searchesOf(index: CountryIndex, typed: string, within: Within, steps: Steps): readonly Search[] {
  const { country } = index;
  const address = withoutOpposite(typed);
  const text = country === 'be' ? withoutPostalDistrict(address) : address;
  const texts = new Set([text, withoutCountry(text, country)]);
  return Array.from(texts, (words) => new Search(index, tokenize(words, MAX_TOKENS, country), within, steps));
}

/** A text without a last word that only says that a number follows, as far as it is typed; empty if it has none. */
function withoutSign(typed: string): string {
  const match = LAST_WORD.exec(typed);
  if (match === null || !beginsNumberSign(fold(match[1]!))) return '';
  const before = typed.slice(0, match.index);
  return LETTER.test(before) ? before : '';
}

const LAST_WORD = /(?<![\s,])[\s,]+(\p{L}+)[\s.:]*$/u;
const LETTER = /\p{L}/u;

/** What the first of some searches finds that finds anything. */
function runFirst(searches: readonly Search[], options: RunOptions): Candidate[] {
  for (const search of searches) {
    const found = search.run(options);
    if (found.length > 0) return found;
  }
  return [];
}

interface RunOptions {
  readonly streets?: NameReading;
  readonly areas?: NameReading;
  /** The last word is the beginning of one that a box follows, behind its number: `51 bu`. */
  readonly isBoxBegun?: boolean;
  /** The last word only says that a number follows, as far as it is typed: `Kerkstraat nr`. */
  readonly isSignBegun?: boolean;
  /** Outside the scope, too. */
  readonly isAnywhere?: boolean;
}

class Search {
  readonly #index: CountryIndex;
  readonly #source: TokenizedText;
  readonly #graph: TokenGraph;
  readonly #within: Within;
  readonly #steps: Steps;
  #numbers: readonly NumberSpan[] | undefined;
  #postcodes: readonly PostcodeSpan[] | undefined;
  readonly #corrections: (Corrections | undefined)[] = [];
  readonly #matchers: Map<NameTrie, NameMatcher[]> = new Map();
  readonly #parts: Map<number, Parts | undefined> = new Map();
  /** The ways to read all words, of which what they lead to in the scope and anywhere is collected. */
  readonly #readings: Map<Parts, readonly Interpretation[]> = new Map();
  readonly #similar: FoundWords = new Map();

  constructor(index: CountryIndex, source: TokenizedText, within: Within, steps: Steps) {
    this.#index = index;
    this.#source = source;
    const words = source.tokens.map(({ key }) => key);
    this.#graph = buildTokenGraph(index.country, words, (word) => isWholeName(index.names.streets, word));
    this.#within = within;
    this.#steps = steps;
  }

  /** What the words can be, shared by several passes; `undefined` if there is nothing to correct. */
  #partsWith(streets: NameReading, areas: NameReading): Parts | undefined {
    return kept(this.#parts, keyOf(streets) * KEYS + keyOf(areas), () => {
      this.#numbers ??= findNumbers(this.#index.country, this.#source);
      this.#postcodes ??= existingPostcodes(findPostcodes(this.#index, this.#source));
      const corrections = this.#correctionsOf(Math.max(streets.edits ?? 0, areas.edits ?? 0));
      // Not looked at before the first reading: most texts have no word that no name has.
      if (this.#parts.size > 0 && !this.#mayAccountForAll(corrections)) return undefined;
      return {
        words: this.#graph.words,
        streets: this.#matcherOf(this.#index.names.streets, streets),
        areas: this.#matcherOf(this.#index.names.areas, areas),
        numbers: this.#numbers,
        postcodes: this.#postcodes,
      };
    });
  }

  #correctionsOf(edits: number): Corrections | undefined {
    if (edits === 0) return undefined;
    const isInArea = this.#within.area !== undefined;
    this.#corrections[edits] ??= new Corrections(
      this.#index,
      this.#graph.words,
      edits,
      this.#steps,
      this.#similar,
      isInArea,
    );
    return this.#corrections[edits];
  }

  #matcherOf(trie: NameTrie, reading: NameReading): NameMatcher {
    const { edits = 0, openFrom, isWithoutFirstName } = reading;
    const matchers = kept(this.#matchers, trie, () => []);
    const key = keyOf(reading);
    const { country } = this.#index;
    const mayBeLeftOut = isWithoutFirstName && ((word: string) => isBeforeFirstName(country, word));
    matchers[key] ??= new NameMatcher(trie, this.#graph, this.#correctionsOf(edits), openFrom, mayBeLeftOut);
    return matchers[key];
  }

  /**
   * Whether a word is in no number, postcode or name as typed: unless it is corrected, nothing accounts for all words, however the
   * others are corrected. Later words of a name are also found by themselves, so each word can be looked up alone.
   */
  #isStray(word: number): boolean {
    const { edges } = this.#graph;
    const isIn = ({ from, to }: Span): boolean => from <= word && word < to;
    if (this.#numbers!.some(isIn) || this.#postcodes!.some(isIn)) return false;
    for (let from = word; from >= 0 && from > word - MAX_FORM_WORDS; from--) {
      if (edges[from]!.some(({ to, text }) => to > word && (text === '' || this.#isBegun(text)))) return false;
    }
    return true;
  }

  #mayAccountForAll(corrections: Corrections | undefined): boolean {
    if (corrections?.hasSuspects === false) return false;
    const mayBeIn = (word: string, i: number): boolean =>
      corrections?.isSuspect(i) || !this.#isStray(i) || fillersLike(word).length > 0;
    return this.#graph.words.every(mayBeIn);
  }

  #isBegun(text: string): boolean {
    const { areas, streets } = this.#index.names;
    return streets.locate(text) !== undefined || areas.locate(text) !== undefined;
  }

  run({ streets = AS_TYPED, areas = AS_TYPED, isBoxBegun = false, isAnywhere = false }: RunOptions): Candidate[] {
    const { words } = this.#graph;
    const isHalf = streets.openFrom !== undefined || areas.openFrom !== undefined;
    if (words.length === 0 || (isHalf && words.length === 1)) return [];
    if (streets.isWithoutFirstName && !endsInLaterWords(this.#index, words)) return [];
    const all = this.#partsWith(streets, areas);
    const parts = isBoxBegun && all !== undefined ? withBoxBegun(this.#index.country, all, this.#source) : all;
    if (parts === undefined) return [];
    const interpretations = kept(this.#readings, parts, () => interpret(parts, this.#steps));
    const within = isAnywhere ? { area: this.#within.area } : this.#within;
    const collector = new Collector(this.#index, parts, within);
    const found: Candidate[][] = [];
    let count = 0;
    let countAsTyped = 0;
    let fewest = 0;
    for (const interpretation of interpretations) {
      // Half a name says too little of a whole country: half a street without a place or a postcode, unless few begin so, half a place without a street.
      if (isHalf && mayBeAnywhere(interpretation, within) && !isOfFewNames(interpretation, parts)) continue;
      const { street } = interpretation;
      const isWithout = streets.isWithoutFirstName === true;
      if (isWithout && street?.to !== words.length) continue;
      if (areas.openFrom !== undefined && street === undefined) continue;
      // Nor is a whole name half of another where letters are wrong besides: `Warande 18, 1000 Hallv` is no Warandeberg.
      if (isHalf && areas.edits && street && parts.streets.isName(street.from, street.to)) continue;
      // Skip interpretations with more letters corrected than enough others.
      if ((interpretation.edits > fewest && count > MIN_ANSWERS) || countAsTyped >= MAX_ANSWERS) break;
      if (!this.#steps.take(STEPS_PER_INTERPRETATION)) break;
      // Skip a second area if one accounts for the words.
      if (interpretation.edits === fewest && count > 0 && countNames(interpretation) > 2) continue;
      fewest = interpretation.edits;
      if (countNames(interpretation) > (collector.namesWithoutNumber ?? Number.POSITIVE_INFINITY)) continue;
      const collected = collector.collect(interpretation, found.length > 0);
      const candidates = isWithout
        ? collected.filter((each) => hasWordsInFront(this.#index, each, words.slice(street!.from)))
        : collected;
      if (candidates.length > 0) found.push(candidates);
      for (const { cost } of candidates) {
        if (!agrees(cost) || penaltyIn(cost, 'numberMatch') > NUMBER_MATCH.loose) continue;
        // Other words than the likeliest ones may be all that leads somewhere: `avenue ansp` is a path in Ans only if it is no Boulevard Anspach.
        if (penaltyIn(cost, 'edits') > interpretation.edits) continue;
        count++;
        if (penaltyIn(cost, 'changes') === 0) countAsTyped++;
      }
    }
    if (found.length === 0 && !isHalf && !streets.isWithoutFirstName) found.push(collector.nearest());
    return merge(...found);
  }
}

/** One of `KEYS` numbers. */
function keyOf({ edits = 0, openFrom, isWithoutFirstName }: NameReading): number {
  return 4 * edits + 2 * Number(isWithoutFirstName === true) + Number(openFrom !== undefined);
}

const KEYS = 12;

/** Whether a street with its number begins as few names of the country do: `Zerbolds 26`. */
function isOfFewNames({ street, number, areas }: Interpretation, { streets }: Parts): boolean {
  if (street === undefined || number === undefined || areas.length > 0) return false;
  return streets.match(street.from, street.to).reduce((count, match) => count + countLeaves(match), 0) <= FEW_NAMES;
}

const FEW_NAMES = 6;

/** Whether a street may be anywhere in the country. */
function mayBeAnywhere({ areas, postcode }: Interpretation, { area, scope }: Within): boolean {
  return areas.length === 0 && postcode === undefined && area === undefined && scope === undefined;
}

/** Parts in which each number has the last word, too, as the beginning of one for a box; `undefined` if it is none, or behind no number. */
function withBoxBegun(country: Country, parts: Parts, { tokens }: TokenizedText): Parts | undefined {
  const last = tokens.length - 1;
  if (!beginsAdditionWord(country, tokens[last]!.key)) return undefined;
  const numbers = parts.numbers.filter(({ to }) => to === last).map((number) => ({ ...number, to: last + 1 }));
  return numbers.length === 0 ? undefined : { ...parts, numbers };
}

/**
 * Those of the register. Behind a whole one that a text begins with, a number is no beginning of another: `5634 Mondorf-les-Bains Rue des Martyrs
 * 8`.
 */
function existingPostcodes(all: readonly PostcodeSpan[]): readonly PostcodeSpan[] {
  const isFirst = all.some(({ isWhole, from }) => isWhole && from === 0);
  return all.filter(({ isWhole, from, first, end }) => first < end && (isWhole || from === 0 || !isFirst));
}

/** Whether an answer contradicts nothing that was typed. */
function agrees(cost: number): boolean {
  return penaltyIn(cost, 'contradiction') === 0;
}

/** Whether to look for corrections. */
function isTooFew(found: readonly Candidate[]): boolean {
  if (found.length >= MIN_ANSWERS) return false;
  return !found.some(({ cost }) => penaltyIn(cost, 'names') > 1 || penaltyIn(cost, 'nameMatch') === 0);
}

export function leastCost(found: readonly Candidate[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { cost } of found) if (cost < least) least = cost;
  return least;
}

/** Whether an answer has exactly the typed name. */
function isCalledAsTyped({ cost }: Candidate): boolean {
  return penaltyIn(cost, 'nameMatch') === NAME_MATCH.exact && penaltyIn(cost, 'changes') === 0;
}

/**
 * The answers that leave out the fewest words, of each degree of contradiction. Those that contradict more than the best are kept only if
 * it leads to no house: a place without the street, a street without the number. If a house has the number, streets that lack it are
 * dropped, but for those that contradict no more than it does.
 */
export function onlyTheBestKind(found: readonly Candidate[]): Candidate[] {
  const best = leastCost(found);
  const isHouse = found.some(({ kind, cost }) => cost === best && kind === 'house');
  const isNearest = hasAnotherNumber({ cost: best });
  const isSettled = agrees(best) && !isNearest && (isHouse || penaltyIn(best, 'ignored') === 0);
  // Hundreds of answers have the same few costs.
  const costs = new Set(found.map(({ cost }) => cost));
  const fewest = new Map<number, number>();
  for (const cost of costs) {
    const [contradiction, ignored] = [penaltyIn(cost, 'contradiction'), penaltyIn(cost, 'ignored')];
    fewest.set(contradiction, Math.min(ignored, fewest.get(contradiction) ?? ignored));
  }
  const isKept = (cost: number): boolean => {
    const contradiction = penaltyIn(cost, 'contradiction');
    // What is in the province of a town that is called so follows what the town has.
    if (isSettled && contradiction > 0 && !isWider(cost)) return false;
    if (penaltyIn(cost, 'ignored') !== fewest.get(contradiction)) return false;
    return (
      isNearest || !hasAnotherNumber({ cost }) || (!agrees(cost) && contradiction === penaltyIn(best, 'contradiction'))
    );
  };
  const kept = new Set([...costs].filter(isKept));
  return found.filter(({ cost }) => kept.has(cost));
}

/** At least as many as there are kinds of features. */
const KIND_COUNT = 8;

/** Merges lists, with each feature once, at its best cost. */
export function merge(...lists: readonly (readonly Candidate[])[]): Candidate[] {
  const best = new Map<number, Candidate>();
  for (const list of lists) {
    for (const candidate of list) {
      const key = orderOf(candidate) + candidate.ordinal * KIND_COUNT;
      const known = best.get(key);
      if (known === undefined || candidate.cost < known.cost) best.set(key, candidate);
    }
  }
  return [...best.values()];
}
