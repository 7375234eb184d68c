import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildIndexes } from '../../../pipelines/build-index.ts';
import { DirectoryLock } from '../../../pipelines/directory-lock.ts';
import { type Download, type DownloadOptions, download } from '../../../pipelines/download/download.ts';
import { downloadCommand } from '../../../pipelines/download/download-command.ts';
import { sourcesOf } from '../../../pipelines/download/publishers.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import type { Country } from '../../../src/model/country.ts';
import { manifestOf } from '../../../src/store/directory.ts';
import { fixtureFile, offerEdition, offeredAddresses, withoutLastLine } from '../../support/offered-registers.ts';
import { breakingAfter } from '../../support/publisher-server.ts';
import { publishersForEachTest } from '../../support/test-publishers.ts';

const publishers = publishersForEachTest('download');
let to = '';
beforeEach(() => {
  to = publishers.folder;
});

const fetchCountry = (country: Country, options: Partial<DownloadOptions> = {}): Promise<Download> =>
  download(country, {
    to,
    sources: sourcesOf(country, offeredAddresses(publishers.server)),
    client: publishers.client,
    progress: silentProgress,
    ...options,
  });
const bytesSent = (): number => publishers.server.requests.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
const provenanceOf = (directory: string) => JSON.parse(readFileSync(join(directory, 'provenance.json'), 'utf8'));

describe('downloading a register', () => {
  it('stores the files under the date of the release, with where they are from', async () => {
    const { status, releaseDate, directory, paths, fetchedBytes } = await fetchCountry('nl');
    expect({ status, releaseDate }).toEqual({ status: 'fetched', releaseDate: '2026-01-08' });
    expect(directory).toBe(join(to, 'nl', '2026-01-08'));
    expect(paths).toEqual([join(directory, 'lvbag-extract-nl.zip')]);
    const body = fixtureFile('nl/lvbag-extract-nl.zip');
    expect(readFileSync(paths[0]!).equals(body)).toBe(true);
    expect(fetchedBytes).toBe(body.length);
    expect(provenanceOf(directory)).toEqual({
      country: 'nl',
      releaseDate: '2026-01-08',
      files: [
        {
          name: 'lvbag-extract-nl.zip',
          register: 'BAG',
          publisher: 'Kadaster',
          licence: 'CC0-1.0',
          url: publishers.server.url('/lvbag-extract-nl.zip'),
          date: '2026-01-08',
          bytes: body.length,
          sha256: createHash('sha256').update(body).digest('hex'),
          checkedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
          etag: '"1"',
        },
      ],
    });
    expect(readdirSync(join(to, 'nl'))).toEqual(['2026-01-08']);
  });

  it('takes the date of the archives where the register has none', async () => {
    const { releaseDate, directory } = await fetchCountry('be');
    expect(releaseDate).toBe('2026-01-08');
    expect(provenanceOf(directory).files.map(({ name, date }: { name: string; date: string }) => [name, date])).toEqual(
      [
        ['openaddress-bebru.zip', '2026-01-08'],
        ['openaddress-bevlg.zip', '2026-01-08'],
        ['openaddress-bewal.zip', '2026-01-08'],
      ],
    );
  });

  it('finds the newest edition through the API of the data portal, with its size, checksum and date', async () => {
    const { releaseDate, directory, paths } = await fetchCountry('lu');
    expect(releaseDate).toBe('2026-09-28');
    expect(paths.map((path) => path.slice(directory.length + 1))).toEqual(['caclr.zip', 'addresses.csv']);
    expect(provenanceOf(directory).files).toMatchObject([
      { register: 'CACLR', date: '2026-09-20', url: publishers.server.url('/resources/20260920-040000/caclr.zip') },
      { register: 'BD-Adresses', date: '2026-09-28' },
    ]);
  });

  it('says what the portal lists if the file is not there', async () => {
    publishers.server.offer(
      '/api/1/datasets/bd/',
      JSON.stringify({ resources: [{ title: 'adresses.shp.zip', url: 'x' }] }),
    );
    await expect(fetchCountry('lu')).rejects.toThrow(
      /lists no addresses\.csv \(found adresses\.shp\.zip\)\. Set the address .* --source addresses\.csv=ADDRESS/,
    );
    publishers.server.offer('/api/1/datasets/bd/', '<html>');
    await expect(fetchCountry('lu')).rejects.toThrow('the answer is not JSON');
  });
});

