import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { AddressLookupError } from '../errors.ts';

/** Where answered rows are written. */
export interface Output {
  readonly write: (bytes: Buffer) => Promise<void>;
  /** Waits until all that was written would survive the machine; only for a file that is not packed. */
  readonly sync?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a file, packed where its name says so, or stdout without one.
 *
 * @param keptBytes what of the file there is kept; all else is cut off
 * @throws AddressLookupError `output-not-writable`
 */
export async function openOutput(path: string | undefined, keptBytes = 0): Promise<Output> {
  if (path === undefined) return { write: (bytes) => writeTo(process.stdout, bytes), close: async () => {} };
  let handle: FileHandle;
  try {
    handle = await open(path, keptBytes > 0 && existsSync(path) ? 'r+' : 'w');
  } catch (error) {
    throw new AddressLookupError('output-not-writable', `${path} cannot be written.`, { file: path }, { cause: error });
  }
  if (keptBytes > 0) await handle.truncate(keptBytes);
  if (path.endsWith('.gz')) return packedOutput(handle);
  let at = keptBytes;
  return {
    async write(bytes) {
      for (let from = 0; from < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, from, bytes.length - from, at);
        from += bytesWritten;
        at += bytesWritten;
      }
    },
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

function packedOutput(handle: FileHandle): Output {
  const pack: Gzip = createGzip();
  const file = handle.createWriteStream();
  const ended = new Promise<void>((resolve, reject) => file.once('close', resolve).once('error', reject));
  pack.pipe(file);
  return {
    write: (bytes) => writeTo(pack, bytes),
    async close() {
      pack.end();
      await ended;
    },
  };
}

function writeTo(stream: NodeJS.WritableStream, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error == null ? resolve() : reject(error)));
  });
}

/** Whoever read our output has had enough: `| head`. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
