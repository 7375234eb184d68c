import { netherlands } from '../../fixtures/generate/bag/netherlands.ts';
import { bagImport } from '../../pipelines/bag/bag-import.ts';
import { listExtractFiles } from '../../pipelines/bag/extract-files.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { openEntry } from '../../pipelines/readers/input-tree.ts';
import { buildIndex } from '../../pipelines/run.ts';
import { measureWork } from './latency.ts';

export interface ImportSpeed {
  readonly xmlBytes: number;
  readonly addresses: number;
  /** Inflating the members that the import reads, on one thread, and nothing else. */
  readonly inflate: { readonly cpuSeconds: number; readonly seconds: number };
  /** Registers in, index out. */
  readonly build: { readonly cpuSeconds: number; readonly seconds: number };
}

/** Writes a register of the size of `scale`, inflates it, builds the index of it in `out`, and compares the two. */
export async function measureImport(
  directories: { readonly register: string; readonly temporary: string; readonly out: string },
  scale: number,
  seed: number,
  threads: number,
): Promise<ImportSpeed> {
  const { register, temporary, out } = directories;
  const written = await netherlands.writeRegister({ directory: register, scale, seed, layout: undefined, level: 6 });
  const files = written.files.filter((file) => file.endsWith('.zip'));
  const { stands, relations } = await listExtractFiles(files, temporary);
  const entries = [...stands.map(({ entry }) => entry), ...relations];
  const inflated = await measureWork(async () => {
    let bytes = 0;
    for (const { source } of entries) for await (const chunk of await openEntry(source)) bytes += chunk.length;
    return bytes;
  });
  const built = await measureWork(() => buildIndex(bagImport, files, out, { threads, progress: silentProgress }));
  return { xmlBytes: inflated.result, addresses: written.addresses, inflate: inflated, build: built };
}
