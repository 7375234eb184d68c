import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { recipe } from '../support/recipes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
// Within the checkout, where the packages are.
const FILE = join(ROOT, 'test/element/user-of-types');

/** What the compiler says of a user's module. */
function compile(source: string): string {
  writeFileSync(`${FILE}.tsx`, source);
  writeFileSync(
    `${FILE}.json`,
    JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions: {
        lib: ['es2023', 'dom', 'dom.iterable'],
        jsx: 'react-jsx',
        types: [],
        isolatedDeclarations: false,
        declaration: false,
        paths: {
          'benelux-address-lookup/element': ['../../src/element/address-lookup.ts'],
          'benelux-address-lookup/react': ['../../src/element/react.ts'],
        },
      },
      include: [`${FILE}.tsx`],
    }),
  );
  try {
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', `${FILE}.json`], {
      cwd: ROOT,
      stdio: 'pipe',
    });
    return '';
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout);
  }
}

afterEach(() => {
  for (const extension of ['tsx', 'json']) rmSync(`${FILE}.${extension}`, { force: true });
});

describe('the types of the element', { timeout: 120_000 }, () => {
  it('compile in the example of docs/embedding.md, under strict and exactOptionalPropertyTypes', () => {
    expect(compile(recipe('tsx'))).toBe('');
  });

  it('are those of the tag, its properties and its events, and no others', () => {
    const said = compile(`
      import 'benelux-address-lookup/react';
      const field = document.querySelector('address-lookup')!;
      const line: string = field.value;
      const wrong: number = field.value;
      field.addEventListener('address-error', ({ detail }) => detail.status.toFixed());
      field.addEventListener('address-select', ({ detail }) => detail.nothing);
      document.addEventListener('address-select', ({ detail }) => detail.address?.postcode.length);
      export const form = <address-lookup countries={3} />;
      export const again = <address-lookup mode="postcode" value={line} required />;
      void wrong;
    `);
    const lines = [...said.matchAll(/user-of-types\.tsx\((\d+),/g)].map(([, line]) => Number(line));
    expect(lines).toEqual([5, 7, 9]);
  });
});
