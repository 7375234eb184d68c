import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LARGEST_ATOMIC_WRITE, LARGEST_WRITE, LogLines } from '../../src/http/log-lines.ts';

describe('log lines', () => {
  let directory = '';
  let fd = -1;
  const written = (): string[] => readFileSync(join(directory, 'log'), 'utf8').split('\n').slice(0, -1);

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'log-lines-'));
    fd = openSync(join(directory, 'log'), 'a');
  });
  afterEach(() => {
    closeSync(fd);
    rmSync(directory, { recursive: true });
  });

  it.each([
    ['in large pieces', LARGEST_WRITE],
    ['in pieces that do not mix', LARGEST_ATOMIC_WRITE],
  ])('are written soon, whole and in their order, %s', async (_, largestWrite) => {
    const lines = new LogLines(fd, largestWrite);
    const expected = Array.from({ length: 2000 }, (_, i) => `line ${i} ${'é'.repeat(i % 100)}`);
    expected.push('x'.repeat(3 * LARGEST_ATOMIC_WRITE), 'last');
    for (const line of expected) lines.write(`${line}\n`);
    expect(written()).toEqual([]);
    await expect.poll(() => written().length, { timeout: 10_000 }).toBe(expected.length);
    expect(written()).toEqual(expected);
  });

  it('are written at once before the process ends', () => {
    const lines = new LogLines(fd, LARGEST_WRITE);
    lines.write('a\n');
    lines.write('b\n');
    lines.flushSync();
    expect(written()).toEqual(['a', 'b']);
  });

  it('are dropped when nobody takes them, and how many is said', () => {
    const lines = new LogLines(fd, LARGEST_WRITE);
    const count = 20_000;
    for (let i = 0; i < count; i++) lines.write(`${i} ${'x'.repeat(1000)}\n`);
    lines.flushSync();
    const kept = written().filter((line) => !line.startsWith('{'));
    const notes = written().filter((line) => line.startsWith('{'));
    expect(kept.length).toBeGreaterThan(5000);
    expect(kept.length).toBeLessThan(count);
    expect(notes.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'log lines dropped', dropped: count - kept.length },
    ]);
    expect(kept[0]).toMatch(/^0 /);
  });
});
