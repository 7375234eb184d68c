import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { NO_PARTS } from '../../src/batch/address-parts.ts';
import { alternativesOf } from '../../src/batch/alternatives.ts';
import { geocodeChunk } from '../../src/batch/chunk.ts';
import { joinAddition } from '../../src/batch/fields.ts';
import { Geocoder } from '../../src/batch/geocoder.ts';
import { peekInput } from '../../src/batch/input.ts';
import { planFile } from '../../src/batch/plan.ts';
import { resultColumns, valueOfColumn } from '../../src/batch/result-columns.ts';
import { geocodeRows } from '../../src/lookup/geocode.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import { postcodeOf } from '../../src/query/documents.ts';
import type { AddressFields } from '../../src/search/match.ts';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';

let fixtures: FixtureIndexes;
let geocoder: Geocoder;
beforeAll(async () => {
  fixtures = await readFixtureIndexes();
  geocoder = new Geocoder(Object.values(fixtures.indexes), {});
});

interface Answer {
  readonly status: string;
  readonly discrepancies: readonly string[];
  readonly cell: string;
}

/** What the row becomes, with the cell of its alternatives. */
function answer(fields: AddressFields): Answer {
  const match = geocoder.match(joinAddition(fields, undefined));
  const index = match.country && geocoder.indexOf(match.country);
  const column = resultColumns('', false, ['alternatives'])[0]!;
  const cell = valueOfColumn(column, { match, index, parts: NO_PARTS, rowDiscrepancies: [] });
  return { status: match.status, discrepancies: match.discrepancies, cell };
}

const TWENTY_BOXES = Array.from({ length: 20 }, (_, i) => `bus ${String(i + 1).padStart(4, '0')}`).join('; ');

/** The register has no b011. */
const TWENTY_BOXES_IN_FRENCH = Array.from({ length: 21 }, (_, i) => `bte b${String(i + 1).padStart(3, '0')}`)
  .filter((box) => box !== 'bte b011')
  .join('; ');

describe('the alternatives of a row', () => {
  it.each<[text: string, status: string, alternatives: string]>([
    // The addition is not there. Natural order: additions of the bare number before those of letters.
    ['Kinkerstraat 175 G, 1053DM Amsterdam', 'several', '1; 2; H; A; F'],
    ['Ganzenstraat 7 C-1, 5612AJ Eindhoven', 'several', 'A-1; A-2; A-3; A-4; B-1; B-2; B-3; B-4'],
    ['Rue Neimillen 1 X, 6195 Imbringen', 'corrected', 'B; C; D'],
    // At most 20 of the 60 boxes, under the word of the language in which the row has the street.
    ['Charles Deberiotstraat 31 bus 999, 3000 Leuven', 'corrected', TWENTY_BOXES],
    ['Avenue Pierre-Paul Rubens 3 bte 999, 1040', 'corrected', TWENTY_BOXES_IN_FRENCH],
    // The house has no addition at all.
    ['Wetstraat 16 bus 4, 1000 Brussel', 'corrected', ''],
    // The number is not there: nearest first, the lower of two equally near ones first, at most five.
    ['Kinkerstraat 176, 1053DM Amsterdam', 'street', '175; 177'],
    ['Kinkerstraat 9999, 1053DM Amsterdam', 'street', '177; 175'],
    ['Wetstraat 17, 1000 Brussel', 'street', '16; 18'],
    ['Grand-Rue 99, 9010 Ettelbruck', 'street', '7; 6; 5; 4; 3'],
    ['Kikkerakkerweg 10, 3513AK Utrecht', 'street', '9; 11; 7; 13; 5'],
    // A range is shown whole; a house without a number is none.
    ['Rue de la Libération 108, 3410 Dudelange', 'street', '109-115; 111; 72; 50-50A; 7'],
    ['Groeningenweg 1, 3590 Diepenbeek', 'street', '8; 12-14; 23; 26; 68'],
    // Nothing to list: it is there, no number is asked for, or there is nothing to list it for.
    ['Kinkerstraat 175 F, 1053DM Amsterdam', 'exact', ''],
    ['Kinkerstraat 175, 1053DM Amsterdam', 'several', ''],
    ['Kinkerstraat, 1053DM Amsterdam', 'street', ''],
    ['nowhere at all', 'none', ''],
  ])('of %j, which is %s: %s', (text, status, alternatives) => {
    expect(answer({ text })).toMatchObject({ status, cell: alternatives });
  });

  it('are those of the columns, too', () => {
    const fields = { street: 'Kinkerstraat', housenumber: '175', letter: 'G', postcode: '1053DM' };
    expect(answer(fields)).toMatchObject({ status: 'several', cell: '1; 2; H; A; F' });
    expect(answer({ ...fields, letter: 'F' })).toMatchObject({ status: 'exact', cell: '' });
  });

  it('are in geocodeRows as a list', async () => {
    const lookup = { countries: COUNTRIES, of: (country: Country) => ({ index: fixtures.indexes[country] }) };
    const rows = ['Kinkerstraat 175 G, 1053DM', 'Wetstraat 17, 1000 Brussel', 'Spui 70, Den Haag', 'nowhere at all'];
    const lists: (readonly string[])[] = [];
    for await (const { alternatives } of geocodeRows(
      lookup,
      rows.map((text) => ({ text })),
    )) {
      lists.push(alternatives);
    }
    expect(lists).toEqual([['1', '2', 'H', 'A', 'F'], ['16', '18'], [], []]);
    for await (const { status, alternatives } of geocodeRows(lookup, [{ latitude: 52.37778, longitude: 4.90517 }])) {
      expect([status, alternatives]).toEqual(['exact', []]);
    }
  });

  it.each([
    [
      'csv',
      'adres;id\nKinkerstraat 175 G 1053DM;1\nSpui 70 Den Haag;2\n',
      [/;"1; 2; H; A; F";"Kinkerstraat 175-1, 1053 DM Amsterdam; [^"]*";[^;]*;;;addition-/, /;;place-/],
    ],
    [
      'csv',
      'adres,id\nKinkerstraat 175 G 1053DM,1\nSpui 70 Den Haag,2\n',
      [/,1; 2; H; A; F,"Kinkerstraat 175-1, 1053 DM Amsterdam; [^"]*",[^,]*,,,addition-/, /,,place-/],
    ],
    [
      'ndjson',
      '{"adres":"Kinkerstraat 175 G 1053DM"}\n{"adres":"Spui 70 Den Haag"}\n',
      [
        /"match_alternatives":"1; 2; H; A; F","match_candidates":"Kinkerstraat 175-1, 1053 DM Amsterdam;/,
        /"match_alternatives":null,/,
      ],
    ],
  ])('are in one cell of a file in %s', async (_format, text, expected) => {
    const { plan, headerBytes } = planFile(await peekInput(Readable.from([Buffer.from(text)])), {});
    const { bytes } = geocodeChunk(geocoder, plan, Buffer.from(text).subarray(headerBytes));
    const lines = bytes.toString().trimEnd().split('\n');
    expect(lines).toHaveLength(expected.length);
    for (const [i, line] of lines.entries()) expect(line).toMatch(expected[i]!);
  });
});

