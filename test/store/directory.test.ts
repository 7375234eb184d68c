import { copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMAT_VERSION } from '../../src/format/container.ts';
import { makeDocument } from '../../src/query/documents.ts';
import type { AreaKind } from '../../src/store/area-table.ts';
import { CountryIndex } from '../../src/store/country-index.ts';
import {
  countriesIn,
  manifestOf,
  openCountry,
  openIndex,
  readCountries,
  readIndex,
} from '../../src/store/directory.ts';
import { INDEX_FILES, type Manifest, sealManifest } from '../../src/store/manifest.ts';
import { howToBuild } from '../../src/store/sample.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { codeOf, codeOfPromise } from '../support/code-of.ts';
import { damagesOf } from '../support/damaged-index.ts';
import { compareStreets, Oracle } from '../support/oracle.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput, withTemporaryDirectory } from '../support/small-register.ts';

const DATA_FILES = Object.values(INDEX_FILES).filter((name) => name !== INDEX_FILES.manifest);

/** An index on disk, to be damaged. */
function withIndex(use: (directory: string) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    writeIndex(directory, randomInput('be', 1));
    await use(directory);
  });
}

describe.each(['nl', 'be', 'lu'] as const)('an index of %s that has been written and opened', (country) => {
  it('holds every address as it was put in, in the order of place, street and number', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const input = randomInput(country, seed);
      const { index } = await openInput(input);
      const oracle = new Oracle(input);
      expect(index.addresses.length).toBe(oracle.addresses.length);
      oracle.addresses.forEach((address, position) => {
        const about = `${seed}: ${address.id}`;
        expect(index.addresses.idOf(position), about).toBe(address.id);
        expect(index.addresses.isProposed(position), about).toBe(address.isProposed);
        expect(makeDocument(index, position), about).toEqual(address.document);
        expect(index.addresses.addressWithId(address.id), about).toBe(position);
        expect(index.streets.idOf(index.streets.streetOf(position)), about).toBe(address.street.id);
      });
      expect(index.addresses.addressWithId(4711.5)).toBe(-1);
    }
  });

  it('holds every street with its names, in order, and finds it by each of its identifiers', async () => {
    const input = randomInput(country, 7);
    const { index } = await openInput(input);
    const sorted = [...new Oracle(input).streets].sort(compareStreets);
    expect(index.streets.length).toBe(sorted.length);
    sorted.forEach(({ id, names, place }, position) => {
      expect(index.streets.idOf(position)).toBe(id);
      expect(index.streets.namesOf(position)).toEqual(names);
      expect(Object.keys(index.streets.namesOf(position))[0]).toBe(Object.keys(names)[0]);
      expect(index.areas.at('place', index.streets.placeOf(position)).id).toBe(place.id);
      const { otherIds = [] } = input.gazetteer.streets.find((street) => street.id === id)!;
      for (const each of [id, ...otherIds]) expect(index.streets.streetsWithId(each)).toContain(position);
    });
    expect(index.streets.streetsWithId(0)).toEqual([]);
  });

  it('holds every area under the one above, each level a range', async () => {
    const input = randomInput(country, 4);
    const { index } = await openInput(input);
    const levels = { province: 'municipality', municipality: 'place', place: 'street' } as const;
    for (const [kind, below] of Object.entries(levels) as [AreaKind, AreaKind | 'street'][]) {
      index.areas.all(kind).forEach((_, position) => {
        const [from, to] = index.areas.childrenOf(kind, position);
        const parentOf = (child: number): number =>
          below === 'street' ? index.streets.placeOf(child) : index.areas.at(below, child).parent;
        const count = below === 'street' ? index.streets.length : index.areas.all(below).length;
        const children = Array.from({ length: count }, (_, child) => child).filter(
          (child) => parentOf(child) === position,
        );
        expect(Array.from({ length: to - from }, (_, i) => from + i)).toEqual(children);
      });
    }
    for (const kind of ['region', 'province', 'municipality', 'place'] as const) {
      index.areas.all(kind).forEach(({ id }, position) => expect(index.areas.withId(kind, id)).toBe(position));
      expect(index.areas.withId(kind, -1)).toBe(-1);
    }
  });
});

