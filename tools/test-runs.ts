import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** Runs of tests as processes of their own, for `repeat-tests.ts` and `nightly-tests.ts`. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

/** The tiers, by the configuration that each has. CONTRIBUTING.md says what is in them. */
export const TIERS = {
  test: 'vitest.config.ts',
  system: 'vitest.system.config.ts',
  browser: 'test/browser/vitest.config.ts',
} as const;
export type Tier = keyof typeof TIERS;

export interface TestRun {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  /** Names of the tests, or files, that failed, each with its first line. */
  readonly failures: readonly string[];
}

interface Report {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** @param files names of files, or parts of them; none for the whole tier */
export async function runTests(
  tier: Tier,
  files: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<TestRun> {
  const scratch = mkdtempSync(join(tmpdir(), 'test-run-'));
  const output = join(scratch, 'report.json');
  const started = performance.now();
  try {
    const args = [VITEST, 'run', '--config', TIERS[tier], '--reporter=json', `--outputFile=${output}`, ...files];
    const env = { ...process.env, ...variables };
    const ended = await new Promise<{ code: number; told: string }>((resolve) =>
      execFile(process.execPath, args, { cwd: ROOT, env, maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), told: stdout + stderr }),
      ),
    );
    const seconds = (performance.now() - started) / 1000;
    const { numPassedTests: passed, numPendingTests: skipped, testResults } = readReport(output, ended.told);
    const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const tests = assertionResults.filter((each) => each.status === 'failed');
      if (tests.length === 0 && status === 'failed') return [`${name}: ${firstLine(message)}`];
      return tests.map(({ fullName, failureMessages = [] }) => `${fullName}: ${firstLine(failureMessages[0])}`);
    });
    // An error outside of any test fails the run alone.
    if (failures.length === 0 && ended.code !== 0) {
      const told = stripVTControlCharacters(ended.told).split('\n');
      const at = told.findIndex((line) => /\bError: /.test(line));
      failures.push(`the run: exit code ${ended.code}${at === -1 ? '' : `: ${told.slice(at, at + 8).join(' ')}`}`);
    }
    return { passed, failed: failures.length, skipped, seconds, failures };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function readReport(path: string, told: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    throw new Error(`The tests did not run: ${told.slice(-2000)}`);
  }
}

function firstLine(text: string = ''): string {
  return text.split('\n')[0]!.slice(0, 200);
}
