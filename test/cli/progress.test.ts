import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noCounts } from '../../src/batch/batch-counts.ts';
import { showRows, showStages } from '../../src/cli/progress.ts';

function stagesOn(isTTY: boolean) {
  let written = '';
  const stream = Object.assign(Object.create(process.stderr), {
    isTTY,
    columns: 120,
    write: (text: string) => {
      written += text;
      return true;
    },
  }) as NodeJS.WriteStream;
  return { progress: showStages('nl', stream), text: () => written };
}

describe('the stages of an import', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are lines where there is no terminal: when a stage opens, every ten seconds, and when it closes', () => {
    const { progress, text } = stagesOn(false);
    progress.stage('read', 20_000_000, 'bytes');
    for (let i = 0; i < 20; i++) {
      vi.advanceTimersByTime(1000);
      progress.advance(1_000_000);
    }
    progress.stage('write', 3000, 'addresses');
    progress.advance(3000);
    progress.stop();
    expect(text().split('\n')).toEqual([
      'nl read: 0 % of 20 MB, 0 MB/s, ? left',
      'nl read: 45 % of 20 MB, 1 MB/s, 11 s left',
      'nl read: 95 % of 20 MB, 1 MB/s, 1 s left',
      'nl read: 100 % of 20 MB, 1 MB/s, 0 s left',
      'nl write: 0 % of 3,000 addresses, 0 addresses/s, ? left',
      expect.stringMatching(/^nl write: 100 % of 3,000 addresses, [\d,]+ addresses\/s, 0 s left$/),
      '',
    ]);
  });

  it('say how much is done in a second, and how long what is left will take', () => {
    const { progress, text } = stagesOn(false);
    progress.stage('read', 20_000_000, 'bytes');
    vi.advanceTimersByTime(2000);
    progress.advance(5_000_000);
    progress.stop();
    expect(text()).toContain('nl read: 25 % of 20 MB, 3 MB/s, 6 s left\n');
  });

  it('are finished when the next one opens, and left as they are when the import ends', () => {
    const { progress, text } = stagesOn(false);
    progress.stage('resolve', 300, 'addresses');
    progress.stage('write', 300, 'addresses');
    progress.stop();
    expect(text()).toContain('nl resolve: 100 % of 300 addresses');
    expect(text()).not.toContain('nl write: 100 %');
  });

  it('are a bar on a terminal, with the cursor to be seen', () => {
    const { progress, text } = stagesOn(true);
    progress.stage('read', 20_000_000, 'bytes');
    vi.advanceTimersByTime(1000);
    progress.advance(10_000_000);
    progress.stop();
    expect(text()).toContain('nl read');
    expect(text()).toContain('% of 20 MB, ');
    expect(text()).toMatch(/50 % of 20 MB, \d+ MB\/s, 1 s left/);
    expect(text()).not.toContain('\x1B[?25l');
  });

  it('may be of nothing, or none', () => {
    for (const isTTY of [true, false]) {
      const { progress, text } = stagesOn(isTTY);
      progress.advance(1);
      expect(text()).toBe('');
      progress.stage('read', 0, 'bytes');
      progress.advance(0);
      progress.stop();
      progress.stop();
      expect(text()).toContain(' % of 0 MB');
    }
  });
});

describe('the rows of a batch', () => {
  const { isTTY } = process.stderr;
  afterEach(() => {
    process.stderr.isTTY = isTTY;
    vi.restoreAllMocks();
  });

  it('are shown on a terminal alone, and not when it is to be quiet', () => {
    process.stderr.isTTY = false;
    expect(showRows({ quiet: false })).toBeUndefined();
    process.stderr.isTTY = true;
    expect(showRows({ quiet: true })).toBeUndefined();
  });

  it.each([
    ['in a bar where it is known how much there is', 1000, /50 %, \d+ s left, 1,234 rows, [\d,]+ a second {2}\w+ 0 /],
    ['as a count elsewhere', undefined, /1,234 rows, [\d,]+ a second {2}\w+ 0 /],
  ])('are shown %s', (_, total, expected) => {
    let written = '';
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written += text;
      return true;
    });
    process.stderr.isTTY = true;
    const progress = showRows({ quiet: false }, total, () => 500)!;
    progress.update({ ...noCounts(), rows: 1234 });
    progress.stop();
    expect(written).toMatch(expected);
    expect(written).not.toMatch(/NULL|LLs|NaN/);
  });
});
