import type { Country } from '../model/country.ts';
import { foldSuffix, withoutLeadingZeros } from '../model/house-number.ts';
import type { CountryIndex } from '../store/country-index.ts';

/** A house number as somebody types it, in the form in which it is compared. */
export interface TypedHouseNumber {
  /** 0 where the text does not begin with a digit. */
  readonly number: number;
  /** `foldSuffix` of all that follows the digits. */
  readonly key: string;
  /** What follows the digits, as typed. */
  readonly suffix: string;
}

/**
 * Reads a typed house number: digits, then letter, addition or box, however they are put apart.
 *
 * @example readHouseNumber('nl', '14 D-1')       // { number: 14, key: 'd1', suffix: 'D-1' }
 * @example readHouseNumber('be', '12A bus 3')    // { number: 12, key: 'a3', suffix: 'A bus 3' }
 */
export function readHouseNumber(country: Country, text: string): TypedHouseNumber {
  const [, digits = '', rest = ''] = /^\s*0*([0-9]{0,6})(.*)$/s.exec(text)!;
  const suffix = rest.trim();
  return { number: Number(digits), key: foldSuffix(country === 'nl' ? suffix : withoutBoxWord(suffix)), suffix };
}

/** The words before a box number. They are noise here, since the registers keep the box by itself. */
function withoutBoxWord(suffix: string): string {
  return suffix.replace(/(^|[^a-z])(?:bus|bte|boîte|boite|box|bfk|bk)\.?\s*(?=[0-9a-z])/i, '$1');
}

/**
 * The addresses of [from, to), a range within one street, that a typed house number means, best first: those whose suffix is
 * spelled so, those whose suffix differs in case, spaces and hyphens, and ranges that the number lies in. Without a suffix,
 * every address with the number, the bare one first. O(log range + found).
 */
export function matchHouses({ addresses }: CountryIndex, from: number, to: number, typed: TypedHouseNumber): number[] {
  const first = addresses.firstWithNumber(typed.number, from, to);
  const end = addresses.firstWithNumber(typed.number + 1, first, to);
  const withNumber = Array.from({ length: end - first }, (_, i) => first + i);
  const matching =
    typed.key === '' && typed.number > 0 ? withNumber : withNumber.filter((address) => hasKey(address, typed.key));
  if (matching.length > 0) {
    const spelled = squeeze(typed.suffix);
    const isSpelledSo = (address: number): boolean => {
      const { letter, addition } = addresses.suffixOf(address);
      return squeeze(letter + addition) === spelled;
    };
    const exact = matching.filter(isSpelledSo);
    return [...exact, ...matching.filter((address) => !exact.includes(address)), ...rangesAround()];
  }
  // A leading zero makes a difference only where both forms exist (ruling 7).
  const bare = withoutLeadingZeros(typed.key);
  const withoutZeros = withNumber.filter((address) => withoutLeadingZeros(addresses.suffixOf(address).key) === bare);
  return [...withoutZeros, ...rangesAround()];

  function hasKey(address: number, key: string): boolean {
    return addresses.suffixOf(address).key === key;
  }

  /** A range stands at its first number, so those around this one stand before it. Only few streets have any. */
  function rangesAround(): number[] {
    if (!addresses.hasRanges || typed.key !== '' || typed.number === 0) return [];
    const found: number[] = [];
    for (let address = from; address < first; address++) {
      if (addresses.suffixOf(address).rangeEnd >= typed.number) found.push(address);
    }
    return found;
  }
}

/** Without spaces and hyphens, case kept. */
function squeeze(suffix: string): string {
  return suffix.replace(/[\s-]+/g, '');
}

/**
 * The addresses of [from, to), a range within one street, whose house number begins as typed, best first: the number itself
 * with suffixes that begin as typed, then, when no suffix is typed, the numbers that begin with those digits (1, 10 … 19, 100 …).
 * A text that does not begin with a digit finds houses without a number by their designation.
 */
export function completeHouses(
  { addresses }: CountryIndex,
  from: number,
  to: number,
  typed: TypedHouseNumber,
): number[] {
  const found: number[] = [];
  const addRange = (low: number, high: number): void => {
    const end = addresses.firstWithNumber(high, from, to);
    for (let address = addresses.firstWithNumber(low, from, to); address < end; address++) {
      if (typed.key === '' || addresses.suffixOf(address).key.startsWith(typed.key)) found.push(address);
    }
  };
  addRange(typed.number, typed.number + 1);
  if (typed.key !== '' || typed.number === 0) return found;
  for (let scale = 10; typed.number * scale <= LARGEST_TYPED; scale *= 10) {
    addRange(typed.number * scale, (typed.number + 1) * scale);
  }
  return found;
}

const LARGEST_TYPED = 999_999;
