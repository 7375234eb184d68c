import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { AddressLookupError, diskFaultOf, notWritable, systemFault } from '../src/errors.ts';
import { foreignEntriesOf, ownEntriesOf } from '../src/store/directory.ts';
import { LAST_UPDATE_FILE } from '../src/store/last-update.ts';
import { INDEX_FILES, isDay } from '../src/store/manifest.ts';
import {
  behindLinks,
  formatPointer,
  POINTER_FILE,
  RELEASES_DIRECTORY,
  type ReleasePointer,
  readPointer,
  releaseDirectory,
  releasesIn,
} from '../src/store/releases.ts';
import { DirectoryLock } from './directory-lock.ts';
import {
  isLeftover,
  leftoverName,
  linkOrCopy,
  makeDirectory,
  removeTree,
  replaceFile,
  sync,
  syncTree,
} from './durable-files.ts';

/** The two working directories of `publishDirectory`; both are removed or moved when it is done. */
export interface WorkingDirectories {
  /** Becomes the release. */
  readonly partial: string;
  /** For temporary files, on the same disk. */
  readonly temporary: string;
}

interface PublishOptions {
  /** How many releases to keep, including the current one; at least 1. */
  readonly keep?: number;
}

export const DEFAULT_KEEP = 3;

/**
 * The directory in which a candidate that failed a gate stays for inspection until the next build. It is never a release,
 * and no reader opens it.
 */
export function refusedDirectory(place: string): string {
  return join(place, RELEASES_DIRECTORY, '.refused');
}

/**
 * Publishes the output of `write` as a new release in the place `target` of a country: it is written to a working directory,
 * flushed to disk, moved among the releases, and the pointer is replaced in one step (src/store/releases.ts). Readers
 * find the former release or the new one, whole. An index that lies directly in `target` becomes the former release.
 * Releases beyond `keep` are removed when all this is on disk.
 *
 * Whenever the process is killed or the power fails, the place has one complete current release. If anything fails, or the
 * process is interrupted, the former release stays current and nothing else is left, but for a candidate that failed a gate
 * (`refusedDirectory`). The next process, on any machine, removes what a killed one has left: the lock shows that the other
 * is dead.
 *
 * A file, or a directory with other content than an index, is refused before `write` begins. Other files next to
 * an index are left alone.
 *
 * @throws AddressLookupError `output-not-writable`, also while another process publishes to the target; whatever `write` throws
 */
export async function publishDirectory<Result>(
  target: string,
  write: (directories: WorkingDirectories) => Promise<Result>,
  { keep = DEFAULT_KEEP }: PublishOptions = {},
): Promise<Result> {
  return underLock(target, async (place, lock) => {
    const directories = {
      partial: join(place, RELEASES_DIRECTORY, leftoverName('partial', lock.token)),
      temporary: join(place, RELEASES_DIRECTORY, leftoverName('temporary', lock.token)),
    };
    const refused = refusedDirectory(place);
    removeTree(refused);
    for (const directory of Object.values(directories)) mkdirSync(directory);
    let result: Result;
    try {
      result = await write(directories);
    } catch (error) {
      if (error instanceof AddressLookupError && error.code === 'gates-failed' && lock.isHeld())
        renameSync(directories.partial, refused);
      throw error;
    }
    syncTree(directories.partial);
    if (!lock.isHeld()) throw lockLost(place);
    publish(place, directories.partial, keep);
    return result;
  });
}

/**
 * Makes another kept release current: `release`, or the one that was current before this one. The caller checks in `check`,
 * which is called with its directory before anything changes, that it can be opened. Returns the names of both.
 *
 * @throws AddressLookupError `index-not-found` if there is no such release; `output-not-writable`; whatever `check` throws
 */
export async function rollBack(
  target: string,
  release: string | undefined,
  check: (directory: string) => Promise<void>,
): Promise<{ readonly from: string | undefined; readonly to: string }> {
  if (releasesIn(target).length === 0) throw noRelease(target, release);
  return underLock(target, async (place, lock) => {
    const { current, releases } = keptReleases(place, certainPointer(place));
    const to = release ?? releases[current === undefined ? 0 : releases.indexOf(current) + 1];
    if (to === undefined || !releases.includes(to)) throw noRelease(place, release);
    await check(releaseDirectory(place, to));
    if (!lock.isHeld()) throw lockLost(place);
    replaceFile(join(place, POINTER_FILE), formatPointer({ current: to, releases }));
    return { from: current, to };
  });
}

/** The pointer of a place, with all existing releases. Releases that the pointer does not list come last. */
export function keptReleases(
  place: string,
  pointer: ReleasePointer | undefined = readablePointer(place),
): Omit<ReleasePointer, 'current'> & { readonly current?: string } {
  const present = releasesIn(place);
  const known = pointer?.releases.filter((name) => present.includes(name)) ?? [];
  const releases = [...known, ...present.filter((name) => !known.includes(name))];
  return { releases, ...(pointer === undefined ? {} : { current: pointer.current }) };
}

