import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyFixtureIndexes } from './support/fixture-indexes.ts';
import { compileLibraryInto } from './support/program.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PRELUDE = `import { openAddressLookup } from 'benelux-address-lookup';\nconst lookup = await openAddressLookup('dist-data');\n`;

/** Programs, each with what it prints below it. */
function examplesOf(document: string): (readonly [code: string, output: string])[] {
  const text = readFileSync(join(ROOT, document), 'utf8');
  return [...text.matchAll(/```ts\n([\s\S]*?)```\n\n```\n([\s\S]*?)```/g)].map(
    ([, code, output]) => [code!, output!] as const,
  );
}

describe('API.md', () => {
  const examples = examplesOf('API.md');
  const scratch = mkdtempSync(join(tmpdir(), 'api-'));
  let data: { readonly directory: string; remove(): void };

  /** A project with the library in it, as one has it who installed it, and the index beside. */
  beforeAll(async () => {
    data = await copyFixtureIndexes();
    symlinkSync(data.directory, join(scratch, 'dist-data'));
    const installed = join(scratch, 'node_modules', 'benelux-address-lookup');
    mkdirSync(join(scratch, 'node_modules'));
    await compileLibraryInto(join(installed, 'dist'));
    symlinkSync(data.directory, join(installed, 'dist/sample'));
    writeFileSync(join(installed, 'package.json'), readFileSync(join(ROOT, 'package.json')));
    for (const name of ['@msgpack', 'kdbush', 'flatbush', 'flatqueue'])
      symlinkSync(join(ROOT, 'node_modules', name), join(scratch, 'node_modules', name));
  });
  afterAll(() => {
    data?.remove();
    rmSync(scratch, { recursive: true, force: true });
  });

  it('has a worker thread', () => {
    const code = examplesOf('API.md').map(([each]) => each);
    expect(code.some((each) => each.includes('new Worker('))).toBe(true);
  });

  it('has an example for every operation', () => {
    expect(examples.length).toBeGreaterThan(10);
    const code = examples.map(([each]) => each).join();
    for (const name of [
      'autocomplete',
      'directMatch',
      'alternatives',
      'radius',
      'nearest',
      'geocode',
      'geocodeRows',
      'verifyIndex',
      'byId',
      'formerById',
      'addresses',
      'share',
      'openAddressLookup',
    ])
      expect(code).toContain(`${name}(`);
  });

  it.each(
    ['API.md', 'README.md'].flatMap((document) =>
      examplesOf(document).map(([code, output], i) => [i, document, code, output] as const),
    ),
  )('example %i of %s prints what is below it', async (i, document, code, output) => {
    const script = join(scratch, `${document}-${i}.mjs`);
    writeFileSync(
      script,
      code.includes('lookup = await') || !code.includes('lookup')
        ? code
        : `${PRELUDE.split('\n')
            .filter((line) => !code.includes(line) || line === '')
            .join('\n')}${code}`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: scratch });
    expect(stdout).toBe(output);
  });
});
