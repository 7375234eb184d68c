import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geocodeCommand } from '../../src/cli/geocode.ts';
import { type Outcome, runCommand } from '../cli/run-command.ts';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';
import { programArguments } from '../support/program.ts';
import { manyRows } from './many-rows.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from './redis-server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = programArguments('src/cli/main.ts');
const run = promisify(execFile);

describe('docs/batch-clusters.md', () => {
  const page = readFileSync(join(ROOT, 'docs/batch-clusters.md'), 'utf8');
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code]) => code!.replaceAll('\\\n', ' '));
  let fixtures: FixtureIndexes;
  let server: RedisServer | undefined;
  let scratch = '';

  beforeAll(async () => {
    fixtures = await readFixtureIndexes();
    scratch = mkdtempSync(join(tmpdir(), 'docs-'));
    writeFileSync(join(scratch, 'in.csv'), manyRows(fixtures.indexes.nl, 2500));
  });
  afterAll(async () => {
    await server?.remove();
    rmSync(scratch, { recursive: true, force: true });
  });

  /** Runs what follows the name of the program, in this process. */
  const geocode = ([command, ...args]: readonly string[]): Promise<Outcome> => {
    expect(command).toBe('geocode');
    return runCommand(geocodeCommand(), args);
  };

  /** A command of the page as it is run here. */
  const argumentsOf = (line: string): string[] =>
    line
      .replace(/^npx benelux-address-tools\s+/, '')
      .replace(/\s+#.*$/, '')
      .replaceAll('/data/addresses', fixtures.directory)
      .replaceAll('redis://queue.example:6379', server?.url ?? '')
      .trim()
      .split(/\s+/);

  it.skipIf(!hasRedisServer())('has three commands that give what one gives', async () => {
    server = await startRedisServer();
    const [submit, worker, collect] = blocks
      .find((block) => block.includes('geocode submit'))!
      .split('\n')
      .filter((line) => line.startsWith('npx benelux-address-tools geocode'))
      .map(argumentsOf);
    const options = { cwd: ROOT };
    const input = join(scratch, 'in.csv');
    const out = join(scratch, 'out.csv');
    expect((await geocode(submit!.map((each) => (each === 'in.csv' ? input : each)))).code).toBe(0);
    const working = spawn(process.execPath, [...MAIN, ...worker!], { ...options, stdio: 'ignore' });
    const ended = new Promise((resolve) => working.once('close', resolve));
    expect((await geocode(collect!.map((each) => (each === 'out.csv' ? out : each)))).code).toBe(0);
    working.kill('SIGTERM');
    expect(await ended).toBe(0);
    const alone = join(scratch, 'alone.csv');
    await geocode(['geocode', input, '--data', fixtures.directory, '--quiet', '--threads', '0', '--out', alone]);
    expect(readFileSync(out, 'utf8')).toBe(readFileSync(alone, 'utf8'));
  });

  it('has a command for parts of a file that answers one', async () => {
    const block = blocks.find((each) => each.startsWith('GEOCODE='))!;
    const part = join(scratch, 'part.csv');
    writeFileSync(part, 'x;1012JS;1;x;Dam;Amsterdam\n');
    const script = block
      .replace('npx benelux-address-tools', [process.execPath, ...MAIN].join(' '))
      .replace('/data/addresses', fixtures.directory);
    // As GNU parallel runs it: by a shell of its own.
    const { stdout } = await run('sh', ['-c', `${script}\nsh -c "$GEOCODE" < ${part}`], { cwd: ROOT });
    expect(stdout).toMatch(/^x;1012JS;1;x;Dam;Amsterdam;exact;0\.999;address;nl;Dam;1;/);
  });

  it('names only commands and options that there are', () => {
    const command = geocodeCommand();
    const all = [command, ...command.commands].map((each) => each.helpInformation()).join('\n');
    const ofOthers = ['--pipe', '--block', '--keep-order', '--sshlogin', '--retries'];
    for (const [option] of page.matchAll(/--[a-z][a-z-]+/g)) {
      if (!ofOthers.includes(option)) expect(all).toContain(option);
    }
    for (const [, command] of page.matchAll(/^\| `(submit|worker|collect|status|discard)[^|]*` \|/gm)) {
      expect(all).toMatch(new RegExp(`^ +${command}`, 'm'));
    }
  });
});
