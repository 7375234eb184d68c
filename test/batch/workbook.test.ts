import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { beginsAsWorkbook, openWorkbook } from '../../src/batch/workbook.ts';

async function textOf(csv: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of csv) text += part;
  return text;
}

describe('a workbook in memory', () => {
  it('is read as the CSV of its first sheet, or of another, by plain bytes, as browsers have them', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'A',
          rows: [
            ['Straat', 'Nr'],
            ['Dam "oud"', 1],
          ],
        },
        { name: 'B', rows: [['Plaats']] },
      ],
    });
    const plain = new Uint8Array(bytes);
    expect(beginsAsWorkbook(plain)).toBe(true);
    const { sheet, csv } = await openWorkbook(plain);
    expect(sheet).toEqual({ kind: 'xlsx', name: 'A', otherNames: ['B'] });
    expect(await textOf(csv)).toBe('"Straat","Nr"\n"Dam ""oud""",1\n');
    expect(await textOf((await openWorkbook(plain, '2')).csv)).toBe('"Plaats"\n');
  });

  it('is told from other zips and older files', async () => {
    const encode = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    await expect(openWorkbook(encode('PK\x03\x04 no workbook'))).rejects.toThrow('was cut short');
    await expect(openWorkbook(encode('PK\x03\x04 no workbook PK\x05\x06'))).rejects.toThrow('not a spreadsheet');
    await expect(openWorkbook(encode('\xd0\xcf\x11\xe0'))).rejects.toThrow('before 2007');
    expect(beginsAsWorkbook(encode('Straat;Nr'))).toBe(false);
  });
});
