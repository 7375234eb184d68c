import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_GROUPS } from '../src/cli/help-texts.ts';
import { builtFixtureIndexes } from './support/fixture-indexes.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

describe('the README', async () => {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const packageJson = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  let scratch = '';

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'readme-'));
  });
  afterAll(() => rm(scratch, { recursive: true, force: true }));

  it('has an example that prints what stands below it', async () => {
    const [, code, output] = /```ts\n(import [\s\S]*?)```\n\n```\n([\s\S]*?)```/.exec(readme)!;
    const script = join(scratch, 'example.mts');
    await writeFile(
      script,
      code!
        .replace("'benelux-address-lookup'", JSON.stringify(join(ROOT, 'src/index.ts')))
        .replace('sampleDirectory()', JSON.stringify(await builtFixtureIndexes())),
    );
    const { stdout } = await run(process.execPath, ['--import', 'tsx', script], { cwd: ROOT });
    expect(stdout).toBe(output);
  });

  it('is for newcomers: 900 words at most', () => {
    expect(readme.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(900);
  });

  it('names only commands that exist', () => {
    const scripts = [...readme.matchAll(/npm run (?:-s )?([a-z][a-z-:]*)/g)].map(([, script]) => script!);
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts) expect(packageJson.scripts).toHaveProperty(script);
    const lines = [...readme.matchAll(/npx benelux-address-tools ([a-z][a-z-]*)/g)].map(([, command]) => command!);
    expect(lines.length).toBeGreaterThan(2);
    for (const command of lines) expect(Object.values(COMMAND_GROUPS).flat()).toContain(command);
  });

  it('has the two set-up commands that CI runs', async () => {
    const ci = await readFile(join(ROOT, '.ci/run'), 'utf8');
    const setUp = [...readme.matchAll(/```sh\n(npm (?:ci|test).*)\n```/g)].map(([, command]) => command!);
    expect(setUp).toHaveLength(2);
    for (const command of setUp) expect(ci).toContain(`\n${command}\n`);
  });
});
