import type { Country, Language } from '../model/country.ts';
import { beginsAdditionWord, beginsNumberSign, readBox, readHouseNumber, readSuffix } from '../model/house-number.ts';
import { barePostcode, formatPostcode, parsePostcode } from '../model/postcode.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { areasBeginning, centreOf, type NameBeginning } from '../search/areas.ts';
import { type Filter, isOfKind, ofKinds } from '../search/filter.ts';
import { findFormerHouses } from '../search/former-names.ts';
import { beginsAsTyped, completeHouses } from '../search/house-match.ts';
import type { Candidate } from '../search/ranking.ts';
import { Scope } from '../search/scope.ts';
import { streetsBeginning } from '../search/streets.ts';
import { accountsForAll, findCandidates, hasEverything } from '../search/understand.ts';
import { AREA_KINDS, type AreaKind } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { fold, nameKey } from '../text/fold.ts';
import type { ListContext } from './context.ts';
import {
  CHILD_KINDS,
  housesWithin,
  listChildren,
  listStreetsOfGroup,
  listStreetsOfPostcode,
  streetsOfPostcode,
} from './drill-down.ts';
import { listBoxes, listHouses } from './house-list.ts';
import { concatLists, type LazyList, listOf, listOfEach } from './paging.ts';
import { listBestCandidates, listCandidates, suggestArea, suggestStreet } from './suggestions.ts';
import { rangesOf } from './within.ts';

/** Searches inside the area, street or house with boxes that a context refers to (ruling 16). */
export function searchWithin(
  index: CountryIndex,
  context: ListContext,
  written: string,
  filter: Filter = {},
): LazyList<Suggestion> {
  const { scope } = filter;
  // `, 92` behind a chosen street.
  const term = written.replace(/^[\s,;]+/, '');
  if (term === '') return listChildren(index, context, filter);
  if (isArea(context)) return searchArea(index, context, term, filter);
  if (!isOfKind(filter, CHILD_KINDS[context.kind])) return listOf([]);
  const rest = behindOwnName(index, context, term);
  const begun = searchChildren(index, context, rest || term, scope);
  if (begun.total > 0) return begun;
  if (rest === '' || isSignBegun(index.country, context, fold(term))) return listChildren(index, context, filter);
  const found = searchAddresses(index, context, term, filter);
  return found.total > 0 ? found : listOfPostcode(index, context, term, filter);
}

/** What follows the name of what was chosen, or of where a street is, which somebody types once more, `amsterdam 92` in Kalverstraat; `undefined` for other words. */
function behindOwnName(index: CountryIndex, context: ListContext, term: string): string | undefined {
  const [, words = '', rest = ''] = NAME_AND_NUMBER.exec(term) ?? [];
  const isBegun = (name: string): boolean => nameKey(name).startsWith(nameKey(words));
  return words !== '' && ownNames(index, context).some(isBegun) ? rest : undefined;
}

function ownNames(index: CountryIndex, { kind, ordinal }: ListContext): readonly string[] {
  if (kind === 'boxes') return [];
  if (kind === 'streetGroup') return [index.names.labelOf(ordinal)];
  if (kind !== 'street') return Object.values(index.areas.at(kind, ordinal).names);
  const { place, municipality } = index.areasAbove(ordinal);
  return [index.streets.namesOf(ordinal), place.names, municipality.names].flatMap((names) => Object.values(names));
}

const NAME_AND_NUMBER = /^([^0-9]*\p{L})[^\p{L}0-9]*([0-9].*)?$/u;

/** Whether a word only says that a number or a box follows, as far as it is typed: `nr`, `bt`. */
function isSignBegun(country: Country, { kind }: NarrowContext, word: string): boolean {
  if (kind === 'streetGroup' || word === '') return false;
  return kind === 'boxes' ? beginsAdditionWord(country, word) : beginsNumberSign(word);
}

type NarrowContext = Exclude<ListContext, { readonly kind: AreaKind }>;

/** What comes next, by how it begins. */
function searchChildren(
  index: CountryIndex,
  context: NarrowContext,
  term: string,
  scope: Scope | undefined,
): LazyList<Suggestion> {
  switch (context.kind) {
    case 'boxes':
      return searchBoxes(index, context, term, scope);
    case 'street':
      return searchHouses(index, context, term, scope);
    case 'streetGroup':
      return searchStreetGroup(index, context.ordinal, nameKey(term), scope);
  }
}

/**
 * What a text leads to that has more in it, such as all that stands in a box by now: `Amsterdam, Kalverstraat 92` or `92 Amsterdam` in Kalverstraat, and in
 * a Dorpsstraat of many places `12`, or `Zoetermeer 12`. It must account for all of the text; one that says no more than the context leads to what that opens into.
 */
