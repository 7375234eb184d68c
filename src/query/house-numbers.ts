import type { Country } from '../model/country.ts';
import { foldBox, foldSuffix, withoutLeadingZeros } from '../model/house-number.ts';
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
  /** What follows the digits, as typed. */
  readonly suffix: string;
}

/**
 * Reads a typed house number: digits, then letter, addition or box, however they are put apart.
 *
 * @example readHouseNumber('nl', '14 D-1')       // number 14, key 'd1', suffix 'D-1'
 * @example readHouseNumber('be', '12A bus 3')    // number 12, key 'a3', suffix 'A bus 3'
 */
export function readHouseNumber(country: Country, text: string): TypedHouseNumber {
  const [, digits = '', rest = ''] = /^\s*0*([0-9]{0,6})(.*)$/s.exec(text)!;
  const suffix = rest.trim();
  const { key, keyWithBoxWord } = readBox(suffix);
  return {
    number: Number(digits),
    key: country === 'nl' ? keyWithBoxWord : key,
    keyWithBoxWord,
    boxKey: country === 'nl' ? '' : foldBox(suffix),
    designation: foldSuffix(text),
    suffix,
  };
}

/** The key of a typed box without and with a word for "box": `bus 3` is box 3 nearly everywhere, and box "bus 3" in some. */
export function readBox(text: string): { key: string; keyWithBoxWord: string } {
  return { key: foldSuffix(withoutBoxWord(text)), keyWithBoxWord: foldSuffix(text) };
}

/** The words before a box number. They are noise here, since the registers keep the box by itself. */
function withoutBoxWord(suffix: string): string {
  return suffix.replace(/(^|[^a-z])(?:bus|bte|boîte|boite|box|bfk|bk)\.?\s*(?=[0-9a-z])/i, '$1');
}

/** An address that a typed house number means, and how well; a lower tier is better. */
export interface HouseMatch {
  readonly address: number;
  readonly tier: MatchTier;
}

type MatchTier =
  | 0 // spelled so
  | 1 // the same but for case, spaces and hyphens; without a typed suffix, any suffix
  | 2 // the same but for leading zeros and a letter for "box", where nothing is the same with them (ruling 7)
  | 3; // a range that the number lies in (ruling 33)

/**
 * The addresses of [from, to), a range within one street, that have a postcode and that a typed house number means, in
 * index order. O(log range + addresses with the number), where there are ranges O(range).
 */
export function matchHouses(
  { addresses }: CountryIndex,
  from: number,
  to: number,
  postcode: number,
  typed: TypedHouseNumber,
): HouseMatch[] {
  const first = addresses.firstWithNumber(typed.number, from, to);
  const end = addresses.firstWithNumber(typed.number + 1, first, to);
  const spelled = squeeze(typed.suffix);
  const matches: HouseMatch[] = [];
  const addAll = (start: number, stop: number, tierOf: (suffix: Suffix) => MatchTier | undefined): void => {
    for (let address = start; address < stop; address++) {
      const tier = addresses.postcodeOf(address) === postcode ? tierOf(addresses.suffixOf(address)) : undefined;
      if (tier !== undefined) matches.push({ address, tier });
    }
  };
  addAll(first, end, ({ key, letter, addition }) => {
    if (squeeze(letter + addition) === spelled) return 0;
    if (typed.key === '') return typed.number > 0 ? 1 : undefined;
    return key === typed.key || key === typed.keyWithBoxWord ? 1 : undefined;
  });
  if (matches.length === 0) {
    const bare = withoutLeadingZeros(typed.key);
    addAll(first, end, ({ key, boxKey }) => {
      if (key === '') return undefined;
      return withoutLeadingZeros(key) === bare || (typed.boxKey !== '' && boxKey === typed.boxKey) ? 2 : undefined;
    });
  }
  if (typed.designation !== typed.key) {
    addAll(from, addresses.firstWithNumber(1, from, to), ({ key }) => (key === typed.designation ? 0 : undefined));
  }
  // A range stands at its first number, so those around this one stand before it.
  if (addresses.hasRanges && typed.key === '' && typed.number > 0) {
    addAll(from, first, ({ rangeEnd }) => (rangeEnd >= typed.number ? 3 : undefined));
  }
  return matches;
}

/** Without spaces and hyphens, case kept. */
function squeeze(suffix: string): string {
  return suffix.replace(/[\s-]+/g, '');
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
  const addRange = (low: number, high: number, begins: (suffixKey: string) => boolean): void => {
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
