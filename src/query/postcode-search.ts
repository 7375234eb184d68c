import { lowerBound } from '../format/blocks.ts';
import { byCountry, type Language } from '../model/country.ts';
import { readHouseNumber, type TypedHouseNumber } from '../model/house-number.ts';
import { barePostcode, parsePostcodePrefix, postcodeArea } from '../model/postcode.ts';
import { DIGITS, LETTERS } from '../model/postcode-form.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { costOf, NAME_MATCH, PERFECT } from '../search/cost.ts';
import { type Filter, isOfKind } from '../search/filter.ts';
import { beginsAsTyped, longerNumbers, type PostcodeRange } from '../search/house-match.ts';
import type { Candidate } from '../search/ranking.ts';
import { findNumbers, findPostcodes } from '../search/spans.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { tokenize } from '../text/tokens.ts';
import { listStreetsOfPostcode } from './drill-down.ts';
import { concatLists, type LazyList, listOf, listOfEach, type RankedList } from './paging.ts';
import { suggestHouse, suggestPlaceOfPostcode, suggestStreet } from './suggestions.ts';

/**
 * The meaning of a term that is a postcode (ruling 14). A whole postcode lists its streets, after its places if there are many; the beginning of one lists the
 * places that it covers, largest first; a whole one with a house number lists the houses. `undefined` if the term is none of these.
 */
export function searchPostcode(
  index: CountryIndex,
  term: string,
  language?: Language,
  filter: Filter = {},
): RankedList<Suggestion, Candidate> | undefined {
  const found = listOfTerm(index, term, language, filter);
  return found && { ...found, ranks: (from, to) => new Array<Candidate>(to - from).fill(rankOf(index, term, found)) };
}

/** All that a postcode leads to compares alike: as what is called as typed if it is whole, else as what begins so; more of it comes first. */
function rankOf({ country }: CountryIndex, term: string, { total }: LazyList<Suggestion>): Candidate {
  const [low, high] = parsePostcodePrefix(country, term.trim()) ?? [0, 1];
  const nameMatch = high === low + 1 ? NAME_MATCH.exact : NAME_MATCH.beginning;
  const cost = costOf({ ...PERFECT, nameMatch });
  const kind = { kind: 'place', ordinal: 0, language: undefined, isProposed: false, isGroup: false } as const;
  return { ...kind, cost, placeSize: total, size: total };
}

function listOfTerm(
  index: CountryIndex,
  term: string,
  language: Language | undefined,
  filter: Filter,
): LazyList<Suggestion> | undefined {
  // `27, ` in front of a street is on the way to a number, too.
  const text = term.replace(/[\s,;]+$/, '').trim();
  // Nearly all other terms end here.
  if (BEGINS_WITH_WORD.test(text)) return undefined;
  const range = parsePostcodePrefix(index.country, text);
  if (range !== undefined) {
    const [low, high] = range;
    const postcode = barePostcode(index.country, text);
    return high === low + 1
      ? listPostcode(index, postcode, low, language, filter)
      : listPlaces(index, postcode, range, language, filter);
  }
  const plain = readPlain(index, text);
  if (plain !== undefined) return listHousesOfPostcode(index, plain.postcode, plain.number, language, filter);
  if (!MAY_BEGIN_WITH_POSTCODE.test(text)) return undefined;
  // A postcode and a number, and nothing else; whatever else there is makes it free text.
  const source = tokenize(text, MAX_TOKENS);
  const postcode = findPostcodes(index, source).find(({ from, isWhole }) => from === 0 && isWhole);
  const number = findNumbers(index.country, source).find(
    ({ from, to }) => from === postcode?.to && to === source.tokens.length,
  );
  if (postcode === undefined || number === undefined) return undefined;
  return listHousesOfPostcode(index, postcode, number.number, language, filter);
}

/** A whole postcode and a number as most people write them, which are not divided into words first: that would take as long as to find the houses. */
function readPlain(
  { country, postcodes }: CountryIndex,
  text: string,
): { readonly postcode: PostcodeRange; readonly number: TypedHouseNumber } | undefined {
  const match = PLAIN[country].exec(text);
  if (match === null) return undefined;
  const [first, end] = postcodes.ordinalsBetween(...parsePostcodePrefix(country, match[1]!)!);
  return { postcode: { first, end }, number: readHouseNumber(country, match[2]!) };
}

