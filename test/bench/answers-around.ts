import type { AddressFields } from '../../src/index.ts';
import { streetTypeOf } from '../../src/text/variants.ts';
import { mistype } from '../support/mistype.ts';
import type { Random } from '../support/random.ts';
import { type Drawn, NOTHING_LEFT, type QuestionMaker } from './answers-draw.ts';
import { isThere } from './answers-faults.ts';
import { oneWrong } from './quality-streets.ts';

/** An address with what people write beside it. */
interface Around {
  readonly kind: string;
  /** Faults that are usual there; `undefined` for an address that cannot have them. */
  readonly change?: (address: Drawn, random: Random) => Drawn | undefined;
  readonly write: (address: Drawn) => AddressFields;
}

const text = (...parts: readonly string[]): AddressFields => ({ text: parts.join(', ') });
const line = ({ street, house }: Drawn): string => `${street} ${house}`;
const town = ({ postcode, place }: Drawn): string => `${postcode} ${place}`;
const next = ({ number }: Drawn): number => Number(number) + 2;

const AROUND: readonly Around[] = [
  { kind: 'a floor in French', write: (a) => text(`${line(a)} 3ième étage`, town(a)) },
  { kind: 'a floor in English', write: (a) => text(line(a), '2nd floor', town(a)) },
  { kind: 'a company, two numbers in front', write: (a) => text('Dupont SA', `${a.number}-${next(a)} ${a.street}`, town(a)) },
  { kind: 'two numbers, the postcode behind the place', write: (a) => text(`${a.street} ${a.number} t/m ${next(a)}`, a.place, a.postcode) },
  { kind: 'a box, the letter of the country, a letter of the street', change: (a, random) => (a.country === 'be' ? misspelt(a, random) : undefined), write: (a) => text(`${line(a)} bte 1.2`, `B-${town(a)}`) },
  { kind: 'the place in front, words behind', write: (a) => text(a.place, line(a), 'sonner chez Dupont') },
  { kind: 'no kind of street', change: withoutKind, write: (a) => text(line(a), town(a)) },
  { kind: 'a company, no kind of street', change: withoutKind, write: (a) => text('Restaurant De Zon', line(a), town(a)) },
  { kind: 'a letter of the place, another postcode', change: (a, random) => ({ ...a, postcode: oneWrong(a.postcode, random), place: mistype(a.place, random) }), write: (a) => text(line(a), town(a)) },
  { kind: 'a letter of the street, the postcode behind the place', change: misspelt, write: (a) => text(line(a), a.place, a.postcode) },
  { kind: 'the municipality behind the place and a hyphen', write: (a) => ({ street: a.street, housenumber: a.house, place: `${a.place}-${a.municipality}` }) },
  { kind: 'a floor in the column of the number', write: (a) => ({ street: a.street, housenumber: `${a.house}, 2e verdieping`, postcode: a.postcode, place: a.place }) },
  { kind: 'an addressee before the number', write: (a) => text(`${a.street} t.a.v. mevr. De Vries ${a.house}`, town(a)) },
  { kind: 'postcode and place behind the street, and in the place', write: (a) => ({ street: `${a.street}, ${town(a)}`, housenumber: a.house, place: town(a) }) },
  { kind: 'a company before a misspelt street in its column', change: misspelt, write: (a) => ({ street: `SPRL Dubois, ${a.street}`, housenumber: a.house, postcode: a.postcode, place: a.place }) },
  { kind: 'the whole address in the street, the municipality in the place', write: (a) => ({ street: `${line(a)}, ${town(a)}`, place: a.municipality }) },
  { kind: 'a town that it is near to', change: (a) => (a.place === CITIES[a.country] || a.municipality === CITIES[a.country] ? undefined : a), write: (a) => text(line(a), a.place, `${a.country === 'nl' ? 'nabij' : 'près de'} ${CITIES[a.country]}`) },
  { kind: 'the number of an account', write: (a) => text(line(a), town(a), 'IBAN BE34 6377 7502 9100') },
  { kind: 'a line end in the name of the street', change: (a) => inTwo(a, / /, '\n'), write: (a) => text(line(a), town(a)) },
  { kind: 'a word divided at the end of a line', change: (a) => inTwo(a, /(?<=\p{Ll}{3})(?=\p{Ll}{3})/u, '-\n'), write: (a) => text(line(a), town(a)) },
  { kind: 'the number in front, a word behind the place', write: (a) => text(`${a.house} ${a.street} ${a.place} svp`) },
  { kind: 'words behind the place, in its column', write: (a) => ({ street: a.street, housenumber: a.house, place: `${a.place} dank u` }) },
  { kind: 'the place behind the street, in its column', write: (a) => ({ street: `${a.street} ${a.place}`, housenumber: a.house, postcode: a.postcode, place: a.municipality }) },
  { kind: 'a digit for a letter of the street', change: (a) => inTwo(a, /(?<=\p{L}{3})[il](?=\p{L})/u, '1'), write: (a) => ({ street: a.street, housenumber: a.house, postcode: a.postcode, place: a.place }) },
  { kind: 'words in front, a letter of the street', change: misspelt, write: (a) => text(`ik woon ${line(a)} ${town(a)}`) },
  { kind: 'a company in front of a misspelt street, no comma', change: misspelt, write: (a) => ({ street: `SPRL Dubois ${a.street}`, housenumber: a.house, postcode: a.postcode, place: a.place }) },
  { kind: 'many words behind', write: (a) => text(`${line(a)}, ${town(a)} graag bellen als u er bent want de deurbel doet het al weken niet goed`) },
  { kind: 'the opposite adjective', change: withOpposite, write: (a) => text(line(a), town(a)) },
]; // biome-ignore format: a table

