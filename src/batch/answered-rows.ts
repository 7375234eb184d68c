import { createReadStream } from 'node:fs';
import { AddressLookupError } from '../errors.ts';
import { CsvRecord } from './csv/csv-record.ts';
import { RecordCutter } from './csv/record-cutter.ts';
import type { AnsweredRows } from './geocode-stream.ts';
import type { PlannedFile } from './plan-file.ts';

/** What of an output can be kept when it is gone on with. */
export interface PartialOutput extends AnsweredRows {
  /** Up to the end of the last row that is whole. */
  readonly bytes: number;
}

/**
 * Reads an output that an earlier run left behind, whole or not. A row that was being written when the run ended is not
 * counted. `undefined` where not even the header is whole.
 *
 * @throws AddressLookupError `input-mixed` for a file that begins otherwise than our output would
 */
export async function readPartialOutput(path: string, { plan, head }: PlannedFile): Promise<PartialOutput | undefined> {
  const cutter = new RecordCutter(plan.dialect, 1024 * 1024, Number.POSITIVE_INFINITY);
  let rows = 0;
  let bytes = head.length;
  let lastRow: Buffer = Buffer.alloc(0);
  let start: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    let part = chunk as Buffer;
    if (start.length < head.length) {
      const wanted = head.length - start.length;
      start = Buffer.concat([start, part.subarray(0, wanted)]);
      part = part.subarray(wanted);
    }
    if (!head.subarray(0, start.length).equals(start)) throw notOurs(path);
    for (const piece of cutter.push(part)) {
      rows += piece.records;
      bytes += piece.bytes.length;
      lastRow = lastRecordOf(piece.bytes, plan);
    }
  }
  if (start.length < head.length) return undefined;
  const rest = cutter.takeWhole();
  if (rest !== undefined) {
    rows += rest.records;
    bytes += rest.bytes.length;
    lastRow = lastRecordOf(rest.bytes, plan);
  }
  return { rows, bytes, lastRow };
}

function lastRecordOf(bytes: Buffer, plan: PlannedFile['plan']): Buffer {
  const record = new CsvRecord(bytes, plan.dialect);
  while (record.read());
  return Buffer.from(bytes.subarray(record.start, record.end));
}

function notOurs(path: string): AddressLookupError {
  return new AddressLookupError(
    'input-mixed',
    `${path} does not begin as the output of this input with these options would. Go on with those that it was begun with, or name another file.`,
    { file: path },
  );
}
