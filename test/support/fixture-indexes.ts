import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import { FIXTURE_INPUTS } from './fixture-inputs.ts';

/** Names the directory that all test files of a run share. */
const VARIABLE = 'FIXTURE_INDEXES';

/** Before the first test: a directory for what test files share, removed after the last one. */
export default function setUp(): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'fixture-indexes-'));
  process.env[VARIABLE] = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}

/** The indexes of the fixtures, in a directory of the caller's own, for who changes them. */
export async function copyFixtureIndexes(
  countries: readonly Country[] = COUNTRIES,
): Promise<{ readonly directory: string; remove(): void }> {
  const built = await builtFixtureIndexes();
  const directory = mkdtempSync(join(tmpdir(), 'fixtures-'));
  for (const country of countries) {
    cpSync(join(built, country), join(directory, country), { recursive: true, verbatimSymlinks: true });
  }
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** The directory of the indexes of the fixtures, which are built once in a run of all tests. Who reads it changes nothing in it. */
export async function builtFixtureIndexes(): Promise<string> {
  const shared = process.env[VARIABLE] ?? ownDirectory();
  const built = join(shared, 'built');
  if (existsSync(built)) return built;
  // Who needs none of the import does not wait for its modules either.
  const { buildIndexes } = await import('../../pipelines/build-index.ts');
  const { silentProgress } = await import('../../pipelines/progress.ts');
  const out = mkdtempSync(join(shared, 'building-'));
  await buildIndexes({ inputs: FIXTURE_INPUTS, out, threads: 1, progress: () => silentProgress, tell: () => {} });
  try {
    renameSync(out, built);
  } catch (error) {
    // Another test file has been faster.
    if (!existsSync(built)) throw error;
    rmSync(out, { recursive: true, force: true });
  }
  return built;
}

let own: string | undefined;

/** Where this module is used outside of the tests. */
function ownDirectory(): string {
  if (own === undefined) {
    const directory = mkdtempSync(join(tmpdir(), 'fixture-indexes-'));
    process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
    own = directory;
  }
  return own;
}
