import sonicBoom from 'sonic-boom';
import type { Answered } from './exchange.ts';

/** The log of the service: a line of JSON for each answer and event, written some at a time. */

/** The log line of an answer, as pino would write it. Built here for speed, because every answer has one. */
export function lineOf(answer: Answered, time: number, hasTerms: boolean): () => string {
  return () => {
    const { request, operation, country, client, address, status, ms, url } = answer;
    const terms = `${address === '' ? '' : `,"address":"${address}"`}${hasTerms ? `,"url":${JSON.stringify(url)}` : ''}`;
    return `{"level":30,"time":${time},"pid":${process.pid},"request":"${request}","operation":"${operation}","country":"${country}","client":${JSON.stringify(client)},"status":${status},"ms":${ms.toFixed(3)}${terms},"msg":"answered"}\n`;
  };
}

/** Where log lines go. */
export interface Log {
  /** @param line with its newline, or what makes it when it is written: one after the other they take a fraction of the time */
  write(line: string | (() => string)): void;
  /** Flushes before the process ends. */
  end(): Promise<void>;
}

/**
 * Maximum delay of a line. Each write wakes another thread, which on a busy machine displaces this one: forty writes per
 * second cost more than building the lines.
 */
const FLUSH_MS = 200;

/** A write of up to this many bytes to a pipe is atomic, so that lines of several processes do not mix (POSIX, PIPE_BUF). */
export const MAX_ATOMIC_WRITE = 4096;

/** For a single process, or a file, where writes are sequential. */
export const MAX_WRITE: number = 1 << 20;

/** Maximum bytes waiting for a slow reader of the log; further lines are dropped, because answering matters more. */
const MAX_BACKLOG_BYTES = 8 << 20;

/** How long shutdown waits for a blocked reader of the log. */
const MAX_END_MS = 1000;

/**
 * Writes lines to a file descriptor in the background, in batches of whole lines: a line costs no more than its text until then.
 *
 * @param maxWrite bytes of a batch, unless one line has more
 */
export function openLog(fd: number, maxWrite: number): Log {
  const stream = new sonicBoom.SonicBoom({ fd, contentMode: 'buffer', maxWrite, maxLength: MAX_BACKLOG_BYTES });
  let lines: (string | (() => string))[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  let dropped = 0;
  const send = (batch: string): void => void stream.write(Buffer.from(batch) as unknown as string);
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const batch of batchesOf(lines, maxWrite)) send(batch);
    lines = [];
    length = 0;
  };
  stream
    .on('drop', (batch: Buffer) => {
      dropped += batch.reduce((count, byte) => (byte === LINE_END ? count + 1 : count), 0);
    })
    .on('drain', () => {
      if (dropped === 0) return;
      send(`${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'log lines dropped' })}\n`);
      dropped = 0;
    })
    // The reader is gone; continue without a log.
    .on('error', () => {});
  return {
    write(line) {
      lines.push(line);
      length += typeof line === 'string' ? line.length : ANSWER_LENGTH;
      if (length >= maxWrite) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
    async end() {
      flush();
      const ended = new Promise((resolve) => stream.once('close', resolve).once('error', resolve));
      if (dropped > 0) stream.once('drain', () => stream.end());
      else stream.end();
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, MAX_END_MS).unref())]);
    },
  };
}

/** About that of an answer's line. */
const ANSWER_LENGTH = 220;

const LINE_END = 10;

/** Whole lines together, up to `maxBytes` of UTF-8. Each by itself would be a buffer of its own. */
function* batchesOf(lines: readonly (string | (() => string))[], maxBytes: number): Generator<string, void> {
  let batch = '';
  let bytes = 0;
  for (const each of lines) {
    const line = typeof each === 'string' ? each : each();
    const lineBytes = Buffer.byteLength(line);
    if (batch !== '' && bytes + lineBytes > maxBytes) {
      yield batch;
      batch = '';
      bytes = 0;
    }
    batch += line;
    bytes += lineBytes;
  }
  if (batch !== '') yield batch;
}
