import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each([
  ['statements.md', 50],
  ['promises.md', 60],
])('%s names tests that exist', (name, least) => {
  const table = readFileSync(join(import.meta.dirname, name), 'utf8');
  const sources = readdirSync(import.meta.dirname)
    .filter((file) => /\.(?:test|system)\.ts$/.test(file))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const titles = [...table.matchAll(/^\| .* \| (.*) \|$/gm)]
    .slice(1)
    .flatMap(([, cell]) => cell!.split('<br>').map((title) => title.slice(1, -1)));
  expect(titles.length).toBeGreaterThan(least);
  expect(titles.filter((title) => !sources.includes(`'${title}'`))).toEqual([]);
});
