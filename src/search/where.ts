import { LocalMetric } from '../model/local-metric.ts';
import type { AreaKind } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { AreaMatch, AreaMatcher } from './areas.ts';
import { middleOf, squaredDistance, streetOfCandidate } from './candidates.ts';
import type { Parts } from './interpretations.ts';
import { costOfDiscrepancy, DISCREPANCIES, penaltyIn } from './judgement.ts';
import type { Candidate } from './ranking.ts';
import type { Span } from './spans.ts';

/** Words that are the whole name of an area, and the areas of that name. */
interface AreaName extends Span {
  readonly areas: readonly AreaMatch[];
}

/** Maximum words of the name of an area. */
const MAX_NAME_WORDS = 6;

/**
 * Where a text says that the address is: the whole names of areas among its words as typed, where a place stands, and its postcode. An
 * answer that leaves them out is checked against them: `Hoofdweg 8, Damwoude` is in Damwoude or nowhere, and `Kerkstraat 30, Bergen op
 * Zoom` not in Bergen.
 */
export class Where {
  readonly #index: CountryIndex;
  readonly #parts: Parts;
  readonly #areaMatches: AreaMatcher;
  #names: readonly AreaName[] | undefined;
  #stated: readonly AreaName[] | undefined;
  #metric: LocalMetric | undefined;

  constructor(index: CountryIndex, parts: Parts, areaMatches: AreaMatcher) {
    this.#index = index;
    this.#parts = parts;
    this.#areaMatches = areaMatches;
  }

  /** Whether words for an area are only a part of a longer name beside the street: Bergen of Bergen op Zoom, and Gemert of Gemert-Bakel. */
  isPart({ from, to }: Span, street: Span | undefined): boolean {
    const isBeside = (name: Span): boolean => street === undefined || street.to <= name.from || street.from >= name.to;
    return this.#all.some(
      (name) => name.from <= from && name.to >= to && name.to - name.from > to - from && isBeside(name),
    );
  }

  /**
   * What an answer costs that leaves out words, or has another postcode: nothing if it is where the text says.
   *
   * @param isOfStreet whether words are a part of its street, and so say nothing of where it is
   * @param hasPostcode whether the answer has the whole postcode of the text
   */
  costOf(candidate: Candidate, isOfStreet: (name: Span, key: string) => boolean, hasPostcode: boolean): number {
    this.#stated ??= this.#findStated();
    const { words, postcodes } = this.#parts;
    const names = this.#stated.filter((name) => !isOfStreet(name, words.slice(name.from, name.to).join(' ')));
    const range = names.length === 0 ? undefined : rangeOf(this.#index, candidate);
    if (range === undefined) return 0;
    if (names.every(({ areas }) => areas.some((area) => area.namesakes === 0 && meets(area, range)))) return 0;
    if (hasPostcode) return costOfDiscrepancy('place-differs');
    // A province of the town's name has it: further away than the town, but not elsewhere, unless the postcode says so.
    const isInProvince = names.every(({ areas }) => areas.some((area) => meets(area, range)));
    const hasOther = postcodes.some(({ isWhole, first, end }) => isWhole && first < end);
    return costOfDiscrepancy(isInProvince && !hasOther ? 'place-differs' : 'place-elsewhere');
  }

  /** An answer that is in none of the areas that the text names, with how far it is from there. */
  withDistance(candidate: Candidate): Candidate {
    if (penaltyIn(candidate.cost, 'contradiction') < LEVEL_ELSEWHERE) return candidate;
    this.#stated ??= this.#findStated();
    const range = rangeOf(this.#index, candidate);
    const stated = this.#stated.at(-1)?.areas ?? [];
    if (range === undefined || stated.length === 0 || stated.some((area) => meets(area, range))) return candidate;
    const [{ kind, ordinal }] = stated as readonly [AreaMatch];
    this.#metric ??= metricOf(this.#index, kind, ordinal);
    if (this.#metric === undefined) return candidate;
    const squaredMetres = squaredDistance(this.#index, candidate, this.#metric);
    return { ...candidate, elsewhere: { kind, ordinal, squaredMetres } };
  }

  /**
   * The names that stand where a place does: behind the number or at the end; or, if there are none, in front of it and apart from other words: of `Bakkerij Gent, Kerkstraat 5` the
   * first words say whose address it is.
   */
  #findStated(): readonly AreaName[] {
    const { words, numbers, postcodes, isAfterBreak } = this.#parts;
    const spans: readonly Span[] = [...numbers, ...postcodes];
    const isBehindNumber = ({ from }: Span): boolean => numbers.some((number) => number.to <= from);
    const behind = this.#all.filter((name) => name.to === words.length || isBehindNumber(name));
    if (behind.length > 0) return behind;
    const begins = (at: number): boolean => at === 0 || isAfterBreak(at) || spans.some(({ to }) => to === at);
    const ends = (at: number): boolean => isAfterBreak(at) || spans.some(({ from }) => from === at);
    return this.#all.filter(({ from, to }) => begins(from) && ends(to));
  }

  /** Each name is the longest from where it begins, and in no other. O(words · words of the longest name). */
  get #all(): readonly AreaName[] {
    this.#names ??= this.#findAll();
    return this.#names;
  }

  #findAll(): AreaName[] {
    const { words, isAfterBreak } = this.#parts;
    const names: AreaName[] = [];
    for (let from = 0; from < words.length; ) {
      let to = from;
      if (BEGINS_WITH_LETTER.test(words[from]!)) {
        to = from + 1;
        while (to < words.length && to - from < MAX_NAME_WORDS && !isAfterBreak(to)) to++;
        while (to > from && !this.#add(from, to, names)) to--;
      }
      from = Math.max(from + 1, to);
    }
    return names;
  }

  #add(from: number, to: number, names: AreaName[]): boolean {
    // A letter by itself is an initial or an addition.
    if (to === from + 1 && this.#parts.words[from]!.length === 1) return false;
    const areas = this.#areaMatches.wholeNames(from, to);
    if (areas.length > 0) names.push({ from, to, areas });
    return areas.length > 0;
  }
}

const BEGINS_WITH_LETTER = /^\p{L}/u;

const LEVEL_ELSEWHERE: number = DISCREPANCIES['place-elsewhere'].level!;

/** Distances from the middle of an area; `undefined` where it has no position. */
function metricOf(index: CountryIndex, kind: AreaKind, ordinal: number): LocalMetric | undefined {
  const { addresses } = index;
  const middle = middleOf(index.addressesUnder(kind, ordinal));
  if (middle === undefined || !addresses.hasPosition(middle)) return undefined;
  return new LocalMetric(addresses.latE7Of(middle) / 1e7, addresses.lonE7Of(middle) / 1e7);
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
