import type { Redis } from 'ioredis';
import { AddressLookupError } from '../errors.ts';

/** Tells the user, or the log, one sentence. */
export type Tell = (sentence: string) => void;

const CONNECT_TIMEOUT_MILLISECONDS = 10_000;
/** Wait before reconnecting; it doubles each time, up to the maximum. */
const MIN_RETRY_MILLISECONDS = 50;
const MAX_RETRY_MILLISECONDS = 2000;

/**
 * Connects to Redis or Valkey. If the connection is lost later, commands wait until it is back.
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
    connectTimeout: CONNECT_TIMEOUT_MILLISECONDS,
    // BullMQ requires it: a command waits as long as Redis is away.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (wasReady ? Math.min(MIN_RETRY_MILLISECONDS * 2 ** times, MAX_RETRY_MILLISECONDS) : null),
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
    if (!isLost) tell(`The connection to Redis at ${shown} is lost; reconnecting.`);
    isLost = true;
  });
  redis.on('ready', () => {
    isLost = false;
    tell(`The connection to Redis at ${shown} is back.`);
  });
  return redis;
}

/** Ends a connection at once, without waiting for answers. */
export function closeRedis(redis: Redis): void {
  redis.removeAllListeners('close');
  redis.disconnect();
}

/**
 * Turns a refusal of Redis (it is full, a replica, or does not admit this user) into a sentence, and leaves any other error as it is. Only the
 * message of ioredis' error is kept: the error also holds the command, which may be a login.
 */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return error;
  return new AddressLookupError('redis-unavailable', `Redis refuses a command: ${error.message}`, {});
}

/** Loads a package that is only needed for batches on several machines. @throws AddressLookupError `redis-unavailable` */
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

/** The URL of Redis without its password, safe to show. @throws AddressLookupError `invalid-option` for any other text */
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
