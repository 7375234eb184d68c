import type { Locus } from '../format/prefix-trie.ts';
import { type Language, nameIn, officialLanguage } from '../model/country.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { MIN_CITY_ADDRESSES, makePenalties, namedCandidate } from '../search/candidates.ts';
import { explainCost, NAME_MATCH } from '../search/judgement.ts';
import { type Candidate, compareCandidates } from '../search/ranking.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { identityOf, type NamedFeature, type NameTrie, packFeature } from '../store/name-trie.ts';
import { nameKey } from '../text/fold.ts';
import type { RankedList } from './paging.ts';
import { type ShowOptions, suggestFeature } from './suggestions.ts';

/**
 * Everything whose name, or a later word of it, begins with a folded term: exact names first, then by rank.
 * The total costs O(leaves under the term), a few microseconds; a result O(depth of the tries).
 *
 * @param listed identities of features to leave out; each has such a name
 */
export function searchNames(
  index: CountryIndex,
  foldedTerm: string,
  show: ShowOptions = {},
  listed?: ReadonlySet<number>,
): RankedList<Suggestion, Candidate> {
  const found = locate(index, foldedTerm);
  const total = found.reduce((sum, { trie, locus }) => sum + trie.countValues(...trie.leavesUnder(locus.node)), 0);
  const listedCount = listed?.size ?? 0;
  const read = <Item>(from: number, to: number, itemOf: (each: FoundName) => Item): Item[] => {
    if (from === to) return [];
    const items: Item[] = [];
    const seen = new Set(listed);
    for (const each of bestFirst(index, foldedTerm, found)) {
      const identity = each.trie.identityAt(each.leaf);
      if (seen.has(identity)) continue;
      if (seen.size >= from + listedCount) items.push(itemOf(each));
      seen.add(identity);
      if (seen.size === to + listedCount) break;
    }
    return items;
  };
  return {
    total: total - listedCount,
    slice: (from, to) => read(from, to, (each) => suggestName(index, foldedTerm, each, show)),
    ranks: (from, to) =>
      read(from, to, (each) => candidateOf(index, { ...each, isExact: each.isExact || each.isCity })),
  };
}

/** As `searchNames`, but at most `limit` of them, as candidates of the ranking. */
export function nameCandidates(index: CountryIndex, foldedTerm: string, limit: number): Candidate[] {
  const candidates = new Map<number, Candidate>();
  for (const each of bestFirst(index, foldedTerm, locate(index, foldedTerm))) {
    if (candidates.size >= limit) break;
    const identity = each.trie.identityAt(each.leaf);
    if (!candidates.has(identity)) candidates.set(identity, candidateOf(index, each));
  }
  return [...candidates.values()].sort(compareCandidates);
}

/** Which of the features are among those that `searchNames` lists. It lists a street whose name other places have under the name alone. */
export function listedByName(
  index: CountryIndex,
  foldedTerm: string,
  features: readonly Pick<Candidate, 'kind' | 'ordinal'>[],
): Set<number> {
  const loci = new Map(locate(index, foldedTerm).map(({ trie, locus }) => [trie, trie.leavesUnder(locus.node)]));
  const listed = new Set<number>();
  for (const { kind, ordinal } of features) {
    if (kind === 'house') continue;
    const identity = identityOf(packFeature({ kind, ordinal, language: undefined, isInner: false }));
    if (kind !== 'street') {
      listed.add(identity);
      continue;
    }
    const [first, end] = loci.get(index.names.streets) ?? [0, 0];
    const leaves = index.names.leavesOfStreet(ordinal);
    const isListed = leaves.some(
      (leaf) => leaf >= first && leaf < end && index.names.streets.identityAt(leaf) === identity,
    );
    if (isListed) listed.add(identity);
  }
  return listed;
}

/** A name that, itself or at a later word, begins with the term. */
interface FoundName {
  readonly trie: NameTrie;
  readonly leaf: number;
  /** The term is the whole name. */
  readonly isExact: boolean;
  /** It is listed before streets with exactly this name. */
  readonly isCity: boolean;
}

