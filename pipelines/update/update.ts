import { join } from 'node:path';
import { AddressLookupError, type ErrorCode, systemFault } from '../../src/errors.ts';
import type { Country } from '../../src/model/country.ts';
import { manifestOf } from '../../src/store/directory.ts';
import {
  LAST_UPDATE_FILE,
  type LastUpdate,
  readLastUpdate,
  UPDATE_STATUSES,
  type UpdateStatus,
} from '../../src/store/last-update.ts';
import { type Manifest, OPTIONAL_FILES } from '../../src/store/manifest.ts';
import { behindLinks } from '../../src/store/releases.ts';
import { VERSION } from '../../src/version.ts';
import { type BuildIndexesOptions, buildIndexes } from '../build-index.ts';
import type { DirectoryLock } from '../directory-lock.ts';
import { type Download, download, lockDownloads, markRefused } from '../download/download.ts';
import { HttpClient } from '../download/http-client.ts';
import { type SourceAddresses, sourcesOf } from '../download/publishers.ts';
import { makeDirectory, replaceFile } from '../durable-files.ts';
import { failedGatesOf, type GateName } from '../gates/gates.ts';
import { assertOurs } from '../publish-directory.ts';

export interface UpdateOptions extends Omit<BuildIndexesOptions, 'inputs' | 'isFixture' | 'isReplacing'> {
  readonly countries: readonly Country[];
  /** The directory of downloads. */
  readonly to: string;
  readonly sources?: SourceAddresses | undefined;
  readonly keepDownloads: number;
  /** Builds even if the published index was made from these very files by this release. */
  readonly isForced?: boolean;
  readonly client?: HttpClient;
}

/** The outcome for one country. */
interface CountryUpdate {
  readonly status: UpdateStatus;
  /** The release date of the download, `YYYY-MM-DD`; absent if that failed. */
  readonly releaseDate?: string;
  readonly fetchedBytes?: number;
  /** Addresses in the published index; absent if there is none. */
  readonly addresses?: number;
  readonly seconds: number;
  /** The code of the error, if there was one; `internal-error` is a fault of this program or of the system. */
  readonly code?: ErrorCode | 'internal-error';
  readonly message?: string;
  /** The gates that it failed; absent unless `code` is `gates-failed`. */
  readonly gates?: readonly GateName[];
}

export interface UpdateOutcome {
  /** The worst status of the countries. */
  readonly status: UpdateStatus;
  readonly seconds: number;
  readonly countries: { readonly [country in Country]?: CountryUpdate };
}

/**
 * Downloads, builds, checks and publishes each country, one after the other. Whatever happens to one, the others are updated all the same; if
 * another update uses the same downloads, all have failed. How it ended is written next to the index of each, for the services that serve it.
 */
export async function update(options: UpdateOptions): Promise<UpdateOutcome> {
  const { to, countries, client = new HttpClient() } = options;
  const started = performance.now();
  const outcomes: { [country in Country]?: CountryUpdate } = {};
  let lock: DirectoryLock | undefined;
  try {
    lock = await lockDownloads(to, join(to, '.lock'));
    for (const country of countries) {
      outcomes[country] = await updateCountry(country, { ...options, client });
      await record(country, outcomes[country], options);
    }
  } catch (error) {
    for (const country of countries) {
      if (outcomes[country] !== undefined) continue;
      outcomes[country] = { ...failureOf(error), ...publishedAddresses(options.out, country), seconds: 0 };
      await record(country, outcomes[country], options);
    }
  } finally {
    lock?.release();
    if (options.client === undefined) await client.close();
  }
  const statuses = Object.values(outcomes).map(({ status }) => UPDATE_STATUSES.indexOf(status));
  return { status: UPDATE_STATUSES[Math.max(0, ...statuses)]!, seconds: secondsSince(started), countries: outcomes };
}

