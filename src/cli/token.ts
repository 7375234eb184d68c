import { randomBytes } from 'node:crypto';
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { AddressLookupError, notWritable } from '../errors.ts';
import { isOver, parseTokenLines, type TokenEntry, tokenLine } from '../http/tokens.ts';
import { isDay } from '../store/manifest.ts';
import { invalidOption } from './run-program.ts';

interface TokenOptions {
  readonly tokens?: string;
  readonly expires?: string;
  readonly list?: true;
  /** The first digits of the hash; `true` for all tokens of the client. */
  readonly revoke?: string | true;
}

/** `token`: makes, lists and revokes tokens. A token is shown once, when it is made; only its hash is stored. */
export function tokenCommand(): Command {
  return new Command('token')
    .description('create, list or revoke API tokens')
    .argument('[name]', 'client name, shown in logs and metrics', parseName)
    .option('--tokens <file>', 'token file (default: print the line to add to one)')
    .option('--expires <date>', 'last day the token is valid, YYYY-MM-DD in UTC', parseDay)
    .option('--list', 'list the clients, each with the first digits of its token hash')
    .option('--revoke [hash]', 'remove the tokens of the client, or only the one whose hash starts with these digits')
    .action(run);
}

async function run(name: string | undefined, { tokens, expires, list, revoke }: TokenOptions): Promise<void> {
  const wanted = [list === true && '--list', revoke !== undefined && '--revoke', expires !== undefined && '--expires'];
  const given = wanted.filter((each) => each !== false);
  if (given.length > 1) throw invalidOption(`Got ${given.join(' and ')}; give one of them.`, { got: given });
  if (list === true || revoke !== undefined) {
    if (tokens === undefined) throw invalidOption(`Got ${given[0]} without a file; give it with --tokens FILE.`, {});
    if (list === true) await listTokens(tokens);
    else await revokeTokens(nameOf(name), tokens, revoke === true ? '' : String(revoke).toLowerCase());
  } else await makeToken(nameOf(name), tokens, expires);
}

async function makeToken(name: string, file: string | undefined, expiry: string | undefined): Promise<void> {
  if (isOver(expiry))
    throw invalidOption(`Got --expires ${expiry}, which has passed; give a later day.`, { got: expiry });
  const token = randomBytes(32).toString('base64url');
  const line = tokenLine(name, token, expiry);
  if (file === undefined) process.stderr.write(`Line for the token file:\n${line}\n`);
  else await addLine(file, line);
  process.stdout.write(`${token}\n`);
}

async function addLine(file: string, line: string): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => '');
  const separator = before === '' || before.endsWith('\n') ? '' : '\n';
  try {
    await appendFile(file, `${separator}${line}\n`, { mode: 0o600 });
  } catch (cause) {
    throw notWritable(file, cause, 'choose another file with --tokens');
  }
}

/** How many digits of a hash are shown to distinguish the tokens of a client. */
const SHOWN_DIGITS = 8;

async function listTokens(file: string): Promise<void> {
  const entries = await readEntries(file);
  const rows = entries.map(({ name, hash, expiry }) => [
    name,
    hash.slice(0, SHOWN_DIGITS),
    expiry === undefined ? 'until it is revoked' : `${isOver(expiry) ? 'expired after' : 'until'} ${expiry}`,
  ]);
  process.stdout.write(`${[['client', 'hash', 'valid'], ...rows].map((row) => row.join('\t')).join('\n')}\n`);
}

async function revokeTokens(name: string, file: string, digits: string): Promise<void> {
  const entries = await readEntries(file);
  const isRevoked = (entry: TokenEntry): boolean => entry.name === name && entry.hash.startsWith(digits);
  const count = entries.filter(isRevoked).length;
  if (count === 0) {
    const names = [...new Set(entries.map((entry) => entry.name))].join(', ');
    throw invalidOption(
      `${file} has no token of "${name}"${digits === '' ? '' : ` whose hash begins with ${digits}`}; it has tokens of ${names || 'no client'}. List them with --list.`,
      { got: name },
    );
  }
  // Line by line, so that comments stay.
  const lines = (await readFile(file, 'utf8')).split(/[\n,]/);
  const kept = lines.filter((line) => !parseTokenLines(line, file).some(isRevoked));
  // A file without lines would look as if it were still being written.
  if (entries.length === count) kept.unshift('# No client has a token.');
  const aside = `${file}.${process.pid}.new`;
  try {
    await writeFile(aside, kept.join('\n'), { mode: 0o600 });
    await rename(aside, file);
  } catch (cause) {
    await rm(aside, { force: true });
    throw notWritable(file, cause, 'choose another file with --tokens');
  }
  process.stderr.write(
    `${count === 1 ? 'One token' : `${count} tokens`} of ${name} revoked. A running server takes the change within --poll-seconds, or at once on SIGHUP.\n`,
  );
}

async function readEntries(file: string): Promise<TokenEntry[]> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new AddressLookupError(
      'input-not-found',
      `The token file "${file}" cannot be read (${(cause as Error).message}). Name another one with --tokens.`,
      { file },
      { cause },
    );
  });
  return parseTokenLines(text, file);
}

function nameOf(name: string | undefined): string {
  if (name !== undefined) return name;
  throw invalidOption(
    'Got no name; give that of the client, e.g. "npx benelux-address-tools token shop --tokens tokens".',
    {},
  );
}

function parseName(text: string): string {
  if (/^[\w.@-]{1,64}$/.test(text)) return text;
  throw invalidOption(`Got "${text}" as a name; allowed are up to 64 letters, digits, and the characters . _ @ -`, {
    got: text,
  });
}

function parseDay(text: string): string {
  if (isDay(text)) return text;
  throw invalidOption(`Got "${text}" as a day; allowed is YYYY-MM-DD, e.g. 2027-03-31.`, { got: text });
}
