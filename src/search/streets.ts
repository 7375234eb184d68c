import type { Language } from '../model/country.ts';
import { postcodeArea } from '../model/postcode.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { NamedFeature } from '../store/name-trie.ts';
import { nameKey } from '../text/fold.ts';
import { type AreaMatch, costOfArea, isBetterName, type NameBeginning, nameMatchOf, type Within } from './areas.ts';
import { NAME_MATCH, WEIGHT } from './cost.ts';
import type { Interpretation } from './interpretations.ts';
import { withDiscrepancy } from './judgement.ts';
import { bestLeaves, costOfMatch, countLeaves, isExact, type MatchedName, ordinalsIn } from './name-matcher.ts';
import type { Scope } from './scope.ts';
import type { PostcodeSpan } from './spans.ts';

/** A matching street, before its houses are looked at. */
export interface StreetMatch {
  readonly street: number;
  readonly language: Language | undefined;
  /** By the rules of cost.ts, apart from house numbers. */
  readonly cost: number;
}

/** Maximum number of streets per interpretation; bounds the work. */
const MAX_STREET_COUNT = 1000;
/** Maximum number of streets whose name only begins as typed: such a short term is still being typed. */
const MAX_BEGINNINGS = 100;
/** Maximum number of leaves to look at for one sequence of words without an area: the best ones. */
const MAX_LEAF_COUNT = 32;
/** What reading a name takes, and looking for a run of names in a place, in comparisons of a street with an area. */
const COMPARISONS_PER_NAME = 15;
const COMPARISONS_PER_PLACE = 40;

/** The streets that the words of one interpretation name, within its areas and its postcode, each once. */
export class StreetFinder {
  readonly #index: CountryIndex;
  readonly #from: number;
  readonly #to: number;
  readonly #scope: Scope | undefined;
  readonly #best: Map<number, StreetMatch> = new Map();

  constructor(index: CountryIndex, { area, scope }: Within) {
    this.#index = index;
    this.#from = area?.extent.fromStreet ?? 0;
    this.#to = area?.extent.toStreet ?? index.streets.length;
    this.#scope = scope;
  }

