import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * The files of the try-out page and of the description: HTML and CSS as they lie in src/http/page, in a checkout and in the
 * package, and the page's scripts, which are TypeScript. For the package, the build has made JavaScript of them. In a checkout
 * the same compiler makes it when the server starts, so that what is shown is what the sources say.
 */
const IS_CHECKOUT = import.meta.filename.endsWith('.ts');
const PAGE = fileURLToPath(new URL('./page/', import.meta.url));
const PAGE_SOURCES = IS_CHECKOUT ? PAGE : fileURLToPath(new URL('../../../src/http/page/', import.meta.url));

/** A file of the page, by its name: `page.css`. */
export async function readPageFile(name: string): Promise<string> {
  return readFile(join(PAGE_SOURCES, name), 'utf8');
}

let scripts: Promise<ReadonlyMap<string, string>> | undefined;

/** The page's scripts as JavaScript modules, by name: `main.js`. Made once for the process. */
export function readPageScripts(): Promise<ReadonlyMap<string, string>> {
  scripts ??= IS_CHECKOUT ? compileScripts() : readScripts(PAGE);
  return scripts;
}

async function readScripts(directory: string): Promise<Map<string, string>> {
  const names = (await readdir(directory)).filter((name) => extname(name) === '.js').sort();
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(directory, name), 'utf8')] as const)),
  );
}

async function compileScripts(): Promise<Map<string, string>> {
  const out = await mkdtemp(join(tmpdir(), 'address-lookup-page-'));
  try {
    const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    // Types are the business of the checks, not of a server that starts.
    await promisify(execFile)(process.execPath, [compiler, '-p', PAGE, '--outDir', out, '--noCheck']);
    return await readScripts(join(out, 'http/page'));
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
