import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOds } from 'hucre/ods';
import { type CellStyle, readXlsx, type Workbook, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { keepWorkbook } from '../../src/batch/kept-workbook.ts';
import { AnsweredSheet, type AnswerPlace } from '../../src/batch/sheet-xml.ts';
import type { WrittenCell } from '../../src/batch/spreadsheet.ts';
import { geocodeCommand } from '../../src/cli/geocode.ts';
import { runCommand } from '../cli/run-command.ts';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kept-workbook-'));
let fixtures: FixtureIndexes;
beforeAll(async () => {
  fixtures = await readFixtureIndexes();
});
afterAll(() => rmSync(scratch, { recursive: true }));

const BOLD: CellStyle = { font: { bold: true } };
const DAY = new Date(Date.UTC(2026, 0, 12));
const CUSTOMERS: WriteSheet = {
  name: 'Klanten',
  columns: [{ width: 31 }, { width: 24 }, { width: 7 }, { width: 18 }, { width: 12 }, { width: 14 }],
  rows: [
    ['Klanten 2026'],
    [],
    ['Naam', 'Straat', 'Nr', 'Plaats', 'Omzet', 'Sinds'],
    ['De "Eerste"', 'Spui', 70, 'Den Haag', 1234.5, DAY],
    [],
    ['Tweede & Zn', 'Spui', 70, 'Den Haag', 7, DAY, 'a note beside the table'],
  ],
  cells: new Map([
    ...['0,0', '2,0', '2,1', '2,2', '2,3', '2,4', '2,5'].map((at) => [at, { style: BOLD }] as const),
    ...['3,4', '5,4'].map((at) => [at, { style: { numFmt: '#,##0.00' } }] as const),
    ...['3,5', '5,5'].map((at) => [at, { style: { numFmt: 'dd-mm-yyyy' } }] as const),
  ]),
  merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 5 }],
};
const RATES: WriteSheet = {
  name: 'Tarieven',
  columns: [{ width: 44 }],
  rows: [
    ['Zone', 'Prijs'],
    ['A', 12.5],
  ],
  cells: new Map([['1,1', { style: { numFmt: '€ 0.00' } }]]),
};

async function geocode(name: string, bytes: Uint8Array, ...args: string[]): Promise<{ out: Buffer; stderr: string }> {
  const [input, out] = [join(scratch, name), join(scratch, `out-${name}.xlsx`)];
  writeFileSync(input, bytes);
  const { code, stderr } = await runCommand(geocodeCommand(), [
    ...['--data', fixtures.directory, '--threads', '0', '--columns', 'status,score,postcode'],
    ...[...args, '--out', out, input],
  ]);
  expect(stderr).toMatch(/ rows? in /);
  expect(code).toBe(0);
  return { out: readFileSync(out), stderr };
}

const opened = (bytes: Uint8Array): Promise<Workbook> => readXlsx(bytes, { readStyles: true });

async function partsOf(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true });
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const read: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) read.push(part as Buffer);
    parts.set(entry.fileName, Buffer.concat(read));
  }
  return parts;
}

