import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
// Within the checkout, where the packages are.
mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
const SCRATCH = mkdtempSync(join(ROOT, 'node_modules/.cache/documents-'));
afterAll(() => rmSync(SCRATCH, { recursive: true, force: true }));

const LOOKUP = `import { openAddressLookup } from 'benelux-address-lookup';\nconst lookup = await openAddressLookup('dist-data');\n`;

/** What the packages export, by the sources that the declarations are made from. */
const ENTRY_POINTS = {
  'benelux-address-lookup': 'src/index.ts',
  'benelux-address-lookup/browser': 'src/browser.ts',
  'benelux-address-lookup/client': 'src/client/index.ts',
  'benelux-address-lookup/handler': 'src/http/handler.ts',
  'benelux-address-tools/http': 'src/http/index.ts',
};

/** The `ts` blocks of a document. One that uses a lookup which it does not open gets one. */
function programsOf(document: string): string[] {
  return [...readFileSync(join(ROOT, document), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) =>
    /\blookup\b/.test(code!) && !/\blookup = /.test(code!)
      ? `${code!.includes('import { openAddressLookup') ? '' : LOOKUP}${code!}`
      : code!,
  );
}

/** What the compiler says of these modules, in one program. */
async function compile(modules: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, code] of Object.entries(modules)) writeFileSync(join(SCRATCH, `${name}.mts`), code);
  const paths = Object.fromEntries(Object.entries(ENTRY_POINTS).map(([name, file]) => [name, [join(ROOT, file)]]));
  const compilerOptions = {
    ...{ target: 'es2023', lib: ['es2023'], module: 'nodenext', types: ['node'], paths },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ skipLibCheck: true, noEmit: true, allowImportingTsExtensions: true },
  };
  const files = Object.keys(modules).map((name) => `${name}.mts`);
  writeFileSync(join(SCRATCH, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  return promisify(execFile)(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', SCRATCH]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

it('the examples in TypeScript compile, strict and with exact optional properties', { timeout: 120_000 }, async () => {
  const documents = ['README.md', 'API.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)];
  const modules = Object.fromEntries(
    documents
      .filter((document) => document.endsWith('.md'))
      .flatMap((document) =>
        programsOf(document).map((code, i) => [`${document.replaceAll(/\W/g, '-')}-${i}`, code] as const),
      ),
  );
  expect(Object.keys(modules).length).toBeGreaterThan(15);
  expect(await compile(modules)).toBe('');
  expect(
    await compile({ wrong: `${LOOKUP}const { street }: string = lookup.nl.directMatch({ postcode: 1 })[0];` }),
  ).toMatch(/wrong\.mts/);
});
