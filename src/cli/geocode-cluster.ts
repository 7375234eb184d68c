import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import type { Redis } from 'ioredis';
import { addCounts, noCounts } from '../batch/chunk.ts';
import { describeByContent, judgeByContent } from '../batch/content.ts';
import { createEngine, createThreadEngine } from '../batch/engine.ts';
import { peekInput } from '../batch/input.ts';
import { countriesOfPlan, planFile } from '../batch/plan.ts';
import { type Collection, collectBatch } from '../cluster/collect.ts';
import { closeRedis, connectRedis, refusalOf, type Tell } from '../cluster/connection.ts';
import { ChunkQueue } from '../cluster/queue.ts';
import { releaseOfIndexes } from '../cluster/release.ts';
import { BatchStore } from '../cluster/store.ts';
import { type Submission, submitBatch } from '../cluster/submit.ts';
import { workOnBatches } from '../cluster/work.ts';
import { CountryIndex } from '../store/country-index.ts';
import { countriesIn, manifestOf, readCountries } from '../store/directory.ts';
import {
  describeFile,
  fileOptionsOf,
  fillsTerminal,
  type InputOptions,
  isClosedPipe,
  type Output,
  openInput,
  openOutput,
  summaryOf,
  withInputOptions,
  writeReport,
} from './geocode-files.ts';
import { type RowProgress, showRows } from './progress.ts';
import { INTERRUPTED, invalidOption, parsePositive, parsePositiveWhole, parseWholeNumber } from './run-program.ts';

/** The sub-commands of `geocode` for batches on several machines, which meet in Redis. */
export function clusterCommands(): Command[] {
  return [submitCommand(), workerCommand(), collectCommand(), statusCommand(), discardCommand()];
}

interface SubmitCommandOptions extends InputOptions, RedisOptions {
  readonly batch?: string;
  readonly data?: string;
  readonly attempts: number;
  readonly waiting: number;
  readonly keep: number;
  readonly quiet: boolean;
}

/** `geocode submit`: cuts a file into chunks for workers on any number of machines. */
function submitCommand(): Command {
  const command = new Command('submit')
    .description('submit a file to be geocoded by workers on several machines (same options as geocode)')
    .argument('<file>', 'CSV or NDJSON (gzipped, too); - for stdin, which needs --batch')
    .option('--batch <name>', 'batch name (default: that of the file)', parseBatch)
    .option('--data <directory>', 'only these indexes may answer it (default: those of the first worker)');
  return withInputOptions(withRedisOptions(command))
    .option('--attempts <number>', 'attempts per chunk before it is set aside', parsePositiveWhole, 5)
    .option('--waiting <chunks>', 'maximum chunks of 1,000 rows waiting in Redis', parsePositiveWhole, 10_000)
    .option('--keep <hours>', 'hours to keep an idle batch in Redis', parsePositive, 168)
    .option('--quiet', 'suppress progress and summary', false)
    .action(submit);
}

async function submit(path: string, options: SubmitCommandOptions): Promise<void> {
  const fileOptions = fileOptionsOf(options);
  const name = options.batch ?? (path === '-' ? undefined : parseBatchOf(path));
  if (name === undefined) throw invalidOption('Input from stdin has no name. Give it one with --batch.');
  const tell = teller(options);
  const { input, bytes, findChange } = await openInput(path);
  const peeked = await peekInput(input, options.sheet);
  const planned = planFile(peeked, fileOptions);
  tell(describeFile(planned, peeked.sheet));
  const { data } = options;
  // Without indexes the columns are what their headers say.
  const isOpen = data !== undefined && planned.plan.unknown.length > 0;
  const indexes = isOpen ? await readCountries(data, countriesOfPlan(planned.plan)) : [];
  const { file, judged } = judgeByContent(
    planned,
    indexes.map((each) => new CountryIndex(each)),
  );
  for (const each of judged) tell(describeByContent(each));
  const release =
    data === undefined
      ? undefined
      : releaseOfIndexes(
          countriesIn(data).map((country) => ({ manifest: manifestOf(data, country) })),
          countriesOfPlan(file.plan),
        );
  const submission = await withBatches(options, tell, ({ redis, store, queue }) =>
    untilInterrupted(redis, tell, async (signal) => {
      // An interrupt closes the input too, which may be waiting for more.
      signal.addEventListener('abort', () => input.destroy(), { once: true });
      const progress = showRows(options, bytes, () => (input as { bytesRead?: number }).bytesRead ?? 0);
      try {
        return await submitBatch(peeked, file, {
          store,
          queue,
          name,
          file: path === '-' ? name : path,
          release,
          attempts: Math.ceil(options.attempts),
          keepSeconds: Math.ceil(options.keep * 3600),
          maxWaiting: Math.ceil(options.waiting),
          signal,
          tell,
          onSubmitted: (rows) => progress?.update({ rows }),
        });
      } finally {
        progress?.stop();
      }
    }),
  );
  input.destroy();
  tell(describeSubmission(name, submission));
  const change = await findChange();
  if (change !== undefined) {
    process.stderr.write(`${change}\n`);
    process.exitCode = 1;
  }
  if (submission.isInterrupted) process.exitCode = INTERRUPTED;
}

