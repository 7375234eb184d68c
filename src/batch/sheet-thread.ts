import { parentPort, workerData } from 'node:worker_threads';
import { AddressLookupError } from '../errors.ts';
import { openSheet } from './spreadsheet.ts';
import type { FromSheetThread, SheetTask } from './threaded-sheet.ts';

/** A thread that reads one sheet: reports which it is, and then sends a part of its rows for each message. */
const { bytes, wanted, limits } = workerData as SheetTask;

const say = (message: FromSheetThread): void => {
  parentPort!.postMessage(message, message.kind === 'rows' ? [message.bytes.buffer as ArrayBuffer] : []);
};

try {
  const { sheet, csv } = await openSheet(whole(), wanted, limits);
  say({ kind: 'sheet', sheet });
  parentPort!.on('message', () => {
    csv.next().then(({ value, done }) => {
      if (done) {
        say({ kind: 'end' });
        parentPort!.close();
        // Copied, so that it can be transferred: small buffers share their memory.
      } else say({ kind: 'rows', bytes: new Uint8Array(value) });
    }, fail);
  });
} catch (error) {
  fail(error);
}

async function* whole(): AsyncGenerator<Buffer, void> {
  yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Errors lose their class on the way between threads, so they travel as data. */
function fail(error: unknown): void {
  if (!(error instanceof AddressLookupError)) throw error;
  const { code, message, data } = error;
  say({ kind: 'error', code, message, data });
  parentPort!.close();
}
