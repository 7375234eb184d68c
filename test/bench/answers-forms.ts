import { nameIn } from '../../src/model/country.ts';
import { TEMPLATES } from '../batch/written-addresses.ts';
import { mistype } from '../support/mistype.ts';
import type { Random } from '../support/random.ts';
import { COUNTRY_NAME, columnsOf, type Drawn, NOTHING_LEFT, type QuestionMaker } from './answers-draw.ts';
import type { Expected, Via } from './answers-judge.ts';
import { oneWrong } from './quality-streets.ts';
import { PLACE_FORMS, STREET_VARIANTS } from './quality-variants.ts';

/** A way of writing a whole address. */
interface Form {
  readonly kind: string;
  readonly write: (address: Drawn, random: Random, maker: QuestionMaker) => string | undefined;
  /** What it says is enough for one house only with others called alike. */
  readonly hasPostcode?: boolean;
  readonly vias?: readonly Via[];
  readonly expect?: 'street';
}

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
const usual = ({ street, house, postcode, place }: Drawn): string => `${street} ${house}, ${postcode} ${place}`;
const line = ({ street, house }: Drawn): string => `${street} ${house}`;
const spaced = (postcode: string): string => postcode.replace(/^(....)(..)$/, '$1 $2');
const COUNTRY_LETTER = { nl: 'NL-', be: 'B-', lu: 'L-' } as const;
const COMPANIES = [
  'Bakkerij Janssen',
  'Garage Weber sàrl',
  'Technics BV',
  'Salon Marie-Claire',
  'Notariskantoor De Wit',
];
const BEFORE_PLACE = { nl: 'te', be: 'à', lu: 'à' } as const;
const BESIDE = { nl: 'naast', be: 'à côté de', lu: 'à côté de' } as const;
const OPPOSITE = { nl: 't.o.', be: 'en face de', lu: 'en face de' } as const;
const CORNER = { nl: 'hoek', be: 'coin', lu: 'coin' } as const;
const MUNICIPALITY = { nl: 'Gemeente', be: 'Ville de', lu: 'Commune de' } as const;
const POST_OFFICE_BOX = { nl: 'Postbus', be: 'BP', lu: 'B.P.' } as const;
const BOX = { nl: 'toevoeging', be: 'bus', lu: 'boîte' } as const;
const FLOORS = ['2e verdieping', '2ème étage', '1. Stock', 'rez-de-chaussée', 'begane grond'];

