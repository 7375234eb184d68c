import { loadBelgianDatumGrid } from '../projection/lambert.ts';
import { openEntry } from '../readers/input-tree.ts';
import { type AddressTable, buffersOf } from './address-table.ts';
import type { BestFile } from './best-files.ts';
import { PositionReader } from './positions.ts';
import { readBestCsv } from './read-csv.ts';
import { readXmlAddresses } from './read-xml-addresses.ts';
import { type NameTable, readXmlNames } from './read-xml-names.ts';

/** One file to read: plain data, so that a worker thread can be given it. */
export interface ReadTask {
  readonly file: BestFile;
  readonly gridFile: string | undefined;
  readonly referenceDate: string | undefined;
  /** One 64-bit counter of the bytes read by all tasks, for the progress display. */
  readonly bytesRead: SharedArrayBuffer;
}

/** What a file holds: addresses or, in the full download, the names that they refer to. */
export type FileContent =
  | { readonly kind: 'addresses'; readonly table: AddressTable }
  | { readonly kind: 'names'; readonly table: NameTable };

/** @throws AddressLookupError `input-…` where the file as a whole cannot be used */
export async function readFile(task: ReadTask): Promise<FileContent> {
  const { entry, kind } = task.file;
  const counter = new BigInt64Array(task.bytesRead);
  const onBytes = (count: number): void => {
    Atomics.add(counter, 0, BigInt(count));
  };
  const bytes = await openEntry(entry.source);
  if (kind !== 'csv' && kind !== 'address') {
    return { kind: 'names', table: await readXmlNames(bytes, entry.path, onBytes) };
  }
  const grid = task.gridFile === undefined ? undefined : await loadBelgianDatumGrid(task.gridFile);
  const place = new PositionReader(grid);
  const table =
    kind === 'csv'
      ? await readBestCsv(bytes, entry.path, place, onBytes)
      : await readXmlAddresses(bytes, entry.path, place, task.referenceDate, onBytes);
  return { kind: 'addresses', table };
}

/** The buffers that a worker thread hands over with a file's content. */
export function contentBuffers(content: FileContent): ArrayBufferLike[] {
  return content.kind === 'addresses' ? buffersOf(content.table) : [];
}
