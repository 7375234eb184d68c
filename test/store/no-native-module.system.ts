import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { writeIndex } from '../../src/store/write-index.ts';
import { randomInput } from '../support/random-input.ts';

const root = mkdtempSync(join(tmpdir(), 'native-'));
afterAll(() => rmSync(root, { recursive: true }));

/** What a process has loaded after `code`: native modules, and CommonJS modules of the one that msgpackr can use. */
async function loadedAfter(code: string): Promise<{ native: string[]; extract: string[] }> {
  const script = join(root, 'script.mts');
  writeFileSync(
    script,
    `import { Module } from 'node:module';
     ${code}
     const native = process.report.getReport().sharedObjects.filter((file) => file.endsWith('.node'));
     const extract = Object.keys(Module._cache).filter((file) => file.includes('msgpackr-extract'));
     console.log(JSON.stringify({ native, extract }));`,
  );
  // tsx itself has a native part: it runs the compiler in another process, but not in this one.
  const tsx = new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', tsx, script]);
  return JSON.parse(stdout);
}

it('opening an index loads no native module, also none that could be loaded', async () => {
  for (const country of ['nl', 'be', 'lu'] as const) {
    const directory = join(root, 'data', country);
    mkdirSync(directory, { recursive: true });
    writeIndex(directory, randomInput(country, 1));
  }
  const index = new URL('../../src/index.ts', import.meta.url).href;
  const loaded = await loadedAfter(
    `import { openAddressLookup } from ${JSON.stringify(index)};
     const lookup = await openAddressLookup(${JSON.stringify(join(root, 'data'))});
     if (lookup.countries.length !== 3) throw new Error('not opened');`,
  );
  expect(loaded).toEqual({ native: [], extract: [] });
});

it('which is not so with the main entry of msgpackr, so that this test can fail', async () => {
  const main = new URL('../../node_modules/msgpackr/node-index.js', import.meta.url).href;
  const { native, extract } = await loadedAfter(`await import(${JSON.stringify(main)});`);
  expect([...native, ...extract].length).toBeGreaterThan(0);
});
