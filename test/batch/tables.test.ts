import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { writeOds } from 'hucre/ods';
import { readXlsx, streamXlsxRows, writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { CsvRecord } from '../../src/batch/csv.ts';
import { createEngine } from '../../src/batch/engine.ts';
import { peekInput } from '../../src/batch/input.ts';
import { type FileOptions, type PlannedFile, planFile } from '../../src/batch/plan.ts';
import { writeRow } from '../../src/batch/row-forms.ts';
import { workbookOf } from '../../src/batch/spreadsheet.ts';
import { geocodeStream } from '../../src/batch/stream.ts';
import { scoreOf } from '../../src/search/score.ts';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';

let fixtures: FixtureIndexes;
beforeAll(async () => {
  fixtures = await readFixtureIndexes();
});

interface Geocoded {
  readonly file: PlannedFile;
  readonly bytes: Buffer;
}

async function geocode(input: Uint8Array | string, options: FileOptions = {}, sheet?: string): Promise<Geocoded> {
  const peeked = await peekInput(Readable.from([Buffer.from(input)]), sheet);
  const file = planFile(peeked, options);
  const parts: Buffer[] = [];
  await geocodeStream(peeked, file, {
    engine: createEngine(Object.values(fixtures.indexes)),
    write: async (bytes) => void parts.push(bytes),
  });
  return { file, bytes: Buffer.concat(parts) };
}

const cellsOf = (bytes: Buffer | string, delimiter = ','): string[][] =>
  parse(bytes, { delimiter, relax_column_count: true, bom: true, skip_empty_lines: false }) as string[][];

const HEADER = ['Klant', 'Straat', 'Nr', 'Postcode', 'Plaats', 'Omzet', 'Sinds', 'Actief'];
const DAY = new Date(Date.UTC(2026, 0, 12));
const ROWS = [
  ['De "Eerste"', 'Spui', 70, '2511BT', 'Den Haag', 1234.5, DAY, true],
  ['007', 'Spui', 70, '2511 BT', 'Den Haag', null, null, null],
];

/** The first of them as it is written, with its status. */
const FIRST_ROW = ['De "Eerste"', 'Spui', '70', '2511BT', 'Den Haag', '1234.5', '2026-01-12', 'TRUE', 'exact'];

describe('a workbook', () => {
  it('is read from its first sheet that is not hidden, its cells as they are and ours behind them', async () => {
    const workbook = await writeXlsx({
      sheets: [
        { name: 'Codes', rows: [['x']], hidden: true },
        { name: 'Klanten', rows: [HEADER, ...ROWS] },
        { name: 'Oud', rows: [['y']] },
      ],
    });
    const { file, bytes } = await geocode(workbook);
    expect(file.plan.roles).toEqual({ street: [1], housenumber: [2], postcode: [3], place: [4] });
    const [header, first, second] = cellsOf(bytes);
    expect(header!.slice(0, 9)).toEqual([...HEADER, 'match_status']);
    expect(first!.slice(0, 9)).toEqual(FIRST_ROW);
    expect(second!.slice(0, 9)).toEqual(['007', 'Spui', '70', '2511 BT', 'Den Haag', '', '', '', 'exact']);
    expect(bytes.toString()).not.toContain('row-short');
  });

  it('may be an OpenDocument one, and another of its sheets may be meant, by name or number', async () => {
    const sheets = [
      { name: 'Info', rows: [['adres'], ['Spui 70, Den Haag']] },
      { name: 'Klanten', rows: [HEADER, ...ROWS] },
      { name: 'Rest', rows: [['zz']] },
    ];
    for (const workbook of [await writeOds({ sheets }), await writeXlsx({ sheets })]) {
      for (const sheet of ['klanten', '2']) {
        const lines = cellsOf((await geocode(workbook, {}, sheet)).bytes);
        expect(lines).toHaveLength(3);
        expect(lines[1]!.slice(0, 9)).toEqual(FIRST_ROW);
      }
      expect(cellsOf((await geocode(workbook)).bytes)[1]!.slice(0, 2)).toEqual(['Spui 70, Den Haag', 'exact']);
      await expect(geocode(workbook, {}, 'Klant')).rejects.toThrow(
        'Got "Klant" as the sheet; the workbook has "Info", "Klanten", "Rest".',
      );
    }
  });

  it('keeps its empty rows as rows, so that a row is found again', async () => {
    const workbook = await writeXlsx({
      sheets: [{ name: 'A', rows: [['adres', 'x'], [], ['Spui 70, Den Haag'], []] }],
    });
    const lines = (await geocode(workbook)).bytes.toString().trimEnd().split('\n');
    expect(lines.map((line) => line.split(',')[2])).toEqual(['match_status', 'none', expect.anything()]);
  });

  it('that is none, older, empty, cut short or given a sheet that it cannot have is refused in a sentence', async () => {
    const workbook = Buffer.from(
      await writeXlsx({
        sheets: [
          { name: 'Leeg', rows: [] },
          { name: 'B', rows: [['q']] },
        ],
      }),
    );
    await expect(geocode(workbook)).rejects.toThrow('The sheet "Leeg" is empty. The workbook also has "B"');
    const explained = Buffer.from(
      await writeXlsx({
        sheets: [
          { name: 'Uitleg', rows: [['Klantenlijst 2026'], ['van An']] },
          { name: 'Klanten', rows: [['adres'], ['Spui 70 Den Haag']] },
        ],
      }),
    );
    await expect(geocode(explained)).rejects.toThrow(
      /^This is not a table of addresses.* The sheet that was read is "Uitleg"; the workbook also has "Klanten"\. Choose one with --sheet\.$/,
    );
    await expect(geocode(workbook.subarray(0, workbook.length - 40))).rejects.toThrow(
      'The workbook cannot be read: its end is missing, so it was cut short. Open it, and save it again or as CSV.',
    );
    const zip = [...[0x50, 0x4b, 3, 4, 20, 0], ...[0x50, 0x4b, 5, 6]];
    await expect(geocode(Buffer.from(zip))).rejects.toThrow('a zip, not a spreadsheet');
    await expect(geocode(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).rejects.toThrow('before 2007');
    await expect(geocode('adres\nSpui 70\n', {}, 'A')).rejects.toThrow('the input is not a workbook');
  });

  it('is written with numbers as numbers, texts as texts and days as days, whatever it is read from', async () => {
    const fromSheet = await geocode(await writeXlsx({ sheets: [{ name: 'A', rows: [HEADER, ...ROWS] }] }), {
      output: 'cells',
    });
    const fromCsv = await geocode('Klant;Straat;Nr;Postcode;Plaats\n007;Spui;70;2511BT;"Den Haag"\n', {
      output: 'cells',
    });
    const read = async (lines: Buffer): Promise<unknown[][]> => {
      const parts: Buffer[] = [];
      for await (const part of workbookOf(Readable.from([lines]))) parts.push(part);
      const rows: unknown[][] = [];
      for await (const { values } of streamXlsxRows(Buffer.concat(parts))) rows.push(values);
      return rows;
    };
    const [header, first, second] = await read(fromSheet.bytes);
    expect(header!.slice(0, 9)).toEqual([...HEADER, 'match_status']);
    expect(first!.slice(0, 9)).toEqual([...ROWS[0]!, 'exact']);
    expect(second!.slice(0, 9)).toEqual([...ROWS[1]!, 'exact']);
    expect(first![header!.indexOf('match_score')]).toBe(scoreOf([]));
    expect(first![header!.indexOf('match_latitude')]).toBeCloseTo(52.07, 1);
    expect(first![header!.indexOf('match_postcode')]).toBe('2511BT');
    expect((await read(fromCsv.bytes))[1]!.slice(0, 6)).toEqual(['007', 'Spui', 70, '2511BT', 'Den Haag', 'exact']);
  });

  it('of more rows than are read at a time is read and written in their order', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => [`row ${i}`, 'Spui', 70, 'Den Haag', 'x'.repeat(60)]);
    const workbook = await writeXlsx({
      sheets: [{ name: 'A', rows: [['Naam', 'Straat', 'Nr', 'Plaats', 'Tekst'], ...rows] }],
    });
    const { bytes } = await geocode(workbook, { output: 'cells', resultColumns: ['status'] });
    async function* pieces(): AsyncGenerator<Buffer> {
      const lines = bytes.toString().split('\n');
      for (let at = 0; at < lines.length; at += 700) yield Buffer.from(`${lines.slice(at, at + 700).join('\n')}\n`);
    }
    const parts: Buffer[] = [];
    for await (const part of workbookOf(pieces())) parts.push(part);
    const { sheets } = await readXlsx(Buffer.concat(parts));
    expect(sheets[0]!.rows.slice(1)).toEqual(rows.map((row) => [...row, 'exact']));
  });
});

