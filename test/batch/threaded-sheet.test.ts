import { Readable } from 'node:stream';
import { writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSheet } from '../../src/batch/spreadsheet.ts';
import { openSheetInThread } from '../../src/batch/threaded-sheet.ts';

describe('a sheet that is opened in a thread', () => {
  let workbook: Buffer;

  beforeAll(async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => ['Dam', i, `an "address" of row ${i}`]);
    const sheets = [
      { name: 'First', rows: [['Straat', 'Nr', 'Opmerking'], ...rows] },
      { name: 'Second', rows: [['a'], ['b']] },
    ];
    workbook = Buffer.from(await writeXlsx({ sheets }));
  });

  async function read(open: typeof openSheet, bytes: Buffer, wanted?: string): Promise<unknown> {
    try {
      const { sheet, csv } = await open(Readable.from([bytes]), wanted, { packedBytes: 1e6, unpackedBytes: 1e7 });
      const parts: Buffer[] = [];
      for await (const part of csv) parts.push(part);
      return { sheet, text: Buffer.concat(parts).toString() };
    } catch (error) {
      const { code, message } = error as Error & { readonly code: string };
      return { code, message };
    }
  }

  it('has the rows and the faults that it has without one', async () => {
    const damaged = Buffer.from(workbook);
    damaged.fill(0, damaged.length >> 2, damaged.length >> 1);
    for (const [bytes, wanted] of [
      [workbook],
      [workbook, 'second'],
      [workbook, 'none'],
      [damaged],
      [Buffer.concat([workbook, Buffer.alloc(2e6)])],
      [Buffer.from('PK\u0003\u0004 and no more of a zip', 'latin1')],
    ] as const) {
      expect(await read(openSheetInThread, bytes, wanted)).toEqual(await read(openSheet, bytes, wanted));
    }
  });

  it('ends its thread when nobody takes more of the rows', async () => {
    const { csv } = await openSheetInThread(Readable.from([workbook]), undefined);
    expect(String((await csv.next()).value)).toContain('Straat');
    await csv.return();
    expect(await csv.next()).toEqual({ value: undefined, done: true });
  });
});
