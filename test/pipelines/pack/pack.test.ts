import { createHash, createPublicKey, verify } from 'node:crypto';
import fs, {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DirectoryLock } from '../../../pipelines/directory-lock.ts';
import { HttpClient } from '../../../pipelines/download/http-client.ts';
import { type Installed, install } from '../../../pipelines/pack/install.ts';
import { pack } from '../../../pipelines/pack/pack.ts';
import { installCommand, packCommand } from '../../../pipelines/pack/pack-commands.ts';
import { createKeys } from '../../../pipelines/pack/signature.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import { AddressLookupError } from '../../../src/errors.ts';
import { crc32 } from '../../../src/format/crc32.ts';
import { manifestOf, openCountry } from '../../../src/store/directory.ts';
import { sealManifest } from '../../../src/store/manifest.ts';
import { readManifest } from '../../../src/store/manifest-file.ts';
import { currentDirectory } from '../../../src/store/releases.ts';
import { writeIndex } from '../../../src/store/write-index.ts';
import { runCommand } from '../../cli/run-command.ts';
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
  it('is written to where a link leads, and not in the place of a device', async () => {
    const [link, target] = [join(root, 'link.zip'), join(root, 'target.zip')];
    writeFileSync(target, '');
    symlinkSync(target, link);
    await pack(data.directory, link);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target).equals(readFileSync(file))).toBe(true);
    const device = join(root, 'device.zip');
    symlinkSync('/dev/null', device);
    await expect(pack(data.directory, device)).rejects.toThrow(
      /device\.zip" cannot be written: it is a device or a pipe/,
    );
  });

  it('reads nothing of one index before it knows that the others are whole', async () => {
    const directory = mkdtempSync(join(root, 'half-'));
    cpSync(join(data.directory, 'be'), join(directory, 'be'), { recursive: true });
    mkdirSync(join(directory, 'nl'));
    writeFileSync(join(directory, 'nl', 'manifest.json'), '{');
    const reading = vi.spyOn(fs, 'createReadStream');
    await expect(pack(directory, join(directory, 'addresses.zip'))).rejects.toThrow(/manifest\.json/);
    // What had been added to a zip was opened behind the refusal; gone by then, it ended the process.
    await sleep(50);
    expect(reading).not.toHaveBeenCalled();
    reading.mockRestore();
  });

  it('is one file with a checksum, the same for the same indexes', async () => {
    const again = join(root, 'again.zip');
    const { countries, bytes, sha256 } = await pack(data.directory, again);
    expect(countries).toEqual(['nl', 'be', 'lu']);
    const content = readFileSync(again);
    expect(content.length).toBe(bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    expect(content.equals(readFileSync(file))).toBe(true);
    const [first, size, ...releases] = readFileSync(`${again}.sha256`, 'utf8').trimEnd().split('\n');
    expect([first, size]).toEqual([`${sha256}  again.zip`, `# ${bytes} bytes`]);
    expect(releases.map((line) => line.slice(0, 22))).toEqual(
      (['be', 'lu', 'nl'] as const).map((country) => `# ${country} ${manifestOf(data.directory, country).release} `),
    );
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
    server.requests.length = 0;
    // Its head says that there is nothing new, also where the server sends no parts.
    expect(await run(offer(file, { ignoresRanges: true }))).toEqual({
      status: 'unchanged',
      countries: { be: 'unchanged', lu: 'unchanged', nl: 'unchanged' },
      bytes,
      fetchedBytes: 0,
    });
    expect(server.requests.map(({ path }) => path)).toEqual(['/addresses.zip.sha256']);

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
    await expect(run(join(root, 'none.zip'))).rejects.toThrow('There is no file');
    server.reset();
    await expect(run(server.url('/addresses.zip'))).rejects.toMatchObject({ code: 'download-failed' });
    expect(manifestOf(out, 'nl')).toEqual(before);
    expect(readdirSync(out).sort()).toEqual(['be', 'lu', 'nl']);
  });

  it('leaves no stage of its progress open, also where it fails within one', async () => {
    const calls: string[] = [];
    const progress = { stage: () => calls.push('stage'), advance() {}, stop: () => calls.push('stop') };
    const content = readFileSync(file).fill(0, 9_000, 9_900);
    const damaged = join(out, '..', 'damaged.zip');
    writeFileSync(damaged, content);
    writeFileSync(`${damaged}.sha256`, createHash('sha256').update(content).digest('hex'));
    await expect(install(damaged, { out, keep: 2, client, progress })).rejects.toBeInstanceOf(AddressLookupError);
    expect(calls).toEqual(['stage', 'stop']);
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

describe('a signed pack', () => {
  const trusting = (source: string, ...trustedKeys: string[]): Promise<Installed> =>
    install(source, { out, keep: 2, trustedKeys, client, progress: silentProgress });
  const [key, otherKey] = [join(root, 'signing.pem'), join(root, 'other.pem')];
  let signed = '';
  beforeAll(async () => {
    createKeys(key);
    createKeys(otherKey);
    signed = join(root, 'signed.zip');
    await pack(data.directory, signed, { signingKey: key });
  });
  const offerSigned = (path: string): string => {
    server.offer('/addresses.zip.sha256.sig', readFileSync(`${path}.sha256.sig`));
    return offer(path);
  };

  it('is installed by who trusts the key, from a path and an address, and by who trusts nobody in particular', async () => {
    expect(statSync(key).mode & 0o077).toBe(0);
    expect(await trusting(signed, `${otherKey}.pub`, `${key}.pub`)).toMatchObject({ status: 'updated' });
    expect(await trusting(offerSigned(signed), `${key}.pub`)).toMatchObject({ status: 'unchanged', fetchedBytes: 0 });
    rmSync(out, { recursive: true });
    expect(await trusting(offerSigned(signed), `${key}.pub`)).toMatchObject({ status: 'updated' });
    expect(await run(signed)).toMatchObject({ status: 'unchanged' });
    // As openssl verifies it.
    const head = readFileSync(`${signed}.sha256`);
    const signature = Buffer.from(readFileSync(`${signed}.sha256.sig`, 'utf8'), 'base64');
    expect(verify(null, head, createPublicKey(readFileSync(`${key}.pub`)), signature)).toBe(true);
  });

  it('is refused with another key, with none, with another head, and with other bytes', async () => {
    await expect(trusting(signed, `${otherKey}.pub`)).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringContaining('no signature of the pack by a trusted key'),
    });
    await expect(trusting(file, `${key}.pub`)).rejects.toThrow('.sha256.sig is missing');
    offerSigned(signed);
    const other = await packWithOtherLuxembourg();
    await expect(trusting(offer(other), `${key}.pub`)).rejects.toMatchObject({ code: 'input-corrupt' });
    server.offer('/addresses.zip.sha256', readFileSync(`${signed}.sha256`));
    await expect(trusting(server.url('/addresses.zip'), `${key}.pub`)).rejects.toMatchObject({ code: 'input-corrupt' });
    expect(readdirSync(out)).toEqual([]);
  });

  it('says what is no key, before any work, and replaces none', async () => {
    await expect(pack(data.directory, join(root, 'x.zip'), { signingKey: `${key}.pub` })).rejects.toMatchObject({
      code: 'invalid-option',
      message: expect.stringContaining('pack --new-key FILE'),
    });
    await expect(trusting(signed, file)).rejects.toMatchObject({ code: 'invalid-option' });
    expect(() => createKeys(key)).toThrow('keys are never replaced');
    // A pack that is not signed any more has no signature of the one before.
    const path = join(root, 'once.zip');
    await pack(data.directory, path, { signingKey: key });
    await pack(data.directory, path);
    await expect(trusting(path, `${key}.pub`)).rejects.toThrow('is missing');
  });
});

it('two that install into one place do not meet, and what a killed one left is removed', async () => {
  mkdirSync(join(out, '.install'), { recursive: true });
  writeFileSync(join(out, '.install', 'pack.zip'), 'x');
  const lock = await DirectoryLock.acquire(join(out, '.install.lock'));
  await expect(run(offer(file))).rejects.toMatchObject({ code: 'output-not-writable' });
  lock.release();
  expect(await run(offer(file))).toMatchObject({ status: 'updated' });
  expect(readdirSync(out).sort()).toEqual(['be', 'lu', 'nl']);
});

it('an index whose checksums hide what was changed is not packed', async () => {
  const directory = mkdtempSync(join(root, 'forged-'));
  cpSync(join(data.directory, 'lu'), join(directory, 'lu'), { recursive: true });
  const index = currentDirectory(join(directory, 'lu'))!;
  const boxes = readFileSync(join(index, 'streets.flatbush'));
  boxes[boxes.length - 1]! ^= 1;
  writeFileSync(join(index, 'streets.flatbush'), boxes);
  const { crc32: _, ...manifest } = readManifest(index);
  const files = manifest.files.map((each) =>
    each.name === 'streets.flatbush' ? { ...each, crc32: crc32(boxes) } : each,
  );
  writeFileSync(join(index, 'manifest.json'), JSON.stringify(sealManifest({ ...manifest, files })));
  await expect(pack(directory, join(directory, 'x.zip'))).rejects.toMatchObject({ code: 'index-corrupt' });
});

it('install waits for its jitter before it asks anybody', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.25);
  let isWaiting = true;
  const installing = installCommand(new PassThrough(), new PassThrough() as unknown as NodeJS.WriteStream)
    .parseAsync(['node', 'install', offer(file), '--out', out, '--jitter', '4'])
    .finally(() => {
      isWaiting = false;
    });
  await sleep(500);
  expect([isWaiting, server.requests.length]).toEqual([true, 0]);
  await installing;
  expect(server.requests.length).toBeGreaterThan(0);
  random.mockRestore();
});

