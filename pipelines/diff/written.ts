import type { Names } from '../../src/model/country.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';

/* How addresses are written, as texts that are equal where nothing of it has changed. */

/** How street, place and municipality are written: equal for the same street of two releases unless one was renamed. */
export function writtenStreet(index: CountryIndex, street: number): string {
  const { place, municipality } = index.areasAbove(street);
  return [index.streets.namesOf(street), place.names, municipality.names].map(writtenNames).join('|');
}

/** Names in all languages as one text: equal if all of them are. */
export function writtenNames(names: Names): string {
  return JSON.stringify(Object.entries(names).sort());
}

/** The number with all that follows it, and the postcode. */
export function writtenInStreet(index: CountryIndex, address: number): string {
  return `${writtenNumber(index, address)}|${index.postcodes.codeAt(index.addresses.postcodeOf(address))}`;
}

export function writtenNumber({ addresses }: CountryIndex, address: number): string {
  const { letter, addition } = addresses.suffixOf(address);
  return `${addresses.numberOf(address)}|${letter}|${addition}`;
}
