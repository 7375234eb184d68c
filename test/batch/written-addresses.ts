import { type Country, type Language, nameIn } from '../../src/model/country.ts';
import { formatPostcode } from '../../src/model/postcode.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';

/** An address of an index in the words that people write it with. */
export interface WrittenParts {
  readonly address: number;
  readonly street: string;
  readonly number: string;
  readonly letter: string;
  readonly addition: string;
  readonly postcode: string;
  readonly place: string;
  readonly municipality: string;
  readonly language: Language;
}

/** All addresses of an index, a street with two names once in each. */
export function* writtenParts(index: CountryIndex): Generator<WrittenParts, void> {
  const { streets } = index;
  for (let street = 0; street < streets.length; street++) {
    const [from, to] = streets.addressesOf(street);
    for (const language of Object.keys(streets.namesOf(street)) as Language[]) {
      for (let address = from; address < to; address++) yield writtenPartsOf(index, address, language);
    }
  }
}

/** One address in one of the languages of its street. */
export function writtenPartsOf(index: CountryIndex, address: number, language: Language): WrittenParts {
  const { addresses, streets } = index;
  const street = streets.streetOf(address);
  const { place, municipality } = index.areasAbove(street);
  const { letter, addition } = addresses.suffixOf(address);
  const postcode = addresses.postcodeOf(address);
  return {
    address,
    street: nameIn(streets.namesOf(street), language),
    number: String(addresses.numberOf(address) || ''),
    letter,
    addition,
    postcode: postcode === 0 ? '' : formatPostcode(index.country, index.postcodes.codeAt(postcode)),
    place: nameIn(place.names, language),
    municipality: nameIn(municipality.names, language),
    language,
  };
}

type Template = (parts: WrittenParts) => string;

const suffixNL = ({ letter, addition }: WrittenParts): string => [letter, addition].filter(Boolean).join('-');
const numberNL = (parts: WrittenParts): string => `${parts.number}${suffixNL(parts).replace(/^(?=[0-9])/, '-')}`;
const numberNLSpaced = ({ number, letter, addition }: WrittenParts): string =>
  [number, letter, addition].filter(Boolean).join(' ');
const spaced = (postcode: string): string => postcode.replace(/^(....)(..)$/, '$1 $2');
const BOX: Readonly<Record<Language, string>> = { nl: 'bus', fr: 'bte', de: 'Bfk', lb: 'bte' };
const numberBE = ({ number, letter, addition, language }: WrittenParts): string =>
  `${number}${letter}${addition === '' ? '' : ` ${BOX[language]} ${addition}`}`;
const numberLU = ({ number, letter }: WrittenParts): string => `${number}${letter}`;

/** Number, letter and addition or box, as they are written most often. */
export const HOUSES: Readonly<Record<Country, Template>> = { nl: numberNL, be: numberBE, lu: numberLU };

/** Street first, place first, postcode first (or number first), for each country. */
export const TEMPLATES: Readonly<Record<Country, Readonly<Record<string, Template>>>> = {
  nl: {
    'street number, postcode place': (p) => `${p.street} ${numberNL(p)}, ${p.postcode} ${p.place}`,
    'STREET NUMBER POSTCODE PLACE': (p) =>
      `${p.street} ${numberNLSpaced(p)} ${spaced(p.postcode)} ${p.place}`.toUpperCase(),
    'place, street number': (p) => `${p.place}, ${p.street} ${numberNLSpaced(p)}`,
    'postcode place, street number': (p) => `${spaced(p.postcode)} ${p.place}, ${p.street} ${numberNL(p)}`,
    'street number place': (p) => `${p.street} ${numberNL(p)} ${p.place}`.toLowerCase(),
    'street number, place, Nederland': (p) => `${p.street} ${numberNLSpaced(p)}, ${p.place}, Nederland`,
  },
  be: {
    'street number, postcode place': (p) => `${p.street} ${numberBE(p)}, ${p.postcode} ${p.municipality}`,
    'number, street, B-postcode PLACE': (p) =>
      `${numberBE(p)}, ${p.street}, B-${p.postcode} ${p.municipality.toUpperCase()}`,
    'postcode place, street number': (p) => `${p.postcode} ${p.municipality}, ${p.street} ${numberBE(p)}`,
    'street number postcode place': (p) => `${p.street} ${numberBE(p)} ${p.postcode} ${p.place}`.toLowerCase(),
  },
  lu: {
    'number, street, L-postcode place': (p) => `${numberLU(p)}, ${p.street}, L-${p.postcode} ${p.place}`,
    'street number, postcode place': (p) => `${p.street} ${numberLU(p)}, ${p.postcode} ${p.place}`,
    'postcode PLACE, number street': (p) => `L-${p.postcode} ${p.place.toUpperCase()}, ${numberLU(p)} ${p.street}`,
    'number street postcode place': (p) => `${numberLU(p)} ${p.street} ${p.postcode} ${p.place}`.toLowerCase(),
  },
};
