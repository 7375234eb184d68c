import type { CountryIndex } from '../store/country-index.ts';
import { streetCandidate, streetOfCandidate } from './candidates.ts';
import { merge } from './free-text.ts';
import type { Candidate } from './ranking.ts';
import type { Scope } from './scope.ts';

/**
 * What an answer can be: a province (with a region, district or canton), a place (or a municipality), a street (or the name of several), a
 * house (with or without boxes).
 */
export type AnswerKind = 'province' | 'place' | 'street' | 'house';
export const ANSWER_KINDS: readonly AnswerKind[] = ['province', 'place', 'street', 'house'];

/** What answers may be, and where; anything unless given. */
export interface Filter {
  readonly kinds?: ReadonlySet<AnswerKind> | undefined;
  readonly scope?: Scope | undefined;
}

const KIND_OF = {
  region: 'province',
  province: 'province',
  municipality: 'place',
  place: 'place',
  streetGroup: 'street',
  street: 'street',
  house: 'house',
} as const satisfies Record<Candidate['kind'], AnswerKind>;

export function isOfKind({ kinds }: Filter, kind: Candidate['kind']): boolean {
  return kinds === undefined || kinds.has(KIND_OF[kind]);
}

/** The candidates of the kinds; where streets are asked for and houses are not, a house stands for its street. */
export function ofKinds(index: CountryIndex, candidates: readonly Candidate[], filter: Filter): readonly Candidate[] {
  const { kinds } = filter;
  if (kinds === undefined) return candidates;
  const asked = candidates.filter(({ kind }) => isOfKind(filter, kind));
  if (!kinds.has('street') || kinds.has('house') || asked.length > 0) return asked;
  const streets = candidates.flatMap((candidate) => {
    const street = streetOfCandidate(index, candidate);
    if (street === undefined) return [];
    const { former } = candidate;
    return [{ ...streetCandidate(index, { ...candidate, street }), ...(former && { former }) }];
  });
  return merge(streets);
}
