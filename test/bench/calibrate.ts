import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { joinAddition } from '../../src/batch/fields.ts';
import { Geocoder } from '../../src/batch/geocoder.ts';
import { type Country, openAddressLookup } from '../../src/index.ts';
import type { Match } from '../../src/search/match.ts';
import { SCORE_DIGITS, scoreOf } from '../../src/search/score.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { looseName } from '../support/loose-name.ts';
import { Random } from '../support/random.ts';
import { ANSWER_FAMILIES, makeQuestions, type QuestionOptions } from './answers.ts';
import type { Question } from './answers-judge.ts';
import { textOf } from './answers-pairs.ts';
import { drawReliability } from './calibrate-diagram.ts';
import { type Doubts, fitDoubts, type Labelled } from './calibrate-fit.ts';
import { isTrue } from './calibrate-label.ts';
import { acceptedAt, binsOf, calibrationError, type Scored } from './calibrate-measure.ts';
import { writtenDoubts } from './calibrate-write.ts';

export interface CalibrateOptions extends Omit<QuestionOptions, 'parts'> {
  /** With the countries in it. */
  readonly directory: string;
  readonly countries: readonly Country[];
  /** Whether src/search/doubts.ts and docs/reliability.svg are written; the fitted doubts are used only by the next run. */
  readonly isWritten: boolean;
  /** Wrong answers with a score of 0.95 or more that are shown. */
  readonly misses: number;
}

/** An answer to a question whose answer is known. */
interface LabelledAnswer extends Labelled, Scored {
  readonly question: Question;
  readonly match: Match;
}

const ROOT = new URL('../../', import.meta.url);
const THRESHOLDS = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995];
const SURE = 0.95;

/**
 * Fits the doubts to answers about one half of the street names, and measures them on answers about the other half, drawn with the next
 * seed.
 */
export async function benchCalibrate(
  options: CalibrateOptions,
  print: (table: string, rows: readonly object[]) => void,
): Promise<void> {
  const opened = await openAddressLookup(options.directory);
  const registers = new Map(
    options.countries
      .filter((country) => opened.countries.includes(country))
      .map((country) => [country, new IndexedRegister(opened.of(country).index)]),
  );
  const seen = await labelledAnswers(registers, options, 0);
  const fitted = fitDoubts(seen);
  const unseen = await labelledAnswers(registers, { ...options, seed: options.seed + 1 }, 1);
  const rescored = unseen.map((each) => ({ ...each, score: scoreOf(each.differences, fitted) }));
  opened.close();

  print('doubts', doubtsOf(fitted));
  print('unseen answers by family', familiesOf(rescored));
  const bins = binsOf(rescored);
  print('reliability, unseen answers', bins.filter(({ answers }) => answers > 0).map(({ from, to, answers, score, right }) => ({ scores: `${from.toFixed(2)} – ${to.toFixed(2)}`, answers, 'mean score': score.toFixed(3), right: right.toFixed(3) })));
  const isAddress = ({ match: { status } }: LabelledAnswer): boolean => status === 'exact' || status === 'corrected';
  print('thresholds, unseen answers, by the doubts in use', thresholdsOf(unseen));
  print('thresholds, unseen answers', thresholdsOf(rescored));
  print('thresholds, unseen answers that are one address', thresholdsOf(rescored.filter(isAddress)));
  const error = calibrationError(bins);
  console.log(`Fitted to ${seen.length.toLocaleString('en')} answers; expected calibration error on ${unseen.length.toLocaleString('en')} unseen ones: ${error.toFixed(4)} (wanted: ≤ 0.02).\n`);
  printMisses(rescored, options.misses);
  if (options.isWritten) {
    const provenance = { ...options, answers: seen.length, unseen: unseen.length, error, date: new Date() };
    await writeFile(fileURLToPath(new URL('src/search/doubts.ts', ROOT)), writtenDoubts(fitted, provenance));
    await writeFile(fileURLToPath(new URL('docs/reliability.svg', ROOT)), drawReliability(bins));
  }
} // biome-ignore format: rows of tables

