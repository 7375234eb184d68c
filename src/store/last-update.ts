import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The file in the place of a country that says how the last `update` of it ended. `update` writes it, whether it published something or not; a
 * service shows it to operators. It is no part of a release.
 */
export const LAST_UPDATE_FILE = 'last-update.json';

/** From the best to the worst. */
export const UPDATE_STATUSES = ['unchanged', 'updated', 'refused', 'failed'] as const;

/**
 * `updated`: a new release is published. `unchanged`: the published one is of the newest files. `refused`: the download or the build cannot be
 * trusted, and needs attention. `failed`: try again later. After the last two, the previous release is still current.
 */
export type UpdateStatus = (typeof UPDATE_STATUSES)[number];

/** The content of `last-update.json`. */
export interface LastUpdate {
  readonly status: UpdateStatus;
  /** When it ended, in ISO 8601. */
  readonly at: string;
  /** When the last one that was `updated` or `unchanged` ended; absent if none was. */
  readonly succeededAt?: string;
  /** The release date of the download, `YYYY-MM-DD`; absent if that failed. */
  readonly releaseDate?: string;
  /** The code of the error, if there was one. */
  readonly code?: string;
  /** The gates that refused it; absent unless `code` is `gates-failed`. */
  readonly gates?: readonly string[];
}

/** How the last update of a country ended; `undefined` if there was none, or its file cannot be read. */
export async function readLastUpdate(place: string): Promise<LastUpdate | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(join(place, LAST_UPDATE_FILE), 'utf8'));
    return isLastUpdate(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLastUpdate(value: unknown): value is LastUpdate {
  if (typeof value !== 'object' || value === null) return false;
  const { status, at, succeededAt, releaseDate, code, gates } = value as Record<string, unknown>;
  return (
    UPDATE_STATUSES.includes(status as UpdateStatus) &&
    isTime(at) &&
    (succeededAt === undefined || isTime(succeededAt)) &&
    [releaseDate, code].every((text) => text === undefined || typeof text === 'string') &&
    (gates === undefined || (Array.isArray(gates) && gates.every((gate) => typeof gate === 'string')))
  );
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
