import type { Command } from 'commander';
import type { Redis } from 'ioredis';
import { closeRedis, connectRedis, refusalOf, type Tell } from '../cluster/connection.ts';
import { ChunkQueue } from '../cluster/queue.ts';
import { BatchStore } from '../cluster/store.ts';
import { invalidOption } from './geocode-input.ts';

/** Where batches for several machines are. */
export interface RedisOptions {
  readonly redis?: string;
  readonly queue: string;
}

/** The environment variable that keeps a password off the command line, where every user of the machine can read it. */
const REDIS_VARIABLE = 'REDIS_URL';

export function withRedisOptions(command: Command): Command {
  return command
    .option(
      '--redis <url>',
      `redis://… or rediss://… of Redis or Valkey; ${REDIS_VARIABLE} of the environment unless given`,
    )
    .option('--queue <name>', 'keeps batches apart that have nothing to do with each other', parseQueue, 'geocode');
}

/** What the commands work with. */
export interface BatchContext {
  readonly redis: Redis;
  readonly store: BatchStore;
  readonly queue: ChunkQueue;
}

/**
 * Connects, works, and closes behind it.
 *
 * @throws AddressLookupError `invalid-option`, `redis-unavailable`, and what the work throws
 */
export async function withBatches<Result>(
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

/** Aborts at the first SIGINT or SIGTERM; at the second the process ends at once. */
export async function untilInterrupted<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interrupt = new AbortController();
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(130);
    interrupt.abort();
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt);
  try {
    return await work(interrupt.signal);
  } finally {
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
  }
}

/** The option `--batch`, or what the file is called. */
export function parseBatch(text: string): string {
  if (/^[^\p{Cc}]{1,200}$/u.test(text)) return text;
  throw invalidOption(`Got "${text}" as the name of a batch; allowed are up to 200 characters.`);
}

function parseQueue(text: string): string {
  if (/^[\w.-]{1,64}$/.test(text)) return text;
  throw invalidOption(
    `Got "${text}" as the name of a queue; allowed are up to 64 letters, digits, and the characters . _ -`,
  );
}

/** A number from the command line that is more than nothing. */
export function parsePositive(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 1e9) return value;
  throw invalidOption(`Got "${text}"; allowed is a number above 0.`);
}
