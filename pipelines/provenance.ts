import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AddressLookupError } from '../src/errors.ts';
import { type Country, isCountry } from '../src/model/country.ts';
import { isDay, type RegisterRelease, type SourceFile } from '../src/store/manifest.ts';
import type { Progress } from './progress.ts';

/** Next to the downloaded files of a release. */
export const PROVENANCE_FILE = 'provenance.json';

/** `provenance.json`: where the files of a downloaded release are from. */
export interface Provenance {
  readonly country: Country;
  /** `YYYY-MM-DD`: of the newest file. */
  readonly releaseDate: string;
  readonly files: readonly ProvenanceFile[];
}

export interface ProvenanceFile extends SourceFile {
  /** `BAG`, `BeST`, `CACLR`, `BD-Adresses`. */
  readonly register: string;
  readonly publisher: string;
  /** SPDX identifier. */
  readonly licence: string;
  /** When it was fetched, or last found unchanged: ISO 8601. */
  readonly checkedAt: string;
  /** The validator for the next conditional request. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** How often a build has refused these bytes; absent if never. */
  readonly refused?: number | undefined;
}

/** The provenance in a directory; `undefined` if there is none that can be read. */
export function readProvenance(directory: string): Promise<Provenance | undefined> {
  return readProvenanceThere(directory).catch(() => undefined);
}

/** As `readProvenance`. @throws errors of the disk: without it an index would lack what it is made of */
async function readProvenanceThere(directory: string): Promise<Provenance | undefined> {
  let provenance: Provenance;
  try {
    provenance = JSON.parse(await readFile(join(directory, PROVENANCE_FILE), 'utf8')) as Provenance;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && !['ENOENT', 'ENOTDIR'].includes(code)) throw error;
    return undefined;
  }
  const isSound =
    isCountry(String(provenance?.country)) &&
    isDay(provenance.releaseDate) &&
    Array.isArray(provenance.files) &&
    provenance.files.every(
      ({ name, url, date, bytes, sha256 }) =>
        /^[\w.-]+$/.test(name) &&
        typeof url === 'string' &&
        (date === null || isDay(date)) &&
        Number.isSafeInteger(bytes) &&
        /^[0-9a-f]{64}$/.test(sha256),
    );
  return isSound ? provenance : undefined;
}

/**
 * The registers of an import with the files that they were read from, if this package downloaded those and they are
 * unchanged. A register that states no date gets that of its oldest file.
 *
 * @throws AddressLookupError `input-corrupt` if a file differs from the download
 */
export async function withProvenance(
  registers: readonly RegisterRelease[],
  paths: readonly string[],
  progress: Progress,
): Promise<readonly RegisterRelease[]> {
  const files = await downloadedFiles(paths);
  if (files.length === 0) return registers;
  progress.stage(
    'check downloads',
    files.reduce((sum, { bytes }) => sum + bytes, 0),
    'bytes',
  );
  for (const file of files) await assertUnchanged(file, progress);
  progress.stop();
  return registers.map((release) => {
    const own = files.filter(({ register }) => register === release.name);
    if (own.length === 0) return release;
    const dates = own.flatMap(({ date }) => (date === null ? [] : [date])).sort();
    return {
      ...release,
      referenceDate: release.referenceDate ?? dates[0] ?? null,
      files: own.map(({ name, url, date, bytes, sha256 }) => ({ name, url, date, bytes, sha256 })),
    };
  });
}

interface DownloadedFile extends ProvenanceFile {
  readonly path: string;
}

/** The files under `paths` (files, or folders of a download) that a provenance lists. */
async function downloadedFiles(paths: readonly string[]): Promise<DownloadedFile[]> {
  const found: DownloadedFile[] = [];
  for (const path of paths) {
    const isDirectory = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
    const directory = isDirectory ? path : dirname(path);
    for (const file of (await readProvenanceThere(directory))?.files ?? []) {
      if (isDirectory || file.name === basename(path)) found.push({ ...file, path: join(directory, file.name) });
    }
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The checksums of a file in hexadecimal digits, by algorithm, in one pass. */
export async function digestsOf(
  path: string,
  algorithms: readonly string[],
  advance: (bytes: number) => void = () => {},
): Promise<Map<string, string>> {
  const hashes = new Map(algorithms.map((algorithm) => [algorithm, createHash(algorithm)]));
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    for (const hash of hashes.values()) hash.update(chunk as Buffer);
    advance((chunk as Buffer).length);
  }
  return new Map([...hashes].map(([algorithm, hash]) => [algorithm, hash.digest('hex')]));
}

async function assertUnchanged({ path, sha256 }: DownloadedFile, progress: Progress): Promise<void> {
  // The import does not read a file that has been removed, either.
  const digests = await digestsOf(path, ['sha256'], (bytes) => progress.advance(bytes)).catch(() => undefined);
  if (digests === undefined || digests.get('sha256') === sha256) return;
  throw new AddressLookupError(
    'input-corrupt',
    `"${path}" is not what was downloaded: its checksum differs from ${PROVENANCE_FILE} next to it. Download it again, or remove ${PROVENANCE_FILE} if the change is meant.`,
    { got: path },
  );
}
