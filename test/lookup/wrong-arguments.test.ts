import { afterAll, beforeAll, expect, it } from 'vitest';
import * as api from '../../src/index.ts';
import { AddressLookupError } from '../../src/index.ts';
import { geocode as geocodeFunction } from '../../src/lookup/geocode.ts';
import { copyFixtureIndexes } from '../support/fixture-indexes.ts';

// biome-ignore lint/suspicious/noExplicitAny: as JavaScript calls it, without types
type Untyped = any;
const { openAddressLookup, verifyIndex, geocodeRows, isAddressOf } = api as Untyped;

let data: { readonly directory: string; remove(): void };
let lookup: Untyped;
beforeAll(async () => {
  data = await copyFixtureIndexes();
  lookup = await openAddressLookup(data.directory);
});
afterAll(() => {
  lookup.close();
  data.remove();
});

const VALUES: readonly unknown[] = [
  ...[undefined, null, true, false, 0, 1, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1n, Symbol('s')],
  ...['', 'x', 'nl', 'NL', '52.37', '__proto__', 'constructor', [], ['nl'], [1], {}, { nl: 1 }, { nl: null }],
  ...[{ latitude: 'x', longitude: 1 }, { latitude: 52 }, () => 1, new Map(), Object.create(null)],
];

const REQUESTS: Readonly<Record<string, object>> = {
  autocomplete: { search: 'dam' },
  directMatch: { postcode: '1012JS', housenumber: 1 },
  alternatives: { postcode: '1012JS', housenumber: 1 },
  radius: { latitude: 52.37, longitude: 4.89 },
  nearest: { latitude: 52.37, longitude: 4.89 },
};
const PARAMETERS: readonly string[] = [
  ...['search', 'context', 'page', 'perPage', 'language', 'near', 'explain', 'details', 'descriptionLanguage'],
  ...['identifiers', 'postcode', 'housenumber', 'housenumberaddition', 'street', 'latitude', 'longitude'],
  ...['radius', 'within'],
];
const FIELDS = ['text', 'street', 'housenumber', 'letter', 'addition', 'box', 'postcode', 'place', 'country'];
const GEOCODE_OPTIONS = ['country', 'threshold', 'radius', 'identifiers'];

/** Every public function, with the value at each place where it takes one. */
function* callsWith(value: unknown): Generator<readonly [name: string, call: () => unknown], void> {
  const { directory } = data;
  yield ['openAddressLookup', () => openAddressLookup(value)];
  yield ['its options', () => openAddressLookup(directory, value)];
  for (const name of ['countries', 'verify', 'operations', 'watch'])
    yield [`its ${name}`, () => openAddressLookup(directory, { [name]: value })];
  for (const name of ['seconds', 'onRelease', 'onRefused'])
    yield [`its watch.${name}`, () => openAddressLookup(directory, { watch: { [name]: value } })];
  yield ['an index in memory', () => openAddressLookup({ nl: value })];
  yield ['its manifest', () => openAddressLookup({ nl: { manifest: value, files: {} } })];
  yield ['its files', () => openAddressLookup({ nl: { manifest: lookup.nl.manifest, files: value } })];
  yield ['verifyIndex', () => verifyIndex(value, { countries: [] })];
  yield ['its countries', () => verifyIndex({}, { countries: value })];
  yield ['of', () => lookup.of(value)];
  yield ['isAddressOf', () => isAddressOf(value, {})];
  yield ['its address', () => isAddressOf('nl', value)];
  yield ['geocodeRows', () => geocodeRows(value, [{ text: 'Dam 1' }])];
  yield ['its rows', () => geocodeRows(lookup, value)];
  yield ['a row', () => geocodeRows(lookup, [value])];
  yield ['its options', () => geocodeRows(lookup, [{ text: 'Dam 1' }], value)];
  yield ['the function geocode', () => (geocodeFunction as Untyped)(value, { text: 'Dam 1' })];
  yield ['geocode', () => lookup.geocode(value)];
  yield ['its options', () => lookup.geocode({ text: 'Dam 1' }, value)];
  for (const name of [...GEOCODE_OPTIONS, 'fieldsOf']) {
    yield [`geocodeRows ${name}`, () => geocodeRows(lookup, [{ text: 'Dam 1' }], { [name]: value })];
    yield [`geocode ${name}`, () => lookup.geocode({ latitude: 52.37, longitude: 4.89 }, { [name]: value })];
  }
  for (const name of [...FIELDS, 'latitude', 'longitude']) {
    yield [`geocode ${name}`, () => lookup.geocode({ [name]: value })];
    yield [`a row's ${name}`, () => geocodeRows(lookup, [{ [name]: value }])];
  }
  for (const country of api.COUNTRIES) {
    const one = lookup.of(country);
    yield [`${country} byId`, () => one.byId(value)];
    yield [`${country} formerById`, () => lookup.formerById(country, value)];
    for (const options of [value, { identifiers: value }]) {
      yield [`${country} byId's options`, () => one.byId('1', options)];
      yield [`${country} formerById's options`, () => lookup.formerById(country, '1', options)];
      yield [`${country} addresses' options`, () => one.addresses(options)];
    }
    for (const [operation, request] of Object.entries(REQUESTS)) {
      yield [`${country} ${operation}`, () => one[operation](value)];
      for (const name of PARAMETERS)
        yield [`${country} ${operation} ${name}`, () => one[operation]({ ...request, [name]: value })];
    }
  }
}

