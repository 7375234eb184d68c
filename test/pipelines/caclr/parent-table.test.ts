import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ParentTable } from '../../../pipelines/caclr/parent-table.ts';
import { FixedWidthTable } from '../../../pipelines/readers/fixed-width.ts';
import { assertNothingLost, ImportReport } from '../../../pipelines/report.ts';
import { temporaryFolder } from './small-caclr.ts';

const LAYOUT = { table: 'RUE', lineLength: 3, columns: { NUMERO: { start: 1, length: 3 } } };

/** A parent table over this many rows, each with its number. */
function parents(rows: number) {
  const text = Array.from({ length: rows }, (_, row) => `${String(row + 1).padStart(3, '0')}\r\n`).join('');
  const report = new ImportReport(join(temporaryFolder(), 'rejects.csv'));
  const table = new FixedWidthTable(LAYOUT, Buffer.from(text), 'RUE');
  return { table: new ParentTable<number, { name: string }>('street', table, report), report };
}

describe('a table that others refer to', () => {
  it('gives the record in force, or the reason why there is none', () => {
    const { table, report } = parents(4);
    const record = { name: 'Am Baach' };
    table.keep(0, 1, record);
    table.end(2);
    table.reject(2, 3, 'provisional');
    table.reject(3, 4, 'locality-ended');
    expect(table.parent(1)).toBe(record);
    expect([2, 3, 4, 5, undefined].map((key) => table.parent(key))).toEqual([
      'street-ended',
      'street-provisional',
      'street-rejected',
      'street-unknown',
      'street-unknown',
    ]);
    expect(table.current()).toEqual([record]);
    report.close();
    assertNothingLost(report.counts);
    expect(report.counts.get('RUE')).toEqual({
      read: 4,
      kept: 1,
      historical: 1,
      rejected: { provisional: 1, 'locality-ended': 1 },
    });
  });

  it('keeps the first record in force of a key, whatever other row has it', () => {
    const { table, report } = parents(4);
    const record = { name: 'Am Baach' };
    table.end(1);
    table.keep(1, 1, record);
    table.keep(2, 1, { name: 'Op Acker' });
    table.end(1);
    expect(table.parent(1)).toBe(record);
    report.close();
    expect(report.counts.get('RUE')).toEqual({ read: 4, kept: 1, historical: 2, rejected: { 'key-repeated': 1 } });
  });
});
