import type { GeocodedRow } from '../../src/index.ts';
import type { Country } from '../../src/model/country.ts';
import { foldSuffix } from '../../src/model/house-number.ts';
import { type AnswerParts, type IndexedRegister, partsOf, type RegisterStreet } from './indexed-register.ts';
import { looseName } from './loose-name.ts';
import type { Random } from './random.ts';

/** Which part of an address was made another. */
export const MUTATIONS = ['number', 'street', 'postcode', 'addition', 'place'] as const;
export type Mutation = (typeof MUTATIONS)[number];

/** An address of a register with one part that disagrees: no address of the register has all that it says. */
export interface MutatedRow {
  readonly mutation: Mutation;
  readonly address: number;
  readonly street: string;
  readonly housenumber: string;
  readonly addition: string;
  readonly postcode: string;
  readonly place: string;
}

/** A row whose answer is not what it must be, with the reason. */
export interface BrokenRow {
  readonly row: MutatedRow;
  readonly status: string;
  readonly reason: 'exact' | 'two parts contradicted' | 'number changed';
  readonly answer: AnswerParts;
}

/** Draws an address until one can be mutated so; `undefined` where the register has none that can. */
export function drawMutatedRow(register: IndexedRegister, mutation: Mutation, random: Random): MutatedRow | undefined {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const row = mutate(register, mutation, random.between(0, register.addressCount - 1), random);
    if (row !== undefined && !isInRegister(register, row)) return row;
  }
  return undefined;
}

const MAX_ATTEMPTS = 200;

function mutate(
  register: IndexedRegister,
  mutation: Mutation,
  address: number,
  random: Random,
): MutatedRow | undefined {
  const street = register.streetOf(address);
  const postcode = register.postcodeOf(address);
  const number = register.numberOf(address);
  if (number === 0 || postcode === '') return undefined;
  const { letter, addition } = register.suffixOf(address);
  const row: MutatedRow = {
    mutation,
    address,
    street: register.index.streets.nameOf(street.street),
    housenumber: `${number}${letter}`,
    addition,
    postcode,
    place: street.place,
  };
  switch (mutation) {
    case 'number': {
      const other = number + random.between(1, 400);
      // Of the street anywhere, not only with this postcode: a street has it elsewhere in the same place.
      if (register.addressesWithNumber(street, other).length > 0 || isInRange(register, street, other))
        return undefined;
      return { ...row, housenumber: String(other), addition: '' };
    }
    case 'street': {
      const name = inventedName(random);
      return register.streetsNamed(name).length > 0 ? undefined : { ...row, street: name };
    }
    case 'postcode': {
      const other = register.postcodeOf(random.between(street.from, street.to - 1));
      const neighbour = other === postcode ? neighbouringPostcode(register, address, random) : other;
      return neighbour === '' || neighbour === postcode ? undefined : { ...row, postcode: neighbour };
    }
    case 'addition': {
      const suffix = random.pick(UNKNOWN_SUFFIXES);
      return { ...row, housenumber: String(number), addition: suffix };
    }
    case 'place': {
      const other = register.streetAt(random.between(0, register.streetCount - 1)).place;
      return isNameOfRegion(register, street, other) ? undefined : { ...row, place: other };
    }
  }
}

/** Whether the region around a street is called after a place, as the Région de Bruxelles-Capitale: 1060 Bruxelles is Saint-Gilles. */
function isNameOfRegion({ index }: IndexedRegister, { street }: RegisterStreet, place: string): boolean {
  const { province } = index.areasAbove(street);
  return Object.values(province.names).some((name) => {
    const [region, capital] = [looseName(name), looseName(place)];
    return region !== capital && region.includes(capital);
  });
}

/** Whether a number lies within a range of the street, which has it then. */
export function isInRange({ index }: IndexedRegister, { from, to }: RegisterStreet, number: number): boolean {
  for (let address = from; address < to; address++) {
    const { rangeEnd } = index.addresses.suffixOf(address);
    if (index.addresses.numberOf(address) <= number && rangeEnd >= number) return true;
  }
  return false;
}

/** The postcode of an address that follows closely in the register, which has it by place and street. */
function neighbouringPostcode(register: IndexedRegister, address: number, random: Random): string {
  const near = address + random.between(-3000, 3000);
  return near < 0 || near >= register.addressCount ? '' : register.postcodeOf(near);
}

/** Nothing that a register of house numbers has by chance. */
const UNKNOWN_SUFFIXES = ['Q', 'QX', '97', 'Z9'] as const;

