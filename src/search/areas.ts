import { type Language, type Names, nameIn, officialLanguage } from '../model/country.ts';
import { kept } from '../model/kept.ts';
import { AREA_KINDS, type AreaKind, type AreaTable } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { nameKey } from '../text/fold.ts';
import { isLeadingArticle } from '../text/little-words.ts';
import { NAME_MATCH, type NameMatch, penaltyIn, WEIGHT } from './cost.ts';
import type { Interpretation, Parts } from './interpretations.ts';
import { isExact, type MatchQuality, type NameMatcher, ordinalsIn } from './name-matcher.ts';
import type { Scope } from './scope.ts';
import type { Span } from './spans.ts';

/** An area that words name, which a street must lie in or which is an answer itself. */
export interface AreaMatch {
  readonly extent: Extent;
  readonly language: Language | undefined;
  readonly edits: number;
  readonly changes: number;
  /** Number of names: 1, or 2 with an area around it; 0 for the area of a context. */
  readonly names: number;
  readonly match: NameMatch;
  /** How many of these names are aliases. */
  readonly aliases: number;
  /** Breaks ties; smaller is better. */
  readonly rank: number;
  /** 1 for a province or region that shares its name with a town, which is meant first if a street follows: Groningen. */
  readonly namesakes: number;
}

/** An area and what lies in it; one object for each area of an index. */
interface Extent {
  readonly kind: AreaKind;
  readonly ordinal: number;
  readonly fromPlace: number;
  readonly toPlace: number;
  readonly fromStreet: number;
  readonly toStreet: number;
  /** The streets of the place with the name of its municipality, which precedes the others. */
  readonly fromCentre: number;
  readonly toCentre: number;
}

/** What everything found must be in. */
export interface Within {
  /** The area of a context. */
  readonly area?: AreaMatch | undefined;
  readonly scope?: Scope | undefined;
}

/** Asked only where a name may be that of too many areas. */
type PlacesLeft = () => Iterable<number> | undefined;

/** Maximum words of the name of an area. */
const MAX_NAME_WORDS = 6;
/** Maximum number of areas that one sequence of words can mean: the best ones. */
const MAX_AREA_COUNT = 64;

/** Finds the areas that sequences of words name. */
export class AreaMatcher {
  readonly #index: CountryIndex;
  readonly #words: readonly string[];
  readonly #areas: NameMatcher;
  readonly #within: Within;
  readonly #areaMatches: Map<number, readonly AreaMatch[]> = new Map();

  constructor(index: CountryIndex, { words, areas }: Pick<Parts, 'words' | 'areas'>, within: Within) {
    this.#index = index;
    this.#words = words;
    this.#areas = areas;
    this.#within = within;
  }

  /**
   * The areas that the words of an interpretation name, best first: of one sequence of words, or of two if one area lies in the other.
   * `undefined` if a street may be anywhere.
   *
   * @param placesLeft the places that the other words leave, if these are few: then only areas around them, of which none is missed
   */
  areasOf({ areas, street }: Interpretation, placesLeft?: PlacesLeft): readonly AreaMatch[] | undefined {
    const [first, second] = areas;
    const within = this.#within.area;
    if (first === undefined) return within && [within];
    const ofFirst = this.#named(first, placesLeft);
    const isOnce = street === undefined || first.to !== second?.from;
    const areaMatches = second === undefined ? ofFirst : nested(ofFirst, this.#named(second, placesLeft), isOnce);
    return within === undefined ? areaMatches : areaMatches.flatMap((area) => both(area, within));
  }

  /** Whether words for an area are only a part of a longer name beside the street: Bergen of Bergen op Zoom, and Gemert of Gemert-Bakel. */
  isPart(area: Span, street: Span | undefined): boolean {
    const first = street !== undefined && street.to <= area.from ? street.to : 0;
    const end = street !== undefined && street.from >= area.to ? street.from : this.#words.length;
    for (let from = Math.max(first, area.to - MAX_NAME_WORDS); from <= area.from; from++) {
      for (let to = area.to; to <= Math.min(end, from + MAX_NAME_WORDS); to++) {
        if (to - from > area.to - area.from && this.#isWholeName(from, to)) return true;
      }
    }
    return false;
  }

  /** Whether words [from, to) are, as typed, the whole name of an area; no alias of one if it must be its own. */
  #isWholeName(from: number, to: number, isOwn: boolean = false): boolean {
    const { areas } = this.#index.names;
    return this.#areas.match(from, to).some(
      ({ edits, changes, joins, exact }) =>
        edits + changes + joins === 0 &&
        ordinalsIn(exact).some((leaf) => {
          const { isInner, language } = areas.featureAt(leaf);
          return !isInner && (!isOwn || language !== undefined);
        }),
    );
  }

