import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bestImport } from '../../pipelines/best/best-import.ts';
import { caclrImport } from '../../pipelines/caclr/caclr-import.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import type { RegisterImport } from '../../pipelines/register-import.ts';
import { MAX_NAME_LENGTH, MAX_SUFFIX_LENGTH, rejectUnusable } from '../../pipelines/reject-unusable.ts';
import { assertNothingLost, ImportReport } from '../../pipelines/report.ts';
import { buildIndex } from '../../pipelines/run.ts';
import type { Gazetteer } from '../../src/model/gazetteer.ts';
import type { HouseNumberSuffix } from '../../src/model/house-number.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { readRejects } from '../support/read-rejects.ts';
import { csvFile, flemish } from './best/best-rows.ts';
import { xmlAddress, xmlFile, xmlName } from './best/best-xml.ts';
import { BASE, writeCaclr } from './caclr/small-caclr.ts';
import { type SmallRow, smallGazetteer, smallInput } from './small-input.ts';

const folder = mkdtempSync(join(tmpdir(), 'unusable-'));
afterAll(() => rmSync(folder, { recursive: true }));

const originOf = (record: number, id: number) => ({
  recordType: 'NUM',
  file: 'num.xml',
  position: record,
  id: String(id).padStart(4, '0'),
});

/** What is left of some addresses, and the lines of the rejects file. */
function run(rows: readonly SmallRow[], gazetteer: Gazetteer, suffixes?: readonly HouseNumberSuffix[]) {
  const path = join(folder, 'rejects.csv');
  const report = new ImportReport(path);
  report.read('NUM', rows.length);
  report.kept('NUM', rows.length);
  const input = smallInput(rows, gazetteer.streets);
  const addresses = suffixes === undefined ? input.addresses : { ...input.addresses, suffixes };
  const result = rejectUnusable({ ...input, gazetteer, addresses, originOf }, report);
  report.close();
  assertNothingLost(report.counts);
  const rejects = readRejects(path).trim().split('\n').slice(1);
  return { result, ids: [...result.addresses.id], rejects, warnings: report.warnings };
}

const street = (id: number, nl: string, place: number = 0) => ({ id, names: { nl }, place });

describe('an address', () => {
  it('is rejected with its own position where its street has a control character in a name', () => {
    const rows = [
      { id: 1, street: 0 },
      { id: 2, street: 1 },
      { id: 3, street: 2 },
      { id: 4, street: 0 },
    ];
    const streets = [street(1, 'Damrak'), street(2, 'Ro\0kin'), street(3, 'Dam\nrak')];
    const { ids, rejects } = run(rows, smallGazetteer(streets));
    expect(ids).toEqual([1, 4]);
    expect(rejects).toEqual([
      'NUM,name-with-control-character,num.xml,1001,0002,Ro\\u0000kin',
      'NUM,name-with-control-character,num.xml,1002,0003,Dam\\u000arak',
    ]);
  });

  it('is rejected where a name is longer than any register has one', () => {
    const longest = 'a'.repeat(MAX_NAME_LENGTH);
    const rows = [
      { id: 1, street: 0 },
      { id: 2, street: 1 },
    ];
    const { ids, rejects } = run(rows, smallGazetteer([street(1, longest), street(2, `${longest}a`)]));
    expect(ids).toEqual([1]);
    expect(rejects).toEqual([`NUM,name-too-long,num.xml,1001,0002,${'a'.repeat(60)}… (201 characters)`]);
  });

  it.each(['places', 'municipalities', 'provinces'] as const)('is rejected for such a name among its %s', (level) => {
    const gazetteer = smallGazetteer([street(1, 'Damrak'), street(2, 'Slijkstraat', 1)]);
    const [first, ...others] = gazetteer[level];
    const damaged = { ...gazetteer, [level]: [{ ...first!, names: { nl: 'Noord\u0085' } }, ...others] };
    const rows = [
      { id: 1, street: 0 },
      { id: 2, street: 1 },
    ];
    const { ids, rejects } = run(rows, damaged);
    // Weesp, the second place, is in the same municipality and province.
    expect(ids).toEqual(level === 'places' ? [2] : []);
    expect(rejects[0]).toBe('NUM,name-with-control-character,num.xml,1000,0001,Noord\\u0085');
  });

  it('is rejected for what follows its number, letter and addition together', () => {
    const half = '9'.repeat(MAX_SUFFIX_LENGTH / 2);
    const suffixes = [
      { letter: '', addition: '' },
      { letter: half, addition: half },
      { letter: half, addition: `${half}9` },
      { letter: '', addition: 'bus\t1' },
    ];
    const rows = [0, 1, 2, 3].map((suffix) => ({ id: suffix + 1, suffix }));
    const { ids, rejects } = run(rows, smallGazetteer(), suffixes);
    expect(ids).toEqual([1, 2]);
    expect(rejects.map((line) => line.split(',')[1])).toEqual(['number-too-long', 'number-with-control-character']);
  });
});

