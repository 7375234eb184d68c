import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { bagImport } from '../../../pipelines/bag/bag-import.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import type { ImportContext, ImportedRegister } from '../../../pipelines/register-import.ts';
import { assertNothingLost, ImportReport, type RecordCounts } from '../../../pipelines/report.ts';
import { NO_POSITION } from '../../../src/model/address-columns.ts';
import { formatPostcode } from '../../../src/model/postcode.ts';
import { readRejects } from '../../support/read-rejects.ts';

/** An address as one line of text and numbers, to compare with. */
export interface PlainAddress {
  readonly id: number;
  readonly street: string;
  readonly number: number;
  readonly suffix: string;
  readonly postcode: string;
  readonly place: string;
  readonly municipality: string;
  readonly province: string;
  readonly state: number;
  readonly secondary: boolean;
  /** Millimetres of the national grid; `null` without position. */
  readonly grid: readonly [number, number] | null;
}

export interface PlainReject {
  readonly record_type: string;
  readonly reason: string;
  readonly file: string;
  readonly position: string;
  readonly id: string;
  readonly detail: string;
}

export interface BagRun {
  readonly input: ImportedRegister;
  readonly addresses: readonly PlainAddress[];
  readonly counts: ReadonlyMap<string, RecordCounts>;
  readonly rejects: readonly PlainReject[];
  readonly warnings: readonly string[];
  readonly report: ImportReport;
}

/** Imports the files at `paths` and checks that the counts add up. */
export async function runBag(paths: readonly string[], context: Partial<ImportContext> = {}): Promise<BagRun> {
  const temporaryDirectory = mkdtempSync(join(tmpdir(), 'bag-run-'));
  const rejectsFile = join(temporaryDirectory, 'rejects.csv');
  const report = new ImportReport(rejectsFile);
  try {
    const base = { report, progress: silentProgress, temporaryDirectory, threads: 1 };
    const input = await bagImport.run(paths, { ...base, ...context });
    report.close();
    assertNothingLost(report.counts);
    const rejects = parse(readRejects(rejectsFile), { columns: true }) as PlainReject[];
    return {
      input,
      addresses: plainAddresses(input),
      counts: report.counts,
      rejects,
      warnings: report.warnings,
      report,
    };
  } finally {
    rmSync(temporaryDirectory, { recursive: true });
  }
}

/** Writes files into a new folder, imports that folder (or, with `only`, files in it) and removes it. */
export async function runBagOn(
  files: Readonly<Record<string, string | Uint8Array>>,
  context: Partial<ImportContext> = {},
  only?: readonly string[],
): Promise<BagRun> {
  const folder = mkdtempSync(join(tmpdir(), 'bag-input-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return await runBag(only === undefined ? [folder] : only.map((name) => join(folder, name)), context);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function plainAddresses({ gazetteer, addresses }: ImportedRegister): PlainAddress[] {
  return Array.from({ length: addresses.length }, (_, row) => {
    const street = gazetteer.streets[addresses.street[row]!]!;
    const place = gazetteer.places[street.place]!;
    const municipality = gazetteer.municipalities[place.municipality]!;
    const { letter, addition } = addresses.suffixes[addresses.suffix[row]!]!;
    const isSomewhere = addresses.latE7[row] !== NO_POSITION;
    return {
      id: addresses.id[row]!,
      street: street.names.nl!,
      number: addresses.number[row]!,
      suffix: [letter, addition].filter((part) => part !== '').join('-'),
      postcode: formatPostcode('nl', addresses.postcode[row]!),
      place: place.names.nl!,
      municipality: municipality.names.nl!,
      province: gazetteer.provinces[municipality.province]!.names.nl!,
      state: addresses.state[row]!,
      secondary: addresses.secondary[row] === 1,
      grid: isSomewhere ? [addresses.gridXmm[row]!, addresses.gridYmm[row]!] : null,
    };
  });
}
