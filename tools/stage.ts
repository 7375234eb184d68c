import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LIBRARY, TOOLS } from './notice.ts';
import { billOfMaterials } from './sbom.ts';

/*
 * Before npm packs one of our packages: puts into its folder what the tarball has besides its code, the bill of materials, and for the tools
 * the documents and licences at the top of the checkout. With `--remove`, after it has packed: takes that out again.
 *
 *     tsx tools/stage.ts FOLDER [--remove]
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BILL = 'sbom.cdx.json';

function stage(folder: string): void {
  for (const name of copiedTo(folder)) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const { name } = manifestOf(folder);
  const bill = billOfMaterials(name, isLibrary(folder) ? LIBRARY : TOOLS);
  writeFileSync(join(folder, BILL), `${JSON.stringify(bill, null, 2)}\n`);
  // The library is built after this, by `prepare`; the tools are not.
  if (!isLibrary(folder) && !existsSync(join(folder, 'dist/page')))
    throw new Error('The tools are not built, and would be packed without a word. Build them with "npm run build".');
}

function isLibrary(folder: string): boolean {
  return resolve(folder) === resolve(ROOT);
}

/** Files of the package that are at the top of the checkout. */
function copiedTo(folder: string): string[] {
  if (isLibrary(folder)) return [];
  return ['README.md', 'LICENSE', ...manifestOf(folder).files].filter(
    (name) => existsSync(join(ROOT, name)) && name !== 'dist',
  );
}

function manifestOf(folder: string): { readonly name: string; readonly files: readonly string[] } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function remove(folder: string): void {
  for (const name of [BILL, ...copiedTo(folder)]) rmSync(join(folder, name), { recursive: true, force: true });
}

const [folder = '', option] = process.argv.slice(2);
if (option === '--remove') remove(folder);
else stage(folder);
