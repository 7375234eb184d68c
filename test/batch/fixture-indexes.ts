import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIndexes } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import type { Country } from '../../src/model/country.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { openIndex } from '../../src/store/directory.ts';

/** The indexes of the fixtures, in a directory of their own. */
export interface FixtureIndexes {
  readonly directory: string;
  readonly indexes: { readonly [C in Country]: CountryIndex };
  remove(): void;
}

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

export async function buildFixtureIndexes(): Promise<FixtureIndexes> {
  const directory = mkdtempSync(join(tmpdir(), 'batch-'));
  const inputs = { nl: registerFiles('nl'), be: registerFiles('be'), lu: registerFiles('lu') };
  await buildIndexes({ inputs, out: directory, threads: 1, progress: () => silentProgress, tell: () => {} });
  const [nl, be, lu] = await Promise.all((['nl', 'be', 'lu'] as const).map((each) => openIndex(join(directory, each))));
  return {
    directory,
    indexes: { nl: nl!, be: be!, lu: lu! },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function registerFiles(country: Country): string[] {
  return readdirSync(join(FIXTURES, country))
    .filter((name) => name.endsWith('.zip') || name === 'addresses.csv')
    .map((name) => join(FIXTURES, country, name));
}
