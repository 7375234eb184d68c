import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AddressLookupError, notWritable, systemFault } from '../../src/errors.ts';
import type { Country } from '../../src/model/country.ts';
import { isDay } from '../../src/store/manifest.ts';
import { listExtractFiles, referenceDateOf } from '../bag/files.ts';
import { DirectoryLock } from '../directory-lock.ts';
import { replaceFile, sync } from '../durable-files.ts';
import type { Progress } from '../progress.ts';
import { digestsOf, PROVENANCE_FILE, type Provenance, type ProvenanceFile, readProvenance } from '../provenance.ts';
import { listInput } from '../readers/input-tree.ts';
import { listZip, looksLikeZip, openZipMember } from '../readers/zip.ts';
import { recogniseInput } from '../recognise.ts';
import { type HttpClient, shown } from './http-client.ts';
import { type Location, locate, type Source } from './publishers.ts';
import { transfer, writeError } from './transfer.ts';

/*
 * A directory of downloads has a directory per country, and in it one per release:
 *
 *     downloads/nl/2026-11-08/lvbag-extract-nl.zip    downloads/nl/2026-11-08/provenance.json
 *     downloads/nl/.incoming/…                        what has come of the next release
 */
const INCOMING = '.incoming';

export interface DownloadOptions {
  readonly sources: readonly Source[];
  /** The directory of downloads. */
  readonly to: string;
  /** How many releases of the country to keep, at least 1; older ones are removed. Without it all stay. */
  readonly keep?: number | undefined;
  /** SHA-256 of the files that the index in use was built from: the release that has them stays, too. */
  readonly inUse?: readonly string[];
  readonly client: HttpClient;
  readonly progress: Progress;
}

export interface Download {
  readonly country: Country;
  /** `unchanged`: the newest local release is the published one. */
  readonly status: 'fetched' | 'unchanged';
  /** `YYYY-MM-DD` */
  readonly releaseDate: string;
  readonly directory: string;
  readonly files: readonly ProvenanceFile[];
  /** The register files, for the import. */
  readonly paths: readonly string[];
  readonly fetchedBytes: number;
}

/**
 * Downloads the published files of a country's registers, except those that are here already. The files of a release appear
 * together, in a directory of that release; the next download continues from what an interrupted one has received.
 *
 * @throws AddressLookupError `download-failed`, `input-corrupt`, `output-not-writable`, also while another process downloads there
 */
export async function download(country: Country, options: DownloadOptions): Promise<Download> {
  const { to, sources, keep, inUse = [], progress, client } = options;
  const root = join(to, country);
  const incoming = join(root, INCOMING);
  const lock = await lockDownloads(incoming, join(root, '.lock'));
  try {
    await removeReplaced(root);
    const releases = await downloadedReleases(root);
    // The one that the publisher offered last, which need not be the newest: an edition may be withdrawn.
    const [previous] = [...releases].sort((a, b) => checkedAtOf(b).localeCompare(checkedAtOf(a)));
    const places = [incoming, ...(previous ? [previous.directory] : []), ...releases.map(({ directory }) => directory)];
    const files: ProvenanceFile[] = [];
    let fetchedBytes = 0;
    for (const source of sources) {
      const copies: Copy[] = [];
      for (const directory of new Set(places)) copies.push(...(await copiesIn(directory, source)));
      const { file, bytes } = await fetchFile(country, source, copies, incoming, { client, progress });
      fetchedBytes += bytes;
      files.push(file);
      writeProvenance(incoming, country, files);
    }
    const isUnchanged = previous !== undefined && (await hasAll(previous, files));
    const directory = isUnchanged ? previous.directory : await shelve(incoming, root, country, files);
    if (isUnchanged) {
      writeProvenance(directory, country, files);
      await rm(incoming, { recursive: true, force: true });
    }
    if (keep !== undefined) await removeOlder(root, keep, [directory], inUse);
    return {
      country,
      status: isUnchanged ? 'unchanged' : 'fetched',
      releaseDate: isUnchanged ? previous.releaseDate : releaseDateOf(files),
      directory,
      files,
      paths: files.map(({ name }) => join(directory, name)),
      fetchedBytes,
    };
  } catch (error) {
    throw writeError(error, to, REMEDY) ?? systemFault(error) ?? error;
  } finally {
    progress.stop();
    lock.release();
  }
}

type DownloadedRelease = Provenance & { readonly directory: string };

/** The downloads of a country, newest first. */
async function downloadedReleases(root: string): Promise<readonly DownloadedRelease[]> {
  const releases: DownloadedRelease[] = [];
  for (const directory of await directoriesIn(root)) {
    const provenance = await readProvenance(directory);
    if (provenance !== undefined) releases.push({ ...provenance, directory });
  }
  return releases;
}

/** The directories of releases, newest first, whether their provenance can be read or not. */
async function directoriesIn(root: string): Promise<readonly string[]> {
  const names = (await readdir(root).catch(() => [])).filter(isDay).sort().reverse();
  return names.map((name) => join(root, name)).filter((directory) => existsSync(join(directory, PROVENANCE_FILE)));
}

