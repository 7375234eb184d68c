import type { CountryIndex } from '../store/country-index.ts';
import { nameKey } from '../text/fold.ts';
import { PhraseMatcher } from './search/phrase-matcher.ts';
import { buildWordGraph } from './search/word-graph.ts';

/**
 * The streets of [from, to) that have this name, in any of their languages or as an alias; case and diacritics do not
 * count, and the usual abbreviations are equal to what they stand for (ruling 8). Where the name as given is one, in this
 * range or elsewhere, only the streets that bear it.
 */
export function streetsNamed(index: CountryIndex, name: string, from: number, to: number): ReadonlySet<number> {
  const key = nameKey(name);
  const streets = new Set<number>();
  if (key === '' || addStreetsOfKey(index, key, from, to, streets)) return streets;
  const graph = buildWordGraph(index.country, key.split(' ', LARGEST_WORD_COUNT));
  const trie = index.names.streets;
  for (const { exact } of new PhraseMatcher(trie, graph).match(0, graph.words.length)) {
    for (const [first, end] of exact) {
      for (let leaf = first; leaf < end; leaf++) addStreetsOfLeaf(index, leaf, from, to, streets);
    }
  }
  return streets;
}

const LARGEST_WORD_COUNT = 12;

/** Whether any street of the country has the name. */
function addStreetsOfKey(index: CountryIndex, key: string, from: number, to: number, streets: Set<number>): boolean {
  const trie = index.names.streets;
  const locus = trie.locate(key);
  let isName = false;
  for (const leaf of locus === undefined ? [] : trie.exactLeaves(locus)) {
    if (addStreetsOfLeaf(index, leaf, from, to, streets)) isName = true;
  }
  return isName;
}

/** Whether the leaf's key is the whole name of a street, here or elsewhere. */
function addStreetsOfLeaf(index: CountryIndex, leaf: number, from: number, to: number, streets: Set<number>): boolean {
  const { kind, index: position, isInner } = index.names.streets.thingAt(leaf);
  if (isInner) return false;
  if (kind !== 'street') {
    for (const { street } of index.names.streetsOf(position, from, to)) streets.add(street);
  } else if (position >= from && position < to) {
    streets.add(position);
  }
  return true;
}
