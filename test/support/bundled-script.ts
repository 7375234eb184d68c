import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// Within the checkout, where the packages are.
const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

/** A script of the tests that many processes run, as one file without types: it begins in a fourth of the time that it takes with tsx. */
export async function bundledScript(source: URL): Promise<{ readonly path: string; remove(): void }> {
  mkdirSync(CACHE, { recursive: true });
  const directory = mkdtempSync(join(CACHE, 'script-'));
  const path = join(directory, 'script.mjs');
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile: path,
    ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20', logLevel: 'warning' },
  });
  return { path, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
