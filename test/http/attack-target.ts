import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, TokenList, tokenLine } from '../../src/http/index.ts';
import { openAddressLookup } from '../../src/index.ts';

/**
 * The process that the attacks are on: the service without a rate limit, which would hide what else holds.
 *
 *     node --expose-gc --import tsx attack-target.ts DIRECTORY TOKEN
 */
const [directory = '', token = ''] = process.argv.slice(2);

export interface TargetState {
  /** What the server holds, in its heap and in buffers, after a collection; the highest since the last report. */
  readonly heldBytes: number;
  /** What the process takes of the machine, the highest since the last report: also what no collector counts. */
  readonly rssBytes: number;
  /**
   * The longest that the server's thread worked without looking for new requests since the last report, in its processor time. It bounds how
   * long /ready waits for an answer, and does not depend on what else the machine, or another thread, does.
   */
  readonly busyMilliseconds: number;
}

let [heldBytes, rssBytes, busyMilliseconds] = [0, 0, 0];
let before = threadMilliseconds();
setInterval(() => {
  const now = threadMilliseconds();
  busyMilliseconds = Math.max(busyMilliseconds, now - before);
  before = now;
  rssBytes = Math.max(rssBytes, process.memoryUsage.rss());
}, 5);
setInterval(weigh, 500);

/** Counts what is held. The collection that it needs is no work of the server. */
function weigh(): void {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  heldBytes = Math.max(heldBytes, heapUsed + external);
  before = threadMilliseconds();
}

/** Processor time of this thread; that of the whole process where the system does not tell threads apart. */
function threadMilliseconds(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

const lookup = await openAddressLookup(directory);
const clients = TokenList.parse(tokenLine('attacker', token), 'the attack');
const app = await createServer(lookup, { clients, page: false });
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('message', () => {
  weigh();
  process.send?.({ heldBytes, rssBytes, busyMilliseconds } satisfies TargetState);
  [heldBytes, rssBytes, busyMilliseconds] = [0, 0, 0];
});
process.on('disconnect', () => process.exit(0));
process.send?.((app.server.address() as AddressInfo).port);