describe('a workbook with answers', () => {
  it('is the workbook that came in: sheets, names, widths, formats, merged cells, with our cells beside its own', async () => {
    const workbook = await writeXlsx({ sheets: [RATES, CUSTOMERS] });
    const { out } = await geocode('klanten.xlsx', workbook, '--sheet', 'Klanten');
    const [before, after] = [await opened(workbook), await opened(out)];
    expect(after.sheets.map(({ name }) => name)).toEqual(['Tarieven', 'Klanten']);
    expect(after.sheets[0]).toEqual(before.sheets[0]);
    const [old, sheet] = [before.sheets[1]!, after.sheets[1]!];
    expect(sheet.columns).toEqual(old.columns);
    expect(sheet.columns!.map(({ width }) => width)).toEqual(CUSTOMERS.columns!.map(({ width }) => width));
    expect(sheet.merges).toEqual(old.merges);
    for (const [at, cell] of old.cells!) expect(sheet.cells!.get(at)).toEqual(cell);
    expect(sheet.cells!.get('3,4')!.style!.numFmt).toBe('#,##0.00');
    // The note is in the seventh column, so ours begin at the eighth; their headers look like the last header.
    const ours = sheet.rows.map((row) => row.slice(7));
    expect(ours).toEqual([
      [null, null, null],
      [null, null, null],
      ['match_status', 'match_score', 'match_postcode'],
      ['exact', expect.closeTo(1, 1), '2511BT'],
      expect.arrayContaining(['none']),
      ['exact', expect.closeTo(1, 1), '2511BT'],
    ]);
    expect(sheet.cells!.get('2,7')!.style).toEqual(sheet.cells!.get('2,5')!.style);
    expect(sheet.cells!.get('2,7')!.style!.font!.bold).toBe(true);
    const [was, is] = [await partsOf(workbook), await partsOf(out)];
    expect([...is.keys()]).toEqual([...was.keys()]);
    const changed = [...was].filter(([name, bytes]) => !is.get(name)!.equals(bytes)).map(([name]) => name);
    expect(changed).toEqual(['xl/worksheets/sheet2.xml']);
  });

  it('may have no header, or come from a program that writes only what it must', async () => {
    const plain = await writeXlsx({
      sheets: [
        {
          name: 'A',
          rows: [
            ['Spui', 70, 'Den Haag'],
            ['Spui', 70],
          ],
        },
      ],
    });
    const named = ['--no-header', '--column', 'street=1', '--column', 'housenumber=2', '--column', 'place=3'];
    const { out } = await geocode('plain.xlsx', plain, ...named);
    expect((await opened(out)).sheets[0]!.rows.map((row) => row[3])).toEqual(['exact', expect.any(String)]);
  });

  it('is a new one of that sheet where the input is .ods, and the command says so', async () => {
    const rows = [['adres'], ['Spui 70, Den Haag']];
    const { out, stderr } = await geocode('in.ods', await writeOds({ sheets: [{ name: 'Blad', rows }] }));
    expect(stderr).toContain('Output: a new workbook with the cells of "Blad".');
    const { sheets } = await opened(out);
    expect(sheets.map(({ name }) => name)).toEqual(['Blad']);
    expect(sheets[0]!.rows[1]!.slice(0, 2)).toEqual(['Spui 70, Den Haag', 'exact']);
  });

  it('is refused before any row where the sheet has no room for more columns', async () => {
    const wide = { name: 'A', rows: [['adres'], ['Spui 70, Den Haag', ...Array(16_382).fill(null), 'far away']] };
    const input = join(scratch, 'wide.xlsx');
    writeFileSync(input, await writeXlsx({ sheets: [wide] }));
    const args = ['--data', fixtures.directory, '--quiet', '--out', join(scratch, 'wide-out.xlsx'), input];
    const { code, stderr } = await runCommand(geocodeCommand(), args);
    expect(stderr).toMatch(/^The sheet has something in column XFD, and a sheet has 16384 columns: [^\n]+\n$/);
    expect(code).toBe(2);
  });
});

/** The sheet with an answer for each row, read in pieces of this length. */
function withAnswers(xml: string, answers: readonly (readonly WrittenCell[])[], length: number): string {
  const pieces = Array.from({ length: Math.ceil(xml.length / length) }, (_, i) =>
    xml.slice(i * length, (i + 1) * length),
  );
  const extent = new AnsweredSheet();
  for (const piece of pieces) extent.push(piece);
  extent.close();
  const sheet = new AnsweredSheet(extent.columnCount, 1);
  let row = 0;
  const write = (place: AnswerPlace): string => {
    let text = '';
    while (row < Math.min(place.row - 1, answers.length)) {
      row++;
      if (answers[row - 1]!.length > 0) text += sheet.rowOf(place, row, answers[row - 1]!);
    }
    if (place.isBefore || row >= answers.length) return text;
    row++;
    return text + sheet.cellsOf(place, answers[row - 1]!);
  };
  let written = '';
  for (const piece of pieces)
    for (const each of sheet.push(piece)) written += typeof each === 'string' ? each : write(each);
  return written + sheet.close();
}

