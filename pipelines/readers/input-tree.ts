import { createReadStream, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AddressLookupError } from '../../src/errors.ts';
import { listZip, looksLikeZip, openZipMember, readZipMember, unpackZipMember, type ZipMember } from './zip.ts';

/** A file, on disk or inside zips, as the importers see it. */
export interface InputEntry {
  /** Base name: `9999NUM08012026-000001.xml`. */
  readonly name: string;
  /** For messages: `lvbag-extract-nl.zip/9999NUM08012026.zip/9999NUM08012026-000001.xml`. */
  readonly path: string;
  /** Bytes when unpacked. */
  readonly byteLength: number;
  /** Bytes as stored. */
  readonly compressedByteLength: number;
  readonly source: EntrySource;
}

/** Where the bytes of an entry are: a file on disk, or a member of a zip on disk. Plain data, which can be sent to a thread. */
export interface EntrySource {
  readonly file: string;
  readonly member?: ZipMember;
}

interface ListOptions {
  /** Where zips inside zips are unpacked to; the caller removes it in the end. */
  readonly temporaryDirectory: string;
  /** Whether to look inside a zip. Called for each zip below the path itself. */
  readonly descend: (entry: InputEntry) => boolean;
}

/** Chunks of this size make the cost per chunk (a turn of the event loop) small compared with that of its bytes. */
const CHUNK_BYTES = 1 << 18;

/**
 * Lists what is under `path`: a file, a zip, a folder of either, nested. Files that operating systems add
 * (`__MACOSX`, `.DS_Store`, `._*`, `Thumbs.db`, directory entries) are skipped. Sorted by path.
 *
 * A zip below the path is opened only if `descend` says so, and only then, when it is inside another zip, unpacked to
 * the temporary directory; otherwise it is itself an entry of the list.
 *
 * @throws AddressLookupError `input-not-found`, or `input-corrupt` for a zip that is cut off or damaged.
 */
export async function listInput(path: string, options: ListOptions): Promise<InputEntry[]> {
  const entries: InputEntry[] = [];
  const found = await statOf(path);
  if (found.isDirectory()) {
    await listFolder(path, basename(path), options, entries);
  } else if (await looksLikeZip(path)) {
    await listMembers(path, basename(path), 1, options, entries);
  } else {
    entries.push(fileEntry(path, basename(path), found.size));
  }
  return sortedByPath(entries);
}

/**
 * The bytes of an entry, inflated, in chunks of up to 256 kB.
 *
 * @throws AddressLookupError `input-not-found`, `input-corrupt`; while streaming, the stream is destroyed with them.
 */
export async function openEntry(source: EntrySource): Promise<Readable> {
  if (source.member !== undefined) return openZipMember(source.file, source.member);
  await statOf(source.file);
  return createReadStream(source.file, { highWaterMark: CHUNK_BYTES });
}

/** The largest member that `readInGulps` reads in one go: the stand files of the BAG have 10 to 20 MB. */
const GULP_BYTES = 1 << 26;

/**
 * The bytes of an entry as quickly as they come: a member of a zip at once, unless it is larger than 64 MB, without
 * leaving the thread; everything else in chunks of up to 256 kB. For worker threads, which have nothing else to do.
 *
 * @throws AddressLookupError `input-not-found`, `input-corrupt`
 */
export async function* readInGulps({ file, member }: EntrySource): AsyncGenerator<Buffer> {
  const isShort = member !== undefined && Math.max(member.byteLength, member.compressedByteLength) <= GULP_BYTES;
  if (isShort) yield readZipMember(file, member);
  else yield* await openEntry(member === undefined ? { file } : { file, member });
}

/** The largest table that is read as a whole has 15 MB (IMMEUBLE of the Luxembourg register). */
export const MAX_ENTRY_BYTES: number = 1 << 28;

/** The whole of an entry. @throws AddressLookupError as `openEntry`; `input-corrupt` beyond `MAX_ENTRY_BYTES` */
export async function readEntry(source: EntrySource): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let byteLength = 0;
  for await (const chunk of await openEntry(source)) {
    chunks.push(chunk as Buffer);
    byteLength += (chunk as Buffer).length;
    if (byteLength > MAX_ENTRY_BYTES) throw tooLarge(source);
  }
  return Buffer.concat(chunks);
}

