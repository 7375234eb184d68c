import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLE, bundleElement, bundlePage } from './bundle.ts';
import { openApiDocument } from './interface/document.ts';
import { FILE_ROUTES, OPERATION_ROUTES, STATUS_ROUTES } from './interface/operations.ts';
import { openApiPage } from './interface/page.ts';

/*
 * `npm run build` compiles everything once and deals it out to the two packages of this repository:
 *
 *     dist             benelux-address-lookup, the library: what its entry points reach
 *     pipelines/dist   benelux-address-tools, the commands and the service: everything else; in `page` what browsers load
 *
 * In the sources, the tools import the library by relative paths. In their package those paths lead to the other package:
 * `../src/errors.js` becomes `benelux-address-lookup/internal/errors.js`.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const INTERNAL = 'benelux-address-lookup/internal/';

/** A module specifier, with what stands before it: of `./x.js` in compiled code, of `./x.ts` in declarations, which have a module of that name beside them. */
const SPECIFIER = /(\bfrom\s*|\bimport\s*\(\s*|^import\s*)(['"])(\.{1,2}\/[^'"]+)\.[jt]s\2/gm;

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

/** The files that the entry points of a package name: compiled code and declarations, relative to its `dist`. */
export function entryFiles({ exports }: Manifest): string[] {
  return Object.values(exports)
    .flatMap((target) => (typeof target === 'string' ? [target] : [target.types, target.default]))
    .filter((path) => path.startsWith('./dist/') && !path.includes('*'))
    .map((path) => path.slice('./dist/'.length));
}

/** The compiled files that some of them import, directly or not, with these: code leads to code, declarations to declarations. */
export function reachableFrom(entries: readonly string[], directory: string): Set<string> {
  const reached = new Set(entries);
  for (const file of reached) {
    const text = readFileSync(join(directory, file), 'utf8');
    for (const [, , , specifier] of text.matchAll(SPECIFIER)) {
      reached.add(`${join(dirname(file), specifier!)}${extensionOf(file)}`);
    }
  }
  return reached;
}

function extensionOf(file: string): string {
  return file.endsWith('.d.ts') ? '.d.ts' : '.js';
}

function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, directory, 'package.json'), 'utf8')) as Manifest;
}

function compile(project: string, outDirectory: string): void {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', project, '--outDir', outDirectory], { cwd: ROOT, stdio: 'inherit' });
}

function buildPackages(): void {
  const scratch = mkdtempSync(join(ROOT, 'pipelines/.build-'));
  try {
    compile('tsconfig.build.json', scratch);
    const library = reachableFrom(entryFiles(readManifest('.')), scratch);
    const toolTypes = reachableFrom(
      entryFiles(readManifest('pipelines')).filter((file) => file.endsWith('.d.ts')),
      scratch,
    );
    // The types of the tools' entry point are made of the library's, some of which, with what they name, the library's own do not need.
    const isOfLibraryCode = (file: string): boolean => library.has(file.replace(/\.d\.ts$/, '.js'));
    const sharedTypes = reachableFrom([...toolTypes].filter(isOfLibraryCode), scratch);
    const isOfLibrary = (file: string): boolean => library.has(file) || sharedTypes.has(file);
    const [dist, toolDist] = [join(ROOT, 'dist'), join(ROOT, 'pipelines/dist')];
    for (const directory of [dist, toolDist]) rmSync(directory, { recursive: true, force: true });
    for (const file of readdirSync(scratch, { recursive: true, encoding: 'utf8' })) {
      if (isOfLibrary(file)) copy(join(scratch, file), join(dist, file));
      else if (toolTypes.has(file) || (/(?<!\.d)\.js$/.test(file) && !file.startsWith('src/http/page/'))) {
        const text = readFileSync(join(scratch, file), 'utf8').replace(SPECIFIER, (all, before, quote, specifier) => {
          const target = join(dirname(file), specifier);
          return isOfLibrary(`${target}${extensionOf(file)}`)
            ? `${before}${quote}${INTERNAL}${relative('src', target)}.js${quote}`
            : all;
        });
        mkdirSync(dirname(join(toolDist, file)), { recursive: true });
        writeFileSync(join(toolDist, file), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
      }
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/**
 * `npm run build:page`: the page at `/`, the description of the service and the field for other pages, as the service sends them; the field as one
 * file is of the library too.
 */
export async function buildPage(): Promise<void> {
  const [sources, page] = [join(ROOT, 'src/http/page'), join(ROOT, 'pipelines/dist/page')];
  rmSync(page, { recursive: true, force: true });
  await bundlePage(page);
  for (const name of readdirSync(sources))
    if (/\.(?:html|css|svg)$/.test(name)) copy(join(sources, name), join(page, name));
  for (const [name, fileRoutes] of [
    ['', FILE_ROUTES],
    ['-without-files', []],
  ] as const) {
    const document = openApiDocument([...OPERATION_ROUTES, ...fileRoutes, ...STATUS_ROUTES]);
    writeFileSync(join(page, `openapi${name}.json`), JSON.stringify(document, null, 2));
    writeFileSync(join(page, `docs${name}.html`), openApiPage(document));
  }
  await bundleElement();
  copy(BUNDLE, join(ROOT, 'pipelines/dist', basename(BUNDLE)));
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] !== 'page') buildPackages();
  await buildPage();
}
