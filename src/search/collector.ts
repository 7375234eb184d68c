import type { CountryIndex } from '../store/country-index.ts';
import { isFiller } from '../text/little-words.ts';
import { isStreetType } from '../text/variants.ts';
import { type AreaMatch, AreaMatcher, isTown, isWider, type Within } from './areas.ts';
import { candidateOf, namedCandidate, streetCandidate } from './candidates.ts';
import { NAME_MATCH, PERFECT, penaltyIn, WEIGHT } from './cost.ts';
import { bestHouses, HOUSE_TIER } from './house-match.ts';
import { collectHouses, nearestHouses } from './houses.ts';
import { countNames, type Interpretation, type Parts } from './interpretations.ts';
import { withDiscrepancy } from './judgement.ts';
import { isCalled } from './name-key.ts';
import {
  costOfMatch,
  countLeaves,
  isExact,
  type MatchedName,
  type NameMatcher,
  ordinalsIn,
  runsOf,
  withoutLonger,
} from './name-matcher.ts';
import { isKindAlone } from './name-words.ts';
import type { Candidate } from './ranking.ts';
import type { PostcodeSpan, Span } from './spans.ts';
import { bestNames, costOfName, placesOfPostcode, placesOfStreets, StreetFinder, type StreetMatch } from './streets.ts';

/** Maximum number of names per interpretation. */
const MAX_NAME_COUNT = 400;

/** Collects the candidates of all interpretations of a text. */
export class Collector {
  readonly #index: CountryIndex;
  readonly #words: readonly string[];
  readonly #streets: NameMatcher;
  readonly #areaMatches: AreaMatcher;
  readonly #within: Within;
  #namesWithoutNumber: number | undefined;
  /** What stands in for a number that the streets of an interpretation lack. */
  readonly #withoutNumber: (() => Candidate[])[] = [];

  constructor(index: CountryIndex, parts: Parts, within: Within) {
    const { words, streets } = parts;
    this.#index = index;
    this.#words = words;
    this.#streets = streets;
    this.#areaMatches = new AreaMatcher(index, parts, within);
    this.#within = within;
  }

