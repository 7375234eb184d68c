import { describe, expect, it } from 'vitest';
import { buffersOf, ColumnBuilder, type ColumnTypes, SuffixTable } from '../../../pipelines/readers/columns.ts';

interface Points {
  readonly id: Float64Array;
  readonly x: Int32Array;
}
const POINTS: ColumnTypes<Points> = { id: Float64Array, x: Int32Array };

function builderOf(rows: readonly (readonly [id: number, x: number])[], capacity: number): ColumnBuilder<Points> {
  const builder = new ColumnBuilder<Points>(POINTS, capacity);
  for (const [id, x] of rows) {
    const row = builder.add();
    builder.columns.id[row] = id;
    builder.columns.x[row] = x;
  }
  return builder;
}

describe('building columns', () => {
  const rows = Array.from({ length: 50 }, (_, i) => [1e15 + i, 10 - i] as const);

  it.each([0, 1, 49, 50, 1000])('keeps all rows, with room for %d at first', (capacity) => {
    const { id, x } = builderOf(rows, capacity).copy();
    expect([...id]).toEqual(rows.map((row) => row[0]));
    expect([...x]).toEqual(rows.map((row) => row[1]));
  });

  it.each([0, 60, 1000])('appends tables one after the other, with room for %d at first', (capacity) => {
    const builder = new ColumnBuilder<Points>(POINTS, capacity);
    for (const part of [rows.slice(0, 20), [], rows.slice(20)]) builder.append(builderOf(part, 4).copy());
    expect(builder.length).toBe(50);
    expect(builder.view()).toEqual(builderOf(rows, 50).copy());
  });

  it('copies into arrays of their own, which another thread may take', () => {
    const builder = builderOf(rows, 100);
    const { id } = builder.copy();
    expect(id.buffer.byteLength).toBe(50 * 8);
    builder.columns.id[0] = 7;
    expect(id[0]).toBe(1e15);
    expect(builder.view().id[0]).toBe(7);
  });

  it('is nothing before there is a row', () => {
    expect(new ColumnBuilder<Points>(POINTS, 10).copy().id).toHaveLength(0);
  });
});

it('the buffers of a table are those of its columns', () => {
  const [id, x] = [new Float64Array(3), new Int32Array(2)];
  expect(buffersOf({ id, x, names: ['a'], length: 3, nothing: undefined })).toEqual([id.buffer, x.buffer]);
});

describe('a table of suffixes', () => {
  it('numbers distinct suffixes in order of first appearance, the empty one 0', () => {
    const table = new SuffixTable();
    const written = [
      ['A', ''],
      ['', 'A'],
      ['', ''],
      ['A', '1'],
      ['a', ''],
      ['A', ''],
      ['', 'A'],
    ] as const;
    expect(written.map(([letter, addition]) => table.position(letter, addition))).toEqual([1, 2, 0, 3, 4, 1, 2]);
    expect(table.suffixes).toEqual([
      { letter: '', addition: '' },
      { letter: 'A', addition: '' },
      { letter: '', addition: 'A' },
      { letter: 'A', addition: '1' },
      { letter: 'a', addition: '' },
    ]);
  });
});
