import { AddressLookupError } from '../../src/errors.ts';
import { type InputEntry, listInput, readHead } from '../readers/input-tree.ts';
import { csvColumns, resemblesBest } from './csv.ts';
import { kindOfRoot, type XmlKind } from './xml.ts';

/** A file of BeST and its kind. */
export interface BestFile {
  readonly entry: InputEntry;
  /** A file of the CSV download, or one of the five kinds of the full XML download. */
  readonly kind: 'csv' | XmlKind;
}

interface BestInput {
  /** By path. */
  readonly files: readonly BestFile[];
  /** Files that are not BeST and were skipped. */
  readonly others: readonly InputEntry[];
}

/** Enough of a file to hold its header, or its first element with a licence comment before it. */
const HEAD_BYTES = 1 << 13;

/**
 * Finds the files of BeST under `paths` by their content: column names, or the name of the root element. File names serve
 * only to leave other zips inside zips packed.
 *
 * @throws AddressLookupError `input-not-found`; `input-not-recognised` for a path with nothing of BeST under it;
 *   `input-mixed` for CSV and XML together, which would give every address twice.
 */
export async function findBestFiles(paths: readonly string[], temporaryDirectory: string): Promise<BestInput> {
  const files: BestFile[] = [];
  const others: InputEntry[] = [];
  for (const path of paths) {
    const entries = await listInput(path, { temporaryDirectory, descend: mayHoldBest });
    const before = files.length;
    for (const entry of entries) {
      const head = await headOf(entry);
      const kind = kindOfHead(head);
      if (kind === undefined) others.push(entry);
      else files.push({ entry, kind });
    }
    if (files.length === before) throw await notRecognised(path, entries);
  }
  files.sort((a, b) => (a.entry.path < b.entry.path ? -1 : 1));
  assertOneForm(files);
  return { files, others };
}

/**
 * Whether to look into a zip: any in a folder; inside another zip, where it must be unpacked first, only those named like
 * BOSA's.
 */
function mayHoldBest({ name, source }: InputEntry): boolean {
  return source.member === undefined || /best|address|streetname|municipality|postalinfo/i.test(name);
}

function kindOfHead(head: string): BestFile['kind'] | undefined {
  const text = head.replace(/^\ufeff?\s*/, '');
  if (!text.startsWith('<')) return resemblesBest(headerOf(text)) ? 'csv' : undefined;
  const root = /<([A-Za-z_][\w.:-]*)/.exec(text.replace(/<!--.*?-->/gs, ''))?.[1];
  return root === undefined ? undefined : kindOfRoot(root);
}

function headerOf(text: string): string[] {
  const line = text.split(/\r?\n/, 1)[0] as string;
  return line.split(',').map((name) => name.replace(/^"(.*)"$/, '$1'));
}

async function headOf(entry: InputEntry): Promise<string> {
  return (await readHead(entry.source, HEAD_BYTES)).toString('utf8');
}

function assertOneForm(files: readonly BestFile[]): void {
  const csv = files.find(({ kind }) => kind === 'csv');
  const xml = files.find(({ kind }) => kind === 'address');
  if (csv !== undefined && xml !== undefined) {
    throw new AddressLookupError(
      'input-mixed',
      `"${csv.entry.path}" and "${xml.entry.path}" are two forms of the same addresses. Give the CSV files or the full XML download.`,
      { got: [csv.entry.path, xml.entry.path] },
    );
  }
  if (csv === undefined && xml === undefined) {
    throw new AddressLookupError(
      'input-not-recognised',
      `There are names but no addresses in the input (${files.map(({ entry }) => entry.name).join(', ')}). Give the whole best-full-latest.zip.`,
      { got: files.map(({ entry }) => entry.path) },
    );
  }
  if (xml !== undefined && !files.some(({ kind }) => kind === 'streetName')) {
    throw new AddressLookupError(
      'input-not-recognised',
      `"${xml.entry.path}" holds addresses, but no file of street names was given. Give the whole best-full-latest.zip.`,
      { got: files.map(({ entry }) => entry.path) },
    );
  }
}

/** For a single file meant as CSV, the error about its columns is the most helpful. */
async function notRecognised(path: string, entries: readonly InputEntry[]): Promise<AddressLookupError> {
  const [only, another] = entries;
  if (only !== undefined && another === undefined && /\.csv$/i.test(only.name)) {
    try {
      csvColumns(headerOf(await headOf(only)), only.path);
    } catch (error) {
      if (error instanceof AddressLookupError) return error;
    }
  }
  const names = entries.slice(0, 5).map(({ name }) => name);
  return new AddressLookupError(
    'input-not-recognised',
    `There is nothing of BeST in "${path}"${names.length > 0 ? ` (found ${names.join(', ')})` : ''}. ` +
      'Give openaddress-be*.zip or best-full-latest.zip as BOSA publishes them, unpacked or not, or a folder with them.',
    { got: path, found: names },
  );
}
