import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryLock, type LockTimes } from '../../pipelines/directory-lock.ts';

const root = mkdtempSync(join(tmpdir(), 'lock-'));
afterAll(() => rmSync(root, { recursive: true }));

const QUICK: LockTimes = { heartbeatMs: 10, staleMs: 400 };
/** For a holder that lives: on a busy machine its heart may begin to beat late. */
const PATIENT: LockTimes = { heartbeatMs: 10, staleMs: 10_000 };

let path = '';
beforeEach(() => {
  path = join(mkdtempSync(join(root, 'x-')), '.nl.lock');
});

/** The lock file of a process elsewhere. */
function writeLockOf(owner: Record<string, unknown>): void {
  writeFileSync(path, JSON.stringify({ token: 'theirs', system: 'elsewhere', processId: 1, host: 'b7', ...owner }));
}

describe('a lock on a directory', () => {
  it('is held by one at a time, and free again when it is given back', async () => {
    const lock = await DirectoryLock.acquire(path, QUICK);
    expect(lock.isHeld()).toBe(true);
    await expect(DirectoryLock.acquire(path, PATIENT)).rejects.toMatchObject({ code: 'output-not-writable' });
    expect(lock.isHeld()).toBe(true);
    lock.release();
    lock.release();
    expect(existsSync(path)).toBe(false);
    const next = await DirectoryLock.acquire(path, QUICK);
    expect(next.token).not.toBe(lock.token);
    expect(lock.isHeld()).toBe(false);
    next.release();
  });

  it('is held also while the holder is too busy for anything else', async () => {
    const lock = await DirectoryLock.acquire(path, QUICK);
    await new Promise((resolve) => setTimeout(resolve, 100));
    utimesSync(path, 1, 1);
    // This thread does nothing else, for as long as it takes; the limit ends the test where no heart beats.
    const end = Date.now() + 60_000;
    while (statSync(path).mtimeMs <= 2_000 && Date.now() < end);
    expect(statSync(path).mtimeMs).toBeGreaterThan(2_000);
    lock.release();
  });

  it('of a process on another system is respected as long as its heart beats', async () => {
    writeLockOf({});
    const beating = setInterval(() => utimesSync(path, new Date(), new Date()), 20);
    await expect(DirectoryLock.acquire(path, PATIENT)).rejects.toThrow('process 1 on b7');
    clearInterval(beating);
    expect(JSON.parse(readFileSync(path, 'utf8')).token).toBe('theirs');
  });

  it('of a process on another system that has ended is taken when its heart has not beaten for long, whatever its clock says', async () => {
    for (const time of [1, Date.now() / 1000 + 86_400]) {
      writeLockOf({});
      utimesSync(path, time, time);
      const started = process.hrtime.bigint();
      const lock = await DirectoryLock.acquire(path, QUICK);
      // At least: a busy machine takes longer.
      expect(process.hrtime.bigint() - started).toBeGreaterThan(350_000_000n);
      expect(lock.isHeld()).toBe(true);
      lock.release();
    }
  });

  it('of a process on this system that has ended is taken at once', async () => {
    const own = await DirectoryLock.acquire(path, QUICK);
    const { system } = JSON.parse(readFileSync(path, 'utf8'));
    own.release();
    writeLockOf({ system, processId: 2 ** 22 + 1 });
    const lock = await DirectoryLock.acquire(path, { heartbeatMs: 1_000, staleMs: 60_000 });
    expect(lock.isHeld()).toBe(true);
    lock.release();
  });

  it.each(['', '{"tok', 'null'])('that was cut short is taken (%j)', async (text) => {
    writeFileSync(path, text);
    const lock = await DirectoryLock.acquire(path, QUICK);
    expect(lock.isHeld()).toBe(true);
    lock.release();
  });

  it('is not removed by one that has lost it', async () => {
    const lock = await DirectoryLock.acquire(path, QUICK);
    writeLockOf({});
    expect(lock.isHeld()).toBe(false);
    lock.release();
    expect(existsSync(path)).toBe(true);
  });

  it('of many that want it after a crash only one gets it', async () => {
    writeLockOf({});
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => DirectoryLock.acquire(path, QUICK)));
    const held = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(held.filter((lock) => lock.isHeld())).toHaveLength(1);
    for (const lock of held) lock.release();
  });
});
