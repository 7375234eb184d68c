import { DISCREPANCIES, type DiscrepancyName } from '../../src/search/judgement.ts';
import type { Doubts } from './calibrate-fit.ts';

/** Where a table of doubts comes from. */
export interface Provenance {
  readonly seed: number;
  readonly sample: number;
  readonly countries: readonly string[];
  /** That the table is fitted to. */
  readonly answers: number;
  /** That it was measured on, and the expected calibration error on them. */
  readonly unseen: number;
  readonly error: number;
  readonly date: Date;
}

/** The source of src/search/doubts.ts. */
export function writtenDoubts({ certainty, doubts, rows }: Doubts, provenance: Provenance): string {
  const { seed, sample, countries, answers, unseen, error, date } = provenance;
  const [fitted, measured] = [answers, unseen].map((count) => count.toLocaleString('en'));
  const lines = (Object.keys(DISCREPANCIES) as DiscrepancyName[]).map((name) => {
    const key = name.includes('-') ? `'${name}'` : name;
    const note = DISCREPANCIES[name].isHarmless ? 'harmless' : rows[name] === 0 ? 'as the one most like it' : `${rows[name].toLocaleString('en')} answers`;
    return `  ${key}: ${doubts[name]}, // ${note}`;
  });
  return `// Fitted and written by \`npm run bench -- calibrate --index DIRECTORY --seed ${seed} --sample ${sample} --countries ${countries.join(',')} --write\`
// on ${date.toISOString().slice(0, 10)}: ${fitted} answers about half of the street names of the national registers, whose answers were known. On ${measured} answers
// about the other half, drawn with seed ${seed + 1}, the expected calibration error is ${error.toFixed(4)}.
import type { DiscrepancyName } from './judgement.ts';

/** The log-odds of an answer that differs in nothing. */
export const CERTAINTY = ${certainty};

/** What each discrepancy takes from them, for letters and words that of each: 0.7 halves the odds, 2.3 leaves a tenth. */
export const DOUBTS: Readonly<Record<DiscrepancyName, number>> = {
${lines.join('\n')}
};
`;
} // biome-ignore format: a template
