import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROW_KINDS } from '../../src/export/columns.ts';
import { EXPORT_FORMS, type ExportForm, type ExportRequest, exportOf } from '../../src/export/export.ts';
import type { AddressLookup } from '../../src/lookup/address-lookup.ts';
import { openAddressLookup } from '../../src/lookup/open.ts';
import type { Address } from '../../src/model/address.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import type { IndexBuffers } from '../../src/store/country-index.ts';
import { readCountries } from '../../src/store/directory.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { randomInput } from '../support/random-input.ts';
import { withTemporaryDirectory } from '../support/small-register.ts';

const fixtures = fixtureIndexes();

type Row = Record<string, string | number | null>;

async function written(buffers: readonly IndexBuffers[], request: ExportRequest, threads = 0): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const { bytes } of exportOf(buffers, request).parts(threads)) parts.push(bytes);
  return Buffer.concat(parts);
}

/** As an `ArrayBuffer` of its own. */
function fileOf(bytes: Buffer): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

const WHOLE = ['epsg', 'addresses'];
const DECIMAL = ['latitude', 'longitude', 'x', 'y'];

/** What an independent reader makes of an export: its rows, and the positions that geometries have. */
async function readBack(
  form: ExportForm,
  bytes: Buffer,
): Promise<{ readonly rows: Row[]; readonly points: (readonly number[] | null)[] }> {
  const text = bytes.toString();
  const fromFeatures = (features: Feature[]) => ({
    rows: features.map(({ properties }) => properties),
    points: features.map(({ geometry }) => geometry?.coordinates ?? null),
  });
  switch (form) {
    case 'parquet': {
      const read = await parquetReadObjects({ file: fileOf(bytes) });
      const points = read.map(({ geometry }) => (geometry as Feature['geometry'])?.coordinates ?? null);
      return { rows: read.map(({ geometry, bbox, ...row }) => row as Row), points };
    }
    case 'csv': {
      const read = parse(text, { columns: true }) as Record<string, string>[];
      const rows = read.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            value === '' ? null : [...WHOLE, ...DECIMAL].includes(name) ? Number(value) : value,
          ]),
        ),
      );
      return { rows, points: rows.map(pointOf) };
    }
    case 'ndjson': {
      const rows = linesOf(text).map((line) => JSON.parse(line) as Row);
      return { rows, points: rows.map(pointOf) };
    }
    case 'geojson':
      return fromFeatures((JSON.parse(text) as { features: Feature[] }).features);
    case 'geojsonl':
      return fromFeatures(linesOf(text).map((line) => JSON.parse(line) as Feature));
    case 'geojsonseq': {
      const [before, ...records] = text.split('\x1e');
      expect(before).toBe('');
      for (const record of records) expect(record.endsWith('\n')).toBe(true);
      return fromFeatures(records.map((record) => JSON.parse(record) as Feature));
    }
  }
}

interface Feature {
  readonly geometry: { readonly coordinates: readonly number[] } | null;
  readonly properties: Row;
}

function linesOf(text: string): string[] {
  expect(text.endsWith('\n')).toBe(true);
  return text.slice(0, -1).split('\n');
}

function pointOf({ latitude, longitude }: Row): number[] | null {
  return latitude === null ? null : [Number(longitude), Number(latitude)];
}

/** The rows as the documents of the library say them. */
function expectedRows(country: Country, addresses: Iterable<Address>): Row[] {
  return [...addresses].map((each) => {
    const document = each as never as {
      readonly [field: string]: string | Record<string, string> | undefined;
    } & Pick<Address, 'location' | 'identifiers'>;
    const names = (name: string, value: string | Record<string, string> | undefined): Row =>
      typeof value === 'object'
        ? Object.fromEntries(['nl', 'fr', 'de'].map((language) => [`${name}_${language}`, value[language] ?? null]))
        : { [name]: value ?? null };
    const grid =
      each.location &&
      ('rd' in each.location ? each.location.rd : 'bd72' in each.location ? each.location.bd72 : undefined);
    const shown = {
      ...names('street', document['street']),
      ...names('place', document['postal_name'] ?? document['city']),
      ...names('municipality', document['municipality']),
      ...names('province', document['province'] ?? document['canton']),
    };
    return {
      id: document.identifiers!.address,
      country,
      ...shown,
      housenumber: document['housenumber'] as string,
      houseletter: (document['houseletter'] as string | undefined) ?? null,
      addition: ((document['housenumberaddition'] ?? document['box_number']) as string | undefined) ?? null,
      postcode: (document['postcode'] as string) || null,
      municipality_code: document.identifiers!.municipality ?? null,
      latitude: each.location?.wgs84[0] ?? null,
      longitude: each.location?.wgs84[1] ?? null,
      x: grid?.[0] ?? null,
      y: grid?.[1] ?? null,
    };
  });
}

