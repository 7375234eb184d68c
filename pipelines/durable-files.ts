import { randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/*
 * What publishing needs of the file system: changes that are on the disk when a call returns, and that a power failure
 * leaves either done or not done.
 */

/**
 * Creates a directory and those above it. In Node 20, `mkdirSync` with `recursive` never returns if a directory cannot be created
 * for some reasons, as in /proc. The entries of new directories are flushed to disk like everything else.
 */
export function makeDirectory(path: string): void {
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

/** Flushes a directory and all that is in it to disk. */
export function syncTree(path: string): void {
  if (lstatSync(path).isDirectory()) for (const entry of readdirSync(path)) syncTree(join(path, entry));
  sync(path);
}

/** Flushes the content of a file, or the entries of a directory, to disk. */
export function sync(path: string): void {
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

/** Replaces a small file in one step: a reader finds the former text or the new one, even after a power failure. */
export function replaceFile(path: string, text: string): void {
  const aside = `${path}-${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(aside, text);
    sync(aside);
    renamePatiently(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
  sync(dirname(path));
}

/** Windows does not replace a file that another process has open, which readers of a pointer have for a moment. */
function renamePatiently(from: string, to: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const isBusy = ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '');
      if (process.platform !== 'win32' || !isBusy || attempt === MAX_RENAMES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, attempt);
    }
  }
}

const MAX_RENAMES = 60;

/** Hard-links a file, or copies it on file systems without hard links. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/**
 * Removes a directory as far as possible; the rest, such as files open in Windows, stays under a name that `isLeftover`
 * recognises. It is renamed first, since the threads of an interrupted build would continue to fill it, and readers
 * should find all of it or nothing.
 */
export function removeTree(path: string): void {
  const doomed = join(dirname(path), leftoverName('removed'));
  try {
    renameSync(path, doomed);
    rmSync(doomed, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // It has moved to its place, or stays for the next build.
  }
}

/** A name for a working directory; `token` makes it unique. */
export function leftoverName(kind: 'partial' | 'temporary' | 'removed', token: string = newToken()): string {
  return `.${kind}-${token}`;
}

/** Whether this is a working directory: if no process holds the lock, a killed one has left it. */
export function isLeftover(name: string): boolean {
  return /^\.(?:partial|temporary|removed)-[0-9a-f]{16}$/.test(name);
}

function newToken(): string {
  return randomBytes(8).toString('hex');
}
