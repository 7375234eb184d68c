import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMAT_VERSION } from '../../src/format/container.ts';
import { CountryIndex } from '../../src/store/country-index.ts';
import { readIndex } from '../../src/store/directory.ts';
import {
  answersTag,
  INDEX_FILES,
  isDay,
  type Manifest,
  type RegisterRelease,
  sealManifest,
} from '../../src/store/manifest.ts';
import { readManifest } from '../../src/store/manifest-file.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { codeOf } from '../support/code-of.ts';
import { randomInput } from '../support/random-input.ts';
import { withTemporaryDirectory } from '../support/small-register.ts';

/** Gives `use` the directory of an index, and the path of its manifest. */
function withManifest(use: (directory: string, path: string) => void | Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    writeIndex(directory, randomInput('be', 1));
    await use(directory, join(directory, INDEX_FILES.manifest));
  });
}

describe('a manifest', () => {
  it('is read as it was written, however it is laid out', () =>
    withManifest((directory, path) => {
      const manifest = readManifest(directory);
      expect(Object.keys(manifest)).toContain('crc32');
      writeFileSync(path, JSON.stringify(manifest));
      expect(readManifest(directory)).toEqual(manifest);
      writeFileSync(path, JSON.stringify(manifest, null, 7).replaceAll('\n', '\r\n'));
      expect(readManifest(directory)).toEqual(manifest);
    }));

  it('is index-corrupt, or read as before, with any bit of it changed', () =>
    withManifest((directory, path) => {
      const sound = readManifest(directory);
      const bytes = readFileSync(path);
      const outcomes = new Map<string, number>();
      for (let bit = 0; bit < bytes.length * 8; bit += 7) {
        bytes[bit >> 3] = bytes[bit >> 3]! ^ (1 << (bit & 7));
        writeFileSync(path, bytes);
        const code = codeOf(() => expect(readManifest(directory)).toEqual(sound)) ?? 'as before';
        outcomes.set(String(code), (outcomes.get(String(code)) ?? 0) + 1);
        bytes[bit >> 3] = bytes[bit >> 3]! ^ (1 << (bit & 7));
      }
      // A changed version is another version; white space may change, and a line end become one.
      expect([...outcomes.keys()].filter((code) => code !== 'as before').sort()).toEqual([
        'index-corrupt',
        'index-version',
      ]);
      expect(outcomes.get('index-corrupt')).toBeGreaterThan(bytes.length / 2);
    }));

  it('with another publisher, date or count than it was written with is refused, and says why', () =>
    withManifest((directory, path) => {
      const sound = readManifest(directory);
      const [register] = sound.registers;
      const changes: Partial<Manifest>[] = [
        { registers: [{ ...register!, publisher: 'Somebody' }] },
        { registers: [{ ...register!, referenceDate: '2020-01-01' }] },
        { counts: { ...sound.counts, addresses: 1 } },
        { isFixture: true },
        { release: '0123456789abcdef' },
      ];
      for (const change of changes) {
        writeFileSync(path, JSON.stringify({ ...sound, ...change }));
        expect(() => readManifest(directory)).toThrow('it has been changed or damaged: its checksum differs');
      }
    }));

  it('of format version 2 is refused with the sentence that says what to do', () =>
    withManifest((directory, path) => {
      const { release: _, crc32: __, ...former } = readManifest(directory);
      writeFileSync(path, JSON.stringify({ ...former, formatVersion: 2 }));
      expect(codeOf(() => readManifest(directory))).toBe('index-version');
      expect(() => readManifest(directory)).toThrow(
        `says format version 2; this release reads version ${FORMAT_VERSION}. Build the index again with this release.`,
      );
    }));

  it('may say where the files of its registers came from, and then says it whole', () =>
    withManifest((directory, path) => {
      const sound = readManifest(directory);
      const file = {
        name: 'register.zip',
        url: 'https://example.org/register.zip',
        date: '2026-11-08',
        bytes: 12,
        sha256: 'ab'.repeat(32),
      };
      const write = (files: unknown): void => {
        const registers = [{ ...sound.registers[0]!, files } as RegisterRelease];
        writeFileSync(path, JSON.stringify(sealManifest({ ...sound, registers })));
      };
      write([file, { ...file, date: null }]);
      expect(readManifest(directory).registers[0]!.files![0]).toEqual(file);
      for (const wrong of [{ date: 8 }, { bytes: -1 }, { sha256: 'ab' }, { url: undefined }]) {
        write([{ ...file, ...wrong }]);
        expect(() => readManifest(directory)).toThrow('its "registers" is missing or malformed');
      }
    }));
});

it.each<readonly [text: string, isOne: boolean]>([
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-2-1', false],
  ['2026-02-01T00', false],
  ['20260201', false],
  ['', false],
])('%j is a day of the calendar: %j', (text, isOne) => {
  expect(isDay(text)).toBe(isOne);
});

describe('a release', () => {
  it('is the same for the same input, and another for another input or reference date', () =>
    withTemporaryDirectory(async (directory) => {
      const input = randomInput('nl', 1);
      const later = input.registers.map((register) => ({ ...register, referenceDate: '2026-02-28' }));
      const manifests = [input, randomInput('nl', 1), randomInput('nl', 2), { ...input, registers: later }].map(
        (each) => writeIndex(directory, each),
      );
      const [first, same, ...others] = manifests.map(({ release }) => release);
      expect(same).toBe(first);
      expect(new Set([first, ...others]).size).toBe(3);
      expect(new Set(manifests.map(answersTag)).size).toBe(3);
    }));

  it('binds the containers to the manifest: one of another release is refused, checksums or not', () =>
    withManifest(async (directory) => {
      const one = await readIndex(directory);
      // As many streets and addresses, only the date is another.
      const input = randomInput('be', 1);
      const registers = input.registers.map((register) => ({ ...register, referenceDate: '2026-02-28' }));
      writeIndex(directory, { ...input, registers });
      const two = await readIndex(directory);
      for (const name of Object.values(INDEX_FILES).filter((each) => each.endsWith('.bin'))) {
        const mixed = { manifest: one.manifest, files: { ...one.files, [name]: two.files[name]! } };
        expect(() => new CountryIndex(mixed), name).toThrow(`not of one release: ${name} is of another`);
      }
    }));
});