  #named({ from, to }: Span, placesLeft?: PlacesLeft): readonly AreaMatch[] {
    const places = this.#areMany(from, to) ? placesLeft?.() : undefined;
    if (places !== undefined) return this.#find(from, to, places);
    return kept(this.#areaMatches, from * 64 + to, () => this.#find(from, to));
  }

  /** Whether more names may begin with the words than are looked at: `H`. */
  #areMany(from: number, to: number): boolean {
    const { areas } = this.#index.names;
    return this.#areas.match(from, to).some(({ under }) => {
      if (under === undefined) return false;
      const [first, end] = areas.leavesUnder(under);
      return end - first > MAX_AREA_COUNT;
    });
  }

  #find(from: number, to: number, places?: Iterable<number>): AreaMatch[] {
    const { names } = this.#index;
    const best = new Map<number, AreaMatch>();
    const matches = this.#areas.match(from, to);
    // A place that exists as typed is not another, mistyped one: Asselborn is never Savelborn.
    const isThere = matches.some(({ edits, exact }) => edits === 0 && exact.length > 0);
    // Nor one without its article: Den Hoorn is not Hoorn.
    const isOwnName = isThere && this.#isWholeName(from, to, true);
    for (const match of matches) {
      if ((isThere && match.edits > 0) || (isOwnName && match.changes > 0)) continue;
      const { under } = match;
      const offer = (leaf: number, rank: number): void => {
        if (this.#within.scope?.has(names.areas.featureAt(leaf)) === false) return;
        const identity = names.areas.identityAt(leaf);
        const known = best.get(identity);
        if (known !== undefined && !isMoreOfficial(this.#index, names.areas.featureAt(leaf).language, known)) return;
        const isWhole = isExact(match, leaf);
        const quality =
          isWhole && isThere && this.#lacksArticle(leaf, from) ? { ...match, changes: match.changes + 1 } : match;
        const area = this.#areaAt(leaf, known?.rank ?? rank, isWhole, quality);
        // A name that begins the same in two languages is given in the official one: `8000 bru` is Brugge.
        if (known === undefined || compareAreas(area, known) <= 0) best.set(identity, area);
      };
      for (const leaf of ordinalsIn(match.exact)) offer(leaf, 0);
      if (under === undefined) continue;
      if (places !== undefined) this.#offerAround(places, under, offer);
      else
        for (const { leaf, rank } of names.areas.completions(under)) {
          if (best.size >= MAX_AREA_COUNT) break;
          offer(leaf, rank);
        }
    }
    return withNamesakes([...best.values()]).sort(compareAreas);
  }

  /** Offers the names under a node that lead to places, or to areas around them; those of one area best rank first, as `completions` does. */
  #offerAround(places: Iterable<number>, under: number, offer: (leaf: number, rank: number) => void): void {
    const { areas, names } = this.#index;
    const [first, end] = names.areas.leavesUnder(under);
    const rankOf = (leaf: number): number => names.areas.rankAt(leaf);
    let ordinals = new Set(places);
    for (const kind of AREA_KINDS.toReversed()) {
      for (const ordinal of ordinals) {
        const begun = names.leavesOfArea(kind, ordinal).filter((leaf) => leaf >= first && leaf < end);
        for (const leaf of begun.sort((a, b) => rankOf(a) - rankOf(b))) offer(leaf, rankOf(leaf));
      }
      ordinals = new Set([...ordinals].map((ordinal) => areas.all(kind)[ordinal]?.parent ?? 0));
    }
  }

  /** Whether a name has an article that was not typed: `hoorn` means Hoorn before Den Hoorn. */
  #lacksArticle(leaf: number, from: number): boolean {
    const { kind, ordinal, language, isInner } = this.#index.names.areas.featureAt(leaf);
    if (isInner || language === undefined) return false;
    const { names } = this.#index.areas.at(kind as AreaKind, ordinal);
    const [article = '', more] = nameKey(nameIn(names, language)).split(' ');
    return more !== undefined && isLeadingArticle(article) && this.#words[from] !== article;
  }

  #areaAt(leaf: number, rank: number, isExact: boolean, { edits, changes, joins }: MatchQuality): AreaMatch {
    const { kind, ordinal, language, isInner } = this.#index.names.areas.featureAt(leaf);
    return {
      extent: extentOf(this.#index, kind as AreaKind, ordinal),
      language,
      edits,
      changes,
      names: 1 + joins,
      match: nameMatchOf(isInner, isExact),
      aliases: Number(language === undefined),
      rank,
      namesakes: 0,
    };
  }
}

