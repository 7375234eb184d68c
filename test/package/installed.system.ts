import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../cluster/redis-server.ts';
import { copiedIntoImage, wordsOf } from '../support/dockerfile.ts';
import { exec, LIBRARY, Packages, packagesIn, run, TOOLS } from './packages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OF_LIBRARY = ['@msgpack/msgpack', LIBRARY, 'flatbush', 'flatqueue', 'kdbush'];

/** The packages at work, in empty projects. Tried on several releases of Node. */
describe('the installed packages', { timeout: 300_000 }, () => {
  let packages: Packages;
  /** A project with the library. */
  let library: string;
  /** One with the tools, and with them the library. */
  let tools: string;

  beforeAll(async () => {
    packages = await Packages.unpacked();
    library = await packages.installedIn('library', LIBRARY);
    tools = await packages.installedIn('tools', LIBRARY, TOOLS);
  }, 600_000);
  afterAll(() => packages.remove());

  const runModule = (directory: string, code: string): ReturnType<typeof run> =>
    run(directory, process.execPath, ['--input-type=module', '--eval', code]);

  const runCommand = (directory: string, ...args: string[]): ReturnType<typeof run> =>
    run(directory, join(directory, 'node_modules/.bin', TOOLS), args);

  it('are, of the library, five packages in 4 MB, without a script that runs when it is installed', async () => {
    expect(packagesIn(library).sort()).toEqual(OF_LIBRARY);
    const folders = readdirSync(join(library, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(folders.length).toBeLessThanOrEqual(6);
    const { stdout } = await exec('du', ['-sk', ...folders], { cwd: join(library, 'node_modules') });
    const kilobytes = stdout
      .trim()
      .split('\n')
      .map((line) => Number.parseInt(line, 10));
    expect(kilobytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(4_000);
    for (const name of OF_LIBRARY) {
      const { scripts = {} } = JSON.parse(readFileSync(join(library, 'node_modules', name, 'package.json'), 'utf8'));
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

  /** As the Dockerfile makes it, without an engine: the folder it copies, and the commands it starts. `test/deploy` checks the rest. */
  it('builds an index and serves it from what the image has and nothing else', async () => {
    const [image, data] = ['image', 'image-data'].map((name) => join(packages.scratch, name)) as [string, string];
    for (const path of copiedIntoImage()) {
      mkdirSync(dirname(join(image, path)), { recursive: true });
      if (path === 'node_modules') symlinkSync(join(tools, path), join(image, path));
      else cpSync(join(packages.folderOf(LIBRARY), path), join(image, path), { recursive: true });
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
