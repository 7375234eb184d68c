import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readMunicipalityOfPlace } from '../../../pipelines/bag/relations.ts';
import { listInput } from '../../../pipelines/readers/input-tree.ts';
import { ImportReport } from '../../../pipelines/report.ts';
import { readRejects } from '../../support/read-rejects.ts';
import { relationsXml } from './small-extract.ts';

const folder = mkdtempSync(join(tmpdir(), 'relations-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(xml: string, referenceDate: string = '2026-01-08') {
  const [file, rejectsFile] = [join(folder, 'GEM-WPL-RELATIE.xml'), join(folder, 'rejects.csv')];
  writeFileSync(file, xml);
  const entries = await listInput(file, { temporaryDirectory: folder, descend: () => false });
  const report = new ImportReport(rejectsFile);
  const municipalityOfPlace = await readMunicipalityOfPlace(entries, referenceDate, report);
  report.close();
  const [, ...rejects] = readRejects(rejectsFile).trimEnd().split('\n');
  return { municipalityOfPlace: [...municipalityOfPlace], rejects, counts: report.counts.get('GWR') };
}

describe('the relations of places and municipalities', () => {
  it('are those in force on the date, and of two the definite one, then the one that began last', async () => {
    const xml = relationsXml([
      { place: '3594', municipality: '0363', begin: '2010-01-01', end: '2020-01-01' },
      { place: '3594', municipality: '0362', begin: '2020-01-01' },
      { place: '1050', municipality: '0001', begin: '2015-01-01', status: 'voorlopig' },
      { place: '1050', municipality: '0362', begin: '2010-01-01' },
      { place: '1012', municipality: '0457', begin: '2010-01-01' },
      { place: '1012', municipality: '0363', begin: '2022-03-24' },
    ]);
    const { municipalityOfPlace, rejects, counts } = await read(xml);
    expect(municipalityOfPlace).toEqual([
      [3594, '0362'],
      [1050, '0362'],
      [1012, '0363'],
    ]);
    expect(counts).toEqual({ read: 6, kept: 3, historical: 1, rejected: { superseded: 2 } });
    const at = (index: number) =>
      [...xml.matchAll(/<gwr-product:GemeenteWoonplaatsRelatie>/g)].map(({ index: i }) =>
        Buffer.byteLength(xml.slice(0, i)),
      )[index];
    expect(rejects).toEqual([
      `GWR,superseded,GEM-WPL-RELATIE.xml,${at(2)},1050,0001`,
      `GWR,superseded,GEM-WPL-RELATIE.xml,${at(4)},1012,0457`,
    ]);
    expect((await read(xml, '2019-12-31')).municipalityOfPlace[0]).toEqual([3594, '0363']);
  });

  it('are read with other prefixes, white space, comments and CDATA', async () => {
    const xml = relationsXml([{ place: '3594', municipality: '0363' }])
      .replaceAll('gwr-product:', 'p:')
      .replace('xmlns:gwr-product=', 'xmlns:p=')
      .replace('>3594<', '>\n  <!-- Amsterdam -->35<![CDATA[94]]>\n<')
      .replace('>definitief<', '><![CDATA[ definitief ]]><');
    const { municipalityOfPlace, rejects } = await read(xml);
    expect([municipalityOfPlace, rejects]).toEqual([[[3594, '0363']], []]);
  });

  it('are refused as a whole if the file is cut off', async () => {
    const xml = relationsXml([{ place: '3594', municipality: '0363' }]);
    await expect(read(xml.slice(0, -30))).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringContaining('"GEM-WPL-RELATIE.xml" is not well-formed XML at byte '),
    });
  });
});
