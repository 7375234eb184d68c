import type { Country } from '../../src/index.ts';
import type { Answer, Question, Verdict, Via } from './answers-judge.ts';
import { percentilesOf } from './search-timing.ts';

/** A question, what a version says to it, and what that is worth. */
export interface Judged {
  readonly question: Question;
  readonly answer: Answer;
  readonly verdict: Verdict;
}

/** A figure that is wanted: of the questions of some kinds, how many are answered so. */
interface Figure {
  readonly figure: string;
  readonly family: string;
  /** Those whose name begins so; all unless given. */
  readonly kinds?: string;
  readonly except?: string;
  readonly vias: readonly Via[];
  readonly counts: (judged: Judged) => boolean;
  /** Bounds of the share: at most, or at least where the figure is of right answers. */
  readonly wanted: string;
  readonly most?: number;
  readonly least?: number;
}

const isWrong = ({ verdict }: Judged): boolean => verdict === 'wrong';
const isRight = ({ verdict }: Judged): boolean => verdict === 'right';
const SEARCH: readonly Via[] = ['search'];
const BATCH: readonly Via[] = ['text', 'columns'];
const none = { wanted: '0', most: 0 } as const;
const most = (percent: number): { wanted: string; most: number } => ({ wanted: `≤ ${percent} %`, most: percent / 100 });
const least = (percent: number): { wanted: string; least: number } => ({
  wanted: `≥ ${percent} %`,
  least: percent / 100,
});

