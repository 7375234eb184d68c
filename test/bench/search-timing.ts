/** Latencies of answers to texts, in microseconds. */
export interface TextLatency {
  readonly p50: number;
  readonly p99: number;
}

const ROUNDS = 3;
/** What took longer than this is asked so many times more. */
const SLOW_MICROSECONDS = 150;
const SLOW_ROUNDS = 8;

/**
 * How long each text takes to be answered, in microseconds. All texts are asked in turn, in several rounds, the slow ones in more,
 * and of each its quickest round counts: the others had company on the machine.
 */
export function timeTexts(
  texts: readonly string[],
  ask: (text: string) => unknown,
  rounds: number = ROUNDS,
): Float64Array {
  const quickest = new Float64Array(texts.length).fill(Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds + SLOW_ROUNDS; round++) {
    for (const [i, text] of texts.entries()) {
      if (round >= rounds && quickest[i]! < SLOW_MICROSECONDS) continue;
      const start = performance.now();
      ask(text);
      quickest[i] = Math.min(quickest[i]!, (performance.now() - start) * 1000);
    }
  }
  return quickest;
}

const FIXED_ROUNDS = 50;
const FIXED_NUMBERS = 2000;

/**
 * What a fixed piece of work takes on this machine now, in microseconds: numbers are made and sorted. The least is the speed of
 * the processor with what else runs beside it; the median far above it says that others took its turns.
 */
export function microsecondsOfFixedWork(): { readonly least: number; readonly median: number } {
  const rounds = Float64Array.from({ length: FIXED_ROUNDS }, () => {
    const start = performance.now();
    let state = 1;
    const numbers = Array.from({ length: FIXED_NUMBERS }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state;
    });
    numbers.sort((a, b) => a - b);
    return (performance.now() - start) * 1000;
  }).sort();
  return { least: rounds[0]!, median: rounds[FIXED_ROUNDS >> 1]! };
}

/** Over texts, not over calls: the hundredth slowest text is what the 99th percentile is about. */
export function percentilesOf(microseconds: Iterable<number>): TextLatency {
  const sorted = Float64Array.from(microseconds).sort();
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
