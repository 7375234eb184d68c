import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentProgress } from '../../pipelines/progress.ts';
import { PROVENANCE_FILE, type Provenance, readProvenance, withProvenance } from '../../pipelines/provenance.ts';
import { codeOfPromise } from '../support/code-of.ts';
import { withTemporaryDirectory } from '../support/small-register.ts';

const CONTENT = 'the bytes of the register';

function provenanceOf(part: Partial<Provenance['files'][number]> = {}): Provenance {
  const file = {
    name: 'caclr.zip',
    url: 'https://data.public.lu/caclr.zip',
    date: '2026-01-02',
    bytes: CONTENT.length,
    sha256: createHash('sha256').update(CONTENT).digest('hex'),
    register: 'CACLR',
    publisher: 'ACT',
    licence: 'CC0-1.0',
    checkedAt: '2026-01-03T00:00:00.000Z',
  };
  return { country: 'lu', releaseDate: '2026-01-02', files: [{ ...file, ...part }] };
}

const REGISTERS = ['CACLR', 'BD-Adresses'].map((name) => ({
  name,
  publisher: 'ACT',
  referenceDate: null,
  licence: 'CC0-1.0',
  attribution: null,
  url: 'https://data.public.lu/',
}));

/** A download of one file, with its provenance. */
function withDownload(use: (directory: string) => Promise<void>, provenance: unknown = provenanceOf()): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    writeFileSync(join(directory, 'caclr.zip'), CONTENT);
    writeFileSync(join(directory, PROVENANCE_FILE), JSON.stringify(provenance));
    await use(directory);
  });
}

describe('the provenance of a download', () => {
  it('names for each register the files it was read from, and their date where the register has none', () =>
    withDownload(async (directory) => {
      for (const path of [directory, join(directory, 'caclr.zip')]) {
        const [caclr, other] = await withProvenance(REGISTERS, [path], silentProgress);
        expect(caclr).toMatchObject({
          referenceDate: '2026-01-02',
          files: [{ name: 'caclr.zip', date: '2026-01-02' }],
        });
        expect(other).toEqual(REGISTERS[1]);
      }
    }));

  it('is nothing for a file that it does not name', () =>
    withDownload(async (directory) => {
      writeFileSync(join(directory, 'other.zip'), CONTENT);
      expect(await withProvenance(REGISTERS, [join(directory, 'other.zip')], silentProgress)).toEqual(REGISTERS);
    }));

  it('refuses a file that is not what was downloaded', () =>
    withDownload(async (directory) => {
      writeFileSync(join(directory, 'caclr.zip'), CONTENT.replace('the', 'THE'));
      expect(await codeOfPromise(withProvenance(REGISTERS, [directory], silentProgress))).toBe('input-corrupt');
      writeFileSync(join(directory, 'caclr.zip'), `${CONTENT}!`);
      expect(await codeOfPromise(withProvenance(REGISTERS, [directory], silentProgress))).toBe('input-corrupt');
    }));

  it.each<readonly [why: string, provenance: unknown]>([
    ['no object', null],
    ['without files', { country: 'lu', releaseDate: '2026-01-02' }],
    ['of no country', { ...provenanceOf(), country: 'xx' }],
    ['without a date', { ...provenanceOf(), releaseDate: 'today' }],
    ['with a name that leads elsewhere', provenanceOf({ name: '../caclr.zip' })],
    ['with a checksum that is none', provenanceOf({ sha256: 'abc' })],
    ['with a size that is none', provenanceOf({ bytes: -0.5 })],
  ])('%s is none', (_, provenance) =>
    withDownload(async (directory) => {
      expect(await readProvenance(directory)).toBeUndefined();
    }, provenance),
  );

  it('is read as it was written, and is none where there is no file', async () => {
    await withDownload(async (directory) => expect(await readProvenance(directory)).toEqual(provenanceOf()));
    await withTemporaryDirectory(async (directory) => expect(await readProvenance(directory)).toBeUndefined());
  });
});
