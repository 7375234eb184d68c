import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
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
 * before is there still and nothing else is left behind.
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

function makeDirectories(target: string): WorkingDirectories {
  const parent = dirname(resolve(target));
  const name = basename(resolve(target));
  try {
    mkdirSync(parent, { recursive: true });
    const directories = {
      partial: join(parent, `.${name}.partial-${process.pid}`),
      temporary: join(parent, `.${name}.temporary-${process.pid}`),
    };
    for (const directory of Object.values(directories)) {
      // Of an earlier process with this number, which was killed.
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory);
    }
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
