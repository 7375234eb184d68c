import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AddressLookupError, quotedList } from '../src/errors.ts';
import type { CountryIndex } from '../src/store/country-index.ts';
import { BUILD_FILES, openIndex } from '../src/store/directory.ts';
import type { IndexInput } from '../src/store/manifest.ts';
import { writeIndexInThreads } from '../src/store/write-index.ts';
import { type ComparisonSummary, summariseComparison } from './diff/changed-addresses.ts';
import type { ReleaseComparison } from './diff/compare-releases.ts';
import { assertPassed, type GateOptions, type GateResult, runGates } from './gates/gates.ts';
import { comparePrevious } from './gates/previous-release.ts';
import { deduplicate, mergeStreets } from './merge.ts';
import { withProvenance } from './provenance.ts';
import { DEFAULT_KEEP, publishDirectory, refusedDirectory, type WorkingDirectories } from './publish-directory.ts';
import type { ImportContext, RegisterImport } from './register-import.ts';
import { rejectUnusable } from './reject-unusable.ts';
import { assertNothingLost, type BuildReport, ImportReport, summarise } from './report.ts';
import { writeReportPage } from './report-page/report-page.ts';

/**
 * The chain from register files to the input of an index:
 *
 *     read → resolve → to-address   of the register (pipelines/bag, best, caclr)
 *     reject what cannot be searched for → merge streets → deduplicate   of all registers
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
  if (input.addresses.length === 0) throw noAddresses(paths, context.report);
  return input;
}

/** The content of `report.json` in the directory of a release. */
export interface ReleaseReport extends BuildReport {
  /** The results of the gates; absent if there were none. */
  readonly gates?: readonly GateResult[];
  /** What has changed since the previous release; absent if there was none to compare with. */
  readonly changes?: ComparisonSummary;
}

/** The options of a build. */
interface BuildContext extends Omit<ImportContext, 'report' | 'temporaryDirectory'> {
  /** The register is one of the project's own small ones; the manifest then says so. */
  readonly isFixture?: boolean;
  /** How many releases to keep, including this one. */
  readonly keep?: number;
  /** The gates that the release must pass to be published; none unless given. */
  readonly gates?: GateOptions;
}

/**
 * Imports a register and publishes the result as a release in `<out>/<country>`: written to a temporary directory,
 * verified, then moved into place, with `report.json`, `report.html`, its pictures and `rejects.csv.gz`. On failure the
 * previous release stays current; a candidate that fails a gate stays in `releases/.refused` until the next build.
 *
 * @throws AddressLookupError `input-…`, `output-not-writable`, `gates-failed`
 */
export async function buildIndex(
  register: RegisterImport,
  paths: readonly string[],
  out: string,
  context: BuildContext,
): Promise<ReleaseReport> {
  const { keep = DEFAULT_KEEP } = context;
  const place = join(out, register.country);
  const write = async ({ partial, temporary }: WorkingDirectories): Promise<ReleaseReport> => {
    const report = new ImportReport(join(partial, BUILD_FILES.rejects));
    try {
      const imported = await importRegister(register, paths, { ...context, report, temporaryDirectory: temporary });
      const registers = await withProvenance(imported.registers, paths, context.progress);
      const input: IndexInput = { ...imported, registers, ...(context.isFixture ? { isFixture: true } : {}) };
      context.progress.stage('write', input.addresses.length, 'addresses');
      const { counts } = await writeIndexInThreads(partial, input, context.threads);
      // Every byte is read back: a disk that fails shows here, not in a query.
      const index = await openIndex(partial);
      assertNothingLost(report.counts);
      const { summary, comparison } = await judge(index, summarise(input, report, counts), place, context);
      writeFileSync(join(partial, BUILD_FILES.report), `${JSON.stringify(summary, null, 2)}\n`);
      report.close();
      writeReportPage(partial, { index, report: summary, rejects: report.examples, comparison });
      // Last, so that a refused candidate has a report.
      assertPassed(summary.gates ?? [], place, refusedDirectory(place));
      return summary;
    } catch (error) {
      report.abandon();
      throw error;
    } finally {
      context.progress.stop();
    }
  };
  return publishDirectory(place, write, { keep });
}

/** Adds the changes since the current release and the results of the gates to the report. */
async function judge(
  index: CountryIndex,
  report: BuildReport,
  place: string,
  { gates, progress }: BuildContext,
): Promise<{ readonly summary: ReleaseReport; readonly comparison?: ReleaseComparison | undefined }> {
  if (gates === undefined) return { summary: report };
  progress.stage('check', index.addresses.length, 'addresses');
  const previous = await comparePrevious(place, index);
  const results = runGates({ index, report, previous }, gates);
  const summary = {
    ...report,
    gates: results,
    ...(previous?.comparison === undefined ? {} : { changes: summariseComparison(previous.comparison) }),
  };
  return { summary, comparison: previous?.comparison };
}

/** The rejects file goes with the candidate, so the sentence says why records were rejected. */
function noAddresses(paths: readonly string[], { counts }: ImportReport): AddressLookupError {
  let [read, historical] = [0, 0];
  const rejected: { readonly reason: string; readonly count: number }[] = [];
  for (const [recordType, each] of counts) {
    read += each.read;
    historical += each.historical;
    for (const [reason, count] of Object.entries(each.rejected))
      rejected.push({ reason: `${recordType} ${reason}`, count });
  }
  const reasons = rejected
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_REASONS)
    .map(({ reason, count }) => `, ${count.toLocaleString('en')} ${reason}`);
  return new AddressLookupError(
    'input-empty',
    `There is no current address in ${quotedList(paths)}: of ${read.toLocaleString('en')} records ` +
      `${historical.toLocaleString('en')} are historical${reasons.join('')}. Give the register's complete files.`,
    { got: paths, read },
  );
}

/** Reasons shown if nothing is left of an input. */
const MAX_REASONS = 3;
