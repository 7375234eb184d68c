import { Command } from 'commander';
import { AddressLookupError } from '../errors.ts';
import { countriesIn, openCountry } from '../store/directory.ts';

/** `verify`: reads every byte of the indexes in a directory and compares the checksums. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('check every byte of the indexes in a directory')
    .argument('[directory]', 'the directory of the indexes', 'dist-data')
    .action(verify);
}

/** Checks each country separately: a damaged one does not prevent checking the others. */
async function verify(directory: string): Promise<void> {
  for (const country of countriesIn(directory)) {
    try {
      const { addresses, manifest } = await openCountry(directory, country);
      const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
      process.stdout.write(
        `${country}: sound, ${addresses.length.toLocaleString('en')} addresses in ${bytes.toLocaleString('en')} bytes\n`,
      );
    } catch (error) {
      if (!(error instanceof AddressLookupError)) throw error;
      process.stderr.write(`${country}: ${error.message}\n`);
      process.exitCode = 1;
    }
  }
}
