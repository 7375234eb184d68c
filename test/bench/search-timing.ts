/** Latencies of answers to texts, in microseconds. */
export interface TextLatency {
  readonly p50: number;
  readonly p99: number;
}

const ROUNDS = 3;

/**
 * How long each text takes to be answered, in microseconds. All texts are asked in turn, in several rounds, and of each its
 * quickest round counts: the others had company on the machine.
 */
export function timeTexts(texts: readonly string[], ask: (text: string) => unknown): Float64Array {
  const quickest = new Float64Array(texts.length).fill(Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    texts.forEach((text, i) => {
      const start = performance.now();
      ask(text);
      quickest[i] = Math.min(quickest[i]!, (performance.now() - start) * 1000);
    });
  }
  return quickest;
}

/** Over texts, not over calls: the hundredth slowest text is what the 99th percentile is about. */
export function percentilesOf(microseconds: Iterable<number>): TextLatency {
  const sorted = Float64Array.from(microseconds).sort();
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
