import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvDialect, CsvRecord, detectDialect, RecordCutter, writeCell } from '../../src/batch/csv.ts';
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

  it('keeps quotes inside an unquoted cell, and loses no byte after a closing one', () => {
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
          const chunks: Buffer[] = [];
          let count = 0;
          for (let at = 0, i = 0; at < bytes.length; i++) {
            const step = steps[i % steps.length]!;
            for (const chunk of cutter.push(bytes.subarray(at, at + step))) {
              chunks.push(chunk.bytes);
              count += chunk.records;
            }
            at += step;
          }
          const last = cutter.finish();
          if (last !== undefined) chunks.push(last.bytes);
          count += last?.records ?? 0;
          expect(Buffer.concat(chunks)).toEqual(bytes);
          expect(chunks.flatMap((chunk) => recordsOf(chunk.toString()))).toEqual(recordsOf(bytes.toString()));
          expect(count).toBe(recordsOf(bytes.toString()).length);
        },
      ),
    );
  });

  it('has the cells that csv-parse finds, cut anywhere and put together again', () => {
    fc.assert(
      fc.property(table, fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (rows, steps) => {
        const quoted = rows.map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')).join('\n');
        const bytes = Buffer.from(`${quoted}\n`);
        const cutter = new RecordCutter(COMMA, 12, 2);
        const chunks: Buffer[] = [];
        for (let at = 0, i = 0; at < bytes.length; at += steps[i++ % steps.length]!) {
          const step = steps[i % steps.length]!;
          for (const chunk of cutter.push(bytes.subarray(at, at + step))) chunks.push(chunk.bytes);
        }
        const last = cutter.finish();
        if (last !== undefined) chunks.push(last.bytes);
        expect(chunks.flatMap((chunk) => recordsOf(chunk.toString()))).toEqual(
          parse(bytes, { relax_column_count: true, record_delimiter: '\n' }),
        );
      }),
    );
  });

  it('reads the same cells of a stream as of the whole, wherever its reads end', () => {
    const text = 'a,"b ""c""\n",d\r\n,"",\n"x"y,z\r\n"12"" pipe",,"\r\n"\n';
    const whole = recordsOf(text);
    const bytes = Buffer.from(text);
    for (let first = 1; first < bytes.length; first++) {
      for (let second = first; second < bytes.length; second += 3) {
        const record = new CsvRecord(bytes.subarray(0, first), COMMA, false);
        const records: string[][] = [];
        for (const end of [first, second, bytes.length]) {
          record.continueIn(bytes.subarray(0, end), 0);
          while (record.read()) records.push(record.cells());
        }
        expect(records).toEqual(whole);
      }
    }
  });

  it('goes on in another buffer, which begins later', () => {
    const bytes = Buffer.from('a,b\nlong,"cell, of the');
    const record = new CsvRecord(bytes, COMMA, false);
    expect(record.read()).toBe(true);
    expect(record.read()).toBe(false);
    record.continueIn(Buffer.from('long,"cell, of the second",x\n'), 4);
    expect(record.read()).toBe(true);
    expect(record.cells()).toEqual(['long', 'cell, of the second', 'x']);
    expect([record.start, record.next]).toEqual([0, 29]);
  });

  it('reads every byte of a long record once', () => {
    const cutter = new RecordCutter(COMMA, 1000, 1000);
    const part = Buffer.alloc(64 * 1024, 'x');
    for (const _ of cutter.push(Buffer.from('a,"'))) throw new Error('no record is whole yet');
    for (let i = 0; i < 500; i++) for (const _ of cutter.push(part)) throw new Error('no record is whole yet');
    const [chunk] = [...cutter.push(Buffer.from('"\n'))];
    expect(chunk).toMatchObject({ records: 1 });
    expect(chunk!.bytes.length).toBe(500 * part.length + 5);
  });

  it('leaves what it has handed out as it is', () => {
    const cutter = new RecordCutter(COMMA, 1, 1);
    const [first] = [...cutter.push(Buffer.from('aaaa\nbb'))];
    for (let i = 0; i < 100; i++) for (const _ of cutter.push(Buffer.alloc(10_000, 'c'))) throw new Error('not whole');
    expect(first!.bytes.toString()).toBe('aaaa\n');
  });

  it('refuses a quote that is never closed, and says where', () => {
    const read = (): void => {
      const cutter = new RecordCutter(COMMA, 10, 10);
      for (const _ of cutter.push(Buffer.from('a,b\n1,"2\n3,4\n')));
      cutter.finish();
    };
    expect(codeOf(read)).toBe('input-corrupt');
    expect(read).toThrow(/record 2, which begins at byte 4, opens a quote that is never closed/i);
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
});
