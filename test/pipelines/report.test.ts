import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { assertNothingLost, formatSummary, ImportReport, summarise } from '../../pipelines/report.ts';
import type { Street } from '../../src/model/gazetteer.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { readRejects } from '../support/read-rejects.ts';
import { smallInput } from './small-input.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the report of an import', () => {
  it('counts what became of records, and has a line for every rejection', () => {
    const path = join(folder, 'rejects.csv');
    const report = new ImportReport(path);
    report.read('NUM', 5);
    report.kept('NUM', 2);
    report.historical('NUM');
    const where = { recordType: 'NUM', file: 'a, "b".zip/c.xml', id: '01' };
    report.reject({ ...where, reason: 'withdrawn', position: 12 });
    report.reject({ ...where, reason: 'withdrawn', position: 34, detail: 'line\nbreak' });
    report.close();
    expect(report.counts.get('NUM')).toEqual({ read: 5, kept: 2, historical: 1, rejected: { withdrawn: 2 } });
    expect(() => assertNothingLost(report.counts)).not.toThrow();
    expect(parse(readRejects(path), { columns: true })).toEqual([
      { record_type: 'NUM', reason: 'withdrawn', file: 'a, "b".zip/c.xml', position: '12', id: '01', detail: '' },
      {
        record_type: 'NUM',
        reason: 'withdrawn',
        file: 'a, "b".zip/c.xml',
        position: '34',
        id: '01',
        detail: 'line\nbreak',
      },
    ]);
  });

  it('writes rejections as they come', () => {
    const path = join(folder, 'many.csv');
    const report = new ImportReport(path);
    for (let i = 0; i < 40_000; i++) {
      report.reject({ recordType: 'NUM', reason: 'withdrawn', file: 'a.xml', position: i, id: String(i) });
    }
    expect(readRejects(path).length).toBeGreaterThan(100_000);
    expect(readFileSync(path).length).toBeLessThan(readRejects(path).length / 3);
    report.close();
    expect(readRejects(path).trim().split('\n')).toHaveLength(40_001);
  });

  it('finds that a record has been lost', () => {
    const report = new ImportReport(join(folder, 'lost.csv'));
    report.read('NUM', 2);
    report.kept('NUM');
    report.close();
    expect(() => assertNothingLost(report.counts)).toThrow('NUM: 2 records were read but 1 are accounted for.');
  });
});

const directory = mkdtempSync(join(tmpdir(), 'summary-'));
afterAll(() => rmSync(directory, { recursive: true }));

function summaryOf(streets: readonly Street[], isDetailed: boolean = true): string {
  const input = smallInput([{ id: 1 }, { id: 2, number: 2 }], streets);
  const report = new ImportReport(join(directory, 'rejects.csv'));
  report.close();
  return formatSummary(summarise(input, report, writeIndex(directory, input).counts), isDetailed);
}

const DAMRAK: Street = { id: 1, names: { nl: 'Damrak' }, place: 0 };
const NEVER_BUILT: Street = { id: 2, names: { nl: 'Nooitgebouwd' }, place: 1 };

describe('the summary of a build', () => {
  it('counts the streets and places that have come into the index, and those left out for want of an address', () => {
    const summary = summaryOf([DAMRAK, NEVER_BUILT]);
    expect(summary).toContain('2 addresses, 1 street, 1 place;');
    expect(summary).toContain('Left out, without any address: 1 street, 1 place\n');
  });

  it('is two lines, unless it is to be detailed', () => {
    const lines = summaryOf([DAMRAK, NEVER_BUILT], false).trimEnd().split('\n');
    expect(lines).toEqual([
      expect.stringContaining('2 addresses, 1 street, 1 place;'),
      '  0 records rejected, 0 notes: see report.html next to the index, or use --details',
    ]);
  });

  it('says where no address has a position, and which file of Luxembourg has them', () => {
    const input = smallInput([{ id: 1, placed: false }], [DAMRAK]);
    const report = new ImportReport(join(directory, 'rejects.csv'));
    report.close();
    const build = summarise(input, report, writeIndex(directory, input).counts);
    expect(formatSummary(build)).toContain(
      '1 without position\n  No address has a position, so none is found by one\n',
    );
    expect(formatSummary({ ...build, country: 'lu' })).toContain('by one: give addresses.csv (BD-Adresses), too\n');
    expect(summaryOf([DAMRAK])).not.toContain('No address');
  });

  it('names the provinces with their addresses', () => {
    expect(summaryOf([DAMRAK])).toContain('Noord-Holland: 2 addresses (Amsterdam 2)');
  });
});

describe.runIf(existsSync('/dev/full'))('a rejects file on a full disk', () => {
  const full = (): ImportReport => {
    const report = new ImportReport('/dev/full');
    report.reject({ recordType: 'X', reason: 'bad', file: 'f', position: 1, id: '' });
    return report;
  };

  it('fails when it is closed, and leaves nothing open', () => {
    const report = full();
    expect(() => report.close()).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    expect(() => report.abandon()).not.toThrow();
  });

  it('does not stand in the way of the error of an import that has failed', () => {
    const report = full();
    expect(() => report.abandon()).not.toThrow();
    expect(() => report.abandon()).not.toThrow();
  });
});
