import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exec, LIBRARY, Packages, packagesIn, run, TOOLS } from './packages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What is in the packages, whatever Node they run on. */
describe('the packages', { timeout: 300_000 }, () => {
  let packages: Packages;
  /** A project with the library. */
  let library: string;

  beforeAll(async () => {
    packages = await Packages.unpacked();
    library = await packages.installedIn('library', LIBRARY, 'typescript@5.4.5');
  }, 600_000);
  afterAll(() => packages.remove());

  it('have the compiled code of each of their entry points, the commands, the page, the sample index and the documents', () => {
    for (const name of [LIBRARY, TOOLS]) {
      const { exports, bin = {}, main, types } = packages.manifestOf(name);
      const conditions = Object.values(exports).flatMap((each) =>
        typeof each === 'string' ? [each] : Object.values(each),
      );
      const entries = [...conditions, ...Object.values(bin), main, types].filter((each) => each !== undefined);
      for (const entry of entries.filter((each) => !each.includes('*')))
        expect(packages.files[name]).toContain(entry.replace(/^\.\//, ''));
      for (const each of ['README.md', 'API.md', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'sbom.cdx.json', 'docs/http.md'])
        expect(packages.files[name]).toContain(each);
    }
    const described = ['openapi', 'openapi-without-files'].map((name) => `${name}.json`);
    const pages = ['index', 'docs', 'docs-without-files'].map((name) => `${name}.html`);
    for (const name of ['main.js', 'base.css', 'page.css', 'docs.css', 'icon.svg', ...described, ...pages])
      expect(packages.files[TOOLS]).toContain(`dist/page/${name}`);
    for (const country of ['nl', 'be', 'lu'])
      expect(packages.files[LIBRARY]).toContain(`dist/sample/${country}/current.json`);
    for (const name of ['Dockerfile', 'deploy/address-lookup-update.timer', 'data/be-exonyms.csv'])
      expect(packages.files[TOOLS]).toContain(name);
  });

  it('are of one version, of which the tools take the library, and ask all else in ranges', () => {
    const { version } = packages.manifestOf(LIBRARY);
    expect([packages.manifestOf(TOOLS).version, packages.manifestOf(TOOLS).dependencies[LIBRARY]]).toEqual([
      version,
      version,
    ]);
    for (const name of [LIBRARY, TOOLS]) {
      for (const [each, range] of Object.entries(packages.manifestOf(name).dependencies))
        if (each !== LIBRARY) expect(range, each).toMatch(/^\^\d/);
      expect(packages.manifestOf(name)).not.toHaveProperty('optionalDependencies');
    }
  });

  it('are the same bytes at each packing', async () => {
    const again = await packages.pack('again');
    for (const tarball of Object.values(packages.tarballs))
      expect(readFileSync(tarball).equals(readFileSync(join(again, basename(tarball)))), tarball).toBe(true);
  });

  it('leave nothing in the checkout but what git ignores', async () => {
    const left = readdirSync(join(packages.checkout, 'pipelines'));
    expect(left).toContain('package.json');
    for (const name of ['README.md', 'docs', 'deploy', 'sbom.cdx.json']) expect(left).not.toContain(name);
  });

  it('name all that is installed with them in NOTICE and in the bill of materials', async () => {
    // With the lock file, as the image installs it: what the ranges lead to today may be another release.
    const locked = join(packages.scratch, 'locked');
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
      const notice = readFileSync(join(packages.folderOf(name), 'NOTICE'), 'utf8');
      const { components } = JSON.parse(readFileSync(join(packages.folderOf(name), 'sbom.cdx.json'), 'utf8')) as {
        components: { name: string }[];
      };
      const listed = components.map((component) => component.name);
      expect(installed.filter((each) => !listed.includes(each) || !notice.includes(`\n${each} `))).toEqual([]);
    }
  });

  it('have no link to a file that they do not have', () => {
    for (const name of [LIBRARY, TOOLS]) {
      const documents = packages.files[name]!.filter((path) => path.endsWith('.md'));
      expect(documents.length).toBeGreaterThan(10);
      const dead = documents.flatMap((document) => {
        const text = readFileSync(join(packages.folderOf(name), document), 'utf8');
        return [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
          .map(([, link]) => join(dirname(document), link!))
          .filter((target) => !existsSync(join(packages.folderOf(name), target)))
          .map((target) => `${document}: ${target}`);
      });
      expect(dead).toEqual([]);
    }
  });

  it('import nothing that is not there, in code and in declarations', () => {
    for (const name of [LIBRARY, TOOLS]) {
      const { dependencies, peerDependencies = {} } = packages.manifestOf(name);
      const modules = packages.files[name]!.filter((path) => /^dist\/(?!page\/|sample\/).*\.(?:js|d\.ts)$/.test(path));
      expect(modules.length).toBeGreaterThan(100);
      for (const module of modules) {
        const text = readFileSync(join(packages.folderOf(name), module), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
        for (const [, specifier] of text.matchAll(/(?:\bfrom\s+|^import\s+|\bimport\(\s*)['"]([\w@.][^'"()]*)['"]/gm)) {
          if (specifier!.startsWith('node:')) continue;
          const isOfLibrary = specifier!.startsWith(`${LIBRARY}/internal/`);
          const target = isOfLibrary
            ? join(packages.folderOf(LIBRARY), 'dist/src', specifier!.slice(`${LIBRARY}/internal/`.length))
            : join(packages.folderOf(name), dirname(module), specifier!);
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

  it('have no tests, sources, maps, rejects or indexes but the sample', () => {
    for (const name of [LIBRARY, TOOLS])
      expect(
        packages.files[name]!.filter((path) =>
          /^(?:test|fixtures|dist-data|src|pipelines)\/|(?<!\.d)\.ts$|\.map$|^dist\/sample\/.*(?:rejects|report)/.test(
            path,
          ),
        ),
      ).toEqual([]);
  });

  it.each([LIBRARY, TOOLS])('have no fault that publint or are-the-types-wrong knows: %s', async (name) => {
    const bytes = readFileSync(packages.tarballs[name]!);
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

  it('is a bundle of less than 288 kB where there is no Node, and of 303 with all that it exports', async () => {
    const bundle = async (imports: string): Promise<Buffer> => {
      const { outputFiles } = await build({
        stdin: { contents: `export ${imports} from '${LIBRARY}/browser'`, resolveDir: library },
        ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', write: false },
      });
      return Buffer.from(outputFiles![0]!.contents);
    };
    const lookup = await bundle('{ openAddressLookup }');
    // A search reads what is written out as the geocoder does, with the same code.
    expect(lookup.length).toBeLessThan(288_000);
    const [, documented] = /less than (\d+) kB gzipped/.exec(readFileSync('API.md', 'utf8'))!;
    expect(gzipSync(lookup).length).toBeLessThan(1000 * Number(documented));
    expect((await bundle('*')).length).toBeLessThan(303_000);
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
});
