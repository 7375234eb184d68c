import { digitRuns, MAX_NUMBER, type Suffix, type TypedHouseNumber } from '../model/house-number.ts';
import type { AddressTable } from '../store/address-table.ts';
import type { CountryIndex } from '../store/country-index.ts';

/**
 * How an address matches a typed house number, best first: the ladder that directmatch, free text and batches share. Batches
 * take the best tier; free text maps tiers to its rule for house numbers; directmatch lists all addresses with the number together, in index
 * order. `test/search/house-match.test.ts` has it as a table.
 *
 *     typed      register    tier
 *     14 d-1     14 D-1      same       12 is `spelled` 12, and 14 d-1 is 14 D-1 but for case, spaces, hyphens, a word for "box"
 *     12 bus 1   12 b001     loose      zeros and a letter for "box"; another form of an addition: `huis` is hs, `II` is 2, `app. 3` is 3 (Netherlands)
 *     12A        12A bus 3   boxes      the house itself, whose boxes the register lists (Belgium)
 *     112        109-115     range      a range of house numbers that the number lies in, either end included
 *     12         12A         further    a letter or addition more than was typed
 *     12 A       12 A-1      begins     the number, with a suffix that begins as typed, which may be unfinished
 *     12 B       12          other      the number, but with another letter, addition or box
 */
export const HOUSE_TIER = {
  spelled: 0,
  same: 1,
  loose: 2,
  boxes: 3,
  range: 4,
  further: 5,
  begins: 6,
  other: 7,
} as const;
export type HouseTier = (typeof HOUSE_TIER)[keyof typeof HOUSE_TIER];

/** An address that matches a typed house number, and how well. */
export interface HouseMatch {
  readonly address: number;
  readonly street: number;
  readonly tier: HouseTier;
}

/** Positions in the postcode table, [first, end). */
export interface PostcodeRange {
  readonly first: number;
  readonly end: number;
}

/**
 * The addresses of a street that have a typed house number or a range around it, each with its tier, in index order except for
 * ranges that begin before the number, which come last. The caller decides which tiers are answers. O(log addresses of
 * the street + addresses with the number + ranges of the street).
 *
 * @param postcodes of which each address must have one; without it, all addresses of the street
 */
export function matchHouses(
  { addresses, streets, country }: CountryIndex,
  street: number,
  typed: TypedHouseNumber,
  postcodes?: PostcodeRange,
): HouseMatch[] {
  const found: HouseMatch[] = [];
  const [from, to] = streets.addressesOf(street);
  // The addresses with the number, whatever follows it.
  const first = addresses.firstWithNumber(typed.number, from, to);
  for (let address = first; address < to && addresses.numberOf(address) === typed.number; address++) {
    const tier = compareSuffix(country, addresses.suffixOf(address), typed);
    if (tier !== undefined && hasPostcode(addresses, address, postcodes)) found.push({ address, street, tier });
  }
  // Houses without a number, by their designation.
  if (typed.designation !== typed.key && typed.designation !== '') {
    for (let address = from; address < to && addresses.numberOf(address) === 0; address++) {
      if (addresses.suffixOf(address).key === typed.designation && hasPostcode(addresses, address, postcodes)) {
        found.push({ address, street, tier: HOUSE_TIER.spelled });
      }
    }
  }
  // A range is at its first number in the index, so those around this one are before it.
  if (addresses.hasRanges && typed.key === '' && typed.number > 0) {
    for (const address of addresses.rangesIn(from, first)) {
      if (addresses.suffixOf(address).rangeEnd >= typed.number && hasPostcode(addresses, address, postcodes)) {
        found.push({ address, street, tier: HOUSE_TIER.range });
      }
    }
  }
  return found;
}

/** Whether an address has one of the postcodes; always true without a range. */
export function hasPostcode(addresses: AddressTable, address: number, postcodes: PostcodeRange | undefined): boolean {
  if (postcodes === undefined) return true;
  const postcode = addresses.postcodeOf(address);
  return postcode >= postcodes.first && postcode < postcodes.end;
}

/**
 * The addresses of a street that match a typed house number best, with their tier; `undefined` if the street does not
 * have the number. If addresses are spelled as typed, those that match only when folded are left out.
 */
export function bestHouses(index: CountryIndex, street: number, typed: TypedHouseNumber): BestHouses | undefined {
  const found = matchHouses(index, street, typed);
  if (found.length === 0) return undefined;
  // The common case: one address has the number, or its suffix as typed.
  if (found.length === 1 && found[0]!.tier < HOUSE_TIER.begins) {
    return { tier: found[0]!.tier, addresses: [found[0]!.address] };
  }
  let best: HouseTier = HOUSE_TIER.other;
  for (const { tier } of found) if (tier < best) best = tier;
  // A suffix that only begins as typed is another one, unless it is still being typed.
  if (best === HOUSE_TIER.begins) best = HOUSE_TIER.other;
  const ofTier = found
    .filter(({ tier }) => tier === best || (best === HOUSE_TIER.other && tier === HOUSE_TIER.begins))
    .map(({ address }) => address);
  return { tier: best, addresses: best === HOUSE_TIER.other ? nearestOther(index, ofTier, typed) : ofTier };
}

export interface BestHouses {
  readonly tier: HouseTier;
  readonly addresses: readonly number[];
}

/** Chooses among addresses with another suffix than the typed one: those with its letter (12A for `12A bus 9` or `12A/B`), the bare house, or all. */
function nearestOther(
  { addresses }: CountryIndex,
  found: readonly number[],
  { written }: TypedHouseNumber,
): readonly number[] {
  const select = (fits: (suffix: Suffix) => boolean): number[] =>
    found.filter((address) => fits(addresses.suffixOf(address)));
  const letter = LETTER_OF_HOUSE.exec(written)?.[1]?.toLowerCase();
  const ofLetter = letter === undefined ? [] : select(({ letterKey }) => letterKey === letter);
  const bare = select(({ key }) => key === (ofLetter.length > 0 ? letter : ''));
  return [bare, ofLetter].find((some) => some.length > 0) ?? found;
}

