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
/** An index is buffers, so what holds one of them holds the memory of an index, whatever else has let it go. */
const everHeld: WeakRef<object>[] = [];
const seen: WeakSet<object> = new WeakSet();
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
  void live.refresh().then(() => {
    everServed.push(new WeakRef(live.current));
    for (const country of live.current.countries) {
      for (const bytes of Object.values(live.current.of(country).index.buffers.files)) {
        if (!seen.has(bytes)) everHeld.push(new WeakRef(bytes));
        seen.add(bytes);
      }
    }
  });
}, Number(pollMs));

/** Files of indexes that are in memory, as a multiple of those in use. */
function aliveBuffers(): number {
  const inUse = live.current.countries.flatMap((country) =>
    Object.keys(live.current.of(country).index.buffers.files),
  ).length;
  return everHeld.filter((each) => each.deref() !== undefined).length / inUse;
}

/** What is in use now, after everything that can go has gone. */
process.on('message', async () => {
  // A WeakRef holds its object until the end of the turn in which it was made or read.
  await new Promise((resolve) => setTimeout(resolve, 50));
  globalThis.gc?.();
  const alive = new Set(everServed.map((each) => each.deref()));
  alive.delete(undefined);
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  const { size: refused } = live.refused;
  process.send?.({ taken, alive: alive.size, aliveBuffers: aliveBuffers(), refused, heapUsed, arrayBuffers, rss });
});
process.on('disconnect', () => process.exit(0));
process.send?.((app.server.address() as AddressInfo).port);
