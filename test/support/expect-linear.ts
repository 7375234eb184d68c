import { expect } from 'vitest';

const PIECES = 32;
/** What one long text may take, as a multiple of the same amount in pieces: about 1 where the work grows with the length, 32 where it grows with the square. */
const MAX_RATIO = 8;
/** Below this the ratio is that of the clock. */
const NEGLIGIBLE_MS = 10;
const ATTEMPTS = 5;

/**
 * Expects that work grows no faster than the length of its text: `times` repetitions at once take about as much time of the processor as in 32
 * pieces. Pauses do not count, and only the ratio is judged, so neither a slow machine nor a busy one fails it.
 *
 * @param work given a number of repetitions, works on a text of that many
 */
export function expectLinear(work: (times: number) => void, times: number = 100_000): void {
  const attempts: string[] = [];
  while (attempts.length < ATTEMPTS) {
    const pieces = millisecondsOf(() => {
      for (let piece = 0; piece < PIECES; piece++) work(Math.ceil(times / PIECES));
    });
    const whole = millisecondsOf(() => work(times));
    if (whole <= MAX_RATIO * pieces + NEGLIGIBLE_MS) return;
    attempts.push(`${whole.toFixed(1)} ms at once, ${pieces.toFixed(1)} ms in ${PIECES} pieces`);
  }
  expect(attempts, 'the work grows faster than the length of the text').toEqual([]);
}

/** Of the processor. */
function millisecondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
