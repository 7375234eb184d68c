import { AddressLookupError } from '../errors.ts';
import { align8 } from './blocks.ts';
import { crc32 } from './crc32.ts';
import { decodeUtf8 } from './utf8.ts';

/**
 * A file of named sections. Little-endian; every section begins at a multiple of 8, so that a typed array can view it.
 *
 *     u8   magic[4]          "BNLX"
 *     u32  version           FORMAT_VERSION
 *     u32  sectionCount
 *     u32  directoryCrc32    of the bytes from here to the end of the directory
 *     u8   release[8]        the release that the file is part of, as in its manifest
 *     directory, 40 bytes for each section:
 *       u8   name[24]        ASCII, filled up with zeros
 *       u32  byteLength
 *       u32  crc32           of the section's bytes
 *       f64  byteOffset      from the start of the file
 *     sections, each filled up with zeros to a multiple of 8
 *
 * Opening checks magic, version, the directory's checksum and that every section is within the file and after the one before
 * it: a few microseconds, whatever the size. The sections' own checksums only say where a damaged file is damaged.
 */
export const FORMAT_VERSION = 5;

const MAGIC = 0x584c4e42; // "BNLX" as a little-endian u32
const HEADER_BYTES = 24;
const RELEASE_OFFSET = 16;
const RELEASE_BYTES = 8;
const ENTRY_BYTES = 40;
const NAME_BYTES = 24;

/** Named sections, of a container or of a part of one. */
export interface Sections {
  has(name: string): boolean;
  /** @throws AddressLookupError `index-corrupt` when there is no such section. */
  bytes(name: string): Uint8Array;
  u32(name: string): Uint32Array;
  f64(name: string): Float64Array;
}

export class Container implements Sections {
  readonly #sections: ReadonlyMap<string, { readonly bytes: Uint8Array; readonly crc32: number }>;
  readonly #fileName: string;
  /** The release that the file is part of, 16 hexadecimal digits. */
  readonly release: string;

  /**
   * A view on a container file that has been read into `buffer`; nothing is copied.
   *
   * @throws AddressLookupError `index-version` for a file of another version, `index-corrupt` for anything that is not a whole container.
   */
  constructor(buffer: ArrayBufferLike, fileName: string) {
    this.#fileName = fileName;
    const view = new DataView(buffer);
    if (view.byteLength < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) {
      throw corrupt(fileName, 'it does not begin with "BNLX"');
    }
    const version = view.getUint32(4, true);
    if (version !== FORMAT_VERSION) {
      throw new AddressLookupError(
        'index-version',
        `${fileName} has format version ${version}; this release reads version ${FORMAT_VERSION}. Build the index again with this release.`,
        { file: fileName, got: version, allowed: FORMAT_VERSION },
      );
    }
    const count = view.getUint32(8, true);
    const directoryEnd = HEADER_BYTES + count * ENTRY_BYTES;
    if (directoryEnd > view.byteLength) throw corrupt(fileName, 'it ends within its directory');
    const directory = new Uint8Array(buffer, RELEASE_OFFSET, directoryEnd - RELEASE_OFFSET);
    if (crc32(directory) !== view.getUint32(12, true)) throw corrupt(fileName, 'the checksum of its directory differs');

    const sections = new Map<string, { bytes: Uint8Array; crc32: number }>();
    let end = directoryEnd;
    for (let entry = HEADER_BYTES; entry < directoryEnd; entry += ENTRY_BYTES) {
      const name = decodeUtf8(new Uint8Array(buffer), entry, entry + NAME_BYTES).replace(/\0+$/, '');
      const byteLength = view.getUint32(entry + 24, true);
      const byteOffset = view.getFloat64(entry + 32, true);
      if (byteOffset % 8 !== 0 || byteOffset + byteLength > view.byteLength) {
        throw corrupt(fileName, `section "${name}" lies outside it: it was cut short`);
      }
      if (byteOffset < end || sections.has(name)) throw corrupt(fileName, `section "${name}" overlaps another`);
      end = byteOffset + byteLength;
      const bytes = new Uint8Array(buffer, byteOffset, byteLength);
      sections.set(name, { bytes, crc32: view.getUint32(entry + 28, true) });
    }
    this.#sections = sections;
    this.release = toHex(new Uint8Array(buffer, RELEASE_OFFSET, RELEASE_BYTES));
  }

