import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { publishDirectory, refusedDirectory, rollBack } from '../../pipelines/publish-directory.ts';
import { AddressLookupError } from '../../src/errors.ts';
import { FORMAT_VERSION } from '../../src/format/container.ts';
import { INDEX_FILES } from '../../src/store/manifest.ts';
import { currentDirectory, readPointer, releasesIn } from '../../src/store/releases.ts';

const root = mkdtempSync(join(tmpdir(), 'publish-'));
afterAll(() => rmSync(root, { recursive: true }));

let out = '';
beforeEach(() => {
  out = mkdtempSync(join(root, 'out-'));
});

const contents = (directory: string = currentDirectory(join(out, 'nl'))!): Record<string, string> =>
  Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]));

const releases = (): string[] => readdirSync(join(out, 'nl', 'releases')).sort();

/** A manifest by which a directory is an index, of another format version. */
function manifestOf(text: string, referenceDate: string | null = '2026-01-08'): string {
  return JSON.stringify({ formatVersion: FORMAT_VERSION + 1, country: 'nl', registers: [{ referenceDate }], text });
}

function writeIndexOf(text: string, directory: string, referenceDate?: string | null): void {
  writeFileSync(join(directory, 'manifest.json'), manifestOf(text, referenceDate));
  writeFileSync(join(directory, 'rejects.csv.gz'), text);
}

function filesOf(text: string): Record<string, string> {
  return { 'manifest.json': manifestOf(text), 'rejects.csv.gz': text };
}

async function publish(text: string, referenceDate?: string | null, keep?: number): Promise<void> {
  await publishDirectory(
    join(out, 'nl'),
    async ({ partial }) => writeIndexOf(text, partial, referenceDate),
    keep === undefined ? {} : { keep },
  );
}

/** An index as it was before there were releases, or as somebody has copied it: its files lie directly in the place. */
function writePlainIndex(text: string): void {
  mkdirSync(join(out, 'nl'));
  writeIndexOf(text, join(out, 'nl'));
}

