import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Files without logic, and why: nothing in them can be wrong that types do not see. */
const WITHOUT_LOGIC: Readonly<Record<string, string>> = {
  'pipelines/bag/read-worker.ts': 'the entry point of a thread; stand-file.ts does the work',
  'pipelines/best/read-worker.ts': 'the entry point of a thread; read.ts does the work',
  'pipelines/caclr/records.ts': 'types',
  'pipelines/register-import.ts': 'types',
  'src/api.ts': 'a list of exports',
  'src/batch/engine-thread.ts': 'the entry point of a thread; chunk.ts does the work',
  'src/batch/sheet-thread.ts': 'the entry point of a thread; spreadsheet.ts does the work',
  'src/batch/status-colours.ts': 'a table',
  'src/http/options.ts': 'types and constants',
  'src/model/address.ts': 'types',
  'src/model/gazetteer.ts': 'types',
  'src/model/suggestion.ts': 'types',
  'src/store/pack-named-thread.ts': 'the entry point of a thread; pack-named.ts does the work',
};

/** Folders whose files run in a browser, where test/browser drives them as a person does. */
const IN_BROWSER: readonly string[] = ['src/http/page/', 'src/client/', 'src/element/'];

function typescriptFiles(directory: string): string[] {
  return readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(directory, name).replaceAll('\\', '/'));
}

/** The files that a file imports for more than their types, and the modules that it starts in threads. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const imports = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s(?!type\b)[^;'"]*?from\s*['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]|new URL\(\s*['"](\.[^'"]+\.ts)['"]/g,
  );
  return Array.from(imports, ([, named, awaited, started]) =>
    relative(ROOT, join(ROOT, dirname(file), (named ?? awaited ?? started)!)).replaceAll('\\', '/'),
  );
}

const tests = typescriptFiles('test').filter((file) => !file.startsWith('test/bench/'));
const imported = new Set(tests.flatMap(importsOf));
const sources = ['src', 'pipelines'].flatMap(typescriptFiles);

describe('every file with logic', () => {
  it('has a test that imports it', () => {
    const isExempt = (file: string): boolean =>
      file in WITHOUT_LOGIC || IN_BROWSER.some((folder) => file.startsWith(folder));
    expect(sources.filter((file) => !imported.has(file) && !isExempt(file))).toEqual([]);
    expect(sources.length).toBeGreaterThan(150);
  });
});

it('what is said of single files is said of files that there are', () => {
  expect(Object.keys(WITHOUT_LOGIC).filter((file) => !sources.includes(file))).toEqual([]);
});