describe('a workbook that may be kept', () => {
  const SHEET = { kind: 'xlsx', name: 'Klanten', otherNames: [] } as const;
  /** The workbook with another text in one of its parts. */
  async function changed(part: string, from: string | RegExp, to: string): Promise<Buffer> {
    const zip = new ZipFile();
    for (const [name, bytes] of await partsOf(await writeXlsx({ sheets: [RATES, CUSTOMERS] }))) {
      const isIt = name === part;
      if (isIt) expect(bytes.toString()).toMatch(from);
      zip.addBuffer(isIt ? Buffer.from(bytes.toString().replace(from, to)) : bytes, name);
    }
    zip.end();
    const parts: Buffer[] = [];
    for await (const each of zip.outputStream) parts.push(each as Buffer);
    return Buffer.concat(parts);
  }

  it('is found by the name of its sheet, wherever that is', async () => {
    const moved = await changed('xl/_rels/workbook.xml.rels', 'worksheets/sheet2.xml', '/xl/worksheets/sheet2.xml');
    expect(await keepWorkbook(moved, SHEET)).toMatchObject({ sheetPart: 'xl/worksheets/sheet2.xml', columnCount: 7 });
  });

  it('is none with macros, which a file called .xlsx cannot have', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
    const macros = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml';
    expect(await keepWorkbook(await changed('[Content_Types].xml', type, macros), SHEET)).toBeUndefined();
  });

  it.each([
    ['without the sheet', 'xl/_rels/workbook.xml.rels', 'worksheets/sheet2.xml', 'worksheets/sheet9.xml', 'not in it'],
    ['whose sheet has no part', 'xl/workbook.xml', 'Klanten', 'Anders', 'the sheet "Klanten" has no part'],
    ['with rows in no order', 'xl/worksheets/sheet2.xml', /<row r="6"/, '<row r="2"', 'row 2 comes after row 4'],
  ])('is refused %s', async (_what, part, from, to, message) => {
    await expect(keepWorkbook(await changed(part, from, to), SHEET)).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringContaining(message),
    });
  });
});

describe('the XML of a sheet', () => {
  const ANSWERS = [['h'], ['<a> & "b"', 1.5], ['x', true], ['_x0041_\u0001'], [], ['y']];

  it.each([1, 7, 64, 10_000])('keeps everything around our cells, cut into pieces of %i characters', (length) => {
    const xml = `<?xml version="1.0"?>\r\n<x:worksheet xmlns:x="m"><!-- <x:row> --><x:dimension ref="A1:B9"/><x:cols><x:col min="1" max="9" width="3"/></x:cols><x:sheetData>
<x:row r="1" spans="1:2" ht="20"><x:c r="A1" s="4" t="s"><x:v>0</x:v></x:c><x:c r="B1" s="5"><x:f>A1&amp;"😀"</x:f></x:c><x:c r="D1" s="6"/></x:row>
<x:row r="2"/><x:row r="4"><x:c><x:v>1</x:v></x:c><x:extLst><x:ext/></x:extLst></x:row></x:sheetData><x:mergeCells/></x:worksheet>`;
    const inline = (at: string, text: string, style = ''): string =>
      `<x:c r="${at}"${style} t="inlineStr"><x:is><x:t xml:space="preserve">${text}</x:t></x:is></x:c>`;
    expect(withAnswers(xml, ANSWERS, length)).toBe(
      xml
        .replace('<x:dimension ref="A1:B9"/>', '')
        .replace(' spans="1:2"', '')
        .replace('<x:c r="D1" s="6"/>', inline('C1', 'h', ' s="5"'))
        .replace(
          '<x:row r="2"/>',
          `<x:row r="2">${inline('C2', '&lt;a&gt; &amp; "b"')}<x:c r="D2"><x:v>1.5</x:v></x:c></x:row><x:row r="3">${inline('C3', 'x')}<x:c r="D3" t="b"><x:v>1</x:v></x:c></x:row>`,
        )
        .replace('<x:extLst>', `${inline('C4', '_x005F_x0041_')}<x:extLst>`)
        .replace('</x:sheetData>', `<x:row r="6">${inline('C6', 'y')}</x:row></x:sheetData>`),
    );
  });

  it.each([
    ['rows that are not in order', '<row r="2"/><row r="1"/>', 'row 1 comes after row 2'],
    ['a row beyond the last', '<row r="1048577"/>', 'row 1048577 comes after'],
    ['a cell without letters', '<row><c r="7"/></row>', 'a cell is called "7"'],
    ['XML that is not closed', '<row>', 'unclosed'],
  ])('is refused with %s', (_what, rows, message) => {
    const end = message === 'unclosed' ? '' : '</sheetData></worksheet>';
    expect(() => withAnswers(`<worksheet><sheetData>${rows}${end}`, [], 9)).toThrow(message);
  });
});