function searchAddresses(
  index: CountryIndex,
  context: NarrowContext,
  term: string,
  filter: Filter,
): LazyList<Suggestion> {
  const { kind, language } = context;
  const texts = textsIn(index, context, term);
  if (texts.length === 0) return listOf([]);
  const scope = new Scope(index, rangesOf(index, context));
  // Of a name with many streets the place may be misspelt.
  const isWhole = kind === 'streetGroup' ? accountsForAll : hasEverything;
  let isSaid = false;
  for (const text of texts) {
    const found = findCandidates(index, text, { scope }).filter(
      (each) => isWhole(each.cost) && (filter.scope?.has(each) ?? true),
    );
    const asked = ofKinds(index, found, filter).filter(
      (each) => each.kind === 'house' || each.kind === CHILD_KINDS[kind],
    );
    if (asked.length > 0) return listBestCandidates(index, asked, { language, scope });
    isSaid ||= found.length > 0;
  }
  return isSaid ? listChildren(index, context, filter) : listOf([]);
}

/** What a text in a context may be, by itself and behind the name of the street that was chosen. */
function textsIn(index: CountryIndex, { kind, ordinal, language }: NarrowContext, term: string): readonly string[] {
  const texts = WORDS.test(term) ? [term] : [];
  if (kind === 'streetGroup' && WORD_OR_NUMBER.test(term)) texts.push(`${index.names.labelOf(ordinal)} ${term}`);
  if (kind === 'street' && NUMBER_AND_WORDS.test(term))
    texts.push(`${index.streets.nameOf(ordinal, language)} ${term}`);
  return texts;
}

const WORDS = /\S[\s,]+\S/;
const WORD_OR_NUMBER = /\p{L}{2}|[0-9]/u;
const NUMBER_AND_WORDS = /^\s*[0-9]+\p{L}?[\s,]+\S/u;
const NUMBER_ALONE = /^\s*[0-9]+\s?\p{L}?[\s,;]*$/u;

/** What a context opens into, of a postcode that is being typed. */
function listOfPostcode(
  index: CountryIndex,
  context: NarrowContext,
  term: string,
  filter: Filter,
): LazyList<Suggestion> {
  const { kind, ordinal } = context;
  if (kind === 'boxes' || !POSTCODE_BEGUN[kind].test(term)) return listOf([]);
  const streets = kind === 'street' ? [ordinal] : index.names.streetsOf(ordinal).map(({ street }) => street);
  const having = new Set(
    streetsOfPostcode(
      index,
      barePostcode(index.country, term),
      Math.min(...streets),
      Math.max(...streets) + 1,
      filter.scope,
    ),
  );
  if (kind === 'streetGroup') return listStreetsOfGroup(index, ordinal, filter.scope, (street) => having.has(street));
  return having.has(ordinal) ? listChildren(index, context, filter) : listOf([]);
}

/** In a street, what is shorter is a number that it lacks. */
const POSTCODE_BEGUN = {
  street: /^[1-9][0-9]{3}\s?[a-z]{0,2}$/i,
  streetGroup: /^[1-9][0-9]{0,3}\s?[a-z]{0,2}$/i,
} as const;

type AreaContext = Extract<ListContext, { readonly kind: AreaKind }>;

function isArea(context: ListContext): context is AreaContext {
  return (AREA_KINDS as readonly string[]).includes(context.kind);
}

/** The boxes of a house that begin as typed, with or without a word for "box" and leading zeros. */
function searchBoxes(
  index: CountryIndex,
  { ordinal: house, language }: ListContext & { kind: 'boxes' },
  term: string,
  scope: Scope | undefined,
): LazyList<Suggestion> {
  const typed = readBox(index.country, term);
  return listBoxes(index, house, language, (box) => {
    const { addition } = index.addresses.suffixOf(box);
    return (scope?.addresses.has(box) ?? true) && beginsAsTyped(readSuffix(index.country, '', addition), typed);
  });
}

function searchHouses(
  index: CountryIndex,
  { ordinal: street, postcode, language }: ListContext & { kind: 'street' },
  term: string,
  scope: Scope | undefined,
): LazyList<Suggestion> {
  const typed = readHouseNumber(index.country, term);
  const begun = completeHouses(index, ...index.streets.addressesOf(street), typed);
  const houses = housesWithin(index, begun, postcode, scope);
  if (houses.length > 0 || index.former === undefined) return listHouses(index, houses, language);
  const were = findFormerHouses(index, index.former, street, typed, language);
  return listCandidates(
    index,
    were.filter(({ ordinal }) => scope?.addresses.has(ordinal) ?? true),
    { language },
  );
}

