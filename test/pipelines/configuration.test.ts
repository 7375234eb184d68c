import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { CONFIGURATION_KEYS, configurable } from '../../pipelines/configuration.ts';
import { withDownloadOptions } from '../../pipelines/download/download-command.ts';
import { parsePositiveWhole } from '../../src/cli/run-program.ts';

const root = mkdtempSync(join(tmpdir(), 'configuration-'));
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

async function optionsOf(configuration: unknown, ...argv: string[]): Promise<Record<string, unknown>> {
  const file = join(root, 'config.json');
  writeFileSync(file, typeof configuration === 'string' ? configuration : JSON.stringify(configuration));
  let options = {};
  const command = new Command('test')
    .addOption(new Option('--to <directory>', '').default('downloads').env('TEST_TO'))
    .addOption(new Option('--keep <number>', '').argParser(parsePositiveWhole))
    .addOption(new Option('--accept <gates...>', ''))
    .addOption(new Option('--force', ''))
    .action((given) => {
      options = given;
    });
  await configurable(command).parseAsync(['node', 'test', '--config', file, ...argv]);
  return options;
}

describe('a configuration file', () => {
  it('gives options their values, as if they stood on the command line', async () => {
    expect(await optionsOf({ to: '/data', keep: 3, accept: ['counts', 'positions'], force: true })).toMatchObject({
      to: '/data',
      keep: 3,
      accept: ['counts', 'positions'],
      force: true,
    });
  });

  it('counts after the environment, and that after the command line', async () => {
    vi.stubEnv('TEST_TO', '/environment');
    expect(await optionsOf({ to: '/file', keep: 3 }, '--keep', '4')).toMatchObject({ to: '/environment', keep: 4 });
    expect(await optionsOf({ to: '/file' }, '--to', '/line')).toMatchObject({ to: '/line' });
  });

  it('may have keys of other commands, but none that no command knows', async () => {
    expect(await optionsOf({ countries: ['nl'] })).toMatchObject({ to: 'downloads' });
    await expect(optionsOf({ tos: '/data' })).rejects.toThrow(/has a key "tos"; allowed are accept, /);
  });

  it.each<[unknown, RegExp]>([
    ['{', /is not JSON/],
    [[], /is not a JSON object/],
    [{ keep: 0 }, /^In the configuration file ".+": Got "0"; allowed is a whole number from 1\.$/],
    [{ keep: 'x' }, /Got "x"; allowed is a whole number from 1\.$/],
    [{ force: 'yes' }, /value for "force" that is neither true nor false/],
    [{ to: null }, /value for "to" that is neither text/],
    [{ to: [['a']] }, /value for "to" that is neither text/],
  ])('is refused if it is %j', async (configuration, message) => {
    await expect(optionsOf(configuration)).rejects.toThrow(message);
  });

  it('is refused if it is not there', async () => {
    const command = configurable(new Command('test').action(() => {}));
    await expect(command.parseAsync(['node', 'test', '--config', join(root, 'none.json')])).rejects.toMatchObject({
      code: 'invalid-option',
    });
  });

  it('has an example in the documentation that is accepted', async () => {
    const page = readFileSync(fileURLToPath(new URL('../../docs/operations.md', import.meta.url)), 'utf8');
    const examples = [...page.matchAll(/```json\n(\{\n[\s\S]*?)```/g)].map(([, text]) => text!);
    expect(examples.length).toBeGreaterThan(0);
    const file = join(root, 'example.json');
    for (const text of examples) {
      writeFileSync(file, text);
      let options: Record<string, unknown> = {};
      const command = withDownloadOptions(
        new Command('test').action((given) => {
          options = given;
        }),
      );
      await configurable(command).parseAsync(['node', 'test', '--config', file]);
      expect(options).toMatchObject({ to: '/var/lib/address-lookup/downloads', keepDownloads: 2 });
      for (const key of Object.keys(JSON.parse(text))) expect(CONFIGURATION_KEYS).toContain(key);
    }
  });
});
