import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAddressLookup } from '../../src/lookup/open.ts';
import { countriesIn, manifestOf, openIndex, readIndex } from '../../src/store/directory.ts';
import {
  currentDirectory,
  formatPointer,
  readCurrent,
  readPointer,
  releaseDirectory,
  releasesIn,
  stateOf,
} from '../../src/store/releases.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { codeOf, codeOfPromise } from '../support/code-of.ts';
import { randomInput } from '../support/random-input.ts';

const root = mkdtempSync(join(tmpdir(), 'releases-'));
const written = join(root, 'written');
beforeAll(() => {
  mkdirSync(written);
  writeIndex(written, randomInput('nl', 1));
});
afterAll(() => rmSync(root, { recursive: true }));

let data = '';
let place = '';
beforeEach(() => {
  data = mkdtempSync(join(root, 'data-'));
  place = join(data, 'nl');
});

function publish(name: string, others: readonly string[] = []): void {
  cpSync(written, releaseDirectory(place, name), { recursive: true });
  writeFileSync(join(place, 'current.json'), formatPointer({ current: name, releases: [name, ...others] }));
}

describe('the index of a place', () => {
  it('is that of the release that the pointer names', async () => {
    publish('2026-01-08');
    publish('2026-02-08', ['2026-01-08']);
    expect(currentDirectory(place)).toBe(join(place, 'releases', '2026-02-08'));
    expect(countriesIn(data)).toEqual(['nl']);
    expect(manifestOf(data, 'nl').country).toBe('nl');
    expect((await openIndex(place)).country).toBe('nl');
    expect((await openAddressLookup(data)).countries).toEqual(['nl']);
    expect(releasesIn(place)).toEqual(['2026-02-08', '2026-01-08']);
  });

  it('is in the place itself if its files lie there and there is no pointer', async () => {
    cpSync(written, place, { recursive: true });
    expect(currentDirectory(place)).toBe(place);
    expect((await openAddressLookup(data)).countries).toEqual(['nl']);
    publish('2026-01-08');
    expect(currentDirectory(place)).toBe(join(place, 'releases', '2026-01-08'));
  });

  it('is that of a release that is opened by its own directory', async () => {
    publish('2026-01-08');
    expect((await openIndex(releaseDirectory(place, '2026-01-08'))).country).toBe('nl');
  });

  it('is not there before the first release is published', async () => {
    mkdirSync(join(place, 'releases', '.partial-0123456789abcdef'), { recursive: true });
    expect(currentDirectory(place)).toBeUndefined();
    expect(codeOf(() => countriesIn(data))).toBe('index-not-found');
    expect(await codeOfPromise(openIndex(place))).toBe('index-not-found');
  });

  it('cannot be opened where the pointer names a release that is not there', async () => {
    publish('2026-01-08');
    rmSync(releaseDirectory(place, '2026-01-08'), { recursive: true });
    expect(countriesIn(data)).toEqual(['nl']);
    expect(await codeOfPromise(openIndex(place))).toBe('index-not-found');
  });
});

describe('a pointer', () => {
  it.each([
    ['is cut short', '{"current": "2026-'],
    ['is empty', ''],
    ['is no object', 'null'],
    ['names nothing', '{}'],
    ['leads out of the place', '{"current": "../../etc", "releases": ["../../etc"]}'],
    ['names a hidden directory', '{"current": ".partial-0123456789abcdef", "releases": [".partial-0123456789abcdef"]}'],
    ['names one that is not among the releases', '{"current": "2026-01-08", "releases": ["2026-02-08"]}'],
    ['has releases that are no names', '{"current": "2026-01-08", "releases": ["2026-01-08", 5]}'],
    ['has no list of releases', '{"current": "2026-01-08", "releases": "2026-01-08"}'],
  ])('that %s is refused, and says how to mend it', async (_, text) => {
    publish('2026-01-08');
    writeFileSync(join(place, 'current.json'), text);
    expect(codeOf(() => readPointer(place))).toBe('index-corrupt');
    expect(await codeOfPromise(openIndex(place))).toBe('index-corrupt');
    await expect(openIndex(place)).rejects.toThrow('benelux-address-tools rollback');
    // The country has an index, if one that cannot be opened.
    expect(countriesIn(data)).toEqual(['nl']);
  });

  it('reads as it was written', () => {
    mkdirSync(place);
    expect(readPointer(place)).toBeUndefined();
    const pointer = { current: '2026-01-08.2', releases: ['2026-02-08', '2026-01-08.2'] };
    writeFileSync(join(place, 'current.json'), formatPointer(pointer));
    expect(readPointer(place)).toEqual(pointer);
  });
});

describe('reading while another release is published', () => {
  it('begins again with that one where the former is gone', async () => {
    publish('2026-01-08');
    const read: string[] = [];
    const manifest = await readCurrent(place, async (directory) => {
      read.push(directory);
      if (read.length === 1) {
        publish('2026-02-08');
        rmSync(releaseDirectory(place, '2026-01-08'), { recursive: true });
      }
      return (await readIndex(directory)).manifest;
    });
    expect(manifest.country).toBe('nl');
    expect(read).toEqual(['2026-01-08', '2026-02-08'].map((name) => releaseDirectory(place, name)));
  });

  it('keeps the former, whole, where that is still there', async () => {
    publish('2026-01-08');
    const directory = await readCurrent(place, async (found) => {
      publish('2026-02-08', ['2026-01-08']);
      return found;
    });
    expect(directory).toBe(releaseDirectory(place, '2026-01-08'));
  });

  it('fails with the error of the reader where nothing was published', async () => {
    publish('2026-01-08');
    let calls = 0;
    const failing = readCurrent(place, async () => {
      calls++;
      throw new Error('unreadable');
    });
    await expect(failing).rejects.toThrow('unreadable');
    expect(calls).toBe(1);
  });

  it('gives up at last where it is replaced each time', async () => {
    let calls = 0;
    const failing = readCurrent(place, async () => {
      publish(`2026-01-${String(++calls).padStart(2, '0')}`);
      throw new Error('unreadable');
    });
    await expect(failing).rejects.toThrow('unreadable');
    expect(calls).toBe(31);
  });

  it('the state of a place changes with the release, and with an index that is copied over another', () => {
    expect(stateOf(place)).toBe('');
    cpSync(written, place, { recursive: true });
    const states = [stateOf(place)];
    rmSync(place, { recursive: true });
    cpSync(written, place, { recursive: true });
    states.push(stateOf(place));
    publish('2026-01-08');
    states.push(stateOf(place));
    publish('2026-02-08', ['2026-01-08']);
    states.push(stateOf(place));
    expect(new Set(states).size).toBe(4);
    expect(stateOf(place)).toBe(states[3]);
  });
});
