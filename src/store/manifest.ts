import { AddressLookupError } from '../errors.ts';
import { FORMAT_VERSION } from '../format/container.ts';
import { crc32 } from '../format/crc32.ts';
import { hash52 } from '../format/hash.ts';
import type { AddressColumns } from '../model/address-columns.ts';
import { type Country, isCountry } from '../model/country.ts';
import type { Gazetteer } from '../model/gazetteer.ts';
import type { ObjectInput } from '../model/register-object.ts';
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
  /** Container: the tries of names, and the groups of streets with the same name. */
  names: 'names.bin',
  /** Container: a kd-tree over runs of addresses that are near one another. */
  runs: 'runs.bin',
  /** Flatbush: the bounding boxes of all streets. */
  boxes: 'streets.flatbush',
} as const;

/** Files that an index has only if its register says what they are about, or if the build was asked for them. */
export const OPTIONAL_FILES = {
  /** Container: addresses that no longer are, as an index of their own, and what became of them. */
  former: 'former.bin',
  /** Container: the objects that addresses are of, their buildings, uses and floor areas. */
  objects: 'objects.bin',
} as const;

/** Whether a file of an index is a container (format/container.ts), which names its release in its head. */
export function isContainer(name: string): boolean {
  return name.endsWith('.bin');
}

/** The input of one country's index: what an import produces and `writeIndex` takes. */
export interface IndexInput {
  readonly country: Country;
  /** The registers that the addresses are from, for the manifest. */
  readonly registers: readonly RegisterRelease[];
  /** The registers are the project's own small ones. */
  readonly isFixture?: true;
  readonly gazetteer: Gazetteer;
  readonly addresses: AddressColumns;
  /** Addresses that no longer are; absent if the register says nothing of them. */
  readonly former?: FormerInput;
  /** The objects of the addresses; absent unless asked for. */
  readonly objects?: ObjectInput;
}

/** Addresses as they were called before, in streets and areas as these were, and what became of them. */
export interface FormerInput {
  readonly gazetteer: Gazetteer;
  /** With a position only where nothing took the place of the address: the last one. */
  readonly addresses: AddressColumns;
  /** By row, the first day on which it was no longer called so: 20210915. */
  readonly until: Uint32Array;
  /** By row, the identifier of the address of today; 0 if it was withdrawn. */
  readonly successor: Float64Array;
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
  /** The files it was read from, if this package downloaded them. */
  readonly files?: readonly SourceFile[];
}

/** A register and its date, for people: `BAG 2026-01-08`. */
export function registerLabel({ name, referenceDate }: Pick<RegisterRelease, 'name' | 'referenceDate'>): string {
  return referenceDate === null ? name : `${name} ${referenceDate}`;
}