it('an install that fails prints its line, too, and makes no directory', async () => {
  const [nowhere, target] = [join(root, 'none.zip'), join(root, 'never')];
  const { code, stdout, stderr } = await runCommand(installCommand(), [nowhere, '--out', target]);
  const message = `There is no file "${nowhere}". Give the path or URL of a pack.`;
  expect([code, stderr]).toEqual([2, `${message}\n`]);
  expect(JSON.parse(stdout)).toEqual({ status: 'failed', code: 'input-not-found', message });
  expect(existsSync(target)).toBe(false);
});

it('the commands print what they did', async () => {
  const made = new PassThrough();
  const key = join(root, 'command.pem');
  await packCommand(made).parseAsync(['node', 'pack', '--new-key', key]);
  made.end();
  expect(await text(made)).toBe(`${key}: keep it secret\n${key}.pub: for install --trusted-key\n`);
  const [packed, installed] = [new PassThrough(), new PassThrough()];
  const path = join(root, 'command.zip');
  await packCommand(packed).parseAsync(['node', 'pack', path, '--data', data.directory, '--sign', key]);
  packed.end();
  expect(await text(packed)).toMatch(/command\.zip: nl, be, lu, [\d,]+ bytes\n[0-9a-f]{64}\n$/);
  const stderr = new PassThrough() as unknown as NodeJS.WriteStream;
  await installCommand(installed, stderr).parseAsync([
    'node',
    'install',
    path,
    '--out',
    out,
    '--trusted-key',
    `${key}.pub`,
  ]);
  installed.end();
  expect(JSON.parse(await text(installed))).toMatchObject({ status: 'updated', countries: { nl: 'updated' } });
});
