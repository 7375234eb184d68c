import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests, type Tier } from './test-runs.ts';

/*
 * `npm run test:nightly` runs what has many cases with all of them (TEST_EFFORT=full), and prints one table; with names of rows, these alone:
 * `npm run test:nightly -- Next attacks`. Exit code 1 if anything failed.
 */

/** Packages that a row alone needs. They are installed in a folder of their own, which the variable names. */
interface Needs {
  readonly variable: string;
  readonly packages: readonly string[];
}

const ROWS: readonly (readonly [what: string, tier: Tier, files: readonly string[], needs?: Needs])[] = [
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
  ['Next', 'browser', ['test/browser/next'], { variable: 'NEXT', packages: ['next@16', 'react@19', 'react-dom@19'] }],
];

/** Runs tests with packages that are removed after them. */
async function withPackages<Result>(
  { variable, packages }: Needs,
  run: (variables: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'nightly-'));
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...packages], { stdio: 'ignore' });
    return await run({ [variable]: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !ROWS.some(([what]) => what === name));
if (unknown !== undefined) {
  console.error(`Got "${unknown}"; allowed are ${ROWS.map(([what]) => `"${what}"`).join(', ')}, or nothing for all.`);
  process.exit(2);
}

let isSound = true;
const table: Record<string, object> = {};
for (const [what, tier, files, needs] of ROWS) {
  if (wanted.length > 0 && !wanted.includes(what)) continue;
  const run = (variables: Readonly<Record<string, string>> = {}): ReturnType<typeof runTests> =>
    runTests(tier, files, { TEST_EFFORT: 'full', ...variables });
  const result = await (needs === undefined ? run() : withPackages(needs, run));
  const { passed, failed, skipped, seconds, failures } = result;
  table[what] = { passed, failed, skipped, seconds: Math.round(seconds) };
  for (const each of failures) console.error(`${what}: ${each}`);
  if (failed > 0) isSound = false;
}
console.table(table);
process.exitCode = isSound ? 0 : 1;
