import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { AddressLookupError } from '../src/errors.ts';

/** The two directories that `publishDirectory` lends out; both are gone, or have moved, when it is done. */
export interface WorkingDirectories {
  /** What is written here becomes the target. */
  readonly partial: string;
  /** For temporary files, on the same disk. */
  readonly temporary: string;
}

/**
 * Replaces the directory `target` by what `write` puts into a directory aside: only when `write` has returned is the old
 * one moved away and the new one into its place. When anything fails, and when the process is interrupted, what was there
 * before is there still and nothing else is left behind. What a process leaves that was killed outright, the next one on
 * the same machine removes.
 *
 * @throws AddressLookupError `output-not-writable`; whatever `write` throws
 */
export async function publishDirectory<Result>(
  target: string,
  write: (directories: WorkingDirectories) => Promise<Result>,
): Promise<Result> {
  const { partial, temporary } = makeDirectories(target);
  const remove = (): void => {
    for (const directory of [partial, temporary]) rmSync(directory, { recursive: true, force: true });
  };
  const stopListening = onInterrupt(remove);
  try {
    const result = await write({ partial, temporary });
    moveIntoPlace(partial, target);
    return result;
  } finally {
    stopListening();
    remove();
  }
}

/** Machine and process: a process number says nothing to another machine, or container, that shares the disk. */
const MACHINE: string = hostname().replaceAll(/[^\w.]/g, '_');
const OWNER: string = `${MACHINE}-${process.pid}`;

/**
 * Removes what processes left beside the target that were killed before they could; and puts back the old target where
 * that was after it had stepped aside and before the new one had followed.
 */
function clearAfterKilled(parent: string, name: string): void {
  for (const kind of ['previous', 'partial', 'temporary']) {
    const prefix = `.${name}.${kind}-${MACHINE}-`;
    for (const entry of readdirSync(parent)) {
      const owner = entry.startsWith(prefix) ? Number(entry.slice(prefix.length)) : Number.NaN;
      if (!Number.isInteger(owner) || (owner !== process.pid && isRunning(owner))) continue;
      if (kind === 'previous' && !existsSync(join(parent, name))) renameSync(join(parent, entry), join(parent, name));
      else rmSync(join(parent, entry), { recursive: true, force: true });
    }
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function makeDirectories(target: string): WorkingDirectories {
  const parent = dirname(resolve(target));
  const name = basename(resolve(target));
  try {
    mkdirSync(parent, { recursive: true });
    clearAfterKilled(parent, name);
    const directories = {
      partial: join(parent, `.${name}.partial-${OWNER}`),
      temporary: join(parent, `.${name}.temporary-${OWNER}`),
    };
    for (const directory of Object.values(directories)) mkdirSync(directory);
    return directories;
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new AddressLookupError(
      'output-not-writable',
      `Nothing can be written to "${parent}" (${reason}). Choose another directory with --out.`,
      { got: parent },
      { cause },
    );
  }
}

/** A directory cannot be replaced in one step: the old one steps aside first, and comes back if the new one cannot follow. */
function moveIntoPlace(partial: string, target: string): void {
  const previous = join(dirname(partial), basename(partial).replace('.partial-', '.previous-'));
  const hasPrevious = existsSync(target);
  if (hasPrevious) renameSync(target, previous);
  try {
    renameSync(partial, target);
  } catch (error) {
    if (hasPrevious) renameSync(previous, target);
    throw error;
  }
  rmSync(previous, { recursive: true, force: true });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `cleanUp` when the process is interrupted, and then lets it end as it would have. Returns how to stop that. */
function onInterrupt(cleanUp: () => void): () => void {
  const stop = (): void => {
    for (const signal of SIGNALS) process.removeListener(signal, end);
  };
  const end = (signal: NodeJS.Signals): void => {
    stop();
    cleanUp();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return stop;
}
