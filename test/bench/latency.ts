/** Latencies of one operation, in microseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/**
 * Calls `operation` with 0, 1, 2 … and returns the percentiles over `count` calls, after a tenth as many to warm up.
 * One call is timed at a time, so a figure includes what the clock costs, about 0.05 µs.
 */
export function measureLatency(count: number, operation: (i: number) => unknown): Latency {
  for (let i = 0; i < count / 10; i++) operation(i);
  const microseconds = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const start = process.hrtime.bigint();
    operation(i);
    microseconds[i] = Number(process.hrtime.bigint() - start) / 1000;
  }
  microseconds.sort();
  return { p50: microseconds[count >> 1]!, p99: microseconds[Math.floor(count * 0.99)]! };
}

/** CPU seconds of this process with all its threads, and seconds on the clock, for one piece of work. */
export async function measureWork<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly cpuSeconds: number; readonly seconds: number }> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { result, cpuSeconds: (user + system) / 1e6, seconds: (performance.now() - start) / 1000 };
}
