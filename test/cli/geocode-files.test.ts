import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geocodeCommand } from '../../src/cli/geocode.ts';
import { openOutput } from '../../src/cli/geocode-files.ts';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';
import { runCommand } from './run-command.ts';

const scratch = mkdtempSync(join(tmpdir(), 'geocode-files-'));
const input = join(scratch, 'in.csv');
let fixtures: FixtureIndexes;
beforeAll(async () => {
  fixtures = await readFixtureIndexes();
  writeFileSync(input, `street,number,place\n${'Spui,70,Den Haag\n'.repeat(100)}`);
});
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

const geocode = (...args: string[]): ReturnType<typeof runCommand> =>
  runCommand(geocodeCommand(), ['--data', fixtures.directory, '--threads', '0', '--quiet', ...args]);

it('a radius without --reverse is refused', async () => {
  const { code, stderr } = await geocode(input, '--radius', '50');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^--radius is the maximum distance of --reverse; give both, or neither/);
});

describe.runIf(existsSync('/dev/full'))('a full disk', () => {
  it.each(['rows.csv', 'rows.csv.gz', 'rows.xlsx'])('is one sentence where rows are written to %s', async (name) => {
    symlinkSync('/dev/full', join(scratch, name));
    const { code, stderr } = await geocode(input, '--out', join(scratch, name));
    expect(stderr).toMatch(/^\S+rows\S+ cannot be written: no space is left on it\. [^\n]+\n$/);
    expect(code).toBe(2);
  });

  it('is one sentence where the report or the map is written', async () => {
    for (const option of ['--report', '--map']) {
      const path = join(scratch, `full${option}.png`);
      symlinkSync('/dev/full', path);
      const { code, stderr } = await geocode(input, '--out', join(scratch, 'out.csv'), option, path);
      expect(stderr).toMatch(/^\S+ cannot be written: no space is left on it\. [^\n]+\n$/);
      expect(code).toBe(2);
    }
  });

  it('is told to whoever collects a batch, when it is flushed or closed', async () => {
    const output = await openOutput('/dev/full');
    await expect(output.write(Buffer.from('x'))).rejects.toMatchObject({ code: 'output-not-writable' });
    await output.close();
    symlinkSync('/dev/full', join(scratch, 'closed.gz'));
    const packed = await openOutput(join(scratch, 'closed.gz'));
    await packed.write(Buffer.from('x'));
    await expect(packed.close()).rejects.toMatchObject({ code: 'output-not-writable' });
  });
});

describe('an input', () => {
  it('that is a folder is refused, with what to name', async () => {
    const { code, stderr } = await geocode(scratch);
    expect(stderr).toBe(
      `"${scratch}" is a directory; allowed is a file with CSV or NDJSON. Name one of the files in it.\n`,
    );
    expect(code).toBe(2);
  });

  it('is not written over, under another name either', async () => {
    symlinkSync(input, join(scratch, 'same.csv'));
    const { code, stderr } = await geocode(input, '--out', join(scratch, 'same.csv'));
    expect(stderr).toMatch(
      /same\.csv is both the input and the file of --out\. Name another file for one of them\.\n$/,
    );
    expect(code).toBe(2);
  });

  it.each([
    ['the input and the file of --report', (): string[] => ['--report', input]],
    [
      'the file of --out and the file of --report',
      (): string[] => ['--out', join(scratch, 'two'), '--report', join(scratch, 'two')],
    ],
    [
      'the file of --map and the file of --report',
      (): string[] => ['--map', join(scratch, 'x.html'), '--report', join(scratch, 'x.html')],
    ],
  ])('and the outputs are different files: %s', async (both, args) => {
    const before = readFileSync(input, 'utf8');
    const { code, stderr } = await geocode(input, ...args());
    expect(stderr).toContain(` is both ${both}. `);
    expect(code).toBe(2);
    expect(readFileSync(input, 'utf8')).toBe(before);
    // A device takes whatever it is given.
    expect((await geocode(input, '--out', '/dev/null', '--report', '/dev/null')).code).toBe(0);
  });
});

it('an output in a folder that is not there is one sentence, before any row is answered', async () => {
  const out = join(scratch, 'nothing.csv');
  for (const option of ['--out', '--report', '--map']) {
    const path = join(scratch, 'missing', 'rows.png');
    const { code, stderr } = await geocode(input, '--out', out, option, path);
    expect(existsSync(out)).toBe(false);
    expect(stderr).toMatch(/^\S+ cannot be written: its directory does not exist\. Name another file\.\n$/);
    expect(code).toBe(2);
  }
});