/** Indexes, and the rows that an export of their addresses has. */
interface Expected {
  readonly buffers: readonly IndexBuffers[];
  readonly rows: readonly Row[];
}

function rowsExpectedOf(lookup: AddressLookup): Row[] {
  return COUNTRIES.flatMap((country) =>
    expectedRows(country, lookup.of(country).addresses({ identifiers: true, postalName: true })),
  );
}

let [ofFixtures, ofRandomRegisters] = [] as (Expected | undefined)[];
beforeAll(async () => {
  ofFixtures = { buffers: await readCountries(fixtures.directory), rows: rowsExpectedOf(fixtures.lookup) };
  ofRandomRegisters = await withTemporaryDirectory(async (directory) => {
    for (const country of COUNTRIES) {
      mkdirSync(join(directory, country));
      writeIndex(join(directory, country), randomInput(country, 5, { addresses: 400, streets: 60 }));
    }
    const lookup = await openAddressLookup(directory);
    const rows = rowsExpectedOf(lookup);
    lookup.close();
    return { buffers: await readCountries(directory), rows };
  });
});

describe.each(EXPORT_FORMS)('an export as %s', (form) => {
  it('has every address of every country, in order, as the library says it', async () => {
    const { buffers, rows: expected } = ofFixtures!;
    const { rows, points } = await readBack(form, await written(buffers, { form, kind: 'addresses' }));
    expect(rows.length).toBeGreaterThan(1000);
    expect(rows).toMatchObject(expected);
    expect(points).toEqual(expected.map(pointOf));
    expect(rows.some(({ latitude }) => latitude === null)).toBe(true);
  });

  it('has what no register fixture has: texts to quote, streets in two languages, houses without a number', async () => {
    const { buffers, rows: expected } = ofRandomRegisters!;
    const { rows } = await readBack(form, await written(buffers, { form, kind: 'addresses' }));
    // The documents of Dutch addresses call no number 0.
    const withoutNumber = ({ housenumber, ...others }: Row): Row =>
      others['country'] === 'nl' && housenumber === '0' ? others : { housenumber: housenumber!, ...others };
    expect(rows).toMatchObject(expected.map(withoutNumber));
  });
});

it.each(['geojson', 'parquet'] as const)('an export as %s is the same to the byte with threads', async (form) => {
  const buffers = await readCountries(fixtures.directory);
  const request = { form, kind: 'addresses' } as const;
  expect((await written(buffers, request, 2)).equals(await written(buffers, request))).toBe(true);
});

describe('streets and places', () => {
  it.each(COUNTRIES)('of %s are those of the addresses, in the middle of them', async (country) => {
    const buffers = await readCountries(fixtures.directory, [country]);
    const [addresses, streets, places] = await Promise.all(
      ROW_KINDS.map(async (kind) => (await readBack('ndjson', await written(buffers, { form: 'ndjson', kind }))).rows),
    );
    // A street that runs through two places is a row in each.
    const streetOf = ({ street_id, id, municipality_code, place, street }: Row, own = street_id ?? id): string =>
      [own, municipality_code, place, street].join('\t');
    const placeOf = ({ municipality_code, place }: Row): string => [municipality_code, place].join('\t');
    for (const [rows, keyOf] of [
      [streets!, streetOf],
      [places!, placeOf],
    ] as const) {
      const groups = new Map<string, Row[]>();
      for (const address of addresses!) groups.set(keyOf(address), [...(groups.get(keyOf(address)) ?? []), address]);
      expect(rows.map((row) => keyOf(row))).toEqual([...groups.keys()]);
      for (const row of rows) {
        const own = groups.get(keyOf(row))!;
        const placed = own.filter(({ latitude }) => latitude !== null);
        expect(row['addresses']).toBe(own.length);
        if (placed.length === 0) expect(row['latitude']).toBeNull();
        else {
          const mean = placed.reduce((sum, { latitude }) => sum + Number(latitude), 0) / placed.length;
          expect(row['latitude']).toBeCloseTo(mean, 6);
        }
        const { latitude, longitude, addresses: count, id, ...shared } = row;
        expect(own).toMatchObject(own.map(() => shared));
      }
    }
    expect(streets!.length).toBeGreaterThan(places!.length);
  });
});

