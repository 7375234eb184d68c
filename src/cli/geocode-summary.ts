import { writeFile } from 'node:fs/promises';
import { SingleBar } from 'cli-progress';
import type { BatchCounts } from '../batch/chunk.ts';
import { STATUSES } from '../batch/match.ts';

/** The counts of a run, as the lines that stand at its end. */
export function summaryOf({ rows, statuses, faults }: BatchCounts, before: number, seconds: number): string {
  const share = (count: number): string => `${((count / Math.max(1, rows)) * 100).toFixed(1)} %`;
  const number = (count: number): string => count.toLocaleString('en');
  const lines = [
    `${number(rows)} rows in ${seconds.toFixed(1)} s, ${number(Math.round(rows / Math.max(seconds, 0.001)))} a second` +
      (before > 0 ? `, after ${number(before)} that were there` : ''),
    ...STATUSES.map(
      (status) =>
        `  ${status.padEnd(10)} ${number(statuses[status]).padStart(12)}  ${share(statuses[status]).padStart(7)}`,
    ),
  ];
  const worst = Object.entries(faults).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (worst.length > 0) lines.push(`Faults: ${worst.map(([fault, count]) => `${fault} ${number(count)}`).join(', ')}`);
  return `${lines.join('\n')}\n`;
}

/** The same for programs: the counts, and what else is known of the run. */
export function writeReport(
  path: string,
  { rows, statuses, faults }: BatchCounts,
  seconds: number,
  further: Readonly<Record<string, unknown>>,
): Promise<void> {
  const report = {
    rows,
    statuses,
    faults: Object.fromEntries(Object.entries(faults).sort(([a], [b]) => (a < b ? -1 : 1))),
    seconds: Number(seconds.toFixed(3)),
    ...further,
  };
  return writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
}

export interface ShownProgress {
  readonly update: (counts: BatchCounts) => void;
  /** Where nothing but their number is known of the rows. */
  readonly updateRows: (rows: number) => void;
  readonly stop: () => void;
}

/** On a terminal. A bar where it is known how much there is in all, in whatever unit, else a count. */
export function showProgress(total: number | undefined, done: () => number): ShownProgress {
  const started = performance.now();
  const bar = new SingleBar({
    format:
      total === undefined
        ? '{rows} rows, {rate} a second  {statuses}'
        : '{bar} {percentage} %, {eta_formatted} left, {rows} rows, {rate} a second  {statuses}',
    stream: process.stderr,
    hideCursor: true,
    barsize: 20,
    fps: 4,
  });
  bar.start(total ?? 1, 0, { rows: 0, rate: 0, statuses: '' });
  const show = (rows: number, statuses: string): void =>
    bar.update(total === undefined ? 0 : Math.min(total, done()), {
      rows: rows.toLocaleString('en'),
      rate: Math.round(rows / ((performance.now() - started) / 1000)).toLocaleString('en'),
      statuses,
    });
  return {
    update: ({ rows, statuses }) => show(rows, STATUSES.map((status) => `${status} ${statuses[status]}`).join(' ')),
    updateRows: (rows) => show(rows, ''),
    stop: () => bar.stop(),
  };
}
