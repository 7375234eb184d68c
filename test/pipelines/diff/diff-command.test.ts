import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownChanges } from '../../../fixtures/generate/next-release.ts';
import type { ChangedAddress } from '../../../pipelines/diff/changed-addresses.ts';
import { diffCommand } from '../../../pipelines/diff/diff-command.ts';
import { writeTwoReleases } from './releases-of-fixtures.ts';

/** The cells that the tests read. */
interface CsvRow {
  readonly change: string;
  readonly metres: string;
  readonly old_id: string;
  readonly new_id: string;
}

const scratch = mkdtempSync(join(tmpdir(), 'diff-'));
const [old, present] = [join(scratch, 'old'), join(scratch, 'new')];
let known: Record<'nl' | 'lu', KnownChanges>;
beforeAll(async () => {
  known = { nl: await writeTwoReleases('nl', scratch), lu: await writeTwoReleases('lu', scratch) };
});
afterAll(() => rmSync(scratch, { recursive: true }));

async function run(...argv: string[]): Promise<string> {
  const stdout = new PassThrough().setEncoding('utf8');
  await diffCommand(stdout)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .parseAsync(['node', 'diff', ...argv]);
  return stdout.read() ?? '';
}

describe('the command diff', () => {
  it('says of each country what has changed, and where', async () => {
    const told = await run(old, present);
    for (const country of ['nl', 'lu'] as const) {
      expect(told).toMatch(new RegExp(`^${country}: [\\d,]+ addresses \\(.*\\) → [\\d,]+ \\(.*2027-01-31.*\\)$`, 'm'));
      expect(told).toContain(`${known[country].added.size} added, ${known[country].removed.size} removed, `);
    }
    expect(told).toMatch(/Contexts that have expired: .*1 of \d+ municipalities.*10 of [\d,]+ houses/);
  });

  it('compares one country, or two releases of one by their own directories', async () => {
    const whole = await run(old, present, '--country', 'lu');
    expect(whole).toMatch(/^lu: /);
    expect(await run(join(old, 'lu'), join(present, 'lu'))).toBe(whole);
    expect(await run(join(old, 'lu'), present, '--country', 'lu')).toBe(whole);
  });

  it('writes each changed address as CSV', async () => {
    const file = join(scratch, 'changes.csv');
    await run(join(old, 'nl'), join(present, 'nl'), '--changes', file);
    const rows = parse(readFileSync(file), { columns: true }) as CsvRow[];
    const ids = (change: string, side: 'old' | 'new'): number[] =>
      rows.filter((row) => row.change === change).map((row) => Number(row[`${side}_id`]));
    expect(ids('removed', 'old').sort()).toEqual([...known.nl.removed].sort());
    expect(ids('added', 'new').sort()).toEqual([...known.nl.added].sort());
    expect(ids('moved', 'new').sort()).toEqual([...known.nl.moved].sort());
    for (const row of rows.filter(({ change }) => change === 'moved')) expect(Number(row.metres)).toBeCloseTo(20, 0);
    for (const row of rows.filter(({ change }) => change === 'removed')) expect(row.new_id).toBe('');
  });

  it('writes each changed address as NDJSON, old and new', async () => {
    const file = join(scratch, 'changes.ndjson');
    await run(join(old, 'nl'), join(present, 'nl'), '--changes', file);
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ChangedAddress);
    const renumbered = rows.filter(({ change }) => change.includes('renumbered'));
    expect(renumbered).toHaveLength(known.nl.renumbered.size);
    for (const { old: former, new: now } of renumbered) {
      expect(former!.id).toBe(now!.id);
      expect(Number.parseInt(now!.number, 10)).toBe(Number.parseInt(former!.number, 10) + 500);
    }
  });

  it('prints the totals as JSON', async () => {
    const [summary] = JSON.parse(await run(join(old, 'nl'), join(present, 'nl'), '--json'));
    expect(summary).toMatchObject({ country: 'nl', totals: { removed: known.nl.removed.size } });
    expect(summary.municipalities.length).toBeGreaterThan(2);
  });

  it.each([
    [[join(old, 'nl'), join(present, 'lu')], 'invalid-option'],
    [[join(old, 'nl'), present], 'invalid-option'],
    [[join(old, 'nowhere'), present], 'index-not-found'],
    [[old, present, '--country', 'be'], 'index-not-found'],
    [[old, present, '--country', 'fr'], 'unknown-country'],
    [[old, present, '--changes', join(scratch, 'changes.xlsx')], 'invalid-option'],
    [[old, present, '--changes', join(scratch, 'no', 'such', 'folder.csv')], 'output-not-writable'],
  ])('refuses %s', async (argv, code) => {
    await expect(run(...argv)).rejects.toMatchObject({ code });
  });
});