describe('downloading it again', () => {
  it.each<Country>(['nl', 'be', 'lu'])('fetches nothing of %s that has not changed', async (country) => {
    const first = await fetchCountry(country);
    publishers.server.requests.length = 0;
    const again = await fetchCountry(country);
    expect(again).toEqual({ ...first, status: 'unchanged', fetchedBytes: 0, files: again.files });
    expect(again.files.map(({ sha256 }) => sha256)).toEqual(first.files.map(({ sha256 }) => sha256));
    const files = publishers.server.requests.filter(({ path }) => !path.startsWith('/api/'));
    expect(files.map(({ status }) => status).filter((status) => status !== 304)).toEqual([]);
    expect(readdirSync(join(to, country))).toEqual([first.releaseDate]);
  });

  it('fetches only the file that has changed, and keeps the release before', async () => {
    await fetchCountry('lu');
    const sent = bytesSent();
    const changed = withoutLastLine(fixtureFile('lu/addresses.csv'));
    offerEdition(publishers.server, 'bd', 'addresses.csv', '20261005-023119', changed);
    const { status, releaseDate, directory, fetchedBytes } = await fetchCountry('lu');
    expect({ status, releaseDate, fetchedBytes }).toEqual({
      status: 'fetched',
      releaseDate: '2026-10-05',
      fetchedBytes: changed.length,
    });
    expect(bytesSent() - sent).toBeLessThan(changed.length + 4000);
    expect(readdirSync(directory).sort()).toEqual(['addresses.csv', 'caclr.zip', 'provenance.json']);
    expect(readdirSync(join(to, 'lu')).sort()).toEqual(['2026-09-28', '2026-10-05']);
    // One copy on the disk, where that can be.
    expect(statSync(join(directory, 'caclr.zip')).ino).toBe(statSync(join(to, 'lu/2026-09-28/caclr.zip')).ino);
  });

  it('replaces a release of the same date, and removes old ones when told', async () => {
    await fetchCountry('lu');
    const changed = withoutLastLine(fixtureFile('lu/addresses.csv'));
    offerEdition(publishers.server, 'bd', 'addresses.csv', '20260928-120000', changed);
    const { directory } = await fetchCountry('lu');
    expect(directory).toBe(join(to, 'lu', '2026-09-28'));
    expect(readFileSync(join(directory, 'addresses.csv')).equals(changed)).toBe(true);
    offerEdition(publishers.server, 'bd', 'addresses.csv', '20261005-120000', fixtureFile('lu/addresses.csv'));
    cpSync(directory, join(to, 'lu', 'mine'), { recursive: true });
    await fetchCountry('lu', { keep: 1 });
    expect(readdirSync(join(to, 'lu')).sort()).toEqual(['2026-10-05', 'mine']);
  });

  it('goes on after a failure with what has come, also of a file that broke off', async () => {
    publishers.server.misbehaviours.push(undefined, breakingAfter(5_000));
    await expect(fetchCountry('be')).rejects.toMatchObject({ code: 'download-failed' });
    expect(readdirSync(join(to, 'be'))).toEqual(['.incoming']);
    publishers.server.requests.length = 0;
    await fetchCountry('be');
    expect(publishers.server.requests.map(({ status }) => status)).toEqual([304, 206, 200]);
    expect(readdirSync(join(to, 'be'))).toEqual(['2026-01-08']);
  });
});

describe('what is no register', () => {
  it('is refused: a web page, another country’s file, a zip that is cut off', async () => {
    publishers.server.offer('/lvbag-extract-nl.zip', '<html><body>Storing</body></html>');
    await expect(fetchCountry('nl')).rejects.toThrow('a web page came instead of the file');
    publishers.server.offer('/lvbag-extract-nl.zip', fixtureFile('be/openaddress-bebru.zip'));
    await expect(fetchCountry('nl')).rejects.toThrow('does not send a file of a register of nl: it is one of be.');
    const body = fixtureFile('nl/lvbag-extract-nl.zip');
    publishers.server.offer('/lvbag-extract-nl.zip', body.subarray(0, -1000));
    await expect(fetchCountry('nl')).rejects.toThrow('cannot be read as a zip');
    expect(readdirSync(join(to, 'nl'))).toEqual(['.incoming']);
    expect(readdirSync(join(to, 'nl', '.incoming')), 'nothing was kept').toEqual([]);
    publishers.server.offer('/lvbag-extract-nl.zip', body);
    expect((await fetchCountry('nl')).status).toBe('fetched');
  });
});

