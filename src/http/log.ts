import sonicBoom from 'sonic-boom';
import type { Answered } from './exchange.ts';

/**
 * The log of the service: a line of JSON for each answer and event, written some at a time; for a person at a terminal, a
 * readable line.
 */

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
 * @param isForPerson writes them as a person reads them, not as JSON
 */
export function openLog(fd: number, maxWrite: number, isForPerson: boolean = false): Log {
  const stream = new sonicBoom.SonicBoom({ fd, contentMode: 'buffer', maxWrite, maxLength: MAX_BACKLOG_BYTES });
  let lines: (string | (() => string))[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  let dropped = 0;
  const send = (batch: string): void => void stream.write(Buffer.from(batch) as unknown as string);
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const texts = lines.map((line) => (typeof line === 'string' ? line : line()));
    for (const batch of batchesOf(isForPerson ? texts.map(readableLine) : texts, maxWrite)) send(batch);
    lines = [];
    length = 0;
  };
  const write = (line: string | (() => string)): void => {
    lines.push(line);
    length += typeof line === 'string' ? line.length : ANSWER_LENGTH;
    if (length >= maxWrite) flush();
    else timer ??= setTimeout(flush, FLUSH_MS).unref();
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
    write,
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

/** Whole lines together, up to `maxBytes` of UTF-8. */
function* batchesOf(lines: readonly string[], maxBytes: number): Generator<string, void> {
  let batch = '';
  let bytes = 0;
  for (const line of lines) {
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

const LEVELS: Readonly<Record<number, string>> = { 40: 'warning: ', 50: 'error: ', 60: 'error: ' };

interface LogEntry {
  readonly level: number;
  readonly time: number;
  readonly pid?: number;
  readonly msg?: string;
  readonly operation?: string;
  readonly country?: string;
  readonly client?: string;
  readonly address?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly url?: string;
  readonly request?: string;
}

/**
 * A line of the log for a person at a terminal; programs get the JSON as it is.
 *
 * @example readableLine('{"level":30,"time":1764000000000,"operation":"radius","country":"nl","client":"shop","status":200,"ms":0.412,…}')
 * // '16:00:00  200  radius nl  0.4 ms  shop'
 */
export function readableLine(line: string): string {
  const entry = JSON.parse(line) as LogEntry;
  const { level, time, pid: _pid, msg = '', request: _request, ...data } = entry;
  const clock = new Date(time).toTimeString().slice(0, 8);
  if (data.status === undefined || data.ms === undefined) {
    const rest = Object.entries(data).map(([name, value]) => `${name} ${shown(value)}`);
    return `${clock}  ${LEVELS[level] ?? ''}${[msg, ...rest].join('  ')}\n`;
  }
  const { status, operation, country, ms, client, address, url } = data;
  const what = [operation || 'other', country].filter(Boolean).join(' ');
  return `${[clock, status, what, `${ms.toFixed(1)} ms`, client || address, url].filter(Boolean).join('  ')}\n`;
}

/** A value for display; of objects with names, such as registers, only names and dates, since the rest is in the manifest. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  const { name, referenceDate } = value as { readonly name?: string; readonly referenceDate?: string | null };
  return name === undefined ? JSON.stringify(value) : [name, referenceDate].filter(Boolean).join(' ');
}
