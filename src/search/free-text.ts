import { officialLanguage } from '../model/country.ts';
import type { AreaKind } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { withoutNoise } from '../text/noise.ts';
import { type TokenizedText, tokenize } from '../text/tokens.ts';
import { type AreaMatch, AreaMatcher, areaOf, nameMatchOf } from './areas.ts';
import { makePenalties, namedCandidate, streetCandidate } from './candidates.ts';
import { Corrections } from './corrections.ts';
import { collectHouses, creditUnmatchedWords, housesCalled, nearestHouses } from './houses.ts';
import { countNames, type Interpretation, interpret, isName, type Parts } from './interpretations.ts';
import { bestLeaves, isExact, NameMatcher, withoutLonger } from './name-matcher.ts';
import { type Candidate, compareCandidates, NAME_MATCH, NUMBER_MATCH, penaltyIn, WEIGHT } from './ranking.ts';
import { findNumbers, findPostcodes, type PostcodeSpan } from './spans.ts';
import { StreetFinder, type StreetMatch } from './streets.ts';
import { buildTokenGraph, type TokenGraph } from './token-graph.ts';

export interface FreeTextOptions {
  /** Everything must lie in this area. */
  readonly within?: { readonly kind: AreaKind; readonly ordinal: number } | undefined;
}

/** Words of a text that are read; no address has more. */
const MAX_TOKENS = 16;
/** Words that may be left out when nothing accounts for all of them. */
const MAX_LEFT_OUT = 3;
/** So many answers are enough, and what ranks after them is not looked for. */
const MAX_ANSWERS = 50;
/** Below so many answers to a name corrections are tried too, unless one of them is the name itself. */
const MIN_ANSWERS = 3;

/**
 * Understands words in any usual order as street, number, postcode and areas, and answers at the deepest level that they
 * determine, best first by the rules of ranking.ts.
 */
export function searchFreeText(index: CountryIndex, text: string, { within }: FreeTextOptions = {}): Candidate[] {
  const area = within && areaOf(index, within.kind, within.ordinal);
  const asTyped = new Search(index, tokenize(text, MAX_TOKENS), area);
  // Whom it is for, floors and the country are left out only where the text leads nowhere with them.
  let cleaned: Search | undefined;
  const withoutNoiseWords = (): Search => {
    if (cleaned === undefined) {
      const rest = withoutNoise(index.country, text);
      cleaned = rest === text ? asTyped : new Search(index, tokenize(rest, MAX_TOKENS), area);
    }
    return cleaned;
  };
  const run = (options: RunOptions): Candidate[] => {
    const found = asTyped.run(options);
    return found.length > 0 || withoutNoiseWords() === asTyped ? found : withoutNoiseWords().run(options);
  };
  // As typed; where that finds little, with one letter corrected.
  let found = run({});
  if (isTooFew(found)) {
    // A postcode that is wrong, or of another part of the town, is left out before a letter is corrected.
    if (found.length === 0) found = withoutNoiseWords().withoutPostcode();
    // The beginning of a street, followed by its place.
    if (found.length === 0) found = run({ isOpenEverywhere: true });
    // The street, and the numbers next to one that it does not have.
    if (found.length === 0) found = asTyped.nearest();
    if (found.length === 0 && withoutNoiseWords() !== asTyped) found = withoutNoiseWords().nearest();
    if (isTooFew(found)) found = merge(found, run({ edits: 1, isNearest: true }));
  }
  if (found.length === 0) found = run({ edits: 2, isNearest: true });
  for (let ignored = 1; ignored <= MAX_LEFT_OUT && found.length === 0; ignored++) {
    found = withoutNoiseWords().run({ ignored, isNearest: true });
  }
  return onlyTheBestKind(found.sort(compareCandidates));
}

interface RunOptions {
  /** Letters to correct in a word: 0, 1 or 2. */
  readonly edits?: number;
  /** Words that may be left out. */
  readonly ignored?: number;
  /** Where a street does not have the number, answer with the street and the nearest numbers. */
  readonly isNearest?: boolean;
  /** Any last word of a street may be the beginning of one. */
  readonly isOpenEverywhere?: boolean;
}