/** Marks provinces and regions with the name of a place or municipality among the areas. */
function withNamesakes(areas: AreaMatch[]): AreaMatch[] {
  const isWhole = ({ match }: AreaMatch): boolean => match === NAME_MATCH.exact;
  if (!areas.some((area) => isTown(area) && isWhole(area))) return areas;
  return areas.map((area) => (!isTown(area) && isWhole(area) ? { ...area, namesakes: 1 } : area));
}

export function isTown({ extent: { kind } }: AreaMatch): boolean {
  return kind === 'place' || kind === 'municipality';
}

/** Whether a language is the official one of an area that was found in another. */
function isMoreOfficial({ areas }: CountryIndex, language: Language | undefined, found: AreaMatch): boolean {
  if (language === undefined || found.language === undefined || language === found.language) return false;
  return language === officialLanguage(areas.at(found.extent.kind, found.extent.ordinal).names);
}

/**
 * For two sequences of words, the areas of one that lie in an area of the other: the inner one of each pair.
 *
 * @param isOnce whether they do not name one area twice, as `Haps, Haps` behind a street does
 */
function nested(some: readonly AreaMatch[], others: readonly AreaMatch[], isOnce: boolean): AreaMatch[] {
  const found: AreaMatch[] = [];
  for (const a of some) {
    for (const b of others) {
      if (isOnce && a.extent === b.extent) continue;
      const [inner, outer] = sizeOf(b) < sizeOf(a) ? [b, a] : [a, b];
      if (!liesIn(inner, outer)) continue;
      const match = Math.max(a.match, b.match) as NameMatch;
      found.push({
        ...inner,
        edits: a.edits + b.edits,
        changes: a.changes + b.changes,
        names: a.names + b.names,
        match,
        aliases: a.aliases + b.aliases,
      });
    }
  }
  return found.sort(compareAreas).slice(0, MAX_AREA_COUNT);
}

/** The intersection of a named area and the one that everything must lie in. */
function both(area: AreaMatch, within: AreaMatch): AreaMatch[] {
  if (liesIn(area, within)) return [area];
  return liesIn(within, area) ? [{ ...area, extent: within.extent }] : [];
}

/** Number of streets. */
function sizeOf({ extent: { fromStreet, toStreet } }: AreaMatch): number {
  return toStreet - fromStreet;
}

function liesIn({ extent: inner }: AreaMatch, { extent: outer }: AreaMatch): boolean {
  return inner.fromStreet >= outer.fromStreet && inner.toStreet <= outer.toStreet;
}

function compareAreas(a: AreaMatch, b: AreaMatch): number {
  return a.edits - b.edits || a.match - b.match || a.changes - b.changes || a.rank - b.rank;
}

/** An area as the one that everything must lie in. */
export function areaOf(index: CountryIndex, kind: AreaKind, ordinal: number): AreaMatch {
  return {
    extent: extentOf(index, kind, ordinal),
    language: undefined,
    edits: 0,
    changes: 0,
    names: 0,
    match: NAME_MATCH.exact,
    aliases: 0,
    rank: 0,
    namesakes: 0,
  };
}

