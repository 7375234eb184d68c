import type { AddressFields, Country, Precision } from '../../src/index.ts';
import type { AnswerParts, IndexedRegister } from '../support/indexed-register.ts';
import { looseName } from '../support/loose-name.ts';
import { judgeMutatedParts, type MutatedRow } from '../support/mutated-rows.ts';

/** Who is asked: autocomplete for its list, or geocode with one text, with columns, or by way of a file with a header. */
export type Via = 'search' | 'text' | 'columns' | 'file';

/** What is asked, as plain data: two versions of the code get the same. */
export interface Question {
  readonly family: string;
  readonly kind: string;
  readonly country: Country;
  readonly via: Via;
  /** Every country that has an index is searched, not only the question's own; autocomplete has one in any case. */
  readonly isOpen?: boolean;
  /** Asked of the indexes of the fixtures. */
  readonly isOfFixtures?: boolean;
  /** Its time is what it is asked for. */
  readonly isTimed?: boolean;
  readonly fields: AddressFields;
  readonly expected: Expected;
}

/** What is right, as far as it is known. Names are compared by their letters and digits. */
export type Expected =
  /** One of these houses, and none of these discrepancies; any other single house is wrong. */
  | { readonly kind: 'house'; readonly houses: readonly AnswerParts[]; readonly faults?: readonly string[] }
  /** The street in one of these places or municipalities, or a house in it; any other house is wrong. */
  | { readonly kind: 'street'; readonly names: readonly string[]; readonly places: readonly string[] }
  /** Something in one of these municipalities; anything outside of them is wrong. */
  | { readonly kind: 'inside'; readonly municipalities: readonly string[] }
  /** Several, a street, a place or nothing; any single house is wrong. */
  | { readonly kind: 'no house' }
  /** Any house at home is fine; a single one in another country is wrong. */
  | { readonly kind: 'at home' }
  /** Anything but `exact`, unless it is one of these houses. */
  | { readonly kind: 'not exact'; readonly unless?: readonly AnswerParts[] }
  /** These stand first in the list, in this order: beginnings of `label (description)`, one or several for each. */
  | { readonly kind: 'listed'; readonly first: readonly (readonly string[])[] }
  /** What test/support/mutated-rows.ts demands of a row of which one part was made another. */
  | { readonly kind: 'mutated'; readonly row: MutatedRow }
  /** Nobody knows; only a change tells something. */
  | { readonly kind: 'unknown' };

/** A suggestion, or an address of a match. */
export interface Found {
  readonly shown: string;
  readonly precision: Precision;
  /** Of a house its own; of what is above a house those of one of its addresses. */
  readonly parts: AnswerParts | undefined;
  /** The boxes of a house, shown as one. */
  readonly isGroup: boolean;
}

/** What a version of the code says to a question, as plain data. */
export interface Answer {
  /** Of geocode. */
  readonly status?: string;
  readonly score?: number;
  readonly faults?: readonly string[];
  readonly country?: Country | undefined;
  /** Names of the street and the areas of a match, whatever its status. */
  readonly where?: Readonly<Record<string, string>>;
  readonly found: readonly Found[];
  readonly microseconds?: number;
}

/** `later`: among the first five, but not first. */
export type Verdict = 'right' | 'later' | 'none' | 'wrong' | 'unknown';

/** Best first. */
export const VERDICTS: readonly Verdict[] = ['right', 'later', 'none', 'wrong', 'unknown'];

/** Judges an answer by what is expected; of one country's register only what a mutated row needs. */
export function judge({ via, country, expected }: Question, answer: Answer, register?: IndexedRegister): Verdict {
  if (expected.kind === 'unknown') return 'unknown';
  if (expected.kind === 'listed') return judgeList(expected.first, answer);
  if (expected.kind === 'not exact') {
    const isFalse = answer.status === 'exact' && !isOneOf(expected.unless ?? [], answer.found[0]!);
    return isFalse ? 'wrong' : 'right';
  }
  if (expected.kind === 'mutated') {
    const parts = answer.found.flatMap((each) => each.parts ?? []);
    return judgeMutatedParts(register!, expected.row, answer.status ?? '', parts) === undefined ? 'right' : 'wrong';
  }
  return via === 'search' ? judgeSearch(expected, answer) : judgeMatch(expected, answer, country);
}

function judgeList(first: readonly (readonly string[])[], { found }: Answer): Verdict {
  const isThere = first.every((beginnings, i) => beginnings.some((each) => found[i]?.shown.startsWith(each)));
  return isThere ? 'right' : 'wrong';
}

