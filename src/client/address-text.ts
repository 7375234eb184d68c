import type { AnyAddress, NamesBE } from '../model/address.ts';
import type { Country } from '../model/country.ts';
import { addressLine, doorNumber, type PostalParts, streetLine } from '../model/postal-lines.ts';
import type { Address } from './service-client.ts';

/** A language that Belgian names are written in. */
export type Language = keyof NamesBE;

/** If a text fits two languages equally well, the first of these is chosen. */
const LANGUAGES: readonly Language[] = ['nl', 'fr', 'de'];

/** A name in one language or in several. */
type Name = string | NamesBE;

/** What the postal lines of an address are made of, with names in this language where they exist in it. */
export function postalPartsOf(address: Address, language: Language | undefined): PostalParts {
  const { housenumber, postcode, street } = address;
  const { houseletter = '', housenumberaddition, box_number } = address as AnyAddress;
  const shown = typeof street === 'string' ? undefined : [language, ...LANGUAGES].find((each) => each! in street);
  return {
    country: countryOf(address),
    street: nameIn(street, language),
    housenumber,
    houseletter,
    addition: housenumberaddition ?? box_number ?? '',
    postcode,
    place: placeOf(address, language),
    language: shown,
  };
}

/** The house number as it is written on the door: `12A-2`, `12 bus 3`. */
export function houseOf(address: Address, language?: Language): string {
  return doorNumber(postalPartsOf(address, language));
}

/** Street and house number in the order of the country: `Rue de la Loi 16`, in Luxembourg `16, Grand-Rue`. */
export function doorOf(address: Address, language: Language | undefined): string {
  return streetLine(postalPartsOf(address, language));
}

/** The name of the place that goes with the postcode; in Belgium that of the municipality, if the document lacks it. */
export function placeOf(address: Address, language: Language | undefined): string {
  return 'city' in address ? address.city : nameIn(address.postal_name ?? address.municipality, language);
}

/** The address in one line: `Rue de la Loi 16, 1000 Bruxelles`, `16, Grand-Rue, L-1660 Luxembourg`. */
export function lineOf(address: Address, language: Language | undefined): string {
  return addressLine(postalPartsOf(address, language));
}

/** The country of an address, from the fields that only its documents have. */
export function countryOf(address: Address): Country {
  return 'canton' in address ? 'lu' : 'city' in address ? 'nl' : 'be';
}

/** The language in which a text has most of the names of an address; `undefined` if the names have no languages. */
export function languageOf(address: Address, text: string): Language | undefined {
  const { street } = address;
  if (typeof street === 'string' || 'city' in address) return undefined;
  const isInText = (name: Name, language: Language): boolean =>
    typeof name !== 'string' && name[language] !== undefined && text.includes(name[language]);
  const score = (language: Language): number =>
    [street, address.municipality, address.postal_name ?? ''].filter((name) => isInText(name, language)).length;
  const [best] = LANGUAGES.filter((each) => street[each] !== undefined).sort((a, b) => score(b) - score(a));
  return best;
}

/** A name in this language, or in its first language if it has none in this one. */
export function nameIn(name: Name, language: Language | undefined): string {
  if (typeof name === 'string') return name;
  const inOrder = language === undefined ? LANGUAGES : [language, ...LANGUAGES];
  return inOrder.map((each) => name[each]).find((text) => text !== undefined) ?? '';
}
