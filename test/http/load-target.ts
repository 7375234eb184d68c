import type { AddressInfo } from 'node:net';
import { createServer, LiveLookup, TokenList, tokenLine } from '../../src/http/index.ts';

/**
 * The process that the load test asks: a server that looks for new releases all the time.
 *
 *     node --expose-gc --import tsx load-target.ts DIRECTORY TOKEN POLL_MS
 */
const [directory = '', token = '', pollMs = ''] = process.argv.slice(2);
let taken = 0;
const everServed: WeakRef<object>[] = [];
const live = await LiveLookup.open(directory, {
  log: {
    info: () => {
      taken++;
    },
    error: (data) => process.stderr.write(`${JSON.stringify(data)}\n`),
  },
});
const app = await createServer(live, {
  clients: TokenList.parse(tokenLine('load', token), 'the load test'),
  page: false,
});
await app.listen({ host: '127.0.0.1', port: 0 });
setInterval(() => {
  void live.refresh().then(() => everServed.push(new WeakRef(live.current)));
}, Number(pollMs));

/** What is in use now, after everything that can go has gone. */
process.on('message', async () => {
  // A WeakRef holds its object until the end of the turn in which it was made or read.
  await new Promise((resolve) => setTimeout(resolve, 50));
  globalThis.gc?.();
  const alive = new Set(everServed.map((each) => each.deref()));
  alive.delete(undefined);
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  process.send?.({ taken, alive: alive.size, refused: live.refused.size, heapUsed, arrayBuffers, rss });
});
process.on('disconnect', () => process.exit(0));
process.send?.((app.server.address() as AddressInfo).port);
