import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { buildIndexes, type Inputs } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import type { AddressLookup } from '../../src/lookup/address-lookup.ts';
import { openAddressLookup } from '../../src/lookup/open.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { openIndex } from '../../src/store/directory.ts';
import { copyFixtureIndexes } from './fixture-indexes.ts';

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

/** The indexes of the fixtures without a lookup around them, in a directory of their own. */
export interface FixtureIndexes {
  readonly directory: string;
  readonly indexes: { readonly [C in Country]: CountryIndex };
  remove(): void;
}

/** The same for who removes them. */
export async function buildFixtureIndexes(): Promise<FixtureIndexes> {
  const { directory, remove } = await copyFixtureIndexes();
  const [nl, be, lu] = await Promise.all(COUNTRIES.map((country) => openIndex(join(directory, country))));
  return { directory, indexes: { nl: nl!, be: be!, lu: lu! }, remove };
}
