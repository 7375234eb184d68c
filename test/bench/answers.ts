import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { typedAddressesIn } from '../../fixtures/generate/names-folder.ts';
import { showStages } from '../../src/cli/progress.ts';
import { COUNTRIES, type Country, openAddressLookup } from '../../src/index.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { Random } from '../support/random.ts';
import { askAround } from './answers-around.ts';
import { askAll, type Version } from './answers-ask.ts';
import { askColumnsInDisorder } from './answers-columns.ts';
import { askDigits, askSlowTexts } from './answers-digits.ts';
import { QuestionMaker } from './answers-draw.ts';
import { askCities, askFaults, askOrders } from './answers-faults.ts';
import { countsOf, ELSEWHERE, figuresOf, type Judged, timesOf } from './answers-figures.ts';
import { askForms } from './answers-forms.ts';
import { judge, type Question, shownAs } from './answers-judge.ts';
import { askProperty, askShort, askTables, askTyped, askUnknownHeaders } from './answers-known.ts';
import { askNames } from './answers-names.ts';
import { countPairs, describePairs, pairsOf, textOf } from './answers-pairs.ts';
import { askShorthand } from './answers-shorthand.ts';
import { askSparse } from './answers-sparse.ts';
import { askVague } from './answers-vague.ts';
import { askDropped, askForeign, askMismatched, askMissingNumbers, askUnknownPlaces } from './answers-where.ts';

export interface QuestionOptions {
  readonly seed: number;
  readonly parts: readonly string[];
  /** Questions of each kind; of the many forms an eighth of it. */
  readonly sample: number;
  /** A folder with `national/typed_addresses.jsonl` and `foreign/{de,fr}.tsv`; what it does not have is left out. */
  readonly real: string;
}

export interface AnswersOptions extends QuestionOptions {
  /** With the countries in it. */
  readonly directory: string;
  readonly countries: readonly Country[];
  /** A checkout of another version, and the indexes that it reads. */
  readonly against: string | undefined;
  readonly againstIndex: string | undefined;
  /** Counts are of each kind of question, not of each family. */
  readonly hasKinds: boolean;
  /** Changes of each kind that are shown. */
  readonly limit: number;
  /** Wrong answers of each figure's family that are shown. */
  readonly misses: number;
  /** Where all questions and answers are written to. */
  readonly json: string | undefined;
}

/** Makes the questions of a family, or returns a sentence on what it lacks. */
type Family = (maker: QuestionMaker, options: QuestionOptions) => Promise<unknown> | unknown;

/** Families of questions; test/bench/answers-judge.ts says what each may expect. */
export const ANSWER_FAMILIES: Readonly<Record<string, Family>> = {
  forms: askForms,
  mismatched: askMismatched,
  'missing-number': askMissingNumbers,
  'unknown-place': askUnknownPlaces,
  foreign: (maker, { real }) => {
    const folder = join(real, 'foreign');
    return existsSync(folder) ? askForeign(maker, folder) : `no foreign addresses: there is no ${folder}`;
  },
  dropped: askDropped,
  names: askNames,
  digits: askDigits,
  'unknown-header': askUnknownHeaders,
  'slow-texts': askSlowTexts,
  typed: (maker, { real }) => {
    const file = typedAddressesIn(join(real, 'national'));
    return existsSync(file) ? askTyped(maker, file) : `no typed addresses: there is no ${file}`;
  },
  tables: (maker) => {
    askTables(maker);
    askShort(maker);
  },
  property: askProperty,
  vague: askVague,
  cities: askCities,
  faults: askFaults,
  columns: askColumnsInDisorder,
  orders: askOrders,
  sparse: askSparse,
  around: askAround,
  shorthand: askShorthand,
};

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

/** Data that people keep beside a checkout: not part of the project. */
export const REAL_DATA: string = join(CHECKOUT, '..', 'shared', 'data');

/** Asks both engines, and another version if there is one, and prints what is right, what is wrong and what differs. */
export async function benchAnswers(options: AnswersOptions, print: (table: string, rows: readonly object[]) => void): Promise<void> {
  const progress = showStages('answers');
  const opened = await openAddressLookup(options.directory);
  const countries = options.countries.filter((country) => opened.countries.includes(country));
  const registers = new Map(countries.map((country) => [country, new IndexedRegister(opened.of(country).index)]));
  const questions: Question[] = [];
  for (const register of registers.values()) questions.push(...(await makeQuestions(register, options)));
  const askVersion = async (version: Version): Promise<Judged[]> => {
    progress.stage(version.checkout, questions.length, 'questions');
    const answers = await askAll(version, questions, progress.advance);
    progress.stop();
    return questions.map((question, i) => ({
      question,
      answer: answers[i]!,
      verdict: judge(question, answers[i]!, registers.get(question.country)),
    }));
  };
  const now = await askVersion({ checkout: CHECKOUT, index: options.directory });
  print('answers', countsOf(now, { hasKinds: options.hasKinds }));
  print('slow texts', timesOf(now));
  const { against, againstIndex = options.directory, limit } = options;
  const before = against === undefined ? undefined : await askVersion({ checkout: resolve(against), index: againstIndex });
  print('figures', figuresOf(now, countries, before));
  for (const line of ELSEWHERE) console.log(line);
  if (options.misses > 0) printMisses(now, options);
  if (before !== undefined) {
    const pairs = pairsOf(before, now);
    console.log(`\n${pairs.length} of ${questions.length} answers differ from those of ${against}.\n`);
    if (pairs.length > 0) print('changed answers', countPairs(pairs));
    for (const line of describePairs(pairs, limit)) console.log(line);
  }
  if (options.json !== undefined) {
    const lines = now.map(({ question, answer, verdict }, i) =>
      JSON.stringify({ ...question, verdict, answer, ...(before && { verdictBefore: before[i]!.verdict, before: before[i]!.answer }) }),
    );
    await writeFile(options.json, `${lines.join('\n')}\n`);
  }
  opened.close();
} // biome-ignore format: signatures

/**
 * The questions of all chosen families about a country: each draws its own, so that one more or less changes no other.
 *
 * @param takes the names of streets that are asked about; all unless given
 */
export async function makeQuestions(
  register: IndexedRegister,
  options: QuestionOptions,
  takes?: (name: string) => boolean,
): Promise<Question[]> {
  const { seed, parts, sample } = options;
  const questions: Question[] = [];
  for (const [i, [family, make]] of Object.entries(ANSWER_FAMILIES).entries()) {
    if (!parts.includes(family)) continue;
    const random = new Random(seed * 1000 + i * 10 + COUNTRIES.indexOf(register.country));
    const maker = new QuestionMaker(family, register, random, sample, takes);
    const lack = await make(maker, options);
    if (typeof lack === 'string') console.log(`${register.country}: ${lack}`);
    questions.push(...maker.questions);
  }
  return questions;
}

function printMisses(judged: readonly Judged[], { misses, parts }: AnswersOptions): void {
  for (const family of parts) {
    const wrong = judged.filter(({ question, verdict }) => question.family === family && verdict === 'wrong');
    if (wrong.length === 0) continue;
    console.log(`\n${family}: ${wrong.length} wrong`);
    for (const { question, answer } of new Random(1).shuffle(wrong).slice(0, misses)) {
      console.log(`  ${question.country} ${question.kind}, ${question.via}: ${JSON.stringify(textOf(question))}`);
      console.log(`    ${shownAs(answer)}`);
    }
  }
}
