import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './cluster/redis-server.ts';
import { copySources } from './support/clean-copy.ts';
import { copiedIntoImage, wordsOf } from './support/dockerfile.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NAME = 'benelux-address-lookup';
const INSTALL = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier'];
const exec = promisify(execFile);

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * What is published: packed from a copy of the sources, as a clone has them, and installed into empty projects. Where PACKAGE_TARBALLS names a
 * folder, the package that lies in it is tested, and nothing is built.
 */
describe('the package', { timeout: 300_000 }, () => {
  const scratch = mkdtempSync(join(tmpdir(), 'address-lookup-package-'));
  /** Unpacked. */
  const copy = join(scratch, 'copy');
  /** Installed with `--omit=optional`, for the library alone. */
  const library = join(scratch, 'library');
  /** Installed as it is. */
  const whole = join(scratch, 'whole');
  let tarball = '';
  let files: readonly string[] = [];

  beforeAll(async () => {
    for (const directory of [copy, library, whole]) mkdirSync(directory);
    const tarballs = process.env['PACKAGE_TARBALLS'] ?? (await packInto(join(scratch, 'tarballs')));
    tarball = join(
      tarballs,
      readdirSync(tarballs).find((name) => name.startsWith(`${NAME}-`) && name.endsWith('.tgz'))!,
    );
    await exec('tar', ['-xzf', tarball, '--strip-components=1', '-C', copy]);
    const { stdout } = await exec('tar', ['-tzf', tarball]);
    files = stdout.split('\n').flatMap((path) => (path === '' ? [] : [path.slice('package/'.length)]));
    for (const directory of [library, whole]) {
      writeFileSync(join(directory, 'package.json'), '{ "name": "embedder", "private": true, "type": "module" }');
    }
    await exec('npm', [...INSTALL, tarball, 'typescript@5.4.5', '--omit=optional'], { cwd: library });
    await exec('npm', [...INSTALL, tarball], { cwd: whole });
  }, 600_000);
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  /** Builds and packs as for publishing. @returns the folder */
  async function packInto(folder: string): Promise<string> {
    const sources = join(scratch, 'sources');
    for (const directory of [folder, sources]) mkdirSync(directory);
    copySources(sources);
    await exec('npm', ['pack', '--pack-destination', folder], { cwd: sources });
    return folder;
  }

  /** Runs a program in a project. */
  async function run(directory: string, program: string, args: readonly string[]): Promise<Ended> {
    try {
      return { code: 0, ...(await exec(program, [...args], { cwd: directory })) };
    } catch (error) {
      return error as Ended;
    }
  }

  const runModule = (directory: string, code: string): Promise<Ended> =>
    run(directory, process.execPath, ['--input-type=module', '--eval', code]);

  const runCommand = (directory: string, ...args: string[]): Promise<Ended> =>
    run(directory, join(directory, 'node_modules/.bin', NAME), args);

  const installedPackages = (directory: string): string[] =>
    readdirSync(join(directory, 'node_modules')).filter((name) => !name.startsWith('.'));

  const sampleOf = (directory: string): string => join(directory, 'node_modules', NAME, 'dist/sample');

  it('has the compiled code of each of its entry points, its commands, the page, a sample index and its documents', () => {
    const { exports, bin, main, types } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const conditions = Object.values<string | Record<string, string>>(exports).flatMap((each) =>
      typeof each === 'string' ? [each] : Object.values(each),
    );
    const entries = [...conditions, ...Object.values<string>(bin), main, types];
    expect(entries).toContain('./dist/src/index.js');
    expect(entries).toContain('./dist/pipelines/address-lookup.js');
    for (const entry of entries) expect(files).toContain(entry.replace(/^\.\//, ''));
    for (const name of ['index.html', 'page.css', 'docs.css', 'icon.svg'])
      expect(files).toContain(`src/http/page/${name}`);
    expect(files).toContain('dist/src/http/page/main.js');
    for (const country of ['nl', 'be', 'lu']) expect(files).toContain(`dist/sample/${country}/current.json`);
    for (const name of ['API.md', 'CHANGELOG.md', 'ARCHITECTURE.md', 'docs/errors.md', 'docs/http.md'])
      expect(files).toContain(name);
  });

  /** As the Dockerfile makes it, without an engine: the folder it copies, and the commands it starts. `test/deploy` checks the rest. */
  it('builds an index and serves it from what the image has and nothing else', async () => {
    const [image, data] = ['image', 'image-data'].map((name) => join(scratch, name)) as [string, string];
    for (const path of copiedIntoImage()) {
      mkdirSync(dirname(join(image, path)), { recursive: true });
      if (path === 'node_modules') symlinkSync(join(whole, path), join(image, path));
      else cpSync(join(copy, path), join(image, path), { recursive: true });
    }
    const [, program] = wordsOf('ENTRYPOINT') as [string, string];
    const caclr = join(ROOT, 'fixtures/lu/caclr.zip');
    const built = await run(image, process.execPath, [program, 'build', '--lu', caclr, '--out', data]);
    expect(built.stderr).toContain('764 addresses');
    const port = await freePort();
    const places: Record<string, string> = { '/data/indexes': data, '0.0.0.0': '127.0.0.1', '8080': String(port) };
    const words = wordsOf('CMD').map((word) => places[word] ?? word);
    const hash = createHash('sha256').update('token-of-a-client').digest('hex');
    const server = spawn(process.execPath, [program, ...words], {
      cwd: image,
      env: { ...process.env, ADDRESS_LOOKUP_TOKENS: `client:${hash}` },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    try {
      const ask = (path: string): Promise<Response> =>
        fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: 'Bearer token-of-a-client' } });
      while (!(await ask('/health').catch(() => undefined))?.ok) await delay(100);
      for (const path of ['/', '/page/page.css', '/page/http/page/main.js', '/v1/geocode?text=Luxembourg'])
        expect((await ask(path)).status, path).toBe(200);
    } finally {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    }
  });

  it('has no tests, fixtures, rejects or indexes but the sample', () => {
    expect(
      files.filter((path) => /^(?:test|fixtures|dist-data)\/|^dist\/sample\/.*(?:rejects|report)/.test(path)),
    ).toEqual([]);
  });

  it('has the source of every compiled file, where its source map says', () => {
    const maps = files.filter((path) => path.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(200);
    for (const path of maps) {
      const { sources } = JSON.parse(readFileSync(join(copy, path), 'utf8')) as { sources: string[] };
      for (const source of sources) expect(files).toContain(join(path, '..', source));
    }
  });

  it('has no fault that publint or are-the-types-wrong knows', async () => {
    const bytes = readFileSync(tarball);
    const { messages, pkg } = await publint({
      pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) },
      level: 'warning',
    });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
    const analysis = await checkPackage(createPackageFromTarballData(bytes));
    const problems = 'problems' in analysis ? analysis.problems : ['no types'];
    // An ES module that CommonJS loads with require(esm), as every release of Node in `engines` can; and the resolution of before Node 12.7, which knows no `exports`.
    expect(
      problems.filter(
        (each) =>
          typeof each === 'string' ||
          (each.kind !== 'CJSResolvesToESM' &&
            (each.kind !== 'NoResolution' || each.resolutionKind !== 'node10' || each.entrypoint === '.')),
      ),
    ).toEqual([]);
  });

  it('is four packages for the library alone, all else being optional', () => {
    const packages = installedPackages(library).filter((name) => name !== 'typescript');
    expect(packages).toEqual([NAME, 'flatbush', 'flatqueue', 'kdbush', 'msgpackr'].sort());
    expect(installedPackages(whole)).toEqual(expect.arrayContaining(['fastify', 'commander', 'piscina']));
  });

  it('loads these packages and no others, however it is installed', async () => {
    const record = `
      import { register } from 'node:module';
      register('data:text/javascript,' + encodeURIComponent(\`
        import { writeSync } from 'node:fs';
        export async function load(url, context, next) { writeSync(1, url + '\\\\n'); return next(url, context); }\`));
      const { openAddressLookup } = await import('${NAME}');
      const lookup = await openAddressLookup('node_modules/${NAME}/dist/sample');
      if (lookup.nl.directMatch({ postcode: '1012JS', housenumber: 1 }).length === 0) throw new Error('nothing found');`;
    for (const directory of [library, whole]) {
      const { stdout, stderr } = await runModule(directory, record);
      const loaded = stdout.split('\n').filter((url) => url !== '');
      expect(loaded.length, stderr).toBeGreaterThan(50);
      const packages = loaded.flatMap((url) => /.*\/node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(url)?.[1] ?? []);
      expect([...new Set(packages)].sort()).toEqual([NAME, 'flatbush', 'flatqueue', 'kdbush', 'msgpackr'].sort());
      const builtins = [...new Set(loaded.filter((url) => url.startsWith('node:')))].map((url) =>
        url.slice('node:'.length),
      );
      for (const each of builtins)
        expect(['fs', 'fs/promises', 'path', 'url', 'zlib', 'crypto', 'timers/promises']).toContain(each);
      expect(loaded.filter((url) => url.endsWith('.node'))).toEqual([]);
      expect(loaded.filter((url) => /dist\/(?:pipelines|src\/(?:http|cli|cluster))\//.test(url))).toEqual([]);
    }
  });

  it('is a bundle of less than 164 kB where there is no Node, and of 215 with the geocoder', async () => {
    const bundle = async (imports: string): Promise<Buffer> => {
      const { outputFiles } = await build({
        stdin: { contents: `export ${imports} from '${NAME}/browser'`, resolveDir: library },
        ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', write: false },
      });
      return Buffer.from(outputFiles![0]!.contents);
    };
    const lookup = await bundle('{ openAddressLookup }');
    expect(lookup.length).toBeLessThan(164_000);
    expect(gzipSync(lookup).length).toBeLessThan(61_000);
    expect((await bundle('*')).length).toBeLessThan(215_000);
  });

  it('answers from import and from require', async () => {
    const ask = `openAddressLookup('node_modules/${NAME}/dist/sample')
        .then((lookup) => console.log(lookup.nl.directMatch({ postcode: '1012JS', housenumber: '1', housenumberaddition: 'A2' })[0].street));`;
    expect((await runModule(library, `import { openAddressLookup } from '${NAME}'; ${ask}`)).stdout).toBe('Dam\n');
    const required = await run(library, process.execPath, [
      '--input-type=commonjs',
      '--eval',
      `const { openAddressLookup } = require('${NAME}'); ${ask}`,
    ]);
    expect(required.stdout).toBe('Dam\n');
    expect(
      (await runModule(library, `import own from '${NAME}/package.json' with { type: 'json' }; console.log(own.name)`))
        .stdout,
    ).toBe(`${NAME}\n`);
  });

  it.each(['5.4', '7'])('type-checks in a strict project without skipLibCheck, with TypeScript %s', async (version) => {
    writeFileSync(
      join(library, 'use.ts'),
      `import { type Address, AddressLookupError, isAddressOf, type Page, type Suggestion, geocodeRows, openAddressLookup } from '${NAME}';
       import { geocode, openAddressLookup as openSources } from '${NAME}/browser';
       const lookup = await openAddressLookup(new URL('file:///data').pathname, { countries: ['nl', 'be'] });
       const page: Page<Suggestion> = lookup.nl.autocomplete({ search: 'kalverst' });
       const street: string | undefined = lookup.nl.directMatch({ postcode: '1012JS', housenumber: 1 })[0]?.street;
       const opened = lookup.of('be').autocomplete({ context: 'x' });
       if (opened !== null && !('results' in opened)) { const fr: string | undefined = opened.street.fr; fr?.trim(); }
       for await (const { row, status } of geocodeRows(lookup, [{ text: 'Spui 70' }])) { row.text.trim(); status.trim(); }
       const [address]: readonly Address[] = lookup.geocode({ text: 'Spui 70' }).addresses;
       if (address !== undefined && isAddressOf('be', address)) address.street.fr?.trim();
       const found = lookup.geocode({ text: 'Spui 70' });
       if (found.country === 'nl') found.addresses[0]?.houseletter?.trim();
       try { page.results[0]?.label.trim(); street?.trim(); } catch (error) { if (error instanceof AddressLookupError) error.code; }
       const inBrowser = await openSources({ lu: { manifest: '', files: {} } });
       const label: string | undefined = inBrowser.lu.autocomplete({ search: 'grand' }).results[0]?.label;
       if (geocode(inBrowser, { text: label }).status === 'exact') inBrowser.close();
       export {};`,
    );
    const tsc = version === '7' ? join(ROOT, 'node_modules/.bin/tsc') : join(library, 'node_modules/.bin/tsc');
    for (const [module, resolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ]) {
      const options = [
        '--module',
        module!,
        '--moduleResolution',
        resolution!,
        '--target',
        'es2022',
        '--lib',
        'es2023,dom',
      ];
      const { code, stdout } = await run(library, tsc, [
        ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'],
        ...['--skipLibCheck', 'false', '--typeRoots', 'none', ...options, 'use.ts'],
      ]);
      expect(stdout).toBe('');
      expect(code).toBe(0);
    }
  });

  it('answers from the sample where nothing has been built, and names it, and what to build, elsewhere', async () => {
    const asked = await runCommand(whole, 'query', 'autocomplete', 'nl', 'kalverst', '--json');
    expect(JSON.parse(asked.stdout).results[0].label).toBe('Kalverstraat');
    expect(asked.stderr).toContain('npx benelux-address-lookup update --countries nl');
    const remedy =
      '"npx benelux-address-lookup update --countries lu" downloads a register and builds it; to try things out, name the sample in the package, node_modules/benelux-address-lookup/dist/sample.';
    for (const command of [['serve', '--open'], ['verify'], ['inspect']]) {
      const refused = await runCommand(whole, ...command);
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toContain(remedy);
    }
    const opened = await runModule(
      library,
      `import { openAddressLookup, sampleDirectory } from '${NAME}';
       console.log((await openAddressLookup(sampleDirectory())).countries.join());
       await openAddressLookup('dist-data').catch((error) => console.log(error.code, error.message));`,
    );
    expect(opened.stdout).toBe(
      `nl,be,lu\nindex-not-found There is no index in dist-data (no nl/, be/, lu/). Name a directory that has one, or build one: ${remedy}\n`,
    );
  });

  it('answers a query by its command, under both of its names', async () => {
    for (const name of [NAME, 'address-lookup']) {
      const query = ['query', 'direct-match', 'nl', '1012JS', '1', 'A2', '--data', sampleOf(whole)];
      const { stdout } = await run(whole, join(whole, 'node_modules/.bin', name), query);
      expect(JSON.parse(stdout)).toMatchObject([{ street: 'Dam', houseletter: 'A', housenumberaddition: '2' }]);
    }
  });

  it('builds an index by its command', async () => {
    const register = join(ROOT, 'fixtures/nl/lvbag-extract-nl.zip');
    const { code, stderr } = await runCommand(whole, 'build-index', '--nl', register, '--out', 'data');
    expect(code, stderr).toBe(0);
    const { stdout } = await runCommand(whole, 'verify', 'data');
    expect(stdout).toMatch(/^nl: sound, /);
  });

  it('says in one sentence which package a command needs that was left out', async () => {
    const refused = await runCommand(library, 'query', 'direct-match', 'nl', '1012JS', '1');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(
      /^The command line needs the package commander, which is not installed\. Install it with: npm install "commander@\d[^"]*" \(.*\)\n$/,
    );
    const [piscina, aside] = [join(whole, 'node_modules/piscina'), join(whole, 'piscina')];
    renameSync(piscina, aside);
    try {
      const geocode = await runCommand(whole, 'geocode', 'in.csv');
      expect(geocode.code).toBe(2);
      expect(geocode.stderr).toMatch(/^geocode needs the package piscina, which is not installed\..*\n$/);
      const query = await runCommand(whole, 'query', 'direct-match', 'nl', '1012JS', '1', '--data', sampleOf(whole));
      expect(query.code, query.stderr).toBe(0);
    } finally {
      renameSync(aside, piscina);
    }
  });

  it('serves addresses and the page', async () => {
    const { stdout } = await runModule(
      whole,
      `import { openAddressLookup } from '${NAME}';
       import { createServer } from '${NAME}/http';
       const server = await createServer(await openAddressLookup('node_modules/${NAME}/dist/sample'), { clients: 'open' });
       await server.listen({ host: '127.0.0.1', port: 0 });
       const at = 'http://127.0.0.1:' + server.server.address().port;
       for (const url of ['/v1/directmatch/nl/1012JS/1', '/', '/page/http/page/main.js', '/page/page.css', '/docs', '/openapi.json']) {
         console.log(url, (await fetch(at + url)).status);
       }
       await server.close();`,
    );
    const statuses = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[1]);
    expect(statuses).toEqual(Array(6).fill('200'));
  });
});