  /**
   * @param matches the matches of the words for the street
   * @param areaMatches the matches of the words for areas; `undefined` if there are no such words
   */
  find(
    { postcode }: Interpretation,
    matches: readonly MatchedName[] | undefined,
    areaMatches: readonly AreaMatch[] | undefined,
  ): StreetMatch[] {
    if (postcode?.hasDigits) {
      const ofPostcode = new StreetsOfPostcode(this.#index, postcode, areaMatches);
      if (matches === undefined) this.#findAllOf(ofPostcode);
      else for (const match of matches) this.#findOf(match, ofPostcode, costOfMatch(match));
    } else {
      // The first digits of a postcode narrow down the houses, not the streets.
      const narrowed = postcode === undefined ? 0 : WEIGHT.areaMatch * NAME_MATCH.beginning;
      for (const match of matches ?? []) {
        if (areaMatches === undefined) this.#findAnywhere(match, narrowed + costOfMatch(match));
        else this.#findWithin(match, areaMatches, narrowed + costOfMatch(match));
      }
    }
    return [...this.#best.values()];
  }

  #findAllOf(ofPostcode: StreetsOfPostcode): void {
    for (const street of ofPostcode.all) {
      this.#offer(street, undefined, ofPostcode.areaAround(street), ofPostcode.costOf(street));
    }
  }

  #findOf(match: MatchedName, ofPostcode: StreetsOfPostcode, cost: number): void {
    const visit = this.#visitorOf(match, (street, language, costOfName) => {
      if (!ofPostcode.has(street)) return;
      this.#offer(street, language, ofPostcode.areaAround(street), cost + costOfName + ofPostcode.costOf(street));
    });
    for (const place of placesOfPostcode(this.#index, ofPostcode.postcode)) visit(place);
  }

  #findAnywhere(match: MatchedName, cost: number): void {
    const { names } = this.#index;
    for (const { leaf, feature } of bestNames(this.#index, match, MAX_LEAF_COUNT, this.#scope)) {
      if (this.#best.size >= (isExact(match, leaf) ? MAX_STREET_COUNT : MAX_BEGINNINGS)) return;
      const { kind, ordinal, language } = feature;
      const total = cost + costOfName(feature, isExact(match, leaf));
      if (kind === 'street') this.#offer(ordinal, language, undefined, total);
      else
        for (const each of this.#scope?.streetsOfGroup(ordinal) ?? names.streetsOf(ordinal))
          this.#offer(each.street, language && each.language, undefined, total);
    }
  }

  /** Walks whichever is shorter, the names or the places of the areas. The best areas count, until enough streets are found. */
  #findWithin(match: MatchedName, areas: readonly AreaMatch[], cost: number): void {
    const placeCount = areas.reduce((sum, { extent }) => sum + extent.toPlace - extent.fromPlace, 0);
    const isByName = countLeaves(match) * (COMPARISONS_PER_NAME + areas.length) <= placeCount * COMPARISONS_PER_PLACE;
    const names = isByName ? this.#namesOf(match) : undefined;
    // One function for all areas, of which there are up to sixty: each has a handful of streets.
    let area: AreaMatch;
    const offer: Visitor = (street, language, costOfName) =>
      this.#offer(street, language, area, cost + costOfName + costOfArea(area, street));
    const visit = this.#visitorOf(match, offer);
    for (area of areas) {
      if (this.#best.size >= MAX_BEGINNINGS) return;
      const { fromPlace, toPlace, fromStreet, toStreet } = area.extent;
      if (names === undefined) for (let place = fromPlace; place < toPlace; place++) visit(place);
      else for (const name of names) this.#visitNamed(name, fromStreet, toStreet, offer);
    }
  }

  /** The names that a match leads to. */
  #namesOf(match: MatchedName): readonly NameFound[] {
    const trie = this.#index.names.streets;
    return ordinalsIn(match.runs).map((leaf) => {
      const feature = trie.featureAt(leaf);
      return { feature, cost: costOfName(feature, isExact(match, leaf)) };
    });
  }

  /** What visits the streets of a place that a match leads to. */
  #visitorOf(match: MatchedName, visitor: Visitor): (place: number) => void {
    const { streets: trie, placeLeaves } = this.#index.names;
    const visitLeaf = (street: number, leaf: number): boolean => {
      const feature = trie.featureAt(leaf);
      const language = languageOfName(this.#index, feature, street);
      visitor(street, language, costOfName(feature, isExact(match, leaf)));
      return this.#best.size < MAX_STREET_COUNT;
    };
    return (place) => {
      for (const [first, end] of match.runs) placeLeaves.visitStreets(place, first, end, visitLeaf);
    };
  }

  /** Visits the streets of [from, to) that have a name. */
  #visitNamed({ feature, cost }: NameFound, from: number, to: number, visitor: Visitor): void {
    if (this.#best.size >= MAX_STREET_COUNT) return;
    for (const { street, language } of this.#index.names.streetsUnder(feature, from, to))
      visitor(street, language, cost);
  }

  #offer(street: number, language: Language | undefined, area: AreaMatch | undefined, cost: number): void {
    if (street < this.#from || street >= this.#to || this.#scope?.streets.has(street) === false) return;
    const known = this.#best.get(street);
    if (known !== undefined && known.cost <= cost) return;
    this.#best.set(street, { street, language: this.#languageOf(street, language, area?.language), cost });
  }

  /** The language that was typed: if a street has the same name in two languages, or was not named at all, that of the area. */
  #languageOf(street: number, language: Language | undefined, ofArea: Language | undefined): Language | undefined {
    if (language === undefined) return ofArea;
    if (ofArea === undefined || ofArea === language) return language;
    const names = this.#index.streets.namesOf(street);
    return names[ofArea] === names[language] ? ofArea : language;
  }
}

/** A name that words lead to, and the cost of it. */
interface NameFound {
  readonly feature: NamedFeature;
  readonly cost: number;
}

type Visitor = (street: number, language: Language | undefined, costOfName: number) => void;

/** The cost of the name that a street was found by, by the rules of cost.ts. */
export function costOfName({ isInner, language }: NameBeginning, isExact: boolean): number {
  return nameMatchOf(isInner, isExact) * WEIGHT.nameMatch + (language === undefined ? WEIGHT.aliases : 0);
}

/** The names of streets that a match leads to, best first: all of those in a scope, else at most `limit` beside the exact ones. */
export function* bestNames(
  { names }: CountryIndex,
  match: MatchedName,
  limit: number,
  scope: Scope | undefined,
): Generator<{ readonly leaf: number; readonly feature: NamedFeature }, void> {
  if (scope !== undefined) yield* scope.streetNames(match.runs);
  else
    for (const leaf of bestLeaves(names.streets, match, limit)) yield { leaf, feature: names.streets.featureAt(leaf) };
}

/** The streets of a typed postcode: answers even if their place has another name than the typed one, which they then contradict. */
class StreetsOfPostcode {
  readonly #index: CountryIndex;
  readonly postcode: PostcodeSpan;
  readonly #areaMatches: readonly AreaMatch[] | undefined;
  #all: ReadonlySet<number> | undefined;

  /** @param areaMatches `undefined` if no words name an area */
  constructor(index: CountryIndex, postcode: PostcodeSpan, areaMatches: readonly AreaMatch[] | undefined) {
    this.#index = index;
    this.postcode = postcode;
    this.#areaMatches = areaMatches;
  }

  /** All streets of the postcode. O(streets), some thousand for a Belgian city. */
  get all(): ReadonlySet<number> {
    const { first, end } = this.postcode;
    this.#all ??= new Set(this.#index.postcodes.streetsOf(first, end).map(({ street }) => street));
    return this.#all;
  }

  has(street: number): boolean {
    const { first, end } = this.postcode;
    return end - first === 1 ? this.#index.postcodes.covers(first, street) : this.all.has(street);
  }

  /** The best matching area around a street. */
  areaAround(street: number): AreaMatch | undefined {
    return this.#areaMatches?.find(({ extent }) => street >= extent.fromStreet && street < extent.toStreet);
  }

  /** The cost of the words for the area: that of the area around the street, or of another place than it. */
  costOf(street: number): number {
    if (this.#areaMatches === undefined) return 0;
    const area = this.areaAround(street);
    return area === undefined ? withDiscrepancy(0, 'place-differs') : costOfArea(area, street);
  }
}

/** The places that streets of postcodes can be in: those of the four digits. */
export function placesOfPostcode({ country, postcodes }: CountryIndex, { first, end }: PostcodeSpan): Iterable<number> {
  const low = postcodeArea(country, postcodes.codeAt(first));
  const high = postcodeArea(country, postcodes.codeAt(end - 1));
  return postcodes.placesBetween(low, high + 1).keys();
}

/** The places with a street that words name; `undefined` if the words begin too many names. O(streets of the names). */
export function placesOfStreets(
  { names, streets }: CountryIndex,
  matches: readonly MatchedName[],
): ReadonlySet<number> | undefined {
  if (matches.reduce((sum, match) => sum + countLeaves(match), 0) > MAX_LEAF_COUNT) return undefined;
  const places = new Set<number>();
  for (const leaf of matches.flatMap(({ runs }) => ordinalsIn(runs))) {
    for (const { street } of names.streetsUnder(names.streets.featureAt(leaf))) places.add(streets.placeOf(street));
  }
  return places;
}

/**
 * The streets in places [fromPlace, toPlace) whose name, or a later word of it, begins with a key: whole names
 * first, then by size. O(places · log streets of a place + those found).
 */
export function streetsBeginning(
  index: CountryIndex,
  key: string,
  fromPlace: number,
  toPlace: number,
  scope?: Scope,
): { readonly street: number; readonly language: Language }[] {
  const { names, streets } = index;
  const locus = key === '' ? undefined : names.streets.locate(key);
  if (locus === undefined) return [];
  const [first, end] = names.streets.leavesUnder(locus.node);
  const found = new Map<number, NameBeginning>();
  const visit = (place: number): void =>
    names.placeLeaves.visitStreets(place, first, end, (street, leaf) => {
      if (scope?.streets.has(street) === false) return true;
      const feature = names.streets.featureAt(leaf);
      const { isInner } = feature;
      const language = languageOfName(index, feature, street);
      // An alias of a name that several places have leads to all of them, but not every street has it.
      if (language === undefined && !hasAliasWith(streets.aliasesOf(street), key)) return true;
      const known = found.get(street);
      if (known === undefined || isBetterName({ isInner, language }, known, streets.namesOf(street))) {
        found.set(street, { isInner, language });
      }
      return true;
    });
  if (scope === undefined) for (let place = fromPlace; place < toPlace; place++) visit(place);
  else for (const place of scope.places.between(fromPlace, toPlace)) visit(place);
  const sizeOf = (street: number): number => streets.countAddresses(street);
  return [...found]
    .sort(([a, x], [b, y]) => Number(x.isInner) - Number(y.isInner) || sizeOf(b) - sizeOf(a) || a - b)
    .map(([street, { language }]) => ({ street, language: language ?? streets.officialLanguageOf(street) }));
}

/**
 * The language of a street's name that a leaf of the trie refers to: several places can have the name in different
 * languages. `undefined` for an alias. O(log streets of the name).
 */
export function languageOfName(index: CountryIndex, feature: NamedFeature, street: number): Language | undefined {
  const { kind, ordinal, language } = feature;
  if (kind !== 'streetGroup' || language === undefined || index.country === 'nl') return language;
  return index.names.streetsOf(ordinal, street, street + 1)[0]?.language ?? language;
}

function hasAliasWith(aliases: readonly string[], key: string): boolean {
  return aliases.some((alias) => ` ${nameKey(alias)}`.includes(` ${key}`));
}
