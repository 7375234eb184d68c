import { beforeAll, describe, expect, it } from 'vitest';
import type { AddressFields } from '../../src/search/match.ts';
import { PlaceNames } from '../../src/search/place-names.ts';
import { readRow } from '../../src/search/read-row.ts';
import type { Reading } from '../../src/search/reading.ts';
import type { OpenedRegister } from '../support/small-register.ts';
import { belgianTown, dutchTown } from '../support/towns.ts';

/** A reading, as `street | number | postcode | place`, and the words that it leaves out. */
function shown({ street, number, postcode, place, ignoredWords }: Reading): string {
  const digits = [number?.number || '', number?.key].filter(Boolean).join(' ');
  const parts = [street?.written, digits, postcode?.text, place?.key, ignoredWords ? `-${ignoredWords}` : undefined];
  return parts
    .map((part) => part || '-')
    .slice(0, ignoredWords ? 5 : 4)
    .join(' | ');
}

let town: OpenedRegister<'nl'>;
let belgian: OpenedRegister<'be'>;
beforeAll(async () => {
  town = await dutchTown();
  belgian = await belgianTown();
});

const readingsOf = ({ index }: OpenedRegister<'nl' | 'be'>, fields: AddressFields): string[] =>
  readRow({ index, places: new PlaceNames(index) }, fields).all.map(shown);

it('the place behind the street is the place, where its column has what it lies in', () => {
  const columns = { street: 'Wetstraat, Haren', housenumber: '3', place: 'Brussel' };
  expect(readingsOf(belgian, columns)[0]).toBe('Wetstraat | 3 | - | haren');
  expect(readingsOf(belgian, { ...columns, place: 'Antwerpen' })[0]).not.toContain('haren');
});

describe('cells that are what their headers say', () => {
  it.each<readonly [fields: AddressFields, readings: readonly string[], why: string]>([
    [{ street: 'Kerkstraat', housenumber: '6' }, ['Kerkstraat | 6 | - | -'], 'a column each'],
    [{ street: 'Kerkstraat', housenumber: '6', addition: 'A-2' }, ['Kerkstraat | 6 a2 | - | -'], 'an addition'],
    [{ street: 'Kerkstraat', housenumber: '6', addition: ' - ' }, ['Kerkstraat | 6 | - | -'], 'a dash for no addition'],
    [{ street: 'Kerkstraat', housenumber: '6', addition: '.' }, ['Kerkstraat | 6 | - | -'], 'a full stop for none'],
    [{ street: 'Kerkstraat', housenumber: '6', addition: '?' }, ['Kerkstraat | 6 | - | -'], 'a question mark for none'],
    [{ street: 'Kerkstraat', housenumber: '6A', addition: 'A' }, ['Kerkstraat | 6 a | - | -', 'Kerkstraat | 6 aa | - | -', 'Kerkstraat | 6 a | - | -'], 'a letter in both columns'],
    [{ street: 'Kerkstraat', housenumber: '6A-2', addition: 'A 2' }, ['Kerkstraat | 6 a2 | - | -', 'Kerkstraat | 6 a2a2 | - | -'], 'letter and addition in both'],
    [{ street: 'Kerkstraat', housenumber: '6-21', addition: '1' }, ['Kerkstraat | 6 211 | - | -', 'Kerkstraat | 6 21 | - | -', 'Kerkstraat 6 | 21 1 | - | -'], 'what may be its addition, too'],
    [{ street: 'Markerkant', housenumber: '15 1' }, ['Markerkant | 15 1 | - | -', 'Markerkant 15 | 1 | - | -'], 'of two numbers the first may be of the name'],
    [{ street: 'Kerkstraat' }, ['Kerkstraat | - | - | -'], 'no number'],
    [{ street: 'Kerkstraat', addition: 'A' }, ['Kerkstraat | - | - | -'], 'an addition without a number'],
    [{ street: 'Kerkstraat', housenumber: '6', addition: '35.0' }, ['Kerkstraat | 6 35 | - | -', 'Kerkstraat 6 | 35 | - | -'], 'an addition that became decimal'],
    [{ street: 'Kerkstraat', housenumber: '6', addition: '35,0' }, ['Kerkstraat | 6 35 | - | -', 'Kerkstraat 6 | 35 | - | -'], 'with a decimal comma'],
    [{ street: '', housenumber: '6' }, ['- | 6 | - | -'], 'no street'],
    [{}, ['- | - | - | -'], 'nothing'],
    [{ street: 'Kerkstraat', housenumber: '12.0' }, ['Kerkstraat | 12 | - | -'], 'a column with gaps that became decimal'],
    [{ street: 'Kerkstraat', housenumber: '12,0' }, ['Kerkstraat | 12 | - | -'], 'with a decimal comma'],
    [{ street: '"Kerkstraat"', housenumber: '"12"' }, ['"Kerkstraat" | 12 | - | -'], 'cells that were quoted twice'],
    [{ street: 'Kerkstraat', housenumber: '\u200b12\ufeff' }, ['Kerkstraat | 12 | - | -'], 'marks that nobody sees'],
    [{ street: 'Kerkstraat nr.', housenumber: '12' }, ['Kerkstraat | 12 | - | -'], 'the sign of the number behind the street'],
    [{ street: 'Kerkstraat', housenumber: '="12"' }, ['Kerkstraat | 12 | - | -'], 'a text for Excel'],
    [{ street: 'Kerkstraat', housenumber: "'12" }, ['Kerkstraat | 12 | - | -'], "Excel's mark of a text"],
    [{ street: "'s-Gravenweg", housenumber: '1' }, ["'s-Gravenweg | 1 | - | -"], 'a name that begins with an apostrophe'],
    [{ street: 'Kerkstraat', housenumber: 'bis' }, ['Kerkstraat | bis | - | -'], 'what may be an addition'],
  ])('%j means %j (%s)', (fields, readings) => {
    expect(readingsOf(town, fields)).toEqual(readings);
  }); // biome-ignore format: a table

  it('tell a column with nothing in it from a column that is not there', () => {
    const isEmptyIn = (fields: AddressFields): unknown => readRow({ index: town.index, places: new PlaceNames(town.index) }, fields).all[0]?.isEmpty;
    expect(isEmptyIn({ housenumber: '6' })).toEqual({ postcode: false, street: false, place: false });
    const empty = { housenumber: '6', street: ' ', postcode: '', place: '\t' };
    expect(isEmptyIn(empty)).toEqual({ postcode: true, street: true, place: true });
    const filled = { street: 'Kerkstraat', postcode: '1381EA', place: 'Weesp' };
    expect(isEmptyIn(filled)).toEqual({ postcode: false, street: false, place: false });
  }); // biome-ignore format: a call a line
});

