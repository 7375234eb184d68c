import { LocalMetric } from '../model/local-metric.ts';
import { makePenalties, squaredDistance, streetCandidate } from '../search/candidates.ts';
import { costOf, NAME_MATCH, type NameMatch } from '../search/cost.ts';
import { type Filter, isOfKind } from '../search/filter.ts';
import { type Candidate, compareCandidates } from '../search/ranking.ts';
import { languageOfName } from '../search/streets.ts';
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
  const matchOf = (street: number): { leaf: number; nameMatch: NameMatch } | undefined => {
    let best: { leaf: number; nameMatch: NameMatch } | undefined;
    for (const leaf of index.names.leavesOfStreet(street)) {
      if (leaf < first || leaf >= end) continue;
      const nameMatch = ((trie.isWhole(leaf) ? NAME_MATCH.exact : NAME_MATCH.innerExact) +
        (exact.has(leaf) ? 0 : 1)) as NameMatch;
      if (best === undefined || nameMatch < best.nameMatch) best = { leaf, nameMatch };
    }
    return best;
  };
  const streets = index.streetBounds.nearest(position.latitude, position.longitude, {
    limit: MAX_NEAREST_STREETS,
    maxBoxes: MAX_BOX_COUNT,
    isWanted: (street) => matchOf(street) !== undefined && (scope?.hasStreet(street) ?? true),
  });
  return streets.map((street) => {
    const { leaf, nameMatch } = matchOf(street)!;
    const cost = costOf(makePenalties(0, 0, 1, nameMatch));
    return streetCandidate(index, { street, language: languageOfName(index, trie.featureAt(leaf), street), cost });
  });
}
