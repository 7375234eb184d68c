import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { BatchPlan } from '../batch/plan.ts';
import { AddressLookupError, quotedList } from '../errors.ts';
import type { IndexRelease } from './release.ts';

/** A batch as described when it is created. */
interface BatchDescription {
  readonly name: string;
  /** The name of the file, as submitted. */
  readonly file: string;
  readonly plan: BatchPlan;
  /** The beginning of the output. */
  readonly head: Buffer;
  /** The indexes that must answer it; if `undefined`, those of the first worker. */
  readonly release: IndexRelease | undefined;
  /** Maximum attempts per chunk. */
  readonly attempts: number;
  /** How long an unused batch stays in Redis. */
  readonly keepSeconds: number;
}

/** A batch as it is stored in Redis. */
export interface Batch extends BatchDescription {
  /** Unique: a later batch of the same name has another. */
  readonly id: string;
  /** Chunks 0 to `submitted - 1` have been submitted, with this many rows. */
  readonly submitted: number;
  readonly submittedRows: number;
  /** A digest of these chunks, chained: each with that of the chunks before it. */
  readonly chain: string;
  /** Number of chunks; `undefined` until the last has been submitted. */
  readonly total: number | undefined;
  /** Chunks 0 to `collected - 1` are in this file, with this many rows and bytes, and no longer in Redis. */
  readonly collected: number;
  readonly collectedRows: number;
  readonly collectedBytes: number;
  readonly collectedTo: string | undefined;
}

/**
 * The batches in a Redis. Each has four keys, which expire together:
 *
 *     batch:ID      hash     the fields of a Batch
 *     rows:ID       hash     chunk number → packed rows, until they are answered
 *     answers:ID    hash     chunk number → packed answer, until it is collected
 *     answered:ID   bitmap   one bit per chunk, never cleared
 *
 * and all share `batches` (hash: name → ID) and `last-id`. The part of a key in braces keeps all of them, and the queue, on one node of a
 * Redis Cluster.
 */
export class BatchStore {
  readonly redis: Redis;
  readonly prefix: string;

  constructor(redis: Redis, queue: string) {
    this.redis = redis;
    this.prefix = `{address-lookup-${queue}}`;
  }

