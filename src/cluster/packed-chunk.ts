import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { AnsweredPiece } from '../batch/geocode-piece.ts';
import { AddressLookupError } from '../errors.ts';

/** Gzip for its checksum: what was damaged on the way is noticed. A quick level, since both ends wait for it. */
const LEVEL = 3;

const pack = promisify<Buffer, { level: number }, Buffer>(gzip);
const unpack = promisify<Buffer, Buffer>(gunzip);

/** The rows of a chunk as they lie in Redis: a fifth of their size or so. */
export function packRows(bytes: Buffer): Promise<Buffer> {
  return pack(bytes, { level: LEVEL });
}

/** @throws AddressLookupError `batch-incomplete` */
export async function unpackRows(packed: Buffer): Promise<Buffer> {
  return unpack(packed).catch((error: unknown) => {
    throw damaged(error);
  });
}

/** An answered chunk: its counts as a line of JSON, then its rows. */
export function packAnswer({ bytes, ...counts }: AnsweredPiece): Promise<Buffer> {
  return pack(Buffer.concat([Buffer.from(`${JSON.stringify(counts)}\n`), bytes]), { level: LEVEL });
}

/** @throws AddressLookupError `batch-incomplete` */
export async function unpackAnswer(packed: Buffer): Promise<AnsweredPiece> {
  try {
    const unpacked = await unpack(packed);
    const lineEnd = unpacked.indexOf(0x0a);
    const counts = JSON.parse(unpacked.toString('utf8', 0, lineEnd)) as Omit<AnsweredPiece, 'bytes'>;
    return { ...counts, bytes: unpacked.subarray(lineEnd + 1) };
  } catch (error) {
    throw damaged(error);
  }
}

function damaged(cause: unknown): AddressLookupError {
  return new AddressLookupError('batch-incomplete', 'The chunk is damaged in Redis.', {}, { cause });
}
