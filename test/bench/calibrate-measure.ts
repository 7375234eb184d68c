/** An answer's score, and whether what it says is true. */
export interface Scored {
  readonly score: number;
  readonly isTrue: boolean;
}

/** Answers of a range of scores. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly answers: number;
  /** Mean of their scores. */
  readonly score: number;
  /** Share of them that is true. */
  readonly right: number;
}

export const BINS = 20;

/** The answers in bins of equal width; those of an empty bin are not numbers. */
export function binsOf(scored: readonly Scored[], count: number = BINS): Bin[] {
  return Array.from({ length: count }, (_, i) => {
    const some = scored.filter(({ score }) => Math.min(count - 1, Math.floor(score * count + EPSILON)) === i);
    return {
      from: i / count,
      to: (i + 1) / count,
      answers: some.length,
      score: some.reduce((sum, { score }) => sum + score, 0) / some.length,
      right: some.filter(({ isTrue }) => isTrue).length / some.length,
    };
  });
}

/** 0.15 × 20 is a little less than 3. */
const EPSILON = 1e-9;

/** The expected calibration error: how far scores are from the share that is true, the mean over the answers. */
export function calibrationError(bins: readonly Bin[]): number {
  const filled = bins.filter(({ answers }) => answers > 0);
  const all = filled.reduce((sum, { answers }) => sum + answers, 0);
  return filled.reduce((sum, { answers, score, right }) => sum + (answers / all) * Math.abs(score - right), 0);
}

/** Of a threshold: how many answers score as much, how many of them are wrong. */
export interface Accepted {
  readonly threshold: number;
  readonly accepted: number;
  readonly wrong: number;
}

export function acceptedAt(scored: readonly Scored[], threshold: number): Accepted {
  const accepted = scored.filter(({ score }) => score >= threshold);
  return { threshold, accepted: accepted.length, wrong: accepted.filter(({ isTrue }) => !isTrue).length };
}
