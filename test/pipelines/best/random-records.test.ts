import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { AddressTable } from '../../../pipelines/best/address-table.ts';
import { readBestCsv } from '../../../pipelines/best/csv.ts';
import { findBestFiles } from '../../../pipelines/best/files.ts';
import { PositionReader } from '../../../pipelines/best/positions.ts';
import { readFiles } from '../../../pipelines/best/read.ts';
import {
  type BestStatus,
  DEFAULT_STATUSES,
  isPostcode,
  parseIdentifier,
  STATUSES,
} from '../../../pipelines/best/records.ts';
import { joinNames, resolve } from '../../../pipelines/best/resolve.ts';
import { toAddresses } from '../../../pipelines/best/to-address.ts';
import { readXmlAddresses, readXmlNames } from '../../../pipelines/best/xml.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import { ImportReport } from '../../../pipelines/report.ts';
import { belgianIdentifier, identifierInRegion } from '../../../src/model/identifiers.ts';
import { Random } from '../../support/random.ts';
import { readRejects } from '../../support/read-rejects.ts';
import { type CsvRow, csvFile, flemish } from './best-rows.ts';
import { flemishNames, xmlAddress, xmlFile, xmlName } from './best-xml.ts';

/** Random records through every stage of the Belgian import, against what the records themselves say. */

const folder = mkdtempSync(join(tmpdir(), 'best-records-'));
afterAll(() => rmSync(folder, { recursive: true }));

const STREETS = ['26028', '30', '31'];
/** What is wrong with a row, by the column and the text that make it so. */
const FAULTS: readonly (readonly [reason: string, column: keyof CsvRow, text: string])[] = [
  ['status-unknown', 'status', 'inUse'],
  ['address-id-invalid', 'address_id', 'x7'],
  ['house-number-missing', 'house_number', ''],
  ['region-unknown', 'region_code', 'BE-XXX'],
  ['street-id-invalid', 'street_id', ''],
  ['municipality-id-invalid', 'municipality_id', '2302'],
  ['postcode-invalid', 'postcode', '150'],
];

interface RandomRow {
  readonly row: CsvRow;
  /** Why it cannot be read. */
  readonly fault: string | undefined;
}

function randomRows(random: Random, count: number, hasFaults: boolean): RandomRow[] {
  return Array.from({ length: count }, () => {
    const street = random.pick(STREETS);
    const good = flemish({
      address_id: String(random.between(1, count)),
      status: random.pick(STATUSES),
      house_number: random.pick(['1', '12', '12A', '0012', '3-5', 'ZN', '7bis', '99999']),
      box_number: random.pick(['', '', '1', '0002', 'b2.1', 'RDC', '"3", 4']),
      street_id: street,
      streetname_nl: `Straat ${street}`,
      ...(random.chance(0.5) ? {} : { postcode: '1500', postname_nl: 'HALLE' }),
      ...(random.chance(0.7) ? {} : { x: '0', y: '0' }),
    });
    const fault = hasFaults && random.chance(0.2) ? random.pick(FAULTS) : undefined;
    return { row: fault === undefined ? good : { ...good, [fault[1]]: fault[2] }, fault: fault?.[0] };
  });
}

async function* cut(text: string, random: Random): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    const length = random.between(1, 400);
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

const readCsvRows = (rows: readonly RandomRow[], random: Random): Promise<AddressTable> =>
  readBestCsv(cut(csvFile(rows.map(({ row }) => row)), random), 'a.csv', new PositionReader(undefined));

/** A table's rows in the words of the file. */
function plainRows(table: AddressTable): unknown[] {
  return Array.from({ length: table.length }, (_, i) => {
    const suffix = table.suffixes[table.suffix[i]!]!;
    const area = table.postalAreas[table.postalArea[i]!]!;
    return {
      id: identifierInRegion(table.addressId[i]!),
      number: `${table.number[i] || ''}${suffix.letter}`,
      box: suffix.addition,
      status: STATUSES[table.status[i]!],
      street: String(table.streets[table.street[i]!]!.id),
      name: table.streets[table.street[i]!]!.names?.nl,
      postcode: String(area.postcode),
      postalName: area.postalNames.nl,
      isPlaced: table.positionState[i] === 0,
    };
  });
}

const plainRow = ({ row }: RandomRow): unknown => ({
  id: row.address_id,
  number: row.house_number,
  box: row.box_number,
  status: row.status,
  street: row.street_id,
  name: row.streetname_nl,
  postcode: row.postcode,
  postalName: row.postname_nl,
  isPlaced: row.x !== '0',
});