/** Writes `last-update.json`. An update whose outcome cannot be written has the same outcome. */
async function record(
  country: Country,
  { status, releaseDate, code, gates }: CountryUpdate,
  { out, tell }: UpdateOptions,
): Promise<void> {
  const place = behindLinks(join(out, country));
  const at = new Date().toISOString();
  const isGood = status === 'updated' || status === 'unchanged';
  const succeededAt = isGood ? at : (await readLastUpdate(place))?.succeededAt;
  const last: LastUpdate = {
    status,
    at,
    ...(succeededAt && { succeededAt }),
    ...(releaseDate && { releaseDate }),
    ...(code && { code }),
    ...(gates && { gates }),
  };
  try {
    assertOurs(place);
    makeDirectory(place);
    replaceFile(join(place, LAST_UPDATE_FILE), `${JSON.stringify(last, null, 2)}\n`);
  } catch (error) {
    tell(`${country}: ${LAST_UPDATE_FILE} was not written: ${(systemFault(error) ?? (error as Error)).message}\n`);
  }
}

async function updateCountry(
  country: Country,
  options: UpdateOptions & { readonly client: HttpClient },
): Promise<CountryUpdate> {
  const { to, out, sources, keepDownloads, client, progress, isForced = false } = options;
  const started = performance.now();
  let downloaded: Download | undefined;
  let outcome: Failure;
  try {
    downloaded = await download(country, {
      sources: sourcesOf(country, sources),
      to,
      keep: keepDownloads,
      inUse: publishedFiles(out, country),
      client,
      progress: progress(country),
    });
    if (!isForced && isPublished(downloaded, options)) {
      outcome = { status: 'unchanged' };
    } else {
      await buildIndexes({ ...options, inputs: { nl: [], be: [], lu: [], [country]: downloaded.paths } });
      outcome = { status: 'updated' };
    }
  } catch (error) {
    outcome = failureOf(error);
    if (outcome.code === 'internal-error') options.tell(`${(error as Error).stack}\n`);
    // Files that a build cannot read may have been damaged on their way.
    if (downloaded !== undefined && outcome.code?.startsWith('input-')) await markRefused(downloaded).catch(() => {});
  }
  return {
    ...outcome,
    ...(downloaded && { releaseDate: downloaded.releaseDate, fetchedBytes: downloaded.fetchedBytes }),
    ...publishedAddresses(out, country),
    seconds: secondsSince(started),
  };
}

type Failure = Pick<CountryUpdate, 'status' | 'code' | 'message' | 'gates'>;

/** Any error, as the outcome of a country. */
function failureOf(thrown: unknown): Failure {
  const error = systemFault(thrown) ?? thrown;
  if (error instanceof AddressLookupError) {
    const { code, message } = error;
    const gates = code === 'gates-failed' ? failedGatesOf(error) : undefined;
    return { status: isTemporary(code) ? 'failed' : 'refused', code, message, ...(gates && { gates }) };
  }
  const message = `Something unexpected happened, and nothing was published: ${error instanceof Error ? error.message : String(error)}. Run the command again; if it happens again, report it.`;
  return { status: 'failed', code: 'internal-error', message };
}

/** Whether the current release was made of these files, by this release of the package, and has objects if it is to. */
function isPublished({ country, files }: Download, { out, withObjects = false }: UpdateOptions): boolean {
  const published = publishedFiles(out, country);
  const isSame = published.length === files.length && files.every(({ sha256 }) => published.includes(sha256));
  const manifest = publishedManifest(out, country);
  const hasObjects = manifest?.files.some(({ name }) => name === OPTIONAL_FILES.objects) ?? false;
  return isSame && manifest?.tool.version === VERSION && hasObjects === (withObjects && country === 'nl');
}

/** The checksums of the files that the current release was made of. */
function publishedFiles(out: string, country: Country): readonly string[] {
  const { registers = [] } = publishedManifest(out, country) ?? {};
  return registers.flatMap(({ files = [] }) => files).map(({ sha256 }) => sha256);
}

function publishedAddresses(out: string, country: Country): { readonly addresses?: number } {
  const manifest = publishedManifest(out, country);
  return manifest === undefined ? {} : { addresses: manifest.counts.addresses };
}

/** `undefined` if there is none that can be read. */
function publishedManifest(out: string, country: Country): Manifest | undefined {
  try {
    return manifestOf(out, country);
  } catch {
    return undefined;
  }
}

/** Whether the next run may succeed without a change. */
function isTemporary(code: ErrorCode): boolean {
  return code === 'download-failed' || code === 'output-not-writable';
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10;
}
