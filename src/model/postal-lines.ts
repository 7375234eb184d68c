import type { Country, Language } from './country.ts';

/** What the lines of an address are made of; `''` for what it does not have. */
export interface PostalParts {
  readonly country: Country;
  readonly street: string;
  readonly housenumber: string;
  readonly houseletter: string;
  /** NL: the addition. BE: the box. */
  readonly addition: string;
  /** As its register writes it. */
  readonly postcode: string;
  /** The place that goes with the postcode. */
  readonly place: string;
  /** That of the street's name, in which a box is announced; Dutch unless given. */
  readonly language?: Language | undefined;
}

/**
 * The address as it stands on an envelope: at most two lines, without what it lacks. The rules are those of the three posts (addressing sheets NLD,
 * BEL and LUX of the Universal Postal Union), in mixed case: a space inside a Dutch postcode, the word for "box" in the language of a Belgian street, and
 * in Luxembourg the number before the street and `L-` before the postcode.
 *
 *     Dam 1A-2           Rue de la Loi 16 bte 3    16, Grand-Rue
 *     1012 JS Amsterdam  1000 Bruxelles            L-1660 Luxembourg
 */
export function postalLines(parts: PostalParts): string[] {
  return [streetLine(parts), townLine(parts)].filter((line) => line !== '');
}

export function streetLine(parts: PostalParts): string {
  const written = [parts.street, doorNumber(parts)].filter((part) => part !== '');
  return parts.country === 'lu' ? written.reverse().join(', ') : written.join(' ');
}

/** The house number as it is written on the door: `12A-2`, `12 bus 3`. */
export function doorNumber({ country, housenumber, houseletter, addition, language }: PostalParts): string {
  const number = housenumber + houseletter;
  if (addition === '') return number;
  return country === 'be' ? `${number} ${boxLabel(addition, language)}` : `${number}-${addition}`;
}

/** A box with the word that announces it, unless it has one in its register: `bus 3`, `bte RDC`, `Bte 28`. */
export function boxLabel(box: string, language: Language = 'nl'): string {
  return HAS_WORD.test(box) ? box : `${BOX_WORDS[language]} ${box}`;
}

const HAS_WORD = /^\p{L}{2,}[\s.]+\S/u;
const BOX_WORDS: Readonly<Record<Language, string>> = { nl: 'bus', fr: 'bte', de: 'Bfk.', lb: 'bte' };

function townLine({ country, postcode, place }: PostalParts): string {
  const code = country === 'lu' && postcode !== '' ? `L-${postcode}` : postcode.replace(BEFORE_LETTERS, ' ');
  return `${code} ${place}`.trim();
}

const BEFORE_LETTERS = /(?<=\d)(?=\p{L})/u;
