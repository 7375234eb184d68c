import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { publishDirectory } from '../../pipelines/publish-directory.ts';
import { FORMAT_VERSION } from '../../src/format/container.ts';
import { INDEX_FILES } from '../../src/store/manifest.ts';

const root = mkdtempSync(join(tmpdir(), 'publish-'));
afterAll(() => rmSync(root, { recursive: true }));

let out = '';
beforeEach(() => {
  out = mkdtempSync(join(root, 'out-'));
});

const contents = (directory: string = join(out, 'nl')): Record<string, string> =>
  Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]));

/** A manifest by which a directory is an index; beside it `rejects.csv` has the text. */
const MANIFEST = JSON.stringify({ formatVersion: FORMAT_VERSION + 1, country: 'nl' });

function writeIndexOf(text: string, directory: string): void {
  writeFileSync(join(directory, 'manifest.json'), MANIFEST);
  writeFileSync(join(directory, 'rejects.csv'), text);
}

async function publish(text: string): Promise<void> {
  await publishDirectory(join(out, 'nl'), async ({ partial }) => writeIndexOf(text, partial));
}

describe('publishing a directory', () => {
  it('puts it in place, with the directories above it', async () => {
    const target = join(out, 'deep', 'er', 'nl');
    await publishDirectory(target, async ({ partial }) => writeFileSync(join(partial, 'a.txt'), 'new'));
    expect(readFileSync(join(target, 'a.txt'), 'utf8')).toBe('new');
  });

  it('replaces the one before, of which nothing remains', async () => {
    await publish('old');
    writeFileSync(join(out, 'nl', 'report.json'), 'old');
    await publish('new');
    expect(contents()).toEqual({ 'manifest.json': MANIFEST, 'rejects.csv': 'new' });
    expect(readdirSync(out)).toEqual(['nl']);
  });

  it('has the one before in place until it is written', async () => {
    await publish('old');
    await publishDirectory(join(out, 'nl'), async ({ partial, temporary }) => {
      writeIndexOf('new', partial);
      writeFileSync(join(temporary, 'b.txt'), 'temporary');
      expect(contents()).toEqual({ 'manifest.json': MANIFEST, 'rejects.csv': 'old' });
    });
    expect(contents()).toEqual({ 'manifest.json': MANIFEST, 'rejects.csv': 'new' });
    expect(readdirSync(out)).toEqual(['nl']);
  });

  it('leaves everything as it was where writing fails', async () => {
    await publish('old');
    const failing = publishDirectory(join(out, 'nl'), async ({ partial }) => {
      writeIndexOf('new', partial);
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(contents()).toEqual({ 'manifest.json': MANIFEST, 'rejects.csv': 'old' });
    expect(readdirSync(out)).toEqual(['nl']);
  });

  it('leaves everything as it was where the new one cannot be moved into place', async () => {
    await publish('old');
    const failing = publishDirectory(join(out, 'nl'), async ({ partial }) => rmSync(partial, { recursive: true }));
    await expect(failing).rejects.toThrow();
    expect(contents()).toEqual({ 'manifest.json': MANIFEST, 'rejects.csv': 'old' });
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

  it.each([
    ['SIGINT', 1],
    ['SIGTERM', 1],
    ['SIGINT', 5],
  ] as const)('leaves nothing behind when it is interrupted (%s, %d times)', async (signal, times) => {
    await publish('old');
    await interruptedWith(signal, times);
    expect(readdirSync(out)).toEqual(['nl']);
    expect(contents()).toEqual({ 'manifest.json': MANIFEST, 'rejects.csv': 'old' });
  });

  it('removes what processes left that were killed, on whatever machine, and nothing else', async () => {
    await publish('old');
    await interruptedWith('SIGKILL');
    expect(readdirSync(out)).toHaveLength(4);
    expect(contents()).toEqual({ 'manifest.json': MANIFEST, 'rejects.csv': 'old' });
    const others = ['.be.partial-0123456789abcdef', '.nl.partial-x', '.nlx', '.nl.partial'];
    for (const name of [...others, '.nl.partial-0123456789abcdef']) mkdirSync(join(out, name));
    await publish('new');
    expect(readdirSync(out).sort()).toEqual([...others, 'nl'].sort());
    expect(contents()).toEqual({ 'manifest.json': MANIFEST, 'rejects.csv': 'new' });
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
    expect(contents()).toEqual({ 'manifest.json': MANIFEST, 'rejects.csv': 'old' });
  });

  it('of two processes at once the second is refused at once, and harms nothing', async () => {
    await publish('old');
    await publishDirectory(join(out, 'nl'), async ({ partial, temporary }) => {
      writeIndexOf('first', partial);
      const before = readdirSync(out);
      await expect(publish('second')).rejects.toMatchObject({
        code: 'output-not-writable',
        message: expect.stringContaining(`(process ${process.pid} on ${hostname()}) is writing to the same place`),
      });
      expect(readdirSync(out)).toEqual(before);
      expect(readdirSync(temporary)).toEqual([]);
    });
    expect(contents()).toEqual({ 'manifest.json': MANIFEST, 'rejects.csv': 'first' });
    expect(readdirSync(out)).toEqual(['nl']);
  });

  it('publishes nothing where another process has taken its lock meanwhile', async () => {
    await publish('old');
    const suspended = publishDirectory(join(out, 'nl'), async ({ partial }) => {
      writeIndexOf('new', partial);
      writeFileSync(
        join(out, '.nl.lock'),
        JSON.stringify({ token: 'of another', system: '', processId: 1, host: 'x' }),
      );
    });
    await expect(suspended).rejects.toMatchObject({ code: 'output-not-writable' });
    expect(contents()).toEqual({ 'manifest.json': MANIFEST, 'rejects.csv': 'old' });
    expect(readdirSync(out).sort()).toEqual(['.nl.lock', 'nl']);
  });
});

describe('what is no index is not replaced', () => {
  const refused = async (): Promise<string> => {
    let isWriting = false;
    const publishing = publishDirectory(join(out, 'nl'), async () => {
      isWriting = true;
    });
    const error = await publishing.catch((each: unknown) => each);
    expect(error).toMatchObject({ code: 'output-not-writable' });
    expect(isWriting).toBe(false);
    expect(readdirSync(out)).toEqual(['nl']);
    return (error as Error).message;
  };

  it('a file', async () => {
    writeFileSync(join(out, 'nl'), 'precious');
    expect(await refused()).toContain('is a file');
    expect(readFileSync(join(out, 'nl'), 'utf8')).toBe('precious');
  });

  it('a directory with something else in it, which is named', async () => {
    mkdirSync(join(out, 'nl'));
    writeFileSync(join(out, 'nl', 'thesis.txt'), 'precious');
    expect(await refused()).toContain('"thesis.txt"');
    expect(contents()).toEqual({ 'thesis.txt': 'precious' });
  });

  it('a directory with a manifest.json of something else', async () => {
    mkdirSync(join(out, 'nl'));
    writeFileSync(join(out, 'nl', 'manifest.json'), '{"name":"an app"}');
    writeFileSync(join(out, 'nl', 'report.json'), '{}');
    expect(await refused()).toContain('"manifest.json", "report.json"');
    expect(readdirSync(join(out, 'nl'))).toHaveLength(2);
  });

  it('an index beside which somebody has put a file', async () => {
    await publish('old');
    writeFileSync(join(out, 'nl', 'notes.txt'), 'precious');
    expect(await refused()).toContain('"notes.txt"');
    expect(Object.keys(contents()).sort()).toEqual(['manifest.json', 'notes.txt', 'rejects.csv']);
  });

  it('also where the file is put there during the import', async () => {
    await publish('old');
    const publishing = publishDirectory(join(out, 'nl'), async ({ partial }) => {
      writeIndexOf('new', partial);
      writeFileSync(join(out, 'nl', 'notes.txt'), 'precious');
    });
    await expect(publishing).rejects.toMatchObject({ code: 'output-not-writable' });
    expect(contents()).toMatchObject({ 'rejects.csv': 'old', 'notes.txt': 'precious' });
    expect(readdirSync(out)).toEqual(['nl']);
  });

  it('but an empty directory, and an index whose files are damaged, are', async () => {
    mkdirSync(join(out, 'nl'));
    await publish('old');
    for (const name of Object.values(INDEX_FILES)) writeFileSync(join(out, 'nl', name), '');
    await publish('new');
    expect(contents()).toEqual({ 'manifest.json': MANIFEST, 'rejects.csv': 'new' });
  });

  it('a symbolic link is followed, and stays', async () => {
    mkdirSync(join(out, 'elsewhere', 'index'), { recursive: true });
    writeIndexOf('old', join(out, 'elsewhere', 'index'));
    symlinkSync(join('elsewhere', 'index'), join(out, 'nl'));
    await publish('new');
    expect(readlinkSync(join(out, 'nl'))).toBe(join('elsewhere', 'index'));
    expect(contents(join(out, 'elsewhere', 'index'))).toMatchObject({ 'rejects.csv': 'new' });
    expect(readdirSync(out).sort()).toEqual(['elsewhere', 'nl']);
    expect(readdirSync(join(out, 'elsewhere'))).toEqual(['index']);
  });
});

describe('where the disk does not take it', () => {
  it.runIf(existsSync('/proc/self'))('says so, also where a directory can never be made', async () => {
    await expect(publishDirectory('/proc/no-such-place/nl', async () => {})).rejects.toMatchObject({
      code: 'output-not-writable',
      message: expect.stringContaining('/proc/no-such-place'),
    });
  });

  it.each(['ENOSPC', 'EDQUOT', 'EROFS'])('%s is one sentence, and the index before is as it was', async (code) => {
    await publish('old');
    const full = Object.assign(new Error(`${code}: write`), { code, syscall: 'write' });
    const failing = publishDirectory(join(out, 'nl'), async () => {
      throw full;
    });
    await expect(failing).rejects.toMatchObject({
      code: 'output-not-writable',
      cause: full,
      message: expect.stringMatching(/^Nothing can be written to ".*" \(.*\); an index that was there is as it was/s),
    });
    expect(contents()).toMatchObject({ 'rejects.csv': 'old' });
  });

  it('a file of the input that may not be read is another matter', async () => {
    const unreadable = Object.assign(new Error('EACCES: open'), { code: 'EACCES', path: '/somewhere/else.zip' });
    const failing = publishDirectory(join(out, 'nl'), async () => {
      throw unreadable;
    });
    await expect(failing).rejects.toBe(unreadable);
  });
});

describe('the power may fail at any moment', () => {
  it('everything new is forced to the disk before the index before is touched, and that it is there before that is removed', async () => {
    await publish('old');
    const calls = await recordedCalls(`
      void publishDirectory(${JSON.stringify(join(out, 'nl'))}, async ({ partial }) => {
        mkdirSync(partial + '/deep');
        writeFileSync(partial + '/manifest.json', ${JSON.stringify(MANIFEST)});
        writeFileSync(partial + '/deep/file', 'x');
      });`);
    const moves = calls.filter((call) => !call.startsWith('write'));
    expect(moves.map((call) => call.replaceAll(/-[0-9a-f]{16}/g, '-*').replaceAll(`${out}/`, ''))).toEqual([
      'fsync .nl.partial-*/deep/file',
      'fsync .nl.partial-*/deep',
      'fsync .nl.partial-*/manifest.json',
      'fsync .nl.partial-*',
      'rename nl .nl.previous-*',
      'rename .nl.partial-* nl',
      `fsync ${out}`,
      'rename .nl.previous-* .nl.previous-*',
      'remove .nl.previous-*',
      'rename .nl.temporary-* .nl.temporary-*',
      'remove .nl.temporary-*',
    ]);
    // Nothing is written after it has been forced to the disk.
    expect(calls.findLastIndex((call) => call.startsWith('write'))).toBeLessThan(calls.indexOf(moves[0]!));
  });
});

/** Has a process of its own publish to `nl`, and ends it with a signal while it is at it. */
async function interruptedWith(signal: NodeJS.Signals, times: number = 1): Promise<void> {
  const child = runScript(`
     void publishDirectory(${JSON.stringify(join(out, 'nl'))}, async ({ temporary }) => {
       // A thread that fills the directory as quickly as it can be emptied.
       new Worker(
         "const { mkdirSync } = require('fs'); const { workerData } = require('worker_threads');" +
           "for (let i = 0; ; i++) try { mkdirSync(workerData + '/' + i); } catch {}",
         { eval: true, workerData: temporary });
       await new Promise((resolve) => setTimeout(resolve, 200));
       console.log('writing');
       await new Promise((resolve) => setTimeout(resolve, 60_000));
     });`);
  await once(child.stdout!, 'data');
  expect(readdirSync(out)).toHaveLength(4);
  const ended = once(child, 'exit');
  for (let i = 0; i < times; i++) {
    child.kill(signal);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  expect(await ended).toEqual([null, signal]);
}

/** The calls of a script that move, remove and force out files, in their order, as the file system gets them. */
async function recordedCalls(script: string): Promise<string[]> {
  const recorder = join(out, '..', 'recorder.cjs');
  writeFileSync(
    recorder,
    `const fs = require('node:fs');
     const paths = new Map();
     const record = (name, describe) => {
       const original = fs[name];
       fs[name] = (...args) => {
         const result = original(...args);
         const call = describe(result, ...args);
         if (call !== undefined) process._rawDebug(call);
         return result;
       };
     };
     record('openSync', (file, path) => void paths.set(file, path));
     record('fsyncSync', (_, file) => 'fsync ' + paths.get(file));
     record('renameSync', (_, from, to) => 'rename ' + from + ' ' + to);
     record('writeFileSync', (_, path) => typeof path === 'string' ? 'write ' + path : undefined);
     record('rmSync', (_, path) => path.includes('.lock') ? undefined : 'remove ' + path);
     require('node:module').syncBuiltinESMExports();`,
  );
  const child = runScript(script, ['--require', recorder]);
  let text = '';
  child.stderr!.on('data', (data) => {
    text += String(data);
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  return text.trim().split('\n');
}

let scripts = 0;

/** A process of its own with `publishDirectory` at hand. */
function runScript(body: string, nodeArguments: readonly string[] = []): ChildProcess {
  const script = join(out, '..', `script-${scripts++}.ts`);
  const module = new URL('../../pipelines/publish-directory.ts', import.meta.url).href;
  writeFileSync(
    script,
    `import { mkdirSync, writeFileSync } from 'node:fs';
     import { Worker } from 'node:worker_threads';
     import { publishDirectory } from ${JSON.stringify(module)};
     ${body}`,
  );
  const tsx = new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', tsx, ...nodeArguments, script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return child;
}
