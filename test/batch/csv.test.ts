import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvDialect, CsvRecord, detectDialect, RecordCutter, writeCell } from '../../src/batch/csv.ts';
import { detectEncoding, sampleToUtf8 } from '../../src/batch/encoding.ts';
import { codeOf } from '../support/code-of.ts';

const COMMA: CsvDialect = { delimiter: ',', hasQuotes: true, lineEnd: '\n' };

function recordsOf(text: string, dialect: CsvDialect = COMMA): string[][] {
  const record = new CsvRecord(Buffer.from(text), dialect);
  const records: string[][] = [];
  while (record.read()) records.push(record.cells());
  return records;
}

const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '€', '"', ',', ';', '\n', '\r\n', ' ', "'", '=', '1'),
  maxLength: 6,
});
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map((each) => writeCell(each, COMMA)).join(',')).join('\n');

describe('a record', () => {
  it('has the cells that were written, whatever is in them', () => {
    fc.assert(
      fc.property(table, (rows) => {
        // A single empty cell at the very end is no record at all.
        fc.pre(rows.at(-1)!.join('') !== '' || rows.at(-1)!.length > 1);
        expect(recordsOf(toCsv(rows))).toEqual(rows);
      }),
    );
  });

  it('has the cells that csv-parse finds', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const text = toCsv(rows);
        fc.pre(text !== '' && !text.endsWith('\n'));
        expect(recordsOf(text)).toEqual(
          parse(text, { relax_column_count: true, skip_empty_lines: false, record_delimiter: '\n' }),
        );
      }),
    );
  });

  it('keeps quotes inside an unquoted cell, and loses no byte behind a closing one', () => {
    expect(recordsOf('12" pipe,b\n"a"b,c\n')).toEqual([
      ['12" pipe', 'b'],
      ['a', 'c'],
    ]);
  });

  it('ends with a carriage return alone where the file has no line feed', () => {
    expect(recordsOf('a,b\rc,d\r', { ...COMMA, lineEnd: '\r' })).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('reads bytes that are not UTF-8 as Latin-1, that cell alone', () => {
    const record = new CsvRecord(Buffer.from('caf\xe9,x\n', 'latin1'), COMMA);
    record.read();
    expect(record.cells()).toEqual(['café', 'x']);
  });
});

describe('cutting', () => {
  it('loses no byte and cuts only between records, however the bytes come', () => {
    fc.assert(
      fc.property(
        table,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 3 }),
        (rows, steps, most) => {
          const bytes = Buffer.from(toCsv(rows));
          const cutter = new RecordCutter(COMMA, 1_000_000, most);
          const pieces: Buffer[] = [];
          let count = 0;
          for (let at = 0, i = 0; at < bytes.length; i++) {
            const step = steps[i % steps.length]!;
            for (const piece of cutter.push(bytes.subarray(at, at + step))) {
              pieces.push(piece.bytes);
              count += piece.records;
            }
            at += step;
          }
          const last = cutter.finish();
          if (last !== undefined) pieces.push(last.bytes);
          count += last?.records ?? 0;
          expect(Buffer.concat(pieces)).toEqual(bytes);
          expect(pieces.flatMap((piece) => recordsOf(piece.toString()))).toEqual(recordsOf(bytes.toString()));
          expect(count).toBe(recordsOf(bytes.toString()).length);
        },
      ),
    );
  });

  it('refuses a quote that is never closed, and says where', () => {
    const read = (): void => {
      const cutter = new RecordCutter(COMMA, 10, 10);
      for (const _ of cutter.push(Buffer.from('a,b\n1,"2\n3,4\n')));
      cutter.finish();
    };
    expect(codeOf(read)).toBe('input-corrupt');
    expect(read).toThrow(/record 2 opens, which begins at byte 4, is never closed/);
  });
});

describe('how a file is written', () => {
  const detect = (text: string): string => detectDialect(Buffer.from(text), {}, true).delimiter;

  it.each([
    ['a,b;x,c\n1,2;y,3\n', ','],
    ['straat;nr;plaats\nDam;1,5;x\nA, B;2;y\n', ';'],
    ['a\tb\n1, 2\t3\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['"a,b";c\n"d,e,f";g\n', ';'],
  ])('the delimiter of %j is %j', (text, delimiter) => {
    expect(detect(text)).toBe(delimiter);
  });

  it('is one column with a delimiter that it does not have', () => {
    expect(detect('adres\nDam 1, Amsterdam\nSpui 70; Den Haag\n')).toBe('\t');
    expect(detect('adres\nDam 1, Amsterdam\n')).toBe(';');
    expect(detect('adres\nDam 1\n')).toBe(',');
  });

  it.each([
    ['utf-8', Buffer.from('straße é'), 0],
    ['utf-8', Buffer.from('\ufeffstraße'), 3],
    ['windows-1252', Buffer.from('caf\xe9 \x80', 'latin1'), 0],
    ['utf-16le', Buffer.from('\ufeffa,b', 'utf16le'), 2],
    ['utf-16le', Buffer.from('straat,nummer', 'utf16le'), 0],
    ['utf-16be', Buffer.from('straat,nummer', 'utf16le').swap16(), 0],
    ['utf-8', Buffer.concat([Buffer.from('é'.repeat(50)), Buffer.from([0xe9, 0x20])]), 0],
    ['utf-8', Buffer.from('abc é').subarray(0, -1), 0],
  ])('is %s', (name, bytes, bomBytes) => {
    expect(detectEncoding(bytes)).toMatchObject({ name, bomBytes });
  });

  it('has the euro sign of Windows-1252', () => {
    expect(sampleToUtf8(Buffer.from([0x80]), 'windows-1252').toString()).toBe('€');
  });

  it('is refused when it is no text', () => {
    expect(codeOf(() => detectEncoding(Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0])))).toBe('input-not-recognised');
    expect(codeOf(() => detectEncoding(Buffer.from('a'), 'klingon'))).toBe('invalid-option');
  });
});
