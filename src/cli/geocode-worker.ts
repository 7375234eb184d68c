import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { addChunk, noCounts } from '../batch/chunk.ts';
import { createEngine, createThreadEngine } from '../batch/engine.ts';
import { workOnBatches } from '../cluster/work.ts';
import { readIndexes } from './geocode-indexes.ts';
import { parsePositive, type RedisOptions, untilInterrupted, withBatches, withRedisOptions } from './geocode-redis.ts';
import { showProgress, summaryOf } from './geocode-summary.ts';
import { parseWholeNumber } from './run-program.ts';

interface WorkerCommandOptions extends RedisOptions {
  readonly data: string;
  readonly threads: number;
  readonly lostAfter: number;
  readonly untilDone: boolean;
  readonly quiet: boolean;
}

/** `geocode worker`: answers chunks of the batches that were submitted, on as many machines as it is started on. */
export function workerCommand(): Command {
  const command = new Command('worker')
    .description('answer what was submitted, until it is stopped')
    .option('--data <directory>', 'the directory of the indexes', 'dist-data');
  return withRedisOptions(command)
    .option('--threads <number>', 'worker threads; 0 for none', parseWholeNumber, availableParallelism())
    .option('--until-done', 'end when nothing is left to do', false)
    .option('--lost-after <seconds>', 'give a chunk to another when its worker was silent so long', parsePositive, 10)
    .option('--quiet', 'say nothing but errors', false)
    .action(work);
}

async function work(options: WorkerCommandOptions): Promise<void> {
  const tell = (sentence: string): void => {
    if (!options.quiet) process.stderr.write(`${sentence}\n`);
  };
  const indexes = await readIndexes(options.data);
  await withBatches(options, tell, ({ store, queue }) =>
    untilInterrupted(async (signal) => {
      const engine = options.threads === 0 ? createEngine(indexes) : createThreadEngine(indexes, options.threads);
      const countries = indexes.map(({ manifest }) => manifest.country).join(', ');
      tell(`Working with the indexes of ${countries}, ${options.threads} threads; Ctrl-C or SIGTERM ends it.`);
      const progress = options.quiet || !process.stderr.isTTY ? undefined : showProgress(undefined, () => 0);
      const counts = noCounts();
      const started = performance.now();
      try {
        await workOnBatches({
          store,
          queue,
          indexes,
          engine,
          lostAfterSeconds: options.lostAfter,
          isUntilDone: options.untilDone,
          signal,
          tell,
          onAnswered(chunk) {
            addChunk(counts, chunk);
            progress?.update(counts);
          },
        });
      } finally {
        progress?.stop();
        await engine.close();
        if (!options.quiet) process.stderr.write(summaryOf(counts, 0, (performance.now() - started) / 1000));
      }
    }),
  );
}
