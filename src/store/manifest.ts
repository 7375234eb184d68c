import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AddressLookupError } from '../errors.ts';
import { FORMAT_VERSION } from '../format/container.ts';
import { type Country, isCountry } from '../model/country.ts';
import type { RegisterRelease } from './index-input.ts';
import { INDEX_FILES } from './layout.ts';

/** `manifest.json`: what an index is of. It names every other file with size and checksum, and is written last. */
export interface Manifest {
  readonly formatVersion: number;
  /** Who wrote it. */
  readonly tool: { readonly name: string; readonly version: string };
  readonly country: Country;
  /** The registers it was made from, with licence and the attribution to show. */
  readonly registers: readonly RegisterRelease[];
  readonly counts: IndexCounts;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly crc32: number }[];
}

export interface IndexCounts {
  readonly regions: number;
  readonly provinces: number;
  readonly municipalities: number;
  readonly places: number;
  readonly streets: number;
  readonly streetNames: number;
  readonly postcodes: number;
  readonly addresses: number;
  readonly addressesWithoutPosition: number;
  readonly addressesWithoutPostcode: number;
  readonly addressesProposed: number;
}

/**
 * The manifest of an index directory, checked as far as this release needs it.
 *
 * @throws AddressLookupError `index-not-found`, `index-version`, `index-corrupt`
 */
export function readManifest(directory: string): Manifest {
  const path = join(directory, INDEX_FILES.manifest);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new AddressLookupError(
      'index-not-found',
      `There is no index in ${directory}: ${INDEX_FILES.manifest} cannot be read. Build one with "npm run build-index", or name the directory that holds it.`,
      { directory },
      { cause: error },
    );
  }
  const manifest = parseManifest(text, path);
  if (manifest.formatVersion !== FORMAT_VERSION) {
    throw new AddressLookupError(
      'index-version',
      `${path} says format version ${manifest.formatVersion}; this release reads version ${FORMAT_VERSION}. Build the index again with this release.`,
      { file: path, got: manifest.formatVersion, allowed: FORMAT_VERSION },
    );
  }
  return manifest;
}

function parseManifest(text: string, path: string): Manifest {
  try {
    const manifest = JSON.parse(text) as Partial<Manifest>;
    if (
      typeof manifest.formatVersion === 'number' &&
      isCountry(String(manifest.country)) &&
      Array.isArray(manifest.files)
    ) {
      return manifest as Manifest;
    }
  } catch {
    // Falls through to the one message for everything that is not a manifest.
  }
  throw new AddressLookupError(
    'index-corrupt',
    `${path} is not the manifest of an index. Copy or build the index again.`,
    {
      file: path,
    },
  );
}
