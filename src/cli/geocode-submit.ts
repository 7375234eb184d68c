import { basename } from 'node:path';
import { Command } from 'commander';
import { countriesOfPlan } from '../batch/batch-plan.ts';
import { peekInput } from '../batch/peeked-input.ts';
import { planFile } from '../batch/plan-file.ts';
import { releaseOf } from '../cluster/index-release.ts';
import { type Submission, submitBatch } from '../cluster/submit-batch.ts';
import { countriesIn, manifestOf } from '../store/directory.ts';
import {
  describeFile,
  fileOptionsOf,
  type InputOptions,
  invalidOption,
  openInput,
  withInputOptions,
} from './geocode-input.ts';
import {
  parseBatch,
  parsePositive,
  type RedisOptions,
  untilInterrupted,
  withBatches,
  withRedisOptions,
} from './geocode-redis.ts';
import { showProgress } from './geocode-summary.ts';

interface SubmitCommandOptions extends InputOptions, RedisOptions {
  readonly batch?: string;
  readonly data?: string;
  readonly attempts: number;
  readonly waiting: number;
  readonly keep: number;
  readonly quiet: boolean;
}

/** `geocode submit`: cuts a file into chunks for workers on any number of machines. */
export function submitCommand(): Command {
  const command = new Command('submit')
    .description('hand a file in for workers on several machines; the options are those of geocode')
    .argument('<file>', 'CSV or NDJSON, also in gzip; "-" reads stdin, and needs --batch')
    .option('--batch <name>', 'what to call it; the name of the file unless given', parseBatch)
    .option(
      '--data <directory>',
      'have it answered with these indexes and no others; those of the first worker unless given',
    );
  return withInputOptions(withRedisOptions(command))
    .option('--attempts <number>', 'how often a chunk is tried before it is set aside', parsePositive, 5)
    .option('--waiting <chunks>', 'so many chunks of 1,000 rows may wait in Redis for workers', parsePositive, 10_000)
    .option(
      '--keep <hours>',
      'how long all of it stays in Redis after the last that was done with it',
      parsePositive,
      168,
    )
    .option('--quiet', 'say nothing but errors', false)
    .action(submit);
}

async function submit(path: string, options: SubmitCommandOptions): Promise<void> {
  const fileOptions = fileOptionsOf(options);
  const name = options.batch ?? (path === '-' ? undefined : parseBatch(basename(path)));
  if (name === undefined) throw invalidOption('What comes from stdin has no name. Give it one with --batch.');
  const tell = (sentence: string): void => {
    if (!options.quiet) process.stderr.write(`${sentence}\n`);
  };
  const { input, bytes } = await openInput(path);
  const peeked = await peekInput(input);
  const file = planFile(peeked, fileOptions);
  tell(describeFile(file));
  const { data } = options;
  const release =
    data === undefined
      ? undefined
      : releaseOf(
          countriesIn(data).map((country) => ({ manifest: manifestOf(data, country) })),
          countriesOfPlan(file.plan),
        );
  const submission = await withBatches(options, tell, ({ store, queue }) =>
    untilInterrupted(async (signal) => {
      // Whoever interrupts closes the input too, which may be waiting for more.
      signal.addEventListener('abort', () => input.destroy(), { once: true });
      const progress =
        options.quiet || !process.stderr.isTTY
          ? undefined
          : showProgress(bytes, () => (input as { bytesRead?: number }).bytesRead ?? 0);
      try {
        return await submitBatch(peeked, file, {
          store,
          queue,
          name,
          file: path === '-' ? name : path,
          release,
          attempts: Math.ceil(options.attempts),
          keepSeconds: Math.ceil(options.keep * 3600),
          mostWaiting: Math.ceil(options.waiting),
          signal,
          tell,
          onSubmitted: (rows) => progress?.updateRows(rows),
        });
      } finally {
        progress?.stop();
      }
    }),
  );
  input.destroy();
  tell(describeSubmission(name, submission));
  if (submission.isInterrupted) process.exitCode = 130;
}

function describeSubmission(
  name: string,
  { chunks, rows, chunksBefore, chunksRetried, isInterrupted }: Submission,
): string {
  const number = (count: number): string => count.toLocaleString('en');
  if (isInterrupted) return `Interrupted. Submitting the same file again goes on behind chunk ${number(chunks)}.`;
  const before = chunksBefore === 0 ? '' : `, of which ${number(chunksBefore)} were there already`;
  const retried = chunksRetried === 0 ? '' : `; ${number(chunksRetried)} that had been set aside are tried again`;
  return `Batch "${name}": ${number(rows)} rows in ${number(chunks)} chunks${before}${retried}.`;
}
