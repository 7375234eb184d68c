import type { Locus } from '../format/prefix-trie.ts';
import { type Language, nameIn, officialLanguage } from '../model/country.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { MIN_CITY_ADDRESSES, makePenalties, namedCandidate } from '../search/candidates.ts';
import { type Filter, isOfKind } from '../search/filter.ts';
import { explainCost, NAME_MATCH } from '../search/judgement.ts';
import { type Candidate, compareCandidates } from '../search/ranking.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { identityOf, type NamedFeature, type NameTrie, packFeature } from '../store/name-trie.ts';
import { nameKey } from '../text/fold.ts';
import type { RankedList } from './paging.ts';
import { type ShowOptions, suggestFeature } from './suggestions.ts';

/**
 * Everything whose name, or a later word of it, begins with a folded term: exact names first, then by rank.
 * The total costs O(leaves under the term), a few microseconds; a result O(depth of the tries). With a scope, the names in it are looked
 * at instead, and no others.
 *
 * @param filter what to list
 * @param listed identities of features to leave out; each has such a name
 */
export function searchNames(
  index: CountryIndex,
  foldedTerm: string,
  show: ShowOptions = {},
  filter: Filter = {},
  listed?: ReadonlySet<number>,
): RankedList<Suggestion, Candidate> {
  const found = locate(index, foldedTerm, filter);
  const total = found.reduce((sum, names) => sum + names.count(), 0);
  const listedCount = listed?.size ?? 0;
  const read = <Item>(from: number, to: number, itemOf: (each: FoundName) => Item): Item[] => {
    if (from === to) return [];
    const items: Item[] = [];
    const seen = new Set(listed);
    for (const each of bestFirst(index, foldedTerm, found)) {
      const identity = identityAt(each);
      if (seen.has(identity)) continue;
      if (seen.size >= from + listedCount) items.push(itemOf(each));
      seen.add(identity);
      if (seen.size === to + listedCount) break;
    }
    return items;
  };
  return {
    total: total - listedCount,
    slice: (from, to) =>
      read(from, to, (each) => suggestName(index, foldedTerm, each, { ...show, scope: filter.scope })),
    ranks: (from, to) =>
      read(from, to, (each) => candidateOf(index, { ...each, isExact: each.isExact || each.isCity })),
  };
}

/** As `searchNames`, but at most `limit` of them, as candidates of the ranking. */
export function nameCandidates(
  index: CountryIndex,
  foldedTerm: string,
  limit: number,
  filter: Filter = {},
): Candidate[] {
  const candidates = new Map<number, Candidate>();
  for (const each of bestFirst(index, foldedTerm, locate(index, foldedTerm, filter))) {
    if (candidates.size >= limit) break;
    const identity = identityAt(each);
    if (!candidates.has(identity)) candidates.set(identity, candidateOf(index, each));
  }
  return [...candidates.values()].sort(compareCandidates);
}

/** Which of the features are among those that `searchNames` lists. It lists a street whose name other places have under the name alone. */
export function listedByName(
  index: CountryIndex,
  foldedTerm: string,
  features: readonly Pick<Candidate, 'kind' | 'ordinal'>[],
  filter: Filter = {},
): Set<number> {
  const found = new Map(locate(index, foldedTerm, filter).map((names) => [names.trie, names]));
  const listed = new Set<number>();
  for (const { kind, ordinal } of features) {
    if (kind === 'house') continue;
    const identity = identityOf(packFeature({ kind, ordinal, language: undefined, isInner: false }));
    if (kind !== 'street' || found.get(index.names.streets)?.lists(identity, ordinal)) listed.add(identity);
  }
  return listed;
}

/** A name that, itself or at a later word, begins with the term. */
interface FoundName {
  readonly trie: NameTrie;
  readonly leaf: number;
  /** What it leads to, if that is not all that the leaf does. */
  readonly feature?: NamedFeature | undefined;
  /** The term is the whole name. */
  readonly isExact: boolean;
  /** It is listed before streets with exactly this name. */
  readonly isCity: boolean;
}

function featureOf({ trie, leaf, feature }: FoundName): NamedFeature {
  return feature ?? trie.featureAt(leaf);
}

function identityAt({ trie, leaf, feature }: FoundName): number {
  return feature === undefined ? trie.identityAt(leaf) : identityOf(packFeature(feature));
}

function candidateOf(index: CountryIndex, found: FoundName): Candidate {
  const { isExact } = found;
  const feature = featureOf(found);
  const nameMatch = isExact ? NAME_MATCH.exact : feature.isInner ? NAME_MATCH.innerBeginning : NAME_MATCH.beginning;
  return namedCandidate(index, feature, makePenalties(0, 0, 1, nameMatch));
}

