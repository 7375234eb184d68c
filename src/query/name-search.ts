import type { Locus } from '../format/prefix-trie.ts';
import { type Language, nameIn, officialLanguage } from '../model/country.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { nameMatchOf } from '../search/areas.ts';
import { isLarge, namedCandidate } from '../search/candidates.ts';
import { explainCost, PERFECT } from '../search/cost.ts';
import { type Filter, isOfKind } from '../search/filter.ts';
import type { LeafRun } from '../search/name-matcher.ts';
import type { Candidate } from '../search/ranking.ts';
import type { ScopedNames } from '../search/scoped-names.ts';
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
): NameList {
  const found = locate(index, foldedTerm, filter);
  const total = found.reduce((sum, names) => sum + names.count(), 0);
  const listedCount = listed?.size ?? 0;
  const read = <Item>(from: number, to: number, itemOf: (each: FoundName) => Item): Item[] => {
    if (from === to) return [];
    const items: Item[] = [];
    const seen = new Set(listed);
    for (const each of bestFirst(index, foldedTerm, found)) {
      const identity = identityAt(each.trie, each);
      if (seen.has(identity)) continue;
      if (seen.size >= from + listedCount) items.push(itemOf(each));
      seen.add(identity);
      if (seen.size === to + listedCount) break;
    }
    return items;
  };
  return {
    total: total - listedCount,
    countAnywhere: () => found.reduce((sum, names) => sum + names.countAnywhere(), 0),
    byName: (count) => read(0, Math.min(count, total - listedCount), (each) => candidateOf(index, each)),
    slice: (from, to) =>
      read(from, to, (each) => suggestName(index, foldedTerm, each, { ...show, scope: filter.scope })),
    ranks: (from, to) =>
      read(from, to, (each) => candidateOf(index, { ...each, isExact: each.isExact || each.isCity })),
  };
}

interface NameList extends RankedList<Suggestion, Candidate> {
  /** How many there are without the scope. */
  countAnywhere(): number;
  /** The first so many, compared by their names alone: a city is no better than what else begins so. */
  byName(count: number): Candidate[];
}

/** Which of the features are among those that `searchNames` lists. It lists a street whose name other places have under the name alone. */
export function listedByName(
  index: CountryIndex,
  foldedTerm: string,
  features: readonly Pick<Candidate, 'kind' | 'ordinal'>[],
  filter: Filter = {},
): Set<number> {
  const ofStreets = locate(index, foldedTerm, filter).find(({ trie }) => trie === index.names.streets);
  const listed = new Set<number>();
  for (const { kind, ordinal } of features) {
    if (kind === 'house') continue;
    const identity = identityOf(packFeature({ kind, ordinal, language: undefined, isInner: false }));
    if (kind !== 'street' || ofStreets?.lists(identity, ordinal)) listed.add(identity);
  }
  return listed;
}

interface NameAt {
  readonly leaf: number;
  /** What it leads to, if that is not all that the leaf does. */
  readonly feature?: NamedFeature | undefined;
}

/** A name that, itself or at a later word, begins with the term. */
interface FoundName extends NameAt {
  readonly trie: NameTrie;
  /** The term is the whole name. */
  readonly isExact: boolean;
  /** It is listed before streets with exactly this name. */
  readonly isCity: boolean;
}

function featureOf(trie: NameTrie, { leaf, feature }: NameAt): NamedFeature {
  return feature ?? trie.featureAt(leaf);
}

function identityAt(trie: NameTrie, { leaf, feature }: NameAt): number {
  return feature === undefined ? trie.identityAt(leaf) : identityOf(packFeature(feature));
}

function candidateOf(index: CountryIndex, found: FoundName): Candidate {
  const feature = featureOf(found.trie, found);
  return namedCandidate(index, feature, { ...PERFECT, nameMatch: nameMatchOf(feature.isInner, found.isExact) });
}

/** The names of one trie that begin with a term, of the kinds and in the scope of a filter. */
class NamesUnder {
  readonly trie: NameTrie;
  readonly #index: CountryIndex;
  readonly #locus: Locus;
  readonly #run: LeafRun;
  readonly #filter: Filter;
  /** Those of the scope. */
  readonly #scoped: ScopedNames | undefined;
  /** Whether none is of another kind. */
  readonly #isAll: boolean;

  constructor(index: CountryIndex, trie: NameTrie, locus: Locus, filter: Filter) {
    const isArea = trie === index.names.areas;
    this.trie = trie;
    this.#index = index;
    this.#locus = locus;
    this.#run = trie.leavesUnder(locus.node);
    this.#filter = filter;
    this.#scoped = isArea ? filter.scope?.areaNames : filter.scope?.streetNamesAt(this.#run);
    this.#isAll = !isArea || (isOfKind(filter, 'place') && isOfKind(filter, 'province'));
  }

