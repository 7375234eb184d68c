import { closeSync, createReadStream, createWriteStream, openSync, readSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pipeline as connect, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { AddressLookupError } from '../../src/errors.ts';

/** By `require`, as CommonJS: `import` takes longer to search it for the names that it exports than to load it. */
const { openPromise } = createRequire(import.meta.url)('yauzl') as typeof import('yauzl');

/**
 * A member of a zip, as its central directory describes it: enough to read it without looking there again. Only the
 * directory can be relied on (the zips of Kadaster have no sizes in their local headers, flag bit 3).
 */
export interface ZipMember {
  /** Path inside the zip, with `/`. */
  readonly name: string;
  /** Bytes when unpacked. */
  readonly byteLength: number;
  /** Bytes as stored. */
  readonly compressedByteLength: number;
  /** Where its local header starts in the zip. */
  readonly headerOffset: number;
  readonly method: number;
  readonly crc32: number;
  /** The day on which it was last changed before it was packed, `YYYY-MM-DD`; absent if the zip states none. */
  readonly modifiedOn?: string;
}

const STORED = 0;
const DEFLATED = 8;
/** Without the name and the extra fields after it (APPNOTE.TXT, 4.3.7). */
export const LOCAL_HEADER_BYTES = 30;
const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const DIRECTORY_HEADER_SIGNATURE = 0x02014b50;
const CHUNK_BYTES = 1 << 18;
/** The minimum that zlib accepts. */
const MIN_CHUNK_BYTES = 64;

/** Whether a file begins like a zip, or has the name of one. */
export async function looksLikeZip(file: string): Promise<boolean> {
  if (file.toLowerCase().endsWith('.zip')) return true;
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.readUInt32LE(0) === LOCAL_HEADER_SIGNATURE;
  } finally {
    await handle.close();
  }
}

/**
 * The files in a zip, from its central directory (Zip64 included), in its order; directory entries are left out.
 * `path` is the name of the zip in messages.
 *
 * @param hasMembers whether the file has more than the directory of the zip yet
 * @throws AddressLookupError `input-corrupt`
 */
export async function listZip(
  file: string,
  path: string = basename(file),
  { hasMembers = true }: { readonly hasMembers?: boolean } = {},
): Promise<ZipMember[]> {
  const members: ZipMember[] = [];
  const names: Buffer[] = [];
  try {
    const fileBytes = (await stat(file)).size;
    const zip = await openPromise(file);
    // A file that was only read and cannot be closed has lost nothing; without a listener the program would end.
    zip.on('error', () => {});
    try {
      for await (const entry of zip.eachEntry()) {
        if (entry.fileName.endsWith('/')) continue;
        members.push(memberOf(entry, fileBytes));
        names.push(entry.fileNameRaw);
      }
    } finally {
      zip.close();
    }
    await assertNoMoreMembers(file, zip);
    if (hasMembers) await assertSameNames(file, members, names);
  } catch (cause) {
    const reason = (cause as Error).message.replace(/\.$/, '');
    throw new AddressLookupError(
      'input-corrupt',
      `"${path}" cannot be read as a zip (${reason}). It may be no zip, or cut off while it was downloaded: fetch it again.`,
      { got: path, reason },
      { cause },
    );
  }
  return members;
}

function memberOf(entry: Entry, fileBytes: number): ZipMember {
  if (entry.isEncrypted() || (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)) {
    throw new Error(`"${entry.fileName}" is encrypted or compressed in a way other than deflate`);
  }
  // Sizes of 64 bits can exceed what any file can have.
  if (!(entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.compressedSize <= fileBytes)) {
    throw new Error(`"${entry.fileName}" is said to be beyond the end of the file`);
  }
  return {
    name: entry.fileName,
    byteLength: entry.uncompressedSize,
    compressedByteLength: entry.compressedSize,
    headerOffset: entry.relativeOffsetOfLocalHeader,
    method: entry.compressionMethod,
    crc32: entry.crc32,
    ...modificationOf(entry),
  };
}

/**
 * The day as it is written, in whatever time zone that was: the same everywhere. Zips that are packed without a date, so
 * that the same members give the same bytes, have one in 1980.
 */
function modificationOf({ lastModFileDate }: Entry): { readonly modifiedOn?: string } {
  const [year, month, day] = [1980 + (lastModFileDate >> 9), (lastModFileDate >> 5) & 15, lastModFileDate & 31];
  if (year < 1990 || month < 1 || month > 12 || day < 1) return {};
  return { modifiedOn: [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-') };
}

/** The reader stops after as many members as the end record counts: asserts that no member follows in the directory. */
async function assertNoMoreMembers(file: string, zip: ZipFile): Promise<void> {
  // Where the reader stopped, which its types do not tell.
  const { readEntryCursor } = zip as ZipFile & { readonly readEntryCursor: number };
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, readEntryCursor);
    if (bytesRead === 4 && buffer.readUInt32LE(0) === DIRECTORY_HEADER_SIGNATURE) {
      throw new Error(`it has more files than the ${zip.entryCount} that it declares`);
    }
  } finally {
    await handle.close();
  }
}