  /** @param isStrict finished words for the street must be the end of its name, not only its first words */
  collect(interpretation: Interpretation, isStrict: boolean): Candidate[] {
    const { street, number, postcode } = interpretation;
    // One name is only cut where another area takes its rest.
    if (interpretation.areas.length > 1 && interpretation.areas.some((area) => this.#areaMatches.isPart(area, street)))
      return [];
    const all = street && this.#streets.match(street.from, street.to);
    const matches = all && this.#matchesOf(street, all, isStrict);
    // Names that lead nowhere do so in any area.
    if (interpretation.areas.length > 0 && matches?.every((match) => countLeaves(match) === 0)) return [];
    const areaMatches = this.#areaMatches.areasOf(interpretation, () => {
      if (postcode?.hasDigits) return placesOfPostcode(this.#index, postcode);
      return all && placesOfStreets(this.#index, all);
    });
    // Two areas match only if one lies in the other, whatever the postcode says.
    if (interpretation.areas.length > 1 && areaMatches?.length === 0) return [];
    if (postcode === undefined) {
      if (street === undefined) return this.#areas(areaMatches ?? []);
      if (areaMatches === undefined && number === undefined) return this.#names(interpretation);
    }
    const meantNames = postcode?.isWhole ? this.#withoutOthers(matches, interpretation, areaMatches) : matches;
    const found = new StreetFinder(this.#index, this.#within).find(interpretation, meantNames, areaMatches);
    if (number === undefined) {
      // `1000 bru`: the place precedes streets there.
      const places = street === undefined && postcode?.hasDigits ? this.#areasIn(postcode, areaMatches) : [];
      return [...places, ...found.map((match) => streetCandidate(this.#index, match))];
    }
    // Beside a whole postcode, the province of a town that is called so is as right as the town.
    const isTown = !postcode?.isWhole && areaMatches?.some(({ namesakes }) => namesakes > 0) === true;
    const streets = isTown ? found.map((match) => (isWider(match.cost) ? contradicting(match) : match)) : found;
    const houses = collectHouses(this.#index, interpretation, streets);
    const meant = this.#streetsMeant(interpretation, streets, houses, isTown);
    // With another postcode than the typed one, too, since then the postcode is wrong.
    const tierIn = ({ street }: StreetMatch): number =>
      bestHouses(this.#index, street, number.number)?.tier ?? Number.POSITIVE_INFINITY;
    const without = (some: readonly StreetMatch[]): Candidate[] =>
      nearestHouses(this.#index, number.number, lacking(some, areaMatches), interpretation);
    const ofMeant = new Set(meant.map(({ street }) => street));
    const isFound =
      houses.some((house) => ofMeant.has(house.street!)) || meant.some((each) => tierIn(each) <= HOUSE_TIER.other);
    if (meant.length > 0 && !isFound) {
      // A number missing from its street is no reason for another street, or for a wider area of the name.
      this.#namesWithoutNumber ??= countNames(interpretation);
      return [...without(meant), ...houses.map(ofAnotherStreet)];
    }
    if (houses.length === 0)
      this.#withoutNumber.push(() => without(streets.filter((each) => tierIn(each) >= HOUSE_TIER.other)));
    return houses;
  }

  /** How many names an interpretation has whose street, called exactly as typed, lacks the number; other readings need no more names. */
  get namesWithoutNumber(): number | undefined {
    return this.#namesWithoutNumber;
  }

  /**
   * The streets that are called exactly as typed where the text says that they are: in the area that it names, the innermost of that name,
   * or in its postcode; none if it does not say where. The beginning of a name says so if the number is only in a canton that begins so,
   * too: `Rue du Fossé 2, Esch`.
   *
   * @param isTown whether a town is called as its province, which is not meant then
   */
  #streetsMeant(
    { street, areas, postcode }: Interpretation,
    streets: readonly StreetMatch[],
    houses: readonly Candidate[],
    isTown: boolean,
  ): readonly StreetMatch[] {
    const isSomewhere = areas.length > 0 || postcode?.isWhole || this.#within.area !== undefined;
    if (street === undefined || !isSomewhere) return [];
    const called = leastContradicted(streets).filter(({ cost }) => penaltyIn(cost, 'nameMatch') === NAME_MATCH.exact);
    const ofTown = called.filter(isOfTown);
    const whole = called.filter(isOfWholeName);
    const meant = isTown || whole.some(isOfTown) ? whole.filter(isOfTown) : whole;
    const areOutside = meant.length === 0 && houses.length > 0 && !houses.some(isOfTown);
    return this.#asTyped(street, areOutside ? ofTown : meant);
  }

  /** The streets that have exactly the typed words as a name, rather than an article more: Wittestraat before De Wittestraat. */
  #asTyped({ from, to }: Span, streets: readonly StreetMatch[]): readonly StreetMatch[] {
    const key = this.#words.slice(from, to).join(' ');
    const exact = streets.length > 1 ? streets.filter((each) => isCalled(this.#index, each.street, key)) : streets;
    return exact.length > 0 ? exact : streets;
  }

  /** For a number that does not exist: the streets that should have it, with the nearest numbers. */
  nearest(): Candidate[] {
    return this.#withoutNumber.flatMap((find) => find());
  }

  /** The places and municipalities that the words name and that have the postcode. */
  #areasIn({ first, end }: PostcodeSpan, areaMatches: readonly AreaMatch[] = []): Candidate[] {
    if (areaMatches.length === 0) return [];
    const streets = this.#index.postcodes.streetsOf(first, end).map(({ street }) => street);
    const around = areaMatches.filter(
      (area) =>
        isTown(area) && streets.some((street) => street >= area.extent.fromStreet && street < area.extent.toStreet),
    );
    return this.#areas(around);
  }

  #areas(areaMatches: readonly AreaMatch[]): Candidate[] {
    const candidates: Candidate[] = [];
    for (const { extent, language, edits, changes, names, match, aliases } of areaMatches) {
      if (extent === this.#within.area?.extent) continue;
      const { kind, ordinal } = extent;
      const penalties = { ...PERFECT, edits, changes, names, nameMatch: match, aliases };
      candidates.push(namedCandidate(this.#index, { kind, ordinal, language, isInner: false }, penalties));
    }
    return candidates;
  }

  /** The matches that may be a whole street: of words that are only its kind, before others, no name that goes on is one. */
  #matchesOf(street: Span, all: readonly MatchedName[], isStrict: boolean): readonly MatchedName[] {
    const isOnlyKind = this.#isOnlyKind(street);
    const named = isOnlyKind
      ? all.filter(({ isOpen }) => !isOpen).map((match) => this.#ofWholeNames(match, street))
      : all;
    return isStrict || isOnlyKind ? named.map(withoutLonger) : named;
  }

  /**
   * The matches that correct nothing, if a town that the text names has a street called just so: in its postcode, another one of nearly that name is not
   * meant, nor in Belgium, where people write the main one of the town, one with a longer name. `Vredestraat 17, 9300 Aalst` is in Erembodegem, 9320, and
   * neither Bredestraat nor Oude Vredestraat.
   */
  #withoutOthers(
    matches: readonly MatchedName[] | undefined,
    { postcode, street }: Interpretation,
    areas: readonly AreaMatch[] = [],
  ): readonly MatchedName[] | undefined {
    if (matches === undefined) return matches;
    const towns = areas.filter(isTown);
    const asTyped = matches.filter(({ edits }) => edits === 0);
    const { country, names, postcodes } = this.#index;
    if (country !== 'be' && asTyped.length === matches.length) return matches;
    const whole = asTyped.map((match) => this.#wholeOf(match));
    const called = whole
      .flatMap(({ exact }) => ordinalsIn(exact))
      .flatMap((leaf) => {
        const feature = names.streets.featureAt(leaf);
        return towns.flatMap(({ extent }) => names.streetsUnder(feature, extent.fromStreet, extent.toStreet));
      });
    if (called.length === 0) return matches;
    const isHere = called.some((each) => postcodes.covers(postcode!.first, each.street));
    // A name that is still being typed may go on.
    const mayGoOn = street!.to === this.#words.length;
    return isHere || country !== 'be' || mayGoOn ? asTyped : whole;
  }

  /** Whether the words taken for a street are only its kind, and others follow: `route de` is the whole of a name or none, not its beginning. */
  #isOnlyKind(street: Span): boolean {
    if (street.to === this.#words.length) return false;
    return isKindAlone(this.#index.country, this.#words.slice(street.from, street.to));
  }

  /** A match without the later words of names, unless a kind of street is written out and nothing follows it: `r.` is not the end of Grand-Rue, nor is `rue de`. */
  #ofWholeNames(match: MatchedName, { from, to }: Span): MatchedName {
    const { country } = this.#index;
    const isEnd = !isFiller(this.#words[to - 1]!) && !isFiller(this.#words[to]!);
    if (isEnd && this.#words.slice(from, to).some((word) => isStreetType(country, word))) return match;
    return this.#wholeOf(match);
  }

  /** A match of whole names alone. */
  #wholeOf(match: MatchedName): MatchedName {
    const trie = this.#index.names.streets;
    const exact = runsOf(ordinalsIn(match.exact).filter((leaf) => trie.isWhole(leaf)));
    return { ...match, exact, runs: exact, under: undefined };
  }

  /** Streets and street groups, only by their names. */
  #names({ street }: Interpretation): Candidate[] {
    const candidates: Candidate[] = [];
    for (const match of this.#streets.match(street!.from, street!.to)) {
      for (const { leaf, feature } of bestNames(this.#index, match, MAX_NAME_COUNT, this.#within.scope)) {
        if (candidates.length >= MAX_NAME_COUNT) return candidates;
        const cost = costOfMatch(match) + costOfName(feature, isExact(match, leaf));
        candidates.push(candidateOf(this.#index, feature, cost));
      }
    }
    return candidates;
  }
}

function ofAnotherStreet(house: Candidate): Candidate {
  return { ...house, cost: withDiscrepancy(house.cost, 'street-differs') };
}

function contradicting(match: StreetMatch): StreetMatch {
  return { ...match, cost: match.cost + WEIGHT.contradiction };
}

/** Those that contradict as little as any: with a place of another name none, if one has a name that begins so. */
function leastContradicted(streets: readonly StreetMatch[]): readonly StreetMatch[] {
  let least = Number.POSITIVE_INFINITY;
  for (const { cost } of streets) least = Math.min(least, penaltyIn(cost, 'contradiction'));
  return streets.filter(({ cost }) => penaltyIn(cost, 'contradiction') === least);
}

/** Streets without the number: those whose name was corrected, or that are not where the text says, contradict one part more. */
function lacking(streets: readonly StreetMatch[], areas: readonly AreaMatch[] = []): readonly StreetMatch[] {
  const ofAreas = areas.length === 0 ? 0 : Math.min(...areas.map(({ edits }) => edits));
  const isDoubtful = ({ cost }: StreetMatch): boolean =>
    penaltyIn(cost, 'edits') > ofAreas || penaltyIn(cost, 'contradiction') > 0;
  return streets.map((match) => (isDoubtful(match) ? contradicting(match) : match));
}

/** Whether the area that a street was found in is a place or a municipality. */
function isOfTown({ cost }: Pick<Candidate, 'cost'>): boolean {
  return !isWider(cost);
}

function isOfWholeName({ cost }: StreetMatch): boolean {
  return penaltyIn(cost, 'areaMatch') === NAME_MATCH.exact;
}
