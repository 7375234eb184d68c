import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HttpClient } from '../../../pipelines/download/http-client.ts';
import { type Installed, install } from '../../../pipelines/pack/install.ts';
import { pack } from '../../../pipelines/pack/pack.ts';
import { installCommand, packCommand } from '../../../pipelines/pack/pack-commands.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import { manifestOf, openCountry } from '../../../src/store/directory.ts';
import { currentDirectory } from '../../../src/store/releases.ts';
import { writeIndex } from '../../../src/store/write-index.ts';
import { copyFixtureIndexes } from '../../support/fixture-indexes.ts';
import { breakingAfter, PublisherServer } from '../../support/publisher-server.ts';
import { randomInput } from '../../support/random-input.ts';
import { zipBytes } from '../readers/zip-bytes.ts';

const root = mkdtempSync(join(tmpdir(), 'pack-'));
let data: Awaited<ReturnType<typeof copyFixtureIndexes>>;
let server: PublisherServer;
let client: HttpClient;
let out = '';
let file = '';

beforeAll(async () => {
  [data, server] = await Promise.all([copyFixtureIndexes(), PublisherServer.start()]);
  file = join(root, 'addresses.zip');
  await pack(data.directory, file);
});
beforeEach(() => {
  out = join(mkdtempSync(join(root, 'machine-')), 'data');
  client = new HttpClient({ firstPauseMs: 1, maxAttempts: 2 });
});
afterEach(async () => {
  await client.close();
  server.reset();
});
afterAll(async () => {
  await server.stop();
  data.remove();
  rmSync(root, { recursive: true });
});

const run = (source: string): Promise<Installed> => install(source, { out, keep: 2, client, progress: silentProgress });

/** Offers a pack with its checksum, and returns its address. */
function offer(path: string, options: Parameters<PublisherServer['offer']>[2] = { etag: '"1"' }): string {
  server.offer('/addresses.zip.sha256', readFileSync(`${path}.sha256`));
  return server.offer('/addresses.zip', readFileSync(path), options);
}

/** A data directory in which Luxembourg has another index. */
async function packWithOtherLuxembourg(): Promise<string> {
  const directory = mkdtempSync(join(root, 'other-'));
  for (const country of ['nl', 'be'])
    cpSync(join(data.directory, country), join(directory, country), { recursive: true });
  mkdirSync(join(directory, 'lu'));
  writeIndex(join(directory, 'lu'), randomInput('lu', 1));
  const other = join(directory, 'addresses.zip');
  await pack(directory, other);
  return other;
}

