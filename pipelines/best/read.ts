import { moduleBeside } from '../../src/threads/thread-module.ts';
import { WorkerPool } from '../../src/threads/worker-pool.ts';
import type { Progress } from '../progress.ts';
import { loadBelgianDatumGrid } from '../projection/lambert.ts';
import { openEntry } from '../readers/input-tree.ts';
import { type AddressTable, buffersOf } from './address-table.ts';
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
  readonly worthThreadsBytes?: number | undefined;
}

const WORTH_THREADS_BYTES = 64 * 2 ** 20;
const MILLISECONDS_BETWEEN_LOOKS = 200;

/**
 * Reads files, one per worker thread where there is enough to read, and returns their contents in the order of `files`: the
 * same files give the same addresses in the same order whatever the threads do.
 *
 * @throws AddressLookupError `input-…` for the first file, the largest before the others, that cannot be used
 */
export async function readFiles(files: readonly BestFile[], options: ReadOptions): Promise<FileContent[]> {
  const totalBytes = files.reduce((sum, { entry }) => sum + entry.byteLength, 0);
  const bytesRead = new SharedArrayBuffer(8);
  const { gridFile, referenceDate, progress } = options;
  const task = (file: BestFile): ReadTask => ({ file, gridFile, referenceDate, bytesRead });

  progress.stage('read', totalBytes, 'bytes');
  const watch = watchProgress(bytesRead, progress);
  try {
    const threads = Math.min(options.threads, files.length);
    if (threads < 2 || totalBytes < (options.worthThreadsBytes ?? WORTH_THREADS_BYTES)) {
      const contents: FileContent[] = [];
      for (const file of files) contents.push(await readFile(task(file)));
      return contents;
    }
    // The largest first: Flanders takes as long as the other two regions together.
    const largestFirst = [...files.keys()].sort(
      (a, b) => files[b]!.entry.byteLength - files[a]!.entry.byteLength || a - b,
    );
    const tasks = largestFirst.map((position) => task(files[position]!));
    const module = moduleBeside('read-worker', import.meta.url);
    const pool = new WorkerPool<ReadTask, FileContent>({ module, threads });
    try {
      const contents: FileContent[] = [];
      let next = 0;
      for await (const content of pool.runInOrder(tasks, tasks.length)) contents[largestFirst[next++]!] = content;
      return contents;
    } finally {
      await pool.close();
    }
  } finally {
    watch.stop();
  }
}

/** Looks at the counter of all threads now and then, and passes on what has been added. */
function watchProgress(bytesRead: SharedArrayBuffer, progress: Progress): { stop(): void } {
  const counter = new BigInt64Array(bytesRead);
  let told = 0;
  const look = (): void => {
    const read = Number(Atomics.load(counter, 0));
    if (read > told) progress.advance(read - told);
    told = read;
  };
  const timer = setInterval(look, MILLISECONDS_BETWEEN_LOOKS);
  return {
    stop(): void {
      clearInterval(timer);
      look();
    },
  };
}

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

/** @throws AddressLookupError `input-…` if the file as a whole cannot be used */
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
