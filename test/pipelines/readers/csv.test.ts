import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvOptions, CsvRecords, readCsv } from '../../../pipelines/readers/csv.ts';
import { AddressLookupError } from '../../../src/errors.ts';

interface Reading {
  header: readonly string[];
  rows: [line: number, ...fields: string[]][];
  ragged: [line: number, count: number][];
  lastLineEnded: boolean;
}

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(content: string | Uint8Array, chunkSize: number = 1 << 16, options?: CsvOptions): Promise<Reading> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const reading: Reading = { header: [], rows: [], ragged: [], lastLineEnded: false };
  const { lastLineEnded } = await readCsv(
    inChunks(bytes, chunkSize),
    'some.csv',
    {
      header: (names) => {
        reading.header = names;
      },
      row: (fields, line) => reading.rows.push([line, ...fields]),
      ragged: (fields, line) => reading.ragged.push([line, fields.length]),
    },
    options,
  );
  return { ...reading, lastLineEnded };
}

/** The same by the general parser, which this one must agree with. */
function csvParse(text: string): string[][] | 'refused' {
  try {
    return parse(Buffer.from(text), { relax_column_count: true, relax_quotes: true });
  } catch (error) {
    expect((error as { code: string }).code).toBe('CSV_QUOTE_NOT_CLOSED');
    return 'refused';
  }
}

/** Where each record begins, in UTF-16 units. */
function parseWithEnds(text: string): number[] {
  const options = { relax_column_count: true, relax_quotes: true, info: true } as const;
  const records = parse(Buffer.from(text), options) as unknown as { info: { bytes: number } }[];
  const ends = records.map(({ info }) => Buffer.from(text).subarray(0, info.bytes).toString().length);
  return [0, ...ends.slice(0, -1)];
}

const quoted = (field: string) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

