import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFixtureData } from './http/fixture-service.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

interface Manifest {
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly files: readonly string[];
}

/** What is published: packed from a clean copy of the sources, as a clone is, and run by plain node. */
describe('the package', () => {
  let directory = '';
  let data: Awaited<ReturnType<typeof buildFixtureData>>;
  let files: string[] = [];
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  const built = (path: string): string => JSON.stringify(pathToFileURL(join(directory, path)).href);

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'address-lookup-package-'));
    for (const name of [
      'package.json',
      'README.md',
      'LICENSE',
      'tsconfig.json',
      'tsconfig.build.json',
      'src',
      'pipelines',
    ]) {
      cpSync(join(ROOT, name), join(directory, name), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: directory });
    // What the build says comes first.
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as { files: { path: string }[] }[];
    files = packed!.files.map(({ path }) => path);
    data = await buildFixtureData(['nl']);
  });
  afterAll(() => {
    data?.remove();
    rmSync(directory, { recursive: true, force: true });
  });

  it('has the compiled code of each of its entry points, its command, and the page', () => {
    const entries = [
      ...Object.values(manifest.exports).flatMap((each) => Object.values(each)),
      ...Object.values(manifest.bin),
    ];
    expect(entries).toContain('./dist/src/index.js');
    expect(entries).toContain('./dist/pipelines/address-lookup.js');
    for (const entry of entries) expect(files).toContain(entry.slice('./'.length));
    for (const name of ['index.html', 'page.css', 'docs.css', 'icon.svg'])
      expect(files).toContain(`src/http/page/${name}`);
    expect(files).toContain('dist/src/http/page/main.js');
  });

  it('has no sources, tests, fixtures or indexes', () => {
    expect(
      files.filter((path) => /^(?:test|fixtures|dist-data)\/|(?<!\.d)\.ts$|^src\/(?!http\/page\/)/.test(path)),
    ).toEqual([]);
  });

  it('answers a query', async () => {
    const query = ['query', 'direct-match', 'nl', '1012JS', '1', 'A2', '--data', data.directory];
    const { stdout } = await run(process.execPath, [join(directory, manifest.bin['address-lookup']!), ...query]);
    expect(JSON.parse(stdout)).toMatchObject([{ street: 'Dam', houseletter: 'A', housenumberaddition: '2' }]);
  });

  it('serves addresses and the page', async () => {
    const script = `
      const { openAddressLookup } = await import(${built('dist/src/index.js')});
      const { createServer } = await import(${built('dist/src/http/index.js')});
      const server = await createServer(await openAddressLookup(${JSON.stringify(data.directory)}), { clients: 'open' });
      for (const url of ['/v1/directmatch/nl/1012JS/1', '/', '/page/main.js', '/page/page.css', '/docs', '/openapi.json']) {
        console.log(url, (await server.inject(url)).statusCode);
      }
      await server.close();`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[1]),
    ).toEqual(Array(6).fill('200'));
  });
});