function describeSubmission(
  name: string,
  { chunks, rows, chunksBefore, chunksRetried, isInterrupted }: Submission,
): string {
  const number = (count: number): string => count.toLocaleString('en');
  if (isInterrupted) return `Interrupted. Submit the same file again to continue after chunk ${number(chunks)}.`;
  const before = chunksBefore === 0 ? '' : `, ${number(chunksBefore)} of them submitted before`;
  const retried = chunksRetried === 0 ? '' : `; ${number(chunksRetried)} that had been set aside are tried again`;
  return `Batch "${name}": ${number(rows)} rows in ${number(chunks)} ${chunks === 1 ? 'chunk' : 'chunks'}${before}${retried}.`;
}

interface WorkerCommandOptions extends RedisOptions {
  readonly data: string;
  readonly threads: number;
  readonly lostAfter: number;
  readonly untilDone: boolean;
  readonly quiet: boolean;
}

/** `geocode worker`: answers chunks of the batches that were submitted, on as many machines as it is started on. */
function workerCommand(): Command {
  const command = new Command('worker')
    .description('process submitted batches until stopped')
    .option('--data <directory>', 'index directory', 'dist-data');
  return withRedisOptions(command)
    .option('--threads <number>', 'worker threads; 0 for none', parseWholeNumber, availableParallelism())
    .option('--until-done', 'exit when no work is left', false)
    .option(
      '--lost-after <seconds>',
      'seconds without a heartbeat before the chunks of a worker are reassigned',
      parsePositive,
      10,
    )
    .option('--quiet', 'suppress progress and summary', false)
    .action(work);
}

