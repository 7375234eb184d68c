import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileMember, writeZip, type ZipMember, zipMember } from '../../../fixtures/generate/zip-writer.ts';
import { importPaths, temporaryFolder, writeCaclr } from './small-caclr.ts';

const BD_HEADER =
  '\ufeffrue;numero;localite;code_postal;id_caclr_rue;id_caclr_bat;lat_wgs84;lon_wgs84;coord_est_luref;coord_nord_luref;id_geoportail;commune;lau2\n';
const BD_CSV = `${BD_HEADER}D'Baach aus;10;Diekirch;9209;5000;3;49.87174;6.15931;;;parcel_5000_10;Diekirch;0603\n`;

async function members(): Promise<ZipMember[]> {
  const folder = await writeCaclr();
  return readdirSync(folder).map((name) => fileMember(name, readFileSync(join(folder, name))));
}

async function caclrZip(): Promise<string> {
  const path = join(temporaryFolder(), 'caclr.zip');
  await writeZip(path, await members());
  return path;
}

const imported = async (paths: readonly string[]) => {
  const { input, warnings } = await importPaths(paths);
  return { addresses: input.addresses.length, registers: input.registers.map(({ name }) => name), warnings };
};

describe('the files of Luxembourg', () => {
  it('are found in caclr.zip and addresses.csv', async () => {
    const csv = join(temporaryFolder(), 'addresses.csv');
    writeFileSync(csv, BD_CSV);
    expect(await imported([await caclrZip(), csv])).toMatchObject({
      addresses: 3,
      registers: ['CACLR', 'BD-Adresses'],
      warnings: [expect.stringContaining('2 of 3 addresses have no position')],
    });
  });

  it('are found in a folder with both, zipped as they were fetched', async () => {
    const folder = temporaryFolder();
    await writeZip(join(folder, 'CACLR.ZIP'), await members());
    await writeZip(join(folder, 'Addresses-20260928.zip'), [fileMember('ADDRESSES.CSV', BD_CSV)]);
    expect(await imported([folder])).toMatchObject({ addresses: 3, registers: ['CACLR', 'BD-Adresses'] });
  });

  it('are found in a zip inside a zip, and under names in lower case', async () => {
    const lowerCase = (await members()).map((member) => ({ ...member, name: member.name.toLowerCase() }));
    const path = join(temporaryFolder(), 'download.zip');
    await writeZip(path, [zipMember('caclr.zip', lowerCase)]);
    expect(await imported([path])).toMatchObject({ addresses: 3, registers: ['CACLR'] });
  });

  it('may lack BD-Adresses; no address has a position then, which the report says', async () => {
    expect((await imported([await caclrZip()])).warnings).toContainEqual(
      '3 of 3 addresses have no position. BD-Adresses was not given: add addresses.csv for positions.',
    );
  });

  it('do not need CPTCH, the numbers of state roads', async () => {
    const folder = await writeCaclr();
    rmSync(join(folder, 'CPTCH'));
    expect(await imported([folder])).toMatchObject({ addresses: 3 });
  });

  it('are refused when tables are missing, which the error names', async () => {
    const folder = await writeCaclr();
    rmSync(join(folder, 'RUE'));
    rmSync(join(folder, 'IMMDESIG'));
    await expect(importPaths([folder])).rejects.toMatchObject({
      code: 'input-not-recognised',
      message: expect.stringMatching(/^CACLR is incomplete: RUE, IMMDESIG are missing; found ALIAS\.LOCALITE, /),
      data: { missing: ['RUE', 'IMMDESIG'] },
    });
  });

  it('are refused when BD-Adresses comes alone', async () => {
    const csv = join(temporaryFolder(), 'addresses.csv');
    writeFileSync(csv, BD_CSV);
    await expect(importPaths([csv])).rejects.toMatchObject({
      code: 'input-not-recognised',
      message: expect.stringContaining('found none of its tables'),
    });
  });

  it('are refused when two editions lie side by side', async () => {
    const folder = temporaryFolder();
    for (const edition of ['caclr-2024', 'caclr-2025']) renameSync(await writeCaclr(), join(folder, edition));
    await expect(importPaths([folder])).rejects.toMatchObject({
      code: 'input-mixed',
      message: expect.stringMatching(/caclr-2024\/.* and as .*caclr-2025\/.* Give one edition/),
    });
  });

  it('take the CSV where BD-Adresses is there as GeoJSON too, and refuse two of a kind', async () => {
    const folder = await writeCaclr();
    writeFileSync(join(folder, 'addresses.csv'), BD_CSV);
    writeFileSync(join(folder, 'addresses.geojson'), '{"features":[{"properties":{"id_caclr_bat":"3"}}]}');
    expect((await imported([folder])).warnings).toContainEqual(
      expect.stringMatching(/^Read .*\.csv and skipped .*\.geojson/),
    );
    writeFileSync(join(folder, 'addresses-old.csv'), BD_CSV);
    await expect(importPaths([folder])).rejects.toMatchObject({ code: 'input-mixed' });
  });

  it('are refused where there are none, with what was found', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'empty'));
    writeFileSync(join(folder, 'notes.csv'), 'a,b\n1,2\n');
    await expect(importPaths([folder])).rejects.toMatchObject({
      code: 'input-not-recognised',
      message: expect.stringMatching(/neither tables of CACLR nor BD-Adresses \(found notes\.csv\)\. Give caclr\.zip/),
    });
    await expect(importPaths([join(folder, 'nothing')])).rejects.toMatchObject({ code: 'input-not-found' });
  });

  it('are refused as a shapefile, which cuts off the names of its columns', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'addresses.dbf'), '');
    await expect(importPaths([folder])).rejects.toThrow('The shapefile cuts off column names: give addresses.csv');
  });

  it('are refused as a zip that was cut off', async () => {
    const zip = await caclrZip();
    const bytes = readFileSync(zip);
    writeFileSync(zip, bytes.subarray(0, bytes.length - 100));
    await expect(importPaths([zip])).rejects.toMatchObject({ code: 'input-corrupt' });
  });
});

describe('a table that is not as published', () => {
  async function broken(table: string, change: (text: string) => string | Buffer): Promise<string> {
    const folder = await writeCaclr();
    const path = join(folder, table);
    writeFileSync(path, change(readFileSync(path, 'latin1')), 'latin1');
    return folder;
  }

  it('is refused with table, line, got and expected', async () => {
    // CODE_MULTIPLE was three bytes wide in 2013.
    const folder = await broken('IMMEUBLE', (text) => text.replace(/^(.{14})...(.*)$/gm, '$1$2'));
    await expect(importPaths([folder])).rejects.toMatchObject({
      code: 'input-corrupt',
      data: { table: 'IMMEUBLE', line: 1, got: 54, expected: '57' },
    });
  });

  it('is refused in UTF-8', async () => {
    const folder = await broken('LOCALITE', (text) => Buffer.from(text.replace('Strassen', 'Pétange '), 'utf8'));
    await expect(importPaths([folder])).rejects.toThrow('LOCALITE is in UTF-8, expected ISO-8859-1');
  });

  it('is refused when the file ends in the middle of a line', async () => {
    const folder = await broken('IMMEUBLE', (text) => text.slice(0, -30));
    await expect(importPaths([folder])).rejects.toThrow('line 3: IMMEUBLE has lines of 57 bytes, this one has 29.');
  });
});