/** Members are chosen by name: asserts that the local headers have the same names as the directory. */
async function assertSameNames(file: string, members: readonly ZipMember[], names: readonly Buffer[]): Promise<void> {
  const handle = await open(file);
  try {
    for (const [i, { name, headerOffset }] of members.entries()) {
      const expected = names[i]!;
      const header = Buffer.alloc(LOCAL_HEADER_BYTES + expected.length);
      const { bytesRead } = await handle.read(header, 0, header.length, headerOffset);
      const isSame =
        header.readUInt16LE(26) === expected.length && header.subarray(LOCAL_HEADER_BYTES).equals(expected);
      if (bytesRead < header.length || !isSame) {
        throw new Error(`"${name}" has another name there than in the directory of the zip`);
      }
    }
  } finally {
    await handle.close();
  }
}

/**
 * The bytes of a member, inflated, in chunks of up to 256 kB, up to its declared length; length and checksum are checked at
 * the end.
 *
 * @throws AddressLookupError `input-corrupt`: at once if the zip does not hold the member, else through the stream.
 */
export async function openZipMember(file: string, member: ZipMember): Promise<Readable> {
  const handle = await open(file);
  try {
    const header = Buffer.alloc(LOCAL_HEADER_BYTES);
    const { bytesRead } = await handle.read(header, 0, header.length, member.headerOffset);
    const start = dataStart(header, bytesRead, file, member);
    const bytes = memberBytes(handle, file, member, start);
    const stream = Readable.from(bytes, { objectMode: false, highWaterMark: CHUNK_BYTES });
    // Also needed if the stream is never read, because then the generator and its clean-up never run.
    return stream.once('close', () => void handle.close().catch(() => {}));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * The whole of a member at once, its length and checksum checked: a third of the time that the stream takes, and memory
 * for all of its bytes.
 *
 * @throws AddressLookupError `input-corrupt`
 */
export function readZipMember(file: string, member: ZipMember): Buffer {
  const stored = readStored(file, member);
  const bytes = member.method === STORED ? stored : inflateAtOnce(file, member, stored);
  checkLength(file, member, bytes.length);
  checkChecksum(file, member, crc32(bytes));
  return bytes;
}

/** Characters of up to three bytes: 255 bytes are the limit of most file systems. */
const MAX_NAME = 80;

/** Unpacks a member to a new file in `directory` and returns its path. */
export async function unpackZipMember(file: string, member: ZipMember, directory: string): Promise<string> {
  // A name in a zip can be longer than a file system allows.
  const name = basename(member.name).slice(-MAX_NAME);
  const target = join(await mkdtemp(join(directory, 'unpacked-')), name);
  await pipeline(await openZipMember(file, member), createWriteStream(target));
  return target;
}

/** The bytes of a member as stored in the zip. */
function readStored(file: string, member: ZipMember): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const header = Buffer.alloc(LOCAL_HEADER_BYTES);
    const headerBytes = readSync(descriptor, header, 0, header.length, member.headerOffset);
    const stored = Buffer.allocUnsafe(member.compressedByteLength);
    const storedBytes = readSync(descriptor, stored, 0, stored.length, dataStart(header, headerBytes, file, member));
    return stored.subarray(0, storedBytes);
  } finally {
    closeSync(descriptor);
  }
}

function inflateAtOnce(file: string, member: ZipMember, stored: Buffer): Buffer {
  try {
    // One byte more than expected, so that excess data are detected and cannot be endless.
    const room = member.byteLength + 1;
    return inflateRawSync(stored, { chunkSize: Math.max(room, MIN_CHUNK_BYTES), maxOutputLength: room });
  } catch (cause) {
    throw corrupt(file, member, (cause as Error).message, cause);
  }
}

/** The local header repeats the name and has extra fields of its own length: the data begin after them. */
function dataStart(header: Buffer, bytesRead: number, file: string, member: ZipMember): number {
  if (bytesRead < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER_SIGNATURE) {
    throw corrupt(file, member, 'it is not where the directory of the zip says');
  }
  return member.headerOffset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
}

async function* memberBytes(
  handle: FileHandle,
  file: string,
  member: ZipMember,
  start: number,
): AsyncGenerator<Buffer> {
  let length = 0;
  let checksum = 0;
  try {
    if (member.compressedByteLength > 0) {
      const end = start + member.compressedByteLength - 1;
      const stored = createReadStream('', { fd: handle, autoClose: false, start, end, highWaterMark: CHUNK_BYTES });
      const bytes =
        member.method === STORED ? stored : connect(stored, createInflateRaw({ chunkSize: CHUNK_BYTES }), () => {});
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        length += chunk.length;
        // A member ends at its declared length: data beyond it may be endless.
        if (length > member.byteLength) break;
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    }
  } catch (cause) {
    throw corrupt(file, member, (cause as Error).message, cause);
  } finally {
    await handle.close();
  }
  checkLength(file, member, length);
  checkChecksum(file, member, checksum);
}

function checkLength(file: string, member: ZipMember, length: number): void {
  if (length === member.byteLength) return;
  const got = length > member.byteLength ? 'more' : length;
  throw corrupt(file, member, `${got} bytes came out where ${member.byteLength} were expected`);
}

function checkChecksum(file: string, member: ZipMember, checksum: number): void {
  if (checksum !== member.crc32) throw corrupt(file, member, 'its checksum differs');
}

function corrupt(file: string, member: ZipMember, reason: string, cause?: unknown): AddressLookupError {
  return new AddressLookupError(
    'input-corrupt',
    `"${member.name}" in "${basename(file)}" is damaged: ${reason}. Fetch the file again.`,
    { got: `${basename(file)}/${member.name}`, reason },
    { cause },
  );
}
