import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileMember, writeZip, zipMember } from '../../../fixtures/generate/zip-writer.ts';
import { brussels, csvFile, flemish, HEADER_72, HEADER_2008, walloon } from './best-rows.ts';
import { flemishNames, xmlAddress, xmlFile } from './best-xml.ts';
import { importFiles, importPaths } from './run-best.ts';

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'best-files-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('input', () => {
  it('is plain CSV, zipped, or both in a folder, under any name', async () => {
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'renamed.txt'), csvFile([brussels()]));
      await writeZip(join(folder, 'openaddress-bevlg.zip'), [
        fileMember('openaddress-bevlg.csv', csvFile([flemish()])),
      ]);
      await writeZip(join(folder, 'all.zip'), [
        zipMember('openaddress-bewal.zip', [fileMember('openaddress-bewal.csv', csvFile([walloon()]))]),
      ]);
      await writeFile(join(folder, 'readme.md'), '# about');
      const { addresses, warnings } = await importPaths([folder]);
      expect(addresses.map(({ region }) => region).sort()).toEqual([2000, 3000, 4000]);
      expect(warnings).toEqual([
        expect.stringContaining('agree'),
        expect.stringContaining('agree'),
        expect.stringContaining('agree'),
        expect.stringMatching(/^The files have no date.* --reference-date/),
      ]);
    });
  });

  it('is several paths as well, whose order makes no difference', async () => {
    await inFolder(async (folder) => {
      const [bru, vlg] = [join(folder, 'openaddress-bebru.csv'), join(folder, 'openaddress-bevlg.csv')];
      await writeFile(bru, csvFile([brussels()]));
      await writeFile(vlg, csvFile([flemish()]));
      const one = await importPaths([bru, vlg]);
      expect((await importPaths([vlg, bru])).input.addresses).toEqual(one.input.addresses);
    });
  });

  it('that is something else beside it is passed over, and said to be where it might have been meant', async () => {
    const { addresses, warnings } = await importFiles({
      'openaddress-bebru.csv': csvFile([brussels()]),
      'Brussels_postal_street.csv':
        '"postal_id","postal_nl","postal_fr","street_nl"\n"1000","Brussel","Bruxelles","Wetstraat"\n',
      'best-ccby-license.docx': 'PK',
    });
    expect(addresses).toHaveLength(1);
    expect(warnings).toContainEqual(
      expect.stringMatching(/Brussels_postal_street\.csv" is not a file of BeST addresses and was skipped/),
    );
    expect(warnings).toHaveLength(3);
  });

  it('is read the same by threads as without', async () => {
    const files = {
      'a.csv': csvFile([walloon(), walloon({ address_id: '2', status: 'gone' })]),
      'b.csv': csvFile([brussels()]),
      'c.csv': csvFile(
        Array.from({ length: 50 }, (_, index) => flemish({ address_id: String(index), box_number: `b${index}` })),
      ),
    };
    const alone = await importFiles(files);
    const threaded = await importFiles(files, { threads: 2, minBytesForThreads: 0 });
    expect(threaded.addresses).toEqual(alone.addresses);
    expect(threaded.input.addresses.record).toEqual(alone.input.addresses.record);
    const reasons = (lines: readonly string[]) => lines.map((line) => line.replace(/best-input-\w+/, ''));
    expect(reasons(threaded.rejects)).toEqual(reasons(alone.rejects));
  });
});

