import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { recogniseInput } from '../../pipelines/recognise.ts';
import { municipalZip, nationalZip, standFiles } from './bag/small-extract.ts';
import { zipBytes } from './readers/zip-bytes.ts';

const folder = mkdtempSync(join(tmpdir(), 'recognise-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

describe('recognising the register of an input', () => {
  it.each<[string, string, () => Promise<string | Uint8Array>]>([
    ['nl', 'a.zip', () => nationalZip({})],
    ['nl', 'b.zip', () => municipalZip({}, '0363')],
    ['nl', 'renamed.xml', async () => Object.values(standFiles({}))[0]!],
    ['be', 'best-full.zip', () => zipBytes({ 'FlandersAddress20260101L08.zip': 'x' })],
    ['be', 'renamed.csv', async () => 'EPSG:3812_x,EPSG:3812_y,address_id,region_code,status\n'],
    ['be', 'csv.zip', () => zipBytes({ 'openaddress-bevlg.csv': '' })],
    ['lu', 'caclr.zip', () => zipBytes({ IMMEUBLE: '', RUE: '' })],
    ['lu', 'renamed-lu.csv', async () => '\uFEFFrue;numero;localite;code_postal;id_caclr_rue;id_caclr_bat\n'],
    [
      'lu',
      'addresses.geojson',
      async () => '{"type":"FeatureCollection","features":[{"properties":{"id_caclr_rue":1}}]}',
    ],
  ])('says %s of %s', async (country, name, content) => {
    expect(await recogniseInput(write(name, await content()))).toBe(country);
  });

  it.each<[string, () => Promise<string | Uint8Array>]>([
    ['photos.zip', () => zipBytes({ 'a.jpg': '' })],
    ['other.csv', async () => 'id,name\n1,x\n'],
    ['empty.xml', async () => ''],
  ])('refuses %s', async (name, content) => {
    await expect(recogniseInput(write(name, await content()))).rejects.toMatchObject({
      code: 'input-not-recognised',
      message: expect.stringContaining(name),
    });
  });

  it('names what is not there', async () => {
    await expect(recogniseInput(join(folder, 'nothing.zip'))).rejects.toMatchObject({ code: 'input-not-found' });
  });

  const real = new URL('../../../shared/data/', import.meta.url);
  it.skipIf(!existsSync(real))('knows real files of all three', async () => {
    const country = (path: string) => recogniseInput(fileURLToPath(new URL(path, real)));
    expect(await country('bag/BAGGEM0457L-15092021.zip')).toBe('nl');
    expect(await country('best/best-full-sample.zip')).toBe('be');
    expect(await country('best/openaddress-bewal_3812.csv')).toBe('be');
    expect(await country('caclr/caclr.zip')).toBe('lu');
    expect(await country('caclr/addresses_sample_2025-06.csv')).toBe('lu');
  });
});