async function work(options: WorkerCommandOptions): Promise<void> {
  const tell = teller(options);
  const indexes = await readCountries(options.data);
  await withBatches(options, tell, ({ redis, store, queue }) =>
    untilInterrupted(redis, tell, async (signal) => {
      const engine =
        options.threads === 0
          ? createEngine(indexes.map((each) => new CountryIndex(each)))
          : createThreadEngine(indexes, options.threads);
      const countries = indexes.map(({ manifest }) => manifest.country).join(', ');
      tell(`Working with the indexes of ${countries}, ${options.threads} threads; Ctrl-C or SIGTERM ends it.`);
      const progress = showRows(options);
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
            addCounts(counts, chunk);
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

interface CollectCommandOptions extends RedisOptions {
  readonly out?: string;
  readonly wait: boolean;
  readonly report?: string;
  readonly quiet: boolean;
}

/** `geocode collect`: writes the rows of a batch in order. */
function collectCommand(): Command {
  const command = new Command('collect')
    .description("write a batch's rows in order as they complete, then delete the batch")
    .argument('<batch>', 'batch name, or the submitted file', parseBatchOf);
  return withRedisOptions(command)
    .option('-o, --out <file>', 'output file (default: stdout); resumable, and frees Redis memory as it goes')
    .option('--no-wait', 'stop at the first missing answer')
    .option('--report <file>', 'write the summary to this file, as JSON')
    .option('--quiet', 'suppress progress and summary', false)
    .action(collect);
}

async function collect(name: string, options: CollectCommandOptions): Promise<void> {
  const { out, report, quiet } = options;
  const tell = teller(options);
  const isKept = out !== undefined && !out.endsWith('.gz');
  const started = performance.now();
  let output: Output | undefined;
  let signal: AbortSignal | undefined;
  let collected = 0;
  let progress: RowProgress | undefined;
  let collection: Collection;
  try {
    collection = await withBatches(options, tell, ({ redis, store, queue }) =>
      untilInterrupted(redis, tell, (interrupt) => {
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
            collected = chunks;
            progress ??= showRows({ quiet: quiet || fillsTerminal(out) }, total, () => collected);
            progress?.update(counts);
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
  if (setAside.length > 0)
    tell(`${setAside.length} chunks were set aside; their rows have the discrepancy not-answered.`);
  if (!isComplete) {
    tell(
      isKept
        ? 'The batch is not complete yet; run the same command again to continue from here.'
        : 'The batch is not complete yet; all of it stays in Redis.',
    );
  }
  if (!isComplete) process.exitCode = signal?.aborted ? INTERRUPTED : 1;
  else if (setAside.length > 0) process.exitCode = 1;
  if (report === undefined) return;
  await writeReport(report, counts, seconds, {
    resumedAfterRows: rowsBefore,
    isInterrupted: !isComplete,
    setAside: setAside.map(({ firstRow, rows, reason }) => ({ file: batch.file, firstRow, rows, reason })),
    indexes: batch.release?.indexes.map(({ country, registers }) => ({ country, registers })) ?? [],
  });
}

/** `geocode status`: the batches in a Redis, as JSON. */
function statusCommand(): Command {
  return withRedisOptions(new Command('status').description('list batches with progress and failures')).action(
    showStatus,
  );
}

/** `geocode discard`: deletes a batch from Redis, whatever its state. */
function discardCommand(): Command {
  const command = new Command('discard')
    .description('delete a batch with its rows and answers')
    .argument('<batch>', 'batch name, or the submitted file', parseBatchOf);
  return withRedisOptions(command).action(discard);
}

async function showStatus(options: RedisOptions): Promise<void> {
  const status = await withBatches(options, tellAll, async ({ store, queue }) => {
    const batches: unknown[] = [];
    for (const name of await store.names()) {
      const batch = await store.find(name);
      if (batch === undefined) continue;
      const { id, file, submitted, submittedRows, total, collected, release } = batch;
      batches.push({
        name,
        file,
        rows: submittedRows,
        chunks: submitted,
        isWhole: total !== undefined,
        answered: await store.countAnswered(id),
        collected,
        setAside: (await queue.failedOf(id)).map(({ firstRow, rows, reason }) => ({ firstRow, rows, reason })),
        bytes: await store.bytesOf(id),
        indexes: release?.indexes.map(({ country, digest }) => `${country} ${digest}`) ?? null,
      });
    }
    return { batches, workers: (await queue.countWorkers()) ?? null };
  });
  process.stdout.write(`${JSON.stringify(status, null, 2)}\n`);
}

async function discard(name: string, options: RedisOptions): Promise<void> {
  await withBatches(options, tellAll, async ({ store, queue }) => {
    const batch = await store.get(name);
    await store.delete(batch);
    await queue.forget(batch.id);
  });
}

/** Options that say where the batches are. */
interface RedisOptions {
  readonly redis?: string;
  readonly queue: string;
}

/** The environment variable that keeps a password off the command line, where every user of the machine can read it. */
const REDIS_VARIABLE = 'REDIS_URL';

function withRedisOptions(command: Command): Command {
  return command
    .option('--redis <url>', `redis:// or rediss:// URL of Redis or Valkey (default: $${REDIS_VARIABLE})`)
    .option('--queue <name>', 'queue name; separates unrelated batches', parseQueue, 'geocode');
}

/** The context of the commands. */
interface BatchContext {
  readonly redis: Redis;
  readonly store: BatchStore;
  readonly queue: ChunkQueue;
}

/**
 * Connects, works, and closes afterwards.
 *
 * @throws AddressLookupError `invalid-option`, `redis-unavailable`, and what the work throws
 */
async function withBatches<Result>(
  { redis: given, queue: name }: RedisOptions,
  tell: Tell,
  work: (context: BatchContext) => Promise<Result>,
): Promise<Result> {
  const url = given ?? process.env[REDIS_VARIABLE];
  if (url === undefined || url === '') {
    throw invalidOption(`Say where Redis is, with --redis redis://host:6379 or ${REDIS_VARIABLE} in the environment.`);
  }
  const redis = await connectRedis(url, tell);
  try {
    const store = new BatchStore(redis, name);
    const queue = await ChunkQueue.open(redis, store.prefix);
    try {
      return await work({ redis, store, queue });
    } finally {
      await queue.close();
    }
  } catch (error) {
    throw refusalOf(error);
  } finally {
    closeRedis(redis);
  }
}

/** Interval of pings to Redis after an interrupt, and how many in a row may go unanswered. */
const ASK_MILLISECONDS = 500;
const MAX_UNANSWERED = 10;

/**
 * Aborts at the first SIGINT or SIGTERM, after which the work ends in order: chunks in progress are finished and reported
 * to Redis. At the second signal, or if Redis cannot be reached, the process ends at once, as if killed: another worker or
 * the next collector continues.
 */
async function untilInterrupted<Result>(
  redis: Redis,
  tell: Tell,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interrupt = new AbortController();
  let watch: NodeJS.Timeout | undefined;
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(INTERRUPTED);
    interrupt.abort();
    let unanswered = 0;
    watch = setInterval(() => {
      if (++unanswered > MAX_UNANSWERED) {
        tell(
          'Redis does not answer, so the command ends without it. Nothing is lost: another process repeats what was in progress.',
        );
        process.exit(INTERRUPTED);
      }
      // If the connection is lost, the ping waits until it is back; if the network is silent, it waits for ever.
      redis.ping().then(
        () => {
          unanswered = 0;
        },
        () => {},
      );
    }, ASK_MILLISECONDS);
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt);
  try {
    return await work(interrupt.signal);
  } finally {
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
    clearInterval(watch);
  }
}

/** The name of a batch. It has no slash, so that a path always means a file. */
function parseBatch(text: string): string {
  if (/^[^\p{Cc}/]{1,200}$/u.test(text)) return text;
  throw invalidOption(`Got "${text}" as the name of a batch; allowed are up to 200 characters without a slash.`);
}

/** The name of a batch, or of the batch of a file. */
function parseBatchOf(path: string): string {
  return parseBatch(basename(path));
}

function parseQueue(text: string): string {
  if (/^[\w.-]{1,64}$/.test(text)) return text;
  throw invalidOption(
    `Got "${text}" as the name of a queue; allowed are up to 64 letters, digits, and the characters . _ -`,
  );
}

/** Writes to stderr, unless `--quiet` was given. */
function teller({ quiet }: { readonly quiet: boolean }): Tell {
  return quiet ? () => {} : tellAll;
}

function tellAll(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
