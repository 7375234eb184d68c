import { type Command, CommanderError } from 'commander';
import { AddressLookupError } from '../errors.ts';
import { COUNTRIES, type Country, isCountry } from '../model/country.ts';
import { missingPackageSentence } from './missing-package.ts';

/**
 * Runs a command line to its end. Results are on stdout. A command ends with 0 when it found something or did its work, with 1
 * when it found nothing or a check failed, with 2 and one sentence on stderr for bad usage or bad input,
 * and with 3 when a new release did not pass its gates. Any other exception
 * is a bug of this program and shown in full.
 */
export async function runProgram(program: Command, argv: readonly string[] = process.argv): Promise<void> {
  forEachCommand(program, (command) => command.exitOverride());
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof AddressLookupError) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = error.code === 'gates-failed' ? 3 : 2;
    } else {
      const sentence = missingPackageSentence(error, 'This command');
      if (sentence === undefined) throw error;
      process.stderr.write(`${sentence}\n`);
      process.exitCode = 2;
    }
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

/** A whole number from the command line, from 1. @throws AddressLookupError `invalid-option` */
export function parsePositiveWhole(text: string): number {
  const number = parseWholeNumber(text);
  if (number >= 1) return number;
  throw invalidOption(`Got "${text}"; allowed is a whole number from 1.`);
}

/** A number from the command line; NaN for anything else, which the operation refuses with its own message. */
export function parseDecimal(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** A number from the command line above 0. @throws AddressLookupError `invalid-option` */
export function parsePositive(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 1e9) return value;
  throw invalidOption(`Got "${text}"; allowed is a number above 0.`);
}

/** @throws AddressLookupError `unknown-country` */
export function parseCountry(text: string): Country {
  if (isCountry(text)) return text;
  throw new AddressLookupError('unknown-country', `Got country "${text}"; allowed are ${COUNTRIES.join(', ')}.`, {
    got: text,
    allowed: COUNTRIES,
  });
}

export function invalidOption(message: string): AddressLookupError {
  return new AddressLookupError('invalid-option', message, {});
}
