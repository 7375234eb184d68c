import { join } from 'node:path';
import { Command } from 'commander';
import { parseCountry } from '../src/cli/run-program.ts';
import { AddressLookupError } from '../src/errors.ts';
import type { Country } from '../src/model/country.ts';
import { openIndex } from '../src/store/directory.ts';
import { registerLabel } from '../src/store/manifest.ts';
import { readManifest } from '../src/store/manifest-file.ts';
import { releaseDirectory } from '../src/store/releases.ts';
import { keptReleases, rollBack } from './publish-directory.ts';

interface RollbackOptions {
  readonly data: string;
  readonly list?: true;
}

/** `rollback`: makes a former release of a country current again, or lists those that are kept. */
export function rollbackCommand(stdout: NodeJS.WritableStream = process.stdout): Command {
  return new Command('rollback')
    .description('make the previous release, or a named one, current again; servers follow')
    .argument('<country>', 'nl, be or lu', parseCountry)
    .argument('[release]', 'name of a release, e.g. 2026-11-08 (default: the previous one)')
    .option('--data <directory>', 'index directory', 'dist-data')
    .option('--list', 'only list the releases that are kept; * marks the current one')
    .action(async (country: Country, release: string | undefined, { data, list }: RollbackOptions) => {
      const place = join(data, country);
      if (list) {
        stdout.write(listReleases(place, country));
        return;
      }
      const { from, to } = await rollBack(place, release, async (directory) => {
        // With a release that cannot be opened, running servers would keep theirs, and others could not start.
        await openIndex(directory);
      });
      stdout.write(
        from === to
          ? `${country}: ${to} is the current release already\n`
          : `${country}: ${to} is current${from === undefined ? '' : `, instead of ${from}`}\n`,
      );
    });
}

function listReleases(place: string, country: Country): string {
  const { current, releases } = keptReleases(place);
  if (releases.length === 0) {
    throw new AddressLookupError(
      'index-not-found',
      `There is no release of ${country} in ${place}. Name the directory of the indexes with --data.`,
      { directory: place },
    );
  }
  return releases.map((name) => `${name === current ? '*' : ' '} ${name}  ${describe(place, name)}\n`).join('');
}

function describe(place: string, name: string): string {
  try {
    const { counts, registers } = readManifest(releaseDirectory(place, name));
    return `${counts.addresses.toLocaleString('en')} addresses of ${registers.map(registerLabel).join(' and ')}`;
  } catch (error) {
    if (error instanceof AddressLookupError) return `cannot be opened: ${error.code}`;
    throw error;
  }
}