describe('a part of a country', () => {
  const rowsWithin = async (within: string[], countries: readonly Country[] = COUNTRIES): Promise<Row[]> => {
    const buffers = await readCountries(fixtures.directory, countries);
    return (await readBack('ndjson', await written(buffers, { form: 'ndjson', kind: 'addresses', within }))).rows;
  };

  it('is a municipality by name and by code, or several', async () => {
    const all = (await rowsWithin(['Amsterdam', 'Utrecht'])).map(({ id }) => id);
    const [one, other] = [await rowsWithin(['amsterdam']), await rowsWithin(['gm0344'])];
    expect(one.length).toBeGreaterThan(0);
    expect(other.length).toBeGreaterThan(0);
    expect(new Set(one.map(({ municipality_code }) => municipality_code))).toEqual(new Set(['GM0363']));
    expect(new Set(other.map(({ municipality }) => municipality))).toEqual(new Set(['Utrecht']));
    expect(all.sort()).toEqual([...one, ...other].map(({ id }) => id).sort());
    // What lies in two parts is there once.
    expect((await rowsWithin(['GM0363', 'Amsterdam'])).length).toBe(one.length);
  });

  it('has columns for the languages of the countries it lies in only', async () => {
    expect(Object.keys((await rowsWithin(['Amsterdam']))[0]!)).not.toContain('street_fr');
    expect(Object.keys((await rowsWithin(['21004']))[0]!)).toContain('street_fr');
  });

  it.each(COUNTRIES)('of %s is what a context opens, of every kind', async (country) => {
    const lookup = fixtures.lookup.of(country);
    const kinds = new Set<string>();
    const search = { nl: 'dam', be: 'rue', lu: 'rue' }[country];
    for (const { context, precision } of lookup.autocomplete({ search, perPage: 40 }).results) {
      kinds.add(precision);
      const rows = await rowsWithin([context], [country]);
      const expected = new Set(housesUnder(lookup, context));
      expect(new Set(rows.map(({ id }) => id)), `${precision} ${context}`).toEqual(expected);
    }
    expect(kinds.size).toBeGreaterThan(1);
  });
});

/** The identifiers of all addresses that are reached from a context step by step. */
function housesUnder(
  lookup: { autocomplete: (request: { context: string; perPage: number; identifiers: true }) => unknown },
  context: string,
): string[] {
  const opened = lookup.autocomplete({ context, perPage: 1000, identifiers: true }) as
    | { readonly results: readonly { readonly context: string }[] }
    | { readonly identifiers: { readonly address: string } };
  if ('identifiers' in opened) return [opened.identifiers.address];
  return opened.results.flatMap((each) => housesUnder(lookup, each.context));
}