const OPPOSITES: readonly (readonly [string, string])[] = [['oude', 'nieuwe'], ['grote', 'kleine'], ['lange', 'korte'], ['hoge', 'lage'], ['petite', 'grande'], ['vieux', 'nouveau']]; // biome-ignore format: a table

const CITIES = { nl: 'Utrecht', be: 'Liège', lu: 'Luxembourg' };

/** With something else for the first of what a pattern finds in the name of its street. */
function inTwo(address: Drawn, found: RegExp, other: string): Drawn | undefined {
  const street = address.street.replace(found, other);
  return street === address.street ? undefined : { ...address, street };
}

/** With what tells streets of one name apart turned into its opposite: Nieuwe Poststraat for Oude Poststraat. */
function withOpposite(address: Drawn): Drawn | undefined {
  for (const pair of OPPOSITES) {
    for (const [own, other] of [pair, pair.toReversed()]) {
      const changed = inTwo(address, new RegExp(`(?<!\\p{L})${own} (?=\\p{L})`, 'iu'), `${other} `);
      if (changed !== undefined) return changed;
    }
  }
  return undefined;
}

function misspelt(address: Drawn, random: Random): Drawn {
  return { ...address, street: mistype(address.street, random) };
}

/** Without the kind of street that a name ends in. */
function withoutKind(address: Drawn): Drawn | undefined {
  const { country, street } = address;
  const type = streetTypeOf(country, street.toLowerCase());
  return type === undefined ? undefined : { ...address, street: street.slice(0, -type.length).trim() };
}

/** Addresses with floors, boxes, companies, second numbers, and two names of the place, in texts and columns. */
export function askAround(maker: QuestionMaker): void {
  for (const { kind, change, write } of AROUND) {
    maker.repeat(() => {
      const address = maker.drawAddress();
      if (address === undefined) return NOTHING_LEFT;
      const changed = change === undefined ? address : change(address, maker.random);
      // A street that is there is no fault.
      if (changed === undefined || isThere(maker, address, changed)) return false;
      const fields = write(changed);
      const hasPostcode = Object.values(fields).some((cell) => cell.includes(changed.postcode));
      const expected = hasPostcode ? maker.expectHouse(address) : maker.expectNamesakes(address);
      if (fields.text === undefined) maker.askColumns(kind, fields, expected);
      else maker.askText(kind, fields.text, expected);
      return true;
    });
  }
}
