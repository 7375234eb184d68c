import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AddressLookupError } from '../errors.ts';
import { FORMAT_VERSION } from '../format/container.ts';
import { HOW_TO_BUILD, INDEX_FILES, type Manifest, notManifest, parseManifest, sealManifest } from './manifest.ts';

/** A manifest has a few kilobytes; larger ones are not read. */
const MAX_MANIFEST_BYTES = 1 << 20;

/** Completes a manifest and writes it into the directory of its index. */
export function writeManifest(directory: string, fields: Omit<Manifest, 'formatVersion' | 'crc32'>): Manifest {
  const manifest = sealManifest({ formatVersion: FORMAT_VERSION, ...fields });
  writeFileSync(join(directory, INDEX_FILES.manifest), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/**
 * The manifest of an index directory. All values are checked to be of the types of `Manifest`, and its checksum.
 *
 * @throws AddressLookupError `index-not-found`, `index-version`, `index-corrupt`
 */
export function readManifest(directory: string): Manifest {
  const path = join(directory, INDEX_FILES.manifest);
  return parseManifest(readText(directory, path), path);
}

function readText(directory: string, path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    throw new AddressLookupError(
      'index-not-found',
      `There is no index in ${directory}: ${INDEX_FILES.manifest} cannot be read. ${HOW_TO_BUILD}`,
      { directory },
      { cause: error },
    );
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > MAX_MANIFEST_BYTES) throw notManifest(path, 'it is no file of a few kilobytes');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}
