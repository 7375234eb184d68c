import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { peekInput } from '../../src/batch/input.ts';
import { BATCH_COLUMNS, describeColumns } from '../../src/http/batch-columns.ts';

async function columnsOf(text: string, format: 'csv' | 'ndjson' = 'csv'): Promise<Record<string, unknown>> {
  const peeked = await peekInput(Readable.from([Buffer.from(text)]), undefined);
  return describeColumns(peeked, { format }) as Record<string, unknown>;
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
    expect(found['problem']).toMatch(/column_/);
    expect(found['problem']).not.toMatch(/--/);
  });
});