/** By level and ordinal; each computed on first use. */
type Extents = Readonly<Record<AreaKind, Extent[]>>;
const EXTENTS: WeakMap<AreaTable, Extents> = new WeakMap();

function extentOf(index: CountryIndex, kind: AreaKind, ordinal: number): Extent {
  const { areas } = index;
  const extents = kept(EXTENTS, areas, () => ({ place: [], municipality: [], province: [], region: [] }));
  let extent = extents[kind][ordinal];
  if (extent === undefined) {
    const [fromPlace, toPlace] = areas.descendantsOf(kind, ordinal, 'place');
    const [fromStreet, toStreet] = areas.childrenOf('place', fromPlace, toPlace);
    const centre = kind === 'municipality' ? centreOf(index, ordinal) : undefined;
    const [fromCentre, toCentre] = centre === undefined ? [0, 0] : areas.childrenOf('place', centre);
    extent = { kind, ordinal, fromPlace, toPlace, fromStreet, toStreet, fromCentre, toCentre };
    extents[kind][ordinal] = extent;
  }
  return extent;
}

/** The place with the name of its municipality; `undefined` if there is none. */
export function centreOf({ areas }: CountryIndex, municipality: number): number | undefined {
  const key = nameKey(nameIn(areas.at('municipality', municipality).names));
  const [from, to] = areas.childrenOf('municipality', municipality);
  for (let place = from; place < to; place++) {
    if (nameKey(nameIn(areas.at('place', place).names)) === key) return place;
  }
  return undefined;
}

const AREA_LEVEL: Readonly<Record<AreaKind, number>> = { place: 0, municipality: 1, province: 2, region: 3 };

/** The cost of an area for a street in it, by the rules of cost.ts. */
export function costOfArea(area: AreaMatch, street: number): number {
  const { kind, fromCentre, toCentre } = area.extent;
  const isInCentre = street >= fromCentre && street < toCentre;
  return (
    area.edits * WEIGHT.edits +
    area.changes * WEIGHT.changes +
    (area.names + area.namesakes) * WEIGHT.names +
    area.match * WEIGHT.areaMatch +
    area.aliases * WEIGHT.aliases +
    (isInCentre ? 0 : AREA_LEVEL[kind] * WEIGHT.areaLevel)
  );
}

/** Whether the area that an answer was found in is a province or a region. */
export function isWider(cost: number): boolean {
  return penaltyIn(cost, 'areaLevel') > AREA_LEVEL.municipality;
}

export function nameMatchOf(isInner: boolean, isExact: boolean): NameMatch {
  if (isInner) return isExact ? NAME_MATCH.innerExact : NAME_MATCH.innerBeginning;
  return isExact ? NAME_MATCH.exact : NAME_MATCH.beginning;
}

/** How an area or a street is found by the beginning of a name, or of a later word of it. */
export interface NameBeginning {
  readonly isInner: boolean;
  /** `undefined` for an alias. */
  readonly language: Language | undefined;
}

/** The areas of one kind whose name, or a later word of it, begins with a key, by their best such name. */
export function areasBeginning(index: CountryIndex, kind: AreaKind, key: string): Map<number, NameBeginning> {
  const found = new Map<number, NameBeginning>();
  const trie = index.names.areas;
  const locus = key === '' ? undefined : trie.locate(key);
  if (locus === undefined) return found;
  const [first, end] = trie.leavesUnder(locus.node);
  for (let leaf = first; leaf < end; leaf++) {
    const feature = trie.featureAt(leaf);
    if (feature.kind !== kind) continue;
    const known = found.get(feature.ordinal);
    if (known === undefined || isBetterName(feature, known, index.areas.at(kind, feature.ordinal).names)) {
      found.set(feature.ordinal, { isInner: feature.isInner, language: feature.language });
    }
  }
  return found;
}

/** Whole names before later words, own names before aliases, the official language before others. */
export function isBetterName(a: NameBeginning, b: NameBeginning, names: Names): boolean {
  const order =
    Number(a.isInner) - Number(b.isInner) || Number(a.language === undefined) - Number(b.language === undefined);
  if (order !== 0) return order < 0;
  const languages = Object.keys(names);
  return languages.indexOf(a.language!) < languages.indexOf(b.language!);
}
