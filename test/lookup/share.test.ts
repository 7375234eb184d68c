import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { openAddressLookup } from '../../src/lookup/open.ts';
import { INDEX_FILES } from '../../src/store/manifest.ts';
import type { Operation } from '../../src/store/operations.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { codeOf, codeOfPromise } from '../support/code-of.ts';
import { toIndexInput, withTemporaryDirectory } from '../support/small-register.ts';
import { DUTCH_TOWN } from '../support/towns.ts';

function withTown(use: (directory: string) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    mkdirSync(join(directory, 'nl'));
    writeIndex(join(directory, 'nl'), toIndexInput(DUTCH_TOWN));
    await use(directory);
  });
}

describe('a lookup that is opened for some operations', () => {
  const FILES: Readonly<Record<Operation, readonly string[]>> = {
    autocomplete: [INDEX_FILES.names, INDEX_FILES.boxes],
    directMatch: [],
    radius: [INDEX_FILES.runs],
    nearest: [INDEX_FILES.runs],
    geocode: [INDEX_FILES.names, INDEX_FILES.runs],
    objects: [],
  };
  /** What the question below needs: no position near which to search, and none to find an address at. */
  const ASKED = { ...FILES, autocomplete: [INDEX_FILES.names], geocode: [INDEX_FILES.names] };
  const ASK = {
    autocomplete: (lookup) => lookup.nl.autocomplete({ search: 'kerk' }).results.length,
    directMatch: (lookup) => lookup.nl.directMatch({ postcode: '1381EC', housenumber: '1' }).length,
    radius: (lookup) => lookup.nl.radius({ latitude: 52.3, longitude: 5.04, radius: 500 }).pagination.total_count,
    nearest: (lookup) => lookup.nl.nearest({ latitude: 52.3, longitude: 5.04, within: 90_000 })?.addresses.length,
    geocode: (lookup) => lookup.geocode({ text: 'Kerkstraat 1 Weesp' }).status,
    objects: (lookup) => lookup.nl.byId('0363200000006110', { identifiers: true })?.objects,
  } as const satisfies Record<Operation, (lookup: Awaited<ReturnType<typeof openAddressLookup>>) => unknown>;

  it.each(Object.keys(FILES) as Operation[])('%s reads only its files, and answers as ever', (operation) =>
    withTown(async (directory) => {
      const whole = await openAddressLookup(directory);
      const lookup = await openAddressLookup(directory, { operations: [operation] });
      expect(Object.keys(lookup.share().nl!.files).sort()).toEqual(
        [INDEX_FILES.areas, INDEX_FILES.streets, INDEX_FILES.addresses, ...FILES[operation]].sort(),
      );
      expect(ASK[operation](lookup)).toEqual(ASK[operation](whole));
      for (const other of Object.keys(FILES) as Operation[]) {
        if (ASKED[other].every((file) => FILES[operation].includes(file))) continue;
        expect(
          codeOf(() => ASK[other](lookup)),
          other,
        ).toBe('operation-not-loaded');
      }
    }),
  );

  it('is invalid-argument for an operation that is none, or none at all', () =>
    withTown(async (directory) => {
      for (const operations of [['search'], [], 'radius'] as unknown as Operation[][])
        expect(await codeOfPromise(openAddressLookup(directory, { operations }))).toBe('invalid-argument');
    }));
});

describe('a lookup that is shared with a thread', () => {
  it('answers there over the same memory', () =>
    withTown(async (directory) => {
      const lookup = await openAddressLookup(directory);
      const shared = lookup.share();
      // The thread says what it was given, and zeroes a byte of it.
      const worker = new Worker(
        `const { parentPort, workerData } = require('node:worker_threads');
         const bytes = new Uint8Array(workerData.nl.files['report']);
         parentPort.postMessage(Object.values(workerData.nl.files).every((file) => file instanceof SharedArrayBuffer));
         bytes[0] = 7;`,
        {
          eval: true,
          workerData: { nl: { ...shared.nl!, files: { ...shared.nl!.files, report: new SharedArrayBuffer(1) } } },
        },
      );
      const areShared = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
      expect(areShared).toBe(true);
      await worker.terminate();
    }));

  it('opens what was shared, whole or in part, and answers the same', () =>
    withTown(async (directory) => {
      const request = { postcode: '1381EC', housenumber: '1' };
      const lookup = await openAddressLookup(directory);
      const second = await openAddressLookup(lookup.share(), { verify: false });
      expect(second.nl.directMatch(request)).toEqual(lookup.nl.directMatch(request));
      expect(second.share().nl!.files).toEqual(lookup.share().nl!.files);
      for (const [name, file] of Object.entries(second.share().nl!.files))
        expect(file, name).toBe(lookup.share().nl!.files[name]);
      const operations = ['directMatch'] as const;
      const part = await openAddressLookup(directory, { operations });
      const third = await openAddressLookup(part.share(), { operations, verify: false });
      expect(third.nl.directMatch(request)).toEqual(lookup.nl.directMatch(request));
      lookup.close();
      expect(codeOf(() => lookup.share())).toBe('lookup-closed');
      expect(second.nl.directMatch(request).length).toBeGreaterThan(0);
    }));
});
