import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const DOCUMENT = new URL('../../../docs/registers/bag.md', import.meta.url);
const SOURCES = new URL('../../../pipelines/bag/', import.meta.url);

/** The codes under which the sources reject records: a result of a check, or an argument. */
function codesInSources(): string[] {
  const codes = readdirSync(SOURCES)
    .filter((name) => ['stand-file.ts', 'tables.ts', 'resolve.ts', 'relations.ts'].includes(name))
    .flatMap((name) => {
      const text = readFileSync(new URL(name, SOURCES), 'utf8');
      const patterns = [
        /return '([a-z]+(?:-[a-z]+)*)'/g,
        /rejectRow\([^;]*?'([a-z]+(?:-[a-z]+)*)'/g,
        /reason: '([a-z-]+)'/g,
        /reason = [^;]*?'([a-z]+)' : '([a-z]+)'/g,
        /INVALID_DIMENSION = '([a-z-]+)'/g,
      ];
      return patterns.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, ...groups]) => groups));
    });
  return [...new Set(codes)].sort();
}

it('docs/registers/bag.md explains every code of a rejection, and no other', () => {
  const section = /\n## What is rejected\n(.*?)(?:\n## |$)/s.exec(readFileSync(DOCUMENT, 'utf8'))![1]!;
  const rows = section.split('\n').filter((line) => line.startsWith('- `'));
  const documented = rows.flatMap((row) => [...row.split(': ')[0]!.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code!));
  // `duplicate` is the code of pipelines/merge.ts.
  expect([...codesInSources(), 'duplicate'].sort()).toEqual(documented.sort());
});
