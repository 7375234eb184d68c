import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAddressLookup } from '../../src/index.ts';
import { howToBuild, sampleDirectory } from '../../src/store/sample.ts';

// What an installed package says is tested with the package (test/package).
it('says of a checkout how to build an index, and names the sample where it has been built', () => {
  expect(howToBuild()).toMatch(
    /^Name a directory that has one, or build one: "npm run build-index" builds the fixtures[.;]/,
  );
  expect(howToBuild().includes('dist/sample')).toBe(existsSync(sampleDirectory()));
});

it('is the remedy where a directory has no index, or none of a country', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'empty-'));
  try {
    await expect(openAddressLookup(directory)).rejects.toThrow(
      `There is no index in ${directory} (no nl/, be/, lu/). ${howToBuild()}`,
    );
    mkdirSync(join(directory, 'nl'));
    await expect(openAddressLookup(directory, { countries: ['nl'] })).rejects.toThrow(howToBuild('nl'));
  } finally {
    rmSync(directory, { recursive: true });
  }
});