/** Walks what is walked lazily, and closes what is open. */
async function settle(call: () => unknown): Promise<void> {
  const answer = (await call()) as Untyped;
  if (answer?.[Symbol.asyncIterator] !== undefined) await answer.next();
  else if (typeof answer?.next === 'function') answer.next();
  else if (answer?.share !== undefined) answer.close();
}

it('answers arguments of any type, or throws an AddressLookupError whose message is a sentence', async () => {
  const others: string[] = [];
  const codes = new Set<string>();
  for (const value of VALUES) {
    for (const [name, call] of callsWith(value)) {
      try {
        await settle(call);
      } catch (error) {
        if (!(error instanceof AddressLookupError)) others.push(`${name} of ${String(error)}`);
        else {
          codes.add(error.code);
          if (!/^[A-Z].{10,}\.$/s.test(error.message)) others.push(`${name}: ${error.message}`);
        }
      }
    }
  }
  expect(others).toEqual([]);
  expect([...codes]).toEqual(
    expect.arrayContaining(['invalid-argument', 'invalid-coordinate', 'invalid-radius', 'unknown-country']),
  );
}, 60_000);

it.each<readonly [call: string, code: string, run: () => unknown]>([
  [
    "geocode({ latitude: 'x', longitude: 5 })",
    'invalid-coordinate',
    () => lookup.geocode({ latitude: 'x', longitude: 5 }),
  ],
  ['geocode({ latitude: 52 })', 'invalid-coordinate', () => lookup.geocode({ latitude: 52 })],
  [
    'geocode({ latitude: 91, longitude: 5 })',
    'invalid-coordinate',
    () => lookup.geocode({ latitude: 91, longitude: 5 }),
  ],
  [
    'geocode(position, { radius: 0 })',
    'invalid-radius',
    () => lookup.geocode({ latitude: 52, longitude: 5 }, { radius: 0 }),
  ],
  ['geocode(fields, { threshold: 2 })', 'invalid-argument', () => lookup.geocode({ text: 'x' }, { threshold: 2 })],
  ["geocode(fields, { country: 'fr' })", 'invalid-argument', () => lookup.geocode({ text: 'x' }, { country: 'fr' })],
  ['geocode({ housenumber: 1.5 })', 'invalid-argument', () => lookup.geocode({ housenumber: 1.5 })],
  ['geocode({})', 'invalid-argument', () => lookup.geocode({})],
  ['geocode({ txt })', 'invalid-argument', () => lookup.geocode({ txt: 'Dam 1, Amsterdam' })],
  [
    'geocode of an address and a position',
    'invalid-argument',
    () => lookup.geocode({ text: 'Dam 1, Amsterdam', latitude: 52.37, longitude: 4.89 }),
  ],
  [
    'a row with an address and a position',
    'invalid-argument',
    () => geocodeRows(lookup, [{ street: 'Dam', housenumber: '1', latitude: 52.37, longitude: 4.89 }]),
  ],
  ['a row with a number for a text', 'invalid-argument', () => geocodeRows(lookup, [{ text: 1 }])],
  [
    'a row with a text for a latitude',
    'invalid-coordinate',
    () => geocodeRows(lookup, [{ latitude: '52', longitude: '5' }]),
  ],
  [
    "openAddressLookup(directory, { countries: 'nl' })",
    'invalid-argument',
    () => openAddressLookup(data.directory, { countries: 'nl' }),
  ],
])('%s throws %s', async (_, code, run) => {
  await expect(settle(run)).rejects.toMatchObject({ name: 'AddressLookupError', code });
});

it('takes a position off the earth in a row for data, and turns a pair that only makes sense reversed', async () => {
  const faults: unknown[] = [];
  const rows = [
    { latitude: 91, longitude: 5 },
    { latitude: Number.NaN, longitude: 5 },
    { latitude: 4.8935644, longitude: 52.3729527 },
  ];
  for await (const row of geocodeRows(lookup, rows)) faults.push(row.faults);
  expect(faults.map((each) => (each as string[])[0])).toEqual([
    'not-a-coordinate',
    'not-a-coordinate',
    'coordinates-swapped',
  ]);
});
