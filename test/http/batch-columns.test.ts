import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { peekInput } from '../../src/batch/input.ts';
import { describeColumns } from '../../src/http/batch-columns.ts';
import { resultOf } from '../../src/store/country-index.ts';
import { BATCH_COLUMNS } from '../../tools/interface/schemas.ts';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';

let fixtures: FixtureIndexes;
beforeAll(async () => {
  fixtures = await readFixtureIndexes();
});

async function columnsOf(text: string, format: 'csv' | 'ndjson' = 'csv'): Promise<Record<string, unknown>> {
  const peeked = await peekInput(Readable.from([Buffer.from(text)]), undefined);
  const steps = describeColumns(peeked, { format }, Object.values(fixtures.indexes));
  return resultOf(steps) as Record<string, unknown>;
}

describe('what is recognised of a file', () => {
  it('is the role of each column, with examples of the first rows', async () => {
    const found = await columnsOf('Straat;Nr;Bijzonderheden\nDam;1;x\nSpui;2;\nRokin;3;z\nSingel;4;w\n');
    expect(Object.keys(found)).toEqual(Object.keys(BATCH_COLUMNS.properties));
    expect(found).toMatchObject({ format: 'csv', delimiter: ';', problem: null });
    expect(found['columns']).toMatchObject([
      { name: 'Straat', role: 'street', examples: ['Dam', 'Spui', 'Rokin'] },
      { name: 'Nr', role: 'housenumber', examples: ['1', '2', '3'] },
      { name: 'Bijzonderheden', role: null, examples: ['x', 'z'] },
    ]);
  });

  it('is a column whose name says nothing, by its cells, and how many of them said it', async () => {
    const rows = [
      ['5', 'A'],
      ['94', '1'],
      ['94', 'H'],
      ['94', '2'],
      ['92', ''],
    ].map(([number, suffix]) => `Kalverstraat;${number};1012PH;Amsterdam;${suffix};vast`);
    const found = await columnsOf(`Straat;Nr;PC;Plaats;Kolom7;Soort\n${rows.join('\n')}\n`);
    const [, , , , suffix, other] = found['columns'] as object[];
    expect(suffix).toMatchObject({ name: 'Kolom7', role: 'addition', looks_like_address: false });
    expect((suffix as { by_content: object }).by_content).toEqual({ cells: 4, registered: expect.any(Number) });
    expect((suffix as { by_content: { registered: number } }).by_content.registered).toBeGreaterThanOrEqual(3);
    expect(other).toMatchObject({ name: 'Soort', role: null, by_content: null });
  });

  it('is of NDJSON the keys of its first object', async () => {
    const found = await columnsOf('{"street":"Dam","housenumber":1}\n{"place":"Weesp"}\n', 'ndjson');
    expect(found).toMatchObject({ format: 'ndjson', delimiter: null });
    expect(found['columns']).toMatchObject([
      { name: 'street', role: 'street', examples: ['Dam'] },
      { name: 'housenumber', role: 'housenumber', examples: ['1'] },
    ]);
  });

  it('is also told where no column is one of an address, with the reason in words of the service', async () => {
    const found = await columnsOf('a,b\nx,y\n');
    expect(found['columns']).toMatchObject([
      { name: 'a', role: null, examples: ['x'] },
      { name: 'b', role: null, examples: ['y'] },
    ]);
    expect(found['problem']).toMatch(/columns=/);
    expect(found['problem']).not.toMatch(/--/);
  });
});
