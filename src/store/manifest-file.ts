import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AddressLookupError } from '../errors.ts';
import { FORMAT_VERSION, unstampedCrc32 } from '../format/container.ts';
import { crc32 } from '../format/crc32.ts';
import { COUNTRIES } from '../model/country.ts';
import type { IndexBuffers } from './country-index.ts';
import {
  INDEX_FILES,
  isContainer,
  type Manifest,
  type ManifestFile,
  notManifest,
  parseManifest,
  sealManifest,
} from './manifest.ts';
import { howToBuild } from './sample.ts';

/** A manifest has a few kilobytes; larger ones are not read. */
const MAX_MANIFEST_BYTES = 1 << 20;

/** Completes a manifest and writes it into the directory of its index. */
export function writeManifest(directory: string, fields: Omit<Manifest, 'formatVersion' | 'crc32'>): Manifest {
  const manifest = sealManifest({ formatVersion: FORMAT_VERSION, ...fields });
  writeFileSync(join(directory, INDEX_FILES.manifest), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/**
 * Identifies what an index holds: 16 hexadecimal digits from its country, the dates of its registers and all of its bytes.
 *
 * @param files with the checksums of containers as they are before `stampRelease`
 */
export function releaseOf(
  { country, registers }: Pick<Manifest, 'country' | 'registers'>,
  files: readonly ManifestFile[],
): string {
  const hash = createHash('sha256').update(`${FORMAT_VERSION} ${country}`);
  for (const { name, referenceDate } of registers) hash.update(`\n${name} ${referenceDate}`);
  for (const { name, bytes, crc32 } of files) hash.update(`\n${name} ${bytes} ${crc32}`);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Checks that an index has the files its release was made of, whatever their checksums. O(bytes).
 *
 * @throws AddressLookupError `index-corrupt`
 */
export function assertOfItsRelease({ manifest, files }: IndexBuffers): void {
  const described = manifest.files.map(({ name, bytes }) => {
    const file = new Uint8Array(files[name]!);
    return { name, bytes, crc32: isContainer(name) ? unstampedCrc32(file) : crc32(file) };
  });
  const release = releaseOf(manifest, described);
  if (release === manifest.release) return;
  throw new AddressLookupError(
    'index-corrupt',
    `The files of the index of "${manifest.country}" are those of release ${release}, but its manifest names ${manifest.release}: some have been changed, and their checksums with them. Copy or build the index again.`,
    { country: manifest.country, got: release, allowed: manifest.release },
  );
}

/**
 * Reads the manifest of an index directory, and checks its checksum and the types of all values.
 *
 * @throws AddressLookupError `index-not-found`, `index-version`, `index-corrupt`
 */
export function readManifest(directory: string): Manifest {
  const path = join(directory, INDEX_FILES.manifest);
  return parseManifest(readText(directory, path), path);
}

function readText(directory: string, path: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > MAX_MANIFEST_BYTES)
      throw notManifest(path, 'it is not a file of a few kilobytes');
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof AddressLookupError) throw error;
    throw new AddressLookupError(
      'index-not-found',
      `There is no index in ${directory}: ${INDEX_FILES.manifest} cannot be read. ${howToBuild(COUNTRIES.find((country) => country === basename(directory)))}`,
      { directory },
      { cause: error },
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