/** The streets of a group whose place or municipality begins with the term. */
function searchStreetGroup(
  index: CountryIndex,
  group: number,
  foldedTerm: string,
  scope: Scope | undefined,
): LazyList<Suggestion> {
  const places = areasBeginning(index, 'place', foldedTerm);
  const municipalities = areasBeginning(index, 'municipality', foldedTerm);
  return listStreetsOfGroup(index, group, scope, (street) => {
    const place = index.streets.placeOf(street);
    return places.has(place) || municipalities.has(index.areas.at('place', place).parent);
  });
}

/** The areas and streets under an area with a name that begins with the term; for a whole postcode, its streets there. */
function searchArea(index: CountryIndex, context: AreaContext, term: string, filter: Filter): LazyList<Suggestion> {
  const { kind, ordinal, postcode, language } = context;
  const { country, areas } = index;
  const [fromStreet, toStreet] = areas.descendantsOf(kind, ordinal, 'street');
  const code = parsePostcode(country, term);
  if (code !== undefined) {
    const whole = formatPostcode(country, code);
    const isInside = postcode === undefined || whole.startsWith(postcode.toUpperCase());
    return isInside ? listStreetsOfPostcode(index, whole, language, filter, fromStreet, toStreet) : listOf([]);
  }
  const key = nameKey(term);
  const [fromPlace, toPlace] = areas.descendantsOf(kind, ordinal, 'place');
  const { scope } = filter;
  const streets = streetsBeginning(index, key, fromPlace, toPlace, scope);
  if (postcode !== undefined) {
    if (!isOfKind(filter, 'street')) return listOf([]);
    const covered = new Set(streetsOfPostcode(index, postcode, fromStreet, toStreet, scope));
    const there = streets.filter(({ street }) => covered.has(street));
    if (there.length > 0)
      return listOfEach(there, ({ street, language }) => suggestStreet(index, street, language, postcode));
    return searchTextIn(index, context, term, filter, (each) => {
      if (each.kind === 'house') return housesWithin(index, [each.ordinal], postcode).length > 0;
      return each.kind === 'street' && covered.has(each.ordinal);
    });
  }
  const found = AREA_KINDS.slice(AREA_KINDS.indexOf(kind) + 1).flatMap((level) => {
    const [from, to] = areas.descendantsOf(kind, ordinal, level);
    return [...areasBegun(index, context, level, key)]
      .filter(([area]) => area >= from && area < to && (scope?.hasArea(level, area) ?? true))
      .sort((a, b) => Number(a[1].isInner) - Number(b[1].isInner) || a[0] - b[0])
      .map(([area, { language: found }]) => suggestArea(index, level, area, found));
  });
  if (found.length + streets.length === 0) return searchTextIn(index, context, term, filter);
  const begun = isOfKind(filter, 'street') ? streets : [];
  return concatLists([
    listOf(isOfKind(filter, 'place') ? found : []),
    listOfEach(begun, ({ street, language }) => suggestStreet(index, street, language)),
  ]);
}

/** The areas of a level with a name, or a later word of one, that begins so; in a municipality its place of that name, too, for which the municipality stands elsewhere. */
function areasBegun(
  index: CountryIndex,
  { kind, ordinal }: AreaContext,
  level: AreaKind,
  key: string,
): ReadonlyMap<number, NameBeginning> {
  const begun = areasBeginning(index, level, key);
  const centre = kind === 'municipality' && key !== '' ? centreOf(index, ordinal) : undefined;
  if (centre === undefined || begun.has(centre)) return begun;
  const names = Object.entries(index.areas.at('place', centre).names) as [Language, string][];
  const [language] = names.find(([, name]) => nameKey(name).startsWith(key)) ?? [];
  return language === undefined ? begun : begun.set(centre, { isInner: false, language });
}

/** Several words in an area that begin no name: a street with its number, or a mistyped name. A number alone says nothing yet. */
function searchTextIn(
  index: CountryIndex,
  context: AreaContext,
  term: string,
  filter: Filter,
  isThere: (candidate: Candidate) => boolean = () => true,
): LazyList<Suggestion> {
  const { kind, ordinal, language } = context;
  const { scope } = filter;
  if (behindOwnName(index, context, term) === '') return listChildren(index, context, filter);
  const found = findCandidates(index, term, { within: { kind, ordinal }, scope }).filter(isThere);
  if (found.length === 0 && NUMBER_ALONE.test(term)) return listChildren(index, context, filter);
  return listBestCandidates(index, ofKinds(index, found, filter), { language, scope });
}
