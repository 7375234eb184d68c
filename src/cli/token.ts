import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { AddressLookupError } from '../errors.ts';

/** `token`: makes a token for a client of the service. The token is shown once; only its hash is stored. */
export function tokenCommand(): Command {
  return new Command('token')
    .description('make a token for a client of the service')
    .argument('<name>', 'name of the client in logs and rate limits', parseName)
    .option('--tokens <file>', 'token file to add the client to; without it, prints the line to add')
    .action(makeToken);
}

async function makeToken(name: string, { tokens }: { tokens?: string }): Promise<void> {
  const { tokenLine } = await import('../http/tokens.ts');
  const token = randomBytes(32).toString('base64url');
  const line = tokenLine(name, token);
  if (tokens === undefined) process.stderr.write(`Line for the token file:\n${line}\n`);
  else await addLine(tokens, line);
  process.stdout.write(`${token}\n`);
}

async function addLine(file: string, line: string): Promise<void> {
  try {
    await appendFile(file, `${(await endsInLine(file)) ? '\n' : ''}${line}\n`, { mode: 0o600 });
  } catch (cause) {
    throw new AddressLookupError(
      'output-not-writable',
      `Nothing can be added to "${file}" (${(cause as Error).message}). Choose another file with --tokens.`,
      { got: file },
      { cause },
    );
  }
}

/** Whether the last line of a file, e.g. after editing by hand, lacks a line end. */
async function endsInLine(file: string): Promise<boolean> {
  const text = existsSync(file) ? await readFile(file, 'utf8') : '';
  return text !== '' && !text.endsWith('\n');
}

function parseName(text: string): string {
  if (/^[\w.@-]{1,64}$/.test(text)) return text;
  throw new AddressLookupError(
    'invalid-option',
    `Got "${text}" as a name; allowed are up to 64 letters, digits, and the characters . _ @ -`,
    { got: text },
  );
}