/** A file of a register, as it was downloaded. */
export interface SourceFile {
  readonly name: string;
  /** Where it was fetched from. */
  readonly url: string;
  /** The date of its edition, `YYYY-MM-DD`; `null` if unknown. */
  readonly date: string | null;
  readonly bytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** `manifest.json`: what an index contains. It lists every other file with size and checksum, and is written last. */
export interface Manifest {
  readonly formatVersion: number;
  /** The program that wrote it. */
  readonly tool: { readonly name: string; readonly version: string };
  readonly country: Country;
  /** Identifies the content of the index, 16 hexadecimal digits; also in the head of its containers. */
  readonly release: string;
  /** The registers it was built from, with licence and attribution. */
  readonly registers: readonly RegisterRelease[];
  /** Only in an index of the project's own small registers, for tests and first steps. */
  readonly isFixture?: true;
  readonly counts: IndexCounts;
  readonly files: readonly ManifestFile[];
  /** The CRC-32 of the other fields as compact JSON. */
  readonly crc32: number;
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

/** Far more than any file of a country's index. */
const MAX_FILE_BYTES = 2 ** 32;
const MAX_LIST_LENGTH = 10_000;

/** A manifest with the checksum of its other fields. */
export function sealManifest(manifest: Omit<Manifest, 'crc32'>): Manifest {
  return { ...manifest, crc32: checksumOf(manifest) };
}

/** Independent of white space and line ends. */
function checksumOf(manifest: object): number {
  return crc32(new TextEncoder().encode(JSON.stringify({ ...manifest, crc32: undefined })));
}

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
  const wrong = Object.entries(MANIFEST_SHAPE).find(([name, is]) => !is(manifest[name as keyof Manifest]));
  if (wrong !== undefined) throw notManifest(path, `its "${wrong[0]}" is missing or malformed`);
  if (manifest.crc32 !== checksumOf(manifest))
    throw notManifest(path, 'it has been changed or damaged: its checksum differs');
  return manifest as unknown as Manifest;
}

type Check = (value: unknown) => boolean;
/** What each field of an object must be. */
type Shape<Fields> = { readonly [Name in keyof Required<Fields>]: Check };

const isText: Check = (value) => typeof value === 'string';
const isChecksum: Check = (value) => isCount(value) && value < 2 ** 32;
const isMatching =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isNullOr =
  (is: Check): Check =>
  (value) =>
    value === null || is(value);
const isAbsentOr =
  (is: Check): Check =>
  (value) =>
    value === undefined || is(value);
const isList =
  (is: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= MAX_LIST_LENGTH && value.every(is);
const isOf =
  <Fields>(shape: Shape<Fields>): Check =>
  (value) =>
    isObject(value) && Object.entries<Check>(shape).every(([name, is]) => is(value[name]));

const MANIFEST_SHAPE: Shape<Manifest> = {
  formatVersion: isCount,
  tool: isOf<Manifest['tool']>({ name: isText, version: isText }),
  country: isMatching(/^(?:nl|be|lu)$/),
  release: isMatching(/^[0-9a-f]{16}$/),
  registers: isList(
    isOf<RegisterRelease>({
      name: isText,
      publisher: isText,
      referenceDate: isNullOr(isText),
      licence: isText,
      attribution: isNullOr(isText),
      url: isText,
      files: isAbsentOr(
        isList(
          isOf<SourceFile>({
            name: isText,
            url: isText,
            date: isNullOr(isText),
            bytes: isCount,
            sha256: isMatching(/^[0-9a-f]{64}$/),
          }),
        ),
      ),
    }),
  ),
  isFixture: isAbsentOr((value) => value === true),
  counts: isOf<IndexCounts>({
    regions: isCount,
    provinces: isCount,
    municipalities: isCount,
    places: isCount,
    streets: isCount,
    streetNames: isCount,
    postcodes: isCount,
    addresses: isCount,
    addressesWithoutPosition: isCount,
    addressesWithoutPostcode: isCount,
    addressesProposed: isCount,
  }),
  files: (value) => isList(isOf<ManifestFile>(FILE_SHAPE))(value) && areIndexFiles(value as ManifestFile[]),
  crc32: isChecksum,
};

const FILE_SHAPE: Shape<ManifestFile> = {
  // A plain name: nothing outside the directory is ever opened.
  name: isMatching(/^[A-Za-z0-9][\w.-]{0,99}$/),
  bytes: (value) => isCount(value) && value <= MAX_FILE_BYTES,
  crc32: isChecksum,
};

/** Whether every file of an index is listed, and none twice. */
function areIndexFiles(files: readonly ManifestFile[]): boolean {
  const names = new Set(files.map(({ name }) => name));
  if (names.size < files.length || names.has(INDEX_FILES.manifest)) return false;
  return Object.values(INDEX_FILES).every((name) => name === INDEX_FILES.manifest || names.has(name));
}

/** Whether a text is a day of the calendar, `YYYY-MM-DD`, as reference dates are. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return text.length === 10 && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Whether a value is an object; its own values have not been checked yet. */
export function isObject<Fields = Record<string, unknown>>(
  value: unknown,
): value is { readonly [Name in keyof Fields]?: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a whole number of 0 and more. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function notManifest(path: string, what: string): AddressLookupError {
  return new AddressLookupError(
    'index-corrupt',
    `${path} is not the manifest of an index: ${what}. Copy or build the index again.`,
    { file: path },
  );
}

/**
 * Identifies the answers from an index: changes with its data and with the version of this package, which may answer
 * differently from the same data. 11 characters.
 */
export function answersTag({ release }: Manifest): string {
  return hash52(`${VERSION} ${release}`).toString(36);
}
