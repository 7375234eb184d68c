import { resolve } from 'node:path';
import { Command } from 'commander';
import { type Collection, collectBatch } from '../cluster/collect.ts';
import { isClosedPipe, type Output, openOutput } from './geocode-output.ts';
import { parseBatch, type RedisOptions, untilInterrupted, withBatches, withRedisOptions } from './geocode-redis.ts';
import { showProgress, summaryOf, writeReport } from './geocode-summary.ts';

interface CollectCommandOptions extends RedisOptions {
  readonly out?: string;
  readonly wait: boolean;
  readonly report?: string;
  readonly quiet: boolean;
}

/** `geocode collect`: the rows of a batch in their order. */
export function collectCommand(): Command {
  const command = new Command('collect')
    .description('write the rows of a batch in their order, as they are answered, and delete it behind the last')
    .argument('<batch>', 'its name: that of the file, unless it was given another', parseBatch);
  return withRedisOptions(command)
    .option(
      '-o, --out <file>',
      'write here instead of to stdout; can be gone on with, and makes room in Redis meanwhile',
    )
    .option('--no-wait', 'end where an answer is not there yet')
    .option('--report <file>', 'write the summary here, as JSON')
    .option('--quiet', 'say nothing but errors', false)
    .action(collect);
}

async function collect(name: string, options: CollectCommandOptions): Promise<void> {
  const { out, report, quiet } = options;
  const tell = (sentence: string): void => {
    if (!quiet) process.stderr.write(`${sentence}\n`);
  };
  const isKept = out !== undefined && !out.endsWith('.gz');
  const started = performance.now();
  let output: Output | undefined;
  let signal: AbortSignal | undefined;
  let collected = 0;
  let progress: ReturnType<typeof showProgress> | undefined;
  let collection: Collection;
  try {
    collection = await withBatches(options, tell, ({ store, queue }) =>
      untilInterrupted((interrupt) => {
        signal = interrupt;
        return collectBatch({
          store,
          queue,
          name,
          file: isKept ? resolve(out) : undefined,
          async open(keptBytes) {
            output = await openOutput(out, keptBytes);
            return output;
          },
          isImpatient: !options.wait,
          signal: interrupt,
          tell,
          onCollected(counts, chunks, total) {
            if (quiet || !process.stderr.isTTY) return;
            collected = chunks;
            progress ??= showProgress(total, () => collected);
            progress.update(counts);
          },
        });
      }),
    );
  } catch (error) {
    if (isClosedPipe(error)) return;
    throw error;
  } finally {
    progress?.stop();
    await output?.close();
  }
  const { batch, counts, rowsBefore, setAside, isComplete } = collection;
  const seconds = (performance.now() - started) / 1000;
  if (!quiet) process.stderr.write(summaryOf(counts, rowsBefore, seconds));
  if (setAside.length > 0) tell(`${setAside.length} chunks were set aside; their rows have the fault not-answered.`);
  if (!isComplete) {
    tell(
      isKept
        ? 'Not all is collected; the same command goes on from here.'
        : 'Not all is collected; all of it stays in Redis.',
    );
  }
  if (!isComplete) process.exitCode = signal?.aborted ? 130 : 1;
  else if (setAside.length > 0) process.exitCode = 1;
  if (report === undefined) return;
  await writeReport(report, counts, seconds, {
    resumedAfterRows: rowsBefore,
    isInterrupted: !isComplete,
    setAside: setAside.map(({ firstRow, rows, reason }) => ({ file: batch.file, firstRow, rows, reason })),
    indexes: batch.release?.indexes.map(({ country, registers }) => ({ country, registers })) ?? [],
  });
}