describe('a pack', () => {
  it('is one file with a checksum, the same for the same indexes', async () => {
    const again = join(root, 'again.zip');
    const { countries, bytes, sha256 } = await pack(data.directory, again);
    expect(countries).toEqual(['nl', 'be', 'lu']);
    const content = readFileSync(again);
    expect(content.length).toBe(bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    expect(content.equals(readFileSync(file))).toBe(true);
    expect(readFileSync(`${again}.sha256`, 'utf8')).toBe(`${sha256}  again.zip\n`);
    expect(readdirSync(root).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('is not made of a damaged index, or where it cannot be written', async () => {
    const copy = mkdtempSync(join(root, 'damaged-'));
    cpSync(data.directory, copy, { recursive: true });
    const damaged = join(currentDirectory(join(copy, 'be'))!, 'streets.bin');
    writeFileSync(damaged, readFileSync(damaged).fill(1, 500, 600));
    await expect(pack(copy, join(copy, 'x.zip'))).rejects.toMatchObject({ code: 'index-corrupt' });
    await expect(pack(data.directory, join(copy, 'none', 'x.zip'))).rejects.toMatchObject({
      code: 'output-not-writable',
    });
  });
});

describe('installing a pack', () => {
  it('publishes every index in it, and nothing the second time', async () => {
    const countries = { be: 'updated', lu: 'updated', nl: 'updated' };
    const { length: bytes } = readFileSync(file);
    expect(await run(file)).toEqual({ status: 'updated', countries, bytes, fetchedBytes: 0 });
    for (const country of ['nl', 'be', 'lu'] as const) {
      expect((await openCountry(out, country)).manifest).toEqual(manifestOf(data.directory, country));
    }
    expect(await run(file)).toMatchObject({ status: 'unchanged', countries: { nl: 'unchanged' } });
    expect(readdirSync(join(out, 'nl', 'releases'))).toHaveLength(1);
  });

  it('fetches it from an address, and then only what has changed', async () => {
    const url = offer(file);
    const { length: bytes } = readFileSync(file);
    expect(await run(url)).toMatchObject({ status: 'updated', bytes, fetchedBytes: bytes });
    expect(await run(url)).toMatchObject({ status: 'unchanged', fetchedBytes: expect.any(Number) });

    const other = await packWithOtherLuxembourg();
    server.requests.length = 0;
    const result = await run(offer(other, { etag: '"2"' }));
    expect(result.countries).toEqual({ be: 'unchanged', lu: 'updated', nl: 'unchanged' });
    const changed = manifestOf(out, 'lu').files.reduce((sum, each) => sum + each.bytes, 0);
    expect(result.fetchedBytes).toBeLessThan(changed + (1 << 16) + 20_000);
    expect(result.fetchedBytes).toBeLessThan(result.bytes / 2);
    expect(server.requests.slice(2).every(({ headers }) => headers['if-range'] === '"2"')).toBe(true);
    expect(readdirSync(out).sort()).toEqual(['be', 'lu', 'nl']);
  });

  it('fetches all of it where the server sends no parts, and goes on after a break', async () => {
    await run(file);
    const other = await packWithOtherLuxembourg();
    const url = offer(other, { etag: '"2"', ignoresRanges: true });
    const { length } = readFileSync(other);
    expect(await run(url)).toMatchObject({ countries: { lu: 'updated' }, fetchedBytes: length });

    rmSync(out, { recursive: true });
    offer(other, { etag: '"2"' });
    server.misbehaviours.push(undefined, undefined, breakingAfter(2_000));
    expect(await run(url)).toMatchObject({ status: 'updated' });
  });

  it('refuses what is damaged, incomplete, or no pack, and leaves what is there', async () => {
    await run(file);
    const before = manifestOf(out, 'nl');
    const other = await packWithOtherLuxembourg();
    const content = readFileSync(other);
    // In a file that is not here already: that one would be taken instead.
    const at = content.indexOf('lu/streets.bin') + 200;
    content[at] = content[at]! ^ 1;
    writeFileSync(other, content);
    await expect(run(other)).rejects.toMatchObject({ code: 'input-corrupt' });
    await expect(run(offer(other))).rejects.toMatchObject({ code: 'input-corrupt' });
    rmSync(`${other}.sha256`);
    await expect(run(other)).rejects.toThrow('There is no checksum in');
    await expect(run(join(root, 'none.zip'))).rejects.toMatchObject({ code: 'input-not-found' });
    server.reset();
    await expect(run(server.url('/addresses.zip'))).rejects.toMatchObject({ code: 'download-failed' });
    expect(manifestOf(out, 'nl')).toEqual(before);
    expect(readdirSync(out).sort()).toEqual(['be', 'lu', 'nl']);
  });

  it('names its own option where it cannot write', async () => {
    writeFileSync(join(out, '..', 'file'), '');
    out = join(out, '..', 'file', 'data');
    for (const source of [file, offer(file)]) {
      await expect(run(source)).rejects.toThrow(
        /^".*data" cannot be written: what should be its directory is a file\. Choose another directory with --out\.$/,
      );
    }
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['names that lead elsewhere', { 'nl/../../evil': 'x' }],
    ['other countries', { 'de/manifest.json': '{}' }],
    ['an index without a manifest', { 'nl/streets.bin': 'x' }],
  ])('refuses a zip with %s', async (_, contents) => {
    const names = Object.keys(contents);
    // The writer refuses such a name: it is put in afterwards.
    const harmless = Object.fromEntries(names.map((name) => [name.replaceAll('..', '@@'), contents[name]!]));
    const zip = await zipBytes(harmless);
    for (const name of names) {
      for (let at = zip.indexOf('@@'); at >= 0; at = zip.indexOf('@@', at)) zip.write('..', at);
      expect(zip.includes(name)).toBe(true);
    }
    const path = join(mkdtempSync(join(root, 'zip-')), 'x.zip');
    writeFileSync(path, zip);
    writeFileSync(`${path}.sha256`, createHash('sha256').update(zip).digest('hex'));
    await expect(run(path)).rejects.toMatchObject({
      code: expect.stringMatching(/^input-(?:not-recognised|corrupt)$/),
    });
    expect(readdirSync(out)).toEqual([]);
  });
});

it('the commands print what they did', async () => {
  const [packed, installed] = [new PassThrough(), new PassThrough()];
  const path = join(root, 'command.zip');
  await packCommand(packed).parseAsync(['node', 'pack', path, '--data', data.directory]);
  packed.end();
  expect(await text(packed)).toMatch(/command\.zip: nl, be, lu, [\d,]+ bytes\n[0-9a-f]{64}\n$/);
  const stderr = new PassThrough() as unknown as NodeJS.WriteStream;
  await installCommand(installed, stderr).parseAsync(['node', 'install', path, '--out', out]);
  installed.end();
  expect(JSON.parse(await text(installed))).toMatchObject({ status: 'updated', countries: { nl: 'updated' } });
});
