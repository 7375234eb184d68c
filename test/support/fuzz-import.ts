import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bagImport } from '../../pipelines/bag/bag-import.ts';
import { bestImport } from '../../pipelines/best/best-import.ts';
import { caclrImport } from '../../pipelines/caclr/caclr-import.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { recogniseInput } from '../../pipelines/recognise.ts';
import { assertNothingLost, ImportReport } from '../../pipelines/report.ts';
import { importRegister } from '../../pipelines/run.ts';
import { AddressLookupError } from '../../src/errors.ts';
import type { Country } from '../../src/model/country.ts';
import { openIndex } from '../../src/store/directory.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { type Files, mutatedRegister } from './mutated-registers.ts';
import { Random } from './random.ts';

const IMPORTS = { nl: bagImport, be: bestImport, lu: caclrImport } as const;

/** What an import may do with a register, whatever is in it: build an index that opens, or refuse it with a code and a sentence. */
export type FuzzOutcome =
  | { readonly kind: 'built'; readonly addresses: number; readonly hasNotes: boolean }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'fault'; readonly message: string };

/** The files are written to a folder, imported, and the index written and opened, as a build does. */
export async function importFiles(country: Country, files: Files): Promise<FuzzOutcome> {
  const root = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const [input, temporaryDirectory, index] = ['input', 'temporary', 'index'].map((name) => join(root, name));
  for (const folder of [input, temporaryDirectory, index]) mkdirSync(folder!);
  let report: ImportReport | undefined;
  try {
    const paths: string[] = [];
    for (const [name, content] of files) {
      // Names that no file system takes are for the insides of zips alone.
      const path = join(input!, name.replace(/[/\\\0]/g, '_').slice(-200) || 'file');
      writeFileSync(path, content);
      paths.push(path);
    }
    await recogniseInput(paths[0] ?? input!).catch(expectRefusal);
    report = new ImportReport(join(root, 'rejects.csv'));
    const context = { report, progress: silentProgress, temporaryDirectory: temporaryDirectory!, threads: 1 };
    const imported = await importRegister(IMPORTS[country], [input!], context);
    assertNothingLost(report.counts);
    writeIndex(index!, imported);
    const { addresses } = await openIndex(index!);
    const strays = readdirSync(root).filter((name) => !['input', 'temporary', 'index', 'rejects.csv'].includes(name));
    if (strays.length > 0)
      return { kind: 'fault', message: `written outside of its directories: ${strays.join(', ')}` };
    const rejected = [...report.counts.values()].some((counts) => Object.keys(counts.rejected).length > 0);
    return { kind: 'built', addresses: addresses.length, hasNotes: rejected || report.warnings.length > 0 };
  } catch (error) {
    if (error instanceof AddressLookupError && isSentence(error)) return { kind: 'refused', code: error.code };
    return { kind: 'fault', message: String((error as Error)?.stack ?? error).slice(0, 600) };
  } finally {
    report?.abandon();
    rmSync(root, { recursive: true, force: true });
  }
}

function expectRefusal(error: unknown): void {
  if (!(error instanceof AddressLookupError)) throw error;
}

/** One clear sentence or two, and a code of an input: not a dump of what was in the file. */
function isSentence({ code, message }: AddressLookupError): boolean {
  return (
    /^input-(?:corrupt|not-recognised|mixed|empty)$/.test(code) &&
    message.length < 2_000 &&
    !message.includes('\n    at ')
  );
}

/** Case `number` of a country: the same for the same number. */
export async function fuzzCase(
  country: Country,
  number: number,
): Promise<{ readonly mutations: readonly string[]; readonly outcome: FuzzOutcome }> {
  const { mutations, files } = await mutatedRegister(
    country,
    new Random(number * 2_654_435_761 + country.charCodeAt(0)),
  );
  return { mutations, outcome: await importFiles(country, files) };
}
