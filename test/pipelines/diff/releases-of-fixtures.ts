import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type KnownChanges, nextRelease } from '../../../fixtures/generate/next-release.ts';
import { bagImport } from '../../../pipelines/bag/bag-import.ts';
import { createBestImport } from '../../../pipelines/best/best-import.ts';
import { caclrImport } from '../../../pipelines/caclr/caclr-import.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import { ImportReport } from '../../../pipelines/report.ts';
import { importRegister } from '../../../pipelines/run.ts';
import type { Country } from '../../../src/model/country.ts';
import type { IndexInput } from '../../../src/store/manifest.ts';
import { writeIndex } from '../../../src/store/write-index.ts';
import { FIXTURE_INPUTS } from '../../support/fixture-inputs.ts';

const IMPORTS = { nl: bagImport, be: createBestImport(), lu: caclrImport } as const;

/** The input of the index of a country's fixtures. */
export async function importFixture(country: Country, scratch: string): Promise<IndexInput> {
  const temporaryDirectory = join(scratch, `temporary-${country}`);
  mkdirSync(temporaryDirectory, { recursive: true });
  const report = new ImportReport(join(scratch, `rejects-${country}.csv`));
  const context = { report, progress: silentProgress, temporaryDirectory, threads: 1 };
  const input = await importRegister(IMPORTS[country], FIXTURE_INPUTS[country], context);
  report.close();
  return input;
}

/** Two releases of the fixtures, in `<scratch>/old/<country>` and `<scratch>/new/<country>`, and what was changed. */
export async function writeTwoReleases(country: Country, scratch: string): Promise<KnownChanges> {
  const input = await importFixture(country, scratch);
  const next = nextRelease(input, 1);
  for (const [name, release] of [
    ['old', input],
    ['new', next.input],
  ] as const) {
    mkdirSync(join(scratch, name, country), { recursive: true });
    writeIndex(join(scratch, name, country), release);
  }
  return next.changes;
}
