import type { Locus } from '../format/prefix-trie.ts';
import { type Language, nameIn, officialLanguage } from '../model/country.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { nameMatchOf } from '../search/areas.ts';
import { isLarge, namedCandidate } from '../search/candidates.ts';
import { explainCost, PERFECT } from '../search/cost.ts';
import { type Filter, isOfKind } from '../search/filter.ts';
import type { LeafRun } from '../search/name-matcher.ts';
import type { Candidate } from '../search/ranking.ts';
import type { ScopedName, ScopedNames } from '../search/scoped-names.ts';
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
      const identity = identityOfFeature(each.feature);
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
    const identity = identityOfFeature({ kind, ordinal, language: undefined, isInner: false });
    if (kind !== 'street' || ofStreets?.lists(identity, ordinal)) listed.add(identity);
  }
  return listed;
}

/** What it leads to is given where that is not all that the leaf does. */
type NameAt = Omit<ScopedName, 'feature'> & { readonly feature?: NamedFeature };

/** A name that, itself or at a later word, begins with the term. */
interface FoundName {
  readonly feature: NamedFeature;
  /** The term is the whole name. */
  readonly isExact: boolean;
  /** It is listed before streets with exactly this name. */
  readonly isCity: boolean;
}

function identityOfFeature(feature: NamedFeature): number {
  return identityOf(packFeature(feature));
}

function candidateOf(index: CountryIndex, { feature, isExact }: FoundName): Candidate {
  return namedCandidate(index, feature, { ...PERFECT, nameMatch: nameMatchOf(feature.isInner, isExact) });
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
  *exact(): Generator<ScopedName, void> {
    for (const leaf of this.trie.exactLeaves(this.#locus))
      if (this.trie.isWhole(leaf)) yield* this.#asked(this.#scoped?.bestFirst([leaf, leaf + 1]) ?? [{ leaf, rank: 0 }]);
  }

  /** All, best first. */
  completions(): Generator<ScopedName, void> {
    return this.#asked(this.#scoped?.bestFirst(this.#run) ?? this.trie.completions(this.#locus.node));
  }

  *#asked(names: Iterable<NameAt>): Generator<ScopedName, void> {
    for (const { leaf, rank, feature = this.trie.featureAt(leaf) } of names)
      if (this.#isAll || isOfKind(this.#filter, feature.kind)) yield { leaf, rank, feature };
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
    return new Set(Array.from(this.completions(), ({ feature }) => identityOfFeature(feature)));
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
    const list = names.trie === index.names.areas ? areas : streets;
    for (const { feature } of names.exact()) list.push({ feature, isExact: true, isCity: false });
  }
  yield* citiesBeforeProvinces(index, asTypedFirst(index, foldedTerm, areas));
  if (streets.length > 0) {
    yield* cities(index, found);
    yield* asTypedFirst(index, foldedTerm, streets);
  }
  for (const { feature } of mergeCompletions(found)) yield { feature, isExact: false, isCity: false };
}

/** Names as typed before the same with an article, own names before aliases; ties stay in the order of the trie. */
function asTypedFirst(index: CountryIndex, foldedTerm: string, exact: readonly FoundName[]): readonly FoundName[] {
  if (exact.length < 2) return exact;
  const isTyped = ({ feature }: FoundName): boolean => nameKey(nameOf(index, feature)) === foldedTerm;
  const ranked = exact.map((each) => ({
    each,
    rank: each.feature.language === undefined ? 2 : Number(!isTyped(each)),
  }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ each }) => each);
}

/** A city by another name before the province of that name: `luik` is the city of Liège, before its province. */
function citiesBeforeProvinces(index: CountryIndex, areas: readonly FoundName[]): readonly FoundName[] {
  const isProvince = ({ feature }: FoundName): boolean => /^(?:province|region)$/.test(feature.kind);
  if (!areas.some(isProvince)) return areas;
  const cities = areas.filter((found) => !isProvince(found) && isLarge(index, found.feature));
  return [...cities, ...areas.filter((each) => !cities.includes(each))];
}

/** How many cities precede the streets of the name. */
const MAX_CITIES = 3;

/** The largest areas whose name begins with the term, as long as they are cities. */
function* cities(index: CountryIndex, found: readonly NamesUnder[]): Generator<FoundName, void> {
  const { areas } = index.names;
  const seen = new Set<number>();
  for (const { feature } of found.find(({ trie }) => trie === areas)?.completions() ?? []) {
    if (feature.isInner || !isLarge(index, feature) || seen.size >= MAX_CITIES) return;
    seen.add(identityOfFeature(feature));
    yield { feature, isExact: false, isCity: true };
  }
}

/** The names under one or two loci, best rank first. */
function* mergeCompletions(found: readonly NamesUnder[]): Generator<ScopedName, void> {
  const [names, others] = found.map((each) => each.completions());
  let [name, other] = [names?.next().value, others?.next().value];
  while (name || other) {
    if (name && (!other || name.rank <= other.rank)) {
      yield name;
      name = names!.next().value;
    } else {
      yield other!;
      other = others!.next().value;
    }
  }
}

function suggestName(
  index: CountryIndex,
  foldedTerm: string,
  found: FoundName,
  { language, explain, scope }: ShowOptions,
): Suggestion {
  const { feature } = found;
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
