import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type IndexSource, openAddressLookup, verifyIndex } from '../../src/index.ts';
import type { Country } from '../../src/model/country.ts';
import { readManifest } from '../../src/store/manifest-file.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { codeOf, codeOfPromise } from '../support/code-of.ts';
import { randomInput } from '../support/random-input.ts';

/** Two releases of two countries, written once. */
const releases = mkdtempSync(join(tmpdir(), 'open-releases-'));
let data = '';

beforeAll(() => {
  for (const country of ['nl', 'lu'] as const) {
    for (const seed of [1, 2]) {
      mkdirSync(join(releases, `${country}-${seed}`));
      writeIndex(join(releases, `${country}-${seed}`), randomInput(country, seed));
    }
  }
});
beforeEach(() => {
  data = join(mkdtempSync(join(tmpdir(), 'open-')), 'data');
  publish('nl', 1);
  return () => rmSync(join(data, '..'), { recursive: true });
});
afterAll(() => rmSync(releases, { recursive: true }));

/** Publishes a release as a build does: the directory first, then the pointer to it. */
function publish(country: Country, seed: number): void {
  const place = join(data, country);
  cpSync(join(releases, `${country}-${seed}`), join(place, 'releases', `r${seed}`), { recursive: true });
  writeFileSync(join(place, 'current.json'), JSON.stringify({ current: `r${seed}`, releases: [`r${seed}`] }));
}

const addressesOf = (country: Country, seed: number): number =>
  readManifest(join(releases, `${country}-${seed}`)).counts.addresses;

/** The files of a release as somebody has them who fetched them. */
function buffersOf(country: Country, seed: number): IndexSource {
  const directory = join(releases, `${country}-${seed}`);
  const manifest = readFileSync(join(directory, 'manifest.json'), 'utf8');
  const { files } = JSON.parse(manifest) as { files: { name: string }[] };
  return { manifest, files: Object.fromEntries(files.map(({ name }) => [name, readFileSync(join(directory, name))])) };
}

describe('openAddressLookup', () => {
  it('takes a path and a file: URL', async () => {
    for (const source of [data, pathToFileURL(data)]) {
      expect((await openAddressLookup(source)).nl.manifest.counts.addresses).toBe(addressesOf('nl', 1));
    }
    expect(await codeOfPromise(openAddressLookup(new URL('https://example.org/data')))).toBe('invalid-argument');
  });

  it('opens one release or the other, whole, while another process publishes five times for each opening and removes the former', async () => {
    // The steps of a build with --keep 1: the release, the pointer in one step, and the former release is removed. Five times for each
    // opening, which is less often than an opening may begin again, however fast the disk is.
    const publisher = `
      const { cpSync, renameSync, rmSync, writeFileSync } = require('node:fs');
      const [place, ...releases] = process.argv.slice(1);
      let i = 0;
      function publish() {
        i++;
        cpSync(releases[i % 2], place + '/releases/t' + i, { recursive: true });
        writeFileSync(place + '/current.tmp', JSON.stringify({ current: 't' + i, releases: ['t' + i] }));
        renameSync(place + '/current.tmp', place + '/current.json');
        rmSync(place + '/releases/t' + (i - 1), { recursive: true, force: true });
      }
      process.stdin.on('data', () => {
        for (let times = 0; times < 5; times++) publish();
        process.stdout.write('.');
      });`;
    const sources = [1, 2].map((seed) => join(releases, `nl-${seed}`));
    const child = spawn(process.execPath, ['--eval', publisher, join(data, 'nl'), ...sources]);
    const ended = new Promise((resolve) => child.once('close', resolve));
    const published = (): Promise<unknown> => {
      const answer = new Promise((resolve) => child.stdout.once('data', resolve));
      child.stdin.write('.');
      return answer;
    };
    try {
      await published();
      const opened = new Set<string>();
      for (let i = 0; i < 150; i++) {
        const all = published();
        opened.add((await openAddressLookup(data)).nl.manifest.release);
        await all;
      }
      expect([...opened].sort()).toEqual(sources.map((directory) => readManifest(directory).release).sort());
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  }, 60_000);

  it('says of the directory of one country which one to open', async () => {
    await expect(openAddressLookup(join(data, 'nl'))).rejects.toThrow(
      `is the index of "nl"; a lookup opens the directory above it, ${data}, with { countries: ["nl"] }`,
    );
  });

  it('takes the files of indexes, however their bytes are held', async () => {
    const { manifest, files } = buffersOf('nl', 1);
    const copyOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;
    const held: Record<string, (bytes: Uint8Array) => IndexSource['files'][string]> = {
      'a part of a larger buffer': (bytes) => new Uint8Array([7, 7, 7, ...bytes]).subarray(3),
      'an ArrayBuffer': copyOf,
      'a SharedArrayBuffer': (bytes) => {
        const shared = new SharedArrayBuffer(bytes.length);
        new Uint8Array(shared).set(bytes);
        return shared;
      },
    };
    const fromDisk = await openAddressLookup(data);
    for (const [what, hold] of Object.entries(held)) {
      const source = {
        nl: {
          manifest: JSON.parse(manifest as string),
          files: Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, hold(bytes as Uint8Array)])),
        },
      };
      const lookup = await openAddressLookup(source);
      expect(lookup.countries, what).toEqual(['nl']);
      for (const search of ['a', 'st', 'k']) {
        expect(lookup.nl.autocomplete({ search })).toEqual(fromDisk.nl.autocomplete({ search }));
      }
    }
  });

  it('refuses buffers that are no index, or not a whole one', async () => {
    const { manifest, files } = buffersOf('nl', 1);
    const [name] = Object.keys(files);
    const damaged = Uint8Array.from(files[name!] as Uint8Array);
    damaged[damaged.length >> 1]! ^= 1;
    expect(await codeOfPromise(openAddressLookup({}))).toBe('invalid-argument');
    expect(await codeOfPromise(openAddressLookup(undefined as never))).toBe('invalid-argument');
    expect(await codeOfPromise(openAddressLookup({ nl: { manifest: '{}', files } }))).toBe('index-corrupt');
    expect(await codeOfPromise(openAddressLookup({ lu: { manifest, files } }))).toBe('index-corrupt');
    expect(await codeOfPromise(openAddressLookup({ nl: { manifest, files: {} } }))).toBe('index-corrupt');
    const cut = { ...files, [name!]: damaged.subarray(1) };
    expect(await codeOfPromise(openAddressLookup({ nl: { manifest, files: cut } }))).toBe('index-corrupt');
    const changed = { nl: { manifest, files: { ...files, [name!]: damaged } } };
    expect(await codeOfPromise(openAddressLookup(changed))).toBe('index-corrupt');
    expect(await codeOfPromise(openAddressLookup({ nl: { manifest, files } }, { countries: ['lu'] }))).toBe(
      'index-not-found',
    );
    expect(await codeOfPromise(openAddressLookup({ nl: { manifest, files } }, { watch: true }))).toBe(
      'invalid-argument',
    );
  });
});

