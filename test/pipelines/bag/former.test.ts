import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAddressLookup } from '../../../src/index.ts';
import { formatIdentifier } from '../../../src/model/identifiers.ts';
import { openCountry } from '../../../src/store/directory.ts';
import { currentDirectory } from '../../../src/store/releases.ts';
import { unzipAll } from '../../fixtures/unzip.ts';
import { builtFixtureIndexes } from '../../support/fixture-indexes.ts';
import { answersTo } from '../../support/former-answers.ts';
import { formerLines } from '../../support/former-lines.ts';
import { type FormerRow, formerRows } from '../../support/former-oracle.ts';
import { runBagOn } from './run-bag.ts';
import { number, type OccurrenceFields, place, relationsXml, residence, standXml, street } from './small-extract.ts';

const EXTRACT = new URL('../../../fixtures/nl/lvbag-extract-nl.zip', import.meta.url);

describe('the former addresses of the sample register', () => {
  let directory: string;
  let rows: readonly FormerRow[];
  beforeAll(async () => {
    directory = await builtFixtureIndexes();
    const { addresses } = await openCountry(directory, 'nl');
    const ids = new Set(Array.from({ length: addresses.length }, (_, i) => formatIdentifier('nl', addresses.idOf(i))));
    rows = formerRows(unzipAll(readFileSync(EXTRACT)), '2026-01-08', (id) => ids.has(id));
  });

  it('are those of an independent reading of it', () => {
    const report = JSON.parse(readFileSync(join(currentDirectory(join(directory, 'nl'))!, 'report.json'), 'utf8'));
    expect(report.former.total).toBe(rows.length);
    expect(report.former.withdrawn).toBe(rows.filter(({ today }) => today === undefined).length);
    expect(rows.length).toBeGreaterThan(10);
  });

  it('lead to their successor, or to their end, each of them asked as a row', async () => {
    const answers = answersTo(await openAddressLookup(directory), rows);
    expect(answers.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  });
});

/** A town of one street, Dorpsstraat, with numbers and objects to order. */
interface Town {
  readonly numbers: readonly string[];
  readonly objects: readonly string[];
  readonly streets?: readonly string[];
  readonly places?: readonly string[];
}

const STREET = '0001300000000001';
const OTHER_STREET = '0001300000000002';
const ended: Pick<OccurrenceFields, 'begin' | 'end'> = { begin: '2010-01-01', end: '2015-05-01' };
const since: Pick<OccurrenceFields, 'begin' | 'occurrence'> = { begin: '2015-05-01', occurrence: 2 };
const gone = { ...since, status: 'Naamgeving ingetrokken' };
const idOf = (kind: 'number' | 'object', id: number): string => `00010${kind === 'number' ? 2 : 1}000000000${id}`;
const houseNumber = (id: number, of: number, fields: object = {}): string =>
  number({ id: idOf('number', id), number: of, postcode: '1234AB', street: STREET, ...fields });
const object = (id: number, main: number, fields: object = {}): string =>
  residence({ id: idOf('object', id), main: idOf('number', main), ...fields });

async function formerOf({ numbers, objects, streets, places }: Town) {
  const { input, warnings, report } = await runBagOn({
    '9999WPL08012026-000001.xml': standXml('WPL', places ?? [place({ id: '1000', name: 'Dorp' })]),
    '9999OPR08012026-000001.xml': standXml(
      'OPR',
      streets ?? [street({ id: STREET, name: 'Dorpsstraat', place: '1000' })],
    ),
    '9999NUM08012026-000001.xml': standXml('NUM', numbers),
    '9999VBO08012026-000001.xml': standXml('VBO', objects),
    'GEM-WPL-RELATIE-08012026-000001.xml': relationsXml([{ place: '1000', municipality: '0363' }]),
  });
  expect(warnings).toEqual([]);
  const rows = formerLines(input, (id) => `number ${id % 10}`);
  return { rows, report };
}

describe('a former address', () => {
  it('is one of the same number, or street, or place, by another name, until the day of the change', async () => {
    const { rows } = await formerOf({
      places: [place({ id: '1000', name: 'Oud Dorp', ...ended }), place({ id: '1000', name: 'Dorp', ...since })],
      streets: [
        street({ id: STREET, name: 'Kerkweg', place: '1000', begin: '2010-01-01', end: '2018-07-01' }),
        street({ id: STREET, name: 'Dorpsstraat', place: '1000', begin: '2018-07-01', occurrence: 2 }),
      ],
      numbers: [houseNumber(1, 5, ended), houseNumber(1, 7, since), houseNumber(2, 9, { begin: '2019-01-01' })],
      objects: [object(1, 1), object(2, 2)],
    });
    // Number 9 is younger than the names.
    expect(rows).toEqual(['Kerkweg 5, Oud Dorp: 20150501 → number 1', 'Kerkweg 7, Dorp: 20180701 → number 1']);
  });

  it('is one in a place that was merged into another, with its street or, if it lay elsewhere, by itself', async () => {
    const { rows } = await formerOf({
      places: [
        place({ id: '1000', name: 'Dorp' }),
        place({ id: '1001', name: 'Gehucht', ...ended }),
        place({ id: '1001', name: 'Gehucht', ...since, status: 'Woonplaats ingetrokken' }),
      ],
      streets: [
        street({ id: STREET, name: 'Dorpsstraat', place: '1001', ...ended }),
        street({ id: STREET, name: 'Dorpsstraat', place: '1000', ...since }),
        street({ id: OTHER_STREET, name: 'Grensweg', place: '1000' }),
      ],
      numbers: [
        houseNumber(1, 5, { begin: '2010-01-01' }),
        houseNumber(2, 7, { street: OTHER_STREET, place: '1001', ...ended }),
        houseNumber(2, 7, { street: OTHER_STREET, ...since }),
      ],
      objects: [object(1, 1), object(2, 2)],
    });
    expect(rows).toEqual(['Dorpsstraat 5, Gehucht: 20150501 → number 1', 'Grensweg 7, Gehucht: 20150501 → number 2']);
  });

  it('is not what is only spelled otherwise, what had no postcode yet, or what was never', async () => {
    const { rows } = await formerOf({
      streets: [
        street({ id: STREET, name: 'Dorps-straat', place: '1000', ...ended }),
        street({ id: STREET, name: 'Dorpsstraat', place: '1000', ...since }),
      ].slice(1),
      numbers: [
        houseNumber(1, 5, { ...ended, letter: 'a', postcode: undefined }),
        houseNumber(1, 5, { begin: '2015-05-01', end: '2015-05-01', letter: 'B', occurrence: 2 }),
        houseNumber(1, 5, { begin: '2015-05-01', letter: 'A', occurrence: 3 }),
      ],
      objects: [object(1, 1)],
    });
    expect(rows).toEqual([]);
  });

  it('leads through objects and numbers that ended themselves to the address of today', async () => {
    const { rows } = await formerOf({
      numbers: [
        ...[houseNumber(1, 1, ended), houseNumber(1, 1, gone)],
        ...[houseNumber(2, 3, ended), houseNumber(2, 3, gone)],
        houseNumber(3, 5),
      ],
      objects: [
        // The first object had number 1, then number 3; another one had number 3, and has number 5.
        ...[object(1, 1, ended), object(1, 2, { ...since, status: 'Verblijfsobject ingetrokken' })],
        ...[object(2, 2, ended), object(2, 3, since)],
      ],
    });
    expect(rows).toEqual(['Dorpsstraat 1, Dorp: 20150501 → number 3', 'Dorpsstraat 3, Dorp: 20150501 → number 3']);
  });

  it('is withdrawn where the chain ends, leads back to itself, or has no object, and both are counted', async () => {
    const { rows, report } = await formerOf({
      numbers: [
        ...[houseNumber(1, 1, ended), houseNumber(1, 1, gone)],
        ...[houseNumber(2, 3, ended), houseNumber(2, 3, gone)],
        ...[houseNumber(3, 5, ended), houseNumber(3, 5, gone)],
        houseNumber(4, 7),
      ],
      objects: [
        ...[object(1, 1, ended), object(1, 2, { ...since, status: 'Verblijfsobject ingetrokken' })],
        ...[object(2, 2, ended), object(2, 1, { ...since, status: 'Verblijfsobject ingetrokken' })],
        object(4, 4),
      ],
    });
    expect(rows).toEqual([1, 3, 5].map((of) => `Dorpsstraat ${of}, Dorp: 20150501 withdrawn`));
    expect(report.former).toMatchObject({ total: 3, withdrawn: 3, withoutPosition: 1 });
    expect(report.former!.cycles).toBeGreaterThan(0);
  });

  it('gives way to an address of today that is written so, unless it has another successor and another postcode', async () => {
    const { rows } = await formerOf({
      numbers: [
        // 5 became 7, and another house became 5; 9 was withdrawn, and built again with another postcode.
        ...[houseNumber(1, 5, ended), houseNumber(1, 7, since)],
        houseNumber(2, 5, { begin: '2016-01-01', postcode: '1234AC' }),
        ...[houseNumber(3, 9, ended), houseNumber(3, 9, gone)],
        houseNumber(4, 9, { begin: '2016-01-01', postcode: '1234AC' }),
        ...[houseNumber(5, 11, ended), houseNumber(5, 13, since)],
        houseNumber(6, 11, { begin: '2016-01-01' }),
      ],
      objects: [object(1, 1), object(2, 2), object(4, 4), object(5, 5), object(6, 6)],
    });
    expect(rows).toEqual(['Dorpsstraat 5, Dorp: 20150501 → number 1']);
  });
});
