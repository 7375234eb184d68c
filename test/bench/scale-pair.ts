import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '../../fixtures/generate/random.ts';
import { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Country } from '../../src/model/country.ts';
import { openCountry } from '../../src/store/directory.ts';
import { moduleBeside } from '../../src/threads/thread-module.ts';
import type { Latency } from './latency.ts';
import { addressesInDensestTown, sampleAddresses } from './operations.ts';
import type { PairedFigures, PairSamples, PairTask } from './scale-pair-target.ts';
import { formatNumber, formatTable } from './text-table.ts';

export interface PairOptions {
  /** The index that this version reads. */
  readonly directory: string;
  /** A checkout of another version, and the index that it reads. */
  readonly against: string;
  readonly againstIndex: string;
  readonly country: Country;
  readonly seed: number;
  readonly rounds: number;
}

const SAMPLE = 10_000;

/**
 * Asks this version and another one the same, in one process, by turns: the ratios hold on a busy machine, too. That is done in two
 * processes, since what is opened second is at a disadvantage; of each version the quicker figure counts. The questions are made here,
 * since code that has run for something else before is compiled differently.
 */
export async function benchPair({
  directory,
  against,
  againstIndex,
  country,
  seed,
  rounds,
}: PairOptions): Promise<void> {
  const index = await openCountry(directory, country);
  const lookup = new CountryLookup(country, index);
  const random = new Random(seed).stream('pair');
  const samples: PairSamples = {
    country: sampleAddresses(index, SAMPLE, random),
    town: addressesInDensestTown(lookup, index, random),
  };
  const task: Omit<PairTask, 'first'> = {
    versions: [
      { entry: entryOf(against), index: resolve(againstIndex) },
      { entry: fileURLToPath(moduleBeside('../../src/index', import.meta.url)), index: resolve(directory) },
    ],
    country,
    rounds,
    samples,
  };
  const [beforeFirst, nowFirst] = [
    await compareApart({ ...task, first: 0 }),
    await compareApart({ ...task, first: 1 }),
  ];
  const figures = beforeFirst.map((one, i): PairedFigures => {
    const other = nowFirst[i]!;
    return { ...one, before: quicker(one.before, other.before), now: quicker(one.now, other.now) };
  });
  console.log(`## ${country}: before (${against}) and now, by turns in one process, the quicker of two\n`);
  console.log(
    formatTable([
      ['operation', 'p50 µs before', 'now', 'ratio', 'p99 µs before', 'now', 'ratio', 'answers that differ'],
      ...figures.map(({ name, before, now, differing, compared }) => [
        name,
        before.p50,
        now.p50,
        (now.p50 / before.p50).toFixed(2),
        before.p99,
        now.p99,
        (now.p99 / before.p99).toFixed(2),
        `${differing} of ${formatNumber(compared)}`,
      ]),
    ]),
  );
}

async function compareApart(task: PairTask): Promise<readonly PairedFigures[]> {
  const target = fork(fileURLToPath(moduleBeside('scale-pair-target', import.meta.url)));
  const failed = once(target, 'exit').then(([code]) => {
    throw new Error(`The process that compares the versions ended with code ${code}.`);
  });
  target.send(task);
  const [figures] = (await Promise.race([once(target, 'message'), failed])) as [readonly PairedFigures[]];
  failed.catch(() => {});
  target.kill();
  return figures;
}

function quicker(a: Latency, b: Latency): Latency {
  return { p50: Math.min(a.p50, b.p50), p99: Math.min(a.p99, b.p99) };
}

/** What a checkout exports: compiled where it has been compiled and this code is, too. @throws Error */
function entryOf(checkout: string): string {
  const candidates = import.meta.url.endsWith('.js') ? ['dist/src/index.js', 'src/index.ts'] : ['src/index.ts'];
  const entry = candidates.map((path) => resolve(join(checkout, path))).find((path) => existsSync(path));
  if (entry === undefined)
    throw new Error(`${checkout} is no checkout of another version: it has no ${candidates.join(' or ')}.`);
  return entry;
}