/** The names of one trie that begin with a term. */
interface Names {
  readonly trie: NameTrie;
  /** The whole names that are the term. */
  readonly exact: readonly NameAt[];
  /** All, best first. */
  readonly completions: () => Iterator<NameAt & { readonly rank: number }, void>;
  /** How many things have them. */
  readonly count: () => number;
  /** Whether they lead to a street itself, and not only to a name that it shares. */
  readonly lists: (identity: number, street: number) => boolean;
}

interface NameAt {
  readonly leaf: number;
  readonly feature?: NamedFeature | undefined;
}

function locate(index: CountryIndex, foldedTerm: string, filter: Filter): readonly Names[] {
  const { areas, streets } = index.names;
  const found: Names[] = [];
  for (const trie of [areas, streets]) {
    const isAsked = trie === streets ? isOfKind(filter, 'street') : mayBeArea(filter);
    const locus = foldedTerm === '' || !isAsked ? undefined : trie.locate(foldedTerm);
    if (locus !== undefined) found.push(namesUnder(index, trie, locus, filter));
  }
  return found;
}

function mayBeArea(filter: Filter): boolean {
  return isOfKind(filter, 'place') || isOfKind(filter, 'province');
}

function namesUnder(index: CountryIndex, trie: NameTrie, locus: Locus, filter: Filter): Names {
  const { scope } = filter;
  const exact = trie.exactLeaves(locus).filter((leaf) => trie.isWhole(leaf));
  const run = trie.leavesUnder(locus.node);
  const isAsked = ({ leaf }: NameAt): boolean => isOfKind(filter, trie.featureAt(leaf).kind);
  if (scope !== undefined) {
    const names =
      trie === index.names.streets
        ? scope.streetNames([run])
        : scope
            .areaNames(run)
            .filter(isAsked)
            .sort((a, b) => a.rank - b.rank);
    const identities = names.map(({ feature }) => identityOf(packFeature(feature)));
    return {
      trie,
      exact: names.filter(({ leaf }) => exact.includes(leaf)),
      completions: () => names.values(),
      count: () => new Set(identities).size,
      lists: (identity) => identities.includes(identity),
    };
  }
  const isPart = trie === index.names.areas && filter.kinds !== undefined;
  const all = exact.map((leaf) => ({ leaf }));
  return {
    trie,
    exact: isPart ? all.filter(isAsked) : all,
    completions: () => (isPart ? those(trie.completions(locus.node), isAsked) : trie.completions(locus.node)),
    count: () => (isPart ? trie.countValuesOf(...run, (leaf) => isAsked({ leaf })) : trie.countValues(...run)),
    lists: (identity, street) =>
      index.names
        .leavesOfStreet(street)
        .some((leaf) => leaf >= run[0] && leaf < run[1] && trie.identityAt(leaf) === identity),
  };
}

function* those<Each>(all: Iterable<Each>, isAsked: (each: Each) => boolean): Generator<Each, void> {
  for (const each of all) if (isAsked(each)) yield each;
}

/**
 * Areas with exactly this name, cities whose name begins with it, streets with exactly this name, and then all by rank; a
 * feature may occur several times. A street called `Alm` does not precede Almere, which most people who type `alm` are looking for.
 */
function* bestFirst(index: CountryIndex, foldedTerm: string, found: readonly Names[]): Generator<FoundName, void> {
  const areas: FoundName[] = [];
  const streets: FoundName[] = [];
  for (const { trie, exact } of found) {
    const list = trie === index.names.areas ? areas : streets;
    for (const { leaf, feature } of exact) list.push({ trie, leaf, feature, isExact: true, isCity: false });
  }
  yield* citiesBeforeProvinces(index, asTypedFirst(index, foldedTerm, areas));
  if (streets.length > 0) {
    yield* cities(index, found);
    yield* asTypedFirst(index, foldedTerm, streets);
  }
  for (const { trie, leaf, feature } of mergeCompletions(found))
    yield { trie, leaf, feature, isExact: false, isCity: false };
}

/** Names as typed before the same with an article, own names before aliases; ties stay in the order of the trie. */
function asTypedFirst(index: CountryIndex, foldedTerm: string, exact: readonly FoundName[]): readonly FoundName[] {
  if (exact.length < 2) return exact;
  const groups: [asTyped: FoundName[], withArticle: FoundName[], aliases: FoundName[]] = [[], [], []];
  for (const each of exact) {
    const isAlias = each.trie.isAlias(each.leaf);
    const isAsTyped = isAlias || nameKey(nameOf(index, featureOf(each))) === foldedTerm;
    groups[isAlias ? 2 : isAsTyped ? 0 : 1].push(each);
  }
  return groups.flat();
}

