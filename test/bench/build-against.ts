import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Country } from '../../src/model/country.ts';
import { median } from './http-load.ts';
import { formatTable } from './text-table.ts';

/** The command of a checkout after `npm run build`. */
const COMMAND = 'pipelines/dist/pipelines/build-index.js';
/** Tells the processor time of the whole process, of all its threads and from its start, through a pipe of its own. */
const TELL_TIME =
  'data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>writeSync(3,JSON.stringify(process.cpuUsage())))';

/**
 * Builds an index in an empty folder, by the compiled command of another checkout and of this one, in turns. The ratio of each turn
 * differs from the next by a tenth and more, so their median counts.
 */
export async function benchBuildAgainst(options: {
  readonly country: Country;
  readonly files: readonly string[];
  readonly threads: number;
  readonly against: string;
  readonly rounds: number;
  readonly scratch: string;
}): Promise<void> {
  const { country, files, threads, against, rounds, scratch } = options;
  const commands = [resolve(against, COMMAND), resolve(COMMAND)] as const;
  const missing = commands.find((command) => !existsSync(command));
  if (missing !== undefined) throw new Error(`There is no ${missing}: run "npm run build" in that checkout.`);
  const out = join(scratch, 'turn');
  const measure = async (command: string): Promise<number> => {
    const seconds = await processorSeconds(command, [
      `--${country}`,
      ...files,
      '--out',
      out,
      '--threads',
      `${threads}`,
    ]);
    await rm(out, { recursive: true });
    return seconds;
  };
  const pairs: (readonly [before: number, now: number])[] = [];
  for (let round = 0; round < rounds; round++) pairs.push([await measure(commands[0]), await measure(commands[1])]);
  const ratios = pairs.map(([before, now]) => now / before);
  console.log(
    formatTable([
      ['', 'median', 'least', 'most'],
      ['there, CPU s', ...spread(pairs.map(([before]) => before))],
      ['here, CPU s', ...spread(pairs.map(([, now]) => now))],
      ['here, times there', ...spread(ratios)],
    ]),
  );
}

function spread(values: readonly number[]): number[] {
  return [median(values), Math.min(...values), Math.max(...values)];
}

async function processorSeconds(command: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ['--import', TELL_TIME, command, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [told, said] = [text(child.stdio[3] as NodeJS.ReadableStream), text(child.stderr!)];
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${await said}`);
  const { user, system } = JSON.parse(await told) as NodeJS.CpuUsage;
  return (user + system) / 1e6;
}