it('two downloads into one place do not meet', async () => {
  await fetchCountry('lu');
  const lock = await DirectoryLock.acquire(join(to, 'lu', '.lock'));
  await expect(fetchCountry('lu')).rejects.toMatchObject({ code: 'output-not-writable' });
  lock.release();
  expect((await fetchCountry('lu')).status).toBe('unchanged');
});

it('a place that cannot be written is one sentence', async () => {
  writeFileSync(join(to, 'file'), '');
  await expect(fetchCountry('nl', { to: join(to, 'file') })).rejects.toMatchObject({ code: 'output-not-writable' });
});

describe('an index of downloaded files', () => {
  const build = (country: Country, paths: readonly string[], out: string): Promise<void> =>
    buildIndexes({
      inputs: { nl: [], be: [], lu: [], [country]: paths },
      out,
      threads: 1,
      // The publishers of the test have a CACLR of another year than their positions.
      gates: { accept: ['dates'] },
      progress: () => silentProgress,
      tell: () => {},
    });

  it('says in its manifest what it was read from, and has a date for every register', async () => {
    const out = mkdtempSync(join(publishers.root, 'out-'));
    const { directory, paths } = await fetchCountry('lu');
    await build('lu', paths, out);
    const [caclr, bd] = manifestOf(out, 'lu').registers;
    expect(caclr).toMatchObject({ name: 'CACLR', files: [{ name: 'caclr.zip', date: '2026-09-20' }] });
    expect(caclr!.referenceDate).not.toBeNull();
    const file = provenanceOf(directory).files[1];
    expect(bd).toMatchObject({
      name: 'BD-Adresses',
      referenceDate: '2026-09-28',
      files: [{ name: 'addresses.csv', url: file.url, date: file.date, bytes: file.bytes, sha256: file.sha256 }],
    });
    await build('lu', [directory], join(out, 'folder'));
    expect(manifestOf(join(out, 'folder'), 'lu')).toEqual(manifestOf(out, 'lu'));
  });

  it('is refused if a file has changed since', async () => {
    const out = mkdtempSync(join(publishers.root, 'out-'));
    const { directory, paths } = await fetchCountry('lu');
    writeFileSync(join(directory, 'addresses.csv'), withoutLastLine(fixtureFile('lu/addresses.csv')));
    await expect(build('lu', paths, out)).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringContaining('is not what was downloaded'),
    });
    expect(existsSync(join(out, 'lu'))).toBe(false);
  });
});

describe('the command download', () => {
  const run = async (...argv: string[]): Promise<string> => {
    const lines: string[] = [];
    const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    try {
      const sources = Object.entries(offeredAddresses(publishers.server)).flatMap(([file, address]) => [
        '--source',
        `${file}=${address}`,
      ]);
      await downloadCommand(new PassThrough() as unknown as NodeJS.WriteStream)
        .exitOverride()
        .configureOutput({ writeErr: () => {} })
        .parseAsync(['node', 'download', ...argv, '--to', to, ...sources]);
    } finally {
      stdout.mockRestore();
    }
    return lines.join('');
  };

  it('prints the paths of the files of each country', async () => {
    const printed = await run('lu', 'nl', 'lu');
    expect(printed.split('\n')).toEqual([
      join(to, 'lu/2026-09-28/caclr.zip'),
      join(to, 'lu/2026-09-28/addresses.csv'),
      join(to, 'nl/2026-01-08/lvbag-extract-nl.zip'),
      '',
    ]);
  });

  it('refuses countries and sources that there are not', async () => {
    await expect(run('de')).rejects.toMatchObject({ code: 'unknown-country' });
    for (const source of ['bag.zip=https://x.example/', 'caclr.zip', 'caclr.zip=ftp://x.example/', 'caclr.zip=x'])
      await expect(run('lu', '--source', source)).rejects.toThrow(
        `Got "${source}" as a source; allowed is FILE=ADDRESS`,
      );
  });
});