describe('input that cannot be used', () => {
  it('for want of columns says which are missing and which are there', async () => {
    const withoutStatus = csvFile([brussels()], HEADER_72.replace(',status', ''));
    await expect(importFiles({ 'openaddress-bebru.csv': withoutStatus })).rejects.toMatchObject({
      code: 'input-not-recognised',
      message: expect.stringMatching(/has no column status\. Its columns are EPSG:31370_x, .*region_code\./),
      data: { missing: ['status'] },
    });
    const withoutGrid = csvFile([brussels()], HEADER_72.replaceAll('EPSG:31370', 'EPSG:28992'));
    await expect(importFiles({ 'a.csv': withoutGrid })).rejects.toMatchObject({
      message: expect.stringContaining('no column EPSG:3812_x, EPSG:3812_y (or EPSG:31370_x, EPSG:31370_y)'),
    });
  });

  it('because it is another register says so', async () => {
    const csv = 'nummer;straat\n1;Dorp\n';
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'x.csv'), csv);
      await expect(importPaths([join(folder, 'x.csv')])).rejects.toMatchObject({
        code: 'input-not-recognised',
        message: expect.stringMatching(/x\.csv" is not a CSV file of BeST addresses/),
      });
      await writeFile(join(folder, 'empty.csv'), '');
      await expect(importPaths([join(folder, 'empty.csv')])).rejects.toThrow(/ Its columns are none\. /);
      await expect(importPaths([folder])).rejects.toMatchObject({ code: 'input-not-recognised' });
    });
    await expect(importFiles({ 'x.xml': '<?xml version="1.0"?><bagStand/>' })).rejects.toMatchObject({
      code: 'input-not-recognised',
      message: expect.stringContaining('found x.xml'),
    });
    await inFolder(async (folder) => {
      await expect(importPaths([folder])).rejects.toMatchObject({ code: 'input-not-recognised' });
      await expect(importPaths([join(folder, 'absent')])).rejects.toMatchObject({ code: 'input-not-found' });
    });
  });

  it('because a region or a form is there twice names both files', async () => {
    const twice = importFiles({
      'openaddress-bewal.csv': csvFile([walloon()]),
      'openaddress-bewal_3812.csv': csvFile([walloon({ x: '771280.74313', y: '625824.27192' })], HEADER_2008),
    });
    await expect(twice).rejects.toMatchObject({
      code: 'input-mixed',
      message: expect.stringMatching(
        /openaddress-bewal\.csv" and ".*openaddress-bewal_3812\.csv" both hold addresses of BE-WAL/,
      ),
    });
    const both = importFiles({
      'openaddress-bevlg.csv': csvFile([flemish()]),
      ...flemishNames(),
      'FlandersAddress.xml': xmlFile('address', [xmlAddress()]),
    });
    await expect(both).rejects.toMatchObject({ code: 'input-mixed' });
  });

  it('because it is cut off says where', async () => {
    const whole = csvFile([brussels(), brussels({ address_id: '2' })]);
    await expect(importFiles({ 'a.csv': whole.slice(0, -40) })).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringMatching(/cut off: line 3/),
    });
    // in the middle of the last field, so that the row is complete but for its last word
    await expect(importFiles({ 'a.csv': whole.slice(0, -4) })).rejects.toMatchObject({ code: 'input-corrupt' });
    // but a whole file may lack its last line break
    expect((await importFiles({ 'a.csv': whole.slice(0, -1) })).addresses).toHaveLength(2);
    const xml = xmlFile('address', [xmlAddress(), xmlAddress({ id: '2' })]);
    await expect(importFiles({ ...flemishNames(), 'x.xml': xml.slice(0, -300) })).rejects.toMatchObject({
      code: 'input-corrupt',
    });
  });

  it('because it is in another encoding says on which line', async () => {
    const latin1 = Buffer.from(
      csvFile([flemish(), flemish({ address_id: '2', streetname_nl: 'Hélihaven' })]),
      'latin1',
    );
    await expect(importFiles({ 'a.csv': latin1 })).rejects.toMatchObject({ code: 'input-corrupt', data: { line: 3 } });
    const street = Buffer.from(
      flemishNames()['FlandersStreetName20260110L72.xml']!.replace('Bergen', 'Bérgen'),
      'latin1',
    );
    await expect(
      importFiles({
        ...flemishNames(),
        'FlandersStreetName20260110L72.xml': street,
        'FlandersAddress.xml': xmlFile('address', [xmlAddress()]),
      }),
    ).rejects.toMatchObject({ code: 'input-corrupt' });
  });

  it('because it is the layout of before November 2023, or only a part of the download, says so', async () => {
    const old = xmlFile('address', []).replace(
      'http://fsb.belgium.be/data/common',
      'http://vocab.belgif.be/ns/inspire/',
    );
    await expect(importFiles({ ...flemishNames(), 'FlandersAddress.xml': old })).rejects.toMatchObject({
      code: 'input-not-recognised',
      message: expect.stringContaining('November 2023'),
    });
    await expect(importFiles(flemishNames())).rejects.toMatchObject({
      code: 'input-not-recognised',
      message: expect.stringContaining('names but no addresses'),
    });
    await expect(importFiles({ 'FlandersAddress.xml': xmlFile('address', [xmlAddress()]) })).rejects.toMatchObject({
      code: 'input-not-recognised',
      message: expect.stringContaining('no file of street names'),
    });
  });

  it('is told with its code when a worker thread finds out', async () => {
    const files = { 'a.csv': csvFile([walloon()]), 'b.csv': csvFile([brussels()]).slice(0, -30) };
    await expect(importFiles(files, { threads: 2, minBytesForThreads: 0 })).rejects.toMatchObject({
      name: 'AddressLookupError',
      code: 'input-corrupt',
      data: { line: 2 },
    });
  });
});
