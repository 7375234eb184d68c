import type { Country } from '../model/country.ts';
import { foldBox, foldSuffix, squeeze, withoutLeadingZeros } from '../model/house-number.ts';
import type { Suffix } from '../store/address-table.ts';
import type { CountryIndex } from '../store/country-index.ts';

/** A house number as somebody types it, in the form in which it is compared. */
export interface TypedHouseNumber {
  /** 0 where the text does not begin with a digit. */
  readonly number: number;
  /** `foldSuffix` of all that follows the digits, without a word for "box". */
  readonly key: string;
  /** The same with that word, for the registers that write it. */
  readonly keyWithBoxWord: string;
  /** `foldBox` of it: the same however "box" and zeros are written. */
  readonly boxKey: string;
  /** `foldSuffix` of the whole text, for houses whose designation is no number: `ZN`, `0012`. */
  readonly designation: string;
  /** What follows the digits, without spaces and hyphens. */
  readonly spelled: string;
}

/**
 * Reads a typed house number: digits, then letter, addition or box, however they are put apart.
 *
 * @example readHouseNumber('nl', '14 D-1')       // number 14, key 'd1', spelled 'D1'
 * @example readHouseNumber('be', '12A bus 3')    // number 12, key 'a3', spelled 'Abus3'
 */
export function readHouseNumber(country: Country, text: string): TypedHouseNumber {
  if (PLAIN_NUMBER.test(text)) return plainNumber(text);
  const [, digits = '', rest = ''] = /^\s*0*([0-9]{0,6})(.*)$/s.exec(text)!;
  const suffix = rest.trim();
  const { key, keyWithBoxWord } = readBox(suffix);
  return {
    number: Number(digits),
    key: country === 'nl' ? keyWithBoxWord : key,
    keyWithBoxWord,
    boxKey: country === 'nl' ? '' : foldBox(suffix),
    designation: foldSuffix(text),
    spelled: squeeze(suffix),
  };
}

const PLAIN_NUMBER = /^[1-9][0-9]{0,5}$/;

/** What most people type: digits alone. */
function plainNumber(digits: string): TypedHouseNumber {
  return { number: Number(digits), key: '', keyWithBoxWord: '', boxKey: '', designation: digits, spelled: '' };
}

/** The key of a typed box without and with a word for "box": `bus 3` is box 3 nearly everywhere, and box "bus 3" in some. */
export function readBox(text: string): { key: string; keyWithBoxWord: string } {
  return { key: foldSuffix(withoutBoxWord(text)), keyWithBoxWord: foldSuffix(text) };
}

/** The words before a box number. They are noise here, since the registers keep the box by itself. */
function withoutBoxWord(suffix: string): string {
  return suffix.replace(/(^|[^a-z])(?:bus|bte|boîte|boite|box|bfk|bk)\.?\s*(?=[0-9a-z])/i, '$1');
}

/** An address that a typed house number means, and how well. */
export interface HouseMatch {
  readonly address: number;
  readonly street: number;
  /** The better the lower: its tier, and of equally good ones those that are only proposed last (ruling 34). */
  readonly rank: number;
}

type MatchTier =
  | 0 // spelled so
  | 1 // the same but for case, spaces and hyphens; without a typed suffix, any suffix
  | 2 // the same but for leading zeros and a letter for "box", where nothing is the same with them (ruling 7)
  | 3; // a range that the number lies in (ruling 33)

/**
 * Adds the addresses of a street that have a postcode and that a typed house number means, in index order.
 * O(log addresses of the street + addresses with the number + ranges of the street).
 */
export function matchHouses(
  { addresses, streets }: CountryIndex,
  street: number,
  postcode: number,
  typed: TypedHouseNumber,
  matches: HouseMatch[],
): void {
  const [from, to] = streets.addressesOf(street);
  const add = (address: number, tier: MatchTier): void => {
    if (addresses.postcodeOf(address) !== postcode) return;
    matches.push({ address, street, rank: 2 * tier + (addresses.isProposed(address) ? 1 : 0) });
  };
  const first = addresses.firstWithNumber(typed.number, from, to);
  const before = matches.length;
  let end = first;
  for (; end < to && addresses.numberOf(end) === typed.number; end++) {
    const tier = compareSuffix(addresses.suffixOf(end), typed);
    if (tier !== undefined) add(end, tier);
  }
  if (matches.length === before && typed.key !== '') {
    const bare = withoutLeadingZeros(typed.key);
    for (let address = first; address < end; address++) {
      if (isLooselyEqual(addresses.suffixOf(address), bare, typed.boxKey)) add(address, 2);
    }
  }
  if (typed.designation !== typed.key) {
    for (let address = from; address < to && addresses.numberOf(address) === 0; address++) {
      if (addresses.suffixOf(address).key === typed.designation) add(address, 0);
    }
  }
  // A range stands at its first number, so those around this one stand before it.
  if (addresses.hasRanges && typed.key === '' && typed.number > 0) {
    for (const address of addresses.rangesIn(from, first)) {
      if (addresses.suffixOf(address).rangeEnd >= typed.number) add(address, 3);
    }
  }
}

function compareSuffix({ key, spelled }: Suffix, typed: TypedHouseNumber): MatchTier | undefined {
  if (spelled === typed.spelled) return 0;
  if (typed.key === '') return typed.number > 0 ? 1 : undefined;
  return key === typed.key || key === typed.keyWithBoxWord ? 1 : undefined;
}

function isLooselyEqual({ key, boxKey }: Suffix, typedKey: string, typedBoxKey: string): boolean {
  return key !== '' && (withoutLeadingZeros(key) === typedKey || (typedBoxKey !== '' && boxKey === typedBoxKey));
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
  const { number, key, keyWithBoxWord, designation } = typed;
  const found: number[] = [];
  if (from === to) return found;
  const [least, greatest] = [addresses.numberOf(from), addresses.numberOf(to - 1)];
  const addRange = (low: number, high: number, begins: (suffixKey: string) => boolean): void => {
    if (low > greatest || high <= least) return;
    const end = addresses.firstWithNumber(high, from, to);
    for (let address = addresses.firstWithNumber(low, from, to); address < end; address++) {
      if (begins(addresses.suffixOf(address).key)) found.push(address);
    }
  };
  if (number > 0) {
    addRange(number, number + 1, (suffix) => suffix.startsWith(key) || suffix.startsWith(keyWithBoxWord));
    for (let scale = 10; key === '' && number * scale <= LARGEST_TYPED; scale *= 10) {
      addRange(number * scale, (number + 1) * scale, () => true);
    }
  }
  addRange(0, 1, (suffix) => suffix.startsWith(designation));
  return found;
}

const LARGEST_TYPED = 999_999;