describe('a CSV file', () => {
  it('gives rows as arrays with the line they begin on', async () => {
    const { header, rows } = await read('a,b\n1,2\n"x,\ny","""q"""\n\n3,é\n');
    expect(header).toEqual(['a', 'b']);
    expect(rows).toEqual([
      [2, '1', '2'],
      [3, 'x,\ny', '"q"'],
      [6, '3', 'é'],
    ]);
  });

  it('passes over a byte order mark and reads CRLF, a missing last line break and other delimiters', async () => {
    expect((await read('\ufeffa;b\r\n1;2\r\n', 1, { delimiter: ';' })).header).toEqual(['a', 'b']);
    const last = await read('a,b\r\n1,2');
    expect(last.rows).toEqual([[2, '1', '2']]);
    expect(last.lastLineEnded).toBe(false);
    expect((await read('a,b\n1,2\n')).lastLineEnded).toBe(true);
  });

  it('keeps a quote inside an unquoted field', async () => {
    expect((await read('a,b\nRue "X",2\n')).rows).toEqual([[2, 'Rue "X"', '2']]);
  });

  it('tells ragged rows apart and reads on', async () => {
    const { rows, ragged } = await read('a,b\n1\n1,2,3\n4,5\n6\n');
    expect(ragged).toEqual([
      [2, 1],
      [3, 3],
      [5, 1],
    ]);
    expect(rows).toEqual([[4, '4', '5']]);
  });

  it('passes over blank lines, however many', async () => {
    for (const chunkSize of [1, 7, 1 << 16]) {
      const { rows, ragged } = await read(`a,b\n${'\n'.repeat(1000)}1,2\n\n\n"3",4\n\n`, chunkSize);
      expect([rows, ragged]).toEqual([
        [
          [1002, '1', '2'],
          [1005, '3', '4'],
        ],
        [],
      ]);
    }
  });

  it('gives back what was written, however it is cut into chunks', async () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'é', '„', '😀', ',', '"', '\n', ' ', "'"), maxLength: 6 });
    const table = fc.array(fc.tuple(fc.constant('x'), field, field), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (records, chunkSize) => {
        const text = ['h1,h2,h3', ...records.map((record) => record.map(quoted).join(','))].join('\n');
        let line = 2;
        const expected = records.map((record) => {
          const begin = line;
          line += 1 + record.join('').split('\n').length - 1;
          return [begin, ...record];
        });
        expect((await read(`${text}\n`, chunkSize)).rows).toEqual(expected);
      }),
    );
  });

  it('reads any text as csv-parse does, however it is cut into chunks', async () => {
    const piece = fc.constantFrom('a', 'é', ',', ',', '"', '"', '""', '\n', '\n', '\r\n', '\r', ' ');
    const body = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
    const header = fc.constantFrom('h1,h2,h3\n', 'h1,h2,h3\r\n', '"h,1",h2,h3\n', '"h""1",h2,h3\r\n', 'h1,h2,h3\r');
    await fc.assert(
      fc.asyncProperty(header, body, fc.integer({ min: 1, max: 9 }), async (first, rest, chunkSize) => {
        const text = `${first}${rest}`;
        const records: string[][] = [];
        const take = (fields: readonly string[]): void => void records.push([...fields]);
        const readWith = async (): Promise<string[][] | 'refused'> => {
          const reader = new CsvRecords('some.csv', ',', take);
          try {
            // In whole characters, as `readCsv` gives them.
            const characters = [...text];
            for (let i = 0; i < characters.length; i += chunkSize) {
              reader.write(Buffer.from(characters.slice(i, i + chunkSize).join('')));
            }
            reader.end();
            return records;
          } catch (error) {
            if (error instanceof AddressLookupError && error.code === 'input-corrupt') return 'refused';
            throw error;
          }
        };
        expect(await readWith()).toEqual(csvParse(text));
      }),
      { seed: 20260101, numRuns: 3000 },
    );
  });

  it('reads lines with and without quotes as csv-parse does, with their lines, with a mark, cut between any bytes', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '„', '😀', ',', '"', '\n', '\r\n', ' '), maxLength: 5 });
    const always = (field: string) => `"${field.replaceAll('"', '""')}"`;
    const plain = cell.map((text) => text.replace(/[",\r\n]/g, ''));
    // Registers quote what needs it, or everything; the third kind breaks the rules.
    const record = fc.oneof(
      fc.array(plain, { minLength: 1, maxLength: 4 }).map((cells) => cells.join(',')),
      fc.array(plain, { minLength: 1, maxLength: 4 }).map((cells) => cells.map(always).join(',')),
      fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => cells.map(quoted).join(',')),
      fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => cells.map(always).join(',')),
      fc.array(cell, { minLength: 1, maxLength: 3 }).map((cells) => cells.map((text) => `x${text}`).join('"y",')),
    );
    const lineBreak = fc.constantFrom('\n', '\r\n');
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 8 }),
        lineBreak,
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        async (body, end, hasMark, size) => {
          const text = ['"h\n,1",h2', ...body].join(end) + end;
          const records = csvParse(text);
          const reading = read(`${hasMark ? '\ufeff' : ''}${text}`, size);
          if (records === 'refused') {
            await expect(reading).rejects.toMatchObject({ code: 'input-corrupt' });
            return;
          }
          const { header, rows, ragged } = await reading;
          expect(header).toEqual(records[0]);
          const full = records.slice(1).filter((fields) => fields.length === 2);
          expect(rows.map(([, ...fields]) => fields)).toEqual(full);
          // A row begins on the line after as many line feeds as the records before it have, with their own ends.
          const parsed = parseWithEnds(text);
          const lineOf = (index: number) => 1 + (text.slice(0, parsed[index]).match(/\n/g)?.length ?? 0);
          const expectedLines = records.map((fields, i) => [fields, lineOf(i)] as const).slice(1);
          const isBlank = (fields: readonly string[]) => fields.length === 1 && fields[0] === '';
          expect(rows.map(([line]) => line)).toEqual(
            expectedLines.filter(([f]) => f.length === 2).map(([, line]) => line),
          );
          expect(ragged.map(([line]) => line)).toEqual(
            expectedLines.filter(([f]) => f.length !== 2 && !isBlank(f)).map(([, line]) => line),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('reads quoted fields of hundreds of lines, and quotes where none may be', async () => {
    const long = Array.from({ length: 2_000 }, (_, i) => `line ${i} ""quoted""`).join('\n');
    const strange = Array.from({ length: 500 }, (_, i) => `5" pipe,"x\n${i}"\na"b"c,"${i}\n,"`).join('\n');
    for (const body of [`1,"${long}"\n2,3\n`, `${strange}\n`, `"${'a\n'.repeat(9)}",5"\n"x",y\n`]) {
      const text = `a,b\n${body}`;
      for (const size of [1_000, 1 << 18]) {
        const { rows, ragged } = await read(text, size);
        expect(ragged).toEqual([]);
        expect(rows.map(([, ...fields]) => fields)).toEqual((csvParse(text) as string[][]).slice(1));
      }
    }
  });

  it('reports the bytes as they are read', async () => {
    let count = 0;
    await read('a,b\n1,2\n', 3, { onBytes: (n) => (count += n) });
    expect(count).toBe(8);
  });
});

