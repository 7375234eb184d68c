import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { geocodeChunk } from '../../src/batch/chunk.ts';
import { judgeByContent } from '../../src/batch/content.ts';
import { peekInput } from '../../src/batch/input.ts';
import { geocoderOf, planFile } from '../../src/batch/plan.ts';
import { geocodeStream } from '../../src/batch/stream.ts';
import { foldSuffix } from '../../src/model/house-number.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { Random } from '../support/random.ts';
import { type WrittenParts, writtenParts } from './written-addresses.ts';

const fixtures = fixtureIndexes();

type Cells = Readonly<Record<string, string>>;

/** Columns of letters, additions and boxes whose headers say nothing. */
const LAYOUTS: Readonly<Record<string, (address: WrittenParts) => Cells>> = {
  Sfx: ({ letter, addition }) => ({ Sfx: [letter, addition].filter(Boolean).join('-') }),
  X: ({ letter, addition }) => ({ X: [letter, addition].filter(Boolean).join(' ') }),
  Kolom7: ({ letter, addition }) => ({ Kolom7: `${letter}${addition}`.toLowerCase() }),
  'L and T': ({ letter, addition }) => ({ L: letter, T: addition }),
  'T and L': ({ letter, addition }) => ({ T: addition, L: letter }),
  'an empty header': ({ letter, addition }) => ({ '': [letter, addition].filter(Boolean).join('-') }),
}; // biome-ignore format: a table

interface Answered {
  readonly row: Readonly<Record<string, string>>;
  readonly address: WrittenParts;
}

async function answer(country: 'nl' | 'be', rows: readonly Cells[], options: { readonly isLate?: boolean } = {}) {
  const names = Object.keys(rows[0]!);
  const csv = [names, ...rows.map((row) => names.map((name) => row[name]!))]
    .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')}\n`)
    .join('');
  const indexes = [fixtures.lookup.of(country).index];
  const peeked = await peekInput(Readable.from([Buffer.from(csv)]));
  const planned = planFile(peeked, { country });
  const { file, judged } = options.isLate ? { file: planned, judged: [] } : judgeByContent(planned, indexes);
  const out: Buffer[] = [];
  await geocodeStream(peeked, file, {
    engine: {
      capacity: 1,
      answer: async (plan, bytes) => geocodeChunk(geocoderOf(indexes, plan), plan, bytes),
      close: async () => {},
    },
    write: async (bytes) => void out.push(bytes),
  });
  const answers = parse(Buffer.concat(out), { columns: true, delimiter: ';' }) as Readonly<Record<string, string>>[];
  return { answers, judged, file };
}

/** Addresses of the fixtures, every second one with a letter, addition or box. */
function draw(country: 'nl' | 'be', random: Random, count: number): WrittenParts[] {
  const all = [...writtenParts(fixtures.lookup.of(country).index)].filter(({ number }) => number !== '');
  const isPlain = ({ letter, addition }: WrittenParts): boolean => `${letter}${addition}` === '';
  const [plain, suffixed] = [all.filter(isPlain), all.filter((each) => !isPlain(each))];
  return Array.from({ length: count }, (_, i) => random.pick(i % 2 === 0 ? plain : suffixed));
}

function baseOf({ street, number, postcode, place }: WrittenParts): Cells {
  return { straat: street, nummer: number, postcode, woonplaats: place };
}

/** Whether an answer is exact and yet another address of the house. */
function isFalseExact({ row, address }: Answered): boolean {
  const { number, letter, addition } = address;
  const found = foldSuffix(`${row['match_housenumber']}${row['match_houseletter']}`, row['match_addition']!);
  return row['match_status'] === 'exact' && found !== foldSuffix(`${number}${letter}`, addition);
}

describe.each(['nl', 'be'] as const)('additions of %s under a header that says nothing', (code) => {
  it.each(Object.entries(LAYOUTS))('%s: are never left out of an exact answer', async (_, cellsOf) => {
    const addresses = draw(code, new Random(25), 300);
    const rows = addresses.map((address) => ({ ...baseOf(address), ...cellsOf(address) }));
    for (const isLate of [true, false]) {
      const { answers } = await answer(code, rows, { isLate });
      const wrong = answers.filter((row, i) => isFalseExact({ row, address: addresses[i]! }));
      expect(wrong).toEqual([]);
      expect(answers.filter((row) => row['match_status'] === 'exact').length).toBeGreaterThan(isLate ? 50 : 100);
    }
  });

  it.each(['Sfx', 'House Number Supplement', 'Nummer 2'])(
    'are read as the addition where most cells are of the house, and it is said: %s',
    async (header) => {
      const addresses = draw(code, new Random(26), 300);
      const rows = addresses.map((each) => ({
        ...baseOf(each),
        [header]: [each.letter, each.addition].filter(Boolean).join('-'),
      }));
      const { judged, file } = await answer(code, rows);
      expect(judged).toMatchObject([{ header }]);
      expect(file.columns.leftOver).toEqual([]);
      expect(judged[0]!.role).toBeDefined();
      expect(file.columns.roles[judged[0]!.role!]).toEqual([4]);
      expect(judged[0]!.registered * 2).toBeGreaterThan(judged[0]!.cells);
    },
  );

  it('are not read where only some cells are, and then no row with one is exact', async () => {
    const addresses = draw(code, new Random(27), 300);
    const rows = addresses.map((each, i) => ({
      ...baseOf(each),
      Sfx: i % 5 < 2 ? [each.letter, each.addition].filter(Boolean).join('-') : 'QQ',
    }));
    const { judged, answers } = await answer(code, rows);
    for (const { role } of judged) expect(role).toBeUndefined();
    const exact = answers.filter((row, i) => row['match_status'] === 'exact' && rows[i]!.Sfx !== '');
    if (judged.length > 0) expect(exact).toEqual([]);
  });

  it('are not found in columns of something else', async () => {
    const random = new Random(28);
    const rows = draw(code, random, 300).map((each) => ({
      ...baseOf(each),
      Bijz: random.pick(['ja', 'nee', 'QZ', '999']),
    }));
    const { judged, answers } = await answer(code, rows);
    expect(judged).toEqual([]);
    expect(answers.filter((row) => row['match_faults']!.includes('column-not-used'))).toEqual([]);
  });
});
