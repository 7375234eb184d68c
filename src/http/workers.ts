import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Together } from './connections.ts';
import type { NewCounts, RateLimiter } from './rate-limiter.ts';
import type { RunningBatches } from './running-batches.ts';

/**
 * Several processes on one port: the primary restarts workers that die, and forwards their messages to each other. Each
 * worker is a complete server with its own copy of the indexes, and takes its connections from the kernel: those that the
 * primary would pass on stay open for ever when the worker dies before it has taken them.
 */
cluster.schedulingPolicy = cluster.SCHED_NONE;

/** From a worker to the primary, and from there to the other workers; a step to all when all have reached it, the text of the metrics to who wants it. */
type Message =
  | { readonly kind: 'metrics'; readonly text?: string | undefined }
  | { readonly kind: 'counts'; readonly limiter: number; readonly counts: NewCounts }
  | { readonly kind: 'batches'; readonly worker?: number; readonly clients: readonly string[] }
  | { readonly kind: 'step'; readonly step: string };

/** Delay before a worker that died is restarted, so that one that always dies does not keep the machine busy. */
const RESTART_MS = 1000;

/** How long a worker may take to end beyond its time. */
const KILL_MS = 3000;

/** How long the primary waits for workers to listen again before it ends, so that whoever started it knows. */
const MAX_SILENT_MS = 10_000;

/** How often workers exchange their counts. */
const SHARE_MS = 200;

interface Supervision {
  /** The URL, once the first worker listens. */
  readonly listening: Promise<string>;
  /** Passes a signal on to all workers. */
  signal(signal: NodeJS.Signals): void;
  /** Lets all workers finish, and waits for them. */
  stop(): Promise<void>;
}

interface SupervisionOptions {
  /** Number of workers. */
  readonly count: number;
  /** How long workers may take to end. */
  readonly drainSeconds: number;
  /** Takes a line for the operator. */
  readonly tell: (text: string) => void;
  /**
   * Called when the first worker fails before it listens, with its exit code; and when no worker has listened for 10 seconds,
   * though they were started again and again, with 1.
   */
  readonly fail: (exitCode: number) => void;
}

/** Starts workers, which run this same program, and keeps them running. */
export function superviseWorkers({ count, drainSeconds, tell, fail }: SupervisionOptions): Supervision {
  let isStopping = false;
  let hasListened = false;
  const metrics = new AggregatorRegistry();
  const workers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const signal = (name: NodeJS.Signals): void => {
    for (const worker of workers()) worker.process.kill(name);
  };
  const send = (worker: Worker, message: Message): boolean => worker.send(message);
  // A message to one that has died fails, and its primary would die with it.
  cluster.on('fork', (worker) => worker.on('error', () => {}));

  const sendToOthers = (from: Worker, message: Message): void => {
    for (const worker of workers()) if (worker !== from) send(worker, message);
  };
  const batches = new Map<number, readonly string[]>();
  const listeners = new Set<number>();
  let silentSince = 0;
  /** The workers that have reached a step of the end. */
  const reached = new Map<string, Set<number>>();
  const passStep = (step: string): void => {
    const those = reached.get(step);
    if (those === undefined || workers().some(({ id }) => !those.has(id))) return;
    reached.delete(step);
    for (const worker of workers()) send(worker, { kind: 'step', step });
  };

  const listening = new Promise<string>((resolve) => {
    cluster.on('listening', (worker, { address, port }) => {
      for (const [id, clients] of batches) send(worker, { kind: 'batches', worker: id, clients });
      listeners.add(worker.id);
      silentSince = 0;
      if (hasListened) return;
      hasListened = true;
      // The first worker has shown that the indexes can be opened.
      for (let i = 1; i < count; i++) cluster.fork();
      // A socket that was passed on has no address here.
      resolve(address === null ? 'the socket that was passed on' : serverUrl({ address, port }));
    });
    cluster.on('exit', (worker, code, signal) => {
      batches.delete(worker.id);
      listeners.delete(worker.id);
      for (const step of reached.keys()) passStep(step);
      sendToOthers(worker, { kind: 'batches', worker: worker.id, clients: [] });
      if (isStopping) return;
      if (!hasListened) {
        fail(code);
        return;
      }
      const now = Date.now();
      if (listeners.size === 0) silentSince ||= now;
      if (silentSince > 0 && now - silentSince >= MAX_SILENT_MS) {
        tell(`No worker has listened for ${MAX_SILENT_MS / 1000} s; the service ends.\n`);
        fail(1);
        return;
      }
      tell(`Worker ${worker.process.pid} ended with ${signal ?? code}; another one is started.\n`);
      setTimeout(() => isStopping || cluster.fork(), RESTART_MS);
    });
  });

  cluster.on('message', (from, message: Message) => {
    if (message.kind === 'counts') sendToOthers(from, message);
    else if (message.kind === 'batches') {
      batches.set(from.id, message.clients);
      sendToOthers(from, { ...message, worker: from.id });
    } else if (message.kind === 'step') {
      reached.set(message.step, (reached.get(message.step) ?? new Set()).add(from.id));
      passStep(message.step);
    } else if (message.kind === 'metrics') {
      const answer = (text?: string): boolean => send(from, { kind: 'metrics', text });
      metrics.clusterMetrics().then(answer, () => answer());
    }
  });

  cluster.fork();
  return {
    listening,
    signal,
    async stop() {
      isStopping = true;
      const ends = workers().map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
      signal('SIGTERM');
      // A worker that hangs must not delay the end of the service.
      const timer = setTimeout(() => signal('SIGKILL'), drainSeconds * 1000 + KILL_MS);
      await Promise.all(ends);
      clearTimeout(timer);
    },
  };
}