  has(name: string): boolean {
    return this.#sections.has(name);
  }

  /** @throws AddressLookupError `index-corrupt` when there is no such section. */
  bytes(name: string): Uint8Array {
    const section = this.#sections.get(name);
    if (section === undefined) throw corrupt(this.#fileName, `section "${name}" is missing`);
    return section.bytes;
  }

  u32(name: string): Uint32Array {
    const { buffer, byteOffset, byteLength } = this.bytes(name);
    return new Uint32Array(buffer, byteOffset, byteLength / 4);
  }

  f64(name: string): Float64Array {
    const { buffer, byteOffset, byteLength } = this.bytes(name);
    return new Float64Array(buffer, byteOffset, byteLength / 8);
  }

  /** The sections whose names begin with this, by the rest of their names. */
  under(prefix: string): Sections {
    return {
      has: (name) => this.has(prefix + name),
      bytes: (name) => this.bytes(prefix + name),
      u32: (name) => this.u32(prefix + name),
      f64: (name) => this.f64(prefix + name),
    };
  }

  /** Bytes of each section, in file order. */
  sizes(): Map<string, number> {
    return new Map([...this.#sections].map(([name, { bytes }]) => [name, bytes.byteLength]));
  }

  /** Reads every byte and returns the names of the sections whose checksum differs: none in a sound file. */
  damagedSections(): string[] {
    return [...this.#sections].filter(([, section]) => crc32(section.bytes) !== section.crc32).map(([name]) => name);
  }
}

/** The bytes of a container with these sections, in this order; it is part of no release until `stampRelease`. */
export function packContainer(sections: ReadonlyMap<string, Uint8Array>): Uint8Array {
  let byteOffset = align8(HEADER_BYTES + sections.size * ENTRY_BYTES);
  const offsets = new Map<string, number>();
  for (const [name, bytes] of sections) {
    if (Buffer.byteLength(name) > NAME_BYTES)
      throw new RangeError(`Section name "${name}" is longer than ${NAME_BYTES} bytes.`);
    offsets.set(name, byteOffset);
    byteOffset += align8(bytes.byteLength);
  }
  const file = Buffer.alloc(byteOffset);
  let entry = HEADER_BYTES;
  for (const [name, bytes] of sections) {
    file.write(name, entry, 'latin1');
    file.writeUInt32LE(bytes.byteLength, entry + 24);
    file.writeUInt32LE(crc32(bytes), entry + 28);
    file.writeDoubleLE(offsets.get(name)!, entry + 32);
    file.set(bytes, offsets.get(name)!);
    entry += ENTRY_BYTES;
  }
  file.writeUInt32LE(MAGIC, 0);
  file.writeUInt32LE(FORMAT_VERSION, 4);
  file.writeUInt32LE(sections.size, 8);
  file.writeUInt32LE(crc32(file.subarray(RELEASE_OFFSET, entry)), 12);
  return file;
}

/** The CRC-32 of a container as it was before `stampRelease`. */
export function unstampedCrc32(file: Uint8Array): number {
  const directoryEnd = HEADER_BYTES + new DataView(file.buffer, file.byteOffset).getUint32(8, true) * ENTRY_BYTES;
  const head = file.slice(0, directoryEnd);
  head.fill(0, RELEASE_OFFSET, RELEASE_OFFSET + RELEASE_BYTES);
  new DataView(head.buffer).setUint32(12, crc32(head.subarray(RELEASE_OFFSET)), true);
  return crc32(file.subarray(directoryEnd), crc32(head));
}

/** Makes a container part of a release, 16 hexadecimal digits. */
export function stampRelease(container: Uint8Array, release: string): void {
  container.set(Buffer.from(release, 'hex').subarray(0, RELEASE_BYTES), RELEASE_OFFSET);
  const view = new DataView(container.buffer, container.byteOffset);
  const directoryEnd = HEADER_BYTES + view.getUint32(8, true) * ENTRY_BYTES;
  view.setUint32(12, crc32(container.subarray(RELEASE_OFFSET, directoryEnd)), true);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes under a typed array, without copying. */
export function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function corrupt(fileName: string, what: string): AddressLookupError {
  return new AddressLookupError(
    'index-corrupt',
    `${fileName} is not a whole index file: ${what}. Copy or build the index again.`,
    { file: fileName },
  );
}
