import type { Redis } from 'ioredis';
import { AddressLookupError } from '../errors.ts';

/** Says in a sentence what a person at the screen, or in the log, should know. */
export type Tell = (sentence: string) => void;

/** How long is waited for a first answer of Redis, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;
/** A connection that was lost is tried again after so many milliseconds, more each time. */
const FIRST_RETRY = 50;
const LAST_RETRY = 2000;

/**
 * Connects to Redis or Valkey. Later losses of the connection are sat out: commands wait until it is back.
 *
 * @param url `redis://` or, with TLS, `rediss://`, with user, password, port and database as needed
 * @throws AddressLookupError `invalid-option`, `redis-unavailable`
 */
export async function connectRedis(url: string, tell: Tell): Promise<Redis> {
  const shown = withoutPassword(url);
  const { Redis } = await loadPackage('ioredis', () => import('ioredis'));
  let wasReady = false;
  let lastError: Error | undefined;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT,
    // BullMQ asks for it: a command waits as long as Redis is away.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (wasReady ? Math.min(FIRST_RETRY * 2 ** times, LAST_RETRY) : null),
  });
  redis.on('error', (error: Error) => {
    lastError = error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    const reason = (lastError ?? (error as Error)).message;
    throw new AddressLookupError(
      'redis-unavailable',
      `Redis at ${shown} cannot be used: ${reason}. Check the address, user and password, and that it is running.`,
      { url: shown },
    );
  }
  wasReady = true;
  let isLost = false;
  redis.on('close', () => {
    if (!isLost) tell(`The connection to Redis at ${shown} is lost; it is tried again.`);
    isLost = true;
  });
  redis.on('ready', () => {
    isLost = false;
    tell(`The connection to Redis at ${shown} is back.`);
  });
  return redis;
}

/** Ends a connection at once; what was not answered is not waited for. */
export function closeRedis(redis: Redis): void {
  redis.removeAllListeners('close');
  redis.disconnect();
}

/**
 * What Redis refuses, as a sentence: that it is full, a replica, or does not let this user. Any other error as it is. Of what
 * ioredis throws nothing but the message goes on, since it has the command in it, and a login is one.
 */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return error;
  return new AddressLookupError('redis-unavailable', `Redis refuses a command: ${error.message}`, {});
}

/** A package that only those have who work on several machines. @throws AddressLookupError `redis-unavailable` */
export async function loadPackage<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new AddressLookupError(
      'redis-unavailable',
      `Batches on several machines need two packages more, and ${name} is not installed: npm install bullmq ioredis`,
      { package: name },
      { cause: error },
    );
  }
}

/** An address of Redis as it may be shown. @throws AddressLookupError `invalid-option` for a text that is none */
export function withoutPassword(url: string): string {
  const parsed = parseUrl(url);
  if (parsed === undefined || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === '') {
    throw new AddressLookupError(
      'invalid-option',
      'The address of Redis is not understood; allowed is redis://[user:password@]host[:port][/database], with rediss:// for TLS.',
      {},
    );
  }
  return `${parsed.protocol}//${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}`;
}

function parseUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
