import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ImportReport } from '../../pipelines/report.ts';
import { formatSummary, summarise } from '../../pipelines/summary.ts';
import type { Street } from '../../src/model/gazetteer.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { smallInput } from './small-input.ts';

const directory = mkdtempSync(join(tmpdir(), 'summary-'));
afterAll(() => rmSync(directory, { recursive: true }));

function summaryOf(streets: readonly Street[]): string {
  const input = smallInput([{ id: 1 }, { id: 2, number: 2 }], streets);
  const report = new ImportReport(join(directory, 'rejects.csv'));
  report.close();
  return formatSummary(summarise(input, report, writeIndex(directory, input).counts));
}

const DAMRAK: Street = { id: 1, names: { nl: 'Damrak' }, place: 0 };
const NEVER_BUILT: Street = { id: 2, names: { nl: 'Nooitgebouwd' }, place: 1 };

describe('the summary of a build', () => {
  it('counts the streets and places that have come into the index, and those left out for want of an address', () => {
    const summary = summaryOf([DAMRAK, NEVER_BUILT]);
    expect(summary).toContain('2 addresses, 1 street, 1 place;');
    expect(summary).toContain('Left out, without any address: 1 street, 1 place\n');
  });

  it('names the provinces with their addresses', () => {
    expect(summaryOf([DAMRAK])).toContain('Noord-Holland: 2 addresses (Amsterdam 2)');
  });
});
