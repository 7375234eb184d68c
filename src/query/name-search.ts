import type { Locus } from '../format/prefix-trie.ts';
import type { Language } from '../model/country.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { makePenalties, namedCandidate } from '../search/candidates.ts';
import { type Candidate, compareCandidates, explainCandidate, NAME_MATCH } from '../search/ranking.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { NamedThing, NameTrie } from '../store/name-trie.ts';
import type { ShowOptions } from './candidate-list.ts';
import type { LazyList } from './paging.ts';
import { suggestArea, suggestStreet, suggestStreetName } from './suggestions.ts';

/**
 * Everything whose name, or a later word of it, begins with a folded term: names that are the term first, then by rank.
 * The total costs O(leaves under the term), a few microseconds; a result O(depth of the tries).
 */
export function searchNames(index: CountryIndex, foldedTerm: string, show: ShowOptions = {}): LazyList<Suggestion> {
  const found = locate(index, foldedTerm);
  const total = found.reduce((sum, { trie, locus }) => sum + trie.countValues(...trie.leavesUnder(locus.node)), 0);
  return {
    total,
    slice: (from, to) => {
      if (from === to) return [];
      const suggestions: Suggestion[] = [];
      const seen = new Set<number>();
      for (const each of bestFirst(found)) {
        const identity = each.trie.identityAt(each.leaf);
        if (seen.has(identity)) continue;
        if (seen.size >= from) suggestions.push(suggestName(index, each, show));
        seen.add(identity);
        if (seen.size === to) break;
      }
      return suggestions;
    },
  };
}

/** The same, at most `limit` of them, as candidates of the ranking. */
export function nameCandidates(index: CountryIndex, foldedTerm: string, limit: number): Candidate[] {
  const candidates = new Map<number, Candidate>();
  for (const each of bestFirst(locate(index, foldedTerm))) {
    if (candidates.size >= limit) break;
    const identity = each.trie.identityAt(each.leaf);
    if (!candidates.has(identity)) candidates.set(identity, candidateOf(index, each));
  }
  return [...candidates.values()].sort(compareCandidates);
}

/** A name that begins with the term, or a later word of which does. */
interface FoundName {
  readonly trie: NameTrie;
  readonly leaf: number;
  /** The term is the whole name. */
  readonly isExact: boolean;
}

function candidateOf(index: CountryIndex, { trie, leaf, isExact }: FoundName): Candidate {
  const thing = trie.thingAt(leaf);
  const nameMatch = isExact ? NAME_MATCH.exact : thing.isInner ? NAME_MATCH.innerBeginning : NAME_MATCH.beginning;
  return namedCandidate(index, thing, makePenalties(0, 0, 1, nameMatch));
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

/** Whole names that are the term, own ones before aliases, and then all by rank; a thing may come several times. */
function* bestFirst(found: Found): Generator<FoundName, void> {
  const exact = found.flatMap(({ trie, locus }) =>
    trie
      .exactLeaves(locus)
      .filter((leaf) => trie.isWhole(leaf))
      .map((leaf) => ({ trie, leaf, isExact: true })),
  );
  yield* exact.sort((a, b) => Number(a.trie.isAlias(a.leaf)) - Number(b.trie.isAlias(b.leaf)));
  for (const { trie, leaf } of mergeCompletions(found)) yield { trie, leaf, isExact: false };
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

function suggestName(index: CountryIndex, found: FoundName, { language, explain }: ShowOptions): Suggestion {
  const thing = found.trie.thingAt(found.leaf);
  const suggestion = suggestThing(index, thing, language);
  return explain ? { ...suggestion, explanation: explainCandidate(candidateOf(index, found)) } : suggestion;
}

function suggestThing(index: CountryIndex, thing: NamedThing, preferred: Language | undefined): Suggestion {
  const { kind, index: position } = thing;
  const language = preferred ?? thing.language;
  if (kind === 'street') return suggestStreet(index, position, language);
  if (kind === 'streetName') return suggestStreetName(index, position, language);
  return suggestArea(index, kind, position, language);
}
