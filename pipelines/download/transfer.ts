import { type FileHandle, open, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AddressLookupError, diskFaultOf, notWritable } from '../../src/errors.ts';
import type { Progress } from '../progress.ts';
import { digestsOf } from '../provenance.ts';
import {
  type Answer,
  connectionFault,
  contentRangeOf,
  discard,
  type HttpClient,
  HttpFault,
  headerOf,
  shown,
} from './http-client.ts';

/** What distinguishes the versions of a file at a URL. */
interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** A checksum in hexadecimal digits. */
export interface Checksum {
  readonly algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512';
  readonly value: string;
}

export interface TransferRequest {
  readonly url: string;
  /** Where the file goes when it is complete; `.part` and `.part.json` next to it until then. */
  readonly path: string;
  /** A copy of an earlier version, which may still be the current one. */
  readonly known?: Validators | undefined;
  /** The size that the publisher states separately. */
  readonly expectedBytes?: number | undefined;
  readonly expectedChecksums?: readonly Checksum[] | undefined;
  /** More than this is no edition of the file. */
  readonly maxBytes?: number | undefined;
  readonly progress: Progress;
}

export interface Transferred {
  readonly bytes: number;
  readonly sha256: string;
  readonly validators: Validators;
}

/** The part of the free space that a file of unknown length may take. */
const ROOM_SHARE = 0.9;

/**
 * Fetches a file over HTTP. An interrupted transfer is resumed where it ended, also by a later call, as long as the
 * server still has the same version. The length and checksums of the file are compared with those that the server or the publisher
 * states, and the file is flushed to disk before it gets its name.
 *
 * @returns `undefined` if the version at the address is the `known` one
 * @throws AddressLookupError `download-failed`; `input-corrupt` if the file is not the published one; `output-not-writable` if the
 *   disk has no room for it; errors of the file system, see `writeError`
 */
export async function transfer(client: HttpClient, request: TransferRequest): Promise<Transferred | undefined> {
  const { url, path, progress, expectedBytes, expectedChecksums = [] } = request;
  const part = new PartFile(path);
  try {
    const answered = await client.insist(url, () => receive(client, request, part));
    if (answered === undefined) return undefined;
    const { validators, checksums } = answered;
    const bytes = (await stat(part.path)).size;
    progress.stage(`check ${basename(path)}`, bytes, 'bytes');
    const wanted = [...expectedChecksums, ...checksums];
    const digests = await digestsOf(part.path, ['sha256', ...wanted.map(({ algorithm }) => algorithm)], (read) =>
      progress.advance(read),
    );
    const wrong = wanted.find(({ algorithm, value }) => digests.get(algorithm) !== value.toLowerCase());
    if (wrong !== undefined) throw notAsPublished(url, `its ${wrong.algorithm} is not ${wrong.value}, as published`);
    if (expectedBytes !== undefined && bytes !== expectedBytes)
      throw notAsPublished(url, `it has ${bytes} bytes; the publisher states ${expectedBytes}`);
    await part.finish();
    return { bytes, sha256: digests.get('sha256')!, validators };
  } catch (error) {
    // What is no part of the file, or can never be resumed, would only take room.
    const isRefused = error instanceof AddressLookupError && error.code === 'input-corrupt';
    if (isRefused || (await part.state(url)) === undefined) await part.remove();
    throw error;
  } finally {
    progress.stop();
  }
}

/** A partial file, and its version. */
interface PartState {
  readonly url: string;
  readonly validators: Validators;
  /** The length of the whole file; `null` if the server does not tell. */
  readonly totalBytes: number | null;
  /** Those that came with the whole file, which the rest of it comes without. */
  readonly checksums: readonly Checksum[];
}

class PartFile {
  readonly path: string;
  /** The farthest byte that any attempt of this run has reached: only what is beyond it is progress. */
  farthest: number = 0;
  readonly #statePath: string;
  readonly #target: string;

  constructor(target: string) {
    this.#target = target;
    this.path = `${target}.part`;
    this.#statePath = `${target}.part.json`;
  }