describe('publishing a directory', () => {
  it('puts it among the releases, with the directories above it, and makes it current', async () => {
    const target = join(out, 'deep', 'er', 'nl');
    await publishDirectory(target, async ({ partial }) => writeIndexOf('new', partial));
    expect(readdirSync(target).sort()).toEqual(['current.json', 'releases']);
    expect(currentDirectory(target)).toBe(join(target, 'releases', '2026-01-08'));
    expect(contents(join(target, 'releases', '2026-01-08'))).toEqual(filesOf('new'));
  });

  it('names it after its latest reference date, and numbers those of one date', async () => {
    await publish('first', '2026-01-08');
    await publish('again', '2026-01-08');
    await publish('later', '2026-02-08');
    expect(readPointer(join(out, 'nl'))).toEqual({
      current: '2026-02-08',
      releases: ['2026-02-08', '2026-01-08.2', '2026-01-08'],
    });
  });

  it('names it after the day of the build where the registers state no date', async () => {
    const before = new Date().toISOString().slice(0, 10);
    await publish('undated', null);
    expect([before, new Date().toISOString().slice(0, 10)]).toContain(readPointer(join(out, 'nl'))!.current);
  });

  it('leaves the release before untouched, so that its readers go on, and removes those beyond the number to keep', async () => {
    await publish('1', '2026-01-08');
    const first = currentDirectory(join(out, 'nl'))!;
    await publish('2', '2026-02-08');
    expect(contents(first)).toMatchObject({ 'rejects.csv.gz': '1' });
    await publish('3', '2026-03-08');
    expect(releases()).toEqual(['2026-01-08', '2026-02-08', '2026-03-08']);
    await publish('4', '2026-04-08');
    expect(releases()).toEqual(['2026-02-08', '2026-03-08', '2026-04-08']);
    await publish('5', '2026-05-08', 1);
    expect(releases()).toEqual(['2026-05-08']);
    expect(contents()).toMatchObject({ 'rejects.csv.gz': '5' });
  });

  it('that is the same index again takes the place of that, and pushes no other out', async () => {
    await publish('1', '2026-01-08');
    await publish('2', '2026-02-08');
    for (let time = 1; time <= 5; time++) await publish('2', '2026-02-08');
    expect(releases()).toEqual(['2026-01-08', readPointer(join(out, 'nl'))!.current]);
    expect(contents()).toMatchObject({ 'rejects.csv.gz': '2' });
  });

  it('never has the name of one that was removed', async () => {
    await publish('1', '2026-01-08');
    await publish('1', '2026-01-08');
    expect(releases()).toEqual(['2026-01-08.2']);
    await publish('2', '2026-01-08');
    expect(readPointer(join(out, 'nl'))).toEqual({
      current: '2026-01-08.3',
      releases: ['2026-01-08.3', '2026-01-08.2'],
    });
  });

  it('has the one before in place until it is written', async () => {
    await publish('old');
    await publishDirectory(join(out, 'nl'), async ({ partial, temporary }) => {
      writeIndexOf('new', partial);
      writeFileSync(join(temporary, 'b.txt'), 'temporary');
      expect(contents()).toEqual(filesOf('old'));
    });
    expect(contents()).toEqual(filesOf('new'));
    expect(readdirSync(out)).toEqual(['nl']);
    expect(readdirSync(join(out, 'nl')).sort()).toEqual(['current.json', 'releases']);
    expect(releases()).toEqual(['2026-01-08', '2026-01-08.2']);
  });

  it('leaves everything as it was where writing fails', async () => {
    await publish('old');
    const failing = publishDirectory(join(out, 'nl'), async ({ partial }) => {
      writeIndexOf('new', partial);
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(contents()).toEqual(filesOf('old'));
    expect(releases()).toEqual(['2026-01-08']);
  });

  it.each([true, false])('leaves nothing where the first one fails (the place was there: %s)', async (isThere) => {
    if (isThere) mkdirSync(join(out, 'nl'));
    const failing = publishDirectory(join(out, 'nl'), async ({ partial }) => {
      writeIndexOf('new', partial);
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(readdirSync(out)).toEqual(isThere ? ['nl'] : []);
    if (isThere) expect(readdirSync(join(out, 'nl'))).toEqual([]);
  });

  it('leaves a candidate that failed a gate to be looked at until the next one, and never as a release', async () => {
    const refused = (): Promise<unknown> =>
      publishDirectory(join(out, 'nl'), async ({ partial }) => {
        writeIndexOf('new', partial);
        throw new AddressLookupError('gates-failed', 'older');
      });
    // Also where there is no release yet.
    for (const there of [[], ['2026-01-08']]) {
      await expect(refused()).rejects.toThrow('older');
      expect(existsSync(refusedDirectory(join(out, 'nl')))).toBe(true);
      expect(releasesIn(join(out, 'nl'))).toEqual(there);
      await publish('old');
      expect(existsSync(refusedDirectory(join(out, 'nl')))).toBe(false);
      expect(contents()).toEqual(filesOf('old'));
    }
  });

  it('leaves everything as it was where the new one cannot be moved into place', async () => {
    await publish('old');
    const failing = publishDirectory(join(out, 'nl'), async ({ partial }) => rmSync(partial, { recursive: true }));
    await expect(failing).rejects.toThrow();
    expect(contents()).toEqual(filesOf('old'));
    expect(releases()).toEqual(['2026-01-08']);
  });

  it('replaces a pointer that is damaged, and keeps the releases', async () => {
    await publish('1', '2026-01-08');
    writeFileSync(join(out, 'nl', 'current.json'), '{');
    await publish('2', '2026-02-08');
    expect(readPointer(join(out, 'nl'))).toEqual({ current: '2026-02-08', releases: ['2026-02-08', '2026-01-08'] });
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
    for (const path of [join(out, 'nl'), currentDirectory(join(out, 'nl'))!])
      expect(statSync(path).mode).toBe(statSync(join(out, 'other')).mode);
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
    expect(readdirSync(join(out, 'nl')).sort()).toEqual(['current.json', 'releases']);
    expect(releases()).toEqual(['2026-01-08']);
    expect(contents()).toEqual(filesOf('old'));
  });

  it('removes what processes left that were killed, on whatever machine, and nothing else', async () => {
    await publish('old');
    await interruptedWith('SIGKILL');
    expect(contents()).toEqual(filesOf('old'));
    const others = ['.partial-x', '.partial', 'notes'];
    for (const name of [...others, '.partial-0123456789abcdef']) mkdirSync(join(out, 'nl', 'releases', name));
    writeFileSync(join(out, 'nl', 'current.json-0123456789abcdef'), '{');
    await publish('new');
    expect(readdirSync(join(out, 'nl')).sort()).toEqual(['current.json', 'releases']);
    expect(releases()).toEqual([...others, '2026-01-08', '2026-01-08.2'].sort());
    expect(contents()).toEqual(filesOf('new'));
  });

  it('goes on where the first build of a place was killed', async () => {
    await interruptedWith('SIGKILL');
    expect(currentDirectory(join(out, 'nl'))).toBeUndefined();
    await publish('new');
    expect(releases()).toEqual(['2026-01-08']);
    expect(contents()).toEqual(filesOf('new'));
  });

  it('of two processes at once the second is refused at once, and harms nothing', async () => {
    await publish('old');
    await publishDirectory(join(out, 'nl'), async ({ partial, temporary }) => {
      writeIndexOf('first', partial);
      const before = releases();
      await expect(publish('second')).rejects.toMatchObject({
        code: 'output-not-writable',
        message: expect.stringContaining(`(process ${process.pid} on ${hostname()}) is writing to the same place`),
      });
      expect(releases()).toEqual(before);
      expect(readdirSync(temporary)).toEqual([]);
    });
    expect(contents()).toEqual(filesOf('first'));
    expect(readdirSync(join(out, 'nl')).sort()).toEqual(['current.json', 'releases']);
  });

  it.each([
    ['and written all the same', false],
    ['and found its working directory removed', true],
  ])('publishes nothing where another process has taken its lock meanwhile, %s', async (_, isRemoved) => {
    await publish('old');
    const suspended = publishDirectory(join(out, 'nl'), async ({ partial }) => {
      writeIndexOf('new', partial);
      writeFileSync(
        join(out, 'nl', '.lock'),
        JSON.stringify({ token: 'of another', system: '', processId: 1, host: 'x' }),
      );
      mkdirSync(join(out, 'nl', 'releases', '.partial-0123456789abcdef'));
      if (!isRemoved) return;
      rmSync(partial, { recursive: true });
      readdirSync(partial);
    });
    await expect(suspended).rejects.toMatchObject({
      code: 'output-not-writable',
      message: expect.stringContaining('this process was suspended for so long that another one has begun'),
    });
    expect(contents()).toEqual(filesOf('old'));
    expect(readdirSync(join(out, 'nl')).sort()).toEqual(['.lock', 'current.json', 'releases']);
    expect(releases()).toEqual(['.partial-0123456789abcdef', '2026-01-08']);
  });
});

describe('an index whose files lie directly in the place', () => {
  it('becomes the release before, without loss', async () => {
    writePlainIndex('old');
    expect(currentDirectory(join(out, 'nl'))).toBe(join(out, 'nl'));
    await publish('new', '2026-02-08');
    expect(readdirSync(join(out, 'nl')).sort()).toEqual(['current.json', 'releases']);
    expect(readPointer(join(out, 'nl'))).toEqual({ current: '2026-02-08', releases: ['2026-02-08', '2026-01-08'] });
    expect(contents(join(out, 'nl', 'releases', '2026-01-08'))).toEqual(filesOf('old'));
    expect(contents()).toMatchObject({ 'rejects.csv.gz': 'new' });
  });

  it('stays the current one where writing fails', async () => {
    writePlainIndex('old');
    const failing = publishDirectory(join(out, 'nl'), async () => {
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(contents(join(out, 'nl'))).toEqual(filesOf('old'));
    expect(currentDirectory(join(out, 'nl'))).toBe(join(out, 'nl'));
  });

  it('is removed by the next build where one was killed after the pointer was written', async () => {
    writePlainIndex('old');
    await publish('new', '2026-02-08');
    writeIndexOf('old', join(out, 'nl'));
    expect(contents()).toMatchObject({ 'rejects.csv.gz': 'new' });
    await publish('newer', '2026-03-08');
    expect(readdirSync(join(out, 'nl')).sort()).toEqual(['current.json', 'releases']);
  });

  it('stays where it lies if no release is the same: somebody has copied it there', async () => {
    await publish('old');
    writeIndexOf('copied', join(out, 'nl'));
    await publish('new', '2026-02-08');
    expect(readFileSync(join(out, 'nl', 'rejects.csv.gz'), 'utf8')).toBe('copied');
  });
});

describe('rolling back', () => {
  const sound = async (): Promise<void> => {};
  const back = (release?: string) => rollBack(join(out, 'nl'), release, sound);

  it('makes the release before current, again the one before that, and removes nothing', async () => {
    for (const month of [1, 2, 3]) await publish(String(month), `2026-0${month}-08`);
    expect(await back()).toEqual({ from: '2026-03-08', to: '2026-02-08' });
    expect(contents()).toMatchObject({ 'rejects.csv.gz': '2' });
    expect(await back()).toEqual({ from: '2026-02-08', to: '2026-01-08' });
    expect(contents()).toMatchObject({ 'rejects.csv.gz': '1' });
    await expect(back()).rejects.toMatchObject({
      code: 'index-not-found',
      message: expect.stringContaining('2026-03-08, 2026-02-08, 2026-01-08 (current)'),
    });
    expect(await back('2026-03-08')).toEqual({ from: '2026-01-08', to: '2026-03-08' });
    expect(contents()).toMatchObject({ 'rejects.csv.gz': '3' });
  });

  it('is remembered: the release published after it goes back to the same, not to the one that was left', async () => {
    for (const month of [1, 2]) await publish(String(month), `2026-0${month}-08`);
    await back();
    await publish('3', '2026-03-08');
    expect(await back()).toEqual({ from: '2026-03-08', to: '2026-01-08' });
  });

  it('changes nothing where the release is not sound, or there is none', async () => {
    await expect(back()).rejects.toMatchObject({ code: 'index-not-found' });
    expect(readdirSync(out)).toEqual([]);
    for (const month of [1, 2]) await publish(String(month), `2026-0${month}-08`);
    const checked: string[] = [];
    const damaged = rollBack(join(out, 'nl'), undefined, async (directory) => {
      checked.push(directory);
      throw new Error('damaged');
    });
    await expect(damaged).rejects.toThrow('damaged');
    expect(checked).toEqual([join(out, 'nl', 'releases', '2026-01-08')]);
    await expect(back('2025-01-08')).rejects.toMatchObject({ code: 'index-not-found' });
    expect(readPointer(join(out, 'nl'))?.current).toBe('2026-02-08');
  });

  it('names a release again where the pointer is damaged', async () => {
    for (const month of [1, 2]) await publish(String(month), `2026-0${month}-08`);
    writeFileSync(join(out, 'nl', 'current.json'), '');
    expect(await back('2026-01-08')).toEqual({ from: undefined, to: '2026-01-08' });
    expect(contents()).toMatchObject({ 'rejects.csv.gz': '1' });
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
    expect(existsSync(join(out, 'nl', 'current.json'))).toBe(false);
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
    expect(contents(join(out, 'nl'))).toEqual({ 'thesis.txt': 'precious' });
  });

  it('a directory with a manifest.json of something else', async () => {
    mkdirSync(join(out, 'nl'));
    writeFileSync(join(out, 'nl', 'manifest.json'), '{"name":"an app"}');
    writeFileSync(join(out, 'nl', 'report.json'), '{}');
    expect(await refused()).toContain('"manifest.json", "report.json"');
    expect(readdirSync(join(out, 'nl'))).toHaveLength(2);
  });

  it('but what somebody has put beside an index stays there', async () => {
    writePlainIndex('old');
    writeFileSync(join(out, 'nl', 'notes.txt'), 'precious');
    await publish('new');
    await publish('newer');
    expect(readdirSync(join(out, 'nl')).sort()).toEqual(['current.json', 'notes.txt', 'releases']);
    expect(contents()).toEqual(filesOf('newer'));
  });

  it('but an empty directory, a new volume, and an index whose files are damaged are places of an index', async () => {
    mkdirSync(join(out, 'nl', 'lost+found'), { recursive: true });
    for (const name of Object.values(INDEX_FILES)) writeFileSync(join(out, 'nl', name), '');
    await publish('new');
    expect(contents()).toEqual(filesOf('new'));
    expect(readdirSync(join(out, 'nl')).sort()).toEqual(['current.json', 'lost+found', 'releases']);
    expect(releases()).toHaveLength(2);
  });

  it('a folder called releases with something else in it', async () => {
    mkdirSync(join(out, 'nl', 'releases', 'first-album'), { recursive: true });
    writeFileSync(join(out, 'nl', 'releases', 'first-album', 'song.mp3'), 'precious');
    expect(await refused()).toContain('"releases"');
  });

  it('a symbolic link is followed, and stays', async () => {
    mkdirSync(join(out, 'elsewhere', 'index'), { recursive: true });
    writeIndexOf('old', join(out, 'elsewhere', 'index'));
    symlinkSync(join('elsewhere', 'index'), join(out, 'nl'));
    await publish('new');
    expect(readlinkSync(join(out, 'nl'))).toBe(join('elsewhere', 'index'));
    expect(contents(currentDirectory(join(out, 'elsewhere', 'index')))).toMatchObject({ 'rejects.csv.gz': 'new' });
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
      message: expect.stringMatching(
        /^".*" cannot be written: .*\. .*hoose another directory with --out; an index that was there is unchanged\.$/s,
      ),
    });
    expect(contents()).toMatchObject({ 'rejects.csv.gz': 'old' });
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
        writeFileSync(partial + '/manifest.json', ${JSON.stringify(manifestOf('new'))});
        writeFileSync(partial + '/deep/file', 'x');
      }, { keep: 1 });`);
    const moves = calls.filter((call) => !call.startsWith('write'));
    expect(moves.map((call) => call.replaceAll(/-[0-9a-f]{16}/g, '-*').replaceAll(`${out}/`, ''))).toEqual([
      'fsync nl/releases/.partial-*/deep/file',
      'fsync nl/releases/.partial-*/deep',
      'fsync nl/releases/.partial-*/manifest.json',
      'fsync nl/releases/.partial-*',
      'rename nl/releases/.partial-* nl/releases/2026-01-08.2',
      'fsync nl/releases',
      'fsync nl/current.json-*',
      'rename nl/current.json-* nl/current.json',
      'fsync nl',
      'rename nl/releases/2026-01-08 nl/releases/.removed-*',
      'remove nl/releases/.removed-*',
      'rename nl/releases/.temporary-* nl/releases/.removed-*',
      'remove nl/releases/.removed-*',
    ]);
    // Nothing is written after it has been forced to the disk.
    const written = calls.filter((call) => call.startsWith('write') && !call.includes('current.json'));
    expect(calls.indexOf(written.at(-1)!)).toBeLessThan(calls.indexOf(moves[0]!));
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
  expect(releases().filter((name) => name.startsWith('.'))).toHaveLength(2);
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
