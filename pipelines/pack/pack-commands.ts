import { Command, Option } from 'commander';
import { showStages } from '../../src/cli/progress.ts';
import { AddressLookupError } from '../../src/errors.ts';
import { configurable } from '../configuration.ts';
import { HttpClient } from '../download/http-client.ts';
import { pause, withJitter, withPublishOptions } from '../update/update-command.ts';
import { install } from './install.ts';
import { pack } from './pack.ts';
import { createKeys, publicKeyPath } from './signature.ts';

/** `pack`: the current indexes as one file with a checksum. */
export function packCommand(stdout: NodeJS.WritableStream = process.stdout): Command {
  return new Command('pack')
    .description('pack the current indexes into one file for other machines, with a checksum next to it')
    .argument('[file]', 'file to write', 'addresses.zip')
    .option('--data <directory>', 'index directory', 'dist-data')
    .option('--sign <key>', 'sign the pack with this private key, a PEM file')
    .option('--new-key <key>', 'only make a key for --sign, in this file, and its public key next to it')
    .action(async (file: string, { data, sign, newKey }: PackCommandOptions) => {
      if (newKey !== undefined) {
        createKeys(newKey);
        stdout.write(`${newKey}: keep it secret\n${publicKeyPath(newKey)}: for install --trusted-key\n`);
        return;
      }
      const { countries, bytes, sha256 } = await pack(data, file, { signingKey: sign });
      stdout.write(`${file}: ${countries.join(', ')}, ${bytes.toLocaleString('en')} bytes\n${sha256}\n`);
    });
}

interface PackCommandOptions {
  readonly data: string;
  readonly sign?: string;
  readonly newKey?: string;
}

interface InstallCommandOptions {
  readonly out: string;
  readonly keep: number;
  readonly jitter: number;
  readonly trustedKey?: readonly string[];
}

/** `install`: publishes the indexes of a pack. Prints one line of JSON; progress is on `stderr`. */
export function installCommand(
  stdout: NodeJS.WritableStream = process.stdout,
  stderr: NodeJS.WriteStream = process.stderr,
): Command {
  const command = new Command('install')
    .description('publish the indexes of a pack, fetching only what has changed; prints one line of JSON')
    .argument('<pack>', 'path or URL of a file written by pack, with its checksum next to it');
  command.addOption(
    new Option(
      '--trusted-key <files...>',
      'install only what is signed with one of these keys, public keys in PEM files',
    ).env('ADDRESS_LOOKUP_TRUSTED_KEY'),
  );
  return configurable(withJitter(withPublishOptions(command))).action(
    async (source: string, { out, keep, jitter, trustedKey = [] }: InstallCommandOptions) => {
      await pause(jitter);
      const client = new HttpClient({}, (text) => void stderr.write(text));
      try {
        const installed = await install(source, {
          out,
          keep,
          trustedKeys: [trustedKey].flat(),
          client,
          progress: showStages('pack', stderr),
        });
        stdout.write(`${JSON.stringify(installed)}\n`);
      } catch (error) {
        if (error instanceof AddressLookupError)
          stdout.write(`${JSON.stringify({ status: 'failed', code: error.code, message: error.message })}\n`);
        throw error;
      } finally {
        await client.close();
      }
    },
  );
}