  async names(): Promise<string[]> {
    return (await this.redis.hkeys(this.#key('batches'))).sort();
  }

  /** The batch with this name; `undefined` if there is none. */
  async find(name: string): Promise<Batch | undefined> {
    const id = await this.redis.hget(this.#key('batches'), name);
    return id === null ? undefined : this.read(id);
  }

  /** @throws AddressLookupError `batch-not-found` */
  async get(name: string): Promise<Batch> {
    const batch = await this.find(name);
    if (batch !== undefined) return batch;
    const others = await this.names();
    throw new AddressLookupError(
      'batch-not-found',
      `There is no batch "${name}": it was never submitted, or has been collected, discarded or expired. ${
        others.length === 0 ? 'There are no others.' : `There are ${quotedList(others)}.`
      }`,
      { got: name, allowed: others },
    );
  }

  async read(id: string): Promise<Batch | undefined> {
    const fields = await this.redis.hgetallBuffer(this.#key('batch', id));
    const bytes = (field: string): Buffer | undefined => fields[field];
    const text = (field: string): string | undefined => bytes(field)?.toString();
    const name = text('name');
    if (name === undefined) return undefined;
    const total = text('total');
    const release = text('release');
    return {
      id,
      name,
      file: text('file')!,
      plan: JSON.parse(text('plan')!) as BatchPlan,
      head: bytes('head')!,
      release: release === undefined ? undefined : (JSON.parse(release) as IndexRelease),
      attempts: Number(text('attempts')),
      keepSeconds: Number(text('keepSeconds')),
      submitted: Number(text('submitted')),
      submittedRows: Number(text('submittedRows')),
      chain: text('chain')!,
      total: total === undefined ? undefined : Number(total),
      collected: Number(text('collected')),
      collectedRows: Number(text('collectedRows')),
      collectedBytes: Number(text('collectedBytes')),
      collectedTo: text('collectedTo'),
    };
  }

  /** Creates a batch. */
  async create({ name, file, plan, head, release, attempts, keepSeconds }: BatchDescription): Promise<Batch> {
    const id = String(await this.redis.incr(this.#key('last-id')));
    const key = this.#key('batch', id);
    await this.redis
      .multi()
      .hset(key, { name, file, plan: JSON.stringify(plan), head, attempts, keepSeconds })
      .hset(key, { submitted: 0, submittedRows: 0, chain: '', collected: 0, collectedRows: 0, collectedBytes: 0 })
      .hset(key, release === undefined ? { name } : { release: JSON.stringify(release) })
      .expire(key, keepSeconds)
      .hset(this.#key('batches'), name, id)
      .exec();
    return (await this.read(id))!;
  }

  /** Stores rows, except those of answered chunks. `false` if the batch no longer exists. */
  async putRows({ id, keepSeconds }: Batch, chunks: readonly { chunk: number; packed: Buffer }[]): Promise<boolean> {
    const done = await this.#run(PUT_ROWS, id, [keepSeconds, ...chunks.flatMap((each) => [each.chunk, each.packed])]);
    return done === 1;
  }

  /**
   * Records that chunks have been submitted. `false` if Redis lacks the chunks before them, because it was restarted and lost its last seconds, or
   * because the batch no longer exists.
   */
  async noteSubmitted(
    { id, keepSeconds }: Batch,
    before: number,
    after: {
      readonly submitted: number;
      readonly submittedRows: number;
      readonly chain: string;
      readonly isLast: boolean;
    },
  ): Promise<boolean> {
    const { submitted, submittedRows, chain, isLast } = after;
    const values = [keepSeconds, before, submitted, submittedRows, chain, isLast ? 1 : 0];
    return (await this.#run(NOTE_SUBMITTED, id, values)) === 1;
  }

  /** Sets the release of a batch unless it has one. Returns the one it has now; `undefined` if the batch no longer exists. */
  async settleRelease(id: string, release: IndexRelease): Promise<IndexRelease | undefined> {
    const settled = await this.#run(SETTLE_RELEASE, id, [JSON.stringify(release)]);
    return settled === null ? undefined : (JSON.parse(String(settled)) as IndexRelease);
  }

  /** The packed rows of a chunk; `undefined` if it is answered, or the batch no longer exists. */
  async rowsOf(id: string, chunk: number): Promise<Buffer | undefined> {
    return (await this.redis.hgetBuffer(this.#key('rows', id), String(chunk))) ?? undefined;
  }

  async isAnswered(id: string, chunk: number): Promise<boolean> {
    return (await this.redis.getbit(this.#key('answered', id), chunk)) === 1;
  }

  async countAnswered(id: string): Promise<number> {
    return this.redis.bitcount(this.#key('answered', id));
  }

  /**
   * Stores an answer and removes the rows, atomically. If a chunk is answered twice, the first answer stays; if the batch no longer exists, nothing is
   * stored.
   */
  async putAnswer({ id, keepSeconds }: Batch, chunk: number, packed: Buffer): Promise<void> {
    await this.#run(PUT_ANSWER, id, [keepSeconds, chunk, packed]);
  }

  /** The packed answers of consecutive chunks; `undefined` for those that are not there yet. */
  async answersOf(id: string, first: number, count: number): Promise<(Buffer | undefined)[]> {
    const chunks = Array.from({ length: count }, (_, i) => String(first + i));
    const found = await this.redis.hmgetBuffer(this.#key('answers', id), ...chunks);
    return found.map((each) => each ?? undefined);
  }

  /** Removes the answers before a chunk, once they are safe in a file. */
  async noteCollected(
    { id, keepSeconds }: Batch,
    upTo: number,
    { rows, bytes, file }: { readonly rows: number; readonly bytes: number; readonly file: string },
  ): Promise<void> {
    await this.#run(NOTE_COLLECTED, id, [keepSeconds, upTo, rows, bytes, file]);
  }

  /** Restarts the time after which a batch expires. */
  async touch({ id, keepSeconds }: Batch): Promise<void> {
    await this.#run(TOUCH, id, [keepSeconds]);
  }

  async delete({ id, name }: Batch): Promise<void> {
    if ((await this.redis.hget(this.#key('batches'), name)) === id) await this.redis.hdel(this.#key('batches'), name);
    await this.redis.unlink(...this.#keysOf(id));
  }

  /** About how many bytes a batch takes in Redis. */
  async bytesOf(id: string): Promise<number> {
    const sizes = await Promise.all(this.#keysOf(id).map((key) => this.redis.memory('USAGE', key)));
    return sizes.reduce<number>((sum, size) => sum + Number(size ?? 0), 0);
  }

  keyOfLease(purpose: 'submit' | 'collect', name: string): string {
    return this.#key(`lease-${purpose}`, name);
  }

  #key(kind: string, id?: string): string {
    return id === undefined ? `${this.prefix}:${kind}` : `${this.prefix}:${kind}:${id}`;
  }

  #keysOf(id: string): string[] {
    return ['batch', 'rows', 'answers', 'answered'].map((kind) => this.#key(kind, id));
  }

  #run(script: string, id: string, values: readonly (string | number | Buffer)[]): Promise<unknown> {
    return this.redis.eval(script, 4, ...this.#keysOf(id), ...values);
  }
}

/** The common beginning of the scripts. Redis runs a script as one command, completely or not at all. */
const BEGIN = `
local batch, rows, answers, answered = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
if redis.call('exists', batch) == 0 then return nil end
local function keep(seconds) for _, key in ipairs(KEYS) do redis.call('expire', key, seconds) end end
`;

const PUT_ROWS = `${BEGIN}
for i = 2, #ARGV, 2 do
  if redis.call('getbit', answered, ARGV[i]) == 0 then redis.call('hset', rows, ARGV[i], ARGV[i + 1]) end
end
keep(ARGV[1])
return 1`;

const NOTE_SUBMITTED = `${BEGIN}
if redis.call('hget', batch, 'submitted') ~= ARGV[2] then return 0 end
redis.call('hset', batch, 'submitted', ARGV[3], 'submittedRows', ARGV[4], 'chain', ARGV[5])
if ARGV[6] == '1' then redis.call('hset', batch, 'total', ARGV[3]) end
keep(ARGV[1])
return 1`;

const SETTLE_RELEASE = `${BEGIN}
redis.call('hsetnx', batch, 'release', ARGV[1])
return redis.call('hget', batch, 'release')`;

/* The rows are removed first: Redis allows that when it is full, and it makes room. */
const PUT_ANSWER = `${BEGIN}
redis.call('hdel', rows, ARGV[2])
if redis.call('getbit', answered, ARGV[2]) == 1 then return 0 end
redis.call('hset', answers, ARGV[2], ARGV[3])
redis.call('setbit', answered, ARGV[2], 1)
keep(ARGV[1])
return 1`;

const NOTE_COLLECTED = `${BEGIN}
for chunk = tonumber(redis.call('hget', batch, 'collected')), tonumber(ARGV[2]) - 1 do
  redis.call('hdel', answers, chunk)
  redis.call('hdel', rows, chunk)
end
redis.call('hset', batch, 'collected', ARGV[2], 'collectedRows', ARGV[3], 'collectedBytes', ARGV[4], 'collectedTo', ARGV[5])
keep(ARGV[1])
return 1`;

const TOUCH = `${BEGIN}
keep(ARGV[1])
return 1`;

/** A lease that is not renewed expires after this time, which is how long a batch waits for a killed process. */
const LEASE_MILLISECONDS = 5000;
const RENEWAL_MILLISECONDS = 1000;
const RETRY_MILLISECONDS = 250;

/** The right to work on a key, which one process at a time has. */
interface Lease {
  /** @throws AddressLookupError `batch-conflict` once another process has it */
  check(): void;
  release(): Promise<void>;
}

/**
 * Acquires a lease on a key. If another process holds it, waits until that process renews it, which is a conflict, or until it expires.
 *
 * @param taken the sentence of the conflict
 * @throws AddressLookupError `batch-conflict`
 */
export async function acquireLease(redis: Redis, key: string, taken: string): Promise<Lease> {
  const token = randomUUID();
  const conflict = (): AddressLookupError => new AddressLookupError('batch-conflict', taken, {});
  const take = async (): Promise<boolean> => (await redis.set(key, token, 'PX', LEASE_MILLISECONDS, 'NX')) === 'OK';
  for (let left = LEASE_MILLISECONDS; !(await take()); ) {
    const leftNow = await redis.pttl(key);
    // Renewed meanwhile, so its process is alive.
    if (leftNow > left) throw conflict();
    left = leftNow;
    await delay(RETRY_MILLISECONDS);
  }
  let isLost = false;
  const renew = async (): Promise<void> => {
    // One that expired while Redis was away is acquired again, unless another process was quicker.
    if ((await redis.eval(RENEW, 1, key, token, LEASE_MILLISECONDS)) !== 1) isLost = true;
  };
  const timer = setInterval(() => void renew().catch(() => {}), RENEWAL_MILLISECONDS);
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

/** Whether any process holds it now. */
export async function isLeased(redis: Redis, key: string): Promise<boolean> {
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