/** A worker's view of the others. */
interface WorkerGroup {
  /** The text of /metrics for all workers together. */
  collectMetrics(): Promise<string>;
  /** Resolves when all workers have reached this step, or after `maxMs`. */
  readonly together: Together;
}

/** Connects this worker with the others, to share metrics and counts. All of them give their limiters in one order. */
export function joinWorkers(
  registry: Registry,
  limiters: readonly (RateLimiter | undefined)[],
  batches: RunningBatches,
): WorkerGroup {
  const tell = (message: Message): void => {
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  };
  const steps = new Map<string, () => void>();
  /** Those who wait for the metrics. */
  const waiting: ((text: string | undefined) => void)[] = [];

  AggregatorRegistry.setRegistries(registry);
  // Has this process answer when the primary asks for its metrics.
  new AggregatorRegistry();
  process.on('message', (message: Message) => {
    if (message.kind === 'counts') limiters[message.limiter]?.addCounts(message.counts);
    else if (message.kind === 'batches') batches.setOthers(message.worker!, message.clients);
    else if (message.kind === 'step') steps.get(message.step)?.();
    else if (message.kind === 'metrics') {
      for (const take of waiting.splice(0)) take(message.text);
    }
  });
  batches.onChange = (clients) => tell({ kind: 'batches', clients });
  const timer = setInterval(() => {
    for (const [i, limiter] of limiters.entries()) {
      const counts = limiter?.takeNewCounts();
      if (counts !== undefined) tell({ kind: 'counts', limiter: i, counts });
    }
  }, SHARE_MS);
  timer.unref();

  return {
    together: (step, maxMs) =>
      new Promise((resolve) => {
        steps.set(step, resolve);
        setTimeout(resolve, maxMs);
        tell({ kind: 'step', step });
      }),
    async collectMetrics() {
      const text = await new Promise<string | undefined>((resolve) => {
        if (waiting.push(resolve) === 1) tell({ kind: 'metrics' });
      });
      if (text === undefined) throw new Error('A worker did not say its metrics.');
      return text;
    },
  };
}

/** The URL of a server listening on an address. */
export function serverUrl({ address, port }: { readonly address: string; readonly port: number }): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