describe('opening an index', () => {
  it('is index-not-found where there is no directory or no manifest', async () => {
    await withIndex(async (directory) => {
      expect(await codeOfPromise(openIndex(join(directory, 'nowhere')))).toBe('index-not-found');
      rmSync(join(directory, INDEX_FILES.manifest));
      expect(await codeOfPromise(openIndex(directory))).toBe('index-not-found');
    });
  });

  it.each(DATA_FILES)('is index-corrupt without %s, and says so', (name) =>
    withIndex(async (directory) => {
      rmSync(join(directory, name));
      expect(await codeOfPromise(openIndex(directory))).toBe('index-corrupt');
      await expect(openIndex(directory)).rejects.toThrow(name);
    }),
  );

  it.each(DATA_FILES)('is index-corrupt when %s is cut short or too long', (name) =>
    withIndex(async (directory) => {
      const path = join(directory, name);
      const whole = readFileSync(path);
      for (const length of [0, 1, 8, Math.floor(whole.length / 2), whole.length - 1]) {
        truncateSync(path, length);
        expect(await codeOfPromise(openIndex(directory)), `${length} bytes`).toBe('index-corrupt');
      }
      writeFileSync(path, Buffer.concat([whole, Buffer.of(0)]));
      expect(await codeOfPromise(openIndex(directory))).toBe('index-corrupt');
      writeFileSync(path, whole);
      expect((await openIndex(directory)).addresses.length).toBeGreaterThan(0);
    }),
  );

  it.each(DATA_FILES)('is index-corrupt when %s does not begin as it should', (name) =>
    withIndex(async (directory) => {
      const path = join(directory, name);
      const bytes = readFileSync(path);
      bytes[0] = bytes[0]! ^ 0xff;
      writeFileSync(path, bytes);
      expect(await codeOfPromise(openIndex(directory))).toBe('index-corrupt');
    }),
  );

  it.each([
    ['no JSON', 'BNLX'],
    ['an empty file', ''],
    ['another JSON', '{"name":"something"}'],
    ['null', 'null'],
    ['a country that is none', `{"formatVersion":${FORMAT_VERSION},"country":"de","files":[]}`],
    ['no files', `{"formatVersion":${FORMAT_VERSION},"country":"nl","files":[]}`],
  ])('is index-corrupt when the manifest is %s', (_, text) =>
    withIndex(async (directory) => {
      writeFileSync(join(directory, INDEX_FILES.manifest), text);
      expect(await codeOfPromise(openIndex(directory))).toBe('index-corrupt');
    }),
  );

  it('is index-version when the manifest or a file is of another version', () =>
    withIndex(async (directory) => {
      const path = join(directory, INDEX_FILES.manifest);
      const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
      writeFileSync(path, JSON.stringify({ ...manifest, formatVersion: FORMAT_VERSION + 1 }));
      expect(await codeOfPromise(openIndex(directory))).toBe('index-version');
      await expect(openIndex(directory)).rejects.toThrow(`reads version ${FORMAT_VERSION}`);

      writeFileSync(path, JSON.stringify(manifest));
      const names = join(directory, INDEX_FILES.names);
      const bytes = readFileSync(names);
      bytes.writeUInt32LE(FORMAT_VERSION + 1, 4);
      writeFileSync(names, bytes);
      expect(await codeOfPromise(openIndex(directory))).toBe('index-version');
    }));

  it('reads a copy of an index as well as the index', () =>
    withIndex(async (directory) => {
      const copy = join(directory, 'copy');
      mkdirSync(copy);
      for (const name of Object.values(INDEX_FILES)) copyFileSync(join(directory, name), join(copy, name));
      expect((await readIndex(copy)).files).toEqual((await readIndex(directory)).files);
    }));
});

