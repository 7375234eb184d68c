import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { Counter, Registry } from 'prom-client';
import { RateLimiter } from '../../src/http/rate-limiter.ts';
import { RunningBatches } from '../../src/http/running-batches.ts';
import { joinWorkers, superviseWorkers } from '../../src/http/workers.ts';

/** By then the kernel has ended a process that was killed. */
const KILLED_MS = 1000;

/**
 * Two workers that do nothing but count: `/count` counts one more and says in which process, `/metrics` has the counts of both,
 * `/allowance` takes one more and says what is left of 100, `/batch` begins a batch and says whether there may be another one, and `/fail` ends its worker. The primary says where
 * they listen, and passes on what it is told; `kill` has it kill a worker and write to it, any other message has it stop.
 */
if (cluster.isPrimary) {
  const tell = (text: string): void => void process.send?.({ told: text });
  const supervision = superviseWorkers({ count: 2, drainSeconds: 1, tell, fail: (exitCode) => process.exit(exitCode) });
  supervision.listening.then((url) => process.send?.({ url }));
  process.on('message', async (message) => {
    if (message === 'kill') {
      killAndTell();
      return;
    }
    await supervision.stop();
    process.disconnect();
  });
} else {
  if (process.argv[2] === 'fail') process.exit(7);
  // The successors of the first two.
  if (process.argv[2] === 'fail-later' && cluster.worker!.id > 2) process.exit(7);
  const registry = new Registry();
  const counter = new Counter({ name: 'counted', help: 'Requests.', registers: [registry] });
  const limiter = new RateLimiter({ requests: 100, seconds: 86_400 });
  const batches = new RunningBatches();
  const group = joinWorkers(registry, [limiter], batches);
  const server = createServer(async (request, response) => {
    if (request.url === '/fail') process.exit(3);
    if (request.url === '/count') {
      counter.inc();
      limiter.take('somebody');
    }
    response.setHeader('connection', 'close');
    if (request.url === '/metrics') response.end(await group.collectMetrics());
    else if (request.url === '/batch') response.end(`${process.pid} ${batches.begin('somebody') !== undefined}`);
    else if (request.url === '/allowance') response.end(`${process.pid} ${limiter.take('somebody').remaining}`);
    else response.end(String(process.pid));
  });
  server.listen(0, '127.0.0.1');
  process.on('SIGTERM', () => process.exit(0));
}

/** Kills a worker, and has the primary pass a message of another one on to it before it can know. */
function killAndTell(): void {
  const [victim, other] = Object.values(cluster.workers ?? {});
  victim!.process.kill('SIGKILL');
  // The kernel closes the channel meanwhile; this process would hear of it in its next turn.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, KILLED_MS);
  cluster.emit('message', other, { kind: 'batches', clients: [] });
}