describe('GeoParquet', () => {
  it('has row groups of whole places, or of a part of a large one, by whose boxes a reader may skip them', () =>
    withTemporaryDirectory(async (directory) => {
      mkdirSync(join(directory, 'nl'));
      writeIndex(join(directory, 'nl'), randomInput('nl', 3, { addresses: 60_000, streets: 400 }));
      const buffers = await readCountries(directory);
      const bytes = await written(buffers, { form: 'parquet', kind: 'addresses' });
      const metadata = parquetMetadata(fileOf(bytes));
      const groups = metadata.row_groups.map(({ num_rows, columns }) => {
        const bounds = (path: string) =>
          columns.find((each) => each.meta_data!.path_in_schema.join('.') === path)!.meta_data!.statistics!;
        return { rows: Number(num_rows), bounds };
      });
      expect(groups.length).toBeGreaterThan(2);
      const rows = await parquetReadObjects({ file: fileOf(bytes) });
      let from = 0;
      for (const { rows: count, bounds } of groups) {
        expect(count).toBeLessThanOrEqual(16_000);
        const own = rows.slice(from, from + count);
        from += count;
        const values = (name: string): number[] =>
          own.flatMap((row) => (row[name] === undefined || row[name] === null ? [] : [Number(row[name])]));
        expect([bounds('latitude').min_value, bounds('latitude').max_value]).toEqual([
          Math.min(...values('latitude')),
          Math.max(...values('latitude')),
        ]);
        const isMisplaced = (row: Record<string, unknown>): boolean => {
          const box = (row['bbox'] ?? null) as Record<string, number> | null;
          if (box === null || row['latitude'] === null) return (box === null) !== (row['latitude'] === null);
          const [latitude, longitude] = [Number(row['latitude']), Number(row['longitude'])];
          const isWithin =
            box['xmin']! <= longitude &&
            longitude <= box['xmax']! &&
            box['ymin']! <= latitude &&
            latitude <= box['ymax']!;
          // A box of single-precision numbers, as tight as they allow: a metre.
          return !isWithin || Math.max(box['xmax']! - box['xmin']!, box['ymax']! - box['ymin']!) >= 1e-5;
        };
        expect(own.filter(isMisplaced)).toEqual([]);
      }
      expect(from).toBe(rows.length);
      // A group that is not full ends with a place.
      from = 0;
      for (const { rows: count } of groups.slice(0, -1)) {
        from += count;
        const [last, next] = [rows[from - 1]!, rows[from]!];
        if (count < 16_000)
          expect([last['place'], last['municipality_code']]).not.toEqual([next['place'], next['municipality_code']]);
      }
    }));

  it('says in its footer what the standard asks for, where the rows come from, and what their licence wants said', async () => {
    const buffers = await readCountries(fixtures.directory);
    const bytes = await written(buffers, { form: 'parquet', kind: 'places' });
    const { key_value_metadata, num_rows } = parquetMetadata(fileOf(bytes));
    const values = Object.fromEntries(key_value_metadata!.map(({ key, value }) => [key, value!]));
    const { rows } = await readBack('parquet', bytes);
    const extent = (name: string, pick: typeof Math.min): number =>
      pick(...rows.flatMap((row) => (row[name] === null ? [] : [Number(row[name])])));
    expect(JSON.parse(values['geo']!)).toEqual({
      version: '1.1.0',
      primary_column: 'geometry',
      columns: {
        geometry: {
          encoding: 'WKB',
          geometry_types: ['Point'],
          bbox: [
            extent('longitude', Math.min),
            extent('latitude', Math.min),
            extent('longitude', Math.max),
            extent('latitude', Math.max),
          ],
          covering: {
            bbox: { xmin: ['bbox', 'xmin'], ymin: ['bbox', 'ymin'], xmax: ['bbox', 'xmax'], ymax: ['bbox', 'ymax'] },
          },
        },
      },
    });
    expect(Number(num_rows)).toBe(rows.length);
    for (const { manifest } of buffers) expect(values['releases']).toContain(`${manifest.country} ${manifest.release}`);
    expect(values['attribution']).toBe(fixtures.lookup.attributions.join('; '));
  });
});

describe('bad requests', () => {
  const request = { form: 'csv', kind: 'addresses' } as const;

  it('a column that there is not', async () => {
    const buffers = await readCountries(fixtures.directory);
    expect(() => exportOf(buffers, { ...request, columns: ['id', 'zipcode'] })).toThrow(
      /^Got "zipcode" as a column of the export; allowed are id, country, street, /,
    );
    const text = (await written(buffers, { ...request, columns: ['postcode', 'id'] })).toString();
    expect(text).toMatch(/^postcode,id\n[0-9]{4}[A-Z]{2},[0-9]{16}\n/);
  });

  it('a part that there is not, in any of the countries', async () => {
    const buffers = await readCountries(fixtures.directory);
    expect(() => exportOf(buffers, { ...request, within: ['Parijs'] })).toThrow(
      'Got "Parijs", which is no municipality of nl, be, lu and no context; allowed are the name of a municipality, its code such as GM0363 or 21004 or 0203, the context of a suggestion, a box (south,west,north,east), and a circle (latitude,longitude,metres).',
    );
  });
});