const SYLLABLES = ['vro', 'zil', 'quam', 'dex', 'pof', 'jur', 'wab', 'kny', 'xem', 'gul'] as const;

/** Like no name: so far from every real one that no letters are wrong in it. */
export function inventedName(random: Random): string {
  const syllables = Array.from({ length: 4 }, () => random.pick(SYLLABLES)).join('');
  return `${syllables.charAt(0).toUpperCase()}${syllables.slice(1)}straat`;
}

/** Ways to write a row as one text. */
const TEXTS: readonly ((street: string, house: string, postcode: string, place: string) => string)[] = [
  (street, house, postcode, place) => `${street} ${house}, ${postcode} ${place}`,
  (street, house, postcode, place) => `${postcode} ${place}, ${street} ${house}`,
  (street, house, postcode, place) => `${place}, ${street} ${house}, ${postcode}`,
  (street, house, postcode, place) => `${street} ${house} ${postcode} ${place}`.toUpperCase(),
];

/** A row as one text, in one of the orders that people write. */
export function textOf(
  { street, housenumber, addition, postcode, place }: MutatedRow,
  country: Country,
  order: number,
): string {
  const house = addition === '' ? housenumber : `${housenumber}${country === 'nl' ? '-' : ' bus '}${addition}`;
  return TEXTS[order % TEXTS.length]!(street, house, postcode, place);
}

/** Whether some address has all that a row says. */
function isInRegister(register: IndexedRegister, row: MutatedRow): boolean {
  const number = Number.parseInt(row.housenumber, 10);
  const suffix = suffixOf(row);
  return register.streetsNamed(row.street).some((street) => {
    const isHere = register.namesOfPlace(street.street).some((name) => looseName(name) === looseName(row.place));
    if (!isHere) return false;
    return register
      .addressesWithNumber(street, number, row.postcode)
      .some((address) => register.suffixKeyOf(address) === suffix);
  });
}

function suffixOf({ housenumber, addition }: MutatedRow): string {
  return foldSuffix(housenumber.replace(/^\d+/, ''), addition);
}

/**
 * What is wrong with the answer to a mutated row, if anything. The row's own address disagrees with one part of it, so:
 * nothing is `exact`, and no address of the answer disagrees with more parts than one; nor has it another number.
 */
export function judgeMutatedRow(
  register: IndexedRegister,
  row: MutatedRow,
  { status, addresses }: Pick<GeocodedRow<object>, 'status' | 'addresses'>,
): BrokenRow | undefined {
  return judgeMutatedParts(register, row, status, addresses.map(partsOf));
}

/** The same of an answer whose addresses have been taken apart. */
export function judgeMutatedParts(
  register: IndexedRegister,
  row: MutatedRow,
  status: string,
  answers: readonly AnswerParts[],
): BrokenRow | undefined {
  for (const answer of answers) {
    const broken = (reason: BrokenRow['reason']): BrokenRow => ({ row, status, reason, answer });
    if (status === 'exact') return broken('exact');
    if (countContradictions(register, row, answer) > 1) return broken('two parts contradicted');
    if (answer.number !== Number.parseInt(row.housenumber, 10)) return broken('number changed');
  }
  return undefined;
}

/**
 * How many parts of a row an answer disagrees with. A suffix that the row does not have is no contradiction; a postcode that
 * the answer does not have is one, for the row's own address has the postcode.
 */
export function countContradictions(register: IndexedRegister, row: MutatedRow, answer: AnswerParts): number {
  const same = (a: string, b: string): boolean => looseName(a) === looseName(b);
  const typedSuffix = suffixOf(row);
  // An answer is a document: the aliases of its street and place are in the register.
  const streets = answer.streets.flatMap((name) => register.streetsNamed(name));
  const ofAnswer = streets.filter(({ from, to, street }) => {
    const [first] = register.addressesWithNumber(
      { from, to } as (typeof streets)[number],
      answer.number,
      answer.postcode,
    );
    return first !== undefined && answer.places.some((place) => register.namesOfPlace(street).includes(place));
  });
  const streetNames = [...answer.streets, ...ofAnswer.flatMap(({ street }) => register.namesOfStreet(street))];
  const places = [...answer.places, ...ofAnswer.flatMap(({ street }) => register.namesOfPlace(street))];
  return [
    !streetNames.some((name) => same(name, row.street)),
    answer.number !== Number.parseInt(row.housenumber, 10),
    typedSuffix !== '' && answer.suffix !== typedSuffix,
    answer.postcode !== row.postcode,
    !places.some((name) => same(name, row.place)),
  ].filter(Boolean).length;
}
