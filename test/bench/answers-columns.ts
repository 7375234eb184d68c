import type { AddressFields } from '../../src/index.ts';
import { COUNTRY_NAME, type Drawn, NOTHING_LEFT, type QuestionMaker } from './answers-draw.ts';

/** A way in which the columns of a file hold something else than their headers say. */
interface Disorder {
  readonly kind: string;
  readonly cells: (address: Drawn) => AddressFields | undefined;
  /** With a letter, an addition or a box; without one unless given. */
  readonly isSuffixed?: boolean;
}

const suffixOf = ({ letter, addition }: Drawn): string => [letter, addition].filter(Boolean).join(' ');
const line = ({ street, house }: Drawn): string => `${street} ${house}`;
const town = ({ postcode, place }: Drawn): string => `${postcode} ${place}`;

const DISORDERS: readonly Disorder[] = [
  { kind: 'a column each', cells: (a) => ({ street: a.street, housenumber: a.number, addition: suffixOf(a), postcode: a.postcode, place: a.place }), isSuffixed: true },
  { kind: 'the number in the column of the street', cells: (a) => ({ street: line(a), postcode: a.postcode, place: a.place }), isSuffixed: true },
  { kind: 'the number in front of the street', cells: (a) => ({ street: `${a.house}, ${a.street}`, housenumber: '', postcode: a.postcode, place: a.place }), isSuffixed: true },
  { kind: 'the number in the column of the street, without postcode', cells: (a) => ({ street: line(a), housenumber: '', place: a.place }), isSuffixed: true },
  { kind: 'the number in the column of the street, its addition apart', cells: (a) => ({ street: `${a.street} ${a.number}`, addition: suffixOf(a), postcode: a.postcode, place: a.place }), isSuffixed: true },
  { kind: 'the number in both', cells: (a) => ({ street: line(a), housenumber: a.house, postcode: a.postcode, place: a.place }), isSuffixed: true },
  { kind: 'the number in both, its addition in the column of the street', cells: (a) => ({ street: line(a), housenumber: a.number, postcode: a.postcode, place: a.place }), isSuffixed: true },
  { kind: 'street and number in the other order', cells: (a) => ({ street: a.house, housenumber: a.street, postcode: a.postcode, place: a.place }), isSuffixed: true },
  { kind: 'street and number in the column of the number', cells: (a) => ({ street: '', housenumber: line(a), postcode: a.postcode, place: a.place }), isSuffixed: true },
  { kind: 'the street in its own column, too', cells: (a) => ({ street: a.street, housenumber: line(a), postcode: a.postcode, place: a.place }) },
  { kind: 'a company in the column of the street', cells: (a) => ({ street: 'Technics BV', housenumber: line(a), postcode: a.postcode, place: a.place }) },
  { kind: 'postcode and place in the column of the place', cells: (a) => ({ street: a.street, housenumber: a.house, postcode: '', place: town(a) }), isSuffixed: true },
  { kind: 'place and postcode in the column of the place', cells: (a) => ({ street: a.street, housenumber: a.house, place: `${a.place} (${a.postcode})` }) },
  { kind: 'postcode and place in the column of the postcode', cells: (a) => ({ street: a.street, housenumber: a.house, postcode: town(a), place: '' }) },
  { kind: 'the place in both', cells: (a) => ({ street: a.street, housenumber: a.house, postcode: town(a), place: a.place }) },
  { kind: 'postcode and place in the other order', cells: (a) => ({ street: a.street, housenumber: a.house, postcode: a.place, place: a.postcode }) },
  { kind: 'number and postcode in the other order', cells: (a) => ({ street: a.street, housenumber: a.postcode, postcode: a.number, place: a.place }) },
  { kind: 'street and place in the other order', cells: (a) => ({ street: a.place, housenumber: a.house, postcode: a.postcode, place: a.street }) },
  { kind: 'all in the column of the street', cells: (a) => ({ street: `${line(a)}, ${town(a)}`, housenumber: '', postcode: '', place: '' }), isSuffixed: true },
  { kind: 'all in the column of the place', cells: (a) => ({ street: '', housenumber: '', place: `${line(a)}, ${town(a)}` }), isSuffixed: true },
  { kind: 'numbers that became decimal', cells: (a) => ({ street: a.street, housenumber: `${a.number}.0`, postcode: a.postcode.length === 4 ? `${a.postcode}.0` : a.postcode, place: a.place }) },
  { kind: 'texts for Excel', cells: (a) => ({ street: a.street, housenumber: `="${a.number}"`, postcode: a.postcode, place: a.place }) },
  { kind: 'the municipality behind the place', cells: (a) => ({ street: a.street, housenumber: a.house, place: `${a.place} (${a.municipality})` }) },
  { kind: 'municipality and country behind the place', cells: (a) => ({ street: a.street, housenumber: a.house, place: `${a.place}, ${a.municipality}, ${COUNTRY_NAME[a.country]}` }) },
  { kind: 'the country in front of the place', cells: (a) => ({ street: a.street, housenumber: a.house, place: `${COUNTRY_NAME[a.country]} - ${a.place}` }) },
  { kind: 'a part of the town behind the place', cells: (a) => ({ street: a.street, housenumber: a.house, postcode: a.postcode, place: `${a.place} - Vogelwijk` }) },
  { kind: 'the place beside a text', cells: (a) => ({ text: line(a), place: a.place }), isSuffixed: true },
  { kind: 'the place beside a text with the postcode', cells: (a) => ({ text: `${line(a)}, ${a.postcode}`, place: a.place }) },
]; // biome-ignore format: a form a line

/** Files with the number in one of several columns that may have it. */
const FILES: Readonly<Record<string, (address: Drawn) => Readonly<Record<string, string>>>> = {
  'a line beside the street has the number': (a) => ({ straat: a.street, postcode: a.postcode, plaats: a.place, adres: line(a) }),
  'a line beside the street has all': (a) => ({ straat: a.street, plaats: a.place, 'volledig adres': `${line(a)}, ${town(a)}` }),
  'a line and the street, postcode and place in one': (a) => ({ adres: line(a), straat: a.street, 'postcode en plaats': town(a) }),
  'the second line has postcode and place': (a) => ({ straat: a.street, huisnummer: a.house, 'adres 2': town(a) }),
}; // biome-ignore format: a form a line

/** Rows whose columns are merged, swapped or repeated. */
export function askColumnsInDisorder(maker: QuestionMaker): void {
  for (const [kind, cells] of Object.entries(FILES)) {
    maker.repeat(() => {
      const address = maker.drawAddress();
      if (address === undefined) return NOTHING_LEFT;
      maker.askFile(kind, cells(address), maker.expectHouse(address));
      return true;
    });
  }
  for (const { kind, cells, isSuffixed } of DISORDERS) {
    let count = 0;
    maker.repeat(() => {
      const hasSuffix = isSuffixed === true && count++ % 2 === 0;
      const address = maker.drawAddress({ isPlain: !hasSuffix, has: (drawn) => !hasSuffix || suffixOf(drawn) !== '' });
      if (address === undefined) return isSuffixed ? false : NOTHING_LEFT;
      const fields = cells(address);
      if (fields === undefined) return false;
      // Without a postcode, of streets and places called alike any may be meant.
      const hasPostcode = Object.values(fields).some((cell) => cell.includes(address.postcode));
      maker.askColumns(kind, fields, hasPostcode ? maker.expectHouse(address) : maker.expectNamesakes(address));
      return true;
    });
  }
} // biome-ignore format: conditions on a line
