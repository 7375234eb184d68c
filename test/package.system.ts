import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
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
const LIBRARY = 'benelux-address-lookup';
const TOOLS = 'benelux-address-tools';
const OF_LIBRARY = ['@msgpack/msgpack', LIBRARY, 'flatbush', 'flatqueue', 'kdbush'];
const INSTALL = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier'];
const exec = promisify(execFile);

interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly main?: string;
  readonly types?: string;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * What is published: packed from a copy of the sources, as a clone has them, and installed into empty projects. Where PACKAGE_TARBALLS names a
 * folder, the packages that lie in it are tested, and nothing is built.
 */
describe('the packages', { timeout: 300_000 }, () => {
  const scratch = mkdtempSync(join(tmpdir(), 'address-lookup-package-'));
  /** The sources, as a clone has them. */
  const checkout = join(scratch, 'checkout');
  /** Unpacked. */
  const copy = join(scratch, 'copy');
  /** Has the library. */
  const library = join(scratch, 'library');
  /** Has the tools, and with them the library. */
  const tools = join(scratch, 'tools');
  const tarballs: Record<string, string> = {};
  const filesOf: Record<string, readonly string[]> = {};

  beforeAll(async () => {
    for (const directory of [copy, library, tools]) mkdirSync(directory);
    const packed = process.env['PACKAGE_TARBALLS'] ?? (await packInto(join(scratch, 'tarballs')));
    // As in a checkout: the tools below the library.
    mkdirSync(join(copy, 'pipelines'));
    for (const [name, place] of [
      [LIBRARY, copy],
      [TOOLS, join(copy, 'pipelines')],
    ] as const) {
      tarballs[name] = join(
        packed,
        readdirSync(packed).find((file) => new RegExp(`^${name}-\\d.*\\.tgz$`).test(file))!,
      );
      await exec('tar', ['-xzf', tarballs[name], '--strip-components=1', '-C', place]);
      const { stdout } = await exec('tar', ['-tzf', tarballs[name]]);
      filesOf[name] = stdout.split('\n').flatMap((path) => (path === '' ? [] : [path.slice('package/'.length)]));
    }
    for (const directory of [library, tools])
      writeFileSync(join(directory, 'package.json'), '{ "name": "embedder", "private": true, "type": "module" }');
    await exec('npm', [...INSTALL, tarballs[LIBRARY]!, 'typescript@5.4.5'], { cwd: library });
    await exec('npm', [...INSTALL, tarballs[LIBRARY]!, tarballs[TOOLS]!], { cwd: tools });
  }, 600_000);
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  /** Packs both in a copy of the sources. */
  async function packInto(folder: string): Promise<string> {
    if (!existsSync(checkout)) {
      mkdirSync(checkout);
      copySources(checkout);
    }
    mkdirSync(folder);
    await exec('npm', ['pack', '--workspaces', '--pack-destination', folder], { cwd: checkout });
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
    run(directory, join(directory, 'node_modules/.bin', TOOLS), args);

  const installedIn = (directory: string, name: string): string => join(directory, 'node_modules', name);

  const manifestOf = (name: string): Manifest =>
    JSON.parse(readFileSync(join(installedIn(tools, name), 'package.json'), 'utf8')) as Manifest;

  /** The names of all packages in a project, also of those in other packages. */
  const packagesIn = (directory: string): string[] =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
      .map((path) => /.*node_modules\/(.*)\/package\.json$/.exec(path)![1]!);

  it('have the compiled code of each of their entry points, the commands, the page, the sample index and the documents', () => {
    for (const name of [LIBRARY, TOOLS]) {
      const { exports, bin = {}, main, types } = manifestOf(name);
      const conditions = Object.values(exports).flatMap((each) =>
        typeof each === 'string' ? [each] : Object.values(each),
      );
      const entries = [...conditions, ...Object.values(bin), main, types].filter((each) => each !== undefined);
      for (const entry of entries.filter((each) => !each.includes('*')))
        expect(filesOf[name]).toContain(entry.replace(/^\.\//, ''));
      for (const each of ['README.md', 'API.md', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'sbom.cdx.json', 'docs/http.md'])
        expect(filesOf[name]).toContain(each);
    }
    for (const name of ['main.js', 'index.html', 'base.css', 'page.css', 'docs.css', 'icon.svg'])
      expect(filesOf[TOOLS]).toContain(`dist/page/${name}`);
    for (const country of ['nl', 'be', 'lu']) expect(filesOf[LIBRARY]).toContain(`dist/sample/${country}/current.json`);
    for (const name of ['Dockerfile', 'deploy/address-lookup-update.timer', 'data/be-exonyms.csv'])
      expect(filesOf[TOOLS]).toContain(name);
  });

  it('are of one version, of which the tools take the library, and ask all else in ranges', () => {
    const { version } = manifestOf(LIBRARY);
    expect([manifestOf(TOOLS).version, manifestOf(TOOLS).dependencies[LIBRARY]]).toEqual([version, version]);
    for (const name of [LIBRARY, TOOLS]) {
      for (const [each, range] of Object.entries(manifestOf(name).dependencies))
        if (each !== LIBRARY) expect(range, each).toMatch(/^\^\d/);
      expect(manifestOf(name)).not.toHaveProperty('optionalDependencies');
    }
  });

  it('are the same bytes at each packing', async () => {
    const again = await packInto(join(scratch, 'again'));
    for (const tarball of Object.values(tarballs))
      expect(readFileSync(tarball).equals(readFileSync(join(again, basename(tarball)))), tarball).toBe(true);
  });

  it('leave nothing in the checkout but what git ignores', async () => {
    const left = readdirSync(join(checkout, 'pipelines'));
    expect(left).toContain('package.json');
    for (const name of ['README.md', 'docs', 'deploy', 'sbom.cdx.json']) expect(left).not.toContain(name);
  });

  it('name all that is installed with them in NOTICE and in the bill of materials', async () => {
    // With the lock file, as the image installs it: what the ranges lead to today may be another release.
    const locked = join(scratch, 'locked');
    for (const path of ['package.json', 'package-lock.json', 'pipelines/package.json']) {
      mkdirSync(dirname(join(locked, path)), { recursive: true });
      cpSync(join(ROOT, path), join(locked, path));
    }
    await exec('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--ignore-scripts'], { cwd: locked });
    for (const [directory, name, least] of [
      [library, LIBRARY, 4],
      [locked, TOOLS, 100],
    ] as const) {
      const installed = packagesIn(directory).filter((each) => !['typescript', LIBRARY, TOOLS].includes(each));
      expect(installed.length).toBeGreaterThanOrEqual(least);
      const notice = readFileSync(join(installedIn(tools, name), 'NOTICE'), 'utf8');
      const { components } = JSON.parse(readFileSync(join(installedIn(tools, name), 'sbom.cdx.json'), 'utf8')) as {
        components: { name: string }[];
      };
      const listed = components.map((component) => component.name);
      expect(installed.filter((each) => !listed.includes(each) || !notice.includes(`\n${each} `))).toEqual([]);
    }
  });

  it('have no link to a file that they do not have', () => {
    for (const name of [LIBRARY, TOOLS]) {
      const documents = filesOf[name]!.filter((path) => path.endsWith('.md'));
      expect(documents.length).toBeGreaterThan(10);
      const dead = documents.flatMap((document) => {
        const text = readFileSync(join(installedIn(tools, name), document), 'utf8');
        return [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
          .map(([, link]) => join(dirname(document), link!))
          .filter((target) => !existsSync(join(installedIn(tools, name), target)))
          .map((target) => `${document}: ${target}`);
      });
      expect(dead).toEqual([]);
    }
  });

  it('import nothing that is not there, in code and in declarations', () => {
    for (const name of [LIBRARY, TOOLS]) {
      const { dependencies, peerDependencies = {} } = manifestOf(name);
      const modules = filesOf[name]!.filter((path) => /^dist\/(?!page\/|sample\/).*\.(?:js|d\.ts)$/.test(path));
      expect(modules.length).toBeGreaterThan(100);
      for (const module of modules) {
        const text = readFileSync(join(installedIn(tools, name), module), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
        for (const [, specifier] of text.matchAll(/(?:\bfrom\s+|^import\s+|\bimport\(\s*)['"]([\w@.][^'"()]*)['"]/gm)) {
          if (specifier!.startsWith('node:')) continue;
          const isOfLibrary = specifier!.startsWith(`${LIBRARY}/internal/`);
          const target = isOfLibrary
            ? join(installedIn(tools, LIBRARY), 'dist/src', specifier!.slice(`${LIBRARY}/internal/`.length))
            : join(installedIn(tools, name), dirname(module), specifier!);
          const declared = module.endsWith('.d.ts') ? target.replace(/(?:\.d)?\.[jt]s$/, '.d.ts') : target;
          if (isOfLibrary || specifier!.startsWith('.'))
            expect(existsSync(declared), `${module}: ${specifier}`).toBe(true);
          else {
            const imported = /^(?:@[^/]+\/)?[^/]+/.exec(specifier!)![0];
            expect(Object.keys({ ...dependencies, ...peerDependencies }), `${module}: ${specifier}`).toContain(
              imported,
            );
          }
        }
      }
    }
  });

  /** As the Dockerfile makes it, without an engine: the folder it copies, and the commands it starts. `test/deploy` checks the rest. */
  it('builds an index and serves it from what the image has and nothing else', async () => {
    const [image, data] = ['image', 'image-data'].map((name) => join(scratch, name)) as [string, string];
    for (const path of copiedIntoImage()) {
      mkdirSync(dirname(join(image, path)), { recursive: true });
      if (path === 'node_modules') symlinkSync(join(tools, path), join(image, path));
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
      for (const path of ['/', '/page/page.css', '/page/main.js', '/v1/geocode?text=Luxembourg'])
        expect((await ask(path)).status, path).toBe(200);
    } finally {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    }
  });

  it('have no tests, sources, maps, rejects or indexes but the sample', () => {
    for (const name of [LIBRARY, TOOLS])
      expect(
        filesOf[name]!.filter((path) =>
          /^(?:test|fixtures|dist-data|src|pipelines)\/|(?<!\.d)\.ts$|\.map$|^dist\/sample\/.*(?:rejects|report)/.test(
            path,
          ),
        ),
      ).toEqual([]);
  });

  it.each([LIBRARY, TOOLS])('have no fault that publint or are-the-types-wrong knows: %s', async (name) => {
    const bytes = readFileSync(tarballs[name]!);
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

  it('are, of the library, five packages in 4 MB, without a script that runs when it is installed', async () => {
    expect(packagesIn(library).sort()).toEqual([...OF_LIBRARY, 'typescript'].sort());
    const folders = readdirSync(join(library, 'node_modules')).filter((name) => !/^\.|^typescript$/.test(name));
    expect(folders.length).toBeLessThanOrEqual(6);
    const { stdout } = await exec('du', ['-sk', ...folders], { cwd: join(library, 'node_modules') });
    const kilobytes = stdout
      .trim()
      .split('\n')
      .map((line) => Number.parseInt(line, 10));
    expect(kilobytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(4_000);
    for (const name of OF_LIBRARY) {
      const { scripts = {} } = JSON.parse(readFileSync(join(installedIn(library, name), 'package.json'), 'utf8'));
      for (const script of ['preinstall', 'install', 'postinstall']) expect(scripts).not.toHaveProperty(script);
    }
  });

  it('load, for the library, these packages and no others, also beside the tools', async () => {
    const record = `
      import { register } from 'node:module';
      register('data:text/javascript,' + encodeURIComponent(\`
        import { writeSync } from 'node:fs';
        export async function load(url, context, next) { writeSync(1, url + '\\\\n'); return next(url, context); }\`));
      const { openAddressLookup, sampleDirectory } = await import('${LIBRARY}');
      const lookup = await openAddressLookup(sampleDirectory());
      if (lookup.nl.directMatch({ postcode: '1012JS', housenumber: 1 }).length === 0) throw new Error('nothing found');`;
    for (const directory of [library, tools]) {
      const { stdout, stderr } = await runModule(directory, record);
      const loaded = stdout.split('\n').filter((url) => url !== '');
      expect(loaded.length, stderr).toBeGreaterThan(50);
      const packages = loaded.flatMap((url) => /.*\/node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(url)?.[1] ?? []);
      expect([...new Set(packages)].sort()).toEqual(OF_LIBRARY);
      const builtins = [...new Set(loaded.filter((url) => url.startsWith('node:')))].map((url) =>
        url.slice('node:'.length),
      );
      for (const each of builtins)
        expect(['fs', 'fs/promises', 'path', 'url', 'zlib', 'crypto', 'timers/promises']).toContain(each);
      expect(loaded.filter((url) => url.endsWith('.node'))).toEqual([]);
    }
  });

  it('is a bundle of less than 252 kB where there is no Node, and of 264 with all that it exports', async () => {
    const bundle = async (imports: string): Promise<Buffer> => {
      const { outputFiles } = await build({
        stdin: { contents: `export ${imports} from '${LIBRARY}/browser'`, resolveDir: library },
        ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', write: false },
      });
      return Buffer.from(outputFiles![0]!.contents);
    };
    const lookup = await bundle('{ openAddressLookup }');
    // A search reads what is written out as the geocoder does, with the same code.
    expect(lookup.length).toBeLessThan(252_000);
    expect(gzipSync(lookup).length).toBeLessThan(91_000);
    expect((await bundle('*')).length).toBeLessThan(264_000);
  });

  it('answers from import and from require', async () => {
    const ask = `openAddressLookup('node_modules/${LIBRARY}/dist/sample')
        .then((lookup) => console.log(lookup.nl.directMatch({ postcode: '1012JS', housenumber: '1', housenumberaddition: 'A2' })[0].street));`;
    expect((await runModule(library, `import { openAddressLookup } from '${LIBRARY}'; ${ask}`)).stdout).toBe('Dam\n');
    const required = await run(library, process.execPath, [
      '--input-type=commonjs',
      '--eval',
      `const { openAddressLookup } = require('${LIBRARY}'); ${ask}`,
    ]);
    expect(required.stdout).toBe('Dam\n');
    expect(
      (
        await runModule(
          library,
          `import own from '${LIBRARY}/package.json' with { type: 'json' }; console.log(own.name)`,
        )
      ).stdout,
    ).toBe(`${LIBRARY}\n`);
  });

  it.each(['5.4', '7'])('type-checks in a strict project without skipLibCheck, with TypeScript %s', async (version) => {
    writeFileSync(
      join(library, 'use.ts'),
      `import { type Address, AddressLookupError, isAddressOf, type Page, type Suggestion, geocodeRows, openAddressLookup } from '${LIBRARY}';
       import { geocode, openAddressLookup as openSources } from '${LIBRARY}/browser';
       import { AddressSession, ServiceClient } from '${LIBRARY}/client';
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
       if ([AddressSession, ServiceClient].length === 2) inBrowser.close();
       export {};`,
    );
    // Those for servers know Node's types, and those of the element the document's.
    writeFileSync(
      join(library, 'serve.ts'),
      `import { createServer } from 'node:http';
       import { openAddressLookup } from '${LIBRARY}';
       import { createFetchHandler, createNodeHandler, fastifyAddressLookup } from '${LIBRARY}/handler';
       const lookup = await openAddressLookup('data');
       createServer(createNodeHandler(lookup)).listen(0);
       export const handlers = [createFetchHandler(lookup), fastifyAddressLookup];`,
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
      for (const [file, ...types] of [
        ['use.ts', '--typeRoots', 'none'],
        ...(module === 'esnext'
          ? []
          : [['serve.ts', '--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node']]),
      ]) {
        const { code, stdout } = await run(library, tsc, [
          ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'],
          ...['--skipLibCheck', 'false', ...types, ...options, file!],
        ]);
        expect(stdout).toBe('');
        expect(code).toBe(0);
      }
    }
  });

  it('answers from the sample where nothing has been built, and names it, and what to build, elsewhere', async () => {
    // All that an update leaves which could not fetch anything.
    mkdirSync(join(tools, 'dist-data/nl'), { recursive: true });
    writeFileSync(join(tools, 'dist-data/nl/last-update.json'), '{}');
    const asked = await runCommand(tools, 'query', 'autocomplete', 'nl', 'kalverst', '--json');
    expect(JSON.parse(asked.stdout).results[0].label).toBe('Kalverstraat');
    expect(asked.stderr).toContain('npx benelux-address-tools update --countries nl');
    const remedy =
      '"npx benelux-address-tools update --countries lu" downloads a register and builds it; to try things out, name the sample in the package, node_modules/benelux-address-lookup/dist/sample.';
    for (const command of [['serve', '--open'], ['verify'], ['inspect']]) {
      const refused = await runCommand(tools, ...command);
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toContain(remedy);
    }
    const opened = await runModule(
      library,
      `import { openAddressLookup, sampleDirectory } from '${LIBRARY}';
       console.log((await openAddressLookup(sampleDirectory())).countries.join());
       await openAddressLookup('dist-data').catch((error) => console.log(error.code, error.message));`,
    );
    expect(opened.stdout).toBe(
      `nl,be,lu\nindex-not-found There is no index in dist-data (no nl/, be/, lu/). Name a directory that has one, or build one: ${remedy}\n`,
    );
  });

  it('answers a query by its command', async () => {
    const { stdout } = await runCommand(tools, 'query', 'direct-match', 'nl', '1012JS', '1', 'A2');
    expect(JSON.parse(stdout)).toMatchObject([{ street: 'Dam', houseletter: 'A', housenumberaddition: '2' }]);
  });

  it('builds an index by its command', async () => {
    const register = join(ROOT, 'fixtures/nl/lvbag-extract-nl.zip');
    const { code, stderr } = await runCommand(tools, 'build-index', '--nl', register, '--out', 'data');
    expect(code, stderr).toBe(0);
    const { stdout } = await runCommand(tools, 'verify', 'data');
    expect(stdout).toMatch(/^nl: sound, /);
  });

  it('say in one sentence which package a command needs that few need', async () => {
    writeFileSync(join(tools, 'in.csv'), 'address\nSpui 70\n');
    const refused = await runCommand(tools, 'geocode', 'submit', 'in.csv', '--redis', 'redis://127.0.0.1:1');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('ioredis is not installed: npm install bullmq ioredis\n');
    writeFileSync(join(tools, 'rd.tif'), 'II*\0not read');
    const register = join(ROOT, 'fixtures/nl/lvbag-extract-nl.zip');
    const grid = await runCommand(tools, 'build-index', '--nl', register, '--rd-grid', 'rd.tif', '--out', 'grid');
    expect([grid.code, grid.stderr]).toEqual([2, expect.stringContaining('GeoTIFF needs the package geotiff')]);
  });

  it('serves addresses and the page', async () => {
    const { stdout } = await runModule(
      tools,
      `import { openAddressLookup } from '${LIBRARY}';
       import { createServer } from '${TOOLS}/http';
       const server = await createServer(await openAddressLookup('node_modules/${LIBRARY}/dist/sample'), { clients: 'open' });
       await server.listen({ host: '127.0.0.1', port: 0 });
       const at = 'http://127.0.0.1:' + server.server.address().port;
       for (const url of ['/v1/directmatch/nl/1012JS/1', '/', '/page/main.js', '/page/page.css', '/docs', '/openapi.json']) {
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
