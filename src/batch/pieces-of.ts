import { Readable } from 'node:stream';
import { isUtf8Name, toUtf8 } from './csv/encoding.ts';
import { type Piece, RecordCutter } from './csv/record-cutter.ts';
import type { PlannedFile } from './plan-file.ts';

/** A piece is a few milliseconds of work, and a few dozen of them are all that is ever in memory. */
const PIECE_BYTES = 64 * 1024;
const PIECE_RECORDS = 1000;

/**
 * The rows of a file, without its header, in UTF-8 and in pieces of whole rows: the unit of work of a thread, and of a machine.
 * The same file is always cut in the same places.
 *
 * @throws AddressLookupError `input-corrupt`
 */
export async function* piecesOf(
  input: AsyncIterable<Buffer>,
  { plan, encoding, headerBytes }: PlannedFile,
  signal: AbortSignal | undefined,
): AsyncGenerator<Piece, void> {
  const cutter = new RecordCutter(plan.dialect, PIECE_BYTES, PIECE_RECORDS);
  const text = isUtf8Name(encoding.name)
    ? skipBytes(input, encoding.bomBytes)
    : Readable.from(skipBytes(input, encoding.bomBytes)).compose(toUtf8(encoding.name));
  try {
    for await (const bytes of skipBytes(text as AsyncIterable<Buffer>, headerBytes)) {
      for (const piece of cutter.push(bytes)) {
        yield piece;
        if (signal?.aborted) return;
      }
      if (signal?.aborted) return;
    }
  } catch (error) {
    // Whoever interrupts closes the input too, which may be waiting for more.
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