describe('cells that are something else', () => {
  it.each<readonly [fields: AddressFields, first: string, why: string]>([
    [{ street: 'Kerkstraat 6', housenumber: '' }, 'Kerkstraat | 6 | - | -', 'the number in the street'],
    [{ street: '6, Kerkstraat', addition: 'A', place: 'Weesp' }, 'Kerkstraat | 6 a | - | weesp', 'the number in front, its addition apart'],
    [{ street: '6A Kerkstraat', addition: '2', place: 'Weesp' }, 'Kerkstraat | 6 a2 | - | weesp', 'its letter with it'],
    [{ street: 'Kerkstraat 6', addition: 'A' }, 'Kerkstraat | 6 a | - | -', 'the number in the street, its addition apart'],
    [{ street: 'Kerkstraat 6', housenumber: '6' }, 'Kerkstraat | 6 | - | -', 'the number twice'],
    [{ street: 'Kerkstraat 6 A', housenumber: '6' }, 'Kerkstraat | 6 a | - | -', 'the street has more of it'],
    [{ street: 'Kerkstraat 6', housenumber: '6 A' }, 'Kerkstraat | 6 a | - | -', 'the number has more of it'],
    [{ street: '6', housenumber: 'Kerkstraat', place: 'Weesp' }, 'Kerkstraat | 6 | - | weesp', 'street and number in the other order'],
    [{ street: 'Kerkstraat', housenumber: 'Kerkstraat 6' }, 'Kerkstraat | 6 | - | -', 'the street twice'],
    [{ street: 'Kerkstraat', housenumber: '6', postcode: '', place: '1381EA Weesp' }, 'Kerkstraat | 6 | 1381EA | weesp', 'postcode and place in one'],
    [{ street: 'Kerkstraat', housenumber: '6', place: 'Weesp (1381 EA)' }, 'Kerkstraat | 6 | 1381 EA | weesp', 'the postcode behind the place'],
    [{ street: 'Kerkstraat', housenumber: '6', postcode: '1381EA Weesp', place: '' }, 'Kerkstraat | 6 | 1381EA | weesp', 'both in the other column'],
    [{ street: 'Kerkstraat', housenumber: '6', postcode: '1381EA Weesp', place: 'WEESP' }, 'Kerkstraat | 6 | 1381EA | weesp', 'the place in both'],
    [{ street: 'Kerkstraat', housenumber: '6', postcode: 'Weesp', place: '1381EA' }, 'Kerkstraat | 6 | 1381EA | weesp', 'in the other order'],
    [{ street: 'Kerkstraat', housenumber: '1381EA', postcode: '6', place: 'Weesp' }, 'Kerkstraat | 6 | 1381EA | weesp', 'number and postcode in the other order'],
    [{ street: 'Kerkstraat, Weesp', housenumber: '6', place: '' }, 'Kerkstraat | 6 | - | weesp', 'the place behind the street'],
    [{ street: 'Kerkstraat, Weesp', housenumber: '6', place: 'Muiden' }, 'Kerkstraat, Weesp | 6 | - | muiden', 'a place in its own column, too'],
    [{ street: 'Kerkstraat, 1381EA Weesp', housenumber: '6', place: '1381EA Weesp' }, 'Kerkstraat | 6 | 1381EA | weesp', 'postcode and place behind the street, and in one'],
    [{ street: 'Kerkstraat, Weesp', housenumber: '6', postcode: '1381EA', place: 'Weesp' }, 'Kerkstraat | 6 | 1381EA | weesp', 'the place behind the street, too'],
    [{ street: 'Kerkstraat 1, 3451AB Vleuten', place: 'Utrecht' }, 'Kerkstraat | 1 | 3451AB | vleuten', 'all in one, and the municipality in its column'],
    [{ street: 'Kerkstraat 6', housenumber: '6', postcode: '1 3 8 1 E A', place: 'Weesp' }, 'Kerkstraat | 6 | 1381EA | weesp', 'the number twice, and blanks in the postcode'],
    [{ street: '', housenumber: '', place: 'Kerkstraat 6, Weesp' }, 'Kerkstraat | 6 | - | weesp', 'all in one'],
  ])('%j means %s (%s)', (fields, first) => {
    expect(readingsOf(town, fields)[0]).toBe(first);
  }); // biome-ignore format: a table

  it.each<readonly [fields: AddressFields, first: string, why: string]>([
    [{ street: '16 bte 3', housenumber: 'Rue de la Loi', postcode: '1000' }, 'Rue de la Loi | 16 3 | 1000 | -', 'a number with its box'],
    [{ street: 'Rue de la Loi', housenumber: '16', place: 'B-1000 Bruxelles' }, 'Rue de la Loi | 16 | B-1000 | bruxelles', "with the country's letter"],
    [{ street: 'Rue de la Loi', housenumber: '16', postcode: '1000', place: 'Bruxelles 1' }, 'Rue de la Loi | 16 | 1000 | bruxelles', 'the number of a postal district'],
  ])('%j means %s (%s)', (fields, first) => {
    expect(readingsOf(belgian, fields).slice(0, 2)).toContain(first);
  }); // biome-ignore format: a table

  it('may also be what their headers say', () => {
    const swapped = { street: 'Weesp', housenumber: '6', postcode: '1381EA', place: 'Kerkstraat' };
    expect(readingsOf(town, swapped)).toEqual(['Weesp | 6 | 1381EA | kerkstraat', 'Kerkstraat | 6 | 1381EA | weesp']);
    const places = { street: 'Weesp', housenumber: '6', postcode: '1381EA', place: 'Utrecht' };
    expect(readingsOf(town, places)).toEqual(['Weesp | 6 | 1381EA | utrecht', 'Utrecht | 6 | 1381EA | weesp']);
    expect(readingsOf(town, { street: 'Kerkstraat 6', housenumber: '' })).toContain('Kerkstraat 6 | - | - | -');
    expect(readingsOf(town, { street: 'Kerkstraat 16', housenumber: '6' })).toContain('Kerkstraat 16 | 6 | - | -');
  });
});
