import { AddressLookupError } from '../errors.ts';
import { Container } from '../format/container.ts';
import { crc32 } from '../format/crc32.ts';
import type { IndexBuffers } from './country-index.ts';

/** An index may have been read in part. */
function filesRead({ manifest, files }: IndexBuffers): IndexBuffers['manifest']['files'] {
  return manifest.files.filter(({ name }) => files[name] !== undefined);
}

/** Checks every byte of an index in memory. Returns its faults as sentences, none if it is intact. */
export function damagesOf({ manifest, files }: IndexBuffers): string[] {
  return filesRead({ manifest, files }).flatMap(({ name, crc32: expected }) =>
    crc32(new Uint8Array(files[name]!)) === expected ? [] : [damageOf(name, files[name]!)],
  );
}

/** Checksums are computed in slices of about 2 ms, the longest that requests of a server wait. */
const SLICE_BYTES = 4 << 20;

export interface CheckedFiles {
  /**
   * Only the files that do not name their release: a container does in its head, the areas and the boxes of streets have
   * nothing but their checksums to show that they belong to it. A few megabytes, a few milliseconds.
   */
  readonly onlyWithoutRelease?: boolean;
}

/**
 * @param path where the index is from, for the message
 * @throws AddressLookupError `index-corrupt` if a checksum differs, `index-version`
 */
export async function assertUndamaged(
  path: string,
  { manifest, files }: IndexBuffers,
  { onlyWithoutRelease = false }: CheckedFiles = {},
): Promise<void> {
  const damages: string[] = [];
  const damaged: string[] = [];
  for (const { name, crc32: expected } of filesRead({ manifest, files })) {
    if (onlyWithoutRelease && isContainer(name)) continue;
    const bytes = new Uint8Array(files[name]!);
    let checksum = 0;
    for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
      if (from > 0) await nextTask();
      checksum = crc32(bytes.subarray(from, from + SLICE_BYTES), checksum);
    }
    if (checksum === expected) continue;
    assertVersion(name, files[name]!);
    damaged.push(name);
    damages.push(damageOf(name, files[name]!));
  }
  if (damages.length === 0) return;
  throw new AddressLookupError('index-corrupt', `${path}: ${damages.join(' ')} Copy or build the index again.`, {
    directory: path,
    files: damaged,
  });
}

function isContainer(name: string): boolean {
  return name.endsWith('.bin');
}

/** Lets other work be done. Timers, which all else than Node has, wait at least a millisecond. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => (globalThis.setImmediate ?? setTimeout)(resolve));
}

/** A file of another format version is not damaged. @throws AddressLookupError `index-version` */
function assertVersion(name: string, file: ArrayBufferLike): void {
  if (!isContainer(name)) return;
  try {
    new Container(file, name);
  } catch (error) {
    if (error instanceof AddressLookupError && error.code === 'index-version') throw error;
  }
}

/** Names the file that differs from its checksum, and its damaged sections if they can be told. */
function damageOf(name: string, file: ArrayBufferLike): string {
  const sections = damagedSections(name, file);
  return `${name} has been changed or damaged${sections.length > 0 ? `, in section ${sections.join(', ')}` : ''}.`;
}

/** The damaged sections of a container; none for other files, or if the section directory itself is damaged. */
function damagedSections(name: string, file: ArrayBufferLike): string[] {
  if (!isContainer(name)) return [];
  try {
    return new Container(file, name).damagedSections();
  } catch {
    return [];
  }
}
