import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { COMMAND_GROUPS, DOCUMENTS, EXAMPLES, OPTION_GROUPS } from '../../src/cli/help-texts.ts';
import { createProgram } from '../../src/cli/main.ts';
import { PROGRAM, pathOf } from '../../src/cli/run-program.ts';
import { runCommand } from './run-command.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const program = async (): Promise<Command> =>
  createProgram({
    'build-index': async () => (await import('../../pipelines/build-index.ts')).buildIndexCommand(),
    diff: async () => (await import('../../pipelines/diff/diff-command.ts')).diffCommand(),
    download: async () => (await import('../../pipelines/download/download-command.ts')).downloadCommand(),
    update: async () => (await import('../../pipelines/update/update-command.ts')).updateCommand(),
    rollback: async () => (await import('../../pipelines/rollback.ts')).rollbackCommand(),
    pack: async () => (await import('../../pipelines/pack/pack-commands.ts')).packCommand(),
    install: async () => (await import('../../pipelines/pack/pack-commands.ts')).installCommand(),
  });

/** One that needs none, and one that the completion scripts call. */
const WITHOUT_EXAMPLES = ['version', 'complete'];

function commandsUnder(command: Command): Command[] {
  return command.commands.flatMap((each) => [each, ...commandsUnder(each)]);
}

describe('the help', async () => {
  const paths = commandsUnder(await program()).map(pathOf);

  it('of every command has examples, each of which is of that command', () => {
    const own = paths.filter((path) => !WITHOUT_EXAMPLES.includes(path));
    expect(own.length).toBeGreaterThan(15);
    expect(Object.keys(EXAMPLES).sort()).toEqual([...own].sort());
    for (const [path, lines] of Object.entries(EXAMPLES)) {
      for (const line of lines) expect(line).toMatch(new RegExp(`^${path}(?: |$)`));
    }
  });

  it.each(paths)('of %s is no wider than 100 columns, and shows no defaults that say nothing', async (path) => {
    const { stdout } = await runCommand(await program(), [...path.split(' '), '--help']);
    expect(stdout).toContain(`Usage: ${PROGRAM} ${path}`.slice(0, 40));
    // Lines to copy, and the synopsis, are not broken.
    const prose = stdout.split('\n').filter((line) => !/^(?:Usage:| {2}\$)/.test(line));
    for (const line of prose) expect(line.length, line).toBeLessThanOrEqual(100);
    expect(stdout).not.toMatch(/\(default: (?:false|\{\}|\[\]|"")\)/);
    if (!WITHOUT_EXAMPLES.includes(path)) expect(stdout).toContain('Examples:');
  });

  it('is pointed to after an error', async () => {
    const { code, stderr } = await runCommand(await program(), ['query', 'radius']);
    expect([code, stderr]).toEqual([2, "Missing required argument 'country'.\n(--help shows what is allowed)\n"]);
    expect((await runCommand(await program(), ['query', 'autocomplete', 'nl', '--contxt', 'x'])).stderr).toBe(
      "Unknown option '--contxt'.\n(Did you mean --context?)\n(--help shows what is allowed)\n",
    );
  });

  it('names every command in a group, and the options of large commands too', async () => {
    const { stdout } = await runCommand(await program(), ['--help']);
    for (const [heading, names] of Object.entries(COMMAND_GROUPS)) {
      const [, section = ''] = stdout.split(`\n${heading}\n`);
      const listed = [...section.split('\n\n')[0]!.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name!);
      expect(listed.sort()).toEqual([...names].sort());
    }
    for (const [path, groups] of Object.entries(OPTION_GROUPS)) {
      const help = (await runCommand(await program(), [...path.split(' '), '--help'])).stdout;
      for (const [heading, names] of Object.entries(groups)) {
        const section = help.split(`\n${heading}\n`)[1]?.split('\n\n')[0] ?? '';
        for (const name of names) expect(section, `${path} ${heading}`).toContain(`${name} `);
      }
    }
  });

  it('names documents that are in the package', () => {
    for (const file of Object.values(DOCUMENTS)) expect(existsSync(join(ROOT, file)), file).toBe(true);
  });

  it('a mistyped command is answered with the one that is meant, and version prints the version', async () => {
    expect((await runCommand(await program(), ['serv'])).stderr).toContain('serve');
    expect((await runCommand(await program(), ['version'])).code).toBe(0);
  });
});
