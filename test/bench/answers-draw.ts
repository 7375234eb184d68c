import type { AddressFields, Country, Language } from '../../src/index.ts';
import { nameIn } from '../../src/model/country.ts';
import type { AreaKind } from '../../src/store/area-table.ts';
import { HOUSES, type WrittenParts, writtenPartsOf } from '../batch/written-addresses.ts';
import {
  type AnswerParts,
  type IndexedRegister,
  namesOfArea,
  partsOf,
  type RegisterStreet,
} from '../support/indexed-register.ts';
import { looseName } from '../support/loose-name.ts';
import { isInRange } from '../support/mutated-rows.ts';
import type { Random } from '../support/random.ts';
import type { Expected, Question, Via } from './answers-judge.ts';

/** An address with the words for it in one of its languages. */
export interface Drawn extends WrittenParts {
  readonly country: Country;
  readonly in: RegisterStreet;
  /** Number, letter and addition or box as written most often. */
  readonly house: string;
}

/** What cannot be drawn in thousands of attempts will not be drawn in more. */
export const NOTHING_LEFT: unique symbol = Symbol('nothing left');

/** What each country is called in the addresses that name it. */
export const COUNTRY_NAME = { nl: 'Nederland', be: 'België', lu: 'Luxembourg' } as const;

const BOTH: readonly Via[] = ['search', 'text'];

/** Draws addresses, streets and places of a register, and collects the questions of a family. */
export class QuestionMaker {
  readonly register: IndexedRegister;
  readonly country: Country;
  readonly random: Random;
  /** Questions of a kind. */
  readonly sample: number;
  readonly questions: Question[] = [];
  readonly #family: string;
  readonly #takes: ((name: string) => boolean) | undefined;
  #municipalitiesByName: ReadonlyMap<string, readonly number[]> | undefined;

  /** @param takes the names of streets that it asks about; all unless given */
  constructor(
    family: string,
    register: IndexedRegister,
    random: Random,
    sample: number,
    takes?: (name: string) => boolean,
  ) {
    this.#family = family;
    this.#takes = takes;
    this.register = register;
    this.country = register.country;
    this.random = random;
    this.sample = sample;
  }

  /** Asks a text of autocomplete and of geocode, unless told otherwise. */
  askText(
    kind: string,
    text: string,
    expected: Expected,
    { vias = BOTH, ...flags }: { vias?: readonly Via[] } & Flags = {},
  ): void {
    for (const via of vias) this.#add({ kind, via, fields: { text }, expected, ...flags });
  }

  askColumns(kind: string, fields: AddressFields, expected: Expected, flags: Flags = {}): void {
    this.#add({ kind, via: 'columns', fields, expected, ...flags });
  }

  /** A row of the file of a kind; its columns stand in the order of `fields`. */
  askFile(kind: string, fields: Readonly<Record<string, string>>, expected: Expected): void {
    this.#add({ kind, via: 'file', fields: fields as AddressFields, expected });
  }