/** A city by another name before the province of that name: `luik` is the city of Liège, before its province. */
function citiesBeforeProvinces(index: CountryIndex, areas: readonly FoundName[]): readonly FoundName[] {
  const isCity = ({ trie, leaf }: FoundName): boolean => {
    const { kind, ordinal } = trie.featureAt(leaf);
    if (kind !== 'municipality' && kind !== 'place') return false;
    return index.countAddressesUnder(kind, ordinal) >= MIN_CITY_ADDRESSES;
  };
  const isProvince = ({ trie, leaf }: FoundName): boolean => /^(?:province|region)$/.test(trie.featureAt(leaf).kind);
  if (!areas.some(isProvince)) return areas;
  const cities = areas.filter(isCity);
  return [...cities, ...areas.filter((each) => !cities.includes(each))];
}

/** How many cities precede the streets of the name. */
const MAX_CITIES = 3;

/** The largest areas whose name begins with the term, as long as they are cities. */
function* cities(index: CountryIndex, found: readonly Names[]): Generator<FoundName, void> {
  const { areas } = index.names;
  const completions = found.find(({ trie }) => trie === areas)?.completions();
  const seen = new Set<number>();
  for (let next = completions?.next(); next?.done === false; next = completions!.next()) {
    const { leaf, feature } = next.value;
    const { kind, ordinal, isInner } = feature ?? areas.featureAt(leaf);
    if (kind === 'street' || kind === 'streetGroup') continue;
    const isCity = index.countAddressesUnder(kind, ordinal) >= MIN_CITY_ADDRESSES;
    if (isInner || !isCity || seen.size >= MAX_CITIES) return;
    seen.add(areas.identityAt(leaf));
    yield { trie: areas, leaf, feature, isExact: false, isCity: true };
  }
}

/** The leaves under several loci, best rank first. */
function* mergeCompletions(found: readonly Names[]): Generator<NameAt & { readonly trie: NameTrie }, void> {
  const open = found.map(({ trie, completions }) => {
    const iterator = completions();
    return { trie, iterator, next: iterator.next() };
  });
  for (;;) {
    let best: (typeof open)[number] | undefined;
    for (const each of open) {
      if (each.next.done !== true && (best === undefined || each.next.value.rank < best.next.value!.rank)) best = each;
    }
    if (best === undefined || best.next.done === true) return;
    const { leaf, feature } = best.next.value;
    yield { trie: best.trie, leaf, feature };
    best.next = best.iterator.next();
  }
}

function suggestName(
  index: CountryIndex,
  foldedTerm: string,
  found: FoundName,
  { language, explain, scope }: ShowOptions,
): Suggestion {
  const feature = featureOf(found);
  const shownIn =
    feature.language === undefined
      ? languageOfAlias(index, foldedTerm, feature)
      : officialIfAsTyped(index, foldedTerm, feature);
  const suggestion = suggestFeature(index, feature, language ?? shownIn, scope);
  return explain ? { ...suggestion, explanation: explainCost(candidateOf(index, found).cost) } : suggestion;
}

/** A name that begins the same in two languages is shown in the official one: `g` is Gent, not Gand. */
function officialIfAsTyped(index: CountryIndex, foldedTerm: string, feature: NamedFeature): Language | undefined {
  // Only in Belgium has a feature names in several languages that begin alike.
  const { kind, ordinal, language } = feature;
  if (index.country !== 'be' || language === undefined || kind === 'streetGroup') return language;
  const official =
    kind === 'street'
      ? index.streets.officialLanguageOf(ordinal)
      : officialLanguage(index.areas.at(kind, ordinal).names);
  if (official === undefined || official === language) return language;
  const key = nameKey(nameOf(index, { ...feature, language: official }));
  const beginsAlike = feature.isInner ? key.includes(` ${foldedTerm}`) : key.startsWith(foldedTerm);
  return beginsAlike ? official : language;
}

/** The language of the alias that an area was found by, if the area has a name in it: `laken` shows Brussel. */
function languageOfAlias(
  index: CountryIndex,
  foldedTerm: string,
  { kind, ordinal }: NamedFeature,
): Language | undefined {
  if (kind === 'street' || kind === 'streetGroup') return undefined;
  const { names, aliases = [] } = index.areas.at(kind, ordinal);
  const alias = aliases.find(({ name }) => ` ${nameKey(name)}`.includes(` ${foldedTerm}`));
  return alias?.language !== undefined && names[alias.language] !== undefined ? alias.language : undefined;
}

function nameOf(index: CountryIndex, { kind, ordinal, language }: NamedFeature): string {
  if (kind === 'streetGroup') return index.names.labelOf(ordinal);
  if (kind === 'street') return index.streets.nameOf(ordinal, language);
  return nameIn(index.areas.at(kind, ordinal).names, language);
}
