import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AddressLookupError } from '../errors.ts';
import { INDEX_FILES } from './manifest.ts';

/*
 * The place of a country in a data directory has its published releases, and a pointer to the current one:
 *
 *     dist-data/nl/current.json           { "current": "2026-11-08", "releases": ["2026-11-08", "2026-10-08"] }
 *     dist-data/nl/releases/2026-11-08/   manifest.json …
 *     dist-data/nl/releases/2026-10-08/   manifest.json …
 *
 * A release never changes once it is published: publishing adds a directory and replaces the pointer, in one step. The
 * pointer is a small file, not a symbolic link: it works on Windows, in archives, and where a container mounts the
 * directory under another path. Each country has its own, since registers appear, and are built, one at a time.
 *
 * A place with the files of an index directly in it (one that was copied there) is an index, too.
 */

/** The file in the place of a country that names the current release. */
export const POINTER_FILE = 'current.json';
/** The directory next to it, with one directory per release. */
export const RELEASES_DIRECTORY = 'releases';

/** The content of `current.json`. */
export interface ReleasePointer {
  /** The name of the release in use. */
  readonly current: string;
  /** All releases that are kept, the one published last first. */
  readonly releases: readonly string[];
}

/**
 * The directory that holds the index of a place now: that of its current release, or the place itself if the files lie
 * there; `undefined` if there is no index. Everything that reads an index asks this first; the directory may be replaced a
 * moment later, so what follows is repeated: see `readCurrent`.
 *
 * @param path the place of a country (`dist-data/nl`), or a directory with the files of an index
 * @throws AddressLookupError `index-corrupt` if `current.json` is damaged
 */
export function currentDirectory(path: string): string | undefined {
  const pointed = (): string | undefined => {
    const pointer = readPointer(path);
    return pointer && releaseDirectory(path, pointer.current);
  };
  const directory = pointed();
  if (directory !== undefined) return directory;
  if (existsSync(join(path, INDEX_FILES.manifest))) return path;
  // A build may have taken the files over as a release between the two looks.
  return pointed();
}

/** The directory of a release, by its name. */
export function releaseDirectory(path: string, release: string): string {
  return join(path, RELEASES_DIRECTORY, release);
}

/**
 * Calls `read` with the current directory of a place (or the place itself if there is no index, so that `read` can say so).
 * If it fails and another release has been published meanwhile, it is called again, with that one.
 *
 * @param mustStay whether the result counts only if the directory has held the same index throughout; not needed if `read` itself
 *   notices files of two releases
 * @throws AddressLookupError `index-corrupt` if the index is replaced 30 times in a row; whatever `read` throws
 */
export async function readCurrent<Result>(
  path: string,
  read: (directory: string) => Promise<Result>,
  { mustStay = false }: { readonly mustStay?: boolean } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const before = stateOf(path);
    try {
      const directory = currentDirectory(path) ?? path;
      const found = identityOf(directory);
      const result = await read(directory);
      if (!mustStay || identityOf(directory) === found) return result;
    } catch (error) {
      if (attempt > MAX_REPLACEMENTS || stateOf(path) === before) throw error;
    }
    if (attempt > MAX_REPLACEMENTS) throw keepsChanging(path);
    await sleep(attempt);
  }
}

/** `readCurrent` for what is read at once, such as a manifest. */
export function readCurrentSync<Result>(path: string, read: (directory: string) => Result): Result {
  for (let attempt = 1; ; attempt++) {
    const before = stateOf(path);
    try {
      return read(currentDirectory(path) ?? path);
    } catch (error) {
      if (attempt > MAX_REPLACEMENTS || stateOf(path) === before) throw error;
    }
  }
}

/** Maximum times an index may be replaced while it is read. Reading takes less than a second, a build longer. */
const MAX_REPLACEMENTS = 30;

/** Identifies the index of a place as it is on disk: changes when another takes its place. `''` if there is none. */
export function stateOf(path: string): string {
  const directory = currentDirectory(path);
  return directory === undefined ? '' : identityOf(directory);
}

function identityOf(directory: string): string {
  const stats = statSync(join(directory, INDEX_FILES.manifest), { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? directory : `${directory} ${stats.ino} ${stats.ctimeNs} ${stats.size}`;
}

/**
 * The pointer of a place; `undefined` if it has none.
 *
 * @throws AddressLookupError `index-corrupt`
 */
export function readPointer(path: string): ReleasePointer | undefined {
  const file = join(path, POINTER_FILE);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw notPointer(file, (error as Error).message, error);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw notPointer(file, 'it is not JSON', error);
  }
  const { current, releases } = (typeof value === 'object' && value !== null ? value : {}) as Partial<ReleasePointer>;
  if (!isReleaseName(current)) throw notPointer(file, 'its "current" is not the name of a release');
  if (!Array.isArray(releases) || !releases.every(isReleaseName) || !releases.includes(current))
    throw notPointer(file, 'its "releases" are not the names of releases, with the current one among them');
  return { current, releases };
}

/** The content of `current.json`. */
export function formatPointer({ current, releases }: ReleasePointer): string {
  return `${JSON.stringify({ current, releases }, null, 2)}\n`;
}

/** Plain names: nothing outside the releases is ever opened, or removed. */
function isReleaseName(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9][\w.-]{0,99}$/.test(value);
}

/** The names of the directories of releases, whether `current.json` names them or not, in descending order. */
export function releasesIn(path: string): string[] {
  try {
    return readdirSync(join(path, RELEASES_DIRECTORY), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isReleaseName(entry.name))
      .map((entry) => entry.name)
      .sort()
      .reverse();
  } catch {
    return [];
  }
}

/** The absolute target of a symbolic link, even if it does not exist; any other path unchanged. */
export function behindLinks(path: string): string {
  let target = resolve(path);
  for (let links = 0; links < MAX_LINKS; links++) {
    try {
      target = resolve(dirname(target), readlinkSync(target));
    } catch {
      return target;
    }
  }
  return target;
}

const MAX_LINKS = 40;

function notPointer(file: string, what: string, cause?: unknown): AddressLookupError {
  return new AddressLookupError(
    'index-corrupt',
    `${file} does not name a release: ${what}. Name one with "npx benelux-address-tools rollback", or copy the directory again.`,
    { file },
    { cause },
  );
}

function keepsChanging(path: string): AddressLookupError {
  return new AddressLookupError(
    'index-corrupt',
    `${path} was replaced ${MAX_REPLACEMENTS} times while it was read. Open it again when nothing writes there.`,
    { directory: path },
  );
}
