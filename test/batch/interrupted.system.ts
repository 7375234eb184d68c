import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { geocodeCommand } from '../../src/cli/geocode.ts';
import { runCommand } from '../cli/run-command.ts';
import { builtFixtureIndexes } from '../support/fixture-indexes.ts';
import { programArguments } from '../support/program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'interrupted-'));
afterAll(() => rmSync(scratch, { recursive: true }));

it('a run as a command that is ended by Ctrl-C goes on where it was, to the same bytes', async () => {
  const data = await builtFixtureIndexes();
  const input = join(scratch, 'in.csv');
  // Longer than what is read before the first answer, 256 kB.
  const rows = Array.from(
    { length: 3000 },
    (_, i) => `Dam;${(i % 30) + 1};1012JS;Amsterdam;${`${i}`.padStart(100, '0')}`,
  );
  const bytes = Buffer.from(`Straat;Nr;Postcode;Plaats;Id\n${rows.join('\n')}\n`);
  writeFileSync(input, bytes);
  // Fed by hand, so that it is certainly in the middle.
  const out = join(scratch, 'interrupted.csv');
  const args = [...programArguments('src/cli/main.ts'), 'geocode', '--data', data, '--threads', '0', '--out', out];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.on('error', () => {});
  child.stdin.write(bytes.subarray(0, bytes.length - 1000));
  while (readFileSync(out, { flag: 'a+' }).length < 2000) await new Promise((resolve) => setTimeout(resolve, 50));
  child.kill('SIGINT');
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(130);
  const partial = readFileSync(out);
  expect(partial.at(-1)).toBe(0x0a);

  const run = (...more: string[]): ReturnType<typeof runCommand> =>
    runCommand(geocodeCommand(), ['--data', data, '--threads', '0', '--quiet', input, ...more]);
  const whole = join(scratch, 'whole.csv');
  expect((await run('--out', whole)).code).toBe(0);
  expect((await run('--out', out, '--resume')).code).toBe(0);
  expect(readFileSync(out).equals(readFileSync(whole))).toBe(true);
  expect(readFileSync(out).subarray(0, partial.length).equals(partial)).toBe(true);
});
