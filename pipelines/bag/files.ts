import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AddressLookupError } from '../../src/errors.ts';
import { type InputEntry, listInput, listZipEntry, readHead } from '../readers/input-tree.ts';
import type { RecordType } from './stand-record.ts';

/** The files of one or more BAG extracts that an address is made of. */
export interface ExtractFiles {
  /** In the order in which they are read: by type, then by path. */
  readonly stands: readonly StandFile[];
  /** `GEM-WPL-RELATIE…xml`: which municipality a place belongs to. */
  readonly relations: readonly InputEntry[];
  /** `Leveringsdocument-BAG-Extract.xml`, one per extract. */
  readonly deliveries: readonly InputEntry[];
  /** Files of mutations. They have changes instead of the state on a date, and cannot be used. */
  readonly mutations: readonly InputEntry[];
}

export interface StandFile {
  readonly entry: InputEntry;
  readonly recordType: RecordType;
  /** The entry is a zip of such files inside another zip: see `unpackInTurn`. */
  readonly isZip?: boolean;
}

/** `9999NUM08012026-000001.xml`: four digits, the type, the date; 9999 is the whole country. */
const STAND_NAME = /^\d{4}(WPL|OPR|NUM|VBO|LIG|STA)\d{8}(?:-\d+)?\.xml$/i;

/** A zip of such files: `9999NUM08012026.zip`. */
const STAND_ZIP_NAME = /^\d{4}(WPL|OPR|NUM|VBO|LIG|STA)\d{8}\.zip$/i;

/**
 * Files that never hold a current address: buildings, and what was declared inactive, not part of the BAG, or under inquiry.
 * Those zips hold files such as `9999IANUM…`, whose names contain the types above.
 */
const SKIPPED_NAME = /^\d{4}(?:PND|MUT|Inactief|NietBag|InOnderzoek|(?:IA|NB|IO)[A-Z]{3})\w*?\d{8}/i;

const RELATION_NAME = /^GEM-WPL-RELATIE.*\.xml$/i;
const DELIVERY_NAME = /^Leveringsdocument.*\.xml$/i;

const TYPE_ORDER: readonly RecordType[] = ['WPL', 'OPR', 'NUM', 'VBO', 'LIG', 'STA'];

/** Enough of a file to tell its kind and date; the relation file begins with 2 kB of comment. */
const HEAD_BYTES = 8192;

/**
 * Lists the files of the extracts under `paths`: national or municipal, zipped in one to three levels or unpacked. Files
 * are recognised by name, or by their first elements if they have been renamed. Zips of skipped types are not unpacked.
 * Zips of stand files inside other zips are not unpacked yet, unless they alone tell the date of the extract.
 *
 * @throws AddressLookupError `input-not-found`, `input-corrupt`, or `input-not-recognised` if there is no BAG in them
 */
export async function listExtractFiles(paths: readonly string[], temporaryDirectory: string): Promise<ExtractFiles> {
  const files = await listFiles(paths, temporaryDirectory, isStandZip);
  return files.deliveries.length > 0 ? files : listFiles(paths, temporaryDirectory, () => false);
}

/** Unpacks a zip of stand files to the temporary directory and lists the files in it. */
export async function unpackStandFiles({ entry }: StandFile, temporaryDirectory: string): Promise<StandFile[]> {
  const stands: StandFile[] = [];
  for (const each of await listZipEntry(entry, { temporaryDirectory, descend: () => false })) {
    const kind = await kindOf(each);
    if (isRecordType(kind)) stands.push({ entry: each, recordType: kind });
  }
  return stands;
}

async function listFiles(
  paths: readonly string[],
  temporaryDirectory: string,
  leaveZipped: (entry: InputEntry) => boolean,
): Promise<ExtractFiles> {
  const stands: StandFile[] = [];
  const relations: InputEntry[] = [];
  const deliveries: InputEntry[] = [];
  const mutations: InputEntry[] = [];
  const descend = (entry: InputEntry): boolean => !SKIPPED_NAME.test(entry.name) && !leaveZipped(entry);
  for (const path of paths) {
    const entries = await listInput(path, { temporaryDirectory, descend });
    const standsBefore = stands.length;
    for (const entry of entries) {
      const zipType = leaveZipped(entry) ? recordTypeIn(STAND_ZIP_NAME, entry.name) : undefined;
      const kind = zipType ?? (await kindOf(entry));
      if (kind === 'relation') relations.push(entry);
      else if (kind === 'delivery') deliveries.push(entry);
      else if (kind === 'mutation') mutations.push(entry);
      else if (kind !== undefined) stands.push({ entry, recordType: kind, isZip: zipType !== undefined });
    }
    const isRelationAlone = entries.length > 0 && entries.every((entry) => relations.includes(entry));
    if (stands.length === standsBefore && !isRelationAlone) throw notRecognised(path);
  }
  stands.sort((a, b) => TYPE_ORDER.indexOf(a.recordType) - TYPE_ORDER.indexOf(b.recordType));
  return { stands, relations, deliveries, mutations };
}

function isStandZip({ name, source }: InputEntry): boolean {
  return source.member !== undefined && STAND_ZIP_NAME.test(name);
}

