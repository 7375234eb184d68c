import { createWriteStream, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AddressLookupError, notWritable, systemFault } from '../../src/errors.ts';
import { type Country, isCountry } from '../../src/model/country.ts';
import { openIndex, verifyContents } from '../../src/store/directory.ts';
import { INDEX_FILES, parseManifest } from '../../src/store/manifest.ts';
import { readManifest } from '../../src/store/manifest-file.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { DirectoryLock } from '../directory-lock.ts';
import {
  type Answer,
  contentRangeOf,
  discard,
  type HttpClient,
  HttpFault,
  headerOf,
  readText,
  shown,
} from '../download/http-client.ts';
import { isHttpAddress } from '../download/publishers.ts';
import { transfer, writeError } from '../download/transfer.ts';
import type { Progress } from '../progress.ts';
import { digestsOf } from '../provenance.ts';
import { publishDirectory } from '../publish-directory.ts';
import { LOCAL_HEADER_BYTES, listZip, openZipMember, readZipMember, type ZipMember } from '../readers/zip.ts';
import { headPath, type PackHead, parseHead } from './pack.ts';
import { assertSigned, signaturePath } from './signature.ts';

interface InstallOptions {
  /** The data directory. */
  readonly out: string;
  readonly keep: number;
  /** Files with public keys: only packs that are signed with one of them are installed. Without any, all are. */
  readonly trustedKeys?: readonly string[];
  readonly client: HttpClient;
  readonly progress: Progress;
}

export interface Installed {
  readonly status: 'updated' | 'unchanged';
  readonly countries: { readonly [country in Country]?: 'updated' | 'unchanged' };
  /** Size of the pack. */
  readonly bytes: number;
  /** The bytes of it that came over the network. */
  readonly fetchedBytes: number;
}

/**
 * Publishes the indexes in a pack, given as a file or a URL, after comparing its checksum and verifying every byte of them.
 * If the server can send parts of the pack, files that are here already are not fetched.
 *
 * @throws AddressLookupError `input-…`, `index-…`, `download-failed`, `output-not-writable`: the releases before stay current
 */
export async function install(source: string, options: InstallOptions): Promise<Installed> {
  const { out, client, progress } = options;
  try {
    const head = await headOf(source, options);
    await mkdir(out, { recursive: true }).catch((cause) => {
      throw notWritable(out, cause, REMEDY);
    });
    const unchanged = unchangedBy(head, out);
    if (unchanged !== undefined) return unchanged;
    const { sha256 } = head;
    if (!isHttpAddress(source)) {
      await assertChecksum(source, sha256);
      return { ...(await publishPack(source, options)), fetchedBytes: 0 };
    }
    const scratch = join(out, SCRATCH);
    const lock = await DirectoryLock.acquire(join(out, `${SCRATCH}.lock`));
    try {
      // What a killed one has left.
      await rm(scratch, { recursive: true, force: true });
      await mkdir(scratch);
      const path = join(scratch, 'pack.zip');
      const fetchedBytes =
        (await assemble(source, path, sha256, options)) ??
        (await transfer(client, {
          url: source,
          path,
          expectedChecksums: [{ algorithm: 'sha256', value: sha256 }],
          progress,
        }))!.bytes;
      return { ...(await publishPack(path, options)), fetchedBytes };
    } finally {
      await rm(scratch, { recursive: true, force: true });
      lock.release();
    }
  } catch (error) {
    throw writeError(error, out, REMEDY) ?? systemFault(error) ?? error;
  } finally {
    progress.stop();
  }
}

const REMEDY = 'choose another directory with --out';

const SCRATCH = '.install';

/** The head of a pack, its signature checked if there are keys. @throws AddressLookupError `input-…`, `download-failed` */
async function headOf(source: string, { client, trustedKeys = [] }: InstallOptions): Promise<PackHead> {
  if (!isHttpAddress(source) && !existsSync(source)) throw noPack(source);
  const path = besides(source, headPath);
  const text = await textAt(client, path);
  const head = parseHead(text);
  if (head === undefined) throw noChecksum(source);
  if (trustedKeys.length > 0) {
    const signature = besides(source, (pack) => signaturePath(headPath(pack)));
    assertSigned(text, await textAt(client, signature).catch(emptyIfMissing), trustedKeys, shownPath(signature));
  }
  return head;
}

/** The path or URL of a file next to the pack; of a URL the parameters stay. */
function besides(source: string, pathOf: (pack: string) => string): string {
  if (!isHttpAddress(source)) return pathOf(source);
  const address = new URL(source);
  address.pathname = pathOf(address.pathname);
  return address.href;
}

function shownPath(path: string): string {
  return isHttpAddress(path) ? shown(path) : path;
}

/** A small text; that of a file is empty if there is none. */
async function textAt(client: HttpClient, path: string): Promise<string> {
  if (!isHttpAddress(path)) return readFile(path, 'utf8').catch(() => '');
  return client.insist(path, async () => readText((await client.get(path)).body));
}

