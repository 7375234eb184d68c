import type { Country } from '../../src/index.ts';
import { QUERIES_BE } from '../search/queries-be.ts';
import { QUERIES_LU } from '../search/queries-lu.ts';
import { QUERIES_NL } from '../search/queries-nl.ts';
import type { QueryRow } from '../search/query-row.ts';
import { drawMutatedRow, MUTATIONS, textOf } from '../support/mutated-rows.ts';
import { type Drawn, NOTHING_LEFT, type QuestionMaker } from './answers-draw.ts';
import type { Expected } from './answers-judge.ts';
import { SHORT_QUERIES } from './quality-short.ts';
import { type JudgedRow, readJudgedRows } from './quality-typed.ts';

/** Addresses as people typed them: expected is what `bench -- quality --typed` expects. */
export async function askTyped(maker: QuestionMaker, file: string): Promise<void> {
  for (const each of await readJudgedRows(maker.register, file)) {
    const { row, street, number, truth } = each;
    if (!maker.takes(street)) continue;
    const expected = expectedOfTyped(maker, each);
    const kind = truth.kind === 'same' || truth.kind === 'similar' ? 'in the register' : truth.kind;
    maker.askText(kind, row.query, expected);
    const fields = { street, housenumber: number, postcode: row.postcode ?? '', place: row.city ?? '' };
    maker.askColumns(kind, fields, expected);
  }
}

function expectedOfTyped(maker: QuestionMaker, { truth }: JudgedRow): Expected {
  switch (truth.kind) {
    case 'absent':
      return { kind: 'unknown' };
    case 'no number':
      return maker.expectStreet(truth.street);
    default:
      return { kind: 'house', houses: truth.addresses.map((address) => maker.partsOf(address)) };
  }
}

const QUERIES: Readonly<Record<Country, readonly QueryRow[]>> = { nl: QUERIES_NL, be: QUERIES_BE, lu: QUERIES_LU };

/** The tables of queries of the tests, on the indexes of the fixtures. */
export function askTables(maker: QuestionMaker): void {
  for (const { search, expect } of QUERIES[maker.country]) {
    const expected = { kind: 'listed', first: expect.map((each) => [each]) } as const;
    maker.askText('queries of the tests', search, expected, { vias: ['search'], isOfFixtures: true });
    maker.askText('queries of the tests, geocoded', search, { kind: 'unknown' }, { vias: ['text'], isOfFixtures: true });
  }
} // biome-ignore format: a question a line

/** A few letters, as in `bench -- quality --parts short`. */
export function askShort(maker: QuestionMaker): void {
  for (const { text, first } of SHORT_QUERIES[maker.country]) {
    const beginnings = [first].flat().map((each) => each.replace(' | ', ' ('));
    maker.askText('a few letters', text, { kind: 'listed', first: [beginnings] }, { vias: ['search'] });
  }
  for (const length of [1, 2, 3, 4, 6, 8]) {
    maker.repeat(() => {
      const name = maker.random.pick([maker.drawStreet().place, Object.values(maker.drawStreet().names)[0]!]);
      maker.askText(`the first ${length} of a name`, name.slice(0, length), { kind: 'unknown' }, { vias: ['search'] });
      return true;
    }, Math.max(1, Math.round(maker.sample / SHORT_SHARE)));
  }
} // biome-ignore format: a question a line

const SHORT_SHARE = 6;

/** Rows of which one part was made another, as in `bench -- quality --parts property`. */
export function askProperty(maker: QuestionMaker): void {
  const { register, random, country } = maker;
  for (const mutation of MUTATIONS) {
    let order = 0;
    maker.repeat(() => {
      const row = drawMutatedRow(register, mutation, random);
      if (row === undefined) return false;
      const { street, housenumber, addition, postcode, place } = row;
      maker.askColumns(mutation, { street, housenumber, addition, postcode, place }, { kind: 'mutated', row });
      maker.askText(mutation, textOf(row, country, order++), { kind: 'mutated', row }, { vias: ['text'] });
      return true;
    });
  }
}

type Cells = Readonly<Record<string, string>>;

/** Headers of a column of additions that say nothing of an address. */
const HEADERS: Readonly<Record<string, (address: Drawn) => Cells>> = {
  Sfx: ({ letter, addition }) => ({ Sfx: [letter, addition].filter(Boolean).join('-') }),
  X: ({ letter, addition }) => ({ X: [letter, addition].filter(Boolean).join(' ') }),
  Kolom7: ({ letter, addition }) => ({ Kolom7: [letter, addition].filter(Boolean).join('-') }),
  'L and T': ({ letter, addition }) => ({ L: letter, T: addition }),
  'Extra info': ({ letter, addition }) => ({ 'Extra info': [letter, addition].filter(Boolean).join('') }),
};

const HEADERS_TRIED = 2;
/** Rows of a file, in samples. */
const ROWS_SHARE = 2;

/** Files with letters, additions and boxes under a header that nobody can know: `exact` without them is false. */
export function askUnknownHeaders(maker: QuestionMaker): void {
  // A file takes a command of its own, some seconds: of the headers another seed tries others.
  for (const [header, cellsOf] of maker.random.shuffle(Object.entries(HEADERS)).slice(0, HEADERS_TRIED)) {
    let count = 0;
    maker.repeat(() => {
      const isSuffixed = count++ % 2 === 0;
      const address = maker.drawAddress({ isPlain: false, has: ({ letter, addition }) => !isSuffixed || letter + addition !== '' });
      if (address === undefined) return NOTHING_LEFT;
      const { street, number, postcode, place } = address;
      const [straat, nummer, woonplaats] = [street, number, place];
      const house = maker.partsOf(address.address);
      maker.askFile(header, { straat, nummer, ...cellsOf(address), postcode, woonplaats }, { kind: 'not exact', unless: [house] });
      return true;
    }, maker.sample * ROWS_SHARE);
  }
} // biome-ignore format: a question a line
