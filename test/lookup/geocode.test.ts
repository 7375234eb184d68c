import { describe, expect, it } from 'vitest';
import { type GeocodedRow, geocode, geocodeRows } from '../../src/lookup/geocode.ts';
import { codeOf } from '../support/code-of.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';

const fixtures = fixtureIndexes();

async function collect<Row extends object>(rows: AsyncIterable<GeocodedRow<Row>>): Promise<GeocodedRow<Row>[]> {
  const found: GeocodedRow<Row>[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

it('answers as many rows as come, in their order, with the rows themselves', async () => {
  const rows = [
    { id: 1, street: 'Spui', housenumber: '70', place: 'Den Haag' },
    { id: 2, text: 'Fonsnylaan 20 bus 5, 1060 Sint-Gillis' },
    { id: 3, text: 'nowhere at all' },
    { id: 4, postcode: 'L-6710', street: 'Rue Sainte Catherine', housenumber: '29' },
  ];
  const found = await collect(geocodeRows(fixtures.lookup, rows));
  expect(found.map(({ row }) => row)).toEqual(rows);
  expect(found.map(({ status }) => status)).toEqual(['exact', 'exact', 'none', 'exact']);
  expect(found[0]!.addresses).toMatchObject([{ postcode: '2511BT', housenumber: '70' }]);
  expect(found[1]!).toMatchObject({ country: 'be', addresses: [{ box_number: '5' }] });
});

it('takes rows as databases have them: null for an empty part or no position, numbers for digits', async () => {
  const rows = [
    { street: 'Spui', housenumber: 70, postcode: null, place: 'Den Haag', latitude: null, longitude: null },
    { street: 'Fonsnylaan', housenumber: 20, box: 5, postcode: 1060, place: 'Sint-Gillis' },
    { text: '', latitude: 52.3729527, longitude: 4.8935644 },
    { id: 5 },
  ];
  const found = await collect(geocodeRows(fixtures.lookup, rows));
  expect(found.map(({ status, faults }) => [status, faults])).toEqual([
    ['exact', ['place-alias', 'postcode-added']],
    ['exact', []],
    ['exact', []],
    ['none', []],
  ]);
});

it('is a function of a lookup, too, which needs no more of it than its countries', () => {
  const fields = { text: 'Fonsnylaan 20 bus 5, 1060 Sint-Gillis' };
  const belgium = { countries: ['be' as const], of: () => fixtures.lookup.be };
  expect(geocode(belgium, fields)).toEqual(fixtures.lookup.geocode(fields));
  expect(geocode(belgium, { text: 'Spui 70, Den Haag' }).status).toBe('none');
});

it('asks for rows one at a time', async () => {
  let asked = 0;
  function* endless(): Generator<{ text: string }, void> {
    for (;;) {
      asked++;
      yield { text: 'Spui 70, Den Haag' };
    }
  }
  for await (const { status } of geocodeRows(fixtures.lookup, endless())) {
    expect(status).toBe('exact');
    if (asked === 3) break;
  }
  expect(asked).toBe(3);
});

it('takes positions, and rows of any shape', async () => {
  const [near, far] = await collect(
    geocodeRows(
      fixtures.lookup,
      ['52.37778 4.90517', '52.5 5.2'].map((at) => ({ at })),
      {
        fieldsOf: ({ at }) => ({ latitude: Number(at.split(' ')[0]), longitude: Number(at.split(' ')[1]) }),
        radius: 20,
      },
    ),
  );
  expect(near).toMatchObject({ status: 'exact', addresses: [{ street: 'De Ruijterkade', housenumber: '105' }] });
  expect(near!.distance).toBeLessThan(1);
  expect(far).toMatchObject({ status: 'none', addresses: [] });
});

it.each([
  ['Kinkerstraat 175 G, 1053DM Amsterdam', 'addition-ignored'],
  ['Kinkerstraat 9999, 1053DM Amsterdam', 'number-not-found'],
  ['Kinkerstrat 175 F, 1053DM Amsterdam', 'street-corrected'],
  ['Kinkerstraat 175 F, 1053DM Amsterdm', 'place-corrected'],
  ['Kinkerstraat 175 F, 2511BT Amsterdam', 'postcode-differs'],
  ['Kinkerstraat 175 F, 1053DM Groningen', 'place-differs'],
  ['Kinkerstraat 175 F', 'incomplete'],
  ['Grote Markt 43 Groningen', 'addition-added'],
  ['Spui 70, Den Haag', 'place-alias'],
])('says of %j that it has %s', async (text, fault) => {
  const [row] = await collect(geocodeRows(fixtures.lookup, [{ text }]));
  expect(row!.faults).toContain(fault);
  expect(row!.score).toBeLessThan(1);
  expect(row!.addresses.length > 0 || row!.status === 'street').toBe(true);
});

it('scores a row lower for every fault more', async () => {
  const rows = [
    'Kinkerstraat 175 F, 1053DM Amsterdam',
    'Kinkerstrat 175 F, 1053DM Amsterdam',
    'Kinkerstrat 175 F, 1053DM Amsterdm',
    'Kinkerstrat 175 G, 1053DM Amsterdm',
  ];
  const scores = (
    await collect(
      geocodeRows(
        fixtures.lookup,
        rows.map((text) => ({ text })),
      ),
    )
  ).map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(new Set(scores).size).toBe(scores.length);
});

it.each([
  ['Kinkerstrat 175 F, 1053DM Amsterdam', 'corrected', 'street-corrected'],
  ['Kinkerstraat 9999, 1053DM Amsterdam', 'street', 'number-not-found'],
])('leaves out what scores below the threshold, and keeps its faults: %j', async (text, status, fault) => {
  const [found] = await collect(geocodeRows(fixtures.lookup, [{ text }]));
  const { score } = found!;
  const [kept] = await collect(geocodeRows(fixtures.lookup, [{ text }], { threshold: score }));
  const [left] = await collect(geocodeRows(fixtures.lookup, [{ text }], { threshold: score + 0.001 }));
  expect([found!.status, kept!.status]).toEqual([status, status]);
  expect(left).toMatchObject({ status: 'none', score, addresses: [], faults: [fault] });
});

it('joins letter and box, and does not look for what is longer than any address', async () => {
  const rows = [
    { street: 'Avenue Fonsny', housenumber: '20', box: '5', postcode: '1060' },
    { street: 'Kinkerstraat', housenumber: '175', letter: 'F', postcode: '1053DM' },
    { text: 'Kinkerstraat '.repeat(30_000) },
  ];
  const found = await collect(geocodeRows(fixtures.lookup, rows));
  expect(found.map(({ status }) => status)).toEqual(['exact', 'exact', 'none']);
  expect(found[0]!.addresses).toMatchObject([{ box_number: '5' }]);
  expect(found[2]!.faults).toEqual(['cell-too-long']);
});

describe('geocode', () => {
  it('gives the one address that is meant, its official parts, where it is, and what differed', () => {
    expect(fixtures.lookup.geocode({ text: 'Kinkerstrat 175 F, 1053DM Amsterdam' })).toMatchObject({
      status: 'corrected',
      precision: 'address',
      country: 'nl',
      addresses: [{ street: 'Kinkerstraat', housenumber: '175', houseletter: 'F', postcode: '1053DM' }],
      parts: { street: 'Kinkerstraat', housenumber: '175', houseletter: 'F', postcode: '1053DM', place: 'Amsterdam' },
      faults: ['street-corrected'],
      alternatives: [],
    });
    const { addresses, position } = fixtures.lookup.geocode({ text: 'Kinkerstraat 175 F, 1053DM Amsterdam' });
    expect([position!.latitude, position!.longitude]).toEqual(addresses[0]!.location!.wgs84);
  });

  it('gives the parts and the position of a street without the number, and the nearest numbers', () => {
    const found = fixtures.lookup.geocode({ street: 'Kinkerstraat', housenumber: '9999', postcode: '1053DM' });
    expect(found).toMatchObject({ status: 'street', addresses: [], parts: { street: 'Kinkerstraat' } });
    expect(found.parts).not.toHaveProperty('housenumber');
    const { position: inTheStreet } = fixtures.lookup.geocode({ text: 'Kinkerstraat 175 F, 1053DM Amsterdam' });
    expect(found.position!.latitude).toBeCloseTo(inTheStreet!.latitude, 2);
    expect(found.position!.longitude).toBeCloseTo(inTheStreet!.longitude, 2);
    expect(found.alternatives.length).toBeGreaterThan(0);
  });

  it('answers as a row of geocodeRows is answered', async () => {
    const rows = [
      { text: 'Fonsnylaan 20 bus 5, 1060 Sint-Gillis' },
      { text: 'nowhere at all' },
      { street: 'Kinkerstraat', housenumber: '175', letter: 'F', postcode: '1053DM' },
      { latitude: 52.37778, longitude: 4.90517 },
    ];
    for await (const { row, ...answer } of geocodeRows<object>(fixtures.lookup, rows)) {
      expect(fixtures.lookup.geocode(row)).toEqual(answer);
    }
    const [, nowhere] = rows;
    expect(fixtures.lookup.geocode(nowhere!)).toMatchObject({
      status: 'none',
      addresses: [],
      parts: {},
      position: undefined,
    });
  });

  it('looks in the country that is said, and no farther from a position than is said', () => {
    expect(fixtures.lookup.geocode({ text: 'Spui 70' }, { country: 'lu' }).country).not.toBe('nl');
    const position = { latitude: 52.378, longitude: 4.906 };
    expect(fixtures.lookup.geocode(position, { radius: 1 }).status).toBe('none');
    expect(fixtures.lookup.geocode(position, { radius: 1000 })).toMatchObject({ status: 'exact', country: 'nl' });
  });

  it.each([undefined, 'Spui 70', { text: 5 }, { housenumber: 70.5, street: 'Spui' }, { text: ['Spui 70'] }])(
    'refuses %j',
    (fields) => {
      expect(codeOf(() => fixtures.lookup.geocode(fields as never))).toBe('invalid-argument');
    },
  );
});
