import { withOtherType } from '../../src/text/variants.ts';
import { looseName } from '../support/loose-name.ts';
import { mistype } from '../support/mistype.ts';
import type { Random } from '../support/random.ts';
import { type Drawn, NOTHING_LEFT, type QuestionMaker } from './answers-draw.ts';
import { oneWrong } from './quality-streets.ts';

/** One fault in a part of an address. */
interface Fault {
  readonly kind: string;
  readonly part: 'street' | 'number' | 'postcode' | 'place';
  /** `undefined` for an address that cannot have it. */
  readonly make: (address: Drawn, random: Random, maker: QuestionMaker) => Drawn | undefined;
}

const FAULTS: readonly Fault[] = [
  { kind: 'a letter of the street', part: 'street', make: (a, random) => ({ ...a, street: mistype(a.street, random) }) },
  { kind: 'another kind of street', part: 'street', make: withAnotherKind },
  { kind: 'the end of the street cut off', part: 'street', make: withoutEnd },
  { kind: 'a box without its number', part: 'number', make: (a) => (a.country === 'be' && a.house === a.number ? { ...a, house: `${a.house} bus` } : undefined) },
  { kind: 'another postcode', part: 'postcode', make: (a, random) => (a.postcode === '' ? undefined : { ...a, postcode: oneWrong(a.postcode, random) }) },
  { kind: 'no postcode', part: 'postcode', make: (a) => ({ ...a, postcode: '' }) },
  { kind: 'a letter of the place', part: 'place', make: (a, random) => ({ ...a, place: mistype(a.place, random) }) },
  { kind: 'the municipality', part: 'place', make: (a) => (a.place === a.municipality ? undefined : { ...a, place: a.municipality }) },
  { kind: 'no place', part: 'place', make: (a) => ({ ...a, place: '' }) },
]; // biome-ignore format: a table

