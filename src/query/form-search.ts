import type { Language } from '../model/country.ts';
import { barePostcode } from '../model/postcode.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { areasBeginning } from '../search/areas.ts';
import { streetCandidate } from '../search/candidates.ts';
import { costOf, NAME_MATCH, PERFECT } from '../search/cost.ts';
import { matcherOf } from '../search/country-matcher.ts';
import { type Filter, isOfKind, ofKinds } from '../search/filter.ts';
import { isCalled } from '../search/name-key.ts';
import { bestCandidates, type Candidate, type FormerName } from '../search/ranking.ts';
import { Scope } from '../search/scope.ts';
import { streetsBeginning } from '../search/streets.ts';
import { findCandidates } from '../search/understand.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { fold, nameKey } from '../text/fold.ts';
import { streetsOfPostcode } from './drill-down.ts';
import { listOfEach, type RankedList, range } from './paging.ts';
import { saidFormer, suggestStreet } from './suggestions.ts';
import { runsOf, unitedRanges } from './within.ts';

/** The fields of a form in which the street is being typed. */
export interface FormFields {
  /** The beginning of its name; all streets for an empty text. */
  readonly street: string;
  /** Whole, or its beginning. */
  readonly postcode?: string | undefined;
  readonly place?: string | undefined;
}

interface FoundStreet {
  readonly street: number;
  readonly language: Language | undefined;
  /** What was called so, if no street there is. */
  readonly former?: FormerName | undefined;
}

/**
 * The streets of a postcode, of a place or of both that begin as typed, whole names before later words, larger ones first; if none does, those
 * spelled alike, or that were called so. Where both are given and have no street in common, the postcode decides. With a postcode, a street opens into its addresses there.
 * O(streets of the postcode or the place).
 */
export function searchForm(
  index: CountryIndex,
  { street, postcode, place }: FormFields,
  filter: Filter,
  language: Language | undefined,
): RankedList<Suggestion, Candidate> {
  const within = streetsOfFields(index, postcode, place, filter);
  const bare = postcode?.trim() ? barePostcode(index.country, postcode) : undefined;
  const key = nameKey(street);
  const found = !isOfKind(filter, 'street') ? [] : key === '' ? within.flatMap(allOf) : begunIn(index, street, within);
  const rankOf = (each: FoundStreet): Candidate => {
    const nameMatch = isCalled(index, each.street, key) ? NAME_MATCH.exact : NAME_MATCH.beginning;
    const isFormer = Number(each.former !== undefined);
    return streetCandidate(index, { ...each, cost: costOf({ ...PERFECT, nameMatch, former: isFormer }) });
  };
  const suggest = ({ street, language: typed, former }: FoundStreet): Suggestion => {
    const suggestion = suggestStreet(index, street, language ?? typed, bare);
    return former === undefined ? suggestion : saidFormer(index, suggestion, 'street', former, language ?? typed);
  };
  return {
    ...listOfEach(found, suggest),
    ranks: (from, to) => found.slice(from, to).map(rankOf),
  };
}

type StreetRange = readonly [from: number, to: number];

function allOf([from, to]: StreetRange): FoundStreet[] {
  return range(from, to).map((street) => ({ street, language: undefined }));
}

/** The streets that the other fields allow, as ranges: ascending, apart from each other. */
function streetsOfFields(
  index: CountryIndex,
  postcode: string | undefined,
  place: string | undefined,
  { scope }: Filter,
): readonly StreetRange[] {
  const areas = place?.trim() ? unitedRanges(rangesOfPlace(index, place)) : [];
  if (postcode?.trim()) {
    const ofPostcode = streetsOfPostcode(index, postcode, 0, index.streets.length, scope);
    const ofBoth = ofPostcode.filter((street) => areas.some(([from, to]) => street >= from && street < to));
    return runsOf(ofBoth.length > 0 ? ofBoth : ofPostcode);
  }
  return scope === undefined ? areas : runsOf(areas.flatMap(([from, to]) => [...scope.streets(from, to)]));
}

/** The streets of the places and municipalities of a name, as ranges: in any usual form, else of those that begin so. */
function rangesOfPlace(index: CountryIndex, place: string): readonly StreetRange[] {
  const named = matcherOf(index).places.namedAsWritten(fold(place));
  const towns = named.filter(({ kind }) => kind !== 'province');
  if (named.length > 0) return (towns.length > 0 ? towns : named).map(({ from, to }) => [from, to]);
  return (['municipality', 'place'] as const).flatMap((kind) =>
    [...areasBeginning(index, kind, nameKey(place)).keys()].map((area) =>
      index.areas.descendantsOf(kind, area, 'street'),
    ),
  );
}

function begunIn(index: CountryIndex, typed: string, streets: readonly StreetRange[]): readonly FoundStreet[] {
  const scope = new Scope(
    index,
    streets.map(([from, to]) => index.streets.addressesOf(from, to)),
  );
  const begun = streetsBeginning(index, nameKey(typed), 0, index.areas.all('place').length, scope);
  if (begun.length > 0 || scope.isEmpty) return begun;
  const candidates = ofKinds(index, findCandidates(index, typed, { scope }), ONLY_STREETS);
  return bestCandidates(candidates, candidates.length).flatMap(
    ({ kind, ordinal, language, former }): readonly FoundStreet[] =>
      kind === 'streetGroup' ? scope.streetsOfGroup(ordinal) : [{ street: ordinal, language, former }],
  );
}

const ONLY_STREETS: Filter = { kinds: new Set(['street'] as const) };