  /** The whole names that are the term. */
  *exact(): Generator<NameAt, void> {
    for (const leaf of this.trie.exactLeaves(this.#locus))
      if (this.trie.isWhole(leaf)) yield* this.#asked<NameAt>(this.#scoped?.bestFirst([leaf, leaf + 1]) ?? [{ leaf }]);
  }

  /** All, best first. */
  completions(): Generator<NameAt & { readonly rank: number }, void> {
    return this.#asked(this.#scoped?.bestFirst(this.#run) ?? this.trie.completions(this.#locus.node));
  }

  *#asked<Name extends NameAt>(names: Iterable<Name>): Generator<Name, void> {
    for (const each of names) if (this.#isAll || isOfKind(this.#filter, featureOf(this.trie, each).kind)) yield each;
  }

  /** How many things have them, and how many in the whole country. */
  count(): number {
    if (this.#scoped !== undefined) return this.#isAll ? this.#scoped.count(this.#run) : this.#identities().size;
    if (this.#isAll) return this.countAnywhere();
    return this.trie.countValuesOf(...this.#run, (leaf) => isOfKind(this.#filter, this.trie.featureAt(leaf).kind));
  }

  countAnywhere(): number {
    return this.trie.countValues(...this.#run);
  }

  /** Whether they lead to a street itself, and not only to a name that it shares. */
  lists(identity: number, street: number): boolean {
    if (this.#scoped !== undefined) return this.#identities().has(identity);
    const [first, end] = this.#run;
    const isIt = (leaf: number): boolean => leaf >= first && leaf < end && this.trie.identityAt(leaf) === identity;
    return this.#index.names.leavesOfStreet(street).some(isIt);
  }

  #identities(): Set<number> {
    return new Set(Array.from(this.completions(), (each) => identityAt(this.trie, each)));
  }
}

function locate(index: CountryIndex, foldedTerm: string, filter: Filter): readonly NamesUnder[] {
  const { areas, streets } = index.names;
  const isAsked = new Map([
    [areas, isOfKind(filter, 'place') || isOfKind(filter, 'province')],
    [streets, isOfKind(filter, 'street')],
  ]);
  return [areas, streets].flatMap((trie) => {
    const locus = foldedTerm === '' || !isAsked.get(trie) ? undefined : trie.locate(foldedTerm);
    return locus === undefined ? [] : [new NamesUnder(index, trie, locus, filter)];
  });
}

/**
 * Areas with exactly this name, cities whose name begins with it, streets with exactly this name, and then all by rank; a
 * feature may occur several times. A street called `Alm` does not precede Almere, which most people who type `alm` are looking for.
 */
function* bestFirst(index: CountryIndex, foldedTerm: string, found: readonly NamesUnder[]): Generator<FoundName, void> {
  const areas: FoundName[] = [];
  const streets: FoundName[] = [];
  for (const names of found) {
    const { trie } = names;
    const list = trie === index.names.areas ? areas : streets;
    for (const { leaf, feature } of names.exact()) list.push({ trie, leaf, feature, isExact: true, isCity: false });
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
    const isAsTyped = isAlias || nameKey(nameOf(index, featureOf(each.trie, each))) === foldedTerm;
    groups[isAlias ? 2 : isAsTyped ? 0 : 1].push(each);
  }
  return groups.flat();
}

/** A city by another name before the province of that name: `luik` is the city of Liège, before its province. */
function citiesBeforeProvinces(index: CountryIndex, areas: readonly FoundName[]): readonly FoundName[] {
  const isProvince = (found: FoundName): boolean => /^(?:province|region)$/.test(featureOf(found.trie, found).kind);
  if (!areas.some(isProvince)) return areas;
  const cities = areas.filter((found) => !isProvince(found) && isLarge(index, featureOf(found.trie, found)));
  return [...cities, ...areas.filter((each) => !cities.includes(each))];
}

/** How many cities precede the streets of the name. */
const MAX_CITIES = 3;

/** The largest areas whose name begins with the term, as long as they are cities. */
function* cities(index: CountryIndex, found: readonly NamesUnder[]): Generator<FoundName, void> {
  const { areas } = index.names;
  const seen = new Set<number>();
  for (const { leaf, feature } of found.find(({ trie }) => trie === areas)?.completions() ?? []) {
    const area = feature ?? areas.featureAt(leaf);
    if (area.isInner || !isLarge(index, area) || seen.size >= MAX_CITIES) return;
    seen.add(areas.identityAt(leaf));
    yield { trie: areas, leaf, feature, isExact: false, isCity: true };
  }
}

/** The leaves under several loci, best rank first. */
function* mergeCompletions(found: readonly NamesUnder[]): Generator<NameAt & { readonly trie: NameTrie }, void> {
  const open = found.map((names) => {
    const iterator = names.completions();
    return { trie: names.trie, iterator, next: iterator.next() };
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
  const feature = featureOf(found.trie, found);
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
