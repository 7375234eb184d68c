import { unescape as decode } from 'node:querystring';
import sonicBoom from 'sonic-boom';
import type { Answered } from './exchange.ts';

/** The log of the service: a line of JSON for each answer and event, written some at a time. */

/** The log line of an answer, as pino would write it. Built here for speed, because every answer has one. */
export function lineOf(answer: Answered, time: number, hasTerms: boolean): string {
  const { request, operation, country, client, address, status, ms, url } = answer;
  const terms = `${address === '' ? '' : `,"address":"${address}"`}${hasTerms ? `,"url":${JSON.stringify(withoutSession(url))}` : ''}`;
  return `{"level":30,"time":${time},"pid":${process.pid},"request":"${request}","operation":"${operation}","country":"${country}","client":${JSON.stringify(client)},"status":${status},"ms":${ms.toFixed(3)}${terms},"msg":"answered"}\n`;
}

/** A URL without the session, which is never logged; however its name is encoded. */
function withoutSession(url: string): string {
  const [path = '', ...query] = url.split('?');
  const rest = query
    .join('?')
    .split('&')
    .filter((pair) => decode(pair.split('=')[0]!).toLowerCase() !== 'session');
  return rest.join('') === '' ? path : `${path}?${rest.join('&')}`;
}

/** Where log lines go. */
export interface Log {
  /** @param line with its newline */
  write(line: string): void;
  /** Writes what waits before the process ends. */
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
 * Writes lines to a file descriptor in the background, whole lines together.
 *
 * @param maxWrite bytes of a write, unless one line has more
 */
export function openLog(fd: number, maxWrite: number): Log {
  // As buffers: of texts, it would measure those that wait with each that comes.
  const stream = new sonicBoom.SonicBoom({
    fd,
    contentMode: 'buffer',
    maxWrite,
    minLength: maxWrite - 1,
    maxLength: MAX_BACKLOG_BYTES,
    periodicFlush: FLUSH_MS,
  });
  let dropped = 0;
  const write = (line: string): void => void stream.write(Buffer.from(line) as unknown as string);
  stream
    .on('drop', () => dropped++)
    .on('drain', () => {
      if (dropped === 0) return;
      write(`${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'log lines dropped' })}\n`);
      dropped = 0;
    })
    // The reader is gone; continue without a log.
    .on('error', () => {});
  return {
    write,
    async end() {
      const ended = new Promise((resolve) => stream.once('close', resolve).once('error', resolve));
      if (dropped > 0) stream.once('drain', () => stream.end());
      else stream.end();
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, MAX_END_MS).unref())]);
    },
  };
}
