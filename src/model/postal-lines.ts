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
 * The address as it stands on an envelope: at most two lines, without what it lacks. PostNL ("Addressing tips") wants a space inside the postcode, two
 * behind it, and the town in capitals; bpost ("How to compose an address?") the number right behind the street, no comma, one language, and a word for
 * "box", of which it lists no German one. In Luxembourg the number precedes the street (OpenCageData/address-formatting; with a comma in POST's usual
 * example, `71, route de Longwy`) and `L-` the postcode (commerceguys/addressing).
 *
 *     Dam 1A-2            Rue de la Loi 16 bte 3    16, Grand-Rue
 *     1012 JS  AMSTERDAM  1000 Bruxelles            L-1660 Luxembourg
 */
export function postalLines(parts: PostalParts): string[] {
  const { country, place } = parts;
  const town = country === 'nl' ? townLine({ ...parts, place: ` ${place.toUpperCase()}` }) : townLine(parts);
  return [streetLine(parts), town].filter((line) => line !== '');
}

/** The address in one line, to be read by people: `Dam 1A-2, 1012 JS Amsterdam`. */
export function addressLine(parts: PostalParts): string {
  return [streetLine(parts), townLine(parts)].filter((line) => line !== '').join(', ');
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
