import { type Language, nameIn } from '../../src/model/country.ts';
import type { Suggestion } from '../../src/model/suggestion.ts';
import { suggestHouse } from '../../src/query/suggestions.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import type { Random } from '../support/random.ts';

/** An address as somebody may type it, in one of its languages. */
export interface TypedAddress {
  readonly street: string;
  readonly number: string;
  readonly postcode: string;
  readonly place: string;
  /** As suggestions for it are labelled and described: the house, and the group of its boxes. */
  readonly labels: readonly string[];
  readonly description: string;
}

/** The orders in which people write an address. */
export const ORDERS: Readonly<Record<string, (address: TypedAddress) => string>> = {
  'street number, place': ({ street, number, place }) => `${street} ${number}, ${place}`,
  'place, street number': ({ street, number, place }) => `${place}, ${street} ${number}`,
  'number street, postcode place': ({ street, number, postcode, place }) => `${number} ${street}, ${postcode} ${place}`,
};

/**
 * Share of a text that must be typed at least before it says which street and which house: the digits of the number and, where
 * they come first, the first letter of the street.
 */
export function leastShareOf({ street, number }: TypedAddress, text: string): number {
  const [digits = ''] = /^[0-9]*/.exec(number)!;
  const beforeNumber = text.startsWith(number) ? 0 : text.indexOf(street) + street.length + 1;
  return Math.min(1, (beforeNumber + digits.length + (beforeNumber === 0 ? 2 : 0)) / text.length);
}

/** Addresses of an index that have a number and a postcode, every one as likely as any other. */
export function sampleAddresses(index: CountryIndex, random: Random, count: number): TypedAddress[] {
  const sample: TypedAddress[] = [];
  while (sample.length < count) {
    const address = random.between(0, index.addresses.length - 1);
    if (index.addresses.numberOf(address) === 0) continue;
    const typed = typedAddress(index, address, random);
    if (typed.postcode !== '') sample.push(typed);
  }
  return sample;
}

function typedAddress(index: CountryIndex, address: number, random: Random): TypedAddress {
  const street = index.streets.streetOf(address);
  const languages = Object.keys(index.streets.namesOf(street)) as Language[];
  const language = random.pick(languages);
  const house = suggestHouse(index, address, language);
  const group = suggestHouse(index, address, language, true);
  const streetName = index.streets.nameOf(street, language);
  const place = nameIn(index.areasAbove(street).place.names, language);
  return {
    street: streetName,
    number: house.label.slice(streetName.length + 1),
    postcode: house.description.slice(0, -place.length).trim(),
    place,
    labels: [house.label, group.label],
    description: house.description,
  };
}

/** Whether a suggestion is the house, as far as what was typed says which one: namesake houses of namesake places are as good. */
export function isHouse({ labels, description, place }: TypedAddress, suggestion: Suggestion, text: string): boolean {
  if (!labels.includes(suggestion.label)) return false;
  return (
    suggestion.description === description ||
    (!text.includes(description) && suggestion.description.endsWith(` ${place}`))
  );
}

/** Whether a suggestion is the street, or a house in it. */
export function isStreet({ street, place, description }: TypedAddress, suggestion: Suggestion): boolean {
  if (suggestion.precision === 'Street' && suggestion.label === street) {
    return suggestion.description.startsWith(`street in ${place}`);
  }
  return (
    suggestion.label.startsWith(`${street} `) &&
    (suggestion.description === description || suggestion.description.endsWith(` ${place}`))
  );
}
