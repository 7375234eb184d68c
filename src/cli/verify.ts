import { Command } from 'commander';
import { verifyIndex } from '../lookup/open.ts';

/** `verify`: reads every byte of the indexes in a directory, compares the checksums, and checks the tables against each other. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('verify all indexes in a directory: checksums, and that their tables agree with each other')
    .argument('[directory]', 'index directory', 'dist-data')
    .action(verify);
}

async function verify(directory: string): Promise<void> {
  for (const { country, manifest, faults } of await verifyIndex(directory)) {
    if (manifest === undefined) {
      process.stderr.write(`${country}: ${faults.join(' ')}\n`);
      process.exitCode = 1;
      continue;
    }
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    process.stdout.write(
      `${country}: sound, ${manifest.counts.addresses.toLocaleString('en')} addresses in ${bytes.toLocaleString('en')} bytes\n`,
    );
  }
}
