import { write, writeSync } from 'node:fs';

/**
 * Lines wait no longer than this. Each write wakes another thread, and where cores are busy it takes this one's place: at forty
 * writes a second that cost more than making the lines.
 */
const FLUSH_MS = 200;

/** After this a reader that had no room is tried again. */
const RETRY_MS = 25;

/** A pipe takes so many bytes at once or not at all: then the lines of several processes do not mix (POSIX, PIPE_BUF). */
export const LARGEST_ATOMIC_WRITE = 4096;

/** Where no other process writes, or into a file, where writes follow one another. */
export const LARGEST_WRITE: number = 1 << 20;

/** When whoever reads the log has fallen so far behind, further lines are dropped: answering matters more. */
const LARGEST_BACKLOG_BYTES = 8 << 20;

/**
 * Writes lines to a file descriptor in the background, many at a time. Where each answer makes a line, this costs a tenth of
 * a stream that writes them one by one.
 */
export class LogLines {
  readonly #fd: number;
  readonly #largestWrite: number;
  #lines: string[] = [];
  #length = 0;
  #dropped = 0;
  #isWriting = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(fd: number, largestWrite: number) {
    this.#fd = fd;
    this.#largestWrite = largestWrite;
  }

  /** @param line with its newline */
  write(line: string): void {
    if (this.#length + line.length > LARGEST_BACKLOG_BYTES) {
      this.#dropped++;
      return;
    }
    this.#lines.push(line);
    this.#length += line.length;
    if (!this.#isWriting) this.#timer ??= setTimeout(() => this.#writeNext(), FLUSH_MS).unref();
  }

  /** Writes what is left, before the process ends. */
  flushSync(): void {
    try {
      for (let chunk = this.#takeChunk(); chunk !== undefined; chunk = this.#takeChunk()) writeSync(this.#fd, chunk);
    } catch {
      // Nobody reads any more.
    }
  }

  #writeNext(): void {
    this.#timer = undefined;
    const chunk = this.#takeChunk();
    this.#isWriting = chunk !== undefined;
    if (chunk !== undefined) this.#writeWhole(chunk);
  }

  #writeWhole(chunk: Buffer): void {
    write(this.#fd, chunk, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(() => this.#writeWhole(chunk), RETRY_MS);
      else if (error === null && written < chunk.length) this.#writeWhole(chunk.subarray(written));
      else this.#writeNext();
    });
  }

  /** Whole lines up to the largest write; a longer line by itself. */
  #takeChunk(): Buffer | undefined {
    if (this.#dropped > 0 && this.#length < LARGEST_BACKLOG_BYTES / 2) {
      this.#lines.push(
        `${JSON.stringify({ level: 40, time: Date.now(), dropped: this.#dropped, msg: 'log lines dropped' })}\n`,
      );
      this.#dropped = 0;
    }
    let count = 0;
    let bytes = 0;
    for (; count < this.#lines.length; count++) {
      bytes += Buffer.byteLength(this.#lines[count]!);
      if (bytes > this.#largestWrite && count > 0) break;
    }
    if (count === 0) return undefined;
    const text = this.#lines.splice(0, count).join('');
    this.#length -= text.length;
    return Buffer.from(text);
  }
}