describe('a damaged CSV file', () => {
  it('is refused when it is empty', async () => {
    await expect(read('')).rejects.toMatchObject({ code: 'input-empty' });
    await expect(read('\n\n')).rejects.toMatchObject({ code: 'input-empty' });
  });

  it('is refused when its last line stops in the middle, with the line', async () => {
    await expect(read('a,b,c\n1,2,3\n4,5')).rejects.toMatchObject({ code: 'input-corrupt', data: { line: 3 } });
    // the same row followed by a line break is ragged, not cut off
    expect((await read('a,b,c\n1,2,3\n4,5\n')).ragged).toEqual([[3, 2]]);
  });

  it('is refused when it stops inside a quoted field or in the middle of a character', async () => {
    await expect(read('a,b\n1,"2')).rejects.toMatchObject({ code: 'input-corrupt' });
    await expect(read(Buffer.from('a,b\n1,é').subarray(0, 7))).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringContaining('cut off'),
    });
  });

  it('is refused when a quote is never closed, without reading all of it into memory', async () => {
    await expect(read(`a,b\n1,"2\n${'3,4\n'.repeat(50_000)}`)).rejects.toMatchObject({ code: 'input-corrupt' });
  });

  it('is refused when it is not UTF-8, with the line, wherever chunks begin', async () => {
    const latin1 = Buffer.from('naam,straat\n1,Kerkstraat\n2,\u0000\n3,x\n4,é\n', 'latin1');
    const mixed = Buffer.concat([Buffer.from('a,b\n1,é\n2,é\n'), Buffer.from('3,é\n', 'latin1'), Buffer.from('4,x\n')]);
    for (const size of [1, 2, 3, 5, 7, 1000]) {
      await expect(read(latin1, size), `chunks of ${size}`).rejects.toMatchObject({
        code: 'input-corrupt',
        data: { line: 5 },
      });
      await expect(read(mixed, size), `chunks of ${size}`).rejects.toMatchObject({ data: { line: 4 } });
    }
  });

  it('throws on what a handler throws, from the first row and from a last one without line break', async () => {
    const refuse = (): never => {
      throw new RangeError('not mine');
    };
    const ignore = (): void => {};
    const bytes = Buffer.from('a,b\n1,2');
    const reading = readCsv(inChunks(bytes, 9), 'x', { header: ignore, row: refuse, ragged: ignore });
    await expect(reading).rejects.toThrow('not mine');
    const refusing = readCsv(inChunks(bytes, 9), 'x', { header: refuse, row: ignore, ragged: ignore });
    await expect(refusing).rejects.toThrow('not mine');
  });
});
