import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { AddressLookupError } from '../src/errors.ts';
import { behindLinks, findSetAside, foreignEntriesOf, setAsideName } from '../src/store/directory.ts';
import { DirectoryLock } from './directory-lock.ts';

/** The two working directories of `publishDirectory`; both are removed or moved when it is done. */
export interface WorkingDirectories {
  /** What is written here becomes the target. */
  readonly partial: string;
  /** For temporary files, on the same disk. */
  readonly temporary: string;
}

/**
 * Replaces the index in the directory `target` by the output of `write`, which writes to a directory next to it. When `write` has returned,
 * everything is flushed to disk, the old index is moved aside, the new one is moved into place, both moves are flushed to disk,
 * and only then is the old one removed: whenever the power fails, one of the two is complete. If anything fails,
 * or the process is interrupted, the old index is unchanged and nothing else is left. The next process removes or restores
 * what a killed one leaves, on whatever machine it runs: a lock shows that the other is dead.
 *
 * Only an index is replaced: a file, a mount point or a directory with other content is refused before `write` begins.
 *
 * @throws AddressLookupError `output-not-writable`, also while another process publishes to the target; whatever `write` throws
 */
export async function publishDirectory<Result>(
  target: string,
  write: (directories: WorkingDirectories) => Promise<Result>,
): Promise<Result> {
  const destination = behindLinks(target);
  const { lock, partial, temporary } = await prepare(destination);
  const cleanUp = (): void => {
    for (const directory of [partial, temporary]) removeTree(directory);
    lock.release();
  };
  const stopListening = onInterrupt(cleanUp);
  try {
    const result = await write({ partial, temporary });
    publish(partial, destination, lock);
    return result;
  } catch (error) {
    throw outputError(error, dirname(destination)) ?? error;
  } finally {
    cleanUp();
    stopListening();
  }
}

/** Takes the lock, cleans up after a killed process, and creates the two working directories. */
async function prepare(destination: string): Promise<WorkingDirectories & { readonly lock: DirectoryLock }> {
  const parent = dirname(destination);
  const nameOf = (kind: string): string => join(parent, `.${basename(destination)}.${kind}`);
  let lock: DirectoryLock | undefined;
  try {
    makeDirectory(parent);
    lock = await DirectoryLock.acquire(nameOf('lock'));
    clearAfterKilled(destination);
    assertReplaceable(destination);
    const directories = {
      partial: nameOf(`partial-${lock.token}`),
      temporary: nameOf(`temporary-${lock.token}`),
    };
    for (const directory of Object.values(directories)) mkdirSync(directory);
    return { ...directories, lock };
  } catch (error) {
    lock?.release();
    throw error instanceof AddressLookupError ? error : notWritable(parent, error as Error);
  }
}

/**
 * `mkdirSync` with `recursive` of Node 20 never ends where a directory cannot be made and does not say why, as in /proc.
 * The entries of new directories are flushed to disk like everything else.
 */
function makeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectory(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another build may have made it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
  sync(parent);
}

/** The holder of the lock is alone here, so anything that other processes left is abandoned. */
function clearAfterKilled(destination: string): void {
  const parent = dirname(destination);
  const setAside = findSetAside(destination);
  // The process was killed after moving the old index aside and before moving the new one into place.
  if (setAside !== undefined && !isThere(destination)) renameSync(setAside, destination);
  const prefix = `.${basename(destination)}.`;
  for (const entry of readdirSync(parent)) {
    if (
      entry.startsWith(prefix) &&
      /^(?:partial|temporary|previous|lock)-[0-9a-f]{16}$/.test(entry.slice(prefix.length))
    )
      rmSync(join(parent, entry), { recursive: true, force: true });
  }
}

/**
 * The target will be removed, so it must be an index or absent.
 *
 * @throws AddressLookupError `output-not-writable`
 */
