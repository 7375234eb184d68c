import { mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lineOf, MAX_ATOMIC_WRITE, MAX_WRITE, openLog } from '../../src/http/log.ts';

describe('log lines', () => {
  let directory = '';
  /** What opens the log closes it with `end`. */
  let fd = -1;
  const written = (): string[] => readFileSync(join(directory, 'log'), 'utf8').split('\n').slice(0, -1);

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'log-lines-'));
    fd = openSync(join(directory, 'log'), 'a');
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  it.each([
    ['in large pieces', MAX_WRITE, 0],
    ['in pieces that do not mix', MAX_ATOMIC_WRITE, MAX_ATOMIC_WRITE],
  ])('are written soon, whole and in their order, %s', async (_, maxWrite, maxBytesAtOnce) => {
    const lines = openLog(fd, maxWrite);
    const expected = Array.from({ length: 2000 }, (_, i) => `line ${i} ${'é'.repeat(i % 100)}`);
    expected.push('x'.repeat(3 * MAX_ATOMIC_WRITE), 'last');
    for (const line of expected) lines.write(`${line}\n`);
    // In the background: at most the first piece is there by now.
    expect(statSync(join(directory, 'log')).size).toBeLessThanOrEqual(maxBytesAtOnce);
    await expect.poll(() => written().length).toBe(expected.length);
    expect(written()).toEqual(expected);
    await lines.end();
  });

  it('are all written before the process ends', async () => {
    const lines = openLog(fd, MAX_WRITE);
    lines.write('a\n');
    lines.write('b\n');
    await lines.end();
    expect(written()).toEqual(['a', 'b']);
  });

  it('do not keep the process when nobody reads them any more', async () => {
    // A file that is open for reading takes no write, as a pipe whose reader is gone.
    const lines = openLog(openSync(join(directory, 'log'), 'r'), MAX_WRITE);
    lines.write('a\n');
    await lines.end();
    expect(written()).toEqual([]);
  });

  it('are dropped when nobody takes them, and how many is said', async () => {
    const lines = openLog(fd, MAX_WRITE);
    const count = 20_000;
    for (let i = 0; i < count; i++) lines.write(`${i} ${'x'.repeat(1000)}\n`);
    await lines.end();
    // The end does not wait for a disk that is slower than a second.
    await expect.poll(() => written().some((line) => line.startsWith('{')), { timeout: 30_000 }).toBe(true);
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

it('a line of an answer is JSON whatever its texts are, and has the URL only if it is asked for', () => {
  const answer = {
    request: 'a1',
    operation: 'radius',
    country: 'nl',
    client: 'sh"op',
    address: '',
    status: 200,
    ms: 0.4125,
    url: '/v1/radius/nl/52/5?"',
  } as const;
  const { url, address: _, ...safe } = answer;
  const line = { level: 30, time: 1, pid: process.pid, ...safe, ms: 0.412, msg: 'answered' };
  expect(JSON.parse(lineOf(answer, 1, false))).toEqual(line);
  expect(JSON.parse(lineOf({ ...answer, address: '192.0.2.1' }, 1, true))).toEqual({
    ...line,
    address: '192.0.2.1',
    url,
  });
});

it.each([
  ['/v1/autocomplete/nl?search=dam&session=7f3a&key=pk_shop', '/v1/autocomplete/nl?search=dam&key=pk_shop'],
  ['/v1/autocomplete/nl?s%65ssion=7f3a', '/v1/autocomplete/nl'],
  ['/v1/autocomplete/nl?search=a?b&session=7f3a', '/v1/autocomplete/nl?search=a?b'],
])('the URL in the log has no session: %s', (url, logged) => {
  const answer = {
    request: 'a1',
    operation: 'autocomplete',
    country: 'nl',
    client: 'shop',
    address: '',
    status: 200,
    ms: 1,
  } as const;
  expect(JSON.parse(lineOf({ ...answer, url }, 1, true)).url).toBe(logged);
});
