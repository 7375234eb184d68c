import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { showStages } from '../../src/cli/progress.ts';
import { parseCountry, parsePositiveWhole, parseWholeNumber } from '../../src/cli/run-program.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import { type RegisterCommandOptions, registerOptionsOf, withRegisterOptions } from '../build-index.ts';
import { configurable } from '../configuration.ts';
import { type DownloadCommandOptions, withDownloadOptions } from '../download/download-command.ts';
import { HttpClient } from '../download/http-client.ts';
import { DEFAULT_KEEP } from '../publish-directory.ts';
import { type UpdateOutcome, update } from './update.ts';

interface UpdateCommandOptions extends DownloadCommandOptions, RegisterCommandOptions {
  readonly countries: readonly Country[];
  readonly out: string;
  readonly keep: number;
  readonly force?: true;
  readonly jitter: number;
}

const DEFAULT_KEEP_DOWNLOADS = 2;

/** The exit code of the worst status: 1 and 3 need attention, 2 may be temporary. */
function exitCodeOf({ status, countries }: UpdateOutcome): number {
  if (status === 'failed') return 2;
  if (status !== 'refused') return 0;
  // As for `build-index`, if only gates have refused something.
  const refused = Object.values(countries).filter((country) => country.status === 'refused');
  return refused.every(({ gates }) => gates !== undefined) ? 3 : 1;
}

/** `update`: download, build, check and publish, for a timer. Prints one line of JSON; progress is on `stderr`. */
export function updateCommand(stderr: NodeJS.WriteStream = process.stderr): Command {
  const command = withDownloadOptions(
    new Command('update').description(
      'download, build, check and publish what is new; made for a timer. Prints one line of JSON; exit code 1: something was refused, 2: something failed, 3: only gates refused something',
    ),
    DEFAULT_KEEP_DOWNLOADS,
  );
  return configurable(withJitter(withRegisterOptions(withPublishOptions(command))))
    .addOption(
      new Option('--countries <list...>', 'of nl, be, lu (default: all three)')
        .argParser(addCountries)
        .default(COUNTRIES)
        .env('ADDRESS_LOOKUP_COUNTRIES'),
    )
    .option('--force', 'build even if nothing has changed')
    .action(async (options: UpdateCommandOptions) => {
      await pause(options.jitter);
      const tell = (text: string): void => void stderr.write(text);
      const client = new HttpClient({}, tell);
      const outcome = await update({
        countries: options.countries,
        to: options.to,
        sources: options.source,
        keepDownloads: options.keepDownloads ?? DEFAULT_KEEP_DOWNLOADS,
        out: options.out,
        keep: options.keep,
        ...registerOptionsOf(options, options.countries),
        isForced: options.force ?? false,
        progress: (country) => showStages(country, stderr),
        client,
        tell,
      }).finally(() => client.close());
      for (const [country, { message }] of Object.entries(outcome.countries)) {
        if (message !== undefined) stderr.write(`${country}: ${message}\n`);
      }
      process.stdout.write(`${JSON.stringify(outcome)}\n`);
      process.exitCode = exitCodeOf(outcome);
    });
}

/** Adds the options for where to publish indexes, and how many releases to keep. */
export function withPublishOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--out <directory>', 'index directory, with one directory per country')
        .default('dist-data')
        .env('ADDRESS_LOOKUP_DATA'),
    )
    .addOption(
      new Option('--keep <number>', 'how many releases of a country to keep, including the new one')
        .argParser(parsePositiveWhole)
        .default(DEFAULT_KEEP)
        .env('ADDRESS_LOOKUP_KEEP'),
    );
}

/** Adds `--jitter`, so that the timers of many machines do not all start at the same moment. */
export function withJitter(command: Command): Command {
  return command.addOption(
    new Option('--jitter <seconds>', 'wait a random time of up to this before starting')
      .argParser(parseWholeNumber)
      .default(0)
      .env('ADDRESS_LOOKUP_JITTER'),
  );
}

/** Waits a random part of `seconds`. */
export async function pause(seconds: number): Promise<void> {
  if (seconds > 0) await sleep(Math.random() * seconds * 1000);
}

/** Parses `nl be` and `nl,be`; given values replace the default. */
function addCountries(text: string, before: readonly Country[] = []): readonly Country[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return [...new Set([...(before === COUNTRIES ? [] : before), ...words.map(parseCountry)])];
}
