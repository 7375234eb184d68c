import { isDeepStrictEqual } from 'node:util';
import type { Judged } from './answers-figures.ts';
import { type Answer, type Question, shownAs, VERDICTS } from './answers-judge.ts';

/** What became of an answer. `other`: another one that is worth as much; `reasons`: the same with other discrepancies or another score. */
export type Change = 'better' | 'worse' | 'other' | 'reasons';
export const CHANGES: readonly Change[] = ['worse', 'better', 'other', 'reasons'];

export interface Pair {
  readonly change: Change;
  readonly question: Question;
  readonly before: Judged;
  readonly now: Judged;
}

/** The questions that the two versions answer differently, in their order. */
export function pairsOf(before: readonly Judged[], now: readonly Judged[]): Pair[] {
  return now.flatMap((each, i) => {
    const earlier = before[i]!;
    const change = changeOf(earlier, each);
    return change === undefined ? [] : [{ change, question: each.question, before: earlier, now: each }];
  });
}

function changeOf(before: Judged, now: Judged): Change | undefined {
  const [a, b] = [VERDICTS.indexOf(before.verdict), VERDICTS.indexOf(now.verdict)];
  if (a !== b) return b < a ? 'better' : 'worse';
  if (!isDeepStrictEqual(answerOf(before.answer), answerOf(now.answer))) return 'other';
  return isDeepStrictEqual(reasonsOf(before.answer), reasonsOf(now.answer)) ? undefined : 'reasons';
}

function answerOf({ status, country, where, found }: Answer): unknown {
  return [status, country, where, found.map(({ shown, precision }) => [shown, precision])];
}

/** Scores as they are printed. */
function reasonsOf({ score, faults }: Answer): unknown {
  return [score?.toFixed(3), faults];
}

/** How many of each family have changed, and how. */
export function countPairs(pairs: readonly Pair[]): object[] {
  const rows = new Map<string, Record<string, string | number>>();
  for (const { change, question } of pairs) {
    const key = `${question.family}\t${question.country}\t${question.via}`;
    let row = rows.get(key);
    if (row === undefined) {
      row = { family: question.family, country: question.country, via: question.via, worse: 0, better: 0, other: 0, reasons: 0 };
      rows.set(key, row);
    }
    row[change] = Number(row[change]) + 1;
  }
  return [...rows.values()];
} // biome-ignore format: a row of the table

/** Every change in three lines: what was asked, what was answered, and what is now. */
export function describePairs(pairs: readonly Pair[], limit: number): string[] {
  return CHANGES.flatMap((change) => {
    const some = pairs.filter((pair) => pair.change === change);
    if (some.length === 0) return [];
    const shown = some
      .slice(0, limit)
      .flatMap(({ question, before, now }) => [
        `  ${question.country} ${question.family}, ${question.kind}, ${question.via}: ${JSON.stringify(textOf(question))}`,
        `    ${before.verdict}: ${shownAs(before.answer)}`,
        `    ${now.verdict}: ${shownAs(now.answer)}`,
      ]);
    const left = some.length > limit ? [`  … and ${some.length - limit} more; --limit shows more`] : [];
    return [`${change}: ${some.length}`, ...shown, ...left, ''];
  });
}

export function textOf({ fields, via }: Question): string {
  return via === 'columns' || via === 'file' ? Object.values(fields).join(' | ') : (fields.text ?? '');
}
