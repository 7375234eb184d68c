import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { buildIndexes, type Inputs } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import type { AddressLookup } from '../../src/lookup/address-lookup.ts';
import { openAddressLookup } from '../../src/lookup/open.ts';
import { copyFixtureIndexes } from '../support/fixture-indexes.ts';

/** What the tests of a file ask; open from their first to their last. */
export interface OpenedIndexes {
  readonly lookup: AddressLookup;
  readonly directory: string;
}

/** The indexes of the fixtures. */
export function fixtureIndexes(): OpenedIndexes {
  return openedIndexes(() => copyFixtureIndexes());
}

/** Indexes that are built for the tests of one file. */
export function indexesOf(inputs: Inputs): OpenedIndexes {
  return openedIndexes(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'search-'));
    await buildIndexes({ inputs, out: directory, threads: 1, progress: () => silentProgress, tell: () => {} });
    return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
  });
}

function openedIndexes(make: () => Promise<{ readonly directory: string; remove(): void }>): OpenedIndexes {
  let opened: { readonly directory: string; readonly lookup: AddressLookup; remove(): void } | undefined;
  beforeAll(async () => {
    const made = await make();
    opened = { ...made, lookup: await openAddressLookup(made.directory) };
  });
  afterAll(() => opened?.remove());
  return {
    get directory() {
      return opened!.directory;
    },
    get lookup() {
      return opened!.lookup;
    },
  };
}
