import { Command, Option } from 'commander';
import { showStages } from '../../src/cli/progress.ts';
import { parseCountry, parsePositiveWhole } from '../../src/cli/run-program.ts';
import type { Country } from '../../src/model/country.ts';
import { configurable } from '../configuration.ts';
import { download } from './download.ts';
import { HttpClient } from './http-client.ts';
import { parseSourceAddress, type SourceAddresses, sourcesOf } from './publishers.ts';

export interface DownloadCommandOptions {
  readonly to: string;
  readonly source?: SourceAddresses;
  readonly keepDownloads?: number;
}

/** `download`: the registers from their publishers. Prints the paths of the files, for `build-index`. */
export function downloadCommand(stderr: NodeJS.WriteStream = process.stderr): Command {
  const command = new Command('download')
    .description("download the current register files of countries from their publishers and print the files' paths")
    .argument('<countries...>', 'nl, be or lu', parseCountries)
    .action(async (countries: readonly Country[], options: DownloadCommandOptions) => {
      const client = new HttpClient({}, (text) => void stderr.write(text));
      try {
        for (const country of countries) {
          const { status, releaseDate, paths } = await download(country, {
            sources: sourcesOf(country, options.source),
            to: options.to,
            keep: options.keepDownloads,
            client,
            progress: showStages(country, stderr),
          });
          stderr.write(
            status === 'unchanged'
              ? `${country}: the release of ${releaseDate} is still the newest\n`
              : `${country}: release of ${releaseDate}\n`,
          );
          for (const path of paths) process.stdout.write(`${path}\n`);
        }
      } finally {
        await client.close();
      }
    });
  return configurable(withDownloadOptions(command));
}

/** The options of every command that downloads. */
export function withDownloadOptions(command: Command, keptDownloads: number | 'all' = 'all'): Command {
  return command
    .addOption(
      new Option('--to <directory>', 'download directory, with one directory per country and release')
        .default('downloads')
        .env('ADDRESS_LOOKUP_DOWNLOADS'),
    )
    .addOption(
      new Option('--source <file=address...>', "download a file from another URL than the publisher's")
        .argParser(addSources)
        .env('ADDRESS_LOOKUP_SOURCES'),
    )
    .addOption(
      new Option(
        '--keep-downloads <number>',
        `how many downloaded releases of each country to keep (default: ${keptDownloads})`,
      )
        .argParser(parsePositiveWhole)
        .env('ADDRESS_LOOKUP_KEEP_DOWNLOADS'),
    );
}

/** In the environment, several sources are separated by blanks. */
function addSources(text: string, before: SourceAddresses = {}): SourceAddresses {
  const given = text.trim().split(/\s+/).map(parseSourceAddress);
  return Object.assign({ ...before }, ...given);
}

function parseCountries(text: string, before: readonly Country[] = []): readonly Country[] {
  const country = parseCountry(text);
  return before.includes(country) ? before : [...before, country];
}
