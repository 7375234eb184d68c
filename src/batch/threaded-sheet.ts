import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { AddressLookupError, type ErrorCode } from '../errors.ts';
import { moduleBeside, startThread } from '../threads/thread-module.ts';
import { FILE_WORKBOOK, readWhole, type SheetInfo, type WorkbookLimits } from './spreadsheet.ts';

/** The task of a thread that reads a sheet. */
export interface SheetTask {
  readonly bytes: Uint8Array;
  readonly wanted: string | undefined;
  readonly limits: WorkbookLimits;
}

/** The messages of the thread: which sheet it reads, a part of the rows for each request, and the end. */
export type FromSheetThread =
  | { readonly kind: 'sheet'; readonly sheet: SheetInfo }
  | { readonly kind: 'rows'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'error';
      readonly code: ErrorCode;
      readonly message: string;
      readonly data: Readonly<Record<string, unknown>>;
    };

/** Maximum heap of the thread: the texts of a workbook, and its largest part while it is unpacked. */
const MAX_HEAP_MB = 512;

/**
 * `openSheet` in a separate thread: unpacking a workbook of some megabytes takes seconds, during which a server has other requests to answer. Rows are
 * produced on demand. A workbook that takes too much memory ends the thread, not the process.
 *
 * @throws AddressLookupError as `openSheet`
 */
export async function openSheetInThread(
  input: AsyncIterable<Buffer>,
  wanted: string | undefined,
  limits: WorkbookLimits = FILE_WORKBOOK,
): Promise<{ readonly sheet: SheetInfo; readonly csv: AsyncGenerator<Buffer, void> }> {
  const bytes = new Uint8Array(await readWhole(input, limits.packedBytes));
  const thread = startThread(moduleBeside('sheet-thread', import.meta.url), {
    workerData: { bytes, wanted, limits } satisfies SheetTask,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  try {
    const first = await next(thread);
    if (first.kind !== 'sheet') throw new Error(`The thread said ${first.kind} before it said which sheet it reads.`);
    return { sheet: first.sheet, csv: rowsOf(thread) };
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}

async function* rowsOf(thread: Worker): AsyncGenerator<Buffer, void> {
  try {
    for (;;) {
      const said = next(thread);
      thread.postMessage('next');
      const message = await said;
      if (message.kind !== 'rows') return;
      const { buffer, byteOffset, byteLength } = message.bytes;
      yield Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
    }
  } finally {
    await thread.terminate();
  }
}

/** @throws AddressLookupError that the thread says; `input-corrupt` where it ends by itself, as when a workbook takes too much memory */
async function next(thread: Worker): Promise<FromSheetThread> {
  const done = new AbortController();
  try {
    const [message] = (await Promise.race([
      once(thread, 'message', { signal: done.signal }),
      once(thread, 'exit', { signal: done.signal }).then(() => {
        throw new Error('the thread that reads it has ended');
      }),
    ])) as [FromSheetThread];
    if (message.kind === 'error') throw new AddressLookupError(message.code, message.message, message.data);
    return message;
  } catch (error) {
    if (error instanceof AddressLookupError) throw error;
    const why =
      (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? 'it takes too much memory'
        : (error as Error).message;
    throw new AddressLookupError(
      'input-corrupt',
      `The workbook cannot be read: ${why}. Save the sheet as CSV.`,
      {},
      { cause: error },
    );
  } finally {
    done.abort();
  }
}