function checkedAtOf({ files }: Provenance): string {
  return files.map(({ checkedAt }) => String(checkedAt)).reduce((last, each) => (each > last ? each : last), '');
}

/** Whether a release has these files, and no others. */
async function hasAll(release: DownloadedRelease, files: readonly ProvenanceFile[]): Promise<boolean> {
  if (release.files.length !== files.length) return false;
  for (const { name, sha256 } of files) {
    const copies = await copiesIn(release.directory, { file: name });
    if (!copies.some((copy) => copy.sha256 === sha256)) return false;
  }
  return true;
}

/** Removes all but the newest releases, but none of `needed`, nor the one that the index in use was built from. */
async function removeOlder(
  root: string,
  keep: number,
  needed: readonly string[],
  inUse: readonly string[],
): Promise<void> {
  const used = (await downloadedReleases(root)).filter(
    ({ files }) => inUse.length > 0 && files.every(({ sha256 }) => inUse.includes(sha256)),
  );
  const stay = [...needed, ...used.slice(0, 1).map(({ directory }) => directory)];
  for (const directory of (await directoriesIn(root)).slice(keep))
    if (!stay.includes(directory)) await rm(directory, { recursive: true, force: true });
}

/** What a killed download has left of a release that it was replacing. */
async function removeReplaced(root: string): Promise<void> {
  for (const name of await readdir(root))
    if (name.startsWith(REPLACED)) await rm(join(root, name), { recursive: true, force: true });
}

const REPLACED = '.replaced-';

/**
 * Notes that a build has refused the files of a download. The next one fetches each of them again, once, since it may have been damaged on its
 * way or on this disk; the same bytes again are those of the publisher, and are fetched again only when he offers others.
 */
export async function markRefused({ country, directory }: Download): Promise<void> {
  const { files = [] } = (await readProvenance(directory)) ?? {};
  const marked: ProvenanceFile[] = [];
  for (const { etag, lastModified, ...file } of files) {
    const path = join(directory, file.name);
    const found = await digestsOf(path, ['sha256']).catch(() => undefined);
    if (found?.get('sha256') !== file.sha256) await rm(path, { force: true });
    const isFirst = file.refused === undefined;
    marked.push({ ...file, ...(isFirst ? {} : { etag, lastModified }), refused: (file.refused ?? 0) + 1 });
  }
  if (marked.length > 0) writeProvenance(directory, country, marked);
}

/**
 * Makes a directory of downloads, and takes the lock on it.
 *
 * @throws AddressLookupError `output-not-writable`, also while another process holds the lock
 */
export async function lockDownloads(directory: string, lockPath: string): Promise<DirectoryLock> {
  try {
    await mkdir(directory, { recursive: true });
    return await DirectoryLock.acquire(lockPath);
  } catch (cause) {
    throw cause instanceof AddressLookupError ? cause : notWritable(directory, cause, REMEDY);
  }
}

const REMEDY = 'choose another directory with --to';

/** A version of a file that is already here. */
interface Copy extends ProvenanceFile {
  readonly path: string;
}

async function copiesIn(directory: string, { file }: Pick<Source, 'file'>): Promise<readonly Copy[]> {
  const record = (await readProvenance(directory))?.files.find(({ name }) => name === file);
  if (record === undefined) return [];
  const path = join(directory, file);
  const found = await stat(path).catch(() => undefined);
  return found?.size === record.bytes ? [{ ...record, path }] : [];
}

