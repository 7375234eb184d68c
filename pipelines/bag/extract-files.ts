import { AddressLookupError } from '../../src/errors.ts';
import { type InputEntry, listInput, listZipEntry, readHead } from '../readers/input-tree.ts';
import type { RecordType } from './record-columns.ts';

/** The files of one or more BAG extracts that an address is made of. */
export interface ExtractFiles {
  /** In the order in which they are read: by type, then by path. */
  readonly stands: readonly StandFile[];
  /** `GEM-WPL-RELATIE…xml`: which municipality a place belongs to. */
  readonly relations: readonly InputEntry[];
  /** `Leveringsdocument-BAG-Extract.xml`, one per extract. */
  readonly deliveries: readonly InputEntry[];
  /** Files of mutations, which are no stand and cannot be used. */
  readonly mutations: readonly InputEntry[];
}

export interface StandFile {
  readonly entry: InputEntry;
  readonly recordType: RecordType;
  /** It is a zip inside a zip that has such files in it: see `unpackStandFiles`. */
  readonly isZip?: boolean;
}

/** `9999NUM08012026-000001.xml`: four digits, the type, the date; 9999 is the whole country. */
const STAND_NAME = /^\d{4}(WPL|OPR|NUM|VBO|LIG|STA)\d{8}(?:-\d+)?\.xml$/i;

/** A zip of such files: `9999NUM08012026.zip`. */
const STAND_ZIP_NAME = /^\d{4}(WPL|OPR|NUM|VBO|LIG|STA)\d{8}\.zip$/i;

/**
 * What never holds a current address: buildings, and what was declared inactive, not of the BAG, or under inquiry. Those
 * zips hold files like `9999IANUM…`, whose names contain the types above.
 */
const SKIPPED_NAME = /^\d{4}(?:PND|MUT|Inactief|NietBag|InOnderzoek|(?:IA|NB|IO)[A-Z]{3})\w*?\d{8}/i;

const RELATION_NAME = /^GEM-WPL-RELATIE.*\.xml$/i;
const DELIVERY_NAME = /^Leveringsdocument.*\.xml$/i;

const TYPE_ORDER: readonly RecordType[] = ['WPL', 'OPR', 'NUM', 'VBO', 'LIG', 'STA'];

/** The head of a file that its kind and date can be told from; the relation file begins with 2 kB of comment. */
const HEAD_BYTES = 8192;

/**
 * Lists the files of the extracts under `paths`: national or municipal, zipped in one to three levels or unpacked. Files
 * are known by name, and by their first elements where they have been renamed. Zips of skipped types are not unpacked, and
 * those of stand files inside other zips not yet, unless the date of the extracts stands in them alone.
 *
 * @throws AddressLookupError `input-not-found`, `input-corrupt`, or `input-not-recognised` where there is no BAG in them
 */
export async function listExtractFiles(paths: readonly string[], temporaryDirectory: string): Promise<ExtractFiles> {
  const files = await listFiles(paths, temporaryDirectory, isStandZip);
  return files.deliveries.length > 0 ? files : listFiles(paths, temporaryDirectory, () => false);
}

/** The files in a zip of stand files, which is unpacked to the temporary directory. */
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

/** The date in the head of a delivery document, a relation file or a stand file, `YYYY-MM-DD`; `''` where there is none. */
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

/** The type that the first group of a pattern finds in a name. */
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