const PLAIN = byCountry((country) => new RegExp(`^(${DIGITS}${LETTERS[country]}) ([1-9][0-9]{0,4})$`, 'i'));

/** More letters than any postcode has before its digits. */
const BEGINS_WITH_WORD = /^[a-z]{3}/i;

/** The first digits must be four or more. Whether other characters are digits is left to the tokens. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, these too
const MAY_BEGIN_WITH_POSTCODE = /^[^0-9]*[0-9]{4}|[^\x00-\x7f]/;

/** No postcode and house number have more words. */
const MAX_TOKENS = 10;

/** If there are more streets than this, the places come first, and then the largest streets. */
const MAX_PLAIN_STREETS = 10;

/** What a whole postcode covers: a few streets in their order, or its places and then its streets, those with most addresses first. */
function listPostcode(
  index: CountryIndex,
  postcode: string,
  code: number,
  language: Language | undefined,
  filter: Filter,
): LazyList<Suggestion> {
  const [first, end] = index.postcodes.ordinalsBetween(code, code + 1);
  const all = index.postcodes.streetsOf(first, end);
  if (all.length <= MAX_PLAIN_STREETS) return listStreetsOfPostcode(index, postcode, language, filter);
  const isAsked = ({ street }: { readonly street: number }): boolean =>
    isOfKind(filter, 'street') && (filter.scope?.hasPostcode(street, { first, end }) ?? true);
  const bySize = all.filter(isAsked).sort((a, b) => b.addresses - a.addresses || a.street - b.street);
  return concatLists([
    listPlaces(index, postcode, [code, code + 1], language, filter),
    listOfEach(bySize, ({ street }) => suggestStreet(index, street, language, postcode)),
  ]);
}

function listPlaces(
  index: CountryIndex,
  prefix: string,
  [low, high]: readonly [number, number],
  language: Language | undefined,
  filter: Filter,
): LazyList<Suggestion> {
  if (!isOfKind(filter, 'place')) return listOf([]);
  const { areas, country, postcodes, streets } = index;
  const hasLetters = /[A-Z]$/.test(prefix);
  const counts = hasLetters
    ? new Map<number, number>()
    : postcodes.placesBetween(postcodeArea(country, low), postcodeArea(country, high));
  if (hasLetters) {
    for (const { street, addresses } of postcodes.streetsOf(...postcodes.ordinalsBetween(low, high))) {
      const place = streets.placeOf(street);
      counts.set(place, (counts.get(place) ?? 0) + addresses);
    }
  }
  const { scope } = filter;
  const [first, end] = postcodes.ordinalsBetween(low, high);
  // Those with addresses of the postcode in the scope, by their streets there, mostly one.
  const isAsked = (place: number): boolean =>
    scope === undefined ||
    [...scope.streets.between(...areas.childrenOf('place', place))].some((street) =>
      scope.hasPostcode(street, { first, end }),
    );
  const places = [...counts].filter(([place]) => isAsked(place)).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return listOfEach(places, ([place, addresses]) => suggestPlaceOfPostcode(index, place, prefix, addresses, language));
}

/**
 * The houses of a postcode whose number begins as typed, in any of its streets: the number itself before its suffixes, and these
 * before longer numbers. In Belgium the boxes of one house are one suggestion, as in `listHouses`. In a large city one digit
 * begins thousands of numbers, all of which are counted: the numbers of neighbouring streets are read as one column, and suffixes only if
 * a number has several.
 */
function listHousesOfPostcode(
  index: CountryIndex,
  { first: ordinal, end }: PostcodeRange,
  typed: TypedHouseNumber,
  language: Language | undefined,
  filter: Filter,
): LazyList<Suggestion> {
  const { scope } = filter;
  const lists: HouseLists = { exact: [], suffixed: [], longer: [] };
  const all = ordinal === end || !isOfKind(filter, 'house') ? [] : index.postcodes.streetsOf(ordinal);
  const streets = scope === undefined ? all : all.filter(({ street }) => scope.streets.has(street));
  for (let first = 0; first < streets.length; ) {
    let next = first + 1;
    while (next < streets.length && streets[next]!.street === streets[next - 1]!.street + 1) next++;
    addHousesOfStreets(index, streets.slice(first, next), ordinal, typed, lists);
    first = next;
  }
  const found = lists.exact.concat(lists.suffixed, lists.longer);
  const houses = scope === undefined ? found : found.filter((house) => scope.addresses.has(house >> 1));
  return listOfEach(houses, (house) => suggestHouse(index, house >> 1, language, (house & 1) === 1));
}