type ExpectedAddress = Extract<Expected, { kind: 'house' | 'street' | 'inside' | 'no house' | 'at home' }>;

/** The first suggestion is what people take; among five is `later`. */
function judgeSearch(expected: ExpectedAddress, { found }: Answer): Verdict {
  const [first] = found;
  if (first === undefined) return expected.kind === 'no house' ? 'right' : 'none';
  switch (expected.kind) {
    case 'house': {
      const at = found.findIndex((each) => isOneOf(expected.houses, each));
      if (at >= 0) return at === 0 ? 'right' : 'later';
      return first.precision === 'House' ? 'wrong' : 'none';
    }
    case 'street':
      if (isInStreet(expected, first)) return 'right';
      if (first.precision === 'House') return 'wrong';
      return found.some((each) => isInStreet(expected, each)) ? 'later' : 'none';
    case 'inside':
      return isInside(expected.municipalities, first) ? 'right' : 'wrong';
    case 'no house':
      return first.precision === 'House' ? 'wrong' : 'right';
    case 'at home':
      return 'right';
  }
}

function judgeMatch(expected: ExpectedAddress, answer: Answer, home: Country): Verdict {
  const { status, found, where = {}, faults = [], country } = answer;
  const single = status === 'exact' || status === 'corrected' ? found[0] : undefined;
  switch (expected.kind) {
    case 'house':
      if (single === undefined) return 'none';
      if (expected.faults?.some((each) => faults.includes(each))) return 'wrong';
      return isOneOf(expected.houses, single) ? 'right' : 'wrong';
    case 'street': {
      if (single !== undefined) return isInStreet(expected, single) ? 'right' : 'wrong';
      const isThere =
        includesLoose(expected.names, where['street']) &&
        (includesLoose(expected.places, where['place']) || includesLoose(expected.places, where['municipality']));
      return isThere ? 'right' : 'none';
    }
    case 'inside': {
      const areas = found.length > 0 ? found : undefined;
      if (areas !== undefined)
        return areas.every((each) => isInside(expected.municipalities, each)) ? 'right' : 'wrong';
      const municipality = where['municipality'];
      if (municipality === undefined) return 'none';
      return includesLoose(expected.municipalities, municipality) ? 'right' : 'wrong';
    }
    case 'no house':
      return single === undefined ? 'right' : 'wrong';
    case 'at home':
      if (single === undefined) return 'none';
      return country === home ? 'right' : 'wrong';
  }
}

function isOneOf(houses: readonly AnswerParts[], { parts, isGroup, precision }: Found): boolean {
  if (parts === undefined || precision !== 'House') return false;
  return houses.some((each) => isSameHouse(each, parts, isGroup));
}

/** @param isGroup whatever the letter, addition or box */
export function isSameHouse(a: AnswerParts, b: AnswerParts, isGroup: boolean = false): boolean {
  return (
    a.number === b.number &&
    a.postcode === b.postcode &&
    (isGroup || a.suffix === b.suffix) &&
    a.streets.some((name) => includesLoose(b.streets, name))
  );
}

function isInStreet(
  { names, places }: Extract<Expected, { kind: 'street' }>,
  { parts, precision, shown }: Found,
): boolean {
  if (parts === undefined || (precision !== 'House' && precision !== 'Street')) return false;
  if (!parts.streets.some((name) => includesLoose(names, name))) return false;
  return parts.places.some((place) => includesLoose(places, place)) || places.some((place) => shown.endsWith(place));
}

function isInside(municipalities: readonly string[], { parts, precision }: Found): boolean {
  if (parts === undefined || precision === 'Province' || precision === 'GroupedStreets') return false;
  return parts.places.some((place) => includesLoose(municipalities, place));
}

export function includesLoose(names: readonly string[], name: string | undefined): boolean {
  return name !== undefined && names.some((each) => each === name || looseName(each) === looseName(name));
}

/** An answer in one line, for people. */
export function shownAs({ status, score = 0, faults = [], found, where = {}, country }: Answer): string {
  const list = found
    .slice(0, 2)
    .map(({ shown }) => shown)
    .join('; ');
  if (status === undefined) return list || 'nothing';
  const place = found.length > 0 ? list : [where['street'], where['place']].filter(Boolean).join(', ');
  return `${status} ${score.toFixed(3)} [${faults.join(' ')}]${country === undefined ? '' : ` ${country}`} ${place}`;
}
