import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { AddressLookupError } from '../errors.ts';
import { COUNTRIES } from '../model/country.ts';
import { CountryIndex } from '../store/country-index.ts';
import { INDEX_FILES } from '../store/layout.ts';
import { readIndex, verifyIndex } from '../store/open-index.ts';

/** `verify`: reads every byte of the indexes in a directory and compares the checksums. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('check every byte of the indexes in a directory')
    .argument('[directory]', 'the directory of the indexes', 'dist-data')
    .action(verify);
}

async function verify(directory: string): Promise<void> {
  const present = COUNTRIES.filter((country) => existsSync(join(directory, country, INDEX_FILES.manifest)));
  if (present.length === 0) {
    throw new AddressLookupError(
      'index-not-found',
      `There is no index in ${directory}. Build one with "npm run build-index".`,
      {
        directory,
      },
    );
  }
  for (const country of present) {
    const buffers = await readIndex(join(directory, country));
    const faults = verifyIndex(buffers);
    if (faults.length > 0) {
      process.stderr.write(`${country}: ${faults.join(' ')} Copy or build the index again.\n`);
      process.exitCode = 1;
      continue;
    }
    const { addresses } = new CountryIndex(buffers);
    const bytes = buffers.manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    process.stdout.write(
      `${country}: sound, ${addresses.length.toLocaleString('en')} addresses in ${bytes.toLocaleString('en')} bytes\n`,
    );
  }
}