describe('a manifest that is not of the shape of one', () => {
  const VALUES: readonly unknown[] = [null, true, -1, 7, 1.5, 1e300, 'x', '', [], [null], {}, { name: 7 }];

  /** Every value in a manifest, with the path to it. */
  function pathsIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
    if (typeof value !== 'object' || value === null) return [path];
    return [path, ...Object.entries(value).flatMap(([name, each]) => pathsIn(each, [...path, name]))];
  }

  function withValueAt(manifest: object, path: readonly (string | number)[], value: unknown): unknown {
    if (path.length === 0) return value;
    const copy = structuredClone(manifest) as Record<string | number, unknown>;
    let parent = copy;
    for (const name of path.slice(0, -1)) parent = parent[name] as Record<string | number, unknown>;
    parent[path.at(-1)!] = value;
    return copy;
  }

  /** With a checksum that fits, the shape alone decides. */
  const isSealable = (value: unknown): value is Manifest =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && 'crc32' in value;

  it('is index-corrupt or index-version, or harmless, whatever is in the place of any of its values', () =>
    withIndex(async (directory) => {
      const path = join(directory, INDEX_FILES.manifest);
      const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
      const codes = new Map<unknown, number>();
      for (const at of pathsIn(manifest)) {
        for (const value of [...VALUES, undefined]) {
          const changed = withValueAt(manifest, at, value);
          writeFileSync(
            path,
            JSON.stringify(isSealable(changed) && at[0] !== 'crc32' ? sealManifest(changed) : changed) ?? '',
          );
          const code = await codeOfPromise(openIndex(directory));
          // Free texts may be anything, dates and attributions null, counts other counts, and there need be no register.
          if (at[0] === 'counts' && value === 7) continue;
          if (at.join() === 'registers' && Array.isArray(value) && value.length === 0) continue;
          const isFree = ['name', 'version', 'publisher', 'referenceDate', 'licence', 'attribution', 'url'].includes(
            String(at.at(-1)),
          );
          if (code === undefined)
            expect(isFree && (typeof value === 'string' || value === null), `${at} ${String(value)}`).toBe(true);
          codes.set(code, (codes.get(code) ?? 0) + 1);
        }
      }
      expect([...codes.keys()].map(String).sort()).toEqual(['index-corrupt', 'index-version', 'undefined']);
    }));

  it.each([
    '../names.bin',
    '/etc/hostname',
    'a/b',
    '..',
    '.hidden',
    'names.bin\0',
    'C:names',
    'x'.repeat(101),
    INDEX_FILES.manifest,
    INDEX_FILES.names,
  ])('is index-corrupt where it names a file %j besides its own', (name) =>
    withIndex(async (directory) => {
      const path = join(directory, INDEX_FILES.manifest);
      const manifest = JSON.parse(readFileSync(path, 'utf8'));
      manifest.files.push({ name, bytes: 0, crc32: 0 });
      writeFileSync(path, JSON.stringify(manifest));
      await expect(openIndex(directory)).rejects.toThrow('its "files" is missing or malformed');
    }),
  );

  it('is index-corrupt where it is a directory, or too large to be read', () =>
    withIndex(async (directory) => {
      const path = join(directory, INDEX_FILES.manifest);
      rmSync(path);
      mkdirSync(path);
      expect(await codeOfPromise(openIndex(directory))).toBe('index-corrupt');
      rmSync(path, { recursive: true });
      writeFileSync(path, '');
      truncateSync(path, 2 ** 34);
      expect(await codeOfPromise(openIndex(directory))).toBe('index-corrupt');
    }));

  it('is index-corrupt where a file is as large as it says but too large for any index', () =>
    withIndex(async (directory) => {
      const path = join(directory, INDEX_FILES.manifest);
      const manifest = JSON.parse(readFileSync(path, 'utf8'));
      manifest.files[0].bytes = 2 ** 36;
      writeFileSync(path, JSON.stringify(manifest));
      truncateSync(join(directory, manifest.files[0].name), 2 ** 36);
      expect(await codeOfPromise(openIndex(directory))).toBe('index-corrupt');
    }));
});

describe('a data directory', () => {
  it('has the countries whose indexes it holds; one without any is index-not-found, with a command that the reader has', () =>
    withTemporaryDirectory(async (directory) => {
      for (const find of [
        () => countriesIn(directory),
        () => countriesIn(join(directory, 'nowhere')),
        () => manifestOf(directory, 'nl'),
      ])
        expect(find).toThrow(
          expect.objectContaining({
            code: 'index-not-found',
            message: expect.stringContaining(howToBuild()),
          }),
        );
      for (const country of ['lu', 'nl'] as const) {
        mkdirSync(join(directory, country));
        writeIndex(join(directory, country), randomInput(country, 1));
      }
      expect(countriesIn(directory)).toEqual(['nl', 'lu']);
      expect(countriesIn(directory, ['lu', 'be'])).toEqual(['lu']);
      expect(codeOf(() => countriesIn(directory, ['be']))).toBe('index-not-found');
      expect((await openCountry(directory, 'nl')).country).toBe('nl');
      expect(manifestOf(directory, 'lu').country).toBe('lu');
    }));

  it('is read for the countries asked for that it has, and for one that is required or not at all', () =>
    withTemporaryDirectory(async (directory) => {
      for (const country of ['nl', 'be'] as const) {
        mkdirSync(join(directory, country));
        writeIndex(join(directory, country), randomInput(country, 1));
      }
      const countries = async (...args: Parameters<typeof readCountries>): Promise<string[]> =>
        (await readCountries(...args)).map(({ manifest }) => manifest.country);
      expect(await countries(directory)).toEqual(['nl', 'be']);
      expect(await countries(directory, ['lu', 'be'])).toEqual(['be']);
      expect(await countries(directory, ['nl'], 'nl')).toEqual(['nl']);
      expect(await codeOfPromise(readCountries(directory, ['lu'], 'lu'))).toBe('index-not-found');
      expect(await codeOfPromise(readCountries(join(directory, 'none')))).toBe('index-not-found');
    }));

  it('with the index of another country in the place of one is index-corrupt', () =>
    withTemporaryDirectory(async (directory) => {
      mkdirSync(join(directory, 'nl'));
      writeIndex(join(directory, 'nl'), randomInput('be', 1));
      expect(await codeOfPromise(openCountry(directory, 'nl'))).toBe('index-corrupt');
      expect(codeOf(() => manifestOf(directory, 'nl'))).toBe('index-corrupt');
    }));
});