function emptyIfMissing(error: unknown): string {
  const { cause } = error as Error;
  if (cause instanceof HttpFault && cause.status === 404) return '';
  throw error;
}

/** The outcome if all indexes of a pack are published here already; `undefined` if not, or if its head does not name them. */
function unchangedBy({ bytes, releases }: PackHead, out: string): Installed | undefined {
  const isHere = [...releases].every(([country, release]) => currentRelease(out, country) === release);
  if (bytes === undefined || releases.size === 0 || !isHere) return undefined;
  const countries = Object.fromEntries([...releases.keys()].map((country) => [country, 'unchanged' as const]));
  return { status: 'unchanged', countries, bytes, fetchedBytes: 0 };
}

/** The end of a pack: its directory, with room for some hundred files. */
const TAIL_BYTES = 1 << 16;

/**
 * Assembles the pack at a URL from the files of the published indexes and the missing parts. Returns the bytes fetched; `undefined`
 * if that is impossible, because the server sends no parts or the pack was not made by us.
 */
async function assemble(
  source: string,
  path: string,
  sha256: string,
  { out, client, progress }: InstallOptions,
): Promise<number | undefined> {
  const tail = await fetchRange(client, source, `bytes=-${TAIL_BYTES}`);
  if (tail === undefined) return undefined;
  const file = await open(path, 'w+');
  let fetched = tail.bytes.length;
  try {
    await file.truncate(tail.totalBytes);
    await file.write(tail.bytes, 0, tail.bytes.length, tail.start);
    const members = await listZip(path, source, { hasMembers: false }).catch(() => undefined);
    if (members === undefined) return undefined;
    const present = await copyPresent(file, members, out);
    const gaps = gapsBetween(present, tail.start);
    progress.stage(
      'fetch pack',
      gaps.reduce((sum, [from, to]) => sum + to - from, 0),
      'bytes',
    );
    for (const [from, to] of gaps) {
      for (let at = from; at < to; at += RANGE_BYTES) {
        const end = Math.min(to, at + RANGE_BYTES);
        const part = await fetchRange(client, source, `bytes=${at}-${end - 1}`, tail.etag);
        if (part === undefined || part.start !== at || part.bytes.length !== end - at) return undefined;
        await file.write(part.bytes, 0, part.bytes.length, at);
        fetched += part.bytes.length;
        progress.advance(part.bytes.length);
      }
    }
  } finally {
    await file.close();
  }
  if ((await digestsOf(path, ['sha256'])).get('sha256') === sha256) return fetched;
  await rm(path, { force: true });
  return undefined;
}

const RANGE_BYTES = 1 << 24;

/** Copies the files of the published indexes that are members of the pack to their places in it; returns these, in order. */
async function copyPresent(
  file: FileHandle,
  members: readonly ZipMember[],
  out: string,
): Promise<readonly (readonly [number, number])[]> {
  const present: (readonly [number, number])[] = [];
  for (const { name, byteLength, crc32, headerOffset } of members) {
    const { country, fileName } = partsOf(name);
    const local = publishedFile(out, country, fileName);
    if (local === undefined || local.bytes !== byteLength || local.crc32 !== crc32) continue;
    const content = await readFile(local.path).catch(() => undefined);
    if (content?.length !== byteLength) continue;
    // Our packs have no extra fields in their local headers; otherwise the checksum would differ from that of the pack.
    const start = headerOffset + LOCAL_HEADER_BYTES + Buffer.byteLength(name);
    await file.write(content, 0, content.length, start);
    present.push([start, start + byteLength]);
  }
  return present.sort(([a], [b]) => a - b);
}

function publishedFile(
  out: string,
  country: Country,
  name: string,
): { readonly path: string; readonly bytes: number; readonly crc32: number } | undefined {
  try {
    const directory = currentDirectory(join(out, country));
    const entry = directory && readManifest(directory).files.find((each) => each.name === name);
    return directory === undefined || !entry ? undefined : { ...entry, path: join(directory, name) };
  } catch (error) {
    if (error instanceof AddressLookupError) return undefined;
    throw error;
  }
}

/** The gaps between the ranges, up to `end`. */
function gapsBetween(present: readonly (readonly [number, number])[], end: number): (readonly [number, number])[] {
  const gaps: (readonly [number, number])[] = [];
  let at = 0;
  for (const [from, to] of present) {
    if (Math.min(from, end) > at) gaps.push([at, Math.min(from, end)]);
    at = Math.max(at, to);
  }
  if (end > at) gaps.push([at, end]);
  return gaps;
}

interface FetchedRange {
  readonly start: number;
  readonly totalBytes: number;
  readonly bytes: Buffer;
  readonly etag: string | undefined;
}

