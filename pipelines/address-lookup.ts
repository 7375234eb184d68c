#!/usr/bin/env node
import { createProgram } from '../src/cli/main.ts';
import { runProgram } from '../src/cli/run-program.ts';

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

await runProgram(await createProgram(FURTHER_COMMANDS));
