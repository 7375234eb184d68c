import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { validate } from 'dockerfile-utils';
import { afterAll, describe, expect, it } from 'vitest';
import { installCommand } from '../../pipelines/pack/pack-commands.ts';
import { updateCommand } from '../../pipelines/update/update-command.ts';
import { serveCommand } from '../../src/cli/serve.ts';
import { copiedIntoImage, valuesOf, wordsOf } from '../support/dockerfile.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const run = promisify(execFile);
const scratch = mkdtempSync(join(tmpdir(), 'deploy-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const hasEngine = spawnSync('docker', ['info'], { timeout: 10_000 }).status === 0;
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

const optionsOf = (command: Command): string[] => command.options.map(({ long }) => long!);

describe('the Dockerfile', () => {
  const packageJson = JSON.parse(read('package.json')) as {
    engines: { node: string };
    scripts: Record<string, string>;
  };
  const tools = JSON.parse(read('pipelines/package.json')) as { bin: Record<string, string> };

  it('has no faults that a linter finds', () => {
    const problems = validate(read('Dockerfile'));
    expect(problems.map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
    expect(validate('FROM a\nCOPPY . .\n')).not.toEqual([]);
  });

  it('copies only what is there, or what the build makes', () => {
    const made = ['node_modules', 'dist', 'pipelines/dist', 'pipelines/sbom.cdx.json'];
    const copied = [...copiedIntoImage(), 'package-lock.json'];
    expect(copied.length).toBeGreaterThan(5);
    for (const path of copied) expect(made.includes(path) || existsSync(join(ROOT, path)), path).toBe(true);
    const ignored = read('.dockerignore').trim().split('\n');
    for (const needed of ['src', 'pipelines', 'fixtures', 'tsconfig.json', 'package-lock.json'])
      expect(ignored).not.toContain(needed);
  });

  it('copies the licences, ours and those of what the image has, and the bill of materials', () => {
    expect(copiedIntoImage()).toEqual(expect.arrayContaining(['LICENSE', 'NOTICE', 'pipelines/sbom.cdx.json']));
  });

  it('runs scripts that there are, on a Node that the package allows, and not as root', () => {
    const scripts = valuesOf('RUN').flatMap((value) =>
      [...value.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!),
    );
    expect(scripts).toEqual(['build', 'prepack']);
    for (const name of scripts) expect(packageJson.scripts).toHaveProperty(name);
    const majors = valuesOf('FROM').map((value) => Number(/^node:(\d+)/.exec(value)![1]));
    expect(majors).toEqual([24, 24]);
    expect(packageJson.engines.node).toContain('>=22');
    expect(valuesOf('USER')).toEqual(['node']);
  });

  it('starts the installed command, with options that it has', () => {
    expect(wordsOf('ENTRYPOINT')[1]).toBe(join('pipelines', tools.bin['benelux-address-tools']!));
    const [command, ...words] = wordsOf('CMD');
    expect(command).toBe('serve');
    const given = words.filter((word) => word.startsWith('--'));
    expect(optionsOf(serveCommand())).toEqual(expect.arrayContaining(given));
    const variables = updateCommand().options.map(({ envVar }) => envVar);
    for (const [name] of valuesOf('ENV')[0]!.matchAll(/ADDRESS_LOOKUP_\w+/g)) expect(variables).toContain(name);
  });

  it.skipIf(!hasEngine)('is built and runs (skipped without a container engine)', { timeout: 900_000 }, async () => {
    const tag = `address-lookup-test-${process.pid}`;
    await run('docker', ['build', '--quiet', '--tag', tag, ROOT], { maxBuffer: 1 << 26 });
    try {
      const { stdout } = await run('docker', ['run', '--rm', tag, 'update', '--help']);
      expect(stdout).toContain('--countries');
    } finally {
      await run('docker', ['image', 'rm', '--force', tag]);
    }
  });
});

describe('the units for systemd', () => {
  it('run the command with options and variables that it has', () => {
    const unit = read('deploy/address-lookup-update.service');
    expect(unit).toMatch(/^ExecStart=\S+\/benelux-address-tools update$/m);
    const variables = updateCommand().options.map(({ envVar }) => envVar);
    const used = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name);
    expect(used.length).toBeGreaterThan(0);
    for (const name of used) expect(variables).toContain(name);
  });

  it('of the service give options that it has, and docs/http.md names both', () => {
    const given = [...read('deploy/address-lookup.service').matchAll(/ (--[\w-]+)/g)].map(([, option]) => option!);
    expect(given.length).toBeGreaterThan(3);
    expect(optionsOf(serveCommand())).toEqual(expect.arrayContaining(given));
    for (const name of ['service', 'socket'])
      expect(read('docs/http.md')).toContain(`(../deploy/address-lookup.${name})`);
  });

  it.skipIf(!hasSystemd)('are accepted by systemd (skipped where it is not installed)', async () => {
    // The verifier insists on a user and a program that exist here.
    for (const name of readdirSync(join(ROOT, 'deploy')).filter((each) => each.startsWith('address-lookup')))
      writeFileSync(
        join(scratch, name),
        read(`deploy/${name}`)
          .replace('User=address-lookup', 'User=root')
          .replace(/ExecStart=\S+/, `ExecStart=${process.execPath}`),
      );
    const units = readdirSync(scratch).map((name) => join(scratch, name));
    expect(units).toHaveLength(4);
    const { stderr } = await run('systemd-analyze', ['verify', '--recursive-errors=no', ...units]);
    expect(stderr.split('\n').filter((line) => line.includes('address-lookup'))).toEqual([]);
  });
});

describe('docs/operations.md', () => {
  const page = read('docs/operations.md');

  it('names options and variables that there are', () => {
    const options = [updateCommand(), installCommand()].flatMap((command) => command.options);
    const known = options.flatMap(({ long, envVar }) => [long, envVar]);
    const named = [...page.matchAll(/`(--[\w-]+) [^`]*` \(`(ADDRESS_LOOKUP_\w+)`\)/g)];
    expect(named.length).toBeGreaterThan(3);
    for (const [, option, variable] of named) expect(known).toEqual(expect.arrayContaining([option, variable]));
  });

  it('says with the command how many downloads stay', () => {
    expect(page).toContain('by default the last 2 downloads of each country are kept');
    expect(updateCommand().helpInformation().replace(/\s+/g, ' ')).toContain(
      '--keep-downloads <number> how many downloaded releases of each country to keep (default: 2)',
    );
  });

  it('has alert rules on metrics that the service has', () => {
    const used = [...read('deploy/alerts.yml').matchAll(/address_lookup_\w+/g)].map(([name]) => name);
    expect(used.length).toBeGreaterThan(3);
    for (const name of used) expect(read('docs/http.md')).toContain(`- \`${name}\`: `);
  });
});
