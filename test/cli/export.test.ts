import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { exportCommand } from '../../src/cli/export.ts';
import { withFailingCall } from '../support/failing-disk.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { withTemporaryDirectory } from '../support/small-register.ts';
import { type Outcome, runCommand } from './run-command.ts';

const fixtures = fixtureIndexes();

function run(...args: string[]): Promise<Outcome> {
  return runCommand(exportCommand(), ['--data', fixtures.directory, ...args]);
}

describe('export', () => {
  it('writes CSV to stdout, and says what was done and what to show with it on stderr', async () => {
    const { code, stdout, stderr } = await run(
      '--countries',
      'be',
      '--kind',
      'places',
      '--columns',
      'place_nl,addresses',
    );
    expect(code).toBe(0);
    const [header, ...rows] = stdout.trimEnd().split('\n');
    expect(header).toBe('place_nl,addresses');
    expect(stderr).toMatch(new RegExp(`^${rows.length} places in [0-9.]+ s, [1-9][0-9]* kB$`, 'm'));
    expect(stderr).toContain(`Show with the data: ${fixtures.lookup.be.attributions[0]}\n`);
    expect((await run('--quiet', '--kind', 'places')).stderr).toBe('');
  });

  it('writes to where a link leads, and into a device, rather than in their place', () =>
    withTemporaryDirectory(async (directory) => {
      const [link, file] = [join(directory, 'link.csv'), join(directory, 'file.csv')];
      writeFileSync(file, '');
      symlinkSync(file, link);
      expect((await run('--countries', 'be', '--kind', 'places', '--out', link)).code).toBe(0);
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(readFileSync(file, 'utf8')).toMatch(/^\S*place/);
      const device = join(directory, 'null.csv');
      symlinkSync('/dev/null', device);
      expect((await run('--countries', 'be', '--kind', 'places', '--out', device)).code).toBe(0);
      expect(readdirSync(directory).sort()).toEqual(['file.csv', 'link.csv', 'null.csv']);
    }));

  it('writes the format that the name of the file says, compressed after .gz', () =>
    withTemporaryDirectory(async (directory) => {
      const text = (await run('--quiet', '--within', 'GM0363')).stdout;
      const gz = join(directory, 'a.csv.gz');
      expect((await run('--within', 'GM0363', '--out', gz)).code).toBe(0);
      expect(gunzipSync(readFileSync(gz)).toString()).toBe(text);
      const parquet = join(directory, 'a.parquet');
      expect((await run('--within', 'GM0363', '--out', parquet)).code).toBe(0);
      const rows = await parquetReadObjects({ file: Uint8Array.from(readFileSync(parquet)).buffer });
      expect(rows.length).toBe(text.trimEnd().split('\n').length - 1);
      expect(readdirSync(directory).sort()).toEqual(['a.csv.gz', 'a.parquet']);
    }));

  it('leaves nothing, or the file that was there, when any call on the disk fails, and says so in one sentence', () =>
    withTemporaryDirectory(async (directory) => {
      const out = join(directory, 'a.csv');
      const attempt = async (n: number): Promise<Outcome & { calls: number; failed: string | undefined }> => {
        let outcome: Outcome | undefined;
        const disk = await withFailingCall(directory, n, 'ENOSPC', async () => {
          outcome = await run('--quiet', '--countries', 'lu', '--out', out);
        });
        return { ...outcome!, ...disk };
      };
      const { calls } = await attempt(0);
      expect(calls).toBeGreaterThan(5);
      const whole = readFileSync(out);
      for (let n = 1; n <= calls; n++) {
        writeFileSync(out, 'before');
        const { code, stderr, failed } = await attempt(n);
        const after = readFileSync(out);
        // What is asked beforehand, and what is tidied afterwards, may fail without harm.
        if (code === 0) expect(after.equals(whole), failed).toBe(true);
        else {
          expect(stderr, failed).toBe(
            `"${out}" cannot be written: no space is left on it. Make room, or name another file with --out.\n`,
          );
          expect(after.toString(), failed).toBe('before');
        }
        expect(readdirSync(directory), failed).toEqual(['a.csv']);
      }
    }));

  it('leaves nothing when it is interrupted', () =>
    withTemporaryDirectory(async (directory) => {
      const out = join(directory, 'a.ndjson');
      const running = run('--out', out);
      const isWriting = (): boolean => readdirSync(directory).length > 0;
      while (!isWriting()) await new Promise(setImmediate);
      process.emit('SIGINT');
      const { code, stderr } = await running;
      expect(code).toBe(130);
      expect(stderr).toContain(`Interrupted; ${out} is not written.\n`);
      expect(readdirSync(directory)).toEqual([]);
    }));

  it.each([
    [['--kind', 'houses'], /argument 'houses' is invalid\. Allowed choices are addresses, streets, places\./],
    [
      ['--format', 'shp'],
      /argument 'shp' is invalid\. Allowed choices are csv, ndjson, geojson, geojsonl, geojsonseq, parquet\./,
    ],
    [['--out', 'a.shp'], /^Got "a\.shp", whose name does not say a format; allowed are names that end in \.csv, /],
    [['--out', 'a.parquet.gz'], /^Got "a\.parquet\.gz"; GeoParquet is compressed inside\. Leave \.gz out\.$/m],
    [['--columns', 'zip'], /^Got "zip" as a column of the export; allowed are id, country, /],
    [['--within', 'Parijs'], /^Got "Parijs", which is no municipality of nl, be, lu and no context; /],
    [['--countries', 'de'], /^Got country "de"; allowed are nl, be, lu\.$/m],
    [
      ['--out', '/no/such/directory/a.csv'],
      /^"\/no\/such\/directory\/a\.csv" cannot be written: its directory does not exist\. Name another file with --out\.$/m,
    ],
  ] as const)('refuses %j in one sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await run('--quiet', ...args);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(2);
    expect(stdout).toBe('');
  });

  it('refuses a directory as its file', () =>
    withTemporaryDirectory(async (directory) => {
      const out = join(directory, 'a.csv');
      mkdirSync(out);
      const { code, stderr } = await run('--quiet', '--out', out);
      expect([code, stderr]).toEqual([
        2,
        `"${out}" cannot be written: it is a directory. Name another file with --out.\n`,
      ]);
      expect(existsSync(out)).toBe(true);
      expect(readdirSync(directory)).toEqual(['a.csv']);
    }));
});