class Search {
  readonly #index: CountryIndex;
  readonly #source: TokenizedText;
  readonly #graph: TokenGraph;
  readonly #within: AreaMatch | undefined;
  /** What the words as typed have led to. */
  #asTyped: Collector | undefined;

  constructor(index: CountryIndex, source: TokenizedText, within: AreaMatch | undefined) {
    this.#index = index;
    this.#source = source;
    this.#graph = buildTokenGraph(index.country, source.tokens);
    this.#within = within;
  }

  /** For a number that does not exist: what the words as typed lead to without it. */
  nearest(): Candidate[] {
    return merge(this.#asTyped?.nearest() ?? []);
  }

  /** What the words mean without a whole postcode that is among them, where that leads to a house or a street. */
  withoutPostcode(): Candidate[] {
    const { text, tokens } = this.#source;
    const postcode = findPostcodes(this.#index, this.#source).find(({ isWhole }) => isWhole);
    if (postcode === undefined || postcode.to - postcode.from === tokens.length) return [];
    const others = tokens.filter((_, i) => i < postcode.from || i >= postcode.to);
    // Four digits may as well be a number that the street does not have, unless another one is there.
    if (this.#index.country !== 'nl' && !others.some(({ key }) => /^[0-9]/.test(key))) return [];
    const search = new Search(this.#index, { text, tokens: others }, this.#within);
    return search
      .run({})
      .filter(({ kind }) => kind === 'house' || kind === 'street')
      .map((candidate) => ({ ...candidate, cost: candidate.cost + WEIGHT.ignored }));
  }

  run({ edits = 0, ignored = 0, isNearest = false, isOpenEverywhere = false }: RunOptions): Candidate[] {
    const index = this.#index;
    const graph = this.#graph;
    const { words } = graph;
    if (words.length === 0 || (isOpenEverywhere && words.length === 1)) return [];
    const corrections = edits > 0 ? new Corrections(index, words, edits) : undefined;
    if (corrections !== undefined && !corrections.hasSuspects) return [];
    const streets = new NameMatcher(index.names.streets, graph, corrections, isOpenEverywhere);
    const areas = new NameMatcher(index.names.areas, graph, corrections);
    const numbers = findNumbers(index.country, this.#source);
    const postcodes = findPostcodes(index, this.#source).filter(({ first, end }) => first < end);
    const parts = { words, streets, areas, numbers, postcodes };
    const interpretations = interpret(parts, ignored);
    const collector = new Collector(index, parts, this.#within);
    if (edits === 0 && ignored === 0 && !isOpenEverywhere) this.#asTyped = collector;
    const found: Candidate[][] = [];
    let count = 0;
    let fewest = 0;
    for (const interpretation of interpretations) {
      // The beginning of a street in the middle says too little without a place or a postcode.
      if (isOpenEverywhere && interpretation.areas.length === 0 && interpretation.postcode === undefined) continue;
      // What has more words left out or letters corrected than enough others is not looked at.
      const penalties = interpretation.ignored * 16 + interpretation.edits;
      if ((penalties > fewest && count > MIN_ANSWERS) || count >= MAX_ANSWERS) break;
      // Nor is a second area looked for where one accounts for the words.
      if (penalties === fewest && count > 0 && countNames(interpretation) > 2) continue;
      fewest = penalties;
      const candidates = collector.collect(interpretation, found.length > 0);
      if (candidates.length > 0) found.push(candidates);
      for (const { cost } of candidates) if (penaltyIn(cost, 'numberMatch') <= NUMBER_MATCH.loose) count++;
    }
    if (found.length === 0 && isNearest) found.push(collector.nearest());
    return merge(...found);
  }
}

/** Whether it is worth while to look for corrections. */
function isTooFew(found: readonly Candidate[]): boolean {
  if (found.length === 0) return true;
  if (found.length >= MIN_ANSWERS) return false;
  return !found.some(
    ({ cost }) =>
      (penaltyIn(cost, 'names') > 1 || penaltyIn(cost, 'nameMatch') === 0) &&
      penaltyIn(cost, 'numberMatch') < NUMBER_MATCH.otherSuffix,
  );
}

/** Where some answers account for every word, those that do not are none; where a house has the number, its neighbours are none. */
function onlyTheBestKind(ranked: readonly Candidate[]): Candidate[] {
  const [best] = ranked;
  if (best === undefined) return [];
  const ignored = penaltyIn(best.cost, 'ignored');
  const isNearest = penaltyIn(best.cost, 'numberMatch') >= NUMBER_MATCH.otherSuffix;
  return ranked.filter(
    ({ cost }) =>
      penaltyIn(cost, 'ignored') === ignored &&
      (isNearest || penaltyIn(cost, 'numberMatch') < NUMBER_MATCH.otherSuffix),
  );
}

const KIND_COUNT = 8;
const KINDS: Readonly<Record<Candidate['kind'], number>> = {
  house: 0,
  street: 1,
  streetName: 2,
  place: 3,
  municipality: 4,
  province: 5,
  region: 6,
};

/** Every thing once, by the way in which it ranks best. */
function merge(...lists: readonly (readonly Candidate[])[]): Candidate[] {
  const best = new Map<number, Candidate>();
  for (const list of lists) {
    for (const candidate of list) {
      const key = KINDS[candidate.kind] + candidate.ordinal * KIND_COUNT;
      const known = best.get(key);
      if (known === undefined || candidate.cost < known.cost) best.set(key, candidate);
    }
  }
  return [...best.values()];
}

/** Names that one way to read the words is answered with at most. */
const MAX_NAME_COUNT = 400;

/** Everything that interpretations of one row of words lead to. */
export class Collector {
  readonly #index: CountryIndex;
  readonly #words: readonly string[];
  readonly #streets: NameMatcher;
  readonly #areaMatches: AreaMatcher;
  readonly #within: AreaMatch | undefined;
  /** Streets that have not the number. */
  readonly #withoutNumber: { readonly interpretation: Interpretation; readonly streets: readonly StreetMatch[] }[] = [];

  constructor(index: CountryIndex, { words, streets, areas }: Parts, within: AreaMatch | undefined) {
    this.#index = index;
    this.#words = words;
    this.#streets = streets;
    this.#areaMatches = new AreaMatcher(index, areas, within);
    this.#within = within;
  }

  /** `isStrict`: finished words for the street must be the end of its name, not only its first words. */
  collect(interpretation: Interpretation, isStrict: boolean): Candidate[] {
    const candidates = this.#collect(interpretation, isStrict);
    return interpretation.unmatched.length === 0
      ? candidates
      : creditUnmatchedWords(this.#index, this.#unmatchedWords(interpretation), candidates);
  }

  #unmatchedWords({ unmatched }: Interpretation): string[] {
    return unmatched.map((word) => this.#words[word]!);
  }

  #collect(interpretation: Interpretation, isStrict: boolean): Candidate[] {
    const { street, number, postcode } = interpretation;
    const areaMatches = this.#areaMatches.areasOf(interpretation);
    if (postcode === undefined) {
      if (street === undefined) return this.#areas(interpretation, areaMatches ?? []);
      if (areaMatches === undefined && number === undefined && interpretation.unmatched.length === 0)
        return this.#names(interpretation);
    }
    const all = street && this.#streets.match(street.from, street.to);
    const matches = isStrict ? all?.map(withoutLonger) : all;
    const streets = new StreetFinder(this.#index, this.#within).find(interpretation, matches, areaMatches);
    if (number === undefined) {
      // `1000 bru` is the place before it is a street there.
      const places = street === undefined && postcode?.hasDigits ? this.#areasIn(postcode, interpretation) : [];
      const called =
        interpretation.unmatched.length === 0
          ? []
          : housesCalled(this.#index, this.#unmatchedWords(interpretation), streets);
      return [...places, ...called, ...this.#streetsOf(interpretation, streets)];
    }
    // A street that nothing is called is not any street of the postcode that has the number.
    const isUnknownStreet = street === undefined && this.#unmatchedWords(interpretation).some(isName);
    if (isUnknownStreet && streets.length > MAX_STREETS_FOR_NUMBER) {
      return this.#placesOf(postcode!, interpretation.ignored);
    }
    const houses = collectHouses(this.#index, interpretation, streets);
    if (houses.length === 0 && streets.length > 0) this.#withoutNumber.push({ interpretation, streets });
    return houses;
  }

  /** For a number that does not exist: the streets that should have had it, with the numbers next to it. */
  nearest(): Candidate[] {
    return this.#withoutNumber.flatMap(({ interpretation, streets }) =>
      nearestHouses(this.#index, interpretation, streets),
    );
  }

  /** The places that have a postcode, for an answer that says no more than it knows. */
  #placesOf({ first, end }: PostcodeSpan, ignored: number): Candidate[] {
    const places = new Set(
      this.#index.postcodes.streetsOf(first, end).map(({ street }) => this.#index.streets.placeOf(street)),
    );
    return [...places].map((place) =>
      namedCandidate(
        this.#index,
        {
          kind: 'place',
          ordinal: place,
          language: officialLanguage(this.#index.areas.at('place', place).names),
          isInner: false,
        },
        { ...makePenalties(0, 0, 1, NAME_MATCH.exact), ignored },
      ),
    );
  }

  /** The places and municipalities that the words name and the postcode is in. */
  #areasIn({ first, end }: PostcodeSpan, interpretation: Interpretation): Candidate[] {
    if (interpretation.areas.length === 0) return [];
    const streets = this.#index.postcodes.streetsOf(first, end).map(({ street }) => street);
    const around = (this.#areaMatches.areasOf(interpretation) ?? []).filter(
      ({ kind, fromStreet, toStreet }) =>
        (kind === 'place' || kind === 'municipality') &&
        streets.some((street) => street >= fromStreet && street < toStreet),
    );
    return this.#areas(interpretation, around);
  }

  #areas({ ignored }: Interpretation, areaMatches: readonly AreaMatch[]): Candidate[] {
    const candidates: Candidate[] = [];
    for (const { kind, ordinal, language, edits, changes, names, match, aliases } of areaMatches) {
      if (kind === this.#within?.kind && ordinal === this.#within.ordinal) continue;
      const penalties = { ...makePenalties(edits, changes, names, match), ignored, aliases };
      candidates.push(namedCandidate(this.#index, { kind, ordinal, language, isInner: false }, penalties));
    }
    return candidates;
  }

  /** Streets and street names, by nothing but their names. */
  #names({ street, ignored }: Interpretation): Candidate[] {
    const trie = this.#index.names.streets;
    const candidates: Candidate[] = [];
    for (const match of this.#streets.match(street!.from, street!.to)) {
      for (const leaf of bestLeaves(trie, match, MAX_NAME_COUNT)) {
        if (candidates.length >= MAX_NAME_COUNT) return candidates;
        const thing = trie.thingAt(leaf);
        const nameMatch = nameMatchOf(thing.isInner, isExact(match, leaf));
        const penalties = { ...makePenalties(match.edits, match.changes, 1 + match.joins, nameMatch), ignored };
        candidates.push(namedCandidate(this.#index, thing, penalties));
      }
    }
    return candidates;
  }

  #streetsOf({ postcode }: Interpretation, streets: readonly StreetMatch[]): Candidate[] {
    const candidates: Candidate[] = [];
    for (const match of streets) {
      const isPossible =
        postcode === undefined || postcode.hasDigits || hasPostcode(this.#index, match.street, postcode);
      if (isPossible) candidates.push(streetCandidate(this.#index, match));
    }
    return candidates;
  }
}

/** A postcode with so few streets and a number says which house is meant, whatever the street is called. */
const MAX_STREETS_FOR_NUMBER = 3;

/** Whether a street has an address with one of the postcodes. O(addresses of the street). */
function hasPostcode(
  index: CountryIndex,
  street: number,
  { first, end }: { readonly first: number; readonly end: number },
): boolean {
  const [from, to] = index.streets.addressesOf(street);
  for (let address = from; address < to; address++) {
    const postcode = index.addresses.postcodeOf(address);
    if (postcode >= first && postcode < end) return true;
  }
  return false;
}
