/** Latencies of one operation, in microseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/**
 * Calls `operation` with 0, 1, 2 … and returns the percentiles over `count` calls, after a tenth as many to warm up.
 * One call is timed at a time, so a figure includes what the clock costs, about 0.05 µs. Of several rounds, each with
 * further numbers, the quickest counts: the others had company on the machine.
 */
export function measureLatency(count: number, operation: (i: number) => unknown, rounds: number = 1): Latency {
  const warmUp = Math.ceil(count / 10);
  for (let i = 0; i < warmUp; i++) operation(i);
  const latencies = Array.from({ length: rounds }, (_, round) => {
    const microseconds = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const start = performance.now();
      operation(warmUp + round * count + i);
      microseconds[i] = (performance.now() - start) * 1000;
    }
    return percentilesOf(microseconds);
  });
  return quickestOf(latencies);
}

/** The same for an operation that answers later. */
export async function measureLatencyAsync(
  count: number,
  operation: (i: number) => Promise<unknown>,
  rounds: number = 1,
): Promise<Latency> {
  const warmUp = Math.ceil(count / 10);
  for (let i = 0; i < warmUp; i++) await operation(i);
  const latencies: Latency[] = [];
  for (let round = 0; round < rounds; round++) {
    const microseconds = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const start = performance.now();
      await operation(warmUp + round * count + i);
      microseconds[i] = (performance.now() - start) * 1000;
    }
    latencies.push(percentilesOf(microseconds));
  }
  return quickestOf(latencies);
}

/** Sorts the measurements. */
function percentilesOf(microseconds: Float64Array): Latency {
  microseconds.sort();
  const at = (share: number): number => microseconds[Math.floor(microseconds.length * share)]!;
  return { p50: at(0.5), p99: at(0.99) };
}

function quickestOf(rounds: readonly Latency[]): Latency {
  return rounds.reduce((best, round) => (round.p50 < best.p50 ? round : best));
}

/** CPU seconds of this process with all its threads, and seconds on the clock, for one piece of work. */
export interface Work {
  readonly cpuSeconds: number;
  readonly seconds: number;
}

export async function measureWork<Result>(
  work: () => Result | Promise<Result>,
): Promise<{ readonly result: Result } & Work> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { result, cpuSeconds: (user + system) / 1e6, seconds: (performance.now() - start) / 1000 };
}