describe.each(COUNTRIES)('over a third of the houses of the register of %s', (country) => {
  /** Every street with the numbers that it has, counted by reading every address. */
  function housesByHand(): Map<number, Map<number, Set<string>>> {
    const { addresses, streets } = fixtures.indexes[country];
    const houses = new Map<number, Map<number, Set<string>>>();
    for (let address = 0; address < addresses.length; address++) {
      const street = streets.streetOf(address);
      const ofStreet = houses.get(street) ?? new Map<number, Set<string>>();
      houses.set(street, ofStreet);
      const number = addresses.numberOf(address);
      const suffixes = ofStreet.get(number) ?? new Set();
      ofStreet.set(number, suffixes);
      const { letter, addition, rangeEnd } = addresses.suffixOf(address);
      if (rangeEnd === 0 && letter + addition !== '') suffixes.add(`${letter}|${addition}`);
    }
    return houses;
  }

  it('the suffixes are all that are there, and the numbers the nearest ones', () => {
    const index = fixtures.indexes[country];
    let compared = 0;
    for (const [street, numbers] of housesByHand()) {
      // A third of the streets, for time.
      if (street % 3 !== 0) continue;
      const [from] = index.streets.addressesOf(street);
      const common = {
        country,
        street: index.streets.nameOf(street),
        postcode: postcodeOf(index, from),
        place: Object.values(index.areasAbove(street).place.names)[0]!,
      };
      for (const [number, suffixes] of numbers) {
        if (number === 0) continue;
        const match = geocoder.match({ ...common, housenumber: `${number}`, addition: 'QQ' });
        if (!match.discrepancies.includes('addition-ignored') || match.addresses.length === 0) continue;
        if (index.streets.streetOf(match.addresses[0]!) !== street) continue;
        compared++;
        expect(alternativesOf(index, match), `${common.street} ${number}`).toHaveLength(Math.min(20, suffixes.size));
      }
      const missing = 1 + Math.max(...numbers.keys());
      const match = geocoder.match({ ...common, housenumber: `${missing}` });
      if (match.status !== 'street' || match.streets.length !== 1 || match.streets[0] !== street) continue;
      compared++;
      const nearest = [...numbers.keys()].filter((number) => number > 0).sort((a, b) => b - a);
      expect(
        alternativesOf(index, match).map((each) => Number.parseInt(each, 10)),
        common.street,
      ).toEqual(nearest.slice(0, 5));
    }
    expect(compared).toBeGreaterThan(100);
  });
});