/** Adds the houses of streets that follow each other in the index. */
function addHousesOfStreets(
  index: CountryIndex,
  streets: readonly { readonly street: number; readonly addresses: number }[],
  postcode: number,
  typed: TypedHouseNumber,
  lists: HouseLists,
): void {
  const [first, last] = index.streets.addressesOf(streets[0]!.street, streets.at(-1)!.street + 1);
  const numbers = roomFor(last - first);
  index.addresses.readColumn('number', first, last, numbers);
  const ranges = rangesOf(typed);
  for (const { street, addresses: ofPostcode } of streets) {
    const [from, to] = index.streets.addressesOf(street);
    const isWhole = ofPostcode === to - from;
    const end = to - first;
    let at = from - first;
    for (const [low, high] of ranges) {
      if (numbers[end - 1]! < low) break;
      at = lowerBound(numbers, low, at, end);
      while (at < end && numbers[at]! < high) {
        const number = numbers[at]!;
        const address = first + at++;
        while (at < end && numbers[at] === number) at++;
        const next = first + at;
        // The usual case: a longer number of one house, which needs no comparison.
        const isLonger = number > typed.number;
        if (isLonger && next === address + 1) {
          if (isWhole || index.addresses.postcodeOf(address) === postcode) lists.longer.push(2 * address);
        } else if (isLonger && isWhole && areOneHouse(index, address, next)) lists.longer.push(2 * address + 1);
        else addHousesOfNumber(index, address, next, number, isWhole ? undefined : postcode, typed, lists);
      }
    }
  }
}

/** Whether addresses [from, to) of one number are boxes of one house: they are in the order of their letters. */
function areOneHouse({ addresses, country }: CountryIndex, from: number, to: number): boolean {
  return country === 'be' && addresses.suffixOf(from).letter === addresses.suffixOf(to - 1).letter;
}

/** The numbers being read. One array for all searches: a new one takes longer than to read a Dutch street. */
let numbersRead = new Int32Array(256);

function roomFor(count: number): Int32Array {
  if (count > numbersRead.length) numbersRead = new Int32Array(2 * count);
  return numbersRead;
}

/** The possible numbers, ascending: 0, for a house whose designation is as typed; the number; and longer ones that begin with it. */
function rangesOf(typed: TypedHouseNumber): (readonly [low: number, high: number])[] {
  const ranges: (readonly [number, number])[] = [[0, 1]];
  if (typed.number > 0) ranges.push([typed.number, typed.number + 1], ...longerNumbers(typed));
  return ranges;
}

/** A house is twice the ordinal of its first address, plus 1 if it is shown for all its boxes. */
interface HouseLists {
  readonly exact: number[];
  readonly suffixed: number[];
  readonly longer: number[];
}

/** Adds the houses among addresses [from, to), which share street and number, that have the postcode and begin as typed; each house once. */
function addHousesOfNumber(
  { addresses, country }: CountryIndex,
  from: number,
  to: number,
  number: number,
  postcode: number | undefined,
  typed: TypedHouseNumber,
  { exact, suffixed, longer }: HouseLists,
): void {
  const houses: { readonly letter: string; address: number; isGroup: boolean; isBare: boolean }[] = [];
  const isTyped = number === typed.number;
  for (let address = from; address < to; address++) {
    if (postcode !== undefined && addresses.postcodeOf(address) !== postcode) continue;
    const suffix = addresses.suffixOf(address);
    if (number === 0 ? !suffix.key.startsWith(typed.designation) : isTyped && !beginsAsTyped(suffix, typed)) continue;
    const { letter, key } = suffix;
    const isBare = key === typed.key;
    const known = country === 'be' ? houses.find((house) => house.letter === letter) : undefined;
    if (known === undefined) houses.push({ letter, address, isGroup: false, isBare });
    else {
      known.isGroup = true;
      // `3` represents its house rather than 003, which precedes it.
      if (isBare && !known.isBare) Object.assign(known, { address, isBare });
    }
  }
  for (const { address, isGroup, isBare } of houses) {
    const list = isTyped ? (isBare ? exact : suffixed) : longer;
    list.push(2 * address + Number(isGroup));
  }
}
