import type { CountryIndex } from '../store/country-index.ts';
import { nameKey } from '../text/fold.ts';
import { PhraseMatcher } from './search/phrase-matcher.ts';
import { buildWordGraph } from './search/word-graph.ts';

/**
 * The streets of this name, in any of their languages or as an alias; case and diacritics do not count, and the usual
 * abbreviations are equal to what they stand for (ruling 8). Where the name as given is one, only the streets that bear it.
 */
export function streetsNamed(index: CountryIndex, name: string): Set<number> {
  const key = nameKey(name);
  const asGiven = streetsOfKey(index, key);
  if (asGiven.size > 0 || key === '') return asGiven;
  const graph = buildWordGraph(index.country, key.split(' ', LARGEST_WORD_COUNT));
  const trie = index.names.streets;
  const streets = new Set<number>();
  for (const { exact } of new PhraseMatcher(trie, graph).match(0, graph.words.length)) {
    for (const leaf of exact) addStreets(index, leaf, streets);
  }
  return streets;
}

const LARGEST_WORD_COUNT = 12;

function streetsOfKey(index: CountryIndex, key: string): Set<number> {
  const streets = new Set<number>();
  const trie = index.names.streets;
  const locus = key === '' ? undefined : trie.locate(key);
  if (locus !== undefined) for (const leaf of trie.exactLeaves(locus)) addStreets(index, leaf, streets);
  return streets;
}

function addStreets(index: CountryIndex, leaf: number, streets: Set<number>): void {
  const { kind, index: position, isInner } = index.names.streets.thingAt(leaf);
  if (isInner) return;
  if (kind === 'street') streets.add(position);
  else for (const { street } of index.names.streetsOf(position)) streets.add(street);
}
