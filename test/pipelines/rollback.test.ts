import { mkdirSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishDirectory } from '../../pipelines/publish-directory.ts';
import { rollbackCommand } from '../../pipelines/rollback.ts';
import { openAddressLookup } from '../../src/lookup/open.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { randomInput } from '../support/random-input.ts';

const data = mkdtempSync(join(tmpdir(), 'rollback-'));
afterAll(() => rmSync(data, { recursive: true }));

beforeAll(async () => {
  for (const month of [1, 2, 3]) {
    await publishDirectory(join(data, 'lu'), async ({ partial }) => {
      const input = randomInput('lu', month);
      const registers = input.registers.map((register) => ({ ...register, referenceDate: `2026-0${month}-08` }));
      writeIndex(partial, { ...input, registers });
    });
  }
});

async function run(...argv: string[]): Promise<string> {
  const stdout = new PassThrough().setEncoding('utf8');
  const command = rollbackCommand(stdout)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  await command.parseAsync(['node', 'rollback', ...argv, '--data', data]);
  return stdout.read() ?? '';
}

const currentDate = async (): Promise<string | null> => {
  const lookup = await openAddressLookup(data);
  return lookup.lu.manifest.registers[0]!.referenceDate;
};

it('lists the releases that are kept, the current one marked', async () => {
  expect((await run('lu', '--list')).split('\n')).toEqual([
    expect.stringMatching(/^\* 2026-03-08 {2}[\d,]+ addresses of .* 2026-03-08/),
    expect.stringMatching(/^ {2}2026-02-08 {2}[\d,]+ addresses of .* 2026-02-08/),
    expect.stringMatching(/^ {2}2026-01-08 {2}/),
    '',
  ]);
  await expect(run('nl', '--list')).rejects.toThrow('There is no release of nl in');
});

it('makes the release before current, or the one that is named', async () => {
  expect(await run('lu')).toBe('lu: 2026-02-08 is current, instead of 2026-03-08\n');
  expect(await currentDate()).toBe('2026-02-08');
  expect(await run('lu', '2026-01-08')).toBe('lu: 2026-01-08 is current, instead of 2026-02-08\n');
  expect(await currentDate()).toBe('2026-01-08');
  expect(await run('lu', '2026-01-08')).toContain('is the current release already');
  expect(await run('lu', '2026-03-08')).toContain('2026-03-08 is current');
});

it('refuses a release that is not there, or that does not open', async () => {
  await expect(run('lu', '2025-01-08')).rejects.toMatchObject({
    code: 'index-not-found',
    message: expect.stringContaining('Releases there: 2026-03-08 (current), 2026-02-08, 2026-01-08.'),
  });
  await expect(run('be')).rejects.toMatchObject({ code: 'index-not-found' });
  await expect(run('fr')).rejects.toMatchObject({ code: 'unknown-country' });
  truncateSync(join(data, 'lu', 'releases', '2026-02-08', 'names.bin'), 100);
  await expect(run('lu')).rejects.toMatchObject({ code: 'index-corrupt' });
  expect(await currentDate()).toBe('2026-03-08');
  mkdirSync(join(data, 'lu', 'releases', 'empty'));
  expect(await run('lu', '--list')).toContain('empty  cannot be opened: index-not-found');
});
