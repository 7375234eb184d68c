#!/usr/bin/env node
import { createProgram } from '../src/cli/main.ts';
import { runProgram } from '../src/cli/run-program.ts';
import { buildIndexCommand } from './build-index.ts';

/** The installed command: what needs an index, and building one. */
await runProgram(createProgram().addCommand(buildIndexCommand().name('build')));
