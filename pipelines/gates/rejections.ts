import type { RecordCounts } from '../report.ts';
import { type Candidate, type Finding, MAX_EXAMPLES, MIN_RECORDS, n, percent, round } from './gate.ts';

/** The share of records rejected for one reason that is tolerated in a first release. */
export const FIRST_REJECTED_PERCENT: number = 20;
/** Reasons that say nothing about the quality of a register: streets and places without addresses. */
const WITHOUT_ADDRESS: readonly string[] = ['no-address', 'without-address'];
/** What the register itself withdraws becomes more over the years; the gates on losses judge it. */
const WITHDRAWN: readonly string[] = ['withdrawn', 'retired'];

/** The records that the import put aside, by reason: which reason has grown most. */
export function moreRejected({ report, previous }: Candidate): Finding | undefined {
  const rows = Object.entries(report.records).flatMap(([recordType, counts]) =>
    counts.read < MIN_RECORDS
      ? []
      : Object.entries(counts.rejected).flatMap(([reason, count]) => {
          const former = previous?.records?.[recordType];
          if ((former === undefined ? WITHOUT_ADDRESS : WITHDRAWN).includes(reason)) return [];
          const share = percent(count, counts.read);
          const before = former === undefined ? FIRST_REJECTED_PERCENT : shareRejected(former, reason);
          return { recordType, reason, count, share, before, growth: share - before, isFirst: former === undefined };
        }),
  );
  if (rows.length === 0) return undefined;
  rows.sort((a, b) => b.growth - a.growth);
  return {
    figure: Math.max(0, rows[0]!.growth),
    explanation: 'The share of records rejected for one reason, above that of the previous release.',
    examples: rows
      .filter(({ growth }) => growth > 0)
      .slice(0, MAX_EXAMPLES)
      .map(
        ({ recordType, reason, count, share, before, isFirst }) =>
          `${recordType} ${reason}: ${n(count)}, ${round(share)} % (${isFirst ? 'at most expected' : 'before'} ${round(before)} %)`,
      ),
  };
}

function shareRejected({ read, rejected }: RecordCounts, reason: string): number {
  return percent(rejected[reason] ?? 0, read);
}
