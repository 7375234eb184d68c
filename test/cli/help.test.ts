import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../src/cli/examples.ts';
import { createProgram } from '../../src/cli/main.ts';
import { pathOf } from '../../src/cli/run-program.ts';
import { runCommand } from './run-command.ts';

const program = async (): Promise<Command> =>
  createProgram({
    'build-index': async () => (await import('../../pipelines/build-index.ts')).buildIndexCommand(),
    diff: async () => (await import('../../pipelines/diff/diff-command.ts')).diffCommand(),
    download: async () => (await import('../../pipelines/download/download-command.ts')).downloadCommand(),
    update: async () => (await import('../../pipelines/update/update-command.ts')).updateCommand(),
    rollback: async () => (await import('../../pipelines/rollback.ts')).rollbackCommand(),
  });

function commandsUnder(command: Command): Command[] {
  return command.commands.flatMap((each) => [each, ...commandsUnder(each)]);
}

describe('the help', async () => {
  const paths = commandsUnder(await program()).map(pathOf);

  it('of every command has examples, each of which is of that command', () => {
    const own = paths.filter((path) => path !== 'version');
    expect(own.length).toBeGreaterThan(15);
    expect(Object.keys(EXAMPLES).sort()).toEqual([...own].sort());
    for (const [path, lines] of Object.entries(EXAMPLES)) {
      for (const line of lines) expect(line).toMatch(new RegExp(`^${path}(?: |$)`));
    }
  });

  it.each(paths)('of %s is no wider than 100 columns, and shows no defaults that say nothing', async (path) => {
    const { stdout } = await runCommand(await program(), [...path.split(' '), '--help']);
    expect(stdout).toContain(`Usage: benelux-address-lookup ${path}`.slice(0, 40));
    // Lines to copy, and the synopsis, are not broken.
    const prose = stdout.split('\n').filter((line) => !/^(?:Usage:| {2}\$)/.test(line));
    for (const line of prose) expect(line.length, line).toBeLessThanOrEqual(100);
    expect(stdout).not.toMatch(/\(default: (?:false|\{\}|\[\]|"")\)/);
    if (path !== 'version') expect(stdout).toContain('Examples:');
  });

  it('is pointed to after an error', async () => {
    const { code, stderr } = await runCommand(await program(), ['query', 'radius']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('(--help shows what is allowed)')]);
  });

  it('a mistyped command is answered with the one that is meant, and version prints the version', async () => {
    expect((await runCommand(await program(), ['serv'])).stderr).toContain('serve');
    expect((await runCommand(await program(), ['version'])).code).toBe(0);
  });
});
