import type { Redis } from 'ioredis';
import type { BatchPlan } from '../batch/batch-plan.ts';
import { AddressLookupError } from '../errors.ts';
import type { IndexRelease } from './index-release.ts';

/** What is known of a batch from its beginning on. */
export interface BatchDescription {
  readonly name: string;
  /** The file as its submitter called it. */
  readonly file: string;
  readonly plan: BatchPlan;
  /** What the output begins with. */
  readonly head: Buffer;
  /** The indexes that it is to be answered with; those of the first worker where the submitter does not say. */
  readonly release: IndexRelease | undefined;
  /** How often each chunk is tried. */
  readonly attempts: number;
  /** How long all of it stays in Redis after the last that was done with it. */
  readonly keepSeconds: number;
}

/** A batch as it lies in Redis. */
export interface Batch extends BatchDescription {
  /** Another for every batch, also of the same name. */
  readonly id: string;
  /** Chunks 0 to `submitted - 1` have been handed in, and with them so many rows. */
  readonly submitted: number;
  readonly submittedRows: number;
  /** A digest of these chunks, each with all before it. */
  readonly chain: string;
  /** Chunks in all; `undefined` until the last has been handed in. */
  readonly total: number | undefined;
  /** Chunks 0 to `collected - 1` lie in this file, so many rows and bytes, and no longer in Redis. */
  readonly collected: number;
  readonly collectedRows: number;
  readonly collectedBytes: number;
  readonly collectedTo: string | undefined;
}

/**
 * The batches in a Redis. Of each there are four keys, which expire together:
 *
 *     batch:ID      hash     what a Batch says
 *     rows:ID       hash     chunk number → packed rows, until they are answered
 *     answers:ID    hash     chunk number → packed answer, until it is collected
 *     answered:ID   bitmap   one bit a chunk, which stays
 *
 * and of all, `batches` (hash: name → ID) and `last-id`. Names in braces keep them on one node of a cluster, together with
 * those of the queue.
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

  /** A batch by its name, `undefined` where there is none. */
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
        others.length === 0 ? 'There are no others.' : `There are ${others.map((other) => `"${other}"`).join(', ')}.`
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

  /** Begins a batch; the one that there is where another process was quicker. */
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

  /** Puts rows in, but for chunks that are answered. `false` where the batch is gone. */
  async putRows({ id, keepSeconds }: Batch, chunks: readonly { chunk: number; packed: Buffer }[]): Promise<boolean> {
    const done = await this.#run(PUT_ROWS, id, [keepSeconds, ...chunks.flatMap((each) => [each.chunk, each.packed])]);
    return done === 1;
  }

  /**
   * Notes that chunks have been handed in. `false` where Redis does not know of those before: it was started again without its
   * last seconds, or the batch is gone.
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

  /** The release that a batch is answered with: the given one if it had none. `undefined` where the batch is gone. */
  async settleRelease(id: string, release: IndexRelease): Promise<IndexRelease | undefined> {
    const settled = await this.#run(SETTLE_RELEASE, id, [JSON.stringify(release)]);
    return settled === null ? undefined : (JSON.parse(String(settled)) as IndexRelease);
  }

  /** The packed rows of a chunk; `undefined` where it is answered, or the batch is gone. */
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
   * Takes an answer in and the rows out, at once. Of a chunk that was answered twice the first answer stays; of a batch that
   * is gone nothing does.
   */
  async putAnswer({ id, keepSeconds }: Batch, chunk: number, packed: Buffer): Promise<void> {
    await this.#run(PUT_ANSWER, id, [keepSeconds, chunk, packed]);
  }

  /** Packed answers of chunks next to each other, `undefined` for those that are not there yet. */
  async answersOf(id: string, first: number, count: number): Promise<(Buffer | undefined)[]> {
    const chunks = Array.from({ length: count }, (_, i) => String(first + i));
    const found = await this.redis.hmgetBuffer(this.#key('answers', id), ...chunks);
    return found.map((each) => each ?? undefined);
  }

  /** Lets go of the answers before a chunk, which lie safely in a file. */
  async noteCollected(
    { id, keepSeconds }: Batch,
    upTo: number,
    { rows, bytes, file }: { readonly rows: number; readonly bytes: number; readonly file: string },
  ): Promise<void> {
    await this.#run(NOTE_COLLECTED, id, [keepSeconds, upTo, rows, bytes, file]);
  }

  /** Keeps a batch for its time from now on. */
  async touch({ id, keepSeconds }: Batch): Promise<void> {
    await this.#run(TOUCH, id, [keepSeconds]);
  }

  async delete({ id, name }: Batch): Promise<void> {
    if ((await this.redis.hget(this.#key('batches'), name)) === id) await this.redis.hdel(this.#key('batches'), name);
    await this.redis.unlink(...this.#keysOf(id));
  }

  /** Bytes that a batch takes in Redis, about. */
  async bytesOf(id: string): Promise<number> {
    const sizes = await Promise.all(this.#keysOf(id).map((key) => this.redis.memory('USAGE', key)));
    return sizes.reduce<number>((sum, size) => sum + Number(size ?? 0), 0);
  }

  keyOfHold(purpose: string, name: string): string {
    return this.#key(`held-for-${purpose}`, name);
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

/** What the scripts have in common; a script runs as one command, so what it does is done whole or not at all. */
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

/* The rows are taken out first: that is allowed, and gives room, when Redis is full. */
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