/** A letter by itself behind the first digits, and no initial: `12A/B`, but not `12 A. Jansen`. */
const LETTER_OF_HOUSE = /^[^0-9]*[0-9]+[\s/-]*(\p{L})(?!\p{L}|[.&]\s?\p{L})/u;

/** How the suffix of an address with the typed number matches the typed suffix. */
function compareSuffix(
  country: CountryIndex['country'],
  suffix: Suffix,
  typed: TypedHouseNumber,
): HouseTier | undefined {
  const { key, letterKey, spelled } = suffix;
  const { key: typedKey } = typed;
  // `bus A` is box A, never the letter of 12A.
  const isOtherKind = typed.hasBoxWord && country === 'be' && suffix.addition === '';
  // What the register has sign by sign is that, whatever the signs mean elsewhere: box .1.01 is no decimal.
  const isSpelled = spelled === typed.spelled || spelled === typed.spelledWithBoxWord;
  if (isSpelled && !isOtherKind) return HOUSE_TIER.spelled;
  const isOtherThing =
    isOtherKind || (typed.apart !== '' && digitRuns(`${suffix.letter}/${suffix.addition}`) !== typed.apart);
  if (!isOtherThing && typedKey !== '' && (key === typedKey || key === typed.keyWithBoxWord)) return HOUSE_TIER.same;
  if (typedKey === '') {
    if (typed.number === 0) return undefined;
    if (suffix.rangeEnd > 0) return HOUSE_TIER.range;
    return country === 'be' && letterKey === '' ? HOUSE_TIER.boxes : HOUSE_TIER.further;
  }
  if (isOtherThing) return HOUSE_TIER.other;
  if (key !== '' && isLooselyEqual(suffix, typed)) return HOUSE_TIER.loose;
  if (country === 'be' && letterKey === typedKey && !typed.hasBoxWord) return HOUSE_TIER.boxes;
  if (key.startsWith(typedKey)) return HOUSE_TIER.begins;
  return typed.number === 0 ? undefined : HOUSE_TIER.other;
}

function isLooselyEqual({ key, looseKey, boxKey }: Suffix, typed: TypedHouseNumber): boolean {
  if (looseKey === typed.looseKey) return true;
  if (typed.boxKey !== '' && boxKey === typed.boxKey) return true;
  return typed.otherForms.includes(key);
}

/**
 * The addresses of [from, to), a range within one street, whose house number begins as typed, best first: the number itself
 * with suffixes that begin as typed, then, when no suffix is typed, the numbers that begin with those digits (1, 10 … 19, 100 …),
 * then houses without a number whose designation begins so.
 */
export function completeHouses(
  { addresses }: CountryIndex,
  from: number,
  to: number,
  typed: TypedHouseNumber,
): number[] {
  const { number, designation } = typed;
  const found: number[] = [];
  if (from === to) return found;
  const [least, greatest] = [addresses.numberOf(from), addresses.numberOf(to - 1)];
  const addRange = (low: number, high: number, begins: (suffix: Suffix) => boolean): void => {
    if (low > greatest || high <= least) return;
    const end = addresses.firstWithNumber(high, from, to);
    for (let address = addresses.firstWithNumber(low, from, to); address < end; address++) {
      if (begins(addresses.suffixOf(address))) found.push(address);
    }
  };
  if (number > 0) {
    addRange(number, number + 1, (suffix) => beginsAsTyped(suffix, typed));
    for (const [low, high] of longerNumbers(typed)) addRange(low, high, () => true);
  }
  addRange(0, 1, (suffix) => suffix.key.startsWith(designation));
  return found;
}

/** The numbers, ascending, that begin with the digits of a typed one and are longer; none behind which something is typed. */
export function longerNumbers({ number, key }: TypedHouseNumber): (readonly [low: number, high: number])[] {
  const ranges: (readonly [number, number])[] = [];
  for (let scale = 10; number > 0 && key === '' && number * scale <= MAX_NUMBER; scale *= 10)
    ranges.push([number * scale, (number + 1) * scale]);
  return ranges;
}

/** Whether a suffix begins as typed, with or without a word for "box", leading zeros aside. */
export function beginsAsTyped({ key, looseKey, boxKey }: Suffix, typed: TypedHouseNumber): boolean {
  if (key.startsWith(typed.key) || key.startsWith(typed.keyWithBoxWord)) return true;
  return looseKey.startsWith(typed.looseKey) || (typed.boxKey !== '' && boxKey.startsWith(typed.boxKey));
}

/** The addresses of the house that an address belongs to, in index order: in Belgium its boxes. */
export function boxesOf(index: CountryIndex, address: number): number[] {
  const { addresses, streets } = index;
  const [from, to] = streets.addressesOf(streets.streetOf(address));
  const number = addresses.numberOf(address);
  const house = houseKey(index, address);
  const boxes: number[] = [];
  for (let each = addresses.firstWithNumber(number, from, to); each < to && addresses.numberOf(each) === number; each++)
    if (houseKey(index, each) === house) boxes.push(each);
  return boxes;
}

/** The key that the boxes of a house share: street, number, letter and, in a street of two postcodes, postcode. */
export function houseKey({ addresses, streets }: CountryIndex, address: number): string {
  const { letter } = addresses.suffixOf(address);
  return `${streets.streetOf(address)} ${addresses.numberOf(address)}${letter} ${addresses.postcodeOf(address)}`;
}