/** Answers of geocode about the streets of one half of all names, as far as it is known whether they are true. */
export async function labelledAnswers(
  registers: ReadonlyMap<Country, IndexedRegister>,
  options: CalibrateOptions,
  half: number,
): Promise<LabelledAnswer[]> {
  const takes = (name: string): boolean => halfOf(name) === half;
  const everywhere = new Geocoder([...registers.values()].map(({ index }) => index));
  const labelled: LabelledAnswer[] = [];
  for (const register of registers.values()) {
    const atHome = new Geocoder([register.index]);
    for (const question of await makeQuestions(register, { ...options, parts: FAMILIES }, takes)) {
      if (question.via !== 'text' && question.via !== 'columns') continue;
      const match = (question.isOpen ? everywhere : atHome).match(joinAddition(question.fields, undefined));
      const label = isTrue(question, match, match.country && registers.get(match.country));
      if (label === undefined) continue;
      const { differences, score } = match;
      labelled.push({ question, match, differences, score, isTrue: label });
    }
  }
  return labelled;
}

/**
 * Those that say what is true: the tables of the tests are of other indexes, texts for their time have no answer. Odd orders, parts that are missing,
 * what stands around an address and the habits of large cities are rare in files; odd orders, nearly always right, would say that a fault in an ordinary row is no reason for doubt.
 */
const FAMILIES: readonly string[] = Object.keys(ANSWER_FAMILIES).filter(
  (family) =>
    ![
      'tables',
      'slow-texts',
      'unknown-header',
      'property',
      'orders',
      'cities',
      'sparse',
      'around',
      'shorthand',
    ].includes(family),
);

/** The same for all streets of a name, whatever the seed (FNV-1a). */
function halfOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const letter of looseName(name)) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return (hash ^ (hash >>> 16)) & 1;
}

function doubtsOf({ certainty, doubts, rows }: Doubts): object[] {
  return [
    { discrepancy: '(none)', doubt: certainty.toFixed(2), answers: '', 'score alone': scoreOf([], { certainty, doubts }).toFixed(3) },
    ...Object.entries(doubts).map(([discrepancy, doubt]) => ({
      discrepancy,
      doubt: doubt.toFixed(2),
      answers: String(rows[discrepancy as keyof typeof rows]),
      'score alone': scoreOf([[discrepancy as keyof typeof rows, 1]], { certainty, doubts }).toFixed(3),
    })),
  ];
} // biome-ignore format: a row of a table

function familiesOf(answers: readonly LabelledAnswer[]): object[] {
  const keys = [...new Set(answers.map(({ question }) => `${question.family}\t${question.country}`))];
  return [...keys, ''].map((key) => {
    const some = key === '' ? answers : answers.filter(({ question }) => `${question.family}\t${question.country}` === key);
    const [family = 'all', country = ''] = key === '' ? [] : key.split('\t');
    const { accepted, wrong } = acceptedAt(some, SURE);
    return {
      family,
      country,
      answers: some.length,
      'mean score': (some.reduce((sum, { score }) => sum + score, 0) / some.length).toFixed(3),
      right: (some.filter((each) => each.isTrue).length / some.length).toFixed(3),
      'score ≥ 0.95': accepted,
      wrong,
    };
  });
} // biome-ignore format: a row of a table

function thresholdsOf(answers: readonly LabelledAnswer[]): object[] {
  return THRESHOLDS.map((threshold) => {
    const { accepted, wrong } = acceptedAt(answers, threshold);
    const [part, faulty] = [share(accepted, answers.length), share(wrong, accepted)];
    return { threshold: threshold.toFixed(SCORE_DIGITS), accepted, share: part, wrong, 'wrong among them': faulty };
  });
}

function printMisses(answers: readonly LabelledAnswer[], misses: number): void {
  const wrong = answers.filter((each) => !each.isTrue && each.score >= SURE);
  for (const { question, match, score } of new Random(1).shuffle(wrong).slice(0, misses)) {
    const { family, kind, country, via } = question;
    console.log(`  ${family}: ${country} ${kind}, ${via}: ${JSON.stringify(textOf(question))}`);
    console.log(`    ${match.status} ${score.toFixed(3)} [${match.discrepancies.join(' ')}]`);
  }
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(2)} %`;
}
