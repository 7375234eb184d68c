import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { AddressLookupError } from '../errors.ts';
import { type AnsweredChunk, addCounts, type BatchCounts, noCounts } from './chunk.ts';
import { type Chunk, CsvRecord, decode, RecordCutter } from './csv.ts';
import type { ChunkEngine } from './engine.ts';
import { type CutOptions, chunksOf, type PeekedInput } from './input.ts';
import type { BatchPlan, PlannedFile } from './plan.ts';
import { lineAsObject, parseObject } from './row-forms.ts';
import type { RowMarks } from './row-marks.ts';

export interface StreamOptions {
  readonly engine: ChunkEngine;
  /** Resolves when the output can take more. */
  readonly write: (bytes: Buffer) => Promise<void>;
  /** Rows that are in the output already. */
  readonly answered?: AnsweredRows | undefined;
  /** Aborting stops reading; rows already read are still answered and written. */
  readonly signal?: AbortSignal | undefined;
  /** The size of chunks; default: that for files. */
  readonly cut?: CutOptions | undefined;
  readonly onChunk?: ((counts: BatchCounts) => void) | undefined;
  /** Called with the marks of each chunk, in order, if the plan has marks. */
  readonly onMarks?: ((marks: RowMarks) => void) | undefined;
}

/** The rows that an earlier run has written. */
interface AnsweredRows {
  readonly rows: number;
  /** A digest of the input rows that these rows answer. */
  readonly digest: string;
  /** The last of them, as they were written: at most 100. */
  readonly last: readonly Buffer[];
}

/** Enough that other options, or another release, nearly always answer one of them in another way. */
const MAX_LAST = 100;

/** The part of an earlier output that a run can keep and continue. */
export interface PartialOutput extends AnsweredRows {
  /** Up to the end of the last whole row. */
  readonly bytes: number;
}

/**
 * Answers the rows of a file in order: cuts it into chunks of whole rows, answers several at a time, and writes them
 * one after the other. Reading waits for writing, so memory does not grow with the file.
 *
 * @throws AddressLookupError `input-corrupt`, `input-mixed` if `answered` is of another input, or was answered in another way
 */
export async function geocodeStream(
  { rest }: PeekedInput,
  file: PlannedFile,
  { engine, write, answered, signal, cut, onChunk, onMarks }: StreamOptions,
): Promise<BatchCounts> {
  const counts = noCounts();
  const running: Promise<AnsweredChunk>[] = [];
  const writeFirst = async (): Promise<void> => {
    const chunk = await running.shift()!;
    await write(chunk.bytes);
    addCounts(counts, chunk);
    if (chunk.marks !== undefined) onMarks?.(chunk.marks);
    onChunk?.(counts);
  };
  try {
    if (answered === undefined) await write(file.head);
    for await (const bytes of withoutAnswered(chunksOf(rest, file, signal, cut), file.plan, engine, answered)) {
      const answering = engine.answer(file.plan, bytes);
      // Without this, a chunk that fails while an earlier one is awaited would end the process.
      answering.catch(() => {});
      running.push(answering);
      while (running.length >= engine.capacity) await writeFirst();
    }
  } finally {
    // Also after bad input, since the rows before it are answered.
    while (running.length > 0) await writeFirst();
  }
  return counts;
}

/** Skips the rows that have been answered, and checks that they are the same rows, and that the last ones have the same answers. */
async function* withoutAnswered(
  chunks: AsyncIterable<Chunk>,
  plan: BatchPlan,
  engine: ChunkEngine,
  answered: AnsweredRows | undefined,
): AsyncGenerator<Buffer, void> {
  let left = answered?.rows ?? 0;
  const digest = new RowDigest(plan);
  for await (const { bytes } of chunks) {
    if (left === 0) {
      yield bytes;
      continue;
    }
    const record = new CsvRecord(bytes, plan.dialect);
    const starts: number[] = [];
    for (; left > 0 && record.read(); left--) {
      digest.add(record, bytes, false);
      starts.push(record.start);
    }
    if (left > 0) continue;
    const { rows, last, digest: expected } = answered!;
    if (digest.value() !== expected) throw otherInput(rows);
    const again = starts.slice(-last.length);
    const { bytes: answers } = await engine.answer(plan, bytes.subarray(again[0], record.next));
    if (!answers.equals(Buffer.concat(last.slice(-again.length)))) throw otherAnswers(rows);
    if (record.next < bytes.length) yield bytes.subarray(record.next);
  }
  if (left > 0) throw otherInput(answered!.rows);
}

