import type { AddressOf, AlternativeOf, AnyAddress } from '../model/address.ts';
import type { Country } from '../model/country.ts';
import { readHouseNumber, type TypedHouseNumber } from '../model/house-number.ts';
import { parsePostcode } from '../model/postcode.ts';
import { HOUSE_TIER, type HouseMatch, type HouseTier, matchHouses } from '../search/house-match.ts';
import { WrittenStreetName } from '../search/written-street-name.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { asWholeNumber, withoutCellMarks } from '../text/misread-text.ts';
import { checkDocumentOptions, checkRequest, checkText } from './arguments.ts';
import { type DocumentOptions, makeDocument, makeDocuments } from './documents.ts';

export interface DirectMatchRequest extends DocumentOptions {
  /** In any form that people write: `1012JS`, `1012 js`, `B-1000`, `L-1466`. */
  readonly postcode: string;
  /** The number; letter, range or box may follow it: `12`, `12A`, `12-14`, `12 bus 3`. Also as spreadsheets write it: `'12`, `12.0`. */
  readonly housenumber: string | number;
  /** Letter and addition or box, letter first: `A`, `bis`, `A-2`. */
  readonly housenumberaddition?: string | undefined;
  /** In any of the street's languages; case and diacritics do not count. */
  readonly street?: string | undefined;
}

/**
 * The addresses with this postcode and house number.
 *
 * Without an addition every address with the number, whatever letter or addition, the bare number first. With one, those
 * whose letter and addition are the same but for case, spaces and hyphens, the exact spelling first. A house-number range
 * that the number lies in comes after exact matches, and among equally good ones those that are only proposed come last. An
 * empty list if there is none, also for text that is not a postcode.
 *
 * @throws AddressLookupError `invalid-argument`
 *
 * O(streets of the postcode · log addresses of a street); a few microseconds.
 *
 * @internal
 */
export function directMatch<C extends Country>(index: CountryIndex, request: DirectMatchRequest): AddressOf[C][] {
  checkDirectMatch('directMatch', request);
  const code = parsePostcode(index.country, asWholeNumber(withoutCellMarks(request.postcode)));
  const postcode = code === undefined ? -1 : index.postcodes.ordinalOf(code);
  if (postcode <= 0) return [];

  const { housenumberaddition = '', street: name } = request;
  const number = numberOf(request);
  const addition = withoutCellMarks(housenumberaddition);
  const typed = readHouseNumber(index.country, addition === '' ? number : `${number} ${addition}`);
  const [from, to] = index.postcodes.entriesOf(postcode);
  const named = name?.trim()
    ? new WrittenStreetName(index, name).streetsIn(index.postcodes.streetAt(from), index.postcodes.streetAt(to - 1) + 1)
    : undefined;
  const postcodes = { first: postcode, end: postcode + 1 };
  const found: HouseMatch[] = [];
  for (let entry = from; entry < to; entry++) {
    const street = index.postcodes.streetAt(entry);
    if (named === undefined || named.has(street)) found.push(...matchHouses(index, street, typed, postcodes));
  }
  const [only] = found;
  if (only === undefined) return [];
  if (found.length === 1) return only.tier in RANK ? [makeDocument<C>(index, only.address, only.street, request)] : [];
  return makeDocuments<C>(index, inOrder(index, found, typed), request);
}

/** The number as it was in a spreadsheet's cell: 12 for `="12"`, `'12` and `12.0`. */
function numberOf({ housenumber }: DirectMatchRequest): string {
  return asWholeNumber(withoutCellMarks(String(housenumber)));
}

/**
 * The addresses of the answer, best first. All streets are ordered together, so that no range precedes the exact number in another street;
 * among equally good ones, those that are only proposed come last (ruling 34).
 */
function inOrder(index: CountryIndex, found: readonly HouseMatch[], typed: TypedHouseNumber): number[] {
  const ranked: { readonly address: number; readonly rank: number }[] = [];
  for (const { address, street, tier } of found) {
    if (tier === HOUSE_TIER.other || tier === HOUSE_TIER.begins) continue;
    // If the street has the number as typed, one that differs in zeros is another address (ruling 7).
    if (tier === HOUSE_TIER.loose && found.some((each) => each.street === street && each.tier <= HOUSE_TIER.same))
      continue;
    // A range that begins with the number counts as one of its suffixes.
    const isBeginning = tier === HOUSE_TIER.range && index.addresses.numberOf(address) === typed.number;
    const rank = 2 * RANK[isBeginning ? HOUSE_TIER.further : tier] + Number(index.addresses.isProposed(address));
    ranked.push({ address, rank });
  }
  return ranked.sort((a, b) => a.rank - b.rank).map(({ address }) => address);
}

/**
 * The houses, letters, additions and boxes with the postcode and number of a request, ignoring whatever follows the number: the
 * choices when `directMatch` finds nothing. With `street`, only those of that street. In the order of `directMatch`
 * without an addition: the bare number first, then natural order, ranges that the number lies in last. An empty list if the
 * number does not exist.
 *
 * @throws AddressLookupError `invalid-argument`
 *
 * O(streets of the postcode · log addresses of a street + what is listed)
 *
 * @internal
 */
export function alternatives<C extends Country>(index: CountryIndex, request: DirectMatchRequest): AlternativeOf[C][] {
  checkDirectMatch('alternatives', request);
  const { postcode, street } = request;
  const { number } = readHouseNumber(index.country, numberOf(request));
  if (number === 0) return [];
  const found = directMatch<C>(index, { postcode, housenumber: number, street });
  return found.map((address) => {
    const parts = DISTINGUISHING.map((part) => [part, (address as AnyAddress)[part]] as const);
    return Object.fromEntries(parts.filter(([, value]) => value !== undefined)) as unknown as AlternativeOf[C];
  });
}

/** The parts of a document that distinguish it from others with the same postcode and number. */
const DISTINGUISHING = ['street', 'housenumber', 'houseletter', 'housenumberaddition', 'box_number'] as const;

function checkDirectMatch(operation: 'directMatch' | 'alternatives', request: DirectMatchRequest): void {
  checkRequest(operation, request);
  checkText(operation, 'postcode', request.postcode, true);
  if (typeof request.housenumber !== 'number') checkText(operation, 'housenumber', request.housenumber, true);
  checkText(operation, 'housenumberaddition', request.housenumberaddition);
  checkText(operation, 'street', request.street);
  checkDocumentOptions(operation, request);
}

/** A bare number matches every address that has it, in index order: boxes, letters and additions alike (ruling 6). */
const RANK: Readonly<Record<Exclude<HouseTier, typeof HOUSE_TIER.other | typeof HOUSE_TIER.begins>, number>> = {
  [HOUSE_TIER.spelled]: 0,
  [HOUSE_TIER.same]: 1,
  [HOUSE_TIER.boxes]: 1,
  [HOUSE_TIER.further]: 1,
  [HOUSE_TIER.loose]: 2,
  [HOUSE_TIER.range]: 3,
};
