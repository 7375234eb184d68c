import { DISCREPANCIES, type Difference, type DiscrepancyName, weighed } from '../../src/search/judgement.ts';
import type { DoubtTable } from '../../src/search/score.ts';

/** What an answer differs in, and whether it is true. */
export interface Labelled {
  readonly differences: readonly Difference[];
  readonly isTrue: boolean;
}

export interface Doubts extends DoubtTable {
  /** Labelled answers that have each discrepancy. */
  readonly rows: Readonly<Record<DiscrepancyName, number>>;
}

const NAMES = Object.keys(DISCREPANCIES) as DiscrepancyName[];

/** Discrepancies that too few labelled answers have, or none, count as much as the one that says most nearly the same. */
const LIKE: Partial<Record<DiscrepancyName, DiscrepancyName>> = {
  // A part of the row was left out that may be the letter, addition or box.
  'column-not-used': 'addition-ignored',
  // The labelled answers are addresses of today.
  'address-former': 'street-form',
  // Too few answers have it.
  'place-cut': 'place-shortened',
  'place-alike': 'place-corrected',
  'street-form-of-another': 'street-form',
  'postcode-of-town': 'postcode-differs',
  // Counted beside these.
  'number-ignored': 'words-ignored',
  'number-not-found-in-part': 'number-not-found',
  // Of suggestions only.
  'place-elsewhere': 'place-differs',
};

/** No difference leaves an answer as certain as one that differs in nothing. */
const LEAST_DOUBT = 0.1;
const ROUNDS = 400;
const LARGEST_STEP = 1;

/** Answers with the same differences. */
interface Pattern {
  readonly counts: ReadonlyMap<number, number>;
  all: number;
  right: number;
}

/**
 * Fits the doubts to labelled answers: logistic regression, in which harmless discrepancies have no doubt and no others less than the least. One
 * unknown at a time by Newton's method, until they stand still.
 */
export function fitDoubts(answers: readonly Labelled[]): Doubts {
  const free = NAMES.filter((name) => !DISCREPANCIES[name].isHarmless && LIKE[name] === undefined);
  const patterns = patternsOf(answers, free);
  const doubts = free.map(() => 1);
  // Several addresses are right more often than their differences say, since one of them is enough: they tell nothing of other doubts.
  const several = free.indexOf('several');
  const single = patterns.filter(({ counts }) => !counts.has(several));
  const withEach = free.map((_, i) => (i === several ? patterns : single).filter(({ counts }) => counts.has(i)));
  let certainty = 4;
  const chanceOf = ({ counts }: Pattern): number => {
    let doubt = 0;
    for (const [i, count] of counts) doubt += doubts[i]! * count;
    return 1 / (1 + Math.exp(doubt - certainty));
  };
  for (let round = 0; round < ROUNDS; round++) {
    certainty += newtonStep(single, chanceOf, () => 1);
    for (const [i, some] of withEach.entries()) {
      const step = newtonStep(some, chanceOf, ({ counts }) => -counts.get(i)!);
      doubts[i] = Math.max(LEAST_DOUBT, doubts[i]! + step);
    }
  }
  const of = (name: DiscrepancyName): number => {
    const i = free.indexOf(LIKE[name] ?? name);
    return i === -1 ? 0 : round2(doubts[i]!);
  };
  const rowsOf = (name: DiscrepancyName): number =>
    answers.filter(({ differences }) => differences.some(([own]) => own === name)).length;
  return {
    certainty: round2(certainty),
    doubts: Object.fromEntries(NAMES.map((name) => [name, of(name)])) as Record<DiscrepancyName, number>,
    rows: Object.fromEntries(NAMES.map((name) => [name, rowsOf(name)])) as Record<DiscrepancyName, number>,
  };
}

function newtonStep(
  patterns: readonly Pattern[],
  chanceOf: (pattern: Pattern) => number,
  slopeOf: (pattern: Pattern) => number,
): number {
  let gradient = 0;
  let curvature = 0;
  for (const pattern of patterns) {
    const [chance, slope] = [chanceOf(pattern), slopeOf(pattern)];
    gradient += slope * (pattern.right - pattern.all * chance);
    curvature += slope * slope * pattern.all * chance * (1 - chance);
  }
  const step = gradient / curvature;
  return Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, step));
}

function patternsOf(answers: readonly Labelled[], free: readonly DiscrepancyName[]): Pattern[] {
  const patterns = new Map<string, Pattern>();
  for (const { differences, isTrue } of answers) {
    const counts = new Map<number, number>();
    for (const [name, count] of differences) {
      const i = free.indexOf(LIKE[name] ?? name);
      if (i >= 0) counts.set(i, (counts.get(i) ?? 0) + weighed(name, count));
    }
    const key = JSON.stringify([...counts].sort(([a], [b]) => a - b));
    const pattern = patterns.get(key) ?? { counts, all: 0, right: 0 };
    pattern.all++;
    if (isTrue) pattern.right++;
    patterns.set(key, pattern);
  }
  // Of each discrepancy alone one answer more, as likely right as wrong: what few answers have is not certain, though all of them are right.
  const known = [...patterns.values()];
  const unknown = free.map((_, i): Pattern => {
    const counts = known.flatMap((each) => each.counts.get(i) ?? []);
    const usual = counts.length === 0 ? 1 : counts.reduce((sum, count) => sum + count, 0) / counts.length;
    return { counts: new Map([[i, usual]]), all: 1, right: 0.5 };
  });
  return [...known, ...unknown];
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
