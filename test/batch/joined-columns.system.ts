import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIndexes } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { createEngine } from '../../src/batch/engine.ts';
import { peekInput } from '../../src/batch/input.ts';
import { planFile } from '../../src/batch/plan.ts';
import { geocodeStream } from '../../src/batch/stream.ts';
import { foldSuffix } from '../../src/model/house-number.ts';
import { CountryIndex } from '../../src/store/country-index.ts';
import { readIndex } from '../../src/store/directory.ts';
import { effort } from '../support/effort.ts';

const DATA = new URL('../../../shared/data/bag/', import.meta.url);
const EXTRACT = fileURLToPath(new URL('BAGGEM0457L-15092021.zip', DATA));
const REFERENCE = fileURLToPath(new URL('weesp_2021-09-15_current_reference.csv', DATA));
const isAtHand = existsSync(EXTRACT) && existsSync(REFERENCE);

interface ReferenceRow {
  readonly straat: string;
  readonly huisnummer: string;
  readonly huisletter: string;
  readonly toevoeging: string;
  readonly postcode: string;
  readonly woonplaats: string;
}

interface AnswerRow {
  readonly match_status: string;
  readonly match_street: string;
  readonly match_housenumber: string;
  readonly match_houseletter: string;
  readonly match_addition: string;
  readonly match_faults: string;
}

type Layout = Readonly<Record<string, (row: ReferenceRow) => string>>;

describe.skipIf(!isAtHand)('all addresses of a real municipality', () => {
  let reference: readonly ReferenceRow[];
  let index: CountryIndex;
  let scratch = '';
  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'weesp-'));
    const inputs = { nl: [EXTRACT], be: [], lu: [] };
    await buildIndexes({ inputs, out: scratch, threads: 1, progress: () => silentProgress, tell: () => {} });
    index = new CountryIndex(await readIndex(join(scratch, 'nl')));
    const rows = parse(readFileSync(REFERENCE), { columns: true }) as ReferenceRow[];
    reference = rows.filter((_, i) => i % effort(4, 1) === 0);
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  /** The answers, each beside the row that it is for. */
  async function answer(layout: Layout): Promise<{ row: ReferenceRow; answer: AnswerRow }[]> {
    const lines = [Object.keys(layout), ...reference.map((row) => Object.values(layout).map((cell) => cell(row)))];
    const peeked = await peekInput(Readable.from([Buffer.from(lines.map((cells) => cells.join(';')).join('\n'))]));
    const out: Buffer[] = [];
    const write = async (bytes: Buffer): Promise<void> => void out.push(bytes);
    await geocodeStream(peeked, planFile(peeked, {}), { engine: createEngine([index]), write });
    const answers = parse(Buffer.concat(out), { delimiter: ';', columns: true }) as AnswerRow[];
    expect(answers).toHaveLength(reference.length);
    return answers.map((each, i) => ({ row: reference[i]!, answer: each }));
  }

  const houseOf = ({ straat, huisnummer, huisletter, toevoeging }: ReferenceRow): string =>
    `${straat} ${huisnummer} ${foldSuffix(huisletter, toevoeging)}`;
  const answeredHouse = (answer: AnswerRow): string =>
    `${answer.match_street} ${answer.match_housenumber} ${foldSuffix(answer.match_houseletter, answer.match_addition)}`;

  const common: Layout = { Straatnaam: (row) => row.straat, Huisnr: (row) => row.huisnummer };

  it.each<[string, Layout, number]>([
    [
      'in the standard layout',
      {
        postcode: (row) => row.postcode,
        huisnummer: (row) => row.huisnummer,
        huisletter: (row) => row.huisletter,
        toevoeging: (row) => row.toevoeging,
        straat: (row) => row.straat,
        woonplaats: (row) => row.woonplaats,
      },
      0.99,
    ],
    [
      'with a header for the addition as spreadsheets have it',
      {
        ...common,
        'Huisnr. toev.': ({ huisletter, toevoeging }) => huisletter + toevoeging,
        Woonplaats: (row) => row.woonplaats,
      },
      0.95,
    ],
    [
      'with an addition between letter and place',
      { ...common, Letter: (row) => row.huisletter, 'Bus/Toev.': (row) => row.toevoeging, PC: (row) => row.postcode },
      0.99,
    ],
  ])('%s are never answered exactly with another', async (_layout, layout, share) => {
    const answers = await answer(layout);
    const exact = answers.filter(({ answer }) => answer.match_status === 'exact');
    const wrong = exact.filter(({ row, answer }) => answeredHouse(answer) !== houseOf(row));
    expect(wrong.map(({ row, answer }) => [houseOf(row), answeredHouse(answer)])).toEqual([]);
    expect(exact.length / answers.length).toBeGreaterThan(share);
  });

  it('whose addition is in a column that is not understood are not exact', async () => {
    const answers = await answer({
      ...common,
      'Huisnr. bijzonder': ({ huisletter, toevoeging }) => huisletter + toevoeging,
      PC: (row) => row.postcode,
    });
    for (const { row, answer: each } of answers) {
      const hasAddition = row.huisletter + row.toevoeging !== '';
      expect(each.match_faults.includes('column-not-used')).toBe(hasAddition);
      if (hasAddition) expect(each.match_status).not.toBe('exact');
    }
    const exact = answers.filter(({ answer: each }) => each.match_status === 'exact');
    expect(exact.length / answers.length).toBeGreaterThan(0.5);
  });
});
