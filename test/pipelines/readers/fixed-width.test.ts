import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FixedWidthLayout, FixedWidthTable } from '../../../pipelines/readers/fixed-width.ts';
import { isDay } from '../../../src/store/manifest.ts';

const LAYOUT = {
  table: 'STREETS',
  lineLength: 16,
  columns: {
    NUMBER: { start: 1, length: 3 },
    NAME: { start: 4, length: 6 },
    ENDED: { start: 10, length: 4, nullable: true },
    FLAG: { start: 15, length: 2 },
  },
} as const;

function table(text: string, layout: FixedWidthLayout = LAYOUT): FixedWidthTable {
  return new FixedWidthTable(layout, Buffer.from(text, 'latin1'), 'some.zip/STREETS');
}

describe('a table of fixed-width lines', () => {
  const streets = table('001Rue   2001 N \r\n012D\xe9j\xe0      ?O \r\n   Am 9      ?XX\r\n');

  it('gives the text of a cell without its padding, in ISO-8859-1', () => {
    expect([0, 1, 2].map((row) => streets.text(row, 'NAME'))).toEqual(['Rue', 'Déjà', 'Am 9']);
    expect(streets.rowCount).toBe(3);
    expect(streets.line(0)).toBe(1);
  });

  it('gives whole numbers, and none for blanks and for other text', () => {
    expect([0, 1, 2].map((row) => streets.wholeNumber(row, 'NUMBER'))).toEqual([1, 12, undefined]);
    expect(streets.wholeNumber(0, 'NAME')).toBe(undefined);
  });

  it('gives the days that exist, and none for blanks and for other text', () => {
    const layout = { table: 'DAYS', lineLength: 10, columns: { DAY: { start: 1, length: 10 } } } as const;
    const two = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, '0'));
    const year = fc.oneof(two, fc.constantFrom('00', '96')).map((number) => `20${number}`);
    const parts = fc.tuple(
      fc.oneof(two, fc.integer({ min: 26, max: 32 }).map(String)),
      fc.constantFrom('00', '01', '02', '04', '12', '13'),
      year,
    );
    const readsAs = (text: string): number | undefined => table(text.padEnd(10), layout).day(0, 'DAY');
    fc.assert(
      fc.property(parts, ([day, month, of]) => {
        expect(readsAs(`${day}.${month}.${of}`)).toBe(
          isDay(`${of}-${month}-${day}`) ? Number(of + month + day) : undefined,
        );
      }),
    );
    expect(['29.02.2000', '29.02.1900', '1.02.2000', '01-02-2000', '01.O2.2000', ''].map(readsAs)).toEqual([
      20000229,
      ...Array(5).fill(undefined),
    ]);
  });

  it('tells NULL from a value by the byte behind the column', () => {
    expect([0, 1].map((row) => streets.isNull(row, 'ENDED'))).toEqual([false, true]);
    expect(streets.text(0, 'ENDED')).toBe('2001');
  });

  it('reads LF as well as CRLF, and a last line without either', () => {
    const lines = ['001Rue       ?N ', '002Am        ?N '];
    for (const text of [lines.join('\n'), `${lines.join('\r\n')}\r\n`]) {
      const read = table(text);
      expect([0, 1].map((row) => read.text(row, 'NAME'))).toEqual(['Rue', 'Am']);
      expect(read.rowCount).toBe(2);
    }
  });

  it('reads a last column that is cut off after its last letter', () => {
    const layout = { ...LAYOUT, shortestLine: 14 };
    const read = table('001Rue       ?\r\n002Am        ?X\r\n003Op        ?XY\r\n', layout);
    expect([0, 1, 2].map((row) => read.text(row, 'FLAG'))).toEqual(['', 'X', 'XY']);
    expect(read.wholeNumber(0, 'FLAG')).toBe(undefined);
  });

  it('can be empty', () => {
    expect(table('').rowCount).toBe(0);
  });

  it('gives back what was written', () => {
    // No § or the like: behind a capital it would make two bytes that are UTF-8 too.
    const unit = fc.constantFrom('a', 'Z', '0', 'é', 'Ü', 'ß', ' ');
    const row = fc.record({
      number: fc.integer({ min: 0, max: 999 }),
      name: fc.string({ unit, maxLength: 6 }),
      ended: fc.option(fc.constantFrom('2001', '1999'), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
        const lines = rows.map(
          ({ number, name, ended }) =>
            `${String(number).padStart(3, '0')}${name.padEnd(6)}${ended === undefined ? '    ?' : `${ended} `}N `,
        );
        const read = table(lines.map((line) => `${line}\r\n`).join(''));
        expect(read.rowCount).toBe(rows.length);
        rows.forEach(({ number, name, ended }, i) => {
          expect(read.wholeNumber(i, 'NUMBER')).toBe(number);
          expect(read.text(i, 'NAME')).toBe(name.trim());
          expect(read.isNull(i, 'ENDED')).toBe(ended === undefined);
          expect(read.text(i, 'ENDED')).toBe(ended ?? '');
        });
      }),
    );
  });
});

describe('a file that is not the table', () => {
  const good = '001Rue       ?N \r\n';

  it.each([
    { text: `${good}002Rue        ?N \r\n`, line: 2, got: 17, expected: '16' },
    { text: `${good}${good}\r\n${good}`, line: 3, got: 0, expected: '16' },
  ])('is refused for a line of $got bytes', ({ text, line, got, expected }) => {
    expect(() => table(text)).toThrow(
      expect.objectContaining({
        code: 'input-corrupt',
        message: expect.stringContaining(
          `some.zip/STREETS, line ${line}: STREETS has lines of ${expected} bytes, this one has ${got}. Use the file as published`,
        ),
        data: { table: 'STREETS', line, got, expected },
      }),
    );
  });

  it('is refused when it ends in the middle of a line', () => {
    expect(() => table(`${good}002Ru`)).toThrow('line 2: STREETS has lines of 16 bytes, this one has 5. The file ends');
  });

  it('is refused when a line is shorter than its shortest form', () => {
    const layout = { ...LAYOUT, shortestLine: 14 };
    expect(() => table('001Rue       \r\n', layout)).toThrow('lines of 14 to 16 bytes, this one has 13');
  });

  it('is refused when columns have moved but lines are as long', () => {
    expect(() => table('001Rue 12001 NN \r\n'.replace(' N', 'NN').slice(0, 18))).toThrow(
      expect.objectContaining({ code: 'input-corrupt', data: expect.objectContaining({ line: 1, column: 'ENDED' }) }),
    );
  });

  it('is refused in UTF-8, although no line need be longer for it', () => {
    const utf8 = Buffer.from('001Rué      ?N \r\n', 'utf8');
    expect(() => new FixedWidthTable(LAYOUT, utf8, 'STREETS')).toThrow('STREETS is in UTF-8, expected ISO-8859-1');
  });

  it('is refused in the encoding of DOS', () => {
    const dos = Buffer.from('001Ru\x82       ?N \r\n', 'latin1');
    expect(() => new FixedWidthTable(LAYOUT, dos, 'STREETS')).toThrow('byte 82 at offset 5');
  });
});
