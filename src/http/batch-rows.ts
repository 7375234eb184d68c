import type { CutOptions, PeekedInput } from '../batch/input.ts';
import type { PlannedFile } from '../batch/plan.ts';
import { geocodeStream } from '../batch/stream.ts';
import { quoteCell } from '../text/escape.ts';
import type { Batch } from './batch.ts';
import type { Reply } from './exchange.ts';

/** Maximum bytes of a row. A line of NDJSON is parsed whole, one of CSV cell by cell. */
export const MAX_ROW_BYTES: { readonly csv: number; readonly ndjson: number } = { csv: 1 << 20, ndjson: 64 << 10 };

const CUT: CutOptions = { bytes: 4096, records: 8, isLive: true };

const LINE_END = 10;

/** How an answer is written: lines of CSV or of objects, or one array. */
export type RowsForm = 'csv' | 'lines' | 'array';

/**
 * Sends the rows of a file as they are answered, as fast as the client reads them. If some are missing, the last line states the
 * reason, and the answer breaks off, so that it does not look whole.
 *
 * @throws what goes wrong before the first rows, whose status is that of the answer
 */
export async function sendRows(
  batch: Batch,
  peeked: PeekedInput,
  file: PlannedFile,
  reply: Pick<Reply, 'write' | 'end'>,
  form: RowsForm,
): Promise<void> {
  // Held until there are rows, so that a fault before them has its own status.
  let header: Buffer | undefined;
  let isBegun = false;
  let last = LINE_END;
  // An array that breaks off has no end, so that no parser takes it for whole.
  let hasElements = false;
  const send = (lines: Buffer): Promise<void> => {
    isBegun = true;
    const bytes = form === 'array' ? elementsOf(lines, !hasElements) : lines;
    hasElements ||= bytes.length > 0;
    last = bytes.at(-1) ?? last;
    return reply.write(bytes);
  };
  try {
    await geocodeStream(peeked, file, {
      engine: batch.engine,
      cut: { ...CUT, maxRecordBytes: MAX_ROW_BYTES[file.plan.format] },
      signal: batch.signal,
      write: async (bytes) => {
        // The first write is the header.
        if (header === undefined) header = bytes;
        else {
          if (!isBegun) await send(header);
          await send(bytes);
        }
      },
    });
    if (!isBegun && header !== undefined) await send(header);
    if (form === 'array' && !batch.signal.aborted) await reply.write(Buffer.from(hasElements ? '\n]\n' : '[]\n'));
    reply.end(!batch.signal.aborted);
  } catch (fault) {
    if (!isBegun) throw fault;
    if (batch.signal.aborted) {
      reply.end(false);
      return;
    }
    const problem = batch.problemOf(fault);
    const line =
      form === 'csv' ? quoteCell(`The answer breaks off here. ${problem.detail}`) : JSON.stringify({ problem });
    await send(Buffer.from(`${last === LINE_END || form === 'array' ? '' : '\n'}${line}\n`));
    await batch.sent();
    reply.end(false);
  }
}

/** Lines of objects as elements of an array, without a mark before them. */
function elementsOf(lines: Buffer, isFirst: boolean): Buffer {
  // Byte for byte: no line end is a part of another character in UTF-8.
  const all = lines.toString('latin1').split('\n');
  const objects = all.filter((line) => line.includes('{'));
  return Buffer.from(objects.map((object, i) => `${isFirst && i === 0 ? '[' : ','}\n${object}`).join(''), 'latin1');
}
