import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('statements.md names tests that exist', () => {
  const table = readFileSync(join(import.meta.dirname, 'statements.md'), 'utf8');
  const sources = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('\n');
  const titles = [...table.matchAll(/^\| .* \| (.*) \|$/gm)]
    .slice(1)
    .flatMap(([, cell]) => cell!.split('<br>').map((title) => title.slice(1, -1)));
  expect(titles.length).toBeGreaterThan(50);
  for (const title of titles) expect(sources, title).toContain(`'${title}'`);
});
