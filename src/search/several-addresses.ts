import { DIGITS } from '../model/postcode-form.ts';
import { fold } from '../text/fold.ts';

export interface SeveralAddresses {
  readonly texts: readonly string[];
  /** Each with a postcode of its own. */
  readonly areWhole: boolean;
}

/**
 * The addresses that a text may list, each as a text of its own: whole ones, or streets with their numbers that share a place. Nothing for a
 * text with only one. Whether they are addresses at all, and not a building or a company with a number, is for the register to say.
 *
 * @example addressesIn('Rue Neuve 12, Rue Haute 5, 4000 Liège')    // texts: 'Rue Neuve 12, 4000 Liège', 'Rue Haute 5, 4000 Liège'
 * @example addressesIn('Dam 1, 1012JS Amsterdam; Spui 2, 2511BT Den Haag')    // 'Dam 1, 1012JS Amsterdam', 'Spui 2, 2511BT Den Haag'; areWhole
 */
export function addressesIn(text: string): SeveralAddresses {
  const whole = text
    .split(BETWEEN_ADDRESSES)
    .map((each) => each.trim())
    .filter((each) => LINE.test(each) && POSTCODE.test(each));
  if (whole.length > 1) return { texts: whole.slice(0, MAX_ADDRESSES), areWhole: true };
  const parts = text
    .split(BETWEEN_PARTS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const lines = parts.filter((part) => LINE.test(part) && !POSTCODE.test(part));
  if (new Set(lines.map(fold)).size < 2) return ONLY_ONE;
  const withOne = (line: string): string => parts.filter((part) => part === line || !lines.includes(part)).join(', ');
  return { texts: lines.slice(0, MAX_ADDRESSES).map(withOne), areWhole: false };
}

const ONLY_ONE: SeveralAddresses = { texts: [], areWhole: false };

/** A name and a number of up to three digits, in either order: longer ones are postcodes more often than numbers. */
const LINE = /\p{L}{2}[^0-9]*[\s,][0-9]{1,3}(?:\s?[a-z])?(?![0-9])|^\s*[0-9]{1,3}[a-z]?[\s,]+\p{L}{2}/iu;
const POSTCODE = new RegExp(`(?<![0-9])${DIGITS}(?![0-9])`);
/** Between whole addresses, and between the parts of one. */
const BETWEEN_ADDRESSES = /[;|\n]|\s\/\s/;
const BETWEEN_PARTS = /[,;|\n]|\s\/\s/;
/** Maximum addresses to look for in one text. */
const MAX_ADDRESSES = 4;
