import { type Command, CommanderError, Help, type Option } from 'commander';
import { AddressLookupError, notWritable, systemFault } from '../errors.ts';
import { COUNTRIES, type Country, isCountry } from '../model/country.ts';
import type { Position } from '../query/coordinates.ts';
import { COMMAND_GROUPS, DOCUMENTS, EXAMPLES, OPTION_GROUPS } from './help-texts.ts';

/**
 * Runs a command line to its end. Results are on stdout. A command ends with 0 when it found something or did its work, with 1
 * when it found nothing or a check failed, with 2 and one sentence on stderr for bad usage or bad input,
 * and with 3 when a new release did not pass its gates. Any other exception
 * is a bug of this program and shown in full.
 */
export async function runProgram(program: Command, argv: readonly string[] = process.argv): Promise<void> {
  endWithReader();
  forEachCommand(program, polish);
  try {
    await program.parseAsync([...argv]);
  } catch (thrown) {
    const error = systemFault(thrown) ?? thrown;
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof AddressLookupError) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = error.code === 'gates-failed' ? 3 : 2;
    } else throw error;
  }
}

/** Sets what all commands have in common: the layout of the help, and the style of errors. */
function polish(command: Command): void {
  command
    .exitOverride()
    .showHelpAfterError('(--help shows what is allowed)')
    // One style of errors: commander's begin with "error:", in lower case.
    .configureOutput({ outputError: (text, write) => write(sentenceOf(text)) })
    .configureHelp({
      helpWidth: Math.min(MAX_HELP_WIDTH, process.stdout.columns ?? MAX_HELP_WIDTH),
      optionDescription,
      subcommandTerm: (each) => each.name(),
    });
  const path = pathOf(command);
  for (const child of command.commands) {
    const group = command.parent === null ? groupOf(COMMAND_GROUPS, child.name()) : undefined;
    if (group !== undefined) child.helpGroup(group);
  }
  for (const option of command.options) {
    const group = groupOf(OPTION_GROUPS[path] ?? {}, option.long ?? '');
    if (group !== undefined) option.helpGroup(group);
    if (option.parseArg !== undefined) option.argParser(named(option.parseArg, option.long ?? option.flags));
  }
  for (const argument of command.registeredArguments) {
    if (argument.parseArg !== undefined) argument.argParser(named(argument.parseArg, argument.name()));
  }
  const examples = (EXAMPLES[path] ?? []).map((line) => `  $ npx ${PROGRAM} ${line}\n`);
  const document = DOCUMENTS[path] === undefined ? '' : `\nMore: ${DOCUMENTS[path]} in the package\n`;
  if (examples.length > 0) command.addHelpText('after', `\nExamples:\n${examples.join('')}${document}`);
}

type Parser = (text: string, before: unknown) => unknown;

/** A parser whose faults name what is parsed: `Got "x" as --port; allowed is …`. */
function named(parse: Parser, name: string): Parser {
  return (text, before) => {
    try {
      return parse(text, before);
    } catch (error) {
      if (!(error instanceof AddressLookupError)) throw error;
      const message = error.message.replace(/^(Got "[^"]*"); /, `$1 as ${name}; `);
      throw new AddressLookupError(error.code, message, error.data, { cause: error });
    }
  };
}

function groupOf(groups: Readonly<Record<string, readonly string[]>>, name: string): string | undefined {
  return Object.keys(groups).find((heading) => groups[heading]!.includes(name));
}

/** `error: unknown option '--x'` as a sentence; lines after the first are hints. */
function sentenceOf(text: string): string {
  const [first = '', ...hints] = text.replace(/^error: /, '').split('\n');
  return [`${first.charAt(0).toUpperCase()}${first.slice(1)}${/[.!?]$/.test(first) ? '' : '.'}`, ...hints].join('\n');
}

const MAX_HELP_WIDTH = 100;

/** `query radius`: the command without the name of the program. */
export function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null
    ? command.name() === PROGRAM
      ? ''
      : command.name()
    : `${pathOf(parent)} ${command.name()}`.trim();
}

/** The name of the package of the commands, and of their program: `npx NAME` runs it whether it is installed or not. */
export const PROGRAM = 'benelux-address-tools';

/** The description of an option, without trivial defaults: off, none, empty. */
function optionDescription(this: Help, option: Option): string {
  const { defaultValue } = option;
  const isEmpty =
    defaultValue === false || defaultValue === '' || (typeof defaultValue === 'object' && defaultValue !== null);
  const shown: Option = isEmpty ? Object.assign(Object.create(option), { defaultValue: undefined }) : option;
  return Help.prototype.optionDescription.call(this, shown);
}

let endsWithReader = false;

/** Ends the process quietly when the reader of our output closes it (`| head`), and with a sentence when the disk behind it takes no more. */
function endWithReader(): void {
  if (endsWithReader) return;
  endsWithReader = true;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`${notWritable(undefined, error, 'send it to another disk').message}\n`);
    process.exit(2);
  });
}

function forEachCommand(command: Command, action: (command: Command) => void): void {
  action(command);
  for (const child of command.commands) forEachCommand(child, action);
}

function wholeNumberFrom(least: number): (text: string) => number {
  return (text) => {
    if (/^[0-9]{1,15}$/.test(text) && Number(text) >= least) return Number(text);
    throw invalidOption(`Got "${text}"; allowed is a whole number from ${least}.`, { got: text });
  };
}

/** A whole number from the command line. @throws AddressLookupError `invalid-option` */
export const parseWholeNumber: (text: string) => number = wholeNumberFrom(0);

/** A whole number from the command line, from 1. @throws AddressLookupError `invalid-option` */
export const parsePositiveWhole: (text: string) => number = wholeNumberFrom(1);

/** A number from the command line. @throws AddressLookupError `invalid-option` */
export function parseDecimal(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw invalidOption(`Got "${text}"; allowed is a number, with a decimal point: 52.37.`, { got: text });
}

/** A number from the command line above 0. @throws AddressLookupError `invalid-option` */
export function parsePositive(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 1e9) return value;
  throw invalidOption(`Got "${text}"; allowed is a number above 0.`, { got: text });
}

/** A position from the command line, in degrees: `52.37,4.89`. @throws AddressLookupError `invalid-option` */
export function parsePosition(text: string): Position {
  const [latitude, longitude, ...rest] = text.split(',');
  if (latitude === undefined || longitude === undefined || rest.length > 0) {
    throw invalidOption(
      `Got "${text}"; allowed is LATITUDE,LONGITUDE in degrees with decimal points, e.g. 52.37,4.89.`,
      { got: text },
    );
  }
  return { latitude: parseDecimal(latitude), longitude: parseDecimal(longitude) };
}

/** @throws AddressLookupError `unknown-country` */
/** An option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Names separated by commas. */
export function parseNames(text: string): readonly string[] {
  return text.split(',').map((name) => name.trim());
}

export function parseCountry(text: string): Country {
  const country = text.toLowerCase();
  if (isCountry(country)) return country;
  throw new AddressLookupError('unknown-country', `Got country "${text}"; allowed are ${COUNTRIES.join(', ')}.`, {
    got: text,
    allowed: COUNTRIES,
  });
}

/** The exit code after Ctrl-C, as shells have it. */
export const INTERRUPTED = 130;

/** An option that cannot be used. @param data `got` and what else the message speaks of, for programs */
export function invalidOption(message: string, data: Readonly<Record<string, unknown>> = {}): AddressLookupError {
  return new AddressLookupError('invalid-option', message, data);
}
