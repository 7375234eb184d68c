import type { Suggestion } from '../model/suggestion.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { NamedThing } from '../store/name-index.ts';
import type { LazyList } from './paging.ts';
import { suggestArea, suggestStreet, suggestStreetName } from './suggestions.ts';

/**
 * Everything whose name, or a later word of it, begins with a folded term: names that are the term first, then by rank.
 * The total costs O(leaves under the term), a few microseconds; a result O(depth of the trie).
 */
export function searchNames(index: CountryIndex, foldedTerm: string): LazyList<Suggestion> {
  const { names } = index;
  const locus = foldedTerm === '' ? undefined : names.trie.locate(foldedTerm);
  if (locus === undefined) return { total: 0, slice: () => [] };
  const total = names.trie.countValues(...names.trie.leavesUnder(locus.node));
  return {
    total,
    slice: (from, to) => {
      const suggestions: Suggestion[] = [];
      const seen = new Set<number>();
      const offer = (leaf: number): void => {
        const identity = names.identityAt(leaf);
        if (seen.has(identity)) return;
        if (seen.size >= from) suggestions.push(suggestThing(index, names.thingAt(leaf)));
        seen.add(identity);
      };
      const exact = names.trie.exactLeaves(locus).filter((leaf) => !names.thingAt(leaf).isInner);
      for (const leaf of exact) if (seen.size < to) offer(leaf);
      if (seen.size >= to) return suggestions;
      for (const leaf of names.trie.completions(locus.node)) {
        offer(leaf);
        if (seen.size >= to) break;
      }
      return suggestions;
    },
  };
}

export function suggestThing(index: CountryIndex, { kind, index: position, language }: NamedThing): Suggestion {
  if (kind === 'street') return suggestStreet(index, position, language);
  if (kind === 'streetName') return suggestStreetName(index, position, language);
  return suggestArea(index, kind, position, language);
}
