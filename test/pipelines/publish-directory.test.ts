import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { publishDirectory } from '../../pipelines/publish-directory.ts';

const root = mkdtempSync(join(tmpdir(), 'publish-'));
afterAll(() => rmSync(root, { recursive: true }));

let out = '';
beforeEach(() => {
  out = mkdtempSync(join(root, 'out-'));
});

const contents = (): Record<string, string> =>
  Object.fromEntries(readdirSync(join(out, 'nl')).map((name) => [name, readFileSync(join(out, 'nl', name), 'utf8')]));

async function publish(text: string): Promise<void> {
  await publishDirectory(join(out, 'nl'), async ({ partial }) => writeFileSync(join(partial, 'a.txt'), text));
}

describe('publishing a directory', () => {
  it('puts it in place, with the directories above it', async () => {
    const target = join(out, 'deep', 'er', 'nl');
    await publishDirectory(target, async ({ partial }) => writeFileSync(join(partial, 'a.txt'), 'new'));
    expect(readFileSync(join(target, 'a.txt'), 'utf8')).toBe('new');
  });

  it('replaces the one before, of which nothing remains', async () => {
    mkdirSync(join(out, 'nl'));
    writeFileSync(join(out, 'nl', 'old.txt'), 'old');
    await publish('new');
    expect(contents()).toEqual({ 'a.txt': 'new' });
    expect(readdirSync(out)).toEqual(['nl']);
  });

  it('has the one before in place until it is written', async () => {
    await publish('old');
    await publishDirectory(join(out, 'nl'), async ({ partial, temporary }) => {
      writeFileSync(join(partial, 'a.txt'), 'new');
      writeFileSync(join(temporary, 'b.txt'), 'temporary');
      expect(contents()).toEqual({ 'a.txt': 'old' });
    });
    expect(contents()).toEqual({ 'a.txt': 'new' });
    expect(readdirSync(out)).toEqual(['nl']);
  });

  it('leaves everything as it was where writing fails', async () => {
    await publish('old');
    const failing = publishDirectory(join(out, 'nl'), async ({ partial }) => {
      writeFileSync(join(partial, 'a.txt'), 'new');
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(contents()).toEqual({ 'a.txt': 'old' });
    expect(readdirSync(out)).toEqual(['nl']);
  });

  it('leaves everything as it was where the new one cannot be moved into place', async () => {
    await publish('old');
    const failing = publishDirectory(join(out, 'nl'), async ({ partial }) => rmSync(partial, { recursive: true }));
    await expect(failing).rejects.toThrow();
    expect(contents()).toEqual({ 'a.txt': 'old' });
    expect(readdirSync(out)).toEqual(['nl']);
  });

  it('says so where nothing can be written', async () => {
    writeFileSync(join(out, 'file'), '');
    await expect(publishDirectory(join(out, 'file', 'nl'), async () => {})).rejects.toMatchObject({
      code: 'output-not-writable',
      message: expect.stringContaining('--out'),
    });
  });

  it('can be read by others, as the user has it', async () => {
    mkdirSync(join(out, 'other'));
    await publish('new');
    expect(statSync(join(out, 'nl')).mode).toBe(statSync(join(out, 'other')).mode);
  });

  it('returns what writing returned, and stops listening for interruptions', async () => {
    const before = process.listenerCount('SIGINT');
    expect(await publishDirectory(join(out, 'nl'), async () => 42)).toBe(42);
    expect(process.listenerCount('SIGINT')).toBe(before);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('leaves nothing behind when it is interrupted (%s)', async (signal) => {
    await publish('old');
    await interruptedWith(signal);
    expect(readdirSync(out)).toEqual(['nl']);
    expect(contents()).toEqual({ 'a.txt': 'old' });
  });

  it('removes what a process left that was killed, and nothing of one that still runs', async () => {
    await publish('old');
    await interruptedWith('SIGKILL');
    expect(readdirSync(out)).toHaveLength(3);
    expect(contents()).toEqual({ 'a.txt': 'old' });
    const machine = readdirSync(out)
      .find((name) => name.includes('.partial-'))!
      .replace(/^.*partial-|-\d+$/g, '');
    const others = [`.nl.partial-${machine}-${process.ppid}`, '.nl.partial-elsewhere-1', '.nl.partial-x', '.nlx'];
    for (const name of others) mkdirSync(join(out, name));
    await publish('new');
    expect(readdirSync(out).sort()).toEqual([...others, 'nl'].sort());
    expect(contents()).toEqual({ 'a.txt': 'new' });
  });

  it('puts back the one before where a process was killed between moving it away and moving the new one in', async () => {
    await publish('old');
    await interruptedWith('SIGKILL');
    const partial = readdirSync(out).find((name) => name.includes('.partial-'))!;
    renameSync(join(out, 'nl'), join(out, partial.replace('.partial-', '.previous-')));
    const failing = publishDirectory(join(out, 'nl'), async () => {
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(readdirSync(out)).toEqual(['nl']);
    expect(contents()).toEqual({ 'a.txt': 'old' });
  });
});

/** Has a process of its own publish to `nl`, and ends it with a signal while it is at it. */
async function interruptedWith(signal: NodeJS.Signals): Promise<void> {
  const script = join(out, '..', `interrupted-${signal}.ts`);
  const module = new URL('../../pipelines/publish-directory.ts', import.meta.url).href;
  writeFileSync(
    script,
    `import { publishDirectory } from ${JSON.stringify(module)};
     void publishDirectory(${JSON.stringify(join(out, 'nl'))}, async () => {
       console.log('writing');
       await new Promise((resolve) => setTimeout(resolve, 60_000));
     });`,
  );
  const tsx = new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', tsx, script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  expect(readdirSync(out)).toHaveLength(3);
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([null, signal]);
}
