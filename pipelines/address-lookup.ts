#!/usr/bin/env node
import { createProgram } from '../src/cli/main.ts';
import { runProgram } from '../src/cli/run-program.ts';
import { buildIndexCommand } from './build-index.ts';
import { rollbackCommand } from './rollback.ts';

/** The installed command: the commands that use an index, and those that build and publish it. */
await runProgram(createProgram().addCommand(buildIndexCommand().name('build')).addCommand(rollbackCommand()));
