import type { AddressInfo } from 'node:net';
import { createServer, TokenList, tokenLine } from '../../src/http/index.ts';
import { openAddressLookup } from '../../src/index.ts';

/**
 * The process that the attacks are on: the service without a rate limit, which would hide what else holds.
 *
 *     node --import tsx attack-target.ts DIRECTORY TOKEN
 */
const [directory = '', token = ''] = process.argv.slice(2);

export interface TargetState {
  /** The highest since the last report. */
  readonly rssBytes: number;
  /**
   * The longest that the process worked without looking for new requests since the last report, in processor time. It bounds how long /ready waits
   * for an answer, and does not depend on what else the machine does.
   */
  readonly busyMilliseconds: number;
}

let rssBytes = 0;
let busyMicroseconds = 0;
let before = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  busyMicroseconds = Math.max(busyMicroseconds, user + system);
  rssBytes = Math.max(rssBytes, process.memoryUsage.rss());
}, 5);

const lookup = await openAddressLookup(directory);
const clients = TokenList.parse(tokenLine('attacker', token), 'the attack');
const app = await createServer(lookup, { clients, page: false });
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('message', () => {
  process.send?.({ rssBytes, busyMilliseconds: busyMicroseconds / 1000 } satisfies TargetState);
  [rssBytes, busyMicroseconds] = [0, 0];
});
process.on('disconnect', () => process.exit(0));
process.send?.((app.server.address() as AddressInfo).port);
