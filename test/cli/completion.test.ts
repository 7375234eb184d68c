import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Command, Option } from 'commander';
import { expect, it } from 'vitest';
import { addCompletion } from '../../src/cli/completion.ts';
import { PROGRAM } from '../../src/cli/run-program.ts';
import { runCommand } from './run-command.ts';

function program(): Command {
  const query = new Command('query').description('ask').enablePositionalOptions();
  query.addCommand(
    new Command('autocomplete')
      .argument('<country>')
      .addOption(new Option('--language <code>', 'names in it').choices(['nl', 'fr']))
      .addOption(new Option('--explain', 'why')),
  );
  const all = new Command(PROGRAM).enablePositionalOptions().addCommand(query);
  all.addCommand(new Command('geocode').alias('batch').option('--out <file>', 'where to'));
  addCompletion(all);
  return all;
}

async function complete(...words: string[]): Promise<string[]> {
  const { stdout } = await runCommand(program(), ['complete', '--', ...words]);
  return stdout.split('\n').filter((line) => line !== '');
}

it('knows commands, options and the values of options, and what each is', async () => {
  expect(await complete('')).toEqual([
    'query\task',
    'geocode\t',
    'completion\tprint a completion script for a shell',
    'help\tdisplay help for command',
  ]);
  expect(await complete('query', '')).toEqual(['autocomplete\t', 'help\tdisplay help for command']);
  expect(await complete('query', 'autocomplete', 'nl', '--l')).toEqual(['--language\tnames in it']);
  expect(await complete('query', 'autocomplete', '--language', '')).toEqual(['nl\t', 'fr\t']);
  expect(await complete('batch', '--')).toEqual(['--out\twhere to']);
});

it('leaves the names of files to the shell', async () => {
  expect(await complete('geocode', '--out', '')).toEqual([]);
  expect(await complete('geocode', 'x')).toEqual([]);
});

it('completes a line in bash, also where the script was sourced twice', async () => {
  const { stdout: script } = await runCommand(program(), ['completion', 'bash']);
  const prelude = `${PROGRAM}() { [[ "$*" == 'complete -- geoc' ]] && printf 'geocode\\twhat it is\\n'; }`;
  const line = `COMP_WORDS=(${PROGRAM} geoc); COMP_CWORD=1; _benelux_address_tools; echo "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', [prelude, script, script, line].join('\n')]);
  expect([stdout.trim(), stderr]).toEqual(['geocode', '']);
});

it.each(['zsh', 'fish'])('has a script for %s that asks the program', async (shell) => {
  expect((await runCommand(program(), ['completion', shell])).stdout).toContain(`${PROGRAM} complete --`);
});

it('refuses a shell that it has no script for', async () => {
  const { code, stderr } = await runCommand(program(), ['completion', 'tcsh']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
});
