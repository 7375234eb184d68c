import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { geocodeCommand } from './geocode.ts';
import { queryCommand } from './query.ts';
import { runProgram } from './run-program.ts';
import { serveCommand } from './serve.ts';
import { tokenCommand } from './token.ts';
import { verifyCommand } from './verify.ts';

/** The commands that need an index and nothing else. */
export function createProgram(): Command {
  return (
    new Command('address-lookup')
      .description('Dutch, Belgian and Luxembourg addresses, found offline')
      .version(VERSION)
      // So that a sub-command of a command has its options to itself.
      .enablePositionalOptions()
      .addCommand(geocodeCommand())
      .addCommand(queryCommand())
      .addCommand(serveCommand())
      .addCommand(tokenCommand())
      .addCommand(verifyCommand())
  );
}

if (process.argv[1] === import.meta.filename) await runProgram(createProgram());
