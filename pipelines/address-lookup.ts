#!/usr/bin/env node
import { missingPackageSentence } from '../src/cli/missing-package.ts';

/** The installed command: the commands that use an index, and those that fetch registers, build and publish. */
const FURTHER_COMMANDS = {
  'build-index': async () => (await import('./build-index.ts')).buildIndexCommand().alias('build'),
  diff: async () => (await import('./diff/diff-command.ts')).diffCommand(),
  download: async () => (await import('./download/download-command.ts')).downloadCommand(),
  update: async () => (await import('./update/update-command.ts')).updateCommand(),
  pack: async () => (await import('./pack/pack-commands.ts')).packCommand(),
  install: async () => (await import('./pack/pack-commands.ts')).installCommand(),
  rollback: async () => (await import('./rollback.ts')).rollbackCommand(),
} as const;

try {
  const [{ createProgram }, { runProgram }] = await Promise.all([
    import('../src/cli/main.ts'),
    import('../src/cli/run-program.ts'),
  ]);
  await runProgram(await createProgram(FURTHER_COMMANDS));
} catch (error) {
  const sentence = missingPackageSentence(error, 'The command line');
  if (sentence === undefined) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}