function newReport(): { report: ImportReport; rejects: () => string[] } {
  const file = join(folder, `${Math.trunc(performance.now() * 1e6)}.csv`);
  const report = new ImportReport(file);
  return {
    report,
    rejects: () => {
      report.close();
      return readRejects(file).trim().split('\n').slice(1);
    },
  };
}

describe('random rows of the CSV', () => {
  it('are rows of the table as they are written, or rejects with their line and reason', async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = new Random(seed);
      const rows = randomRows(random, random.between(0, 40), true);
      const table = await readCsvRows(rows, random);
      expect(plainRows(table)).toEqual(rows.filter(({ fault }) => fault === undefined).map(plainRow));
      expect(table.unread.map(({ reason, position }) => `${position} ${reason}`)).toEqual(
        rows.flatMap(({ fault }, i) => (fault === undefined ? [] : [`${i + 2} ${fault}`])),
      );
      expect(table.read).toBe(rows.length);
      // Each street, area and suffix is in the table once.
      const keys = table.streets.map(({ id }) => id);
      expect(new Set(keys).size).toBe(keys.length);
      expect(table.postalAreas.length).toBeLessThanOrEqual(2);
      expect(new Set(table.suffixes.map(({ letter, addition }) => `${letter}\t${addition}`)).size).toBe(
        table.suffixes.length,
      );
    }
  });

  it('are the same addresses as in the XML, whose names are in other files', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const random = new Random(seed);
      const rows = randomRows(random, 25, false);
      const records = rows.map(({ row }) =>
        xmlAddress({
          id: row.address_id,
          x: row.x,
          y: row.y,
          status: row.status,
          house: row.house_number,
          box: row.box_number.replaceAll('"', '&quot;'),
          street: row.street_id,
          postcode: row.postcode,
        }),
      );
      const base = 'https://data.vlaanderen.be/id';
      const streetNames = STREETS.map((id) =>
        xmlName('streetName', `${base}/straatnaam/`, id, [['nl', `Straat ${id}`]]),
      );
      const postalNames = [
        ['1500', 'HALLE'],
        ['1502', 'LEMBEEK'],
      ].map(([code, name]) => xmlName('postalInfo', `${base}/postinfo/`, code!, [['nl', name!]]));
      const municipalities = Object.entries(flemishNames()).find(([path]) => path.includes('Municipality'))![1];
      const read = (xml: string): AsyncGenerator<Buffer> => cut(xml, random);
      const names = await Promise.all([
        readXmlNames(read(xmlFile('streetName', streetNames)), 's.xml'),
        readXmlNames(read(xmlFile('postalInfo', postalNames)), 'p.xml'),
        readXmlNames(read(municipalities), 'm.xml'),
      ]);
      const bare = await readXmlAddresses(
        read(xmlFile('address', records)),
        'a.xml',
        new PositionReader(undefined),
        undefined,
      );
      expect(bare.referenceDate).toBe('2026-01-10');
      const [table] = joinNames([bare], names, newReport().report);
      const fromCsv = await readCsvRows(rows, random);
      expect(plainRows(table!)).toEqual(rows.map(plainRow));
      for (const column of ['latE7', 'lonE7', 'xMm', 'yMm'] as const) expect(table![column]).toEqual(fromCsv[column]);
    }
  });
});

