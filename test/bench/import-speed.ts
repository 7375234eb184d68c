import { Parser } from 'csv-parse';
import { bagImport } from '../../pipelines/bag/bag-import.ts';
import { listExtractFiles, unpackStandFiles } from '../../pipelines/bag/files.ts';
import { bestImport } from '../../pipelines/best/best-import.ts';
import { findBestFiles } from '../../pipelines/best/files.ts';
import { caclrImport } from '../../pipelines/caclr/caclr-import.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { type InputEntry, listInput, openEntry, readInGulps } from '../../pipelines/readers/input-tree.ts';
import type { RegisterImport } from '../../pipelines/register-import.ts';
import { buildIndex } from '../../pipelines/run.ts';
import type { Country } from '../../src/model/country.ts';
import { measureWork, type Work } from './latency.ts';

export const IMPORTS: Readonly<Record<Country, RegisterImport>> = { nl: bagImport, be: bestImport, lu: caclrImport };

export interface ImportSpeed {
  /** Of the files that an import reads, unpacked. */
  readonly bytes: number;
  /** The least that reading them can cost, on one thread: see `BASELINES`. */
  readonly baseline: Work;
  /** Registers in, index out. */
  readonly build: Work;
}

/** Reads register files with nothing but the baseline, builds the index of them in `out`, and compares the two. */
export async function measureImport(
  country: Country,
  files: readonly string[],
  { temporary, out, threads }: { readonly temporary: string; readonly out: string; readonly threads: number },
): Promise<ImportSpeed> {
  const baseline = await measureBaseline(country, files, temporary);
  const build = await measureWork(() =>
    buildIndex(IMPORTS[country], files, out, { threads, progress: silentProgress }),
  );
  return { bytes: baseline.bytes, baseline, build };
}

/**
 * What each import is compared with: as little as one can do with the same bytes. Inflating is what the import does to
 * inflate, by the same functions in the same pieces and with the same checks of length and checksum, and nothing besides:
 * the zips inside the zip, without writing them anywhere, and the members of these.
 */
export const BASELINES: Readonly<Record<Country, string>> = {
  nl: 'inflating the same members',
  be: 'csv-parse on the same files',
  lu: 'reading the same files',
};

export async function measureBaseline(
  country: Country,
  files: readonly string[],
  temporary: string,
): Promise<Work & { readonly bytes: number }> {
  const { zips, entries } = await filesRead(country, files, temporary);
  const { result, cpuSeconds, seconds } = await measureWork(async () => {
    let bytes = 0;
    for (const zip of zips) await inflate(zip);
    for (const entry of entries) bytes += country === 'be' ? await parseCsv(entry) : await inflateInGulps(entry);
    return bytes;
  });
  return { bytes: result, cpuSeconds, seconds };
}

interface FilesRead {
  /** Zips inside zips, which are unpacked before their members can be read. */
  readonly zips: readonly InputEntry[];
  readonly entries: readonly InputEntry[];
}

async function filesRead(country: Country, files: readonly string[], temporary: string): Promise<FilesRead> {
  if (country === 'nl') {
    const { stands, relations } = await listExtractFiles(files, temporary);
    const zips = stands.filter(({ isZip }) => isZip);
    const unpacked = (await Promise.all(zips.map((zip) => unpackStandFiles(zip, temporary)))).flat();
    const members = [...stands.filter(({ isZip }) => !isZip), ...unpacked];
    return { zips: zips.map(({ entry }) => entry), entries: [...members.map(({ entry }) => entry), ...relations] };
  }
  if (country === 'be') {
    const found = await findBestFiles(files, temporary);
    return { zips: [], entries: found.files.filter(({ kind }) => kind === 'csv').map(({ entry }) => entry) };
  }
  const lists = files.map((file) => listInput(file, { temporaryDirectory: temporary, descend: () => true }));
  return { zips: [], entries: (await Promise.all(lists)).flat() };
}

async function inflateInGulps({ source }: InputEntry): Promise<number> {
  let bytes = 0;
  for await (const gulp of readInGulps(source)) bytes += gulp.length;
  return bytes;
}

async function inflate({ source }: InputEntry): Promise<number> {
  let bytes = 0;
  for await (const chunk of await openEntry(source)) bytes += chunk.length;
  return bytes;
}

/** Rows as arrays, taken out and dropped. */
async function parseCsv({ source }: InputEntry): Promise<number> {
  let bytes = 0;
  const parser = new Parser({ bom: true });
  const done = new Promise<void>((resolve, reject) => {
    parser.on('readable', () => {
      while (parser.read() !== null);
    });
    parser.on('end', resolve);
    parser.on('error', reject);
  });
  for await (const chunk of await openEntry(source)) {
    bytes += chunk.length;
    if (!parser.write(chunk)) await new Promise((resolve) => parser.once('drain', resolve));
  }
  parser.end();
  await done;
  return bytes;
}