const FORMS: readonly Form[] = [
  { kind: 'street number, place', write: (a) => `${line(a)}, ${a.place}` },
  { kind: 'street number, postcode', write: (a) => `${line(a)}, ${a.postcode}`, hasPostcode: true },
  { kind: 'street number, place postcode', write: (a) => `${line(a)}, ${a.place} ${a.postcode}`, hasPostcode: true },
  { kind: 'number street, postcode place', write: (a) => `${a.house} ${a.street}, ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'postcode, street number, place', write: (a) => `${a.postcode}, ${line(a)}, ${a.place}`, hasPostcode: true },
  { kind: 'place street number', write: (a) => `${a.place} ${line(a)}` },
  { kind: 'place postcode street number', write: (a) => `${a.place} ${a.postcode} ${line(a)}`, hasPostcode: true },
  { kind: 'semicolons', write: (a) => [line(a), a.postcode, a.place].join('; '), hasPostcode: true },
  { kind: 'line ends', write: (a) => `${line(a)}\n${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'tabs', write: (a) => [a.street, a.house, a.postcode, a.place].join('\t'), hasPostcode: true },
  { kind: 'slashes', write: (a) => [line(a), a.postcode, a.place].join(' / '), hasPostcode: true },
  { kind: 'dashes', write: (a) => [line(a), `${a.postcode} ${a.place}`].join(' - '), hasPostcode: true },
  { kind: 'bars', write: (a) => [line(a), a.postcode, a.place].join('|'), hasPostcode: true },
  { kind: 'comma before the number', write: (a) => `${a.street}, ${a.house}, ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'no separator', write: (a) => `${line(a)} ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'capitals without accents', write: (a) => withoutAccents(usual(a)).toUpperCase(), hasPostcode: true },
  { kind: 'small letters without accents', write: (a) => withoutAccents(usual(a)).toLowerCase(), hasPostcode: true },
  { kind: 'double blanks', write: (a) => usual(a).replaceAll(' ', '  '), hasPostcode: true },
  { kind: 'number glued to the street', write: (a) => `${a.street}${a.house}, ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'postcode glued to the place', write: (a) => `${line(a)}, ${a.postcode}${a.place}`, hasPostcode: true },
  { kind: 'words of the street glued', write: (a) => (a.street.includes(' ') ? `${a.street.replaceAll(' ', '')} ${a.house}, ${a.postcode} ${a.place}` : undefined), hasPostcode: true },
  { kind: 'postcode with a blank', write: (a) => (a.postcode.length === 6 ? `${line(a)}, ${spaced(a.postcode)} ${a.place}` : undefined), hasPostcode: true },
  { kind: "postcode with the country's letter", write: (a) => `${line(a)}, ${COUNTRY_LETTER[a.country]}${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'country behind', write: (a) => `${usual(a)}, ${COUNTRY_NAME[a.country]}`, hasPostcode: true },
  { kind: 'municipality instead of the place', write: (a) => `${line(a)}, ${a.municipality}` },
  { kind: 'postcode and municipality', write: (a) => `${line(a)}, ${a.postcode} ${a.municipality}`, hasPostcode: true },
  { kind: 'one typo', write: (a, random) => `${mistype(line(a), random)}, ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'one typo, no postcode', write: (a, random) => `${mistype(line(a), random)}, ${a.place}` },
  { kind: 'two typos', write: (a, random) => `${mistype(mistype(line(a), random), random)}, ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'two letters wrong in one word, no postcode', write: (a, random) => `${withWrongWord(a.street, random)} ${a.house}, ${a.place}` },
  { kind: 'one typo in the place', write: (a, random) => `${line(a)}, ${mistype(a.place, random)}` },
  { kind: 'nr. before the number', write: (a) => `${a.street} nr. ${a.house}, ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'company in front', write: (a, random) => `${random.pick(COMPANIES)}, ${usual(a)}`, hasPostcode: true },
  { kind: 'company in front, no postcode', write: (a, random) => `${random.pick(COMPANIES)}, ${line(a)}, ${a.place}` },
  { kind: 'company in front, number before street', write: (a, random) => `${random.pick(COMPANIES)}, ${a.house}, ${a.street}, ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'company, number, street, place, no comma', write: (a, random) => `${random.pick(COMPANIES)} ${a.house} ${a.street} ${a.place}` },
  { kind: 'company, place, street', write: (a, random) => `${random.pick(COMPANIES)}, ${a.place}, ${line(a)}` },
  { kind: 'company, place, street, no comma', write: (a, random) => `${random.pick(COMPANIES)} ${a.place} ${line(a)}` },
  { kind: 'box behind the place', write: (a) => (a.country === 'be' && a.addition !== '' ? `${a.street} ${a.number}${a.letter}, ${a.postcode} ${a.place}, bus ${a.addition}` : undefined), hasPostcode: true },
  { kind: 'box behind a colon', write: (a) => (a.country === 'be' && a.addition !== '' ? `${a.street} ${a.number}${a.letter} bus: ${a.addition}, ${a.postcode} ${a.place}` : undefined), hasPostcode: true },
  { kind: 'addition behind the place', write: (a) => (a.country === 'nl' && a.addition !== '' ? `${a.street} ${a.number}${a.letter}, ${a.postcode} ${a.place}, toevoeging ${a.addition}` : undefined), hasPostcode: true },
  { kind: 'à before the postcode', write: (a) => (a.country === 'nl' ? undefined : `${line(a)} à ${a.postcode} ${a.place}`), hasPostcode: true },
  { kind: 'percent-encoded', write: (a) => encodeURIComponent(usual(a)), hasPostcode: true },
  { kind: 'of a form in a URL', write: (a) => usual(a).replaceAll(' ', '+'), hasPostcode: true },
  { kind: 'a price behind', write: (a) => `${usual(a)} - € 350.000`, hasPostcode: true },
  { kind: 'company, and all in brackets', write: (a, random) => `${random.pick(COMPANIES)} (${usual(a)})`, hasPostcode: true },
  { kind: 'words and two numbers behind', write: (a) => `${usual(a)} tussen 8 en 12 uur`, hasPostcode: true },
  { kind: 'te or à before the place', write: (a) => `${line(a)} ${BEFORE_PLACE[a.country]} ${a.place}` },
  { kind: 'place cut, with a full stop', write: (a) => (a.place.length > 6 ? `${line(a)}, ${a.place.slice(0, 4).trim()}.` : undefined) },
  { kind: 'beside', write: (a) => `${BESIDE[a.country]} ${usual(a)}`, hasPostcode: true },
  { kind: 'opposite', write: (a) => `${OPPOSITE[a.country]} ${usual(a)}`, hasPostcode: true },
  { kind: 'corner', write: (a, _, maker) => `${line(a)}, ${CORNER[a.country]} ${Object.values(maker.drawStreet().names)[0]}, ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'two addresses', write: (a, _, maker) => withAnother(maker, (other) => `${usual(a)}; ${usual(other)}`), hasPostcode: true },
  { kind: 'two addresses, no postcode', write: (a, _, maker) => withAnother(maker, (other) => `${line(a)}, ${a.place} / ${line(other)}, ${other.place}`) },
  { kind: 'two streets of one place', write: twoStreets, hasPostcode: true },
  { kind: 'care of, in front', write: (a) => `c/o Familie Peeters, ${usual(a)}`, hasPostcode: true },
  { kind: 'person behind', write: (a) => `${usual(a)}, t.a.v. de heer Jansen`, hasPostcode: true },
  { kind: 'post-office box behind', write: (a) => `${usual(a)}, ${POST_OFFICE_BOX[a.country]} 12`, hasPostcode: true },
  { kind: 'telephone and e-mail behind', write: (a) => `${usual(a)}, tel. 020-1234567, info@example.org`, hasPostcode: true },
  { kind: 'words and a time behind', write: (a) => `${usual(a)}, levering voor 12:30`, hasPostcode: true },
  { kind: 'person in front', write: (a) => `t.a.v. Mevr. A. van den Berg, ${usual(a)}`, hasPostcode: true },
  { kind: 'floor behind the number', write: (a, random) => `${line(a)}, ${random.pick(FLOORS)}, ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'remark in brackets', write: (a) => `${line(a)} (achterom), ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'labels', write: (a) => `Straat: ${a.street} Nr: ${a.house} Postcode: ${a.postcode} Plaats: ${a.place}`, hasPostcode: true },
  { kind: 'English labels', write: (a) => `Street: ${a.street}; House number: ${a.house}; Zip: ${a.postcode}; City: ${a.place}`, hasPostcode: true },
  { kind: 'one wrong in the postcode', write: (a, random) => `${line(a)}, ${oneWrong(a.postcode, random)} ${a.place}` },
  { kind: 'number missing', write: (a) => `${a.street}, ${a.postcode} ${a.place}`, expect: 'street' },
  { kind: 'number in front, box behind the street', write: (a) => (a.country === 'be' && a.addition !== '' ? `${a.number}${a.letter}, ${a.street} bus ${a.addition}, ${a.postcode} ${a.place}` : undefined), hasPostcode: true },
  { kind: 'number in front, persons behind the street', write: (a) => (a.addition === '' ? `${a.house}, ${a.street} 3 pers., ${a.postcode} ${a.place}` : undefined), hasPostcode: true },
  { kind: 'number in front, in a list', write: (a) => `2) ${a.house}, ${a.street}, ${a.postcode} ${a.place}`, hasPostcode: true },
  { kind: 'a box that there is not, in brackets', write: (a) => (a.country !== 'lu' && a.addition === '' ? `${a.street} ${a.number}${a.letter} (bus 987), ${a.postcode} ${a.place}` : undefined), hasPostcode: true },
  { kind: 'all blanks lost', write: (a) => (/^[0-9]+$/.test(a.house) ? `${a.street}${a.house}${a.place}`.replaceAll(' ', '') : undefined) },
  { kind: 'letters apart', write: (a) => [...`${line(a)}, ${a.place}`].join(' ') },
  { kind: 'a typo in the place in front, no comma', write: (a, random) => (a.place.length > 5 ? `${mistype(a.place, random)} ${line(a)}` : undefined) },
  { kind: 'a blank too early, two letters of the place to come', write: (a) => (/[^ ]{2} /.test(a.street) && a.place.length > 5 ? `${a.street.replace(/([^ ]) /, ' $1')} ${a.house} ${a.place.slice(0, -2)}` : undefined), vias: ['search'] },
  { kind: 'half the street, a typo in the place', write: (a, random) => (!/[^\p{L}]/u.test(a.street) && a.street.length > 8 && a.place.length > 5 ? `${a.street.slice(0, 7)} ${mistype(a.place, random)}` : undefined), vias: ['search'], expect: 'street' },
  { kind: 'the last two letters of the place to come', write: (a) => (a.place.length > 5 ? `${line(a)} ${a.place.slice(0, -2)}` : undefined), vias: ['search'] },
]; // biome-ignore format: a table

/** A name with two letters wrong in its longest word. */
function withWrongWord(name: string, random: Random): string {
  const [longest = ''] = name.split(' ').sort((a, b) => b.length - a.length);
  return name.replace(longest, mistype(mistype(longest, random), random));
}

/** A text with another address in it. */
function withAnother(maker: QuestionMaker, write: (other: Drawn) => string): string | undefined {
  const other = maker.drawAddress();
  return other && write(other);
}

/** Two streets with their numbers, which share the place and the postcode of the first, which is meant. */
function twoStreets(address: Drawn, random: Random, maker: QuestionMaker): string | undefined {
  const { register } = maker;
  const [from, to] = register.index.areas.childrenOf('place', register.index.streets.placeOf(address.in.street));
  const other = register.streetAt(random.between(from, to - 1));
  const number = maker.drawNumber(other);
  if (other.street === address.in.street || number === 0) return undefined;
  return `${line(address)}, ${Object.values(other.names)[0]} ${number}, ${address.postcode} ${address.place}`;
}

/** Columns in the ways that files have them. */
const COLUMN_FORMS: readonly { readonly kind: string; readonly write: (address: Drawn, random: Random) => object; readonly hasPostcode?: boolean }[] = [
  { kind: 'columns', write: columnsOf, hasPostcode: true },
  { kind: 'columns, no postcode', write: (a) => ({ ...columnsOf(a), postcode: '' }) },
  { kind: 'columns, no place', write: (a) => ({ ...columnsOf(a), place: '' }), hasPostcode: true },
  { kind: 'columns, street with its number', write: (a) => ({ street: line(a), postcode: a.postcode, place: a.place }), hasPostcode: true },
  { kind: 'columns, capitals', write: (a) => ({ ...columnsOf(a), street: withoutAccents(a.street).toUpperCase(), place: withoutAccents(a.place).toUpperCase() }), hasPostcode: true },
  { kind: 'columns, municipality', write: (a) => ({ ...columnsOf(a), place: a.municipality }), hasPostcode: true },
  { kind: 'columns, place and municipality with a slash', write: (a) => ({ ...columnsOf(a), postcode: '', place: `${a.place}/${a.municipality}` }) },
  { kind: 'columns, what the municipality is before it', write: (a) => ({ ...columnsOf(a), postcode: '', place: `${MUNICIPALITY[a.country]} ${a.municipality}` }) },
  { kind: 'columns, place behind the street', write: (a) => ({ ...columnsOf(a), street: `${a.street}, ${a.place}`, postcode: '', place: '' }) },
  { kind: 'columns, letter, addition or box in both', write: (a) => ({ ...columnsOf(a), housenumber: a.house }), hasPostcode: true },
  { kind: 'columns, a text and the postcode', write: (a) => ({ text: line(a), postcode: a.postcode }), hasPostcode: true },
  { kind: 'columns, a text of two lines', write: (a) => ({ text: `${a.street} ${a.number}${a.letter}${a.addition && `, ${BOX[a.country]} ${a.addition}`}`, postcode: a.postcode, place: a.place }), hasPostcode: true },
  { kind: 'columns, one typo in the street', write: (a, random) => ({ ...columnsOf(a), street: mistype(a.street, random) }), hasPostcode: true },
  { kind: 'columns, two letters wrong in one word', write: (a, random) => ({ ...columnsOf(a), street: withWrongWord(a.street, random) }), hasPostcode: true },
  { kind: 'columns, one wrong in the postcode', write: (a, random) => ({ ...columnsOf(a), postcode: oneWrong(a.postcode, random) }) },
]; // biome-ignore format: a table

/** Real addresses in the forms that people write: of each form a few, with letters, additions and boxes as they come. */
export function askForms(maker: QuestionMaker): void {
  const { register, random, country } = maker;
  const few = Math.max(1, Math.round(maker.sample / FORM_SHARE));
  const ask = (kind: string, form: Omit<Form, 'kind'>): void =>
    maker.repeat(() => {
      const address = maker.drawAddress({ isPlain: false });
      if (address === undefined) return NOTHING_LEFT;
      const text = form.write(address, random, maker);
      if (text === undefined) return false;
      const expected = form.expect === 'street' ? maker.expectStreet(address.in) : expectedOf(maker, address, form);
      if (expected === undefined) return false;
      maker.askText(kind, text, expected, form.vias === undefined ? {} : { vias: form.vias });
      return true;
    }, few);
  for (const [kind, write] of Object.entries(TEMPLATES[country]))
    ask(kind, { write, hasPostcode: /postcode/i.test(kind) });
  for (const { kind, ...form } of FORMS) ask(kind, form);
  for (const { kind, write, hasPostcode = false } of COLUMN_FORMS) {
    maker.repeat(() => {
      const address = maker.drawAddress({ isPlain: false });
      if (address === undefined) return NOTHING_LEFT;
      const expected = expectedOf(maker, address, { hasPostcode });
      if (expected === undefined) return false;
      maker.askColumns(kind, write(address, random), expected);
      return true;
    }, few);
  }
  for (const { kind, countries, write } of STREET_VARIANTS) {
    if (!countries.includes(country)) continue;
    maker.repeat(() => {
      const address = maker.drawByStreet((street) =>
        Object.values(street.names).some((name) => isChanged(write(name), name)),
      );
      if (address === undefined) return NOTHING_LEFT;
      const street = write(address.street);
      if (street === undefined || street === address.street) return false;
      const written = { ...address, street };
      maker.askText(`street: ${kind}`, usual(written), maker.expectHouse(address));
      maker.askColumns(`street: ${kind}`, columnsOf(written), maker.expectHouse(address));
      return true;
    }, few);
  }
  for (const { kind, write } of PLACE_FORMS) {
    const places = register.index.areas.all('place').flatMap((area, ordinal) => {
      const name = nameIn(area.names);
      const written = write(name, nameIn(register.index.areas.at('municipality', area.parent).names));
      return isChanged(written, name) ? [{ ordinal, written: written! }] : [];
    });
    if (places.length === 0) continue;
    maker.repeat(() => {
      const { ordinal, written } = random.pick(places);
      const [from, to] = register.index.areas.descendantsOf('place', ordinal, 'street');
      const street = register.streetAt(random.between(from, to - 1));
      const address = random.between(street.from, street.to - 1);
      if (register.numberOf(address) === 0 || !maker.takesStreet(street)) return false;
      const drawn = maker.written(address);
      const expected = expectedOf(maker, drawn, {});
      if (expected === undefined) return false;
      maker.askText(`place: ${kind}`, `${line(drawn)}, ${written}`, expected);
      maker.askColumns(`place: ${kind}`, { ...columnsOf(drawn), postcode: '', place: written }, expected);
      return true;
    }, few);
  }
}

/** Forms are many: of each an eighth of the sample. */
const FORM_SHARE = 8;

function isChanged(written: string | undefined, name: string | undefined): boolean {
  return written !== undefined && written !== name;
}

/** The house; of a text without postcode `undefined` where several are called alike. */
function expectedOf(maker: QuestionMaker, address: Drawn, { hasPostcode = false }: { hasPostcode?: boolean }): Expected | undefined {
  if (hasPostcode) return maker.expectHouse(address);
  const expected = maker.expectNamesakes(address);
  return expected.kind === 'house' && expected.houses.length === 1 ? expected : undefined;
} // biome-ignore format: two conditions
