import { fileURLToPath } from 'node:url';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import type { FuzzOutcome } from '../support/fuzz-import.ts';
import { runIsolated } from './isolated-cases.ts';

const CHILD = fileURLToPath(new URL('fuzz-child.ts', import.meta.url));
/** Of one case, on a busy machine. */
const MAX_SECONDS = 30;
const MAX_RSS_BYTES = 1 << 30;

export interface FuzzOptions {
  readonly cases: number;
  readonly first: number;
  /** For each country. */
  readonly minutes: number;
  readonly countries: readonly Country[];
}

/** What the child says of a case. */
export interface FuzzMessage {
  readonly number: number;
  readonly mutations: readonly string[];
  readonly outcome: FuzzOutcome;
  readonly seconds: number;
  /** Of the process. */
  readonly rssBytes: number;
}

/**
 * Imports mutated registers in a process of their own, which may take a gigabyte in all and half a minute for one; prints what became of them, and
 * each fault with the number of its case.
 */
export async function fuzz({ cases, first, minutes, countries }: FuzzOptions): Promise<void> {
  for (const country of countries) await fuzzCountry(country, first, first + cases, Date.now() + minutes * 60_000);
}

async function fuzzCountry(country: Country, first: number, end: number, deadline: number): Promise<void> {
  const counts = new Map<string, number>();
  const faults = new Map<string, string[]>();
  let slowest = { seconds: 0, number: -1 };
  let rssBytes = 0;
  const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  const fault = (message: string, number: number, mutations: readonly string[]): void => {
    count('FAULT');
    const key = message.split('\n').slice(0, 3).join(' | ');
    faults.set(key, [...(faults.get(key) ?? []), `${number} (${mutations.join('; ')})`]);
  };
  const note = ({ number, mutations, outcome, seconds, rssBytes: rss }: FuzzMessage): void => {
    rssBytes = Math.max(rssBytes, rss);
    if (seconds > slowest.seconds) slowest = { seconds, number };
    if (outcome.kind === 'fault') fault(outcome.message, number, mutations);
    else if (rss > MAX_RSS_BYTES) fault(`memory of ${Math.round(rss / 2 ** 20)} MB`, number, mutations);
    else if (outcome.kind === 'refused') count(outcome.code);
    else count(outcome.hasNotes ? 'built, with rejects or notes' : 'built');
  };
  await runIsolated<FuzzMessage>({
    script: CHILD,
    args: [country, String(deadline)],
    first,
    end,
    deadline,
    maxSeconds: MAX_SECONDS,
    maxHeapMegabytes: 768,
    note,
    fault: (message, number) => fault(message, number, []),
  });
  const total = [...counts.values()].reduce((sum, each) => sum + each, 0);
  console.log(`${country}: ${total} mutated registers`);
  for (const [key, each] of [...counts].sort(([, a], [, b]) => b - a))
    console.log(`  ${String(each).padStart(7)}  ${key}`);
  console.log(
    `  slowest case ${slowest.number}: ${slowest.seconds.toFixed(1)} s; at most ${Math.round(rssBytes / 2 ** 20)} MB`,
  );
  for (const [message, numbers] of faults)
    console.log(`  FAULT ${message}\n    cases ${numbers.slice(0, 5).join(', ')}`);
  if (faults.size > 0) process.exitCode = 1;
}

export function parseFuzzCountries(list: string): readonly Country[] {
  return COUNTRIES.filter((country) => list.split(',').includes(country));
}
