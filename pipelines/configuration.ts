import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { AddressLookupError } from '../src/errors.ts';

/**
 * Gives a command `--config FILE`: a JSON object whose keys are the names of options in camel case. The command line takes
 * precedence over the environment, and the environment over the file. Keys of other commands are ignored, so that one file
 * serves all commands.
 */
export function configurable(command: Command): Command {
  return command
    .addOption(
      new Option('--config <file>', 'JSON file with values for options, by their names in camel case').env(
        'ADDRESS_LOOKUP_CONFIG',
      ),
    )
    .hook('preAction', (_, action) => {
      const { config } = action.opts<{ config?: string }>();
      if (config !== undefined) applyConfiguration(action, config);
    });
}

/** Every key that a configuration may have: the options of `download`, `update`, `pack` and `install`. */
export const CONFIGURATION_KEYS = [
  'accept',
  'beGrid',
  'beStatuses',
  'countries',
  'force',
  'jitter',
  'keep',
  'keepDownloads',
  'limit',
  'objects',
  'out',
  'rdGrid',
  'source',
  'threads',
  'to',
  'trustedKey',
] as const;

/** @throws AddressLookupError `invalid-option` */
function applyConfiguration(command: Command, path: string): void {
  const configuration = readConfiguration(path);
  for (const [key, value] of Object.entries(configuration)) {
    if (!(CONFIGURATION_KEYS as readonly string[]).includes(key))
      throw wrong(path, `has a key "${key}"; allowed are ${CONFIGURATION_KEYS.join(', ')}`);
    const option = command.options.find((each) => each.attributeName() === key);
    const source = command.getOptionValueSource(key);
    if (option === undefined || source === 'cli' || source === 'env') continue;
    if (option.isBoolean() && typeof value !== 'boolean')
      throw wrong(path, `has a value for "${key}" that is neither true nor false`);
    const given = option.isBoolean() ? value : parsed(path, option, textsOf(path, key, value));
    command.setOptionValueWithSource(key, given, 'config');
  }
}

function readConfiguration(path: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw wrong(path, `cannot be read (${(cause as Error).message}); give another one with --config`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw wrong(path, `is not JSON (${(cause as Error).message}); docs/operations.md has an example`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(path, 'is not a JSON object');
  return value as Readonly<Record<string, unknown>>;
}

/** A value as on the command line: `{ "a.zip": "https://…" }` is `a.zip=https://…`. */
function textsOf(path: string, key: string, value: unknown): readonly string[] {
  const isScalar = (each: unknown): boolean => typeof each === 'string' || typeof each === 'number';
  if (isScalar(value)) return [String(value)];
  if (Array.isArray(value) && value.every(isScalar)) return value.map(String);
  if (typeof value === 'object' && value !== null && Object.values(value).every(isScalar))
    return Object.entries(value).map(([name, each]) => `${name}=${each}`);
  throw wrong(path, `has a value for "${key}" that is neither text, a number, a list nor an object of these`);
}

function parsed(path: string, option: Option, texts: readonly string[]): unknown {
  let value: unknown;
  try {
    for (const text of texts) value = option.parseArg === undefined ? text : option.parseArg(text, value);
  } catch (error) {
    if (!(error instanceof AddressLookupError)) throw error;
    const message = `In the configuration file "${path}": ${error.message}`;
    throw new AddressLookupError(error.code, message, error.data, { cause: error });
  }
  return option.variadic && option.parseArg === undefined ? [...texts] : value;
}

function wrong(path: string, what: string): AddressLookupError {
  return new AddressLookupError('invalid-option', `The configuration file "${path}" ${what}.`, { got: path });
}
