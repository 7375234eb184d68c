import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import type * as Api from '../../src/index.ts';
import { foldSuffix, splitHouseNumber } from '../../src/model/house-number.ts';
import type * as Fixtures from '../support/fixture-indexes.ts';
import { labelOf, partsOf } from '../support/indexed-register.ts';
import type { Answer, Found, Question } from './answers-judge.ts';

/** A checkout of the project whose sources are run, and the indexes that it reads. */
export interface Version {
  readonly checkout: string;
  readonly index: string;
}

type Lookup = Awaited<ReturnType<typeof Api.openAddressLookup>>;

const SUGGESTIONS = 5;
const TIMED_ROUNDS = 3;

/**
 * The answers of a version to all questions, in their order. It is run in this process from its own sources: what it exports is the same in
 * all versions. Files are geocoded by its command.
 */
export async function askAll(
  { checkout, index }: Version,
  questions: readonly Question[],
  advance: (done: number) => void = () => {},
): Promise<Answer[]> {
  const importFrom = (path: string): Promise<unknown> => import(pathToFileURL(resolve(checkout, path)).href);
  const { openAddressLookup, geocodeRows } = (await importFrom('src/index.ts')) as typeof Api;
  const answers = new Map<Question, Answer>();
  const askOf = async (lookup: Lookup, some: readonly Question[]): Promise<void> => {
    for (const question of some) {
      const { country, via, fields, isTimed } = question;
      const search = (): Api.Page<Api.Suggestion> =>
        lookup.of(country).autocomplete({ search: fields.text!, perPage: SUGGESTIONS });
      const geocode = (): Promise<Answer> => match(geocodeRows(sourceOf(lookup, question), [fields]));
      const answer = via === 'search' ? answerOfSearch(lookup, country, search()) : await geocode();
      const microseconds = isTimed ? { microseconds: await timed(via === 'search' ? search : geocode) } : {};
      answers.set(question, { ...answer, ...microseconds });
      if (answers.size % ADVANCE_EVERY === 0) advance(ADVANCE_EVERY);
    }
  };
  const lookup = await openAddressLookup(index);
  await askOf(
    lookup,
    questions.filter(({ via, isOfFixtures }) => via !== 'file' && !isOfFixtures),
  );
  lookup.close();
  const ofFixtures = questions.filter(({ isOfFixtures }) => isOfFixtures);
  if (ofFixtures.length > 0) {
    const { copyFixtureIndexes } = (await importFrom('test/support/fixture-indexes.ts')) as typeof Fixtures;
    const { directory, remove } = await copyFixtureIndexes();
    const fixtures = await openAddressLookup(directory);
    await askOf(fixtures, ofFixtures);
    fixtures.close();
    remove();
  }
  await geocodeFiles(
    { checkout, index },
    questions.filter(({ via }) => via === 'file'),
    answers,
  );
  return questions.map((question) => answers.get(question)!);
}

const ADVANCE_EVERY = 500;

/** The least of some rounds. */
async function timed(ask: () => unknown): Promise<number> {
  let microseconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < TIMED_ROUNDS; round++) {
    const start = performance.now();
    await ask();
    microseconds = Math.min(microseconds, (performance.now() - start) * 1000);
  }
  return microseconds;
}

function sourceOf(lookup: Lookup, { country, isOpen }: Question): Parameters<typeof Api.geocodeRows>[0] {
  return isOpen ? lookup : { countries: [country], of: lookup.of.bind(lookup) };
}

function answerOfSearch(lookup: Lookup, country: Api.Country, { results }: Api.Page<Api.Suggestion>): Answer {
  return { found: results.map((suggestion, i) => foundOf(lookup, country, suggestion, i === 0)) };
}

