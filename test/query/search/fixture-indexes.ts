import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { buildIndexes, type Inputs } from '../../../pipelines/build-index.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import type { AddressLookup } from '../../../src/query/address-lookup.ts';
import { openAddressLookup } from '../../../src/query/address-lookup.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/', import.meta.url));

export const FIXTURE_INPUTS: Inputs = {
  nl: [`${FIXTURES}nl/lvbag-extract-nl.zip`],
  be: ['bebru', 'bevlg', 'bewal'].map((region) => `${FIXTURES}be/openaddress-${region}.zip`),
  lu: [`${FIXTURES}lu/caclr.zip`, `${FIXTURES}lu/addresses.csv`],
};

/** Builds indexes before the tests of a file and removes them after. */
export function indexesOf(inputs: Inputs): { readonly lookup: AddressLookup; readonly directory: string } {
  const directory = mkdtempSync(join(tmpdir(), 'search-'));
  let lookup: AddressLookup | undefined;
  beforeAll(async () => {
    await buildIndexes({ inputs, out: directory, threads: 1, progress: () => silentProgress, tell: () => {} });
    lookup = await openAddressLookup(directory);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return {
    directory,
    get lookup() {
      return lookup!;
    },
  };
}