function tooLarge({ file, member }: EntrySource): AddressLookupError {
  const path = member === undefined ? basename(file) : `${basename(file)}/${member.name}`;
  return new AddressLookupError(
    'input-corrupt',
    `"${path}" is refused: it has more than ${MAX_ENTRY_BYTES} bytes, which no such file of a register has. Fetch the file again.`,
    { got: path, allowed: MAX_ENTRY_BYTES },
  );
}

/** The first bytes of an entry, up to `byteLength` of them: enough to tell what it is. */
export async function readHead(source: EntrySource, byteLength: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of await openEntry(source)) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length >= byteLength) break;
  }
  return Buffer.concat(chunks).subarray(0, byteLength);
}

/** Unpacks an entry that is a zip inside a zip, and lists it like `listInput`; `options.descend` is called for zips in it. */
export async function listZipEntry(entry: InputEntry, options: ListOptions): Promise<InputEntry[]> {
  const entries: InputEntry[] = [];
  const { file, member } = entry.source;
  const zip = member === undefined ? file : await unpackZipMember(file, member, options.temporaryDirectory);
  await listMembers(zip, entry.path, nestingOf(entry), options, entries);
  return sortedByPath(entries);
}

async function listFolder(folder: string, path: string, options: ListOptions, entries: InputEntry[]): Promise<void> {
  for (const child of await readdir(folder)) {
    if (isNoise(child)) continue;
    const childFile = join(folder, child);
    const childPath = `${path}/${child}`;
    const found = await statOf(childFile);
    if (found.isDirectory()) {
      await listFolder(childFile, childPath, options, entries);
      continue;
    }
    const entry = fileEntry(childFile, childPath, found.size);
    if (isZipName(child) && options.descend(entry)) await listMembers(childFile, childPath, 1, options, entries);
    else entries.push(entry);
  }
}

/** `nesting` is 1 for a zip that is in no other. */
async function listMembers(
  zip: string,
  path: string,
  nesting: number,
  options: ListOptions,
  entries: InputEntry[],
): Promise<void> {
  if (nesting > MAX_NESTED_ZIPS) throw nestedTooDeep(path);
  for (const member of await listZip(zip, path)) {
    if (member.name.split('/').some(isNoise)) continue;
    const entry: InputEntry = {
      name: basename(member.name),
      path: `${path}/${member.name}`,
      byteLength: member.byteLength,
      compressedByteLength: member.compressedByteLength,
      source: { file: zip, member },
    };
    if (isZipName(member.name) && options.descend(entry)) {
      const unpacked = await unpackZipMember(zip, member, options.temporaryDirectory);
      await listMembers(unpacked, entry.path, nesting + 1, options, entries);
    } else {
      entries.push(entry);
    }
  }
}

/** The registers nest zips up to three deep. */
const MAX_NESTED_ZIPS = 4;

/** How many zips the path of a zip names, itself included. */
function nestingOf({ path }: InputEntry): number {
  return path.split('/').filter(isZipName).length;
}

function nestedTooDeep(path: string): AddressLookupError {
  return new AddressLookupError(
    'input-corrupt',
    `"${path}" is refused: zips are nested more than ${MAX_NESTED_ZIPS} deep, which no register does. Give the files as they were published.`,
    { got: path, allowed: MAX_NESTED_ZIPS },
  );
}

function sortedByPath(entries: InputEntry[]): InputEntry[] {
  return entries.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function fileEntry(file: string, path: string, size: number): InputEntry {
  return { name: basename(file), path, byteLength: size, compressedByteLength: size, source: { file } };
}

async function statOf(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (cause) {
    throw new AddressLookupError(
      'input-not-found',
      `There is no file or folder "${path}". Give the path of a register file.`,
      { got: path },
      { cause },
    );
  }
}

function isZipName(name: string): boolean {
  return name.toLowerCase().endsWith('.zip');
}

function isNoise(segment: string): boolean {
  return segment === '__MACOSX' || segment === '.DS_Store' || segment === 'Thumbs.db' || segment.startsWith('._');
}