/** Puts the current version of a file into `incoming`; `bytes` are those that had to be fetched. */
async function fetchFile(
  country: Country,
  source: Source,
  copies: readonly Copy[],
  incoming: string,
  { client, progress }: Pick<DownloadOptions, 'client' | 'progress'>,
): Promise<{ readonly file: ProvenanceFile; readonly bytes: number }> {
  const location = await locate(client, source);
  assertPast(location.url, location.date);
  const path = join(incoming, source.file);
  const checkedAt = new Date().toISOString();
  const published = location.checksum;
  for (const copy of published === undefined ? [] : copies) {
    const digests = await digestsOf(copy.path, [published!.algorithm]);
    if (digests.get(published!.algorithm) !== published!.value) continue;
    await place(copy.path, path);
    return { file: { ...recordOf(copy), checkedAt }, bytes: 0 };
  }
  // The newest copy from this URL; the URLs of a portal change with each edition.
  const known = copies.find(({ url }) => url === shown(location.url));
  const { maxFileBytes } = client.limits;
  const largest = copies.reduce((most, { bytes }) => Math.max(most, bytes), 0);
  const transferred = await transfer(client, {
    url: location.url,
    path,
    known,
    expectedBytes: location.bytes,
    expectedChecksums: published === undefined ? [] : [published],
    maxBytes: largest === 0 ? undefined : Math.min(maxFileBytes, Math.max(MIN_MAX_BYTES, MAX_GROWTH * largest)),
    progress,
  });
  if (transferred === undefined) {
    await place(known!.path, path);
    return { file: { ...recordOf(known!), checkedAt }, bytes: 0 };
  }
  const { bytes, sha256, validators } = transferred;
  const temporary = await mkdtemp(join(incoming, '.unpacked-'));
  let date: string | null;
  try {
    date = await dateOfFile(country, path, location, validators.lastModified, temporary);
    assertPast(location.url, date ?? undefined);
    await assertUndamaged(path, location.url, progress);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  const { file: name, register, publisher, licence } = source;
  const described = { name, register, publisher, licence, url: shown(location.url), date, bytes, sha256, checkedAt };
  const refused = copies.find((copy) => copy.sha256 === sha256)?.refused;
  return { file: { ...described, ...validators, ...(refused === undefined ? {} : { refused }) }, bytes };
}

/** How many times as large as a former edition a file may be, and what any file may have. */
const MAX_GROWTH = 4;
const MIN_MAX_BYTES = 2 ** 26;

/** @throws AddressLookupError `input-corrupt` for a date after tomorrow, behind which all true editions would be older */
function assertPast(url: string, date: string | undefined): void {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  if (date === undefined || date <= tomorrow) return;
  throw new AddressLookupError(
    'input-corrupt',
    `${shown(url)} sends an edition of ${date}, a day in the future; allowed is up to tomorrow, ${tomorrow}. Nothing was kept; run the command again later.`,
    { got: date, allowed: tomorrow },
  );
}

/** Reads every member of a zip, whose checksums show damage that its directory does not. @throws AddressLookupError `input-corrupt` */
async function assertUndamaged(path: string, url: string, progress: Progress): Promise<void> {
  if (!(await looksLikeZip(path))) return;
  const members = await listZip(path, shown(url));
  progress.stage(
    `check ${basename(path)}`,
    members.reduce((sum, { byteLength }) => sum + byteLength, 0),
    'bytes',
  );
  for (const member of members)
    for await (const chunk of await openZipMember(path, member)) progress.advance((chunk as Buffer).length);
}

/**
 * The date of an edition: as the publisher names it next to the file or in it, else when its archive was packed, else when the
 * server got it. Also checks that it is a file of the register.
 *
 * @throws AddressLookupError `input-corrupt`
 */
async function dateOfFile(
  country: Country,
  path: string,
  { url, date }: Location,
  lastModified: string | undefined,
  temporaryDirectory: string,
): Promise<string | null> {
  const recognised = await recogniseInput(path).catch((error: AddressLookupError) => error);
  if (recognised !== country) {
    const reason = recognised instanceof Error ? recognised.message : `it is one of ${recognised}.`;
    throw new AddressLookupError(
      'input-corrupt',
      `${shown(url)} does not send a file of a register of ${country}: ${reason}`,
      { got: shown(url) },
    );
  }
  if (date !== undefined) return date;
  if (country === 'nl') {
    const { deliveries } = await listExtractFiles([path], temporaryDirectory);
    for (const delivery of deliveries) {
      const stated = await referenceDateOf(delivery);
      if (stated !== '') return stated;
    }
  }
  const entries = await listInput(path, { temporaryDirectory, descend: () => false });
  const packed = entries.flatMap(({ source }) => source.member?.modifiedOn ?? []).sort();
  const served = new Date(lastModified ?? Number.NaN);
  return packed.at(-1) ?? (Number.isNaN(served.getTime()) ? null : served.toISOString().slice(0, 10));
}

/** Makes a copy of a file that takes no space where the disk can do that. */
async function place(from: string, to: string): Promise<void> {
  if (from === to) return;
  await rm(to, { force: true });
  await link(from, to).catch(() => copyFile(from, to));
}

function recordOf({ path: _, ...record }: Copy): ProvenanceFile {
  return record;
}

/** The newest date of the files; the day of the download if none has any. */
function releaseDateOf(files: readonly ProvenanceFile[]): string {
  const dates = files.flatMap(({ date }) => (date === null ? [] : [date])).sort();
  return dates.at(-1) ?? files[0]!.checkedAt.slice(0, 10);
}

/** On the disk when it returns: without it, all files of a release would be fetched again. */
function writeProvenance(directory: string, country: Country, files: readonly ProvenanceFile[]): void {
  const provenance: Provenance = { country, releaseDate: releaseDateOf(files), files };
  replaceFile(join(directory, PROVENANCE_FILE), `${JSON.stringify(provenance, null, 2)}\n`);
}

/** Moves a complete release to its place, and another one of the same date out of it. */
async function shelve(
  incoming: string,
  root: string,
  country: Country,
  files: readonly ProvenanceFile[],
): Promise<string> {
  writeProvenance(incoming, country, files);
  // Partial files that are no longer downloaded.
  const named = [PROVENANCE_FILE, ...files.map(({ name }) => name)];
  for (const name of await readdir(incoming)) {
    if (!named.includes(name)) await rm(join(incoming, name), { recursive: true, force: true });
  }
  const directory = join(root, releaseDateOf(files));
  const replaced = join(root, `${REPLACED}${releaseDateOf(files)}`);
  await rename(directory, replaced).catch(() => {});
  await rename(incoming, directory);
  sync(root);
  await rm(replaced, { recursive: true, force: true });
  return directory;
}
