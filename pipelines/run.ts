import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AddressLookupError } from '../src/errors.ts';
import type { IndexInput } from '../src/store/index-input.ts';
import { readIndex, verifyIndex } from '../src/store/open-index.ts';
import { writeIndex, writeIndexInThreads } from '../src/store/write-index.ts';
import { deduplicate, mergeStreets } from './merge.ts';
import { publishDirectory } from './publish-directory.ts';
import type { ImportContext, RegisterImport } from './register-import.ts';
import { rejectUnusable } from './reject-unusable.ts';
import { assertNothingLost, type BuildReport, ImportReport, summarise } from './report.ts';

/**
 * The chain from register files to what an index is written from:
 *
 *     read → resolve → to-address   of the register (pipelines/bag, best, caclr)
 *     reject what cannot be looked for → merge streets → deduplicate   of all registers
 *
 * @throws AddressLookupError `input-…`
 */
export async function importRegister(
  register: RegisterImport,
  paths: readonly string[],
  context: ImportContext,
): Promise<IndexInput> {
  const imported = await register.run(paths, context);
  const merged = mergeStreets(rejectUnusable(imported, context.report));
  const input = deduplicate(merged, context.report);
  if (input.addresses.length === 0) throw noAddresses(paths);
  return input;
}

/** What a build needs besides what it makes itself. */
export type BuildContext = Omit<ImportContext, 'report' | 'temporaryDirectory'>;

/**
 * Imports a register and replaces the index in `<out>/<country>` by the result: written aside, verified, then moved into
 * place, with `report.json` and `rejects.csv` beside it. On failure an earlier index is left as it was.
 *
 * @throws AddressLookupError `input-…`, `output-not-writable`
 */
export async function buildIndex(
  register: RegisterImport,
  paths: readonly string[],
  out: string,
  context: BuildContext,
): Promise<BuildReport> {
  return publishDirectory(join(out, register.country), async ({ partial, temporary }) => {
    const report = new ImportReport(join(partial, 'rejects.csv'));
    try {
      const input = await importRegister(register, paths, { ...context, report, temporaryDirectory: temporary });
      context.progress.stage('write', input.addresses.length, 'addresses');
      const isWorthThreads = context.threads > 1 && input.addresses.length >= WORTH_THREADS_ADDRESSES;
      const { counts } = isWorthThreads ? await writeIndexInThreads(partial, input) : writeIndex(partial, input);
      await assertSound(partial);
      assertNothingLost(report.counts);
      const summary = summarise(input, report, counts);
      writeFileSync(join(partial, 'report.json'), `${JSON.stringify(summary, null, 2)}\n`);
      return summary;
    } finally {
      report.close();
      context.progress.stop();
    }
  });
}

/** Below this (some tenths of a second) a thread takes longer to start than it saves. */
const WORTH_THREADS_ADDRESSES = 500_000;

/** Reads back every byte that was written: a disk that is full or failing shows here, not in a query. */
async function assertSound(directory: string): Promise<void> {
  const faults = verifyIndex(await readIndex(directory));
  if (faults.length > 0) throw new Error(`The index was not written as it should be: ${faults.join(' ')}`);
}

function noAddresses(paths: readonly string[]): AddressLookupError {
  return new AddressLookupError(
    'input-empty',
    `There is no current address in ${paths.map((path) => `"${path}"`).join(', ')}. Give the register's complete files.`,
    { got: paths },
  );
}
