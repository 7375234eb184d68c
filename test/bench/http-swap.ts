import { copyFileSync, linkSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { currentDirectory } from '../../src/store/releases.ts';
import { HEADERS, startTarget, tell } from './http-load.ts';
import type { TargetStrain } from './http-target.ts';
import { formatTable } from './text-table.ts';

const SWAPS = 5;
const MAX_STALL_MS = 20;
const MAX_MEMORY = 2.2;

/**
 * Replaces the Dutch index of a service some times while one client asks all the time, and prints the longest piece of work of the serving
 * thread, how long requests waited, and the memory beside the size of one index.
 */
export async function benchSwap(directory: string, scratch: string): Promise<void> {
  const place = join(directory, 'nl');
  const source = currentDirectory(place) ?? place;
  const copy = join(scratch, 'nl');
  mkdirSync(copy, { recursive: true });
  const names = readdirSync(source).filter((name) => !name.startsWith('report'));
  for (const name of names) {
    try {
      linkSync(join(source, name), join(copy, name));
    } catch {
      copyFileSync(join(source, name), join(copy, name));
    }
  }
  const indexBytes = names.reduce((sum, name) => sum + statSync(join(source, name)).size, 0);
  const target = await startTarget(scratch);
  let isOver = false;
  const waits: number[] = [];
  const asking = (async () => {
    while (!isOver) {
      const start = performance.now();
      const answer = await fetch(`${target.urls.service}/v1/directmatch/nl/1012JS/1`, { headers: HEADERS });
      await answer.arrayBuffer();
      waits.push(performance.now() - start);
      if (answer.status >= 500) throw new Error(`A request was answered with ${answer.status}.`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  })();
  const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 3000));
  const rows: (string | number)[][] = [];
  const note = async (what: string): Promise<TargetStrain> => {
    const strain = await tell<TargetStrain>(target, 'strain');
    const worst = Math.max(...waits.splice(0));
    rows.push([what, strain.longestMilliseconds.toFixed(1), worst.toFixed(1), Math.round(strain.rssBytes / 1e6)]);
    return strain;
  };
  try {
    await rest();
    await tell(target, 'strain');
    await rest();
    const quiet = await note('no swap');
    const swaps: TargetStrain[] = [];
    for (let i = 1; i <= SWAPS; i++) {
      // The same file in the place of itself: to the service, another release.
      copyFileSync(join(source, 'areas.msgpack'), join(scratch, 'areas.msgpack'));
      renameSync(join(scratch, 'areas.msgpack'), join(copy, 'areas.msgpack'));
      await tell(target, 'refresh');
      await rest();
      swaps.push(await note(`swap ${i}`));
    }
    console.log(`An index of ${Math.round(indexBytes / 1e6)} MB.\n`);
    console.log(
      formatTable([
        ['', 'longest work of the thread, ms of CPU', 'longest wait of a request, ms', 'highest RSS, MB'],
        ...rows,
      ]),
    );
    const stall = Math.max(...swaps.map(({ longestMilliseconds }) => longestMilliseconds));
    // The bare routes beside the service have opened the index once more: what they hold is in the quiet figure too.
    const own = Math.max(...swaps.map(({ rssBytes }) => rssBytes)) - quiet.rssBytes + indexBytes;
    console.log(
      `\nLongest work ${stall.toFixed(1)} ms, at most ${MAX_STALL_MS} wanted. Memory of the index during a swap ${(own / indexBytes).toFixed(2)} × its size, at most ${MAX_MEMORY} wanted.\n`,
    );
  } finally {
    isOver = true;
    await asking.catch((error: Error) => console.log(error.message));
    target.process.disconnect();
  }
}