/** A part of a file; `undefined` if the server sends no parts, or if the file has changed. */
async function fetchRange(
  client: HttpClient,
  url: string,
  range: string,
  etag?: string,
): Promise<FetchedRange | undefined> {
  return client.insist(url, async () => {
    const answer = await client.get(url, { range, ...(etag === undefined ? {} : { 'if-range': etag }) });
    const sent = contentRangeOf(answer);
    if (answer.statusCode !== 206 || sent === undefined) {
      discard(answer.body);
      return undefined;
    }
    const { start, end, totalBytes } = sent;
    return { start, totalBytes, bytes: await readBytes(answer, end - start + 1), etag: headerOf(answer, 'etag') };
  });
}

async function readBytes({ body }: Answer, expected: number): Promise<Buffer> {
  if (expected > Math.max(RANGE_BYTES, TAIL_BYTES)) {
    discard(body);
    throw new HttpFault('the server sends more than was requested', false);
  }
  const bytes = Buffer.from(
    await body.arrayBuffer().catch((cause) => {
      throw new HttpFault('the connection broke', true, { cause });
    }),
  );
  if (bytes.length === expected) return bytes;
  throw new HttpFault(`${bytes.length} bytes came; ${expected} were announced`, true);
}

/** Publishes each country of a pack whose index differs from the current one. */
async function publishPack(
  path: string,
  { out, keep, progress }: InstallOptions,
): Promise<Omit<Installed, 'fetchedBytes'>> {
  const members = await listZip(path);
  const byCountry = new Map<Country, ZipMember[]>();
  for (const member of members) {
    const { country } = partsOf(member.name);
    byCountry.set(country, [...(byCountry.get(country) ?? []), member]);
  }
  if (byCountry.size === 0) throw notPack('it holds no index');
  const countries: { [country in Country]?: 'updated' | 'unchanged' } = {};
  for (const [country, own] of byCountry) {
    const release = releaseIn(path, own);
    if (release === currentRelease(out, country)) {
      countries[country] = 'unchanged';
      continue;
    }
    progress.stage(
      `install ${country}`,
      own.reduce((sum, { byteLength }) => sum + byteLength, 0),
      'bytes',
    );
    await publishDirectory(
      join(out, country),
      async ({ partial }) => {
        for (const member of own) {
          await pipeline(
            await openZipMember(path, member),
            createWriteStream(join(partial, partsOf(member.name).fileName)),
          );
          progress.advance(member.byteLength);
        }
        const index = await openIndex(partial);
        const { manifest } = index;
        verifyContents(index);
        if (manifest.country !== country) throw notPack(`${country}/ holds the index of ${manifest.country}`);
      },
      { keep },
    );
    countries[country] = 'updated';
  }
  const isUpdated = Object.values(countries).includes('updated');
  return { status: isUpdated ? 'updated' : 'unchanged', countries, bytes: (await stat(path)).size };
}

function releaseIn(path: string, members: readonly ZipMember[]): string {
  const manifest = members.find(({ name }) => partsOf(name).fileName === INDEX_FILES.manifest);
  if (manifest === undefined || manifest.byteLength > MAX_MANIFEST_BYTES)
    throw notPack('it has an index without a manifest');
  return parseManifest(readZipMember(path, manifest).toString('utf8'), manifest.name).release;
}

const MAX_MANIFEST_BYTES = 1 << 20;

function currentRelease(out: string, country: Country): string | undefined {
  try {
    const directory = currentDirectory(join(out, country));
    return directory === undefined ? undefined : readManifest(directory).release;
  } catch (error) {
    if (error instanceof AddressLookupError) return undefined;
    throw error;
  }
}

/** Splits `nl/streets.bin`. Refuses all other names, so that a pack can write only to the index of a country. */
function partsOf(name: string): { readonly country: Country; readonly fileName: string } {
  const [, country = '', fileName = ''] = /^([a-z]{2})\/([A-Za-z0-9][\w.-]{0,99})$/.exec(name) ?? [];
  if (isCountry(country)) return { country, fileName };
  throw notPack(`it holds "${name.slice(0, 100)}"`);
}

function notPack(what: string): AddressLookupError {
  return new AddressLookupError(
    'input-not-recognised',
    `The file is not a pack of indexes: ${what}. Give a file written by "npx benelux-address-tools pack".`,
  );
}

function noChecksum(source: string): AddressLookupError {
  return new AddressLookupError(
    'input-not-found',
    `There is no checksum in ${headPath(source)}, which "npx benelux-address-tools pack" writes next to the pack. Put it there, e.g. with sha256sum.`,
    { got: headPath(source) },
  );
}

function noPack(path: string, cause?: unknown): AddressLookupError {
  return new AddressLookupError(
    'input-not-found',
    `There is no file "${path}". Give the path or URL of a pack.`,
    { got: path },
    { cause },
  );
}

async function assertChecksum(path: string, sha256: string): Promise<void> {
  const found = await digestsOf(path, ['sha256']).catch((cause) => {
    throw noPack(path, cause);
  });
  if (found.get('sha256') === sha256) return;
  throw new AddressLookupError(
    'input-corrupt',
    `"${path}" is damaged, or another file: its checksum differs from ${headPath(path)}. Copy both again.`,
    { got: found.get('sha256'), allowed: sha256 },
  );
}
