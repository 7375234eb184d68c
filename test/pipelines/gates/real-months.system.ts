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
  const MONTHS = [
    '2019-02-01',
    '2019-03-01',
    '2020-12-15',
    '2021-01-15',
    '2021-08-15',
    '2021-09-15',
    '2012-06-01',
    '2012-07-01',
    '2014-01-01',
    '2014-02-01',
    '2016-05-01',
    '2016-06-01',
  ];
  const pairs = MONTHS.slice(0, effort(4, MONTHS.length)).flatMap((month, i, all) =>
    i % 2 === 0 ? [[month, all[i + 1]!] as const] : [],
  );

  it.each(pairs)('from %s to %s', async (before, after) => {
    expect(failed(await judged(await on(after), await on(before)))).toEqual([]);
  });
});
