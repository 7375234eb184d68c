import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AddressLookupError } from '../errors.ts';
import { type Chunk, RecordCutter } from './csv.ts';
import { toUtf8 } from './encoding.ts';
import type { FileSample, PlannedFile } from './plan.ts';
import { openSheet } from './spreadsheet.ts';
import { beginsAsWorkbook } from './workbook.ts';

/** How much of an input may be held in memory. */
export interface InputLimits {
  /** Read before anything is answered: enough to recognise encoding, delimiter and header. */
  readonly sampleBytes: number;
  /** Refuses a workbook, with what to do instead. */
  readonly refuseWorkbook?: () => AddressLookupError;
  /** What the unpacked bytes pass before anything looks at them. */
  readonly through?: (unpacked: AsyncIterable<Buffer>) => AsyncGenerator<Buffer, void>;
}

/** For files on the user's own machine. */
const FILE_LIMITS: InputLimits = { sampleBytes: 256 * 1024 };

/** Where an input is cut. */
export interface CutOptions {
  readonly bytes: number;
  readonly records: number;
  /** A larger record counts as a quote that is never closed. */
  readonly maxRecordBytes?: number;
  /** Passes rows on as they arrive, even if a chunk could have more. */
  readonly isLive?: boolean;
}

/** A chunk is a few milliseconds of work, and a few dozen of them are all that is ever in memory. */
const FILE_CHUNKS: CutOptions = { bytes: 64 * 1024, records: 1000 };

/** The first bytes of a stream, which is left as it was: `rest` begins with them again. */
export interface PeekedInput extends FileSample {
  /** The packed workbook that the sheet is in. */
  readonly workbook?: Buffer;
  readonly rest: AsyncIterable<Buffer>;
}

/**
 * Unpacks gzip, reads a sheet of a workbook as CSV, both recognised by their first bytes, and looks at the beginning.
 *
 * @param sheet the name of a sheet, or its number from 1; the first one unless given
 * @throws AddressLookupError `input-not-recognised`, `input-corrupt`, `invalid-option`
 */
export async function peekInput(
  input: Readable,
  sheet?: string,
  limits: InputLimits = FILE_LIMITS,
): Promise<PeekedInput> {
  const first = await peek(input[Symbol.asyncIterator]() as AsyncIterator<Buffer>, 4);
  if (beginsAsWorkbook(first.sample)) {
    if (limits.refuseWorkbook !== undefined) throw limits.refuseWorkbook();
    const opened = await openSheet(first.rest, sheet);
    return { ...(await peek(opened.csv, limits.sampleBytes)), sheet: opened.sheet, workbook: opened.workbook };
  }
  if (sheet !== undefined) {
    const message = `Got --sheet ${sheet}; the input is not a workbook. Leave the option out, or give an .xlsx or .ods file.`;
    throw new AddressLookupError('invalid-option', message, { got: sheet });
  }
  const isGzip = first.sample[0] === 0x1f && first.sample[1] === 0x8b;
  const unpacked = isGzip ? gunzip(first.rest) : first.rest;
  return peek((limits.through?.(unpacked) ?? unpacked)[Symbol.asyncIterator](), limits.sampleBytes);
}

async function peek(iterator: AsyncIterator<Buffer>, bytes: number): Promise<PeekedInput> {
  const held: Buffer[] = [];
  let length = 0;
  let isWhole = false;
  while (length < bytes) {
    const { value, done } = await iterator.next();
    if (done) {
      isWhole = true;
      break;
    }
    held.push(value);
    length += value.length;
  }
  async function* rest(): AsyncGenerator<Buffer, void> {
    try {
      yield* held;
      held.length = 0;
      yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      await iterator.return?.();
    }
  }
  const sample = Buffer.concat(held);
  return { sample: sample.subarray(0, bytes), isWhole: isWhole && sample.length <= bytes, rest: rest() };
}

/** @throws AddressLookupError `input-corrupt` */
async function* gunzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  // Not `compose`, which leaves the error of a damaged file unhandled; here the reader gets it.
  const unpacked = pipeline(Readable.from(packed), createGunzip(), () => {});
  try {
    yield* unpacked as AsyncIterable<Buffer>;
  } catch (error) {
    throw new AddressLookupError(
      'input-corrupt',
      `The gzip file is cut short or damaged: ${(error as Error).message}.`,
      {},
      { cause: error },
    );
  }
}

/**
 * The rows of a file, without its header, in UTF-8 and in chunks of whole rows: the unit of work of a thread, and of a machine.
 * The same file is always cut in the same places.
 *
 * @throws AddressLookupError `input-corrupt`
 */
export async function* chunksOf(
  input: AsyncIterable<Buffer>,
  { plan, encoding, headerBytes }: PlannedFile,
  signal: AbortSignal | undefined,
  { bytes: chunkBytes, records, maxRecordBytes, isLive = false }: CutOptions = FILE_CHUNKS,
): AsyncGenerator<Chunk, void> {
  const cutter = new RecordCutter(plan.dialect, chunkBytes, records, maxRecordBytes, headerBytes);
  const text = toUtf8(skipBytes(input, encoding.bomBytes), encoding.name);
  try {
    for await (const bytes of skipBytes(text, headerBytes)) {
      for (const chunk of cutter.push(bytes)) {
        yield chunk;
        if (signal?.aborted) return;
      }
      const arrived = isLive ? cutter.takeWhole() : undefined;
      if (arrived !== undefined) yield arrived;
      if (signal?.aborted) return;
    }
  } catch (error) {
    // An interruption also closes the input, which may be waiting for more.
    if (signal?.aborted) return;
    throw error;
  }
  const last = cutter.finish();
  if (last !== undefined) yield last;
}

/** The header may be longer than one read. */
async function* skipBytes(input: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer, void> {
  let left = count;
  for await (const bytes of input) {
    const skipped = Math.min(left, bytes.length);
    left -= skipped;
    if (skipped < bytes.length) yield skipped === 0 ? bytes : bytes.subarray(skipped);
  }
}
