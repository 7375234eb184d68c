import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/*
 * The law of tests is behaviour at a door. A part of the sources (`src/query`, `pipelines/bag`) is entered by other parts through the modules
 * that they import of it; each of these has a test that imports it too. What lies behind is tested through them, so it can be moved, merged
 * and split without a test having to follow. Of the package itself, the outermost door, every function has a test that names it.
 */

/** Doors that are tested without being imported, and how. */
const TESTED_OTHERWISE: Readonly<Record<string, string>> = {};

/** Parts that run in a browser, where test/browser drives them as a person does. */
const IN_BROWSER: readonly string[] = ['src/client', 'src/element', 'src/http/page'];

interface Import {
  readonly file: string;
  /** Path of the module from the root. */
  readonly target: string;
  readonly names: readonly string[];
  /** Passed on to whoever imports the file. */
  readonly isExport: boolean;
}

function typescriptFiles(directory: string): string[] {
  return readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(directory, name).replaceAll('\\', '/'));
}

/** What a file imports or re-exports of other files by name, types left out; `*` for everything. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const pathOf = (specifier: string): string =>
    relative(ROOT, join(ROOT, dirname(file), specifier)).replaceAll('\\', '/');
  const named = text.matchAll(/^(import|export)\s+(?!type\b)(\*|[\w*\s]*\{[^}]*\}|\* as \w+)\s*from\s*'(\.[^']+)'/gm);
  const awaited = text.matchAll(
    /\{([^{}]*)\}\s*=\s*await import\(\s*'(\.[^']+)'|await import\(\s*'(\.[^']+)'\)\)\.(\w+)/g,
  );
  return [
    ...Array.from(named, ([, keyword, what, specifier]) => ({
      file,
      target: pathOf(specifier!),
      names: namesIn(what!),
      isExport: keyword === 'export',
    })),
    ...Array.from(awaited, ([, what, specifier, other, name]) => ({
      file,
      target: pathOf((specifier ?? other)!),
      names: name === undefined ? namesIn(`{${what}}`) : [name],
      isExport: false,
    })),
  ];
}

function namesIn(clause: string): string[] {
  if (!clause.includes('{')) return ['*'];
  return clause
    .slice(clause.indexOf('{') + 1, clause.indexOf('}'))
    .split(',')
    .map((each) => each.trim().split(/\s+as\s+|:\s*/)[0]!)
    .filter((each) => each !== '' && !each.startsWith('type '));
}

/** `src/query` for `src/query/radius.ts`; `pipelines` for `pipelines/merge.ts`. */
function partOf(file: string): string {
  if (IN_BROWSER.includes(dirname(file))) return dirname(file);
  const [top, folder, rest] = file.split('/');
  return rest === undefined ? top! : `${top}/${folder}`;
}

/** Functions and classes that a file exports itself. */
function functionsOf(file: string): Set<string> {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return new Set(
    Array.from(text.matchAll(/^export (?:async )?(?:abstract )?(?:function\*?|class) (\w+)/gm), ([, name]) => name!),
  );
}

const sources = ['src', 'pipelines'].flatMap(typescriptFiles);
const functions = new Map(sources.map((file) => [file, functionsOf(file)]));
const imports = sources.flatMap(importsOf);

/** Where a name that a file has, its own or one that it re-exports, is declared. */
function declarationOf(file: string, name: string): string | undefined {
  if (functions.get(file)?.has(name)) return `${file} ${name}`;
  for (const each of imports.filter((other) => other.file === file)) {
    if (!each.names.includes(name) && !each.names.includes('*')) continue;
    const found = declarationOf(each.target, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Modules with functions that another part of the sources imports. */
const doors = new Set(
  imports
    .filter(({ file, target, names }) => partOf(file) !== partOf(target) && names.length > 0)
    .map(({ target }) => target)
    .filter((target) => functions.get(target)!.size > 0 && !IN_BROWSER.includes(partOf(target))),
);

/** Every function of the entry points in package.json that run in Node. */
const published = new Set(
  ['src/index.ts', 'src/browser.ts', 'src/http/index.ts', 'src/http/handler.ts'].flatMap(publishedBy),
);

function publishedBy(entry: string): string[] {
  const own = [...functions.get(entry)!].map((name) => `${entry} ${name}`);
  const passedOn = imports.filter(({ file, isExport }) => file === entry && isExport);
  return [
    ...own,
    ...passedOn.flatMap(({ target, names }) =>
      names.flatMap((name) => (name === '*' ? publishedBy(target) : (declarationOf(target, name) ?? []))),
    ),
  ];
}

const testImports = typescriptFiles('test')
  .filter((file) => !file.startsWith('test/bench/'))
  .flatMap(importsOf);
const imported = new Set(testImports.map(({ target }) => target));
const named = new Set(
  testImports.flatMap(({ target, names }) => names.flatMap((name) => declarationOf(target, name) ?? [])),
);
const entered = new Set([...imported, ...[...named].map((each) => each.split(' ')[0]!)]);

describe('every door', () => {
  it('of a part of the sources has a test that imports it', () => {
    expect([...doors].filter((each) => !entered.has(each) && !(each in TESTED_OTHERWISE)).sort()).toEqual([]);
    expect(doors.size).toBeGreaterThan(80);
    expect(doors).toContain('src/query/direct-match.ts');
  });

  it('of the package has a test of each of its functions', () => {
    expect([...published].filter((each) => !named.has(each) && !(each in TESTED_OTHERWISE)).sort()).toEqual([]);
    expect(published.size).toBeGreaterThan(10);
    expect(published).toContain('src/lookup/open.ts openAddressLookup');
  });

  it('that is tested otherwise is one', () => {
    const isDoor = (each: string): boolean =>
      (doors.has(each) && !entered.has(each)) || (published.has(each) && !named.has(each));
    expect(Object.keys(TESTED_OTHERWISE).filter((each) => !isDoor(each))).toEqual([]);
  });
});
