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
 * Maximum delay of a line, and how many may wait until then. Each write wakes another thread, which on a busy machine
 * displaces this one: forty writes per second cost more than building the lines.
 */
const FLUSH_MS = 200;
const MAX_WAITING_LINES = 512;

/** A write of up to this many bytes to a pipe is atomic, so that lines of several processes do not mix (POSIX, PIPE_BUF). */
export const MAX_ATOMIC_WRITE = 4096;

/** For a single process, or a file, where writes are sequential. */
export const MAX_WRITE: number = 1 << 20;

/** Maximum bytes waiting for a slow reader of the log; further lines are dropped, because answering matters more. */
const MAX_BACKLOG_BYTES = 8 << 20;

/** How long shutdown waits for a blocked reader of the log. */
const MAX_END_MS = 1000;

/**
 * Writes lines to a file descriptor in the background, whole ones together: a line costs no more than its text until then.
 *
 * @param maxWrite bytes that are written at once, unless one line has more
 */
export function openLog(fd: number, maxWrite: number): Log {
  const stream = new sonicBoom.SonicBoom({ fd, contentMode: 'buffer', maxWrite, maxLength: MAX_BACKLOG_BYTES });
  let lines: (string | (() => string))[] = [];
  let timer: NodeJS.Timeout | undefined;
  let dropped = 0;
  const send = (line: string): void => void stream.write(Buffer.from(line) as unknown as string);
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const line of lines) send(typeof line === 'string' ? line : line());
    lines = [];
  };
  stream
    .on('drop', () => {
      dropped++;
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
      if (lines.push(line) >= MAX_WAITING_LINES) flush();
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
