import { type Command, CommanderError } from 'commander';
import { AddressLookupError } from '../errors.ts';

/** What a command ended with: 0 found or done, 1 nothing found or a check that failed, 2 bad usage or bad input. */
export type ExitCode = 0 | 1 | 2;

/**
 * Runs a command line to its end: results are on stdout, and a mistake is one sentence on stderr and exit code 2.
 * Anything else that is thrown is a fault of this program and shown whole.
 */
export async function runProgram(program: Command, argv: readonly string[] = process.argv): Promise<void> {
  forEachCommand(program, (command) => command.exitOverride());
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof AddressLookupError) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 2;
    } else throw error;
  }
}

function forEachCommand(command: Command, action: (command: Command) => void): void {
  action(command);
  for (const child of command.commands) forEachCommand(child, action);
}

/** A whole number from the command line. @throws AddressLookupError `invalid-option` */
export function parseWholeNumber(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) {
    throw new AddressLookupError('invalid-option', `Got "${text}"; allowed is a whole number from 0.`, { got: text });
  }
  return Number(text);
}

/** A number from the command line; NaN for anything else, which the operation refuses with its own sentence. */
export function parseDecimal(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
