import type { Address } from '../../src/index.ts';
import { type Country, type Language, type Names, nameIn } from '../../src/model/country.ts';
import { foldSuffix } from '../../src/model/house-number.ts';
import { formatPostcode, parsePostcode } from '../../src/model/postcode.ts';
import type { Suggestion } from '../../src/model/suggestion.ts';
import { makeDocument } from '../../src/query/documents.ts';
import { suggestHouse } from '../../src/query/suggestions.ts';
import type { Area } from '../../src/store/area-table.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { looseName } from './loose-name.ts';

/** A street in one place, with every name that it and its place go by. */
export interface RegisterStreet {
  readonly street: number;
  readonly names: Names;
  /** The official name of its place, in the street's official language where it has one in it. */
  readonly place: string;
  readonly placeNames: Names;
  readonly from: number;
  readonly to: number;
}

/** What is in an index, read from its tables and not through any search: what answers are judged by. */
export class IndexedRegister {
  readonly index: CountryIndex;
  readonly country: Country;
  readonly #streetsByName = new Map<string, number[]>();

  constructor(index: CountryIndex) {
    this.index = index;
    this.country = index.country;
  }

  get streetCount(): number {
    return this.index.streets.length;
  }

  get addressCount(): number {
    return this.index.addresses.length;
  }

  streetAt(street: number): RegisterStreet {
    const { streets, areas } = this.index;
    const [from, to] = streets.addressesOf(street);
    const placeNames = areas.at('place', streets.placeOf(street)).names;
    const place = nameIn(placeNames, streets.officialLanguageOf(street));
    return { street, names: streets.namesOf(street), place, placeNames, from, to };
  }

  streetOf(address: number): RegisterStreet {
    return this.streetAt(this.index.streets.streetOf(address));
  }

  /** The streets that have addresses with a postcode, as written in any form; of a Dutch one without letters none. */
  streetsWithPostcode(postcode: string): RegisterStreet[] {
    const code = parsePostcode(this.country, postcode);
    const position = code === undefined ? -1 : this.index.postcodes.ordinalOf(code);
    if (position <= 0) return [];
    return this.index.postcodes.streetsOf(position).map(({ street }) => this.streetAt(street));
  }

  /** The streets of a name in any language, in any place: letters and digits count, nothing else. */
  streetsNamed(name: string): RegisterStreet[] {
    if (this.#streetsByName.size === 0) this.#collectNames();
    return (this.#streetsByName.get(looseName(name)) ?? []).map((street) => this.streetAt(street));
  }

  #collectNames(): void {
    for (let street = 0; street < this.streetCount; street++) {
      for (const name of new Set(this.namesOfStreet(street).map(looseName))) {
        const known = this.#streetsByName.get(name);
        if (known === undefined) this.#streetsByName.set(name, [street]);
        else known.push(street);
      }
    }
  }

  /** Names in all languages, and aliases. */
  namesOfStreet(street: number): string[] {
    const { streets } = this.index;
    return [...Object.values(streets.namesOf(street)), ...streets.aliasesOf(street)];
  }

  /** All names and aliases of a street's place and municipality. */
  namesOfPlace(street: number): string[] {
    const { areas, streets } = this.index;
    const place = areas.at('place', streets.placeOf(street));
    return [place, areas.at('municipality', place.parent)].flatMap(namesOfArea);
  }

  /** `''` where it has none. */
  postcodeOf(address: number): string {
    const position = this.index.addresses.postcodeOf(address);
    return position === 0 ? '' : formatPostcode(this.country, this.index.postcodes.codeAt(position));
  }

  numberOf(address: number): number {
    return this.index.addresses.numberOf(address);
  }

  /** What follows the number, letter and addition or box. */
  suffixOf(address: number): { readonly letter: string; readonly addition: string } {
    const { letter, addition } = this.index.addresses.suffixOf(address);
    return { letter, addition };
  }

  /** Letter and addition as one key. */
  suffixKeyOf(address: number): string {
    const { letter, addition } = this.suffixOf(address);
    return foldSuffix(letter, addition);
  }

  /** The addresses of a street with a number, and with a postcode where one is given. */
  addressesWithNumber({ from, to }: RegisterStreet, number: number, postcode = ''): number[] {
    const found: number[] = [];
    for (let address = this.index.addresses.firstWithNumber(number, from, to); address < to; address++) {
      if (this.numberOf(address) !== number) break;
      if (postcode === '' || this.postcodeOf(address) === postcode) found.push(address);
    }
    return found;
  }

  documentOf(address: number): Address {
    return makeDocument(this.index, address);
  }

  /** Whether a suggestion is this house, or the group of its boxes, in any of its languages. */
  isHouse(address: number, suggestion: Suggestion | undefined): boolean {
    if (suggestion === undefined) return false;
    const postcode = this.postcodeOf(address);
    if (!suggestion.description.startsWith(postcode)) return false;
    const languages = Object.keys(this.streetOf(address).names) as Language[];
    return languages.some((language) =>
      [false, true].some((asGroup) => {
        const { label, precision } = suggestHouse(this.index, address, language, asGroup);
        return label === suggestion.label && precision === suggestion.precision;
      }),
    );
  }
}

/** Names in all languages, and aliases. */
export function namesOfArea(area: Pick<Area, 'names' | 'aliases'>): string[] {
  return [...Object.values(area.names), ...(area.aliases ?? []).map(({ name }) => name)];
}

/** Whether a suggestion is a street of one of these names in a place of one of those. */
export function isStreet(
  names: readonly string[],
  places: readonly string[],
  suggestion: Suggestion | undefined,
): boolean {
  if (suggestion?.precision !== 'Street' || !names.includes(suggestion.label)) return false;
  return places.some((place) => suggestion.description.startsWith(`street in ${place}`));
}

/** The parts of an answer, as a row may name them. */
export interface AnswerParts {
  readonly streets: readonly string[];
  readonly number: number;
  /** Letter and addition or box as one key. */
  readonly suffix: string;
  readonly postcode: string;
  readonly places: readonly string[];
}

/** Takes the document of any country apart. */
export function partsOf(address: Address): AnswerParts {
  const { housenumber, postcode, municipality } = address;
  const [, digits = '', rest = ''] = /^([1-9]\d*)?(.*)$/s.exec(housenumber)!;
  const streets = typeof address.street === 'string' ? [address.street] : Object.values(address.street as Names);
  const municipalities = typeof municipality === 'string' ? [municipality] : Object.values(municipality as Names);
  const own = 'box_number' in address ? (address.box_number ?? '') : '';
  const letter = 'houseletter' in address ? (address.houseletter ?? '') : '';
  const addition = 'housenumberaddition' in address ? (address.housenumberaddition ?? '') : '';
  return {
    streets,
    number: Number(digits),
    suffix: foldSuffix(rest + letter, addition + own),
    postcode,
    places: [...('city' in address ? [address.city] : []), ...municipalities],
  };
}

/** The parts in one line, for people. */
export function labelOf({ streets, number, suffix, postcode, places }: AnswerParts): string {
  return `${streets[0]} ${number}${suffix === '' ? '' : ` ${suffix}`}, ${postcode} ${places[0]}`;
}