function assertReplaceable(destination: string): void {
  const stats = lstatSync(destination, { throwIfNoEntry: false });
  if (stats === undefined) return;
  const refuse = (what: string): never => {
    throw new AddressLookupError(
      'output-not-writable',
      `${destination} ${what}; it was left as it is. Choose another directory with --out.`,
      { got: destination },
    );
  };
  if (!stats.isDirectory()) refuse('is a file, where the directory of an index would be');
  if (stats.dev !== statSync(dirname(destination)).dev)
    refuse('is a mount point, which cannot be replaced in one step: mount the directory above it');
  const foreign = foreignEntriesOf(destination);
  if (foreign.length > 0) {
    const shown = foreign
      .slice(0, 3)
      .map((name) => `"${name}"`)
      .join(', ');
    refuse(`would be replaced, but holds ${shown}${foreign.length > 3 ? ', …' : ''}, which is no part of an index`);
  }
}

/** These steps are ordered so that a power failure at any moment leaves one complete index. */
function publish(partial: string, destination: string, lock: DirectoryLock): void {
  const parent = dirname(destination);
  const setAside = join(parent, setAsideName(basename(destination), lock.token));
  // The new files, and the directory that names them, are on the disk before anything moves.
  syncTree(partial);
  if (!lock.isHeld()) throw lockLost(destination);
  assertReplaceable(destination);
  // A directory cannot be replaced in one step: the old one is moved aside, and restored if the new one cannot be moved.
  const hasPrevious = isThere(destination);
  if (hasPrevious) renameSync(destination, setAside);
  try {
    renameSync(partial, destination);
  } catch (error) {
    if (hasPrevious) renameSync(setAside, destination);
    throw error;
  }
  // The old one is removed only when the move of the new one is on disk.
  sync(parent);
  removeTree(setAside);
}

/**
 * Removes a directory as far as possible: the next build removes the rest, such as files open in
 * Windows. It is renamed first, since the threads of a build that is interrupted would go on filling it.
 */
function removeTree(path: string): void {
  const doomed = path.replace(/[0-9a-f]{16}$/, randomBytes(8).toString('hex'));
  try {
    renameSync(path, doomed);
    rmSync(doomed, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // It has moved to its place, or stays for the next build.
  }
}

function syncTree(path: string): void {
  if (lstatSync(path).isDirectory()) for (const entry of readdirSync(path)) syncTree(join(path, entry));
  sync(path);
}

/** Flushes the content of a file, or the entries of a directory, to disk. */
function sync(path: string): void {
  const isDirectory = statSync(path).isDirectory();
  // Windows cannot open directories, and flushes only files open for writing.
  if (isDirectory && process.platform === 'win32') return;
  const file = openSync(path, isDirectory ? 'r' : 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Error codes of file systems for a disk that cannot be written. */
const DISK_FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on it',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'it is read-only',
  EIO: 'the disk failed',
};

/** A message for a failure to write next to the target; `undefined` for any other error. */
function outputError(error: unknown, parent: string): AddressLookupError | undefined {
  const { code = '', path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  if (error instanceof AddressLookupError) return undefined;
  const isBeside = [path, dest].some((each) => each?.startsWith(`${parent}${sep}`));
  const fault = DISK_FAULTS[code];
  if (fault !== undefined && (isBeside || path === undefined)) return notWritable(parent, error as Error, fault);
  return isBeside && ['EACCES', 'EPERM', 'EBUSY', 'EXDEV'].includes(code)
    ? notWritable(parent, error as Error)
    : undefined;
}

function notWritable(parent: string, cause: Error, reason: string = cause.message): AddressLookupError {
  return new AddressLookupError(
    'output-not-writable',
    `Nothing can be written to "${parent}" (${reason}); an index that was there is as it was. Make room, or choose another directory with --out.`,
    { got: parent },
    { cause },
  );
}

function lockLost(destination: string): AddressLookupError {
  return new AddressLookupError(
    'output-not-writable',
    `${destination} was not replaced: this build was suspended for so long that another one has begun to write there. Build again when that has ended.`,
    { got: destination },
  );
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `cleanUp` when the process is interrupted, and then lets it end as it would have. A signal that comes again during
 * the cleaning up waits for its end: under npm and tsx every signal comes twice. Returns how to stop listening.
 */
function onInterrupt(cleanUp: () => void): () => void {
  const stop = (): void => {
    for (const signal of SIGNALS) process.removeListener(signal, end);
  };
  const end = (signal: NodeJS.Signals): void => {
    cleanUp();
    stop();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return stop;
}
