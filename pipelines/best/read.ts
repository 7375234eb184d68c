import { moduleBeside } from '../../src/threads/thread-module.ts';
import type { Progress } from '../progress.ts';
import { loadBelgianDatumGrid } from '../projection/lambert.ts';
import { openEntry } from '../readers/input-tree.ts';
import { countBytes, createParallelReader, startByteCounter } from '../readers/parallel.ts';
import type { AddressTable } from './address-table.ts';
import { readBestCsv } from './csv.ts';
import type { BestFile } from './files.ts';
import { PositionReader } from './positions.ts';
import { type NameTable, readXmlAddresses, readXmlNames } from './xml.ts';

export interface ReadOptions {
  readonly threads: number;
  readonly progress: Progress;
  readonly gridFile?: string | undefined;
  readonly referenceDate?: string | undefined;
  /** Below this many bytes threads take longer to start than they save. */
  readonly minBytesForThreads?: number | undefined;
}

const MIN_BYTES_FOR_THREADS = 64 * 2 ** 20;

/**
 * Reads files, one per worker thread if there is enough to read, and returns their contents in the order of `files`.
 *
 * @throws AddressLookupError `input-…` for the first file, the largest before the others, that cannot be used
 */
export async function readFiles(files: readonly BestFile[], options: ReadOptions): Promise<FileContent[]> {
  const { threads, gridFile, referenceDate, progress, minBytesForThreads = MIN_BYTES_FOR_THREADS } = options;
  const totalBytes = files.reduce((sum, { entry }) => sum + entry.byteLength, 0);
  const reader = createParallelReader<ReadTask, FileContent>({
    readFile,
    worker: moduleBeside('read-worker', import.meta.url),
    threads: Math.min(threads, files.length),
    totalBytes,
    minBytesForThreads,
  });
  progress.stage('read', totalBytes, 'bytes');
  const bytesRead = startByteCounter(progress);
  try {
    const tasks = files.map((file): ReadTask => ({ file, gridFile, referenceDate, bytesRead: bytesRead.shared }));
    return await reader.all(tasks, ({ file }) => file.entry.byteLength);
  } finally {
    bytesRead.stop();
    await reader.close();
  }
}

/** One file to read: plain data, so that a worker thread can be given it. */
export interface ReadTask {
  readonly file: BestFile;
  readonly gridFile: string | undefined;
  readonly referenceDate: string | undefined;
  /** See `countBytes`. */
  readonly bytesRead: SharedArrayBuffer;
}

/** The content of a file: addresses or, in the full download, the names that they refer to. */
export type FileContent =
  | { readonly kind: 'addresses'; readonly table: AddressTable }
  | { readonly kind: 'names'; readonly table: NameTable };

/** @throws AddressLookupError `input-…` if the file as a whole cannot be used */
export async function readFile({ file, gridFile, referenceDate, bytesRead }: ReadTask): Promise<FileContent> {
  const { entry, kind } = file;
  const onBytes = (count: number): void => countBytes(bytesRead, count);
  const bytes = await openEntry(entry.source);
  if (kind !== 'csv' && kind !== 'address') {
    return { kind: 'names', table: await readXmlNames(bytes, entry.path, onBytes) };
  }
  const grid = gridFile === undefined ? undefined : await loadBelgianDatumGrid(gridFile);
  const place = new PositionReader(grid);
  const table =
    kind === 'csv'
      ? await readBestCsv(bytes, entry.path, place, onBytes)
      : await readXmlAddresses(bytes, entry.path, place, referenceDate, onBytes);
  return { kind: 'addresses', table };
}