const FIGURES: readonly Figure[] = [
  { figure: 'another municipality first, without postcode', family: 'mismatched', kinds: 'without', vias: SEARCH, counts: isWrong, ...most(2) },
  { figure: 'another municipality first, with postcode', family: 'mismatched', kinds: 'with the', vias: SEARCH, counts: isWrong, ...most(2) },
  { figure: 'another municipality, geocode', family: 'mismatched', vias: BATCH, counts: isWrong, wanted: '', most: 1 },
  { figure: 'number missing, a longer name has it, place typed', family: 'missing-number', kinds: 'a longer name has it, place', vias: SEARCH, counts: isWrong, ...most(1) },
  { figure: 'the same, municipality typed', family: 'missing-number', kinds: 'a longer name has it, municipality', vias: SEARCH, counts: isWrong, ...most(5) },
  { figure: 'the same, with postcode and place', family: 'missing-number', kinds: 'a longer name has it, with', vias: SEARCH, counts: isWrong, ...most(3) },
  { figure: 'number missing, a namesake of the province has it', family: 'missing-number', kinds: 'a namesake', vias: SEARCH, counts: isWrong, ...most(3) },
  { figure: 'number missing, postcode typed, no place', family: 'missing-number', kinds: 'postcode typed', vias: SEARCH, counts: isWrong, ...most(3) },
  { figure: 'street unknown, postcode and place typed', family: 'missing-number', kinds: 'street unknown', vias: SEARCH, counts: isWrong, ...most(3) },
  { figure: 'number missing, geocode: a house', family: 'missing-number', vias: BATCH, counts: isWrong, wanted: '', most: 1 },
  { figure: 'foreign addresses with a door here, without postcode', family: 'foreign', kinds: 'de, without|fr, without', vias: BATCH, counts: isWrong, ...most(0.1) },
  { figure: 'foreign addresses with a door here, with postcode', family: 'foreign', kinds: 'de, with p|fr, with p', vias: BATCH, counts: isWrong, ...most(0.1) },
  { figure: 'a street abroad in a place here: single answers', family: 'foreign', kinds: 'de, its|fr, its', vias: BATCH, counts: isWrong, wanted: '', most: 1 },
  { figure: 'two letters wrong in one word: right', family: 'forms', kinds: 'two letters|columns, two', vias: BATCH, counts: isRight, wanted: '', least: 0 },
  { figure: 'a place that no register knows: single answers', family: 'unknown-place', except: 'company', vias: BATCH, counts: isWrong, ...most(7) },
  { figure: 'company in front of a street that exists once: right', family: 'unknown-place', kinds: 'company', vias: BATCH, counts: isRight, wanted: '', least: 0 },
  { figure: 'a known place name is cut: outside of it', family: 'dropped', kinds: 'a known', vias: ['search', ...BATCH], counts: isWrong, wanted: '0', most: 0 },
  { figure: 'a postcode that the register lacks: read as an addition, or a wrong door', family: 'dropped', kinds: 'a postcode|the same', vias: BATCH, counts: isWrong, ...none },
  { figure: 'another country named: exact', family: 'dropped', kinds: 'another country', vias: BATCH, counts: isWrong, ...none },
  { figure: 'street and number alone: a house abroad', family: 'dropped', kinds: 'street and number', vias: BATCH, counts: isWrong, ...none },
  { figure: 'another street by its article: exact', family: 'names', kinds: 'another street', vias: BATCH, counts: isWrong, ...none },
  { figure: 'another first name: single answers', family: 'names', kinds: 'another first', vias: BATCH, counts: isWrong, wanted: '' , most: 1 },
  { figure: 'a compound as two words: a wrong door', family: 'names', kinds: 'a compound', vias: ['search', ...BATCH], counts: isWrong, wanted: '', most: 1 },
  { figure: 'a street that the municipality lacks: single answers', family: 'names', kinds: 'a street', vias: BATCH, counts: isWrong, wanted: '', most: 1 },
  { figure: 'unknown street, right postcode and number: single answers', family: 'names', kinds: "an invented|another's", vias: BATCH, counts: isWrong, wanted: '', most: 1 },
  { figure: 'abbreviated with a full stop: right', family: 'names', kinds: 'a word cut|the end', vias: BATCH, counts: isRight, wanted: '', least: 0 },
  { figure: 'unknown header over additions: false exact', family: 'unknown-header', vias: ['file'], counts: isWrong, ...none },
  { figure: 'digits damaged: wrong doors', family: 'digits', vias: BATCH, counts: isWrong, ...most(1) },
  { figure: 'digits damaged: right', family: 'digits', vias: BATCH, counts: isRight, wanted: '', least: 0 },
  { figure: 'typed rows in text: right', family: 'typed', kinds: 'in the register', vias: ['text'], counts: isRight, ...least(99.1) },
  { figure: 'typed rows in columns: right', family: 'typed', kinds: 'in the register', vias: ['columns'], counts: isRight, ...least(99.1) },
  { figure: 'typed rows: exact wrong', family: 'typed', kinds: 'in the register', vias: BATCH, counts: ({ verdict, answer }) => verdict === 'wrong' && answer.status === 'exact', ...none },
  { figure: 'typed rows: hit@1', family: 'typed', kinds: 'in the register', vias: SEARCH, counts: isRight, ...least(99.3) },
  { figure: 'typed rows: hit@5', family: 'typed', kinds: 'in the register', vias: SEARCH, counts: ({ verdict }) => verdict === 'right' || verdict === 'later', ...least(99.5) },
  { figure: 'forms: first suggestion right', family: 'forms', vias: SEARCH, counts: isRight, wanted: 'no less', least: 0 },
  { figure: 'forms: geocode right', family: 'forms', vias: BATCH, counts: isRight, wanted: 'no less', least: 0 },
  { figure: 'forms: geocode wrong', family: 'forms', vias: BATCH, counts: isWrong, wanted: 'no more', most: 1 },
  { figure: 'queries of the tests, a few letters', family: 'tables', vias: SEARCH, counts: isRight, ...least(100) },
  { figure: 'property: rows broken', family: 'property', vias: BATCH, counts: isWrong, ...none },
  { figure: 'score ≥ 0.95 and wrong', family: '', vias: BATCH, counts: isWrong, ...most(0.1) },
]; // biome-ignore format: a table

/** Figures of the same design that other commands print. */
export const ELSEWHERE: readonly string[] = [
  'streets first, typos, prefixes, short queries: bench -- quality --parts streets,prefixes,areas,short',
  'property at full size: bench -- quality --parts property --property 20000',
  'keystrokes: bench -- quality --parts keystrokes; bytes an address, directmatch, radius, opening: bench -- scale --index DIRECTORY --against CHECKOUT',
];

