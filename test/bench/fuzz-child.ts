import type { Country } from '../../src/model/country.ts';
import { fuzzCase } from '../support/fuzz-import.ts';
import type { FuzzMessage } from './fuzz.ts';

/** `fuzz-child COUNTRY DEADLINE FIRST END`: imports the cases one after the other, and tells the parent of each. The next process goes on after some thousands. */
const [country, deadline, first, end] = process.argv.slice(2) as [Country, string, string, string];
const CASES_PER_PROCESS = 5_000;

const last = Math.min(Number(end), Number(first) + CASES_PER_PROCESS);
for (let number = Number(first); number < last && Date.now() < Number(deadline); number++) {
  const started = performance.now();
  const { mutations, outcome } = await fuzzCase(country, number);
  const message: FuzzMessage = {
    number,
    mutations,
    outcome,
    seconds: (performance.now() - started) / 1000,
    rssBytes: process.memoryUsage.rss(),
  };
  await new Promise((resolve) => process.send!(message, resolve));
}
process.disconnect();
