import { Command } from 'commander';
import { parseBatch, type RedisOptions, withBatches, withRedisOptions } from './geocode-redis.ts';

/** `geocode status`: the batches in a Redis, as JSON. */
export function statusCommand(): Command {
  return withRedisOptions(
    new Command('status').description('the batches that there are, how far they are, and what failed'),
  ).action(showStatus);
}

/** `geocode discard`: takes a batch out of Redis, whatever its state. */
export function discardCommand(): Command {
  const command = new Command('discard')
    .description('delete a batch with all its rows and answers')
    .argument('<batch>', 'its name', parseBatch);
  return withRedisOptions(command).action(discard);
}

const tell = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

async function showStatus(options: RedisOptions): Promise<void> {
  const status = await withBatches(options, tell, async ({ store, queue }) => {
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
  await withBatches(options, tell, async ({ store, queue }) => {
    const batch = await store.get(name);
    await store.delete(batch);
    await queue.forget(batch.id);
  });
}
