import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { bagImport } from '../../../pipelines/bag/bag-import.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import { ImportReport } from '../../../pipelines/report.ts';
import { importRegister } from '../../../pipelines/run.ts';
import { effort } from '../../support/effort.ts';
import { failed, judging, type Written } from './judging.ts';

/** What happens in a month in a real register passes all gates. */

const scratch = mkdtempSync(join(tmpdir(), 'real-months-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const { written, judged } = judging(scratch);

const DATA = new URL('../../../../shared/data/bag/', import.meta.url);
const extract = existsSync(DATA) ? readdirSync(DATA).find((name) => name.endsWith('.zip')) : undefined;
if (extract === undefined) console.log('Skipped: the real extract is not at hand (../shared/data/bag).');

/** Months with more changes than usual. */
const CHOSEN = ['2019-02-01', '2020-12-01'];

describe.skipIf(extract === undefined)('a real register, month by month', () => {
  const path = extract === undefined ? '' : fileURLToPath(new URL(extract, DATA));
  const on = async (referenceDate: string): Promise<Written> => {
    const temporaryDirectory = mkdtempSync(join(scratch, 'temporary-'));
    const report = new ImportReport(join(temporaryDirectory, 'rejects.csv'));
    const context = { report, progress: silentProgress, temporaryDirectory, threads: 1, referenceDate };
    const input = await importRegister(bagImport, [path], context);
    report.close();
    return written(input, Object.fromEntries(report.counts));
  };
  /** From 2011, when the register became complete, to the date of the extract. */
  const MONTHS = Array.from({ length: 129 }, (_, i) => new Date(Date.UTC(2011, i)).toISOString().slice(0, 10));
  const pairs = MONTHS.slice(1).map((month, i) => [MONTHS[i]!, month] as const);
  const tried = pairs.filter(([before]) => effort(Number(CHOSEN.includes(before)), 1) === 1);
  let last: { readonly month: string; readonly register: Written } | undefined;

  it.each(tried)('from %s to %s', async (before, after) => {
    const former = last?.month === before ? last.register : await on(before);
    last = { month: after, register: await on(after) };
    expect(failed(await judged(last.register, former))).toEqual([]);
  });
});