/** A suggestion with the parts of its house or, of the first one and of the boxes of a house, of some house below it. */
function foundOf(lookup: Lookup, country: Api.Country, suggestion: Api.Suggestion, isFirst: boolean): Found {
  const { label, description, precision } = suggestion;
  // Registers have no-break spaces in names; tables have none.
  const shown = `${label} (${description})`.replaceAll('\u00a0', ' ');
  let { context } = suggestion;
  const isHouse = precision === 'House' || precision === 'Street';
  for (let level = 0; level < MAX_LEVELS && (isFirst || isHouse); level++) {
    const below = lookup.of(country).autocomplete({ context, perPage: 1 });
    if (below === null) break;
    if (!('pagination' in below)) {
      const parts = partsOf(below);
      // A house that opens into its boxes is shown with the precision of a street, and with its number.
      const isGroup = precision === 'Street' && !parts.streets.includes(label);
      return { shown, precision: isGroup ? 'House' : precision, parts, isGroup };
    }
    if (below.results[0] === undefined) break;
    context = below.results[0].context;
  }
  return { shown, precision, parts: undefined, isGroup: false };
}

/** Province, municipality, place, street, house, box. */
const MAX_LEVELS = 8;

async function match(rows: AsyncIterable<Api.GeocodedRow<object>>): Promise<Answer> {
  for await (const { status, score, faults, country, parts, addresses } of rows) {
    const found = addresses.map((address): Found => {
      const taken = partsOf(address);
      return { shown: labelOf(taken), precision: 'House', parts: taken, isGroup: false };
    });
    return { status, score, faults, country, where: parts as Record<string, string>, found };
  }
  throw new Error('One row has one answer.');
}

/** The questions of a kind are the rows of a file, whose columns are called and ordered as in its first row. */
async function geocodeFiles(
  { checkout, index }: Version,
  questions: readonly Question[],
  answers: Map<Question, Answer>,
): Promise<void> {
  const files = new Map<string, Question[]>();
  for (const question of questions) {
    const key = `${question.country} ${question.kind}`;
    files.set(key, [...(files.get(key) ?? []), question]);
  }
  const directory = await mkdtemp(join(tmpdir(), 'answers-'));
  for (const rows of files.values()) {
    const headers = Object.keys(rows[0]!.fields);
    const quote = (cell: string | undefined = ''): string => `"${cell.replaceAll('"', '""')}"`;
    const lines = rows.map(({ fields }) => Object.values(fields).map(quote).join(';'));
    const path = join(directory, 'rows.csv');
    await writeFile(path, `${[headers.map(quote).join(';'), ...lines].join('\n')}\n`);
    const { country } = rows[0]!;
    const command = ['--import', 'tsx', 'src/cli/main.ts', 'geocode', path, '--quiet', '--threads', '0'];
    await promisify(execFile)(
      process.execPath,
      [...command, '--country', country, '--data', resolve(index), '--out', `${path}.out.csv`],
      { cwd: checkout },
    );
    const answered = parse(await readFile(`${path}.out.csv`), { columns: true, delimiter: ';', bom: true });
    for (const [i, row] of (answered as Record<string, string>[]).entries()) answers.set(rows[i]!, answerOfRow(row));
    await rm(`${path}.out.csv`);
  }
  await rm(directory, { recursive: true });
}

function answerOfRow(row: Readonly<Record<string, string>>): Answer {
  const cell = (name: string): string => row[`match_${name}`] ?? '';
  const { number, rest } = splitHouseNumber(cell('housenumber'));
  const parts = {
    streets: [cell('street')],
    number,
    suffix: foldSuffix(rest + cell('houseletter'), cell('addition')),
    postcode: cell('postcode'),
    places: [cell('place'), cell('municipality')],
  };
  const isHouse = number > 0;
  return {
    status: cell('status'),
    score: Number(cell('score')),
    faults: cell('faults').split(' ').filter(Boolean),
    where: { street: cell('street'), place: cell('place'), municipality: cell('municipality') },
    found: isHouse ? [{ shown: labelOf(parts), precision: 'House', parts, isGroup: false }] : [],
  };
}