function candidateOf(index: CountryIndex, { trie, leaf, isExact }: FoundName): Candidate {
  const feature = trie.featureAt(leaf);
  const nameMatch = isExact ? NAME_MATCH.exact : feature.isInner ? NAME_MATCH.innerBeginning : NAME_MATCH.beginning;
  return namedCandidate(index, feature, makePenalties(0, 0, 1, nameMatch));
}

function locate(index: CountryIndex, foldedTerm: string): Found {
  const found: { trie: NameTrie; locus: Locus }[] = [];
  for (const trie of [index.names.areas, index.names.streets]) {
    const locus = foldedTerm === '' ? undefined : trie.locate(foldedTerm);
    if (locus !== undefined) found.push({ trie, locus });
  }
  return found;
}

type Found = readonly { readonly trie: NameTrie; readonly locus: Locus }[];

/**
 * Areas with exactly this name, cities whose name begins with it, streets with exactly this name, and then all by rank; a
 * feature may occur several times. A street called `Alm` does not precede Almere, which most people who type `alm` are looking for.
 */
function* bestFirst(index: CountryIndex, foldedTerm: string, found: Found): Generator<FoundName, void> {
  const areas: FoundName[] = [];
  const streets: FoundName[] = [];
  for (const { trie, locus } of found) {
    const list = trie === index.names.areas ? areas : streets;
    for (const leaf of trie.exactLeaves(locus))
      if (trie.isWhole(leaf)) list.push({ trie, leaf, isExact: true, isCity: false });
  }
  yield* citiesBeforeProvinces(index, asTypedFirst(index, foldedTerm, areas));
  if (streets.length > 0) {
    yield* cities(index, found);
    yield* asTypedFirst(index, foldedTerm, streets);
  }
  for (const { trie, leaf } of mergeCompletions(found)) yield { trie, leaf, isExact: false, isCity: false };
}

/** Names as typed before the same with an article, own names before aliases; ties stay in the order of the trie. */
function asTypedFirst(index: CountryIndex, foldedTerm: string, exact: readonly FoundName[]): readonly FoundName[] {
  if (exact.length < 2) return exact;
  const groups: [asTyped: FoundName[], withArticle: FoundName[], aliases: FoundName[]] = [[], [], []];
  for (const each of exact) {
    const isAlias = each.trie.isAlias(each.leaf);
    const isAsTyped = isAlias || nameKey(nameOf(index, each.trie.featureAt(each.leaf))) === foldedTerm;
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
function* cities(index: CountryIndex, found: Found): Generator<FoundName, void> {
  const { areas } = index.names;
  const locus = found.find(({ trie }) => trie === areas)?.locus;
  if (locus === undefined) return;
  const seen = new Set<number>();
  for (const { leaf } of areas.completions(locus.node)) {
    const { kind, ordinal, isInner } = areas.featureAt(leaf);
    if (kind === 'street' || kind === 'streetGroup') continue;
    const isCity = index.countAddressesUnder(kind, ordinal) >= MIN_CITY_ADDRESSES;
    if (isInner || !isCity || seen.size >= MAX_CITIES) return;
    seen.add(areas.identityAt(leaf));
    yield { trie: areas, leaf, isExact: false, isCity: true };
  }
}

/** The leaves under several loci, best rank first. */
function* mergeCompletions(found: Found): Generator<{ trie: NameTrie; leaf: number }, void> {
  const open = found.map(({ trie, locus }) => {
    const completions = trie.completions(locus.node);
    return { trie, completions, next: completions.next() };
  });
  for (;;) {
    let best: (typeof open)[number] | undefined;
    for (const each of open) {
      if (each.next.done !== true && (best === undefined || each.next.value.rank < best.next.value!.rank)) best = each;
    }
    if (best === undefined || best.next.done === true) return;
    yield { trie: best.trie, leaf: best.next.value.leaf };
    best.next = best.completions.next();
  }
}

function suggestName(
  index: CountryIndex,
  foldedTerm: string,
  found: FoundName,
  { language, explain }: ShowOptions,
): Suggestion {
  const feature = found.trie.featureAt(found.leaf);
  const shownIn =
    feature.language === undefined
      ? languageOfAlias(index, foldedTerm, feature)
      : officialIfAsTyped(index, foldedTerm, feature);
  const suggestion = suggestFeature(index, feature, language ?? shownIn);
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
