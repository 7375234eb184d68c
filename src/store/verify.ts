import { AddressLookupError } from '../errors.ts';
import { Container } from '../format/container.ts';
import { crc32 } from '../format/crc32.ts';
import type { IndexBuffers } from './country-index.ts';
import { isContainer } from './manifest.ts';

/** The CRC-32 of files of an index, by name; none for a file that is missing or need not be compared. */
export type Checksums = Readonly<Record<string, number>>;

/** Bytes whose checksum is computed at once: some 2 ms, which is how long requests to a server wait at most. */
export const SLICE_BYTES: number = 4 << 20;

/**
 * Whether a file must be compared even if the caller trusts its bytes. A container names its release in its head. The areas and the boxes of
 * streets have only their checksums to show that they belong to the release: a few megabytes, a few milliseconds.
 */
export function isWithoutRelease(name: string): boolean {
  return !isContainer(name);
}

/** The checksums of files in memory. Requests of a server are answered in between. */
export async function checksumsOf(
  { files }: IndexBuffers,
  isCompared: (name: string) => boolean = () => true,
): Promise<Checksums> {
  const checksums: Record<string, number> = {};
  for (const [name, file] of Object.entries(files)) {
    if (!isCompared(name)) continue;
    const bytes = new Uint8Array(file);
    let checksum = 0;
    for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
      if (from > 0) await nextTask();
      checksum = crc32(bytes.subarray(from, from + SLICE_BYTES), checksum);
    }
    checksums[name] = checksum;
  }
  return checksums;
}

/**
 * @param path where the index is from, for the message
 * @throws AddressLookupError `index-corrupt` if a checksum is not that of the manifest, `index-version`
 */
export function assertUndamaged(path: string, { manifest, files }: IndexBuffers, checksums: Checksums): void {
  const damaged = manifest.files
    .filter(({ name, crc32: expected }) => name in checksums && checksums[name] !== expected)
    .map(({ name }) => name);
  if (damaged.length === 0) return;
  for (const name of damaged) assertVersion(name, files[name]!);
  const damages = damaged.map((name) => damageOf(name, files[name]!));
  throw new AddressLookupError('index-corrupt', `${path}: ${damages.join(' ')} Copy or build the index again.`, {
    directory: path,
    files: damaged,
  });
}

/** Lets other tasks run. `setImmediate` exists only in Node; elsewhere a timer is used, which takes at least a millisecond. */
export function nextTask(): Promise<void> {
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
