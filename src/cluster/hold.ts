import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { AddressLookupError } from '../errors.ts';

/** A hold that is not renewed ends after so many milliseconds: that long a batch waits for a process that was killed. */
const HOLD_TIME = 5000;
const RENEWED_EVERY = 1000;
const TRIED_EVERY = 250;

/** Something that one process at a time may have in hand. */
export interface Hold {
  /** @throws AddressLookupError `batch-conflict` once another has it */
  check(): void;
  release(): Promise<void>;
}

/**
 * Takes hold of a key. Of one that is held it is waited until it is renewed, or until it ends, as after a process was killed.
 *
 * @param taken the sentence for when another process has it
 * @throws AddressLookupError `batch-conflict`
 */
export async function takeHold(redis: Redis, key: string, taken: string): Promise<Hold> {
  const token = randomUUID();
  const conflict = (): AddressLookupError => new AddressLookupError('batch-conflict', taken, {});
  const take = async (): Promise<boolean> => (await redis.set(key, token, 'PX', HOLD_TIME, 'NX')) === 'OK';
  for (let left = HOLD_TIME; !(await take()); ) {
    const leftNow = await redis.pttl(key);
    // Renewed meanwhile, so there is somebody.
    if (leftNow > left) throw conflict();
    left = leftNow;
    await delay(TRIED_EVERY);
  }
  let isLost = false;
  const renew = async (): Promise<void> => {
    // One that ran out while Redis was away is taken again, if nobody else has.
    if ((await redis.eval(RENEW, 1, key, token, HOLD_TIME)) !== 1) isLost = true;
  };
  const timer = setInterval(() => void renew().catch(() => {}), RENEWED_EVERY);
  return {
    check() {
      if (isLost) throw conflict();
    },
    async release() {
      clearInterval(timer);
      await redis.eval(RELEASE, 1, key, token);
    },
  };
}

/** Whether any process has it now. */
export async function isHeld(redis: Redis, key: string): Promise<boolean> {
  return (await redis.exists(key)) === 1;
}

const RENEW = `
local holder = redis.call('get', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const RELEASE = `
if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0`;