describe('a lookup that watches', () => {
  const SECONDS = 0.05;

  it('answers from a new release, in what has been taken from it before too, and from a new country', async () => {
    const released: string[] = [];
    const lookup = await openAddressLookup(data, {
      watch: { seconds: SECONDS, onRelease: ({ country }) => released.push(country) },
    });
    const { nl } = lookup;
    expect(nl.manifest.counts.addresses).toBe(addressesOf('nl', 1));
    publish('nl', 2);
    publish('lu', 1);
    await expect.poll(() => nl.manifest.counts.addresses).toBe(addressesOf('nl', 2));
    await expect.poll(() => lookup.countries).toEqual(['nl', 'lu']);
    const fresh = await openAddressLookup(data);
    expect(nl.autocomplete({ search: 'a' })).toEqual(fresh.nl.autocomplete({ search: 'a' }));
    expect(lookup.nl).toBe(nl);
    expect(released).toEqual(['nl']);
    lookup.close();
  });

  it('goes on with the release that it has where a new one is damaged, and says so', async () => {
    const refused: string[] = [];
    const lookup = await openAddressLookup(data, {
      watch: { seconds: SECONDS, onRefused: (country, { code }) => refused.push(`${country} ${code}`) },
    });
    const place = join(data, 'nl');
    cpSync(join(releases, 'nl-2'), join(place, 'releases', 'broken'), { recursive: true });
    writeFileSync(join(place, 'releases', 'broken', 'names.bin'), 'broken');
    writeFileSync(join(place, 'current.json'), JSON.stringify({ current: 'broken', releases: ['broken', 'r1'] }));
    await expect.poll(() => refused).toEqual(['nl index-corrupt']);
    expect(lookup.nl.manifest.counts.addresses).toBe(addressesOf('nl', 1));
    lookup.close();
  });

  it('follows nothing any more once it is closed', async () => {
    let released = 0;
    const lookup = await openAddressLookup(data, { watch: { seconds: SECONDS, onRelease: () => released++ } });
    lookup.close();
    publish('nl', 2);
    await new Promise((resolve) => setTimeout(resolve, 10 * SECONDS * 1000));
    expect(released).toBe(0);
    expect(codeOf(() => lookup.nl.autocomplete({ search: 'a' }))).toBe('lookup-closed');
  });

  it('refuses an interval that is none', async () => {
    for (const seconds of [0, -1, Number.NaN, '5' as never])
      expect(await codeOfPromise(openAddressLookup(data, { watch: { seconds } }))).toBe('invalid-argument');
  });
});

describe('verifyIndex', () => {
  it('finds a sound index sound, and says what is wrong with a damaged one beside it', async () => {
    publish('lu', 1);
    expect(await verifyIndex(data)).toMatchObject([
      { country: 'nl', faults: [] },
      { country: 'lu', faults: [] },
    ]);
    const file = join(data, 'nl', 'releases', 'r1', 'addresses.bin');
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(file, bytes);
    const [nl, lu] = await verifyIndex(pathToFileURL(data));
    expect(nl).toMatchObject({ country: 'nl', manifest: undefined });
    expect(nl!.faults.join()).toContain('addresses.bin has been changed or damaged');
    expect(lu!.faults).toEqual([]);
    expect(await verifyIndex(data, { countries: ['lu'] })).toMatchObject([{ country: 'lu', faults: [] }]);
    expect(await verifyIndex({ nl: buffersOf('nl', 2) })).toMatchObject([{ country: 'nl', faults: [] }]);
    expect(await codeOfPromise(verifyIndex(join(data, 'nowhere')))).toBe('index-not-found');
  });
});