describe('opening with and without the checksums', () => {
  it.each(DATA_FILES)('a bit changed anywhere in %s is index-corrupt by default', (name) =>
    withIndex(async (directory) => {
      const path = join(directory, name);
      const bytes = readFileSync(path);
      let opened = 0;
      for (let byte = 0; byte < bytes.length; byte += Math.ceil(bytes.length / 25)) {
        bytes[byte] = bytes[byte]! ^ 1;
        writeFileSync(path, bytes);
        expect(['index-corrupt', 'index-version'], `byte ${byte}`).toContain(await codeOfPromise(openIndex(directory)));
        if ((await codeOfPromise(openIndex(directory, { verify: false }))) === undefined) opened++;
        bytes[byte] = bytes[byte]! ^ 1;
      }
      // Files that do not name their release are always compared: they could be those of another one.
      if (name.endsWith('.bin')) expect(opened).toBeGreaterThan(0);
      else expect(opened).toBe(0);
    }),
  );

  it('files of two releases are refused also without, where they count differently', () =>
    withIndex(async (directory) => {
      const other = join(directory, 'other');
      mkdirSync(other);
      writeIndex(other, randomInput('be', 1, { addresses: 500, streets: 90 }));
      const [one, two] = [await readIndex(directory), await readIndex(other)];
      for (const name of DATA_FILES) {
        if (name === INDEX_FILES.areas) continue;
        const mixed = { manifest: one.manifest, files: { ...one.files, [name]: two.files[name]! } };
        expect(
          codeOf(() => new CountryIndex(mixed)),
          name,
        ).toBe('index-corrupt');
      }
    }));
});

describe('verifying an index', () => {
  it('finds no fault in a sound one', () =>
    withIndex(async (directory) => {
      expect((await damagesOf(await readIndex(directory))).files).toEqual([]);
    }));

  it.each(DATA_FILES)('finds a single bit changed anywhere in %s', (name) =>
    withIndex(async (directory) => {
      const buffers = await readIndex(directory);
      const bytes = new Uint8Array(buffers.files[name]!);
      const step = Math.ceil(bytes.length / 150);
      for (let byte = 0; byte < bytes.length; byte += step) {
        bytes[byte] = bytes[byte]! ^ 4;
        const { files, message } = await damagesOf(buffers);
        expect(files, `byte ${byte}`).toEqual([name]);
        expect(message).toContain(name);
        bytes[byte] = bytes[byte]! ^ 4;
      }
      expect((await damagesOf(buffers)).files).toEqual([]);
    }),
  );

  it('names the section of a container in which the damage is', () =>
    withIndex(async (directory) => {
      const buffers = await readIndex(directory);
      const bytes = new Uint8Array(buffers.files[INDEX_FILES.names]!);
      bytes[bytes.length - 9] = bytes[bytes.length - 9]! ^ 1;
      expect((await damagesOf(buffers)).message).toMatch(/names\.bin .* in section \S+\./);
    }));

  it('finds the files of another index in the place of its own', () =>
    withIndex(async (directory) => {
      const other = join(directory, 'other');
      mkdirSync(other);
      writeIndex(other, randomInput('be', 2));
      const { manifest } = await readIndex(directory);
      const { files } = await readIndex(other);
      expect((await damagesOf({ manifest, files })).files).toHaveLength(DATA_FILES.length);
    }));
});

describe('an index with a bit changed in it', () => {
  it('opens, or is index-corrupt, but throws nothing else', () =>
    withIndex(async (directory) => {
      const buffers = await readIndex(directory);
      const outcomes = new Set<unknown>();
      for (const name of DATA_FILES) {
        const bytes = new Uint8Array(buffers.files[name]!);
        const step = Math.ceil(bytes.length / 200);
        for (let byte = 0; byte < bytes.length; byte += byte < 64 ? 1 : step) {
          bytes[byte] = bytes[byte]! ^ 0x80;
          outcomes.add(codeOf(() => new CountryIndex(buffers)));
          bytes[byte] = bytes[byte]! ^ 0x80;
        }
      }
      expect([...outcomes].filter((outcome) => outcome !== undefined).sort()).toEqual([
        'index-corrupt',
        'index-version',
      ]);
    }));
});
