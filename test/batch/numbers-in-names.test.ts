import { describe, expect, it } from 'vitest';
import { Geocoder } from '../../src/batch/geocoder.ts';
import { type OpenedRegister, openRegister } from '../support/small-register.ts';
import { walloonTowns } from '../support/towns.ts';

/** Streets with numbers, commas, dashes and hyphens in their names, beside those that the names begin with. */
const STREETS: readonly (readonly [name: string, place: string])[] = [
  ['Rue du Puits', 'Gosselies'],
  ['Rue du Puits - Impasse 2', 'Gosselies'],
  ['Zoning Nord,3ème rue', 'Jumet'],
  ['Zoning Nord,4ème rue', 'Jumet'],
  ['Zoning', 'Jumet'],
  ['Vitusholt', 'Jumet'],
  ['Vitusholt 4e laan', 'Jumet'],
  ['Dorp', 'Halle'],
  ['Halle-Dorp', 'Gosselies'],
  ['Lindelaan', 'Gosselies'],
  ['Kasteel', 'Jumet'],
  ['Molen', 'Jumet'],
  ['Jumet Molen', 'Halle'],
  ['Rue de Jumet', 'Gosselies'],
  ['Dr. - Verlindelaan', 'Gosselies'],
  ['Drève', 'Gosselies'],
];
let opened: Promise<OpenedRegister<'be'>> | undefined;

function charleroi(): Promise<OpenedRegister<'be'>> {
  const towns = ['Gosselies', 'Jumet', 'Halle'];
  opened ??= openRegister(walloonTowns({ towns, postcode: 6040, streets: STREETS, numbers: [1, 2, 3, 4, 5] }));
  return opened;
}

/** `exact: street number`, or `street: street` where it lacks the number. */
async function answerTo(text: string): Promise<string> {
  const { index } = await charleroi();
  const { status, addresses, streets } = new Geocoder([index], { threshold: 0 }).match({ text });
  const [address] = addresses;
  const street = address === undefined ? streets[0] : index.streets.streetOf(address);
  const number = address === undefined ? '' : ` ${index.addresses.numberOf(address)}`;
  return `${status}: ${street === undefined ? '' : index.streets.nameOf(street)}${number}`;
}

describe('a street with a number in its name', () => {
  it.each([
    ['Rue du Puits - Impasse 2 3, 6040 Gosselies', 'exact: Rue du Puits - Impasse 2 3'],
    ['Rue du Puits - Impasse 2 316, 6040 Gosselies', 'street: Rue du Puits - Impasse 2'],
    ['Vitusholt 4e laan 5, Jumet', 'exact: Vitusholt 4e laan 5'],
    ['Vitusholt 4e laan 107, Jumet', 'street: Vitusholt 4e laan'],
  ])('takes none of it for the house: %s', async (text, answer) => {
    expect(await answerTo(text)).toBe(answer);
  });
});

describe('a street with a comma, or a full stop before a dash, in its name', () => {
  it.each([
    ['Zoning Nord,3ème rue 4, 6041 Jumet', 'exact: Zoning Nord,3ème rue 4'],
    ['Zoning Nord, 3ème rue 4, Jumet', 'exact: Zoning Nord,3ème rue 4'],
    ['Zoning Nord,3ème rue 63, 6041 Jumet', 'street: Zoning Nord,3ème rue'],
    ['Zoning, 3, 6041 Jumet', 'exact: Zoning 3'],
    ['Jumet, Molen 4, 6040', 'corrected: Molen 4'],
    ['Dr. - Verlindelaan 2, Gosselies', 'exact: Dr. - Verlindelaan 2'],
    ['Gosselies, 2 Dr. - Verlindelaan', 'exact: Dr. - Verlindelaan 2'],
    ['Dr. - Verlindelaan 77, 6040 Gosselies', 'street: Dr. - Verlindelaan'],
  ])('is read as a whole: %s', async (text, answer) => {
    expect(await answerTo(text)).toBe(answer);
  });
});

describe('a street with a hyphen behind the name of a place', () => {
  it.each([
    ['Halle-Dorp 4', 'corrected: Halle-Dorp 4'],
    ['Halle-Dorp 4, Gosselies', 'exact: Halle-Dorp 4'],
    ['Halle-Dorp 4, Rennes', 'street: Halle-Dorp'],
    ['Halle, Dorp 4', 'exact: Dorp 4'],
    ['Jumet-Kasteel 4', 'exact: Kasteel 4'],
  ])('is that street: %s', async (text, answer) => {
    expect(await answerTo(text)).toBe(answer);
  });
});

describe('an addressee behind a street', () => {
  it.each([
    ['Lindelaan t.a.v. mevrouw De Wit 1, 2e verdieping, Gosselies', 'exact: Lindelaan 1'],
    ['Vitusholt 4e laan t.a.v. De Wit 5, Jumet', 'exact: Vitusholt 4e laan 5'],
  ])('leaves the number, whatever ordinals there are: %s', async (text, answer) => {
    expect(await answerTo(text)).toBe(answer);
  });
});
