import { copyFile, link, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AddressLookupError, notWritable } from '../../src/errors.ts';
import type { Country } from '../../src/model/country.ts';
import { isDay } from '../../src/store/manifest.ts';
import { listExtractFiles, referenceDateOf } from '../bag/files.ts';
import { DirectoryLock } from '../directory-lock.ts';
import type { Progress } from '../progress.ts';
import { digestsOf, PROVENANCE_FILE, type Provenance, type ProvenanceFile, readProvenance } from '../provenance.ts';
import { listInput } from '../readers/input-tree.ts';
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
  const { to, sources, keep, progress, client } = options;
  const root = join(to, country);
  const incoming = join(root, INCOMING);
  const lock = await lockDownloads(incoming, join(root, '.lock'));
  try {
    const previous = await newestRelease(root);
    const files: ProvenanceFile[] = [];
    let fetchedBytes = 0;
    for (const source of sources) {
      const copies = [await copyIn(incoming, source), previous && (await copyIn(previous.directory, source))];
      const { file, bytes } = await fetchFile(country, source, copies.filter(isThere), incoming, { client, progress });
      fetchedBytes += bytes;
      files.push(file);
      await writeProvenance(incoming, country, files);
    }
    const isUnchanged =
      previous?.files.length === files.length &&
      files.every(({ name, sha256 }) => previous.files.some((each) => each.name === name && each.sha256 === sha256));
    const directory = isUnchanged ? previous.directory : await shelve(incoming, root, country, files);
    if (isUnchanged) await rm(incoming, { recursive: true, force: true });
    if (keep !== undefined) await removeOlder(root, keep);
    return {
      country,
      status: isUnchanged ? 'unchanged' : 'fetched',
      releaseDate: isUnchanged ? previous.releaseDate : releaseDateOf(files),
      directory,
      paths: files.map(({ name }) => join(directory, name)),
      fetchedBytes,
    };
  } catch (error) {
    throw writeError(error, to, REMEDY) ?? error;
  } finally {
    progress.stop();
    lock.release();
  }
}

/** The downloads of a country, newest first. */
async function downloadedReleases(root: string): Promise<(Provenance & { readonly directory: string })[]> {
  const names = (await readdir(root).catch(() => [])).filter(isDay);
  const releases: (Provenance & { readonly directory: string })[] = [];
  for (const name of names.sort().reverse()) {
    const directory = join(root, name);
    const provenance = await readProvenance(directory);
    if (provenance !== undefined) releases.push({ ...provenance, directory });
  }
  return releases;
}

async function newestRelease(root: string): Promise<(Provenance & { readonly directory: string }) | undefined> {
  return (await downloadedReleases(root))[0];
}

async function removeOlder(root: string, keep: number): Promise<void> {
  for (const { directory } of (await downloadedReleases(root)).slice(keep))
    await rm(directory, { recursive: true, force: true });
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

async function copyIn(directory: string, { file }: Source): Promise<Copy | undefined> {
  const record = (await readProvenance(directory))?.files.find(({ name }) => name === file);
  if (record === undefined) return undefined;
  const path = join(directory, file);
  const found = await stat(path).catch(() => undefined);
  return found?.size === record.bytes ? { ...record, path } : undefined;
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
  const transferred = await transfer(client, {
    url: location.url,
    path,
    known,
    expectedBytes: location.bytes,
    expectedChecksums: published === undefined ? [] : [published],
    progress,
  });
  if (transferred === undefined) {
    await place(known!.path, path);
    return { file: { ...recordOf(known!), checkedAt }, bytes: 0 };
  }
  const { bytes, sha256, validators } = transferred;
  const temporary = await mkdtemp(join(incoming, '.unpacked-'));
  const date = await dateOfFile(country, path, location, validators.lastModified, temporary).finally(() =>
    rm(temporary, { recursive: true, force: true }),
  );
  const { file: name, register, publisher, licence } = source;
  const described = { name, register, publisher, licence, url: shown(location.url), date, bytes, sha256, checkedAt };
  return { file: { ...described, ...validators }, bytes };
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

async function writeProvenance(directory: string, country: Country, files: readonly ProvenanceFile[]): Promise<void> {
  const provenance: Provenance = { country, releaseDate: releaseDateOf(files), files };
  const path = join(directory, PROVENANCE_FILE);
  await writeFile(`${path}.part`, `${JSON.stringify(provenance, null, 2)}\n`);
  await rename(`${path}.part`, path);
}

/** Moves a complete release to its place, and another one of the same date out of it. */
async function shelve(
  incoming: string,
  root: string,
  country: Country,
  files: readonly ProvenanceFile[],
): Promise<string> {
  await writeProvenance(incoming, country, files);
  // Partial files that are no longer downloaded.
  const named = [PROVENANCE_FILE, ...files.map(({ name }) => name)];
  for (const name of await readdir(incoming)) {
    if (!named.includes(name)) await rm(join(incoming, name), { recursive: true, force: true });
  }
  const directory = join(root, releaseDateOf(files));
  const replaced = join(root, `.replaced-${releaseDateOf(files)}`);
  await rm(replaced, { recursive: true, force: true });
  await rename(directory, replaced).catch(() => {});
  await rename(incoming, directory);
  await rm(replaced, { recursive: true, force: true });
  return directory;
}

function isThere<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}
