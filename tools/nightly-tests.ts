import { runTests, type Tier } from './test-runs.ts';

/*
 * `npm run test:nightly` runs what has many cases with all of them (TEST_EFFORT=full), and prints one table. Exit code 1 if anything
 * failed.
 */

const ROWS: readonly (readonly [what: string, tier: Tier, files: readonly string[]])[] = [
  ['faulty registers', 'test', ['test/pipelines/mutated-registers']],
  ['damaged indexes', 'test', ['test/store/damaged-index', 'test/store/contradictions']],
  ['requests of any kind', 'test', ['test/http/faults']],
  ['texts that are no address', 'test', ['test/search/bad-input', 'test/batch/mutated-rows']],
  ['damaged workbooks', 'system', ['test/batch/damaged-workbooks']],
  ['random registers', 'test', ['test/query', 'test/batch/round-trip']],
  ['rows of addresses', 'test', ['test/batch/where', 'test/batch/damaged-digits', 'test/batch/files']],
  ['broken columns, ordinary months', 'test', ['test/pipelines/gates/content']],
  ['faults of publishers', 'test', ['test/pipelines/download/recovery']],
  [
    'real registers',
    'system',
    [
      'test/real-registers',
      'test/store/real-positions',
      'test/search/luxembourg',
      'test/batch/joined-columns',
      'test/pipelines/best/real-data',
      'test/pipelines/caclr/complete-register',
      'test/pipelines/bag/weesp',
      'test/pipelines/gates/real-months',
    ],
  ],
  ['failing disks', 'system', ['test/pipelines/failing-disk']],
  ['killed builds', 'system', ['test/pipelines/killed-build']],
  ['the same bytes again', 'system', ['test/pipelines/reproducible']],
  ['attacks', 'system', ['test/http/attacks']],
  ['load', 'system', ['test/http/load']],
  ['several machines', 'system', ['test/cluster']],
];

let isSound = true;
const table: Record<string, object> = {};
for (const [what, tier, files] of ROWS) {
  const { passed, failed, skipped, seconds, failures } = await runTests(tier, files, { TEST_EFFORT: 'full' });
  table[what] = { passed, failed, skipped, seconds: Math.round(seconds) };
  for (const each of failures) console.error(`${what}: ${each}`);
  if (failed > 0) isSound = false;
}
console.table(table);
process.exitCode = isSound ? 0 : 1;