describe('the header of a table', () => {
  const ROW = 'Spui;70;2511BT;Den Haag\n';
  it.each([
    ['empty lines', '\n\n', undefined],
    ['the line for Excel', 'sep=;\n', undefined],
    ['a title', 'Klantenlijst 2026\n', undefined],
    ['a title, a date and an empty line', 'Onze klanten, per regio\nStand: 1 januari 2026\n\n', undefined],
    ['a title in a row of the table', 'Klantenlijst;;;\n;;;\n', undefined],
    ['lines that are said', 'Adres;Nr;Postcode;Plaats\nonzin\n', 2],
  ])('is found below %s, which stays where it is', async (_what, above, skippedLines) => {
    const { bytes, file } = await geocode(`${above}Straat;Nr;Postcode;Plaats\n${ROW}`, {
      skippedLines,
      resultColumns: ['status'],
    });
    expect(file.headers).toEqual(['Straat', 'Nr', 'Postcode', 'Plaats']);
    expect(bytes.toString()).toBe(`${above}Straat;Nr;Postcode;Plaats;match_status\n${ROW.trim()};exact\n`);
  });

  it('is found below a title of a workbook', async () => {
    const rows = [['Klanten'], [], ['Straat', 'Nr', 'Plaats'], ['Spui', 70, 'Den Haag']];
    const { bytes } = await geocode(await writeXlsx({ sheets: [{ name: 'A', rows }] }), { resultColumns: ['status'] });
    expect(cellsOf(bytes).at(-1)).toEqual(['Spui', '70', 'Den Haag', 'exact']);
  });

  it('of one column that nothing recognises is taken where the lines look like addresses, and else refused', async () => {
    expect((await geocode('lijst\nSpui 70, Den Haag\n', { resultColumns: ['status'] })).bytes.toString()).toContain(
      'exact',
    );
    const readme = '# a-project\n\nWhat it does, in a line.\n\n## Install\n\nAs usual.\n';
    await expect(geocode(readme)).rejects.toThrow(/not a table of addresses|is recognised as an address/);
    await expect(geocode('Beste mevrouw\n\nHierbij de lijst.\n')).rejects.toThrow('This is not a table of addresses');
  });

  it('is not below more lines than the file has', async () => {
    await expect(geocode('adres\nSpui 70\n', { skippedLines: 5 })).rejects.toThrow('the file has 2');
  });
});