/**
 * Each figure for each country, beside what is wanted; with the answers of another version two columns a country.
 *
 * @param before the same questions, asked of another version
 */
export function figuresOf(now: readonly Judged[], countries: readonly Country[], before?: readonly Judged[]): object[] {
  return FIGURES.flatMap((figure) => {
    const row: Record<string, string> = { figure: figure.figure };
    let isMet = true;
    let asked = 0;
    for (const country of countries) {
      for (const [name, judged] of before === undefined
        ? [['', now] as const]
        : [[' before', before] as const, [' now', now] as const]) {
        const here = judged.filter((each) => each.question.country === country && isAbout(figure, each));
        const count = here.filter(figure.counts).length;
        row[country + name] =
          here.length === 0 ? '-' : `${count} of ${here.length} (${((100 * count) / here.length).toFixed(2)} %)`;
        if (judged !== now || here.length === 0) continue;
        asked += here.length;
        const share = count / here.length;
        if (share > (figure.most ?? 1) || share < (figure.least ?? 0)) isMet = false;
      }
    }
    const met = /\d/.test(figure.wanted) ? (isMet ? 'yes' : 'no') : '';
    return asked === 0 ? [] : [{ ...row, wanted: figure.wanted, met }];
  });
}

function isAbout({ family, kinds = '', except, vias }: Figure, { question, verdict, answer }: Judged): boolean {
  if (verdict === 'unknown' || !vias.includes(question.via)) return false;
  const { kind, expected } = question;
  // Of all families together, how sure the answers are.
  if (family === '') return (expected.kind === 'house' || expected.kind === 'no house') && isSure(answer);
  if (question.family !== family || (except !== undefined && kind.startsWith(except))) return false;
  return kinds.split('|').some((each) => kind.startsWith(each));
}

function isSure({ status, score = 0 }: Answer): boolean {
  return (status === 'exact' || status === 'corrected') && score >= 0.95;
}

/** Of each family, or of each kind of its questions, how many are right and how many wrong, asked in each way. */
export function countsOf(judged: readonly Judged[], { hasKinds }: { readonly hasKinds: boolean }): object[] {
  const rows = new Map<string, Record<string, string | number>>();
  for (const { question, verdict } of judged) {
    const { family, country, via } = question;
    if (verdict === 'unknown') continue;
    const kind = hasKinds ? question.kind : 'all';
    const key = [family, kind, country, via].join('\t');
    let row = rows.get(key);
    if (row === undefined) {
      row = { family, kind, country, via, asked: 0, right: 0, later: 0, none: 0, wrong: 0 };
      rows.set(key, row);
    }
    row['asked'] = Number(row['asked']) + 1;
    row[verdict] = Number(row[verdict]) + 1;
  }
  return [...rows.values()];
}

/** How long the slow texts take. */
export function timesOf(judged: readonly Judged[]): object[] {
  const times = new Map<string, number[]>();
  for (const { question, answer } of judged) {
    if (answer.microseconds === undefined) continue;
    const key = [question.kind, question.country, question.via].join('\t');
    times.set(key, [...(times.get(key) ?? []), answer.microseconds]);
  }
  return [...times].map(([key, microseconds]) => {
    const [kind, country, via] = key.split('\t');
    const { p50, p99 } = percentilesOf(microseconds);
    const over = (milliseconds: number): number => microseconds.filter((each) => each > milliseconds * 1000).length;
    return {
      kind,
      country,
      via,
      texts: microseconds.length,
      'p50 µs': Math.round(p50),
      'p99 µs': Math.round(p99),
      'max µs': Math.round(Math.max(...microseconds)),
      'over 1 ms': over(1),
      'over 10 ms': over(10),
      wanted: via === 'search' && !kind!.includes('230') ? 'none over 1 ms' : 'none over 10 ms',
    };
  });
}
