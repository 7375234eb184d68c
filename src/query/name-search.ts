import type { Locus } from '../format/prefix-trie.ts';
import type { Language } from '../model/country.ts';
import type { Suggestion } from '../model/suggestion.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { NamedThing, NameTrie } from '../store/name-index.ts';
import type { ShowOptions } from './candidate-list.ts';
import type { LazyList } from './paging.ts';
import { type Candidate, NAME_MATCH } from './search/candidate.ts';
import { makeFaults, namedCandidate } from './search/collect.ts';
import { compareCandidates } from './search/ranking.ts';
import { suggestArea, suggestStreet, suggestStreetName } from './suggestions.ts';

/**
 * Everything whose name, or a later word of it, begins with a folded term: names that are the term first, then by rank.
 * The total costs O(leaves under the term), a few microseconds; a result O(depth of the tries).
 */
export function searchNames(
  index: CountryIndex,
  foldedTerm: string,
  { language }: ShowOptions = {},
): LazyList<Suggestion> {
  const found = locate(index, foldedTerm);
  const total = found.reduce((sum, { trie, locus }) => sum + trie.countValues(...trie.leavesUnder(locus.node)), 0);
  return {
    total,
    slice: (from, to) => {
      if (from === to) return [];
      const suggestions: Suggestion[] = [];
      const seen = new Set<number>();
      const offer = (trie: NameTrie, leaf: number): boolean => {
        const identity = trie.identityAt(leaf);
        if (!seen.has(identity)) {
          if (seen.size >= from) suggestions.push(suggestThing(index, trie.thingAt(leaf), language));
          seen.add(identity);
        }
        return seen.size < to;
      };
      for (const { trie, leaf } of wholeNames(found)) if (!offer(trie, leaf)) return suggestions;
      for (const { trie, leaf } of mergeCompletions(found)) if (!offer(trie, leaf)) return suggestions;
      return suggestions;
    },
  };
}

/** The same, at most `limit` of them, as candidates of the ranking. */
export function nameCandidates(index: CountryIndex, foldedTerm: string, limit: number): Candidate[] {
  const found = locate(index, foldedTerm);
  const exact = wholeNames(found);
  const candidates = new Map<number, Candidate>();
  const offer = (trie: NameTrie, leaf: number): void => {
    const thing = trie.thingAt(leaf);
    const isExact = exact.some((each) => each.trie === trie && each.leaf === leaf);
    const nameMatch = isExact ? NAME_MATCH.exact : thing.isInner ? NAME_MATCH.innerBeginning : NAME_MATCH.beginning;
    const identity = trie.identityAt(leaf);
    if (!candidates.has(identity))
      candidates.set(identity, namedCandidate(index, thing, makeFaults(0, 0, 1, nameMatch, NAME_MATCH.exact)));
  };
  for (const { trie, leaf } of exact) offer(trie, leaf);
  for (const { trie, leaf } of mergeCompletions(found)) {
    if (candidates.size >= limit) break;
    offer(trie, leaf);
  }
  return [...candidates.values()].sort(compareCandidates);
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

/** The leaves whose key is the term and a whole name: own names before aliases. */
function wholeNames(found: Found): { trie: NameTrie; leaf: number }[] {
  const leaves = found.flatMap(({ trie, locus }) =>
    trie
      .exactLeaves(locus)
      .filter((leaf) => trie.isWhole(leaf))
      .map((leaf) => ({ trie, leaf })),
  );
  return leaves.sort((a, b) => Number(a.trie.isAlias(a.leaf)) - Number(b.trie.isAlias(b.leaf)));
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

function suggestThing(index: CountryIndex, thing: NamedThing, preferred: Language | undefined): Suggestion {
  const { kind, index: position } = thing;
  const language = preferred ?? thing.language;
  if (kind === 'street') return suggestStreet(index, position, language);
  if (kind === 'streetName') return suggestStreetName(index, position, language);
  return suggestArea(index, kind, position, language);
}
