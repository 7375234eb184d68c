import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AddressLookupError } from '../errors.ts';
import { FORMAT_VERSION } from '../format/container.ts';
import { hash52 } from '../format/hash.ts';
import type { AddressColumns } from '../model/address-columns.ts';
import { type Country, isCountry } from '../model/country.ts';
import type { Gazetteer } from '../model/gazetteer.ts';
import { VERSION } from '../version.ts';

/** The files of an index directory, `dist-data/<country>/`. docs/format.md describes each. */
export const INDEX_FILES = {
  /** JSON: what the index contains, and the size and checksum of every other file. Written last. */
  manifest: 'manifest.json',
  /** msgpack: regions, provinces, municipalities and places. */
  areas: 'areas.msgpack',
  /** Container: streets and their names. */
  streets: 'streets.bin',
  /** Container: addresses and postcodes. */
  addresses: 'addresses.bin',
  /** Container: the trie of names. */
  names: 'names.bin',
  /** KDBush: the positions of all addresses. */
  points: 'points.kdbush',
  /** Flatbush: the bounding boxes of all streets. */
  boxes: 'streets.flatbush',
} as const;

/** The input of one country's index: what an import produces and `writeIndex` takes. */
export interface IndexInput {
  readonly country: Country;
  /** The registers that the addresses are from, for the manifest. */
  readonly registers: readonly RegisterRelease[];
  /** The registers are the project's own small ones. */
  readonly isFixture?: true;
  readonly gazetteer: Gazetteer;
  readonly addresses: AddressColumns;
}

/** One release of one register, with the attribution that its licence requires. */
export interface RegisterRelease {
  /** `BAG`, `BeST`, `CACLR`, `BD-Adresses`. */
  readonly name: string;
  readonly publisher: string;
  /** The reference date of the data, `YYYY-MM-DD`; `null` if the files do not state it. */
  readonly referenceDate: string | null;
  /** SPDX identifier, e.g. `CC0-1.0`, `CC-BY-4.0`. */
  readonly licence: string;
  /** The attribution to show; `null` if the licence requires none. */
  readonly attribution: string | null;
  readonly url: string;
  /** The files it was read from, where they were downloaded by this package. */
  readonly files?: readonly SourceFile[];
}

/** A file of a register, as it was downloaded. */
export interface SourceFile {
  readonly name: string;
  /** Where it was fetched. */
  readonly url: string;
  /** Of its edition, `YYYY-MM-DD`; `null` if nothing tells it. */
  readonly date: string | null;
  readonly bytes: number;
  readonly sha256: string;
}

/** `manifest.json`: what an index contains. It lists every other file with size and checksum, and is written last. */
export interface Manifest {
  readonly formatVersion: number;
  /** The program that wrote it. */
  readonly tool: { readonly name: string; readonly version: string };
  readonly country: Country;
  /** The registers it was built from, with licence and attribution. */
  readonly registers: readonly RegisterRelease[];
  /** Only in an index of the project's own small registers, for tests and first steps. */
  readonly isFixture?: true;
  readonly counts: IndexCounts;
  readonly files: readonly ManifestFile[];
}

/** One file of an index. */
export interface ManifestFile {
  /** In the same directory. */
  readonly name: string;
  readonly bytes: number;
  readonly crc32: number;
}

export interface IndexCounts {
  readonly regions: number;
  readonly provinces: number;
  readonly municipalities: number;
  readonly places: number;
  readonly streets: number;
  readonly streetNames: number;
  readonly postcodes: number;
  readonly addresses: number;
  readonly addressesWithoutPosition: number;
  readonly addressesWithoutPostcode: number;
  readonly addressesProposed: number;
}

/** A manifest has a few kilobytes; larger ones are not read. */
const MAX_MANIFEST_BYTES = 1 << 20;
/** No file of a country's index comes near this. */
const MAX_FILE_BYTES = 2 ** 32;
const MAX_FILE_COUNT = 100;

/**
 * The manifest of an index directory. All values are checked to be of the types of `Manifest`.
 *
 * @throws AddressLookupError `index-not-found`, `index-version`, `index-corrupt`
 */
export function readManifest(directory: string): Manifest {
  const path = join(directory, INDEX_FILES.manifest);
  return parseManifest(readText(directory, path), path);
}

function readText(directory: string, path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    throw new AddressLookupError(
      'index-not-found',
      `There is no index in ${directory}: ${INDEX_FILES.manifest} cannot be read. ${HOW_TO_BUILD}`,
      { directory },
      { cause: error },
    );
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > MAX_MANIFEST_BYTES) throw notManifest(path, 'it is no file of a few kilobytes');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** The remedy if there is no index. */
export const HOW_TO_BUILD =
  'Build one with "npx benelux-address-lookup build-index" (in a checkout "npm run build-index"), or name the directory that holds it.';