/** A damaged pointer, which readers refuse, is replaced by the next publication. */
function readablePointer(place: string): ReleasePointer | undefined {
  try {
    return readPointer(place);
  } catch {
    return undefined;
  }
}

/** As `readablePointer`. @throws errors of the file system: which release is the one before is only certain if the disk gave the pointer */
function certainPointer(place: string): ReleasePointer | undefined {
  try {
    return readPointer(place);
  } catch (error) {
    const { cause } = error as Error;
    if (systemFault(cause) !== undefined) throw cause;
    return undefined;
  }
}

/** Calls `work` as the only process that publishes to a place, after cleaning up what a killed one has left. */
async function underLock<Result>(
  target: string,
  work: (place: string, lock: DirectoryLock) => Promise<Result>,
): Promise<Result> {
  const place = behindLinks(target);
  let isNew = false;
  let lock: DirectoryLock | undefined;
  let before: string | undefined;
  const cleanUp = (): void => {
    try {
      if (lock !== undefined) removeLeftovers(place, isStillHeld(lock) ? '' : lock.token);
    } catch {
      // The next build removes what this one cannot.
    }
    lock?.release();
    // If nothing was published, not even empty directories stay.
    removeEmpty(join(place, RELEASES_DIRECTORY));
    if (isNew) removeEmpty(place);
  };
  let stopListening = (): void => {};
  try {
    assertOurs(place);
    isNew = !isThere(place);
    makeDirectory(place);
    lock = await DirectoryLock.acquire(join(place, LOCK_FILE));
    stopListening = onInterrupt(cleanUp);
    removeLeftovers(place);
    makeDirectory(join(place, RELEASES_DIRECTORY));
    before = readablePointer(place)?.current;
    return await work(place, lock);
  } catch (error) {
    const now = readablePointer(place)?.current;
    if (systemFault(error) !== undefined && lock !== undefined) {
      if (!isStillHeld(lock)) throw lockLost(place);
      if (now !== before && now !== undefined) throw notCertain(place, now, error);
    }
    throw outputError(error, place, lock === undefined) ?? systemFault(error) ?? error;
  } finally {
    cleanUp();
    stopListening();
  }
}

/** A lock that cannot be read is taken for held: what is done under it is checked again before anything is published. */
function isStillHeld(lock: DirectoryLock): boolean {
  try {
    return lock.isHeld();
  } catch {
    return true;
  }
}

/** The pointer has been replaced, but not all that follows was done. */
function notCertain(place: string, release: string, cause: unknown): AddressLookupError {
  return new AddressLookupError(
    'output-not-writable',
    `${release} is current in ${place} now, but after that ${diskFaultOf(cause) ?? (cause as Error).message}: a power failure could undo it, and older releases may still be there. Check the disk.`,
    { got: place, current: release },
    { cause },
  );
}

const LOCK_FILE = '.lock';

/**
 * The holder of the lock is alone here, so any working directory is its own or abandoned. One that has lost the lock
 * gives its own `token`, and removes nothing else.
 */
function removeLeftovers(place: string, token: string = ''): void {
  for (const name of entriesOf(join(place, RELEASES_DIRECTORY)))
    if (isLeftover(name) && name.endsWith(token)) removeTree(join(place, RELEASES_DIRECTORY, name));
  if (token !== '') return;
  for (const name of entriesOf(place))
    if (/^(?:current\.json|last-update\.json|\.lock)-[0-9a-f]{16}$/.test(name))
      rmSync(join(place, name), { force: true });
}

/**
 * Asserts that a place has an index or is empty, since nothing else may be written to.
 *
 * @throws AddressLookupError `output-not-writable`
 */
export function assertOurs(place: string): void {
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return;
  const refuse = (what: string): never => {
    throw new AddressLookupError(
      'output-not-writable',
      `${place} ${what}; it was left as it is. Choose another directory with --out.`,
      { got: place },
    );
  };
  if (!stats.isDirectory()) refuse('is a file, where the directory of an index would be');
  const entries = entriesOf(place);
  if (entries.includes(POINTER_FILE) || ownEntriesOf(place).length > 0) return;
  // A new volume has lost+found; the others are left by a first build that was killed or refused.
  const isOwn = (name: string): boolean =>
    name === 'lost+found' ||
    [LOCK_FILE, LAST_UPDATE_FILE].some((own) => name === own || name.startsWith(`${own}-`)) ||
    isUnfinished(place, name);
  const foreign = entries.filter((name) => !isOwn(name));
  if (foreign.length === 0) return;
  const shown = foreign
    .slice(0, 3)
    .map((name) => `"${name}"`)
    .join(', ');
  refuse(`is not a directory for indexes: it contains ${shown}${foreign.length > 3 ? ', …' : ''}`);
}

/** Whether this is the directory of releases, with nothing but releases and working directories in it. */
function isUnfinished(place: string, name: string): boolean {
  if (name !== RELEASES_DIRECTORY) return false;
  const directory = join(place, name);
  return entriesOf(directory).every((each) => isLeftover(each) || foreignEntriesOf(join(directory, each)).length === 0);
}

