import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { runTests, TIERS, type Tier } from './test-runs.ts';

/*
 * `npm run test:repeat -- --tier system --times 20 --busy 2` runs a tier of tests many times, beside so many threads at full load, and
 * counts its failures: a test that fails now and then is judged by the weather. Exit code 1 if any run failed.
 */

const { values } = parseArgs({
  options: {
    tier: { type: 'string', default: 'test' },
    times: { type: 'string', default: '20' },
    busy: { type: 'string', default: '2' },
  },
});
const { tier, times, busy } = values;
if (!Object.hasOwn(TIERS, tier) || !/^[1-9][0-9]*$/.test(times) || !/^[0-9]+$/.test(busy)) {
  console.error(
    `Got --tier ${tier} --times ${times} --busy ${busy}; allowed are --tier ${Object.keys(TIERS).join(', ')}, --times from 1, --busy from 0.`,
  );
  process.exit(2);
}

const load = Array.from({ length: Number(busy) }, () => new Worker('for (;;) Math.random();', { eval: true }));
const failures = new Map<string, number>();
const seconds: number[] = [];
let failedRuns = 0;
for (let run = 1; run <= Number(times); run++) {
  const result = await runTests(tier as Tier);
  seconds.push(result.seconds);
  if (result.failed > 0) failedRuns++;
  for (const each of result.failures) failures.set(each, (failures.get(each) ?? 0) + 1);
  console.log(
    `run ${run}: ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped, ${result.seconds.toFixed(0)} s`,
  );
}
for (const thread of load) await thread.terminate();
for (const [name, count] of failures) console.log(`failed ${count} ×: ${name}`);
const [least, most] = [Math.min(...seconds), Math.max(...seconds)].map((each) => each.toFixed(0));
console.log(`${times} runs beside ${busy} busy threads: ${failedRuns} failed, ${least} to ${most} s`);
process.exitCode = failedRuns > 0 ? 1 : 0;
