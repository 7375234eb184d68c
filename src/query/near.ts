import { LocalMetric } from '../model/local-metric.ts';
import { squaredDistance, streetCandidate } from '../search/candidates.ts';
import { type Filter, isOfKind } from '../search/filter.ts';
import { type Candidate, compareCandidates } from '../search/ranking.ts';
import { costOfName, languageOfName } from '../search/streets.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { nameKey } from '../text/fold.ts';
import type { Position } from './coordinates.ts';

/** Maximum number of streets around the position, which are added to what the search finds by rank. */
const MAX_NEAREST_STREETS = 50;
/** Maximum number of boxes, of streets and of groups of streets, to look at; bounds the work. */
const MAX_BOX_COUNT = 20_000;

/** A candidate, and how far it is: square metres to a position, 0 without one. */
export interface Located {
  readonly candidate: Candidate;
  readonly distance: number;
}

/** How far candidates are: a house, the middle address of a street, or the closest street of a name that several places have. */
export function located(
  index: CountryIndex,
  candidates: readonly Candidate[],
  position: Position | undefined,
): Located[] {
  const metric = position && new LocalMetric(position.latitude, position.longitude);
  return candidates.map((candidate) => ({
    candidate,
    distance: metric === undefined ? 0 : squaredDistance(index, candidate, metric),
  }));
}

/** By the rules of the ranking, so that a better match precedes a closer one, and then by distance. */
export function compareLocated(a: Located, b: Located): number {
  return a.candidate.cost - b.candidate.cost || a.distance - b.distance || compareCandidates(a.candidate, b.candidate);
}

/** Candidates by `compareLocated`. */
export function rankByDistance(index: CountryIndex, candidates: readonly Candidate[], position: Position): Candidate[] {
  return located(index, candidates, position)
    .sort(compareLocated)
    .map(({ candidate }) => candidate);
}

/** The streets closest to the position whose name, or a later word of it, begins with the term. */
export function closestStreets(
  index: CountryIndex,
  term: string,
  position: Position,
  filter: Filter = {},
): Candidate[] {
  const { scope } = filter;
  if (!isOfKind(filter, 'street')) return [];
  const trie = index.names.streets;
  const locus = trie.locate(nameKey(term));
  if (locus === undefined) return [];
  const [first, end] = trie.leavesUnder(locus.node);
  const exact = new Set(trie.exactLeaves(locus));
  const isUnder = (leaf: number): boolean => leaf >= first && leaf < end;
  const streets = index.streetBounds.nearest(position.latitude, position.longitude, {
    limit: MAX_NEAREST_STREETS,
    maxBoxes: MAX_BOX_COUNT,
    isWanted: (street) => index.names.leavesOfStreet(street).some(isUnder) && (scope?.streets.has(street) ?? true),
  });
  return streets.map((street) => {
    const names = Array.from(index.names.leavesOfStreet(street).filter(isUnder), (leaf) => {
      const feature = trie.featureAt(leaf);
      return { cost: costOfName(feature, exact.has(leaf)), language: languageOfName(index, feature, street) };
    });
    return streetCandidate(index, { street, ...names.reduce((best, each) => (each.cost < best.cost ? each : best)) });
  });
}
