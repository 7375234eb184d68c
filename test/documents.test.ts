import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What has its own rules: packages that are installed, and copies that packing makes. */
const LEFT_OUT =
  /^(?:node_modules|dist|dist-data|dist-bench|pipelines\/(?:docs|deploy)|test)\/|^pipelines\/[A-Z]+\.md$|\/\./;

const DOCUMENTS = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => !entry.name.startsWith('.') && !['node_modules', 'dist'].includes(entry.name))
  .flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(ROOT, entry.name), { recursive: true, encoding: 'utf8' }).map(
          (name) => `${entry.name}/${name}`,
        )
      : [entry.name],
  )
  .filter((path) => path.endsWith('.md') && !LEFT_OUT.test(path));

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Without blocks of code, whose `[…](…)` and `#` are something else. */
const proseOf = (path: string): string => textOf(path).replace(/^```[\s\S]*?^```$/gm, '');

/** The fragments of a document's headings, as GitHub and npm make them. */
function fragmentsOf(path: string): Set<string> {
  return new Set(
    [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe('the documents', () => {
  it('are all that are known here', () => {
    expect(DOCUMENTS).toEqual(expect.arrayContaining(['README.md', 'API.md', 'docs/http.md', 'docs/registers/bag.md']));
  });

  it.each(DOCUMENTS)('%s has no dead link, to a file or to a heading', (path) => {
    const dead = [...proseOf(path).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, file, fragment]) => {
        const target = file === '' ? path : relative(ROOT, join(ROOT, dirname(path), file!));
        if (!existsSync(join(ROOT, target))) return true;
        return fragment !== undefined && !fragmentsOf(target).has(fragment);
      })
      .map(([link]) => link);
    expect(dead).toEqual([]);
  });

  it('ARCHITECTURE.md names files that are there', () => {
    const named = [...textOf('ARCHITECTURE.md').matchAll(/`((?:src|pipelines|tools|test)\/[\w./-]+)`/g)];
    expect(named.length).toBeGreaterThan(40);
    expect(named.map(([, path]) => path!).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('name scripts of a checkout only to those who have one', () => {
    const forContributors = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/performance.md'];
    const named = DOCUMENTS.filter((path) => !forContributors.includes(path) && !path.startsWith('fixtures/')).flatMap(
      (path) =>
        [...textOf(path).matchAll(/npm (?:run|test)\b(?: -s)?(?: ([\w:-]+))?/g)]
          // What measures, generates and tests is in no package.
          .filter(([, script]) => !/^(?:bench|fixtures|test)\b/.test(script ?? ''))
          .map(([command]) => `${path}: ${command}`),
    );
    expect(named).toEqual([]);
  });

  it('name scripts that there are', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const named = DOCUMENTS.flatMap((path) =>
      [...textOf(path).matchAll(/npm run (?:-s )?([a-z][a-z:-]*[a-z])/g)].map(([, script]) => script!),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
  });
});