describe('a name by which an area is also found', () => {
  it('is left out where nobody could look for it, with a warning; the area stays', () => {
    const aliases = [{ name: 'Dam\0' }, { name: 'Dam' }];
    const { result, ids, warnings } = run([{ id: 1 }], smallGazetteer([{ ...street(1, 'Damrak'), aliases }]));
    expect(ids).toEqual([1]);
    expect(result.gazetteer.streets[0]).toEqual({ ...street(1, 'Damrak'), aliases: [{ name: 'Dam' }] });
    expect(warnings).toEqual([
      '1 other names have control characters or more than 200 characters and were left out; the first is Dam\\u0000.',
    ]);
  });
});

it('nothing is copied where everything is as it should be', () => {
  const gazetteer = smallGazetteer();
  const { result } = run([{ id: 1 }], gazetteer);
  expect(result.gazetteer.streets).toBe(gazetteer.streets);
});

/** Builds an index, and returns its counts and the lines of its rejects file. */
async function build(register: RegisterImport, path: string) {
  const out = mkdtempSync(join(folder, 'out-'));
  const report = await buildIndex(register, [path], out, { progress: silentProgress, threads: 1 });
  const rejects = readRejects(join(currentDirectory(join(out, register.country))!, 'rejects.csv.gz'))
    .trim()
    .split('\n')
    .slice(1);
  return { report, rejects };
}

describe('a build', () => {
  it('of Belgium is done although a street has 100,000 letters', async () => {
    const streetName = (id: string, nl: string) =>
      xmlName('streetName', 'https://data.vlaanderen.be/id/straatnaam/', id, [['nl', nl]]);
    const addresses = xmlFile('address', [xmlAddress({ id: '1' }), xmlAddress({ id: '2', street: '99' })]);
    const names = [streetName('26028', 'Bergensesteenweg'), streetName('99', 'é'.repeat(100_000))];
    const files = { 'a.xml': addresses, 's.xml': xmlFile('streetName', names) };
    const path = mkdtempSync(join(folder, 'be-'));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
    const { rejects } = await build(bestImport, path);
    const found = rejects.find((line) => line.startsWith('address'))!.split(',');
    expect([found[1], found[4]]).toEqual(['name-too-long', '2']);
    expect(addresses.slice(Number(found[3]))).toMatch(/^<tns:address>/);
  });

  it('of Belgium is done although a house number and a box have control characters', async () => {
    const path = join(folder, 'openaddress-bevlg.csv');
    const rows = [
      flemish({ address_id: '1' }),
      flemish({ address_id: '2', box_number: '1\0' }),
      flemish({ address_id: '3', house_number: '5\u0007' }),
    ];
    writeFileSync(path, csvFile(rows));
    const { rejects } = await build(bestImport, path);
    expect(rejects).toEqual([
      'address,number-with-control-character,openaddress-bevlg.csv,3,2,1\\u0000',
      'address,number-with-control-character,openaddress-bevlg.csv,4,3,\\u0007',
    ]);
  });

  it('of Luxembourg is done although a street and an alias have a NUL', async () => {
    const path = await writeCaclr({
      rues: [...BASE.rues, { numero: 5001, nom: 'Op\0Acker', localite: 300 }],
      immeubles: [...BASE.immeubles, { numeroInterne: 4, numero: 7, codePostal: 9209, rue: 5001 }],
      aliasRues: [{ de: 5000, sequence: 1, nom: 'Um\0Bach', langue: 'L' }],
    });
    const { rejects } = await build(caclrImport, path);
    const found = rejects
      .filter((line) => line.includes('control-character'))
      .map((line) => line.replace(basename(path), ''));
    expect(found).toEqual([
      'ALIAS.RUE,name-with-control-character,/ALIAS.RUE,1,05000/001,Um\\u0000Bach',
      'IMMEUBLE,name-with-control-character,/IMMEUBLE,4,00000004,Op\\u0000Acker',
    ]);
  });
});