/**
 * Reads the output of an earlier run, complete or not. A row that was being written when that run ended does not count.
 * `undefined` if not even the header is complete.
 *
 * @throws AddressLookupError `input-mixed` for a file that does not begin like our output
 */
export async function readPartialOutput(path: string, { plan, head }: PlannedFile): Promise<PartialOutput | undefined> {
  const cutter = new RecordCutter(plan.dialect, 1024 * 1024, Number.POSITIVE_INFINITY);
  const digest = new RowDigest(plan);
  let rows = 0;
  let bytes = head.length;
  let last: Buffer[] = [];
  const add = (chunk: Chunk): void => {
    rows += chunk.records;
    bytes += chunk.bytes.length;
    const record = new CsvRecord(chunk.bytes, plan.dialect);
    while (record.read()) {
      digest.add(record, chunk.bytes, true);
      last.push(chunk.bytes.subarray(record.start, record.next));
    }
    last = last.slice(-MAX_LAST);
  };
  const start = (await buffer(createReadStream(path, { end: head.length }))).subarray(0, head.length);
  if (!head.subarray(0, start.length).equals(start)) throw notOurs(path);
  if (start.length < head.length) return undefined;
  for await (const part of createReadStream(path, { start: head.length }))
    for (const chunk of cutter.push(part as Buffer)) add(chunk);
  const end = cutter.takeWhole();
  if (end !== undefined) add(end);
  return { rows, bytes, digest: digest.value(), last };
}

/**
 * A digest of input rows that can be computed from the rows themselves or from their answers, which contain them. Cells beyond
 * the header are left out: in an answer they follow our columns.
 */
class RowDigest {
  readonly #plan: BatchPlan;
  readonly #hash: Hash = createHash('sha256');
  /** Where our keys begin in an answered object. */
  readonly #ourFirstKey: string;

  constructor(plan: BatchPlan) {
    this.#plan = plan;
    this.#ourFirstKey = `${JSON.stringify(plan.resultColumns[0]?.name ?? '')}:`;
  }

  /** Adds an input row, or the output row that answers it. */
  add(record: CsvRecord, bytes: Buffer, isAnswer: boolean): void {
    const { format, columnCount, dialect, prefix } = this.#plan;
    let end = record.endOfCells(columnCount);
    let missing = '';
    if (format === 'csv') missing = dialect.delimiter.repeat(Math.max(0, columnCount - record.cellCount));
    else if (isAnswer) {
      const ours = bytes.lastIndexOf(this.#ourFirstKey, record.end);
      // The comma before our keys is ours, too, unless the object was empty.
      end = bytes[ours - 1] === COMMA ? ours - 1 : ours;
    } else {
      const line = decode(bytes, record.start, record.next).replace(/\n$/, '');
      const isObject = parseObject(line) !== undefined;
      end = isObject ? bytes.lastIndexOf('}', record.end) : record.start;
      missing = isObject ? '' : lineAsObject(prefix, line);
    }
    this.#hash.update(bytes.subarray(record.start, Math.max(record.start, end)));
    // The answer to a short row has the missing cells, and that to a line without an object is one.
    this.#hash.update(`${missing}\n`);
  }

  value(): string {
    return this.#hash.copy().digest('hex');
  }
}

const COMMA = 0x2c;

function otherInput(rows: number): AddressLookupError {
  return new AddressLookupError(
    'input-mixed',
    `The first ${rows} rows of the output do not answer the first ${rows} rows of this input. Resume with the input and options that the output was begun with, or start again without --resume.`,
    { rows },
  );
}

function otherAnswers(rows: number): AddressLookupError {
  return new AddressLookupError(
    'input-mixed',
    `The last of the ${rows} rows of the output would be answered in another way now. Resume with the options, the index and the version of this program that the output was begun with, or start again without --resume.`,
    { rows },
  );
}

function notOurs(path: string): AddressLookupError {
  return new AddressLookupError(
    'input-mixed',
    `${path} does not begin like the output for this input and these options. Resume with the ones it was begun with, or name another file.`,
    { file: path },
  );
}
