import { describe, expect, it } from 'vitest';
import { type AddressFields, COUNTRIES } from '../../src/index.ts';
import { effort } from '../support/effort.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { Random } from '../support/random.ts';

const fixtures = fixtureIndexes();

const HOUSES = effort(25, 80);

const LETTERS: Readonly<Record<string, string>> = { 0: 'O', 1: 'l', 5: 'S', 8: 'B' };

/** What programs and readers make of a number, and whether one can tell what it was. */
const DAMAGES: Readonly<Record<string, { damage: (digits: string) => string; isReadable: boolean }>> = {
  'keys of an emoji': { damage: (digits) => digits.replace(/./g, '$&\ufe0f\u20e3'), isReadable: true },
  'wide digits': { damage: (digits) => String.fromCharCode(...[...digits].map((digit) => 0xff10 + Number(digit))), isReadable: true },
  'Arabic digits': { damage: (digits) => String.fromCharCode(...[...digits].map((digit) => 0x660 + Number(digit))), isReadable: true },
  'a letter that looks like it': { damage: (digits) => digits[0]! + digits.slice(1).replace(/[0158]/, (digit) => LETTERS[digit]!), isReadable: false },
  'an exponent': { damage: (digits) => `${digits[0]}.${digits[1] ?? 0}E+0${digits.length - 1}`, isReadable: false },
  'a date': { damage: (digits) => `${digits[0]}-Jan`, isReadable: false },
  'a date, the month first': { damage: (digits) => `feb-0${digits[0]}`, isReadable: false },
}; // biome-ignore format: a table

describe.each(COUNTRIES)('a number of %s in other signs', (country) => {
  it.each(Object.entries(DAMAGES))('%s is the same number, or no single house', (_, { damage, isReadable }) => {
    const register = new IndexedRegister(fixtures.lookup.of(country).index);
    const random = new Random(17);
    const wrong: string[] = [];
    let asked = 0;
    for (let attempt = 0; attempt < 4000 && asked < HOUSES; attempt++) {
      const address = random.between(0, register.addressCount - 1);
      const digits = String(register.numberOf(address));
      const postcode = register.postcodeOf(address);
      if (!/^[1-9].*[0158]/.test(digits) || postcode === '' || register.suffixKeyOf(address) !== '') continue;
      const { street, place } = register.streetOf(address);
      const name = register.index.streets.nameOf(street);
      const rows: AddressFields[] = [
        { text: `${name} ${damage(digits)}, ${postcode} ${place}` },
        { street: name, housenumber: damage(digits), postcode, place },
      ];
      for (const row of rows) {
        const { status, addresses } = fixtures.lookup.geocode(row);
        const isSingle = status === 'exact' || status === 'corrected';
        const isRight = addresses.some(({ housenumber }) => Number.parseInt(housenumber, 10) === Number(digits));
        if (isReadable ? !isRight : isSingle && !isRight) wrong.push(`${JSON.stringify(row)}: ${status}`);
      }
      asked++;
    }
    expect(asked).toBe(HOUSES);
    expect(wrong).toEqual([]);
  });
});
