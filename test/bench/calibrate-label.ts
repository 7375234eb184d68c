import type { Match } from '../../src/search/match.ts';
import { type AnswerParts, type IndexedRegister, namesOfArea, partsOf } from '../support/indexed-register.ts';
import { includesLoose, isSameHouse, type Question } from './answers-judge.ts';

/**
 * Whether what an answer says is true: that it is the address, one of several addresses, the street, the place. `undefined` for no answer,
 * and where nobody knows, or only a wrong answer could be told.
 *
 * @param register of the country that the answer is in, with the country's own index
 */
export function isTrue(
  { country, expected }: Question,
  match: Match,
  register: IndexedRegister | undefined,
): boolean | undefined {
  const { status, addresses, streets, place } = match;
  if (status === 'none' || register === undefined) return undefined;
  const areHouses = addresses.length > 0;
  switch (expected.kind) {
    case 'house': {
      if (match.country !== country) return false;
      if (areHouses) {
        return addresses.some((address) =>
          expected.houses.some((house) => isSameHouse(house, partsOf(register.documentOf(address)))),
        );
      }
      if (streets.length > 0) {
        return streets.some((street) => expected.houses.some((house) => isStreetOf(register, street, house)));
      }
      return place !== undefined && expected.houses.some(({ places }) => isPlaceOf(register, place, places));
    }
    case 'street': {
      if (match.country !== country) return false;
      const { names, places } = expected;
      const isOf = (street: number): boolean => isStreetOf(register, street, { streets: names, places });
      // No house is meant; what a house of the street is worth, nobody knows.
      if (areHouses) return addresses.some((address) => isOf(register.streetOf(address).street)) ? undefined : false;
      return streets.length > 0 ? streets.some(isOf) : place !== undefined && isPlaceOf(register, place, places);
    }
    case 'no house':
      return areHouses ? false : undefined;
    case 'inside':
      if (place === undefined) return undefined;
      return match.country === country && isPlaceOf(register, place, expected.municipalities);
    default:
      return undefined;
  }
}

function isStreetOf(
  register: IndexedRegister,
  street: number,
  { streets, places }: Pick<AnswerParts, 'streets' | 'places'>,
): boolean {
  return (
    register.namesOfStreet(street).some((name) => includesLoose(streets, name)) &&
    register.namesOfPlace(street).some((name) => includesLoose(places, name))
  );
}

function isPlaceOf({ index: { areas } }: IndexedRegister, place: number, names: readonly string[]): boolean {
  const area = areas.at('place', place);
  return [area, areas.at('municipality', area.parent)].flatMap(namesOfArea).some((name) => includesLoose(names, name));
}