/** The date in the head of a delivery document, a relation file or a stand file, `YYYY-MM-DD`; `''` if there is none. */
export async function referenceDateOf(entry: InputEntry): Promise<string> {
  const head = await headOf(entry);
  return /<(?:[\w-]+:)?StandTechnischeDatum>\s*(\d{4}-\d{2}-\d{2})/.exec(head)?.[1] ?? '';
}

type Kind = RecordType | 'relation' | 'delivery' | 'mutation';

async function kindOf(entry: InputEntry): Promise<Kind | undefined> {
  const { name } = entry;
  if (SKIPPED_NAME.test(name) || !name.toLowerCase().endsWith('.xml')) return undefined;
  const recordType = recordTypeIn(STAND_NAME, name);
  if (recordType !== undefined) return recordType;
  if (RELATION_NAME.test(name)) return 'relation';
  if (DELIVERY_NAME.test(name)) return 'delivery';
  return kindOfHead(await headOf(entry));
}

/** The type that the first group of a pattern matches in a name. */
function recordTypeIn(pattern: RegExp, name: string): RecordType | undefined {
  return pattern.exec(name)?.[1]?.toUpperCase() as RecordType | undefined;
}

function isRecordType(kind: Kind | undefined): kind is RecordType {
  return TYPE_ORDER.some((recordType) => recordType === kind);
}

function kindOfHead(head: string): Kind | undefined {
  const root = /<(?:[\w-]+:)?([\w-]+)[\s>]/.exec(head.replace(/<!--.*?-->/gs, ''))?.[1];
  if (root === 'BAG-GWR-Deelbestand-LVC') return 'relation';
  if (root === 'BAG-Extract-Levering') return 'delivery';
  if (root === 'bagMutaties') return 'mutation';
  if (root !== 'bagStand') return undefined;
  const objectType = /<(?:[\w-]+:)?objectType>\s*(\w+)/.exec(head)?.[1];
  return TYPE_ORDER.find((recordType) => recordType === objectType);
}

async function headOf(entry: InputEntry): Promise<string> {
  return (await readHead(entry.source, HEAD_BYTES)).toString('latin1');
}

function notRecognised(path: string): AddressLookupError {
  return new AddressLookupError(
    'input-not-recognised',
    `There are no BAG stand files in "${path}". Give lvbag-extract-nl.zip, a municipal extract (BAGGEM…L-….zip), or a folder with their files.`,
    { got: path },
  );
}

/**
 * Yields the files of an extract group by group, in the order in which they are read. Zips inside zips are unpacked to
 * temporary files when it is their turn and removed when the next group is requested, so that they never take more disk
 * space than the input itself. If there is room for both, the next group is unpacked while this one is being read.
 *
 *     read     WPL OPR NUM │ VBO            │ LIG STA
 *     unpack   WPL OPR NUM │ LIG STA        │            VBO already before, if NUM and VBO fit together
 *
 * @throws AddressLookupError `input-corrupt`
 */
export async function* unpackInTurn(
  stands: readonly StandFile[],
  temporaryDirectory: string,
): AsyncGenerator<readonly StandFile[]> {
  const room = await bytesOfFiles(stands);
  const groups = groupsOf(stands, room / 2);
  const unpackNow = (group: StandFile[]): Promise<UnpackedGroup> => unpack(group, temporaryDirectory);
  let ahead: Promise<UnpackedGroup> | undefined;
  try {
    for (const [i, group] of groups.entries()) {
      const { files, directory } = await (ahead ?? unpackNow(group));
      const next = groups[i + 1];
      const fits = next !== undefined && unpackedBytes(group) + unpackedBytes(next) <= room;
      ahead = fits ? unpackNow(next) : undefined;
      // Without this, a failure while the group before is being read would end the process.
      ahead?.catch(() => {});
      try {
        yield files;
      } finally {
        await rm(directory, { recursive: true });
      }
    }
  } finally {
    // If reading stops early, wait for what is being unpacked: its directory is removed next.
    const unread = await ahead?.catch(() => undefined);
    if (unread !== undefined) await rm(unread.directory, { recursive: true, force: true });
  }
}

interface UnpackedGroup {
  readonly files: readonly StandFile[];
  readonly directory: string;
}

async function unpack(group: readonly StandFile[], temporaryDirectory: string): Promise<UnpackedGroup> {
  const directory = await mkdtemp(join(temporaryDirectory, 'group-'));
  const files: StandFile[] = [];
  for (const stand of group) files.push(...(stand.isZip ? await unpackStandFiles(stand, directory) : [stand]));
  return { files, directory };
}

/** Puts consecutive files together as long as they take no more than `room` bytes unpacked; at least one per group. */
function groupsOf(stands: readonly StandFile[], room: number): StandFile[][] {
  const groups: StandFile[][] = [];
  for (const stand of stands) {
    const group = groups.at(-1);
    if (group !== undefined && unpackedBytes(group) + unpackedBytes([stand]) <= room) group.push(stand);
    else groups.push([stand]);
  }
  return groups;
}

function unpackedBytes(group: readonly StandFile[]): number {
  return group.reduce((sum, { entry, isZip }) => sum + (isZip ? entry.byteLength : 0), 0);
}

/** The size of the input: of the files on disk that the entries are in. */
async function bytesOfFiles(stands: readonly StandFile[]): Promise<number> {
  const sizes = [...new Set(stands.map(({ entry }) => entry.source.file))].map(async (file) => (await stat(file)).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
