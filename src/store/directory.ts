import { readdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { AddressLookupError } from '../errors.ts';
import { crc32 } from '../format/crc32.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import { CountryIndex, checkIndex, type IndexBuffers } from './country-index.ts';
import { INDEX_FILES, type Manifest, OPTIONAL_FILES } from './manifest.ts';
import { assertOfItsRelease, readManifest } from './manifest-file.ts';
import { filesOf, type Operation } from './operations.ts';
import { currentDirectory, readCurrent, readCurrentSync, releaseDirectory } from './releases.ts';
import { howToBuild } from './sample.ts';
import { assertUndamaged, type Checksums, isWithoutRelease, nextTask, SLICE_BYTES } from './verify.ts';

/**
 * The countries with an index in a data directory, in the order of `COUNTRIES`.
 *
 * @throws AddressLookupError `index-not-found` if it has none
 */
export function countriesIn(directory: string, countries: readonly Country[] = COUNTRIES): Country[] {
  const present = countries.filter((country) => hasIndex(join(directory, country)));
  if (present.length > 0) return present;
  throw new AddressLookupError(
    'index-not-found',
    `There is no index in ${directory} (no ${countries.map((country) => `${country}/`).join(', ')}). ${howToBuild(countries.length === 1 ? countries[0] : undefined)}`,
    { directory },
  );
}

/**
 * Whether there is an index of a country at its place, `dist-data/nl`. A pointer that cannot be read belongs to an index that cannot be opened,
 * which is not the same as none.
 */
export function hasIndex(path: string): boolean {
  try {
    return currentDirectory(path) !== undefined;
  } catch {
    return true;
  }
}

export interface ReadOptions {
  /**
   * Whether to compare all checksums, which takes about 150 ms per GB. Without it a damaged file may cause
   * wrong answers, or errors other than `AddressLookupError`.
   */
  readonly verify?: boolean | undefined;
  /** Only the files that these operations read; all unless given. */
  readonly operations?: readonly Operation[] | undefined;
}

/**
 * Reads the index of one country from its place in a data directory.
 *
 * @throws AddressLookupError as `readIndex`; `index-corrupt` also if the index is of another country
 */
export async function readCountry(directory: string, country: Country, options?: ReadOptions): Promise<IndexBuffers> {
  const path = join(directory, country);
  const buffers = await readIndex(path, options);
  assertCountry(path, buffers.manifest, country);
  return buffers;
}

/**
 * Reads the indexes of those of these countries that a data directory has.
 *
 * @param required a country whose index must be there
 * @throws AddressLookupError as `countriesIn` and `readCountry`
 */
export async function readCountries(
  directory: string,
  countries: readonly Country[] = COUNTRIES,
  required?: Country,
): Promise<IndexBuffers[]> {
  const present = countriesIn(directory);
  const wanted = countries.filter((each) => present.includes(each) || each === required);
  return Promise.all(wanted.map((each) => readCountry(directory, each)));
}

/** As `readCountry`, ready for queries. */
export async function openCountry(directory: string, country: Country, options?: ReadOptions): Promise<CountryIndex> {
  return CountryIndex.inTurns(await readCountry(directory, country, options));
}

/** As `openCountry`, a release of the country by its name, whether it is the current one or not. */
export async function openRelease(
  directory: string,
  country: Country,
  release: string,
  options?: ReadOptions,
): Promise<CountryIndex> {
  const path = releaseDirectory(join(directory, country), release);
  const buffers = await readIndex(path, options);
  assertCountry(path, buffers.manifest, country);
  return CountryIndex.inTurns(buffers);
}

/** As `readIndex`, ready for queries. */
export async function openIndex(path: string, options?: ReadOptions): Promise<CountryIndex> {
  return new CountryIndex(await readIndex(path, options));
}

/**
 * Reads an index into shared memory, for this thread and others; each makes its own `CountryIndex` on it. `path` is the place
 * of a country, whose current release is read, or a directory with the files of an index. The result is one complete release: all files in the manifest, with their sizes and checksums. If a build
 * replaces the index while it is being read, it is read again. Checksums are computed while the next bytes are being read, so they take hardly any time.
 *
 * @throws AddressLookupError `index-not-found`, `index-version`, `index-corrupt`
 */
export async function readIndex(path: string, { verify = true, operations }: ReadOptions = {}): Promise<IndexBuffers> {
  return readCurrent(
    path,
    async (directory) => {
      const { buffers, checksums } = await readFiles(directory, filesOf(operations), verify);
      assertUndamaged(path, buffers, checksums);
      return buffers;
    },
    // Without checksums, only an index that has stayed in place is certainly of one release.
    { mustStay: !verify },
  );
}

/**
 * Checks what checksums cannot show: that an index has the content its release was made of, and that its tables contradict neither
 * themselves nor each other. Some ten seconds for 8 million addresses.
 *
 * @throws AddressLookupError `index-corrupt`
 */
export function verifyContents(index: CountryIndex): void {
  assertOfItsRelease(index.buffers);
  checkIndex(index);
}

/** The manifest of a country of a data directory. @throws AddressLookupError as `readCountry` */
export function manifestOf(directory: string, country: Country): Manifest {
  const path = join(directory, country);
  return readCurrentSync(path, (current) => {
    const manifest = readManifest(current);
    assertCountry(path, manifest, country);
    return manifest;
  });
}

function assertCountry(path: string, manifest: Manifest, country: Country): void {
  if (manifest.country === country) return;
  throw new AddressLookupError(
    'index-corrupt',
    `${path} holds the index of "${manifest.country}"; expected is "${country}". Put each index in the directory of its country.`,
    { directory: path, got: manifest.country, allowed: country },
  );
}

/** Files that a build writes in addition to those of an index. */
export const BUILD_FILES = {
  report: 'report.json',
  rejects: 'rejects.csv.gz',
  page: 'report.html',
  density: 'density.png',
  changes: 'changes.png',
  rejections: 'rejections.png',
} as const;

/** The files in a directory that are parts of an index, or of what a build writes with it; none if it holds no index. */
export function ownEntriesOf(path: string): string[] {
  const entries = readdirSync(path);
  const named = [INDEX_FILES, OPTIONAL_FILES, BUILD_FILES].flatMap((each) => Object.values<string>(each));
  const own = new Set(named);
  let isIndex = Object.values(INDEX_FILES).every((name) => entries.includes(name));
  try {
    for (const { name } of readManifest(path).files) own.add(name);
    isIndex = true;
  } catch (error) {
    // An index of another version, or a damaged one, is still an index.
    isIndex ||= error instanceof AddressLookupError && error.code === 'index-version';
  }
  return isIndex ? entries.filter((name) => own.has(name)) : [];
}

/** The names in a directory that are not part of an index: none if it is empty, all if it has no index. */
export function foreignEntriesOf(path: string): string[] {
  const own = ownEntriesOf(path);
  return readdirSync(path).filter((name) => !own.includes(name));
}

/**
 * Reads the files of an index, and computes their checksums meanwhile. Files opened by name may be those of another index by
 * now; only checksums show that they belong together.
 */
async function readFiles(
  directory: string,
  wanted: ReadonlySet<string> | undefined,
  verify: boolean,
): Promise<{ readonly buffers: IndexBuffers; readonly checksums: Checksums }> {
  const manifest = readManifest(directory);
  const files: Record<string, SharedArrayBuffer> = {};
  const checksums: Record<string, number> = {};
  for (const { name, bytes } of manifest.files) {
    if (wanted?.has(name) === false) continue;
    const isCompared = verify || isWithoutRelease(name);
    let checksum = 0;
    files[name] = await readWhole(join(directory, name), bytes, async (slice) => {
      if (!isCompared) return;
      await nextTask();
      checksum = crc32(slice, checksum);
    });
    if (isCompared) checksums[name] = checksum;
  }
  return { buffers: { manifest, files }, checksums };
}

/** Slices under way at once. */
const PARALLEL_READS = 4;

/** @param look takes each slice, in order, while the next ones are being read */
async function readWhole(
  path: string,
  bytes: number,
  look: (slice: Uint8Array) => Promise<void>,
): Promise<SharedArrayBuffer> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size !== bytes) {
      throw new AddressLookupError(
        'index-corrupt',
        `${path} has ${stats.size} bytes; the manifest says ${bytes}. Copy or build the index again.`,
        { file: path, got: stats.size, allowed: bytes },
      );
    }
    const buffer = new SharedArrayBuffer(bytes);
    const target = new Uint8Array(buffer);
    const reading: Promise<void>[] = [];
    for (let from = 0; from < bytes + (PARALLEL_READS - 1) * SLICE_BYTES; from += SLICE_BYTES) {
      if (from < bytes) {
        const slice = readPart(file, target, from, from + SLICE_BYTES);
        // If a slice fails before its turn, the failure is reported when its turn comes.
        slice.catch(() => {});
        reading.push(slice);
      }
      const next = from - (PARALLEL_READS - 1) * SLICE_BYTES;
      if (next < 0) continue;
      await reading.shift();
      await look(target.subarray(next, next + SLICE_BYTES));
    }
    return buffer;
  } catch (error) {
    if (error instanceof AddressLookupError) throw error;
    throw new AddressLookupError(
      'index-corrupt',
      `${path} cannot be read, but the manifest names it. Copy or build the index again.`,
      { file: path },
      { cause: error },
    );
  } finally {
    await file?.close();
  }
}

async function readPart(file: FileHandle, target: Uint8Array, from: number, to: number): Promise<void> {
  const end = Math.min(to, target.length);
  for (let at = from; at < end; ) {
    const { bytesRead } = await file.read(target, at, end - at, at);
    if (bytesRead === 0) return;
    at += bytesRead;
  }
}
