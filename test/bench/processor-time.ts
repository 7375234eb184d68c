/** Rounds, of which the quickest counts; even, so that of two ways each begins as often. */
const ROUNDS = 6;
/** Items that one way is given before it is the turn of the next: a millisecond or more. */
const TURN = 50;

/**
 * Microseconds of processor time an item, for each of some ways to do the same: in short turns, of which each way's quickest count, since
 * beside other work a turn can take twice as long; and each way begins in its turn, since the first one waits for what it has to read.
 */
export function quickestInTurns<Item>(items: readonly Item[], ...ways: readonly ((item: Item) => unknown)[]): number[] {
  const total = ways.map(() => 0);
  for (let from = 0; from < items.length; from += TURN) {
    const some = items.slice(from, from + TURN);
    const quickest = ways.map(() => Number.POSITIVE_INFINITY);
    for (let turn = 0; turn < ROUNDS * ways.length; turn++) {
      const way = (turn + Math.floor(turn / ways.length)) % ways.length;
      quickest[way] = Math.min(quickest[way]!, processorTime(some, ways[way]!));
    }
    quickest.forEach((time, i) => {
      total[i]! += time;
    });
  }
  return total.map((time) => time / items.length);
}

function processorTime<Item>(items: readonly Item[], way: (item: Item) => unknown): number {
  const start = process.cpuUsage();
  for (const item of items) way(item);
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
