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
import { builtFixtureIndexes } from './fixture-indexes.ts';

/** What the tests of a file ask; open from their first to their last. */
export interface OpenedIndexes {
  readonly lookup: AddressLookup;
  readonly directory: string;
}

let opened: Promise<OpenedIndexes> | undefined;

/** The indexes of the fixtures, opened once for all files of a process: to be asked, not to be changed. */
export function openFixtureIndexes(): Promise<OpenedIndexes> {
  opened ??= builtFixtureIndexes().then(async (directory) => ({
    directory,
    lookup: await openAddressLookup(directory),
  }));
  return opened;
}

/** The same, there from the first test of a file on. */
export function fixtureIndexes(): OpenedIndexes {
  return openedIndexes(async () => ({ ...(await openFixtureIndexes()), remove: () => {} }));
}

/** Indexes that are built for the tests of one file. */
export function indexesOf(inputs: Inputs): OpenedIndexes {
  return openedIndexes(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'search-'));
    await buildIndexes({ inputs, out: directory, threads: 1, progress: () => silentProgress, tell: () => {} });
    const lookup = await openAddressLookup(directory);
    return { directory, lookup, remove: () => rmSync(directory, { recursive: true, force: true }) };
  });
}

interface RemovableIndexes extends OpenedIndexes {
  remove(): void;
}

function openedIndexes(make: () => Promise<RemovableIndexes>): OpenedIndexes {
  let made: RemovableIndexes | undefined;
  beforeAll(async () => {
    made = await make();
  });
  afterAll(() => made?.remove());
  return {
    get directory() {
      return made!.directory;
    },
    get lookup() {
      return made!.lookup;
    },
  };
}

/** The indexes of the fixtures without a lookup around them: to be asked, not to be changed. */
export interface FixtureIndexes {
  readonly directory: string;
  readonly indexes: { readonly [C in Country]: CountryIndex };
}

let openedAlone: Promise<FixtureIndexes> | undefined;

export function readFixtureIndexes(): Promise<FixtureIndexes> {
  openedAlone ??= builtFixtureIndexes().then(async (directory) => {
    const [nl, be, lu] = await Promise.all(COUNTRIES.map((country) => openIndex(join(directory, country))));
    return { directory, indexes: { nl: nl!, be: be!, lu: lu! } };
  });
  return openedAlone;
}
