import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { buildIndexes, type Inputs } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import type { AddressLookup } from '../../src/lookup/address-lookup.ts';
import { openAddressLookup } from '../../src/lookup/address-lookup.ts';

export { FIXTURE_INPUTS } from '../support/fixture-inputs.ts';

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