/** These steps are ordered so that a power failure at any moment leaves one complete index. */
function publish(place: string, partial: string, keep: number): void {
  const before = keptReleases(place);
  const takenOver = before.current === undefined ? takeOver(place) : undefined;
  const former = before.current ?? takenOver;
  const release = newName(place, readText(join(partial, INDEX_FILES.manifest)));
  renameSync(partial, releaseDirectory(place, release));
  sync(join(place, RELEASES_DIRECTORY));

  // An index that is built again replaces the former one, which otherwise would push older releases out.
  const isRepeated = (name: string): boolean =>
    name === former && isSameIndex(releaseDirectory(place, name), releaseDirectory(place, release));
  const earlier = [...new Set(former === undefined ? before.releases : [former, ...before.releases])];
  const kept = [
    release,
    ...earlier.filter((name) => isThere(releaseDirectory(place, name)) && !isRepeated(name)),
  ].slice(0, Math.max(1, keep));
  replaceFile(join(place, POINTER_FILE), formatPointer({ current: release, releases: kept }));

  // The former one is removed only when the pointer to the new one is on disk.
  for (const name of releasesIn(place)) if (!kept.includes(name)) removeTree(releaseDirectory(place, name));
  removeTakenOver(place);
}

/**
 * An index whose files lie directly in the place becomes a release: its files get second names there. Readers use the
 * first ones until the pointer is written. Returns the name of the release.
 */
function takeOver(place: string): string | undefined {
  const own = ownEntriesOf(place);
  if (own.length === 0) return undefined;
  const partial = join(place, RELEASES_DIRECTORY, leftoverName('partial'));
  mkdirSync(partial);
  for (const name of own) linkOrCopy(join(place, name), join(partial, name));
  syncTree(partial);
  const release = newName(place, readText(join(partial, INDEX_FILES.manifest)));
  renameSync(partial, releaseDirectory(place, release));
  return release;
}

/** Removes the files in the place that a release has under the same names; all other files there belong to somebody else. */
function removeTakenOver(place: string): void {
  const own = ownEntriesOf(place);
  if (!releasesIn(place).some((release) => isSameIndex(place, releaseDirectory(place, release)))) return;
  for (const name of own) rmSync(join(place, name), { force: true });
}

function isSameIndex(a: string, b: string): boolean {
  const [one, other] = [a, b].map((directory) => readText(join(directory, INDEX_FILES.manifest)));
  return one !== undefined && one === other;
}

/**
 * A release is named after its registers' latest reference date, or the day of the build if they state none, with the next number where releases
 * have that date: what was removed of that date had a lower number, so that no other content gets its name.
 */
function newName(place: string, manifest: string | undefined): string {
  const date = referenceDateOf(manifest) ?? new Date().toISOString().slice(0, 10);
  const numbers = releasesIn(place)
    .filter((name) => name === date || name.startsWith(`${date}.`))
    .map((name) => Number(name.slice(date.length + 1)) || 1);
  return numbers.length === 0 ? date : `${date}.${Math.max(...numbers) + 1}`;
}

/** Read without checks: an index that is taken over may be of another format version, or damaged. */
function referenceDateOf(manifest: string = ''): string | undefined {
  try {
    const { registers } = JSON.parse(manifest) as { registers: readonly { referenceDate: unknown }[] };
    return registers
      .map(({ referenceDate }) => String(referenceDate))
      .filter(isDay)
      .sort()
      .at(-1);
  } catch {
    return undefined;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function entriesOf(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function removeEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // It is not empty, or not there.
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * A message for a failure to write to the place; `undefined` for any other error. Before the lock is taken every error of
 * the file system is one.
 */
function outputError(error: unknown, place: string, isAtStart: boolean): AddressLookupError | undefined {
  const { code = '', path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  if (error instanceof AddressLookupError) return undefined;
  const parent = dirname(place);
  const isHere = isAtStart || [path, dest].some((each) => each?.startsWith(`${parent}${sep}`));
  const isOfDisk = diskFaultOf(error) !== undefined && (isHere || path === undefined);
  const isOfPlace = isHere && (isAtStart || ['EACCES', 'EPERM', 'EBUSY', 'EXDEV'].includes(code));
  return isOfDisk || isOfPlace
    ? notWritable(place, error, 'choose another directory with --out; an index that was there is unchanged')
    : undefined;
}

function lockLost(place: string): AddressLookupError {
  return new AddressLookupError(
    'output-not-writable',
    `${place} was not changed: this process was suspended for so long that another one has begun to write there. Try again when that has ended.`,
    { got: place },
  );
}

function noRelease(place: string, release: string | undefined): AddressLookupError {
  const { current, releases } = keptReleases(place);
  const there = releases.map((name) => (name === current ? `${name} (current)` : name)).join(', ') || 'none';
  return new AddressLookupError(
    'index-not-found',
    `${place} has no ${release === undefined ? 'earlier release' : `release "${release}"`}. Releases there: ${there}. ${releases.length === 0 ? 'Build one first.' : 'Name one of them, or build the one you want.'}`,
    { got: release, allowed: releases },
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
