import { beforeAll, describe, expect, it } from 'vitest';
import type { Address } from '../../src/model/address.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import { parsePostcodePrefix } from '../../src/model/postcode.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { codeOf } from '../support/code-of.ts';
import { FilterOracle } from '../support/filter-oracle.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { nameKey } from '../support/oracle-folding.ts';

const fixtures = fixtureIndexes();

describe.each(COUNTRIES)('the streets of a form in %s', (country: Country) => {
  let oracle: FilterOracle;
  beforeAll(() => {
    oracle = new FilterOracle(fixtures.lookup.of(country));
  });

  /** Whether a word of one of its names begins so. */
  function beginsSo(address: Address, key: string): boolean {
    return namesOf(address).some((name) => ` ${nameKey(name)}`.includes(` ${key}`));
  }

  it('are those of the postcode, whole or begun, that begin as typed, and open into its addresses', () => {
    const postcodes = [...new Set(oracle.all.map(postcodeOf))].filter((code) => code !== '').slice(0, 25);
    let count = 0;
    for (const postcode of postcodes.flatMap((code) => [code, code.slice(0, 4), code.slice(0, 2)])) {
      const [low, high] = parsePostcodePrefix(country, postcode)!;
      const there = oracle.all.filter((address) => {
        const [code] = parsePostcodePrefix(country, postcodeOf(address)) ?? [0];
        return code >= low && code < high;
      });
      for (const street of ['', 's', 'r', nameKey(namesOf(there[0]!)[0]!).slice(0, 4)]) {
        const expected = there.filter((address) => street === '' || beginsSo(address, nameKey(street)));
        const found = oracle.list({ street, postcode });
        const about = `${street} in ${postcode}`;
        expect(
          found.every(({ precision }) => precision === 'Street'),
          about,
        ).toBe(true);
        // Where nothing begins so, something is spelled alike; and an alias is a name that no address shows.
        if (expected.length === 0) continue;
        const opened = new Set(found.flatMap(({ context }) => [...oracle.leavesOf(context)]));
        const missing = expected.filter(({ identifiers }) => !opened.has(identifiers!.address));
        expect(missing, about).toEqual([]);
        const ids = new Set(there.map(({ identifiers }) => identifiers!.address));
        expect(
          [...opened].filter((id) => !ids.has(id)),
          about,
        ).toEqual([]);
        if (street === '') expect(opened.size, about).toBe(there.length);
        count += expected.length;
      }
    }
    expect(count).toBeGreaterThan(50);
  });

  it('are those of a place, whole names first, and of both fields where they agree', () => {
    const { lookup } = fixtures;
    const [place, street, postcode, other] = (
      {
        nl: ['Amsterdam', 'kal', '1012', 'Groningen'],
        be: ['Anderlecht', 'rue', '1070', 'Gent'],
        lu: ['Luxembourg', 'rue', '1118', 'Echternach'],
      } as const
    )[country];
    const labels = (fields: object): string[] =>
      (lookup.of(country).autocomplete({ street, ...fields, perPage: 1000 } as never) as Page<Suggestion>).results.map(
        ({ label }) => label,
      );
    const ofPlace = labels({ place });
    expect(ofPlace.length).toBeGreaterThan(0);
    for (const label of ofPlace) expect(` ${nameKey(label)}`).toContain(` ${street}`);
    const ofPostcode = labels({ postcode });
    expect(ofPostcode.length).toBeGreaterThan(0);
    expect(labels({ postcode, place: other })).toEqual(ofPostcode);
    expect(labels({ postcode, place })).toEqual(ofPostcode.filter((label) => ofPlace.includes(label)));
    expect(labels({ place, within: other })).toEqual([]);
    expect(labels({ place, kinds: ['house'] })).toEqual([]);
    expect(labels({ place: 'Nergenshuizen' })).toEqual([]);
  });
});

describe('the streets of a form', () => {
  it('are found though mistyped, and with the number behind them', () => {
    const labels = (street: string): string[] =>
      fixtures.lookup.nl.autocomplete({ street, place: 'amsterdam' }).results.map(({ label }) => label);
    expect(labels('kalvrestraat')).toEqual(['Kalverstraat']);
    expect(labels('kalverstraat 92')).toEqual(['Kalverstraat']);
  });

  it.each([
    { place: '1012 JS Amsterdam' },
    { postcode: '1012js Amsterdam' },
    { postcode: '1012 JS', place: 'Amsterdam, Nederland' },
    { postcode: '1012 JS', place: 'Amsterdm' },
  ])('are of what the other fields say, read as columns are: %j', (fields) => {
    const { results } = fixtures.lookup.nl.autocomplete({ street: 'dam', ...fields });
    expect(results).toEqual(fixtures.lookup.nl.autocomplete({ street: 'dam', postcode: '1012JS' }).results);
    expect(results.length).toBeGreaterThan(0);
  });

  it.each([
    { place: 'Amsterdam (Noord-Holland)' },
    { place: 'Amsterdan' },
    { place: 'Gem. Amsterdam' },
    { postcode: '9999 ZZ', place: 'Amsterdam' },
  ])('are those of the place, however it is written, of a postcode that nobody has, too: %j', (fields) => {
    const [street] = fixtures.lookup.nl.autocomplete({ street: 'kalverstraat', ...fields }).results;
    expect(street).toMatchObject({ label: 'Kalverstraat', description: 'street in Amsterdam' });
    expect(fixtures.lookup.nl.autocomplete({ context: street!.context })).toMatchObject({ pagination: { page: 1 } });
    expect((fixtures.lookup.nl.autocomplete({ context: street!.context }) as Page<Suggestion>).results).not.toEqual([]);
  });

  it('are those of all countries that have the postcode', () => {
    const { results } = fixtures.lookup.autocomplete({ street: '', postcode: '1012JS' });
    expect(new Set(results.map(({ country }) => country))).toEqual(new Set(['nl']));
    expect(fixtures.lookup.autocomplete({ street: 'rue', postcode: 'B-1070' }).results[0]).toMatchObject({
      country: 'be',
    });
  });

  it.each([
    { street: 'kerk' },
    { street: 'kerk', postcode: ' ' },
    { postcode: '1012' },
    { street: 'a', place: 'b', search: 'c' },
  ])('need a street and where it is, and nothing else: %j', (fields) => {
    expect(codeOf(() => fixtures.lookup.nl.autocomplete(fields as never))).toBe('search-or-context-required');
    expect(codeOf(() => fixtures.lookup.autocomplete(fields as never))).toBe('search-or-context-required');
  });
});

function namesOf({ street }: Address): string[] {
  return typeof street === 'string' ? [street] : Object.values(street as object);
}

function postcodeOf(address: Address): string {
  return (address as { postcode?: string }).postcode ?? '';
}
