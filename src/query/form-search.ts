import type { Language } from '../model/country.ts';
import { barePostcode } from '../model/postcode.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { streetCandidate } from '../search/candidates.ts';
import { costOf, NAME_MATCH, PERFECT } from '../search/cost.ts';
import { matcherOf } from '../search/country-matcher.ts';
import { type Filter, isOfKind, ofKinds } from '../search/filter.ts';
import { isCalled } from '../search/name-key.ts';
import { type LeafRun, ordinalsIn, runsOf } from '../search/name-matcher.ts';
import { type NamedPlace, SHORTENED, townsMeant } from '../search/place-names.ts';
import { bestCandidates, type Candidate, type FormerName } from '../search/ranking.ts';
import { readRow } from '../search/read-row.ts';
import type { TypedPlace } from '../search/reading.ts';
import { Scope } from '../search/scope.ts';
import { streetsBeginning } from '../search/streets.ts';
import { findCandidates } from '../search/understand.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { nameKey } from '../text/fold.ts';
import { streetsOfPostcode } from './drill-down.ts';
import { listOfEach, type RankedList } from './paging.ts';
import { saidFormer, suggestStreet } from './suggestions.ts';
import { unitedRanges } from './within.ts';

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
 * spelled alike, or that were called so. Where both are given and have no street in common, the postcode decides, unless no street has
 * it. With a postcode, a street opens into its addresses there. O(streets of the postcode or the place).
 */
export function searchForm(
  index: CountryIndex,
  { street, ...fields }: FormFields,
  filter: Filter,
  language: Language | undefined,
): RankedList<Suggestion, Candidate> {
  const { edits, code, streets } = readWhere(index, fields, filter);
  const key = nameKey(street);
  const find = (): readonly FoundStreet[] =>
    key === ''
      ? ordinalsIn(streets).map((each) => ({ street: each, language: undefined }))
      : begunIn(index, street, streets);
  const found = isOfKind(filter, 'street') ? find() : [];
  const rankOf = (each: FoundStreet): Candidate => {
    const nameMatch = isCalled(index, each.street, key) ? NAME_MATCH.exact : NAME_MATCH.beginning;
    const former = Number(each.former !== undefined);
    return streetCandidate(index, { ...each, cost: costOf({ ...PERFECT, nameMatch, former, edits }) });
  };
  const suggest = ({ street, language: typed, former }: FoundStreet): Suggestion => {
    const suggestion = suggestStreet(index, street, language ?? typed, code);
    return former === undefined ? suggestion : saidFormer(index, suggestion, 'street', former, language ?? typed);
  };
  return {
    ...listOfEach(found, suggest),
    ranks: (from, to) => found.slice(from, to).map(rankOf),
  };
}

/** Where the street is by the other fields, read as columns of a file are: each may hold both, a word too many, or a wrong letter. */
function readWhere(index: CountryIndex, fields: Pick<FormFields, 'postcode' | 'place'>, { scope }: Filter): Where {
  const { all } = readRow(matcherOf(index), fields);
  const { postcode, place } = all.find(({ street, number }) => street === undefined && number === undefined) ?? {};
  const code = barePostcode(index.country, postcode?.text ?? '');
  const ofPostcode = streetsOfPostcode(index, code, 0, index.streets.length, scope);
  const places = place === undefined ? [] : placesOf(index, place);
  const ofPlaces = unitedRanges(places.map(({ from, to }) => [from, to]));
  const edits = Math.floor(places[0]?.edits ?? 0);
  if (ofPostcode.length > 0) {
    const ofBoth = ofPostcode.filter((street) => ofPlaces.some(([from, to]) => street >= from && street < to));
    return { edits, code, streets: runsOf(ofBoth.length > 0 ? ofBoth : ofPostcode) };
  }
  const inScope = scope && runsOf(ofPlaces.flatMap(([from, to]) => [...scope.streets.between(from, to)]));
  return { edits, code: undefined, streets: inScope ?? ofPlaces };
}

interface Where {
  /** Wrong letters of the place. */
  readonly edits: number;
  /** A postcode that there is, whole or its beginning. */
  readonly code: string | undefined;
  /** Ascending, apart from each other. */
  readonly streets: readonly LeafRun[];
}

/** The places and municipalities of a name in any usual form, else those that begin so, else those spelled alike. */
function placesOf(index: CountryIndex, { key, places }: TypedPlace): readonly NamedPlace[] {
  const isWritten = places.some(({ edits }) => edits <= SHORTENED);
  return townsMeant(isWritten ? places : matcherOf(index).places.find(key, true));
}

function begunIn(index: CountryIndex, typed: string, streets: readonly LeafRun[]): readonly FoundStreet[] {
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