  /** The partial file that an earlier attempt or run has left from this URL. */
  async state(url: string): Promise<(PartState & { readonly bytes: number }) | undefined> {
    try {
      const state = JSON.parse(await readFile(this.#statePath, 'utf8')) as PartState;
      const { size } = await stat(this.path);
      const isSound = state.url === shown(url) && validatorOf(state.validators) !== undefined;
      return isSound && size > 0 ? { ...state, checksums: state.checksums ?? [], bytes: size } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Starts again: removes the old state before the bytes of another version arrive. */
  async begin(state: PartState): Promise<void> {
    await this.remove();
    await writeFile(this.path, '');
    if (validatorOf(state.validators) !== undefined) await writeFile(this.#statePath, JSON.stringify(state));
  }

  async finish(): Promise<void> {
    const handle = await open(this.path, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(this.path, this.#target);
    await this.remove();
  }

  async remove(): Promise<void> {
    await rm(this.#statePath, { force: true });
    await rm(this.path, { force: true });
  }
}

/** The validator for the same bytes; a weak ETag does not guarantee that. */
function validatorOf({ etag, lastModified }: Validators): string | undefined {
  return etag?.startsWith('"') ? etag : lastModified;
}

interface Received {
  readonly validators: Validators;
  readonly checksums: readonly Checksum[];
}

/**
 * One attempt at the whole file, or at the rest of it.
 *
 * @throws HttpFault, errors of the file system
 */
async function receive(
  client: HttpClient,
  { url, known = {}, progress, path, maxBytes = client.limits.maxFileBytes }: TransferRequest,
  part: PartFile,
): Promise<Received | undefined> {
  const earlier = await part.state(url);
  // The last byte is fetched again: a range must not be empty, even if all is there already.
  const from = earlier === undefined ? 0 : Math.min(earlier.bytes, earlier.totalBytes ?? earlier.bytes) - 1;
  const headers =
    earlier === undefined
      ? conditionalHeaders(known)
      : { range: `bytes=${from}-`, 'if-range': validatorOf(earlier.validators)! };
  const answer = await client.get(url, headers).catch(async (error: HttpFault) => {
    // The part is longer than the file is now, and the server ignores If-Range.
    if (error.status !== 416 || earlier === undefined) throw error;
    await part.remove();
    throw new HttpFault(error.message, true, { cause: error });
  });
  if (answer.statusCode === 304) {
    await answer.body.dump();
    if ('range' in headers || Object.keys(headers).length === 0) {
      await part.remove();
      throw new HttpFault('the server answers 304 to a request that has no condition', true);
    }
    return undefined;
  }
  const validators = { etag: headerOf(answer, 'etag'), lastModified: headerOf(answer, 'last-modified') };
  // For servers without conditional requests.
  if (answer.statusCode === 200 && known.etag !== undefined && known.etag === validators.etag) {
    discard(answer.body);
    return undefined;
  }
  let start = 0;
  let totalBytes: number | null;
  let checksums = checksumsOf(answer);
  if (answer.statusCode === 206) {
    const range = contentRangeOf(answer);
    const fault =
      earlier === undefined || range?.start !== from
        ? 'the server sends another part of the file than was requested'
        : isOfVersion(earlier, validators, range.totalBytes)
          ? undefined
          : 'the server sends a part of another version of the file';
    if (fault !== undefined) {
      discard(answer.body);
      await part.remove();
      throw new HttpFault(fault, true);
    }
    start = from;
    totalBytes = range!.totalBytes;
    checksums = [...earlier!.checksums, ...checksums];
  } else {
    const length = headerOf(answer, 'content-length');
    totalBytes = length === undefined ? null : Number(length);
    await part.begin({ url: shown(url), validators, totalBytes, checksums });
  }
  if ((totalBytes ?? 0) > maxBytes) {
    discard(answer.body);
    throw tooLong(url, maxBytes);
  }
  if (totalBytes !== null) await assertRoom(path, totalBytes - start);
  progress.stage(`fetch ${basename(path)}`, totalBytes ?? 0, 'bytes');
  progress.advance(start);
  await write(client, answer, part, start, { totalBytes, maxBytes, url, progress });
  return { validators, checksums };
}

/**
 * Whether a part is of the version whose beginning is here: a server or proxy may ignore If-Range, but has to send the validator (RFC 9110,
 * 15.3.7).
 */
function isOfVersion({ validators, totalBytes }: PartState, sent: Validators, sentTotal: number): boolean {
  return validatorOf(sent) === validatorOf(validators) && (totalBytes === null || totalBytes === sentTotal);
}

function conditionalHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  };
}

/** Writes the body of an answer to the part file, from `start` on. */
async function write(
  { limits }: HttpClient,
  { body, headers }: Answer,
  part: PartFile,
  start: number,
  {
    totalBytes,
    maxBytes,
    url,
    progress,
  }: { totalBytes: number | null; maxBytes: number; url: string; progress: Progress },
): Promise<void> {
  let position = start;
  let positionBefore = start;
  // A slow connection is given up; what has been received is kept.
  const watch = setInterval(() => {
    const bytesPerSecond = (position - positionBefore) / (limits.slowWindowMs / 1000);
    positionBefore = position;
    if (bytesPerSecond < limits.minBytesPerSecond)
      body.destroy(new HttpFault(`it sends ${Math.round(bytesPerSecond)} bytes a second`, true));
  }, limits.slowWindowMs);
  // The watch may give up before anyone reads.
  body.on('error', () => {});
  let file: FileHandle | undefined;
  try {
    file = await open(part.path, 'r+');
    await file.truncate(start);
    const room = totalBytes === null ? ROOM_SHARE * (await freeBytes(part.path)) : Number.POSITIVE_INFINITY;
    for await (const chunk of readable(body)) {
      if (position === 0) assertNoPage(url, chunk, headers);
      if (totalBytes !== null && position + chunk.length > totalBytes)
        throw new HttpFault(`more bytes came than the ${totalBytes} that were announced`, false);
      if (position + chunk.length > maxBytes) throw tooLong(url, maxBytes);
      if (position + chunk.length - start > room) throw noRoom(part.path, position + chunk.length - start, room);
      await file.write(chunk, 0, chunk.length, position);
      position += chunk.length;
      progress.advance(chunk.length);
    }
    if (totalBytes !== null && position !== totalBytes)
      throw new HttpFault(`${position} bytes came; ${totalBytes} were announced`, true);
  } catch (error) {
    if (error instanceof HttpFault) error.receivedBytes = Math.max(0, position - Math.max(start, part.farthest));
    throw error;
  } finally {
    part.farthest = Math.max(part.farthest, position);
    clearInterval(watch);
    await file?.close();
    discard(body);
  }
}

/** The chunks of a body. Marks errors of reading as errors of the connection, not of the disk. */
async function* readable(body: Answer['body']): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer;
  } catch (cause) {
    throw connectionFault(cause);
  }
}

/** No register file begins as a web page does: a notice of maintenance, or the login page of a network. */
function assertNoPage(url: string, head: Buffer, headers: Answer['headers']): void {
  const text = head.subarray(0, 2048).toString('latin1');
  if (!/^\s*(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body)\b/i.test(text)) return;
  const title = /<title[^>]*>\s*([^<]{1,100})/i.exec(text)?.[1]?.trim();
  const what = title === undefined ? String(headers['content-type'] ?? 'HTML') : `"${title}"`;
  throw notAsPublished(url, `a web page came instead of the file (${what})`);
}

/** Checksums of the whole file that the server sends with it or a part of it: of Azure's storage, and RFC 9530. */
function checksumsOf(answer: Answer): Checksum[] {
  const checksums: Checksum[] = [];
  const add = (algorithm: Checksum['algorithm'], base64: string | undefined): void => {
    if (base64 !== undefined) checksums.push({ algorithm, value: Buffer.from(base64, 'base64').toString('hex') });
  };
  // That of a part would be of the part.
  if (answer.statusCode === 200) add('md5', headerOf(answer, 'content-md5'));
  const digest = headerOf(answer, 'repr-digest') ?? '';
  add('sha256', /(?:^|,\s*)sha-256=:([^:]+):/.exec(digest)?.[1]);
  add('sha512', /(?:^|,\s*)sha-512=:([^:]+):/.exec(digest)?.[1]);
  return checksums;
}

async function assertRoom(path: string, bytes: number): Promise<void> {
  const free = await freeBytes(path);
  if (bytes > free) throw noRoom(path, bytes, free);
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(path));
  return bavail * bsize;
}

function noRoom(path: string, bytes: number, free: number): AddressLookupError {
  return new AddressLookupError(
    'output-not-writable',
    `"${basename(path)}" needs ${bytes.toLocaleString('en')} bytes in "${dirname(path)}", but only ${Math.floor(free).toLocaleString('en')} are free. Make room, or choose another directory.`,
    { got: dirname(path), neededBytes: bytes, freeBytes: free },
  );
}

function tooLong(url: string, maxBytes: number): AddressLookupError {
  return notAsPublished(url, `it has more than ${maxBytes.toLocaleString('en')} bytes, which no edition of it has`);
}

function notAsPublished(url: string, what: string): AddressLookupError {
  return new AddressLookupError(
    'input-corrupt',
    `${shown(url)} does not send the file of the register: ${what}. Nothing was kept; run the command again later.`,
    { got: shown(url), reason: what },
  );
}

/** The error for a failure to write to a path; `undefined` for any other failure. @param remedy as in `notWritable` */
export function writeError(error: unknown, path: string, remedy: string): AddressLookupError | undefined {
  const isForbidden = ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
  return diskFaultOf(error) === undefined && !isForbidden ? undefined : notWritable(path, error, remedy);
}
