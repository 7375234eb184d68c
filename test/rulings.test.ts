import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The numbers that a text calls rulings: `ruling 7`, `rulings 1, 2 and 36`, `rulings 4 to 9`. */
function rulingsIn(text: string): number[] {
  return [...text.matchAll(/\brulings? ((?:[0-9]+(?:, | and | to )?)+)/gi)].flatMap(([, list]) =>
    list!.match(/[0-9]+/g)!.map(Number),
  );
}

it('every ruling that code, tests and documents name by its number stands in docs/rulings.md', () => {
  const known = new Set(
    [...readFileSync(join(ROOT, 'docs/rulings.md'), 'utf8').matchAll(/^\| ([0-9]+) \|/gm)].map(([, number]) =>
      Number(number),
    ),
  );
  const files = ['src', 'pipelines', 'fixtures', 'test', 'docs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, folder, name)),
  );
  const named = files
    .filter((name) => /\.(?:ts|md)$/.test(name))
    .flatMap((name) => rulingsIn(readFileSync(name, 'utf8')).map((ruling) => ({ name, ruling })));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ ruling }) => !known.has(ruling))).toEqual([]);
});