/** Faults that are asked for in all orders alone: most people make them, and hardly any stops a search. */
const HABITS: readonly Fault[] = [
  { kind: 'capitals', part: 'street', make: (a) => ({ ...a, street: a.street.toUpperCase() }) },
  { kind: 'no accents', part: 'street', make: (a) => changed(a, 'street', withoutAccents) },
  { kind: 'no hyphens', part: 'street', make: (a) => changed(a, 'street', (name) => name.replaceAll('-', ' ')) },
  { kind: 'words glued', part: 'street', make: (a) => changed(a, 'street', (name) => name.replace(/ (?=[^ ]+$)/, '')) },
  { kind: 'no article', part: 'street', make: (a) => changed(a, 'street', (name) => name.replace(/ (?:de la|de l'|du|des|de|van de|van der|van|den) ?/, ' ')) },
  { kind: 'kind of street behind', part: 'street', make: (a) => changed(a, 'street', (name) => name.replace(FRONT, '$2 ($1)')) },
  { kind: 'place in small letters', part: 'place', make: (a) => ({ ...a, place: withoutAccents(a.place).toLowerCase() }) },
  { kind: 'place cut', part: 'place', make: (a, random) => changed(a, 'place', (name) => (name.length > 6 ? name.slice(0, -random.between(1, 3)) : name)) },
  { kind: 'place and municipality', part: 'place', make: (a) => (a.place === a.municipality ? undefined : { ...a, place: `${a.place} ${a.municipality}` }) },
]; // biome-ignore format: a table

/** A kind of street, or an article, with the little words behind it, and the rest of the name. */
const FRONT =
  /^((?:rue|avenue|boulevard|place|chaussée|route|chemin|impasse|quai|square|clos|allée)(?: de la(?= )| de l'| du(?= )| des(?= )| de(?= )| d')?|(?:de|het|'t|am|an der|op der|um)(?= )) ?(.{3,})$/iu;

/** Orders of the parts of an address, with what stands between them. */
const ORDERS: readonly { readonly kind: string; readonly write: (address: Drawn) => string; readonly hasPostcode?: boolean }[] = [
  { kind: 'usual', write: (a) => `${a.street} ${a.house}, ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'no postcode', write: (a) => `${a.street} ${a.house}, ${a.place}` },
  { kind: 'no comma', write: (a) => `${a.street} ${a.house} ${a.place}` },
  { kind: 'number first', write: (a) => `${a.house}, ${a.street}, ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'number first, no comma', write: (a) => `${a.house} ${a.street} ${a.place}` },
  { kind: 'place first', write: (a) => `${a.place}, ${a.street} ${a.house}` },
  { kind: 'place first, no comma', write: (a) => `${a.place} ${a.street} ${a.house}` },
  { kind: 'postcode first', write: (a) => `${a.postcode} ${a.place} ${a.street} ${a.house}`, hasPostcode: true },
  { kind: 'slashes', write: (a) => `${a.street} ${a.house} / ${a.place}` },
  { kind: 'dashes', write: (a) => `${a.street} ${a.house} - ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'number last', write: (a) => `${a.street}, ${a.place} ${a.house}` },
  { kind: 'a sentence', write: (a) => `${a.street} nr. ${a.house} te ${a.place}` },
]; // biome-ignore format: a table

/** One fault or two in an address whose parts stand in another order, with other signs between them, or none. */
export function askOrders(maker: QuestionMaker): void {
  const { random } = maker;
  const faults = [...FAULTS.filter(({ kind }) => !/^no |box/.test(kind)), ...HABITS];
  for (const { kind, write, hasPostcode = false } of ORDERS) {
    maker.repeat(() => {
      const address = maker.drawAddress();
      if (address === undefined) return NOTHING_LEFT;
      const [one, other] = random.shuffle(faults);
      const once = one!.make(address, random, maker);
      const isTwice = random.between(0, 1) === 1 && one!.part !== other!.part;
      const written = once && isTwice ? other!.make(once, random, maker) : once;
      if (written === undefined || isThere(maker, address, written)) return false;
      const isKnown = hasPostcode && written.postcode === address.postcode;
      maker.askText(kind, write(written), isKnown ? maker.expectHouse(address) : maker.expectNamesakes(address));
      return true;
    });
  }
}

/** The share of the sample that each pair is asked for: there are two dozen. */
const PAIR_SHARE = 4;

/** Two faults in one address, in different parts: what is typed and what a file says should lead to the same house. */
export function askFaults(maker: QuestionMaker): void {
  const sample = Math.max(1, Math.round(maker.sample / PAIR_SHARE));
  for (const [i, one] of FAULTS.entries()) {
    for (const other of FAULTS.slice(i + 1)) {
      if (one.part === other.part) continue;
      maker.repeat(() => {
        const address = maker.drawAddress();
        if (address === undefined) return NOTHING_LEFT;
        const once = one.make(address, maker.random, maker);
        const twice = once && other.make(once, maker.random, maker);
        const where = [twice?.postcode, twice?.place].filter(Boolean).join(' ');
        // A street that is there is no fault.
        if (twice === undefined || where === '' || isThere(maker, address, twice)) return false;
        const expected = twice.postcode === '' ? maker.expectNamesakes(address) : maker.expectHouse(address);
        maker.askText(`${one.kind}, ${other.kind}`, `${twice.street} ${twice.house}, ${where}`, expected);
        return true;
      }, sample);
    }
  }
}

/** Ways to write the name of a street that lead to others in a large city, which has most names in several forms. */
const CITY_HABITS: readonly Fault[] = [
  { kind: 'a first name as its initial', part: 'street', make: (a) => changed(a, 'street', (name) => name.replace(FIRST_NAME, '$1$2. $4')) },
  { kind: 'a first name left out', part: 'street', make: (a) => changed(a, 'street', (name) => name.replace(FIRST_NAME, '$1$4')) },
  { kind: 'the first word behind', part: 'street', make: (a) => changed(a, 'street', (name) => name.replace(/^([^ ]+) ([^ ]+)$/, '$2 $1')) },
  { kind: 'another kind of street', part: 'street', make: withAnotherKind },
]; // biome-ignore format: a table

/** What is in front, a capital with the rest of its word, and at least a word with a capital. */
const FIRST_NAME = /^((?:(?:rue|avenue|boulevard|place|quai|allée) )?)(\p{Lu})(\p{Ll}{3,}) (.*\p{Lu}\p{Ll}{4,}.*)$/u;
/** Municipalities with the most addresses. */
const CITIES = 10;

/** Addresses of the largest cities, of which many share their names with their provinces, without a postcode. */
export function askCities(maker: QuestionMaker): void {
  const { index } = maker.register;
  const municipalities = [...index.areas.all('municipality').keys()];
  const sizes = municipalities.map((each) => index.countAddressesUnder('municipality', each));
  const cities = new Set(municipalities.sort((a, b) => sizes[b]! - sizes[a]!).slice(0, CITIES));
  const isOfCity = (address: Drawn): boolean =>
    cities.has(index.areas.at('place', index.streets.placeOf(address.in.street)).parent);
  for (const { kind, make } of CITY_HABITS) {
    maker.repeat(() => {
      const address = maker.drawAddress({ has: isOfCity });
      if (address === undefined) return NOTHING_LEFT;
      const written = make(address, maker.random, maker);
      if (written === undefined || isThere(maker, address, written)) return false;
      maker.askText(kind, `${written.street} ${written.house}, ${written.place}`, maker.expectNamesakes(address));
      return true;
    });
  }
}

/** `undefined` where nothing changes. */
function changed(address: Drawn, part: 'street' | 'place', change: (name: string) => string): Drawn | undefined {
  const name = change(address[part]);
  return name === address[part] ? undefined : { ...address, [part]: name };
}

const withoutAccents = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '');

export function isThere(maker: QuestionMaker, { street, place, municipality }: Drawn, written: Drawn): boolean {
  return (
    looseName(written.street) !== looseName(street) && maker.streetsIn(written.street, [place, municipality]).length > 0
  );
}

/** As where a file has room for so many letters; what is left is the beginning of no other street of the municipality. */
function withoutEnd(address: Drawn, random: Random, { register }: QuestionMaker): Drawn | undefined {
  const { street } = address;
  const fewest = Math.max(MIN_LETTERS_LEFT, Math.ceil(street.length / 2));
  if (street.length <= fewest) return undefined;
  const cut = street.slice(0, random.between(fewest, street.length - 1)).trim();
  const municipality = register.index.areas.at('place', register.index.streets.placeOf(address.in.street)).parent;
  const [from, to] = register.index.areas.descendantsOf('municipality', municipality, 'street');
  for (let each = from; each < to; each++) {
    const begins = register.namesOfStreet(each).some((name) => looseName(name).startsWith(looseName(cut)));
    if (begins && each !== address.in.street) return undefined;
  }
  return { ...address, street: cut };
}

const MIN_LETTERS_LEFT = 8;

function withAnotherKind(address: Drawn, random: Random): Drawn | undefined {
  const words = address.street.split(' ');
  for (const [i, word] of words.entries()) {
    const others = withOtherType(address.country, word.toLowerCase());
    if (others.length === 0) continue;
    const street = words.with(i, random.pick(others).text).join(' ');
    return { ...address, street };
  }
  return undefined;
}
