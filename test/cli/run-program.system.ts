import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('ends quietly when its reader has enough', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const script = `Promise.all([import('./src/cli/run-program.ts'), import('commander')]).then(([{ runProgram }, { Command }]) =>
    runProgram(new Command('fill').action(async () => {
      for (let i = 0; i < 1000; i++) {
        process.stdout.write('x'.repeat(9999) + '\\n');
        await new Promise(setImmediate);
      }
    }), ['node', 'fill']))`;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
  const pipe = 'node --import tsx --eval "$SCRIPT" | head -n 1 | wc -l; echo "${PIPESTATUS[0]}"';
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', pipe], {
    cwd: root,
    env: { ...process.env, SCRIPT: script },
  });
  expect([stdout.trim().split(/\s+/), stderr]).toEqual([['1', '0'], '']);
});

it.runIf(existsSync('/dev/full'))('says in one sentence that the disk behind its output is full', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const script = `Promise.all([import('./src/cli/run-program.ts'), import('commander')]).then(([{ runProgram }, { Command }]) =>
    runProgram(new Command('fill').action(() => void process.stdout.write('x')), ['node', 'fill']))`;
  const ended = promisify(execFile)('bash', ['-c', 'node --import tsx --eval "$SCRIPT" > /dev/full'], {
    cwd: root,
    env: { ...process.env, SCRIPT: script },
  });
  await expect(ended).rejects.toMatchObject({
    code: 2,
    stderr: 'The output cannot be written: no space is left on it. Make room, or send it to another disk.\n',
  });
});