describe('the output', () => {
  const CSV = 'Naam,Straat,Nr,Plaats\n"A; B",Spui,70,Den Haag\nC,Nergensstraat,1,Nergenshuizen\n';

  it('for Excel has a byte order mark, semicolons, decimal commas and the line ends of Windows', async () => {
    const { bytes } = await geocode(CSV, { output: 'excel', resultColumns: ['status', 'latitude', 'score'] });
    const lines = bytes.toString().split('\r\n');
    expect(lines[0]).toBe('\ufeffNaam;Straat;Nr;Plaats;match_status;match_latitude;match_score');
    expect(lines[1]).toMatch(/^"A; B";Spui;70;Den Haag;exact;52,0[0-9]+;(?:1|0,9[0-9]+)$/);
    expect(lines[2]).toMatch(/^C;Nergensstraat;1;Nergenshuizen;none;;0(?:,[0-9]+)?$/);
    expect(lines[3]).toBe('');
  });

  it('for Excel has identifiers and numbers that Excel would misread as texts', async () => {
    const { bytes } = await geocode('Adres\n"Kalverstraat 92, Amsterdam"\n', {
      output: 'excel',
      resultColumns: ['housenumber', 'postcode', 'id', 'municipality_code', 'label'],
    });
    expect(bytes.toString().split('\r\n')[1]).toMatch(
      /^Kalverstraat 92, Amsterdam;92;1012PH;"=""0363[0-9]{12}""";GM0363;Kalverstraat 92, 1012 PH Amsterdam$/,
    );
    const record = new CsvRecord(Buffer.from('x\n'), { delimiter: ',', hasQuotes: true, lineEnd: '\n' });
    record.read();
    const written = (value: string): string =>
      writeRow('excel', {
        ...{ record, columnCount: 1, keys: ['k'], isSheet: false, latitude: '', longitude: '' },
        resultColumns: [{ name: 'a', value: 'a', isNumber: false }],
        values: [value],
      });
    for (const text of ['3-5', '12/14', '1E5', '0304', '123456789012', '1-2-2026']) {
      expect(written(text)).toBe(`x;"=""${text}"""\r\n`);
    }
    for (const text of ['', '16', '1000', '12A', '2-A', '1012JS', '240/1A', 'Rue 3-5']) {
      expect(written(text)).toBe(`x;${text}\r\n`);
    }
  });

  it('of a sheet for Excel has its numbers with commas too, and its texts as they are', async () => {
    const workbook = await writeXlsx({
      sheets: [
        {
          name: 'A',
          rows: [
            ['adres', 'a', 'b'],
            ['Spui 70 Den Haag', 1.5, '1.5'],
          ],
        },
      ],
    });
    const { bytes } = await geocode(workbook, { output: 'excel', resultColumns: ['status'] });
    expect(bytes.toString().split('\r\n')[1]).toBe('Spui 70 Den Haag;1,5;1.5;exact');
  });

  it('as GeoJSON has a feature in each line, with the cells, our columns and the position', async () => {
    const { bytes } = await geocode(CSV, { output: 'geojsonl' });
    const features = bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(features).toHaveLength(2);
    expect(features[0]).toMatchObject({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [expect.closeTo(4.3, 0), expect.closeTo(52.07, 1)] },
      properties: { Naam: 'A; B', Nr: '70', match_status: 'exact', match_street: 'Spui' },
    });
    expect(features[0].properties.match_latitude).toBe(features[0].geometry.coordinates[1]);
    expect(features[1].geometry).toBeNull();
  });

  it('as GeoJSON of objects keeps them as they are written', async () => {
    const { bytes } = await geocode('{"id": 1.50, "adres": "Spui 70, Den Haag"}\n{}\nnonsense\n', {
      output: 'geojsonl',
      resultColumns: ['status'],
      format: 'ndjson',
    });
    const lines = bytes.toString().trimEnd().split('\n');
    expect(lines[0]).toMatch(/"properties":\{"id": 1\.50, "adres": "Spui 70, Den Haag","match_status":"exact"\}\}$/);
    expect(lines.map((line) => JSON.parse(line).properties.match_status)).toEqual(['exact', 'none', 'none']);
  });

  it('of objects in objects reads them by their paths, and lists as one text', async () => {
    const rows = [
      '{"id":1,"klant":{"adres":{"straat":"Spui","nummer":70,"plaats":"Den Haag"}}}',
      '{"adres":["Spui 70","Den Haag"]}',
      '{"type":"Feature","properties":{"adres":"Spui 70","plaats":"Den Haag"},"geometry":{"coordinates":[4.3,52.1]}}',
      '{"adres":{"straat":["Spui"],"nummer":"70","plaats":"Den Haag"},"__proto__":{"a":1}}',
      `{"adres":"Spui 70, Den Haag","diep":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
    ];
    const { bytes } = await geocode(`${rows.join('\n')}\n`, { resultColumns: ['status'], format: 'ndjson' });
    const lines = bytes.toString().trimEnd().split('\n');
    expect(lines).toEqual(rows.map((row) => `${row.slice(0, -1)},"match_status":"exact"}`));
  });

  it('as NDJSON of a table has its headers as keys, repeated ones counted', async () => {
    const { bytes } = await geocode('adres,x,x\n"Spui 70, Den Haag",1,2,3\n', {
      output: 'ndjson',
      resultColumns: ['score'],
    });
    expect(JSON.parse(bytes.toString())).toEqual({
      adres: 'Spui 70, Den Haag',
      x: '1',
      x_2: '2',
      '4': '3',
      match_score: expect.any(Number),
    });
  });

  it.each(['rows', 'excel', 'cells'] as const)('of objects is no table: %s', async (output) => {
    await expect(geocode('{"adres":"Spui 70"}\n', { output })).rejects.toThrow('no columns in common');
  });
});