  #add(question: Omit<Question, 'family' | 'country'>): void {
    this.questions.push({ family: this.#family, country: this.country, ...question });
  }

  /**
   * Calls `make` until it has made something as often as the sample says, or for as long as that is worth it. It returns whether it has,
   * or `NOTHING_LEFT` if a further call is pointless.
   */
  repeat(make: () => boolean | typeof NOTHING_LEFT, sample: number = this.sample): void {
    let made = 0;
    for (let attempt = 0; attempt < ATTEMPTS * sample && made < sample; attempt++) {
      const outcome = make();
      if (outcome === NOTHING_LEFT) return;
      if (outcome) made++;
    }
  }

  /** An address with a number and a postcode; by default one without letter, addition or box. */
  drawAddress({ isPlain = true, has = () => true }: DrawOptions = {}): Drawn | undefined {
    const { register } = this;
    for (let attempt = 0; attempt < MANY_ATTEMPTS; attempt++) {
      const address = this.random.between(0, register.addressCount - 1);
      if (register.numberOf(address) === 0 || register.postcodeOf(address) === '') continue;
      if (isPlain && register.suffixKeyOf(address) !== '') continue;
      if (this.#takes !== undefined && !this.takesStreet(register.streetOf(address))) continue;
      const drawn = this.written(address);
      if (has(drawn)) return drawn;
    }
    return undefined;
  }

  /** An address of a street drawn from all streets, each as likely as any other. */
  drawByStreet(has: (street: RegisterStreet) => boolean): Drawn | undefined {
    const { register, random } = this;
    for (let attempt = 0; attempt < MANY_ATTEMPTS; attempt++) {
      const street = this.drawStreet();
      if (!has(street)) continue;
      const address = random.between(street.from, street.to - 1);
      const isPlain = register.numberOf(address) > 0 && register.suffixKeyOf(address) === '';
      if (isPlain && register.postcodeOf(address) !== '') return this.written(address);
    }
    return undefined;
  }

  drawStreet(): RegisterStreet {
    for (;;) {
      const street = this.register.streetAt(this.random.between(0, this.register.streetCount - 1));
      if (this.takesStreet(street)) return street;
    }
  }

  /** Whether it asks about the streets of a name. */
  takes(name: string): boolean {
    return this.#takes?.(name) ?? true;
  }

  takesStreet({ names }: RegisterStreet): boolean {
    return this.takes(Object.values(names)[0]!);
  }

  written(
    address: number,
    language: Language = this.random.pick(Object.keys(this.register.streetOf(address).names) as Language[]),
  ): Drawn {
    const parts = writtenPartsOf(this.register.index, address, language);
    return { ...parts, country: this.country, in: this.register.streetOf(address), house: HOUSES[this.country](parts) };
  }

  expectHouse({ address }: Pick<Drawn, 'address'>): Expected {
    return { kind: 'house', houses: [this.partsOf(address)] };
  }

  /** The houses that a text without a postcode may mean: of streets and places called alike. */
  expectNamesakes(drawn: Drawn): Expected {
    const { register } = this;
    const suffix = register.suffixKeyOf(drawn.address);
    const houses = this.streetsIn(drawn.street, [drawn.place, drawn.municipality]).flatMap((street) =>
      register
        .addressesWithNumber(street, Number(drawn.number))
        .filter((address) => register.suffixKeyOf(address) === suffix),
    );
    return { kind: 'house', houses: houses.map((address) => this.partsOf(address)) };
  }

  expectStreet(street: RegisterStreet): Expected {
    const { register } = this;
    return {
      kind: 'street',
      names: register.namesOfStreet(street.street),
      places: register.namesOfPlace(street.street),
    };
  }

  /** Inside the municipalities that are called so, or have a place that is. */
  expectInside(name: string): Expected {
    const { areas } = this.register.index;
    const ordinals = this.municipalitiesNamed(name);
    return {
      kind: 'inside',
      municipalities: ordinals.flatMap((ordinal) => namesOfArea(areas.at('municipality', ordinal))),
    };
  }

  partsOf(address: number): AnswerParts {
    return partsOf(this.register.documentOf(address));
  }

  /** The streets of a name in places or municipalities of these names. */
  streetsIn(name: string, places: readonly string[]): RegisterStreet[] {
    const wanted = places.map(looseName);
    return this.register
      .streetsNamed(name)
      .filter(({ street }) => this.register.namesOfPlace(street).some((each) => wanted.includes(looseName(each))));
  }

  municipalityOf(street: number): number {
    const { areas, streets } = this.register.index;
    return areas.at('place', streets.placeOf(street)).parent;
  }

  provinceOf(street: number): number {
    return this.register.index.areas.at('municipality', this.municipalityOf(street)).parent;
  }

  hasNumber(street: RegisterStreet, number: number): boolean {
    return this.register.addressesWithNumber(street, number).length > 0 || isInRange(this.register, street, number);
  }

  /** The number of one of a street's houses; 0 where the one drawn has none. */
  drawNumber({ from, to }: RegisterStreet): number {
    return this.register.numberOf(this.random.between(from, to - 1));
  }

  /** The postcode of one of a street's houses. */
  drawPostcode({ from, to }: RegisterStreet): string {
    return this.register.postcodeOf(this.random.between(from, to - 1));
  }

  /** A municipality's streets have no such name. */
  isUnknownIn(name: string, municipalities: readonly number[]): boolean {
    return !this.register.streetsNamed(name).some(({ street }) => municipalities.includes(this.municipalityOf(street)));
  }

  /** Whether no other street of the country has any of its names. */
  isOnce({ names }: RegisterStreet): boolean {
    return Object.values(names).every((name) => this.register.streetsNamed(name).length === 1);
  }

  municipalitiesNamed(name: string): readonly number[] {
    this.#municipalitiesByName ??= collectMunicipalities(this.register);
    return this.#municipalitiesByName.get(looseName(name)) ?? [];
  }

  /** Whether a province, canton or region has the name, too, so that all of it may be meant. */
  isNameAbove(name: string): boolean {
    const { areas } = this.register.index;
    const wanted = looseName(name);
    return (['region', 'province'] as const).some((kind) =>
      areas.all(kind).some((area) =>
        namesOfArea(area)
          .map(looseName)
          .some((each) => each.includes(wanted)),
      ),
    );
  }

  placeNames(kind: AreaKind): string[] {
    return this.register.index.areas.all(kind).map(({ names }) => nameIn(names));
  }
}

type Flags = Pick<Question, 'isOpen' | 'isOfFixtures' | 'isTimed'>;

interface DrawOptions {
  readonly isPlain?: boolean;
  readonly has?: (drawn: Drawn) => boolean;
}

const ATTEMPTS = 200;
const MANY_ATTEMPTS = 5_000;

/** The municipalities by all names of theirs and of their places. */
function collectMunicipalities({ index: { areas } }: IndexedRegister): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const add = (name: string, ordinal: number): void => {
    const key = looseName(name);
    const known = found.get(key);
    if (known === undefined) found.set(key, [ordinal]);
    else if (!known.includes(ordinal)) known.push(ordinal);
  };
  for (const [ordinal, area] of areas.all('municipality').entries())
    for (const name of namesOfArea(area)) add(name, ordinal);
  for (const area of areas.all('place')) for (const name of namesOfArea(area)) add(name, area.parent);
  return found;
}

/** `street` and so on as a file of a customer has them. */
export function columnsOf({ street, number, letter, addition, postcode, place }: Drawn): AddressFields {
  return { street, housenumber: `${number}${letter}`, addition, postcode, place };
}