/** @throws AddressLookupError `index-version`, `index-corrupt` */
export function parseManifest(text: string, path: string): Manifest {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw notManifest(path, 'it is not JSON');
  }
  if (!isObject<Manifest>(manifest) || !isCount(manifest.formatVersion) || !isCountry(String(manifest.country)))
    throw notManifest(path, 'it lacks a format version or a country');
  // Another version may have another shape.
  if (manifest.formatVersion !== FORMAT_VERSION) {
    throw new AddressLookupError(
      'index-version',
      `${path} says format version ${manifest.formatVersion}; this release reads version ${FORMAT_VERSION}. Build the index again with this release.`,
      { file: path, got: manifest.formatVersion, allowed: FORMAT_VERSION },
    );
  }
  const wrong = wrongFieldOf(manifest);
  if (wrong !== undefined) throw notManifest(path, `its "${wrong}" is not as it should be`);
  return manifest as unknown as Manifest;
}

/** The first field that does not match `Manifest`. */
function wrongFieldOf({ country, tool, registers, isFixture, counts, files }: Unchecked<Manifest>): string | undefined {
  if (typeof country !== 'string') return 'country';
  if (!isObject<Manifest['tool']>(tool) || !isText(tool.name) || !isText(tool.version)) return 'tool';
  if (!Array.isArray(registers) || !registers.every(isRegister)) return 'registers';
  if (isFixture !== undefined && isFixture !== true) return 'isFixture';
  if (!isObject<IndexCounts>(counts) || !COUNTED.every((name) => isCount(counts[name]))) return 'counts';
  if (!Array.isArray(files) || files.length > MAX_FILE_COUNT || !files.every(isManifestFile)) return 'files';
  const names = new Set(files.map(({ name }) => name));
  if (names.size < files.length || names.has(INDEX_FILES.manifest)) return 'files';
  return DATA_FILES.every((name) => names.has(name)) ? undefined : 'files';
}

const DATA_FILES: readonly string[] = Object.values(INDEX_FILES).filter((name) => name !== INDEX_FILES.manifest);

const COUNTED: readonly (keyof IndexCounts)[] = [
  'regions',
  'provinces',
  'municipalities',
  'places',
  'streets',
  'streetNames',
  'postcodes',
  'addresses',
  'addressesWithoutPosition',
  'addressesWithoutPostcode',
  'addressesProposed',
];

function isManifestFile(value: unknown): value is ManifestFile {
  return (
    isObject<ManifestFile>(value) &&
    // A plain name: nothing outside the directory is ever opened.
    isText(value.name) &&
    /^[A-Za-z0-9][\w.-]{0,99}$/.test(value.name) &&
    isCount(value.bytes) &&
    value.bytes <= MAX_FILE_BYTES &&
    isCount(value.crc32) &&
    value.crc32 < 2 ** 32
  );
}

function isRegister(value: unknown): boolean {
  if (!isObject<RegisterRelease>(value)) return false;
  const { name, publisher, referenceDate, licence, attribution, url, files } = value;
  return (
    [name, publisher, licence, url].every(isText) &&
    [referenceDate, attribution].every((each) => each === null || isText(each)) &&
    (files === undefined || (Array.isArray(files) && files.every(isSourceFile)))
  );
}

function isSourceFile(value: unknown): boolean {
  if (!isObject<SourceFile>(value)) return false;
  const { name, url, date, bytes, sha256 } = value;
  return [name, url, sha256].every(isText) && (date === null || isText(date)) && isCount(bytes);
}

/** A manifest whose values have not been checked yet. */
type Unchecked<Shape> = { readonly [Name in keyof Shape]?: unknown };

function isObject<Shape>(value: unknown): value is Unchecked<Shape> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function notManifest(path: string, what: string): AddressLookupError {
  return new AddressLookupError(
    'index-corrupt',
    `${path} is not the manifest of an index: ${what}. Copy or build the index again.`,
    { file: path },
  );
}

/** Identifies the bytes of an index: 16 hexadecimal digits from the sizes and checksums of its files. */
export function indexDigest({ formatVersion, files }: Manifest): string {
  const hash = createHash('sha256').update(String(formatVersion));
  for (const { name, bytes, crc32 } of files) hash.update(`\n${name} ${bytes} ${crc32}`);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Identifies the answers from an index: changes with its data and with the version of this package, which may answer
 * differently from the same data. 11 characters.
 */
export function answersTag({ files }: Manifest): string {
  return hash52(JSON.stringify([VERSION, files])).toString(36);
}
