import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { AddressLookupError } from '../errors.ts';
import { Container } from '../format/container.ts';
import { CountryIndex, type IndexBuffers } from './country-index.ts';
import { INDEX_FILES } from './layout.ts';
import { readManifest } from './manifest.ts';

/**
 * Reads the index of one country into shared memory and checks that the files are whole: all there, of the size that the
 * manifest says, with sound directories. The bytes' checksums are left to `verifyIndex`. Time is that of reading the files.
 *
 * @throws AddressLookupError `index-not-found`, `index-version`, `index-corrupt`
 */
export async function openIndex(directory: string): Promise<CountryIndex> {
  return new CountryIndex(await readIndex(directory));
}

/** The files alone, for handing to other threads, each of which makes its own `CountryIndex` over the same memory. */
export async function readIndex(directory: string): Promise<IndexBuffers> {
  const manifest = readManifest(directory);
  const files: Record<string, SharedArrayBuffer> = {};
  await Promise.all(
    manifest.files.map(async ({ name, bytes }) => {
      files[name] = await readWhole(join(directory, name), bytes);
    }),
  );
  for (const name of Object.values(INDEX_FILES)) {
    if (name !== INDEX_FILES.manifest && files[name] === undefined) {
      throw new AddressLookupError(
        'index-corrupt',
        `${join(directory, INDEX_FILES.manifest)} does not name ${name}. Copy or build the index again.`,
        { directory, file: name },
      );
    }
  }
  return { manifest, files };
}

/** What is wrong with an index, as sentences; nothing in a sound one. Reads every byte. */
export function verifyIndex({ manifest, files }: IndexBuffers): string[] {
  const faults: string[] = [];
  for (const { name, crc32: expected } of manifest.files) {
    const bytes = new Uint8Array(files[name]!);
    if (crc32(bytes) === expected) continue;
    const sections = damagedSections(name, files[name]!);
    faults.push(
      `${name} has been changed or damaged${sections.length > 0 ? `, in section ${sections.join(', ')}` : ''}.`,
    );
  }
  return faults;
}

/** Which sections of a container are damaged; none for a file of another kind, or one whose directory is damaged too. */
function damagedSections(name: string, file: SharedArrayBuffer): string[] {
  if (!name.endsWith('.bin')) return [];
  try {
    return new Container(file, name).damagedSections();
  } catch {
    return [];
  }
}

const PARALLEL_READS = 4;

async function readWhole(path: string, bytes: number): Promise<SharedArrayBuffer> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    throw new AddressLookupError(
      'index-corrupt',
      `${path} cannot be read, but the manifest names it. Copy or build the index again.`,
      { file: path },
      { cause: error },
    );
  }
  try {
    const { size } = await file.stat();
    if (size !== bytes) {
      throw new AddressLookupError(
        'index-corrupt',
        `${path} has ${size} bytes; the manifest says ${bytes}. Copy or build the index again.`,
        { file: path, got: size, allowed: bytes },
      );
    }
    const buffer = new SharedArrayBuffer(bytes);
    const part = Math.ceil(bytes / PARALLEL_READS);
    await Promise.all(
      Array.from({ length: PARALLEL_READS }, (_, i) =>
        readPart(file, new Uint8Array(buffer), i * part, (i + 1) * part),
      ),
    );
    return buffer;
  } finally {
    await file.close();
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
