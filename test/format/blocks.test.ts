import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assertFits,
  BLOCK_ROWS,
  BLOCK_SHIFT,
  bitWidth,
  blockCount,
  lowerBound,
  lowerBoundOfFields,
  makeLowerBound,
  partitionPoint,
  readBits,
  writeBits,
} from '../../src/format/blocks.ts';

describe('bits within words', () => {
  it('are read as they were written, fields of any widths one after the other', () => {
    const field = fc
      .integer({ min: 1, max: 32 })
      .chain((width) => fc.record({ width: fc.constant(width), bits: fc.integer({ min: 0, max: 2 ** width - 1 }) }));
    fc.assert(
      fc.property(fc.array(field, { maxLength: 30 }), fc.nat({ max: 3 }), (fields, firstWord) => {
        const words = new Uint32Array(firstWord + fields.length + 1);
        let bit = 0;
        for (const { width, bits } of fields) {
          writeBits(words, firstWord, bit, width, bits);
          bit += width;
        }
        bit = 0;
        for (const { width, bits } of fields) {
          expect(readBits(words, firstWord, bit, width)).toBe(bits);
          bit += width;
        }
        expect([...words.subarray(0, firstWord)].every((word) => word === 0)).toBe(true);
      }),
    );
  });

  it('are as many as the largest value needs', () => {
    expect([0, 1, 2, 3, 255, 256, 2 ** 53 - 1].map(bitWidth)).toEqual([0, 1, 2, 2, 8, 9, 53]);
    for (const difference of [-1, 2 ** 53, Number.NaN]) expect(() => bitWidth(difference)).toThrow(RangeError);
  });
});

describe('a search among ascending values', () => {
  const values = fc
    .array(fc.nat({ max: 60 }), { maxLength: 300, size: 'max' })
    .map((each) => each.sort((a, b) => a - b));

  it('finds the first of ascending numbers that is not less', () => {
    fc.assert(
      fc.property(values, fc.nat({ max: 61 }), fc.nat(), fc.nat(), (rows, value, a, b) => {
        const [from, to] = [a % (rows.length + 1), b % (rows.length + 1)].sort((x, y) => x - y) as [number, number];
        const first = rows.findIndex((each, row) => row >= from && row < to && each >= value);
        for (const numbers of [Int32Array.from(rows), Float64Array.from(rows)])
          expect(lowerBound(numbers, value, from, to)).toBe(first === -1 ? to : first);
      }),
    );
  });

  it('finds the first row of a range that is not less, by blocks as by rows', () => {
    const search = makeLowerBound();
    fc.assert(
      fc.property(values, fc.nat({ max: 61 }), fc.nat(), fc.nat(), (rows, value, a, b) => {
        const [from, to] = [a % (rows.length + 1), b % (rows.length + 1)].sort((x, y) => x - y) as [number, number];
        const blocked = {
          valueAt: (row: number) => rows[row]!,
          baseAt: (block: number) => rows[block * BLOCK_ROWS]!,
          lowerBoundInBlock: (block: number, least: number, first: number, end: number) => {
            expect([first >>> BLOCK_SHIFT, (end - 1) >>> BLOCK_SHIFT]).toEqual([block, block]);
            return partitionPoint(first, end, (row) => rows[row]! < least);
          },
        };
        const first = rows.findIndex((each, row) => row >= from && row < to && each >= value);
        expect(search(blocked, value, from, to)).toBe(first === -1 ? to : first);
      }),
    );
  });

  it('finds the first field of a block that is not less, whatever its width', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 6, max: 32 }), fc.nat({ max: 61 }), (rows, width, value) => {
        const words = new Uint32Array(width + 1);
        const fields = rows.slice(0, BLOCK_ROWS);
        fields.forEach((each, row) => writeBits(words, 0, row * width, width, each));
        const expected = fields.filter((each) => each < value).length;
        expect(lowerBoundOfFields(words, 0, width, value, 0, fields.length)).toBe(expected);
      }),
    );
  });

  it('finds where a condition ends', () => {
    fc.assert(
      fc.property(values, fc.nat({ max: 61 }), (rows, value) => {
        const expected = rows.filter((each) => each < value).length;
        expect(partitionPoint(0, rows.length, (row) => rows[row]! < value)).toBe(expected);
      }),
    );
  });
});

it('rows fill whole blocks, and one that is begun counts', () => {
  expect([0, 1, BLOCK_ROWS, BLOCK_ROWS + 1].map(blockCount)).toEqual([0, 1, 1, 2]);
});

it('a section that its head exceeds is refused', () => {
  expect(() => assertFits(8, new Uint8Array(8))).not.toThrow();
  for (const bytes of [9, Number.NaN]) {
    expect(() => assertFits(bytes, new Uint8Array(8))).toThrow(
      `Got a section of 8 bytes whose head announces ${bytes}.`,
    );
  }
});
