import type { AreaKind } from '../../store/area-table.ts';
import type { CountryIndex } from '../../store/country-index.ts';
import { withoutNoise } from '../../text/noise.ts';
import { type Candidate, NUMBER_MATCH } from './candidate.ts';
import { Collector } from './collect.ts';
import { Corrections } from './corrections.ts';
import { countNames, divide } from './divisions.ts';
import { findNumbers } from './number-spans.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { findPostcodes } from './postcode-spans.ts';
import { compareCandidates, faultIn } from './ranking.ts';
import { wordsOf } from './typed-words.ts';
import { buildWordGraph, type WordGraph } from './word-graph.ts';
import { type Zone, zoneOf } from './zones.ts';

export interface FreeTextOptions {
  /** Everything must lie in this area. */
  readonly within?: { readonly kind: AreaKind; readonly index: number } | undefined;
}

/** Words that may be left out when nothing accounts for all of them. */
const MOST_LEFT_OUT = 3;
/** So many answers are enough, and what ranks after them is not looked for. */
const ENOUGH = 50;
/** Below so many answers to a name corrections are tried too, unless one of them is the name itself. */
const FEW = 3;

/**
 * Understands words in any usual order as street, number, postcode and areas, and answers at the deepest level that they
 * determine, best first by the rules of ranking.ts.
 */
export function searchFreeText(index: CountryIndex, text: string, { within }: FreeTextOptions = {}): Candidate[] {
  const zone = within && zoneOf(index, within.kind, within.index);
  const asTyped = new Search(index, wordsOf(index.country, text), zone);
  let cleaned: Search | undefined;
  const withoutNoiseWords = (): Search => {
    cleaned ??= new Search(index, wordsOf(index.country, withoutNoise(index.country, text)), zone);
    return cleaned;
  };
  const run = (edits: number): Candidate[] => {
    const found = asTyped.run(edits, 0);
    if (found.length > 0 || withoutNoiseWords().wordCount === asTyped.wordCount) return found;
    return withoutNoiseWords().run(edits, 0);
  };
  let found = run(0);
  if (isTooFew(found)) found = merge(found, run(1));
  if (found.length === 0) found = run(2);
  for (let ignored = 1; ignored <= MOST_LEFT_OUT && found.length === 0; ignored++) {
    found = (cleaned ?? asTyped).run(0, ignored);
  }
  return onlyTheBestKind(found.sort(compareCandidates));
}

class Search {
  readonly #index: CountryIndex;
  readonly #graph: WordGraph;
  readonly #within: Zone | undefined;

  constructor(index: CountryIndex, words: readonly string[], within: Zone | undefined) {
    this.#index = index;
    this.#graph = buildWordGraph(index.country, words);
    this.#within = within;
  }

  get wordCount(): number {
    return this.#graph.words.length;
  }

  run(edits: number, mostIgnored: number): Candidate[] {
    const index = this.#index;
    const graph = this.#graph;
    const { words } = graph;
    if (words.length === 0) return [];
    const corrections = edits > 0 ? new Corrections(index, words, edits) : undefined;
    if (corrections !== undefined && !corrections.hasSuspects) return [];
    const streets = new PhraseMatcher(index.names.streets, graph, corrections);
    const areas = new PhraseMatcher(index.names.areas, graph, corrections);
    const numbers = findNumbers(index.country, words);
    const postcodes = findPostcodes(index, words);
    const parts = { words, streets, areas, numbers, postcodes };
    const divisions = divide(parts, mostIgnored);
    const collector = new Collector(index, parts, this.#within);
    const found: Candidate[][] = [];
    let count = 0;
    let fewest = 0;
    for (const division of divisions) {
      // What has more words left out or letters corrected than enough others is not looked at.
      const faults = division.ignored * 16 + division.edits;
      if ((faults > fewest && count > FEW) || count >= ENOUGH) break;
      // Nor is a second area looked for where one accounts for the words.
      if (faults === fewest && count > 0 && countNames(division) > 2) continue;
      fewest = faults;
      const candidates = collector.collect(division, found.length > 0);
      if (candidates.length > 0) found.push(candidates);
      for (const { cost } of candidates) if (faultIn(cost, 'numberMatch') <= NUMBER_MATCH.otherZeros) count++;
    }
    if (found.length === 0) found.push(collector.nearest());
    return merge(...found);
  }
}

/** Whether it is worth while to look for corrections. */
function isTooFew(found: readonly Candidate[]): boolean {
  if (found.length === 0) return true;
  if (found.length >= FEW) return false;
  return !found.some(
    ({ cost }) =>
      (faultIn(cost, 'names') > 1 || faultIn(cost, 'nameMatch') === 0) &&
      faultIn(cost, 'numberMatch') < NUMBER_MATCH.nearest,
  );
}

/** Where some answers account for every word, those that do not are none; where a house has the number, its neighbours are none. */
function onlyTheBestKind(ranked: readonly Candidate[]): Candidate[] {
  const [best] = ranked;
  if (best === undefined) return [];
  const ignored = faultIn(best.cost, 'ignored');
  const isNearest = faultIn(best.cost, 'numberMatch') === NUMBER_MATCH.nearest;
  return ranked.filter(
    ({ cost }) =>
      faultIn(cost, 'ignored') === ignored && (isNearest || faultIn(cost, 'numberMatch') < NUMBER_MATCH.nearest),
  );
}

const KIND_COUNT = 8;
const KINDS: Readonly<Record<Candidate['kind'], number>> = {
  house: 0,
  street: 1,
  streetName: 2,
  place: 3,
  municipality: 4,
  province: 5,
  region: 6,
};

/** Every thing once, by the way in which it ranks best. */
function merge(...lists: readonly (readonly Candidate[])[]): Candidate[] {
  const best = new Map<number, Candidate>();
  for (const list of lists) {
    for (const candidate of list) {
      const key = KINDS[candidate.kind] + candidate.index * KIND_COUNT;
      const known = best.get(key);
      if (known === undefined || candidate.cost < known.cost) best.set(key, candidate);
    }
  }
  return [...best.values()];
}