describe('what is taken over of random rows', () => {
  it('is the first of each identifier with a status that is wanted; everything else is a reject', async () => {
    let [taken, repeated] = [0, 0];
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed);
      const rows = randomRows(random, 30, true);
      const policy = seed % 2 === 0 ? DEFAULT_STATUSES : new Set<BestStatus>(['retired', 'current']);
      const { report, rejects } = newReport();
      const [resolved] = resolve([await readCsvRows(rows, random)], policy, report);
      const { table, kept } = resolved!;
      const seen = new Set<string>();
      const expected: number[] = [];
      const reasons: string[] = [];
      rows.forEach(({ row, fault }, i) => {
        const reason =
          fault ??
          (!policy.has(row.status as BestStatus) ? row.status : seen.has(row.address_id) ? 'duplicate-id' : undefined);
        if (reason === undefined) {
          seen.add(row.address_id);
          expected.push(i + 2);
        } else {
          reasons.push(`${i + 2} ${reason}`);
          repeated += Number(reason === 'duplicate-id');
        }
      });
      expect(Array.from(kept, (row) => table.position[row])).toEqual(expected);
      expect(report.counts.get('address')).toMatchObject({ read: rows.length, kept: expected.length });
      const told = rejects().map((line) => line.split(','));
      const found = told.filter(([type]) => type === 'address').map(([, reason, , line]) => `${line} ${reason}`);
      expect(found.sort()).toEqual(reasons.sort());
      // Those without a position are kept, and told under a heading of their own.
      const unplaced = expected.filter((line) => rows[line - 2]!.row.x === '0');
      expect(told.filter(([type]) => type === 'position').map(([, , , line]) => Number(line))).toEqual(unplaced);
      taken += expected.length;
    }
    expect(taken).toBeGreaterThan(100);
    expect(repeated).toBeGreaterThan(20);
  });

  it('is addresses of the model with the same words, in streets and places that each have one', async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = new Random(seed);
      const rows = randomRows(random, 30, false);
      const resolved = resolve([await readCsvRows(rows, random)], DEFAULT_STATUSES, newReport().report);
      const { gazetteer, addresses } = toAddresses(resolved);
      const { table, kept } = resolved[0]!;
      const expected = Array.from(kept, (row) => rows[table.position[row]! - 2]!.row);
      const actual = Array.from({ length: addresses.length }, (_, i) => {
        const street = gazetteer.streets[addresses.street[i]!]!;
        const { letter, addition } = addresses.suffixes[addresses.suffix[i]!]!;
        return {
          id: addresses.id[i],
          number: `${addresses.number[i] || ''}${letter}`,
          box: addition,
          street: street.names.nl,
          place: gazetteer.places[street.place]!.names.nl,
          postcode: String(addresses.postcode[i]),
        };
      });
      expect(actual).toEqual(
        expected.map((row) => ({
          id: belgianIdentifier('BE-VLG', Number(row.address_id)),
          number: row.house_number,
          box: row.box_number,
          street: row.streetname_nl,
          place: row.postcode === '1500' ? 'Halle' : 'Lembeek',
          postcode: row.postcode,
        })),
      );
      const used = new Set(addresses.street);
      expect(used.size).toBe(gazetteer.streets.length);
      expect(new Set(gazetteer.streets.map(({ place }) => place)).size).toBe(gazetteer.places.length);
      const pairs = gazetteer.streets.map(({ id, place }) => `${id} ${place}`);
      expect(new Set(pairs).size).toBe(pairs.length);
    }
  });
});

describe('several files', () => {
  it('are found by what they hold, and read in the order of their paths, however large each is', async () => {
    const input = mkdtempSync(join(folder, 'input-'));
    const large = Array.from({ length: 300 }, (_, i) => flemish({ address_id: String(i + 1) }));
    writeFileSync(join(input, 'b.csv'), csvFile(large));
    writeFileSync(join(input, 'a.csv'), csvFile([flemish({ address_id: '9' })]));
    writeFileSync(join(input, 'licence.txt'), 'free');
    const { files, others } = await findBestFiles([input], folder);
    expect(files.map(({ kind, entry }) => `${kind} ${entry.name}`)).toEqual(['csv a.csv', 'csv b.csv']);
    expect(others.map(({ name }) => name)).toEqual(['licence.txt']);
    const contents = await readFiles(files, { threads: 1, progress: silentProgress });
    expect(contents.map(({ kind, table }) => `${kind} ${table.read}`)).toEqual(['addresses 1', 'addresses 300']);
  });
});

describe('an identifier', () => {
  it('is unique with its region, and is written as the region writes it', () => {
    const regions = ['BE-VLG', 'BE-WAL', 'BE-BRU'] as const;
    const ids = [0, 1, 4568, 999_999_999_999];
    const all = regions.flatMap((region) => ids.map((id) => belgianIdentifier(region, id)));
    expect(new Set(all).size).toBe(all.length);
    expect(all.every(Number.isSafeInteger)).toBe(true);
    expect(all.map(identifierInRegion)).toEqual(regions.flatMap(() => ids.map(String)));
  });

  it('is up to twelve digits', () => {
    expect(['7', '0007', '999999999999'].map(parseIdentifier)).toEqual([7, 7, 999_999_999_999]);
    for (const text of ['', '-1', '1.5', 'x', '1000000000000', ' 7']) expect(parseIdentifier(text)).toBeUndefined();
  });

  it('of a postcode is four digits, or none at all', () => {
    expect(['1000', '9999', ''].map(isPostcode)).toEqual([true, true, true]);
    expect(['0999', '100', '10000', 'B-1000'].map(isPostcode)).toEqual([false, false, false, false]);
  });
});
