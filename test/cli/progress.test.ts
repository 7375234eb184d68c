import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noCounts } from '../../src/batch/chunk.ts';
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

  it('are lines where there is no terminal: when a stage opens, when it advances, every ten seconds, and when it closes', () => {
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
      'nl read: 20 MB',
      'nl read: 5 %, 1 MB/s, 19 s left',
      'nl read: 50 %, 1 MB/s, 10 s left',
      'nl read: 100 %, 1 MB/s, 0 s left',
      'nl write: 3,000 addresses',
      ...Array(2).fill(expect.stringMatching(/^nl write: 100 %, [\d,]+ addresses\/s, 0 s left$/)),
      '',
    ]);
  });

  it('say how much is done in a second, and how long what is left will take', () => {
    const { progress, text } = stagesOn(false);
    progress.stage('read', 20_000_000, 'bytes');
    vi.advanceTimersByTime(2000);
    progress.advance(5_000_000);
    progress.stop();
    expect(text()).toContain('nl read: 25 %, 3 MB/s, 6 s left\n');
  });

  it.each([true, false])(
    'leave a terminal that is interrupted as it was, and the end to others who listen: %s',
    (areOthersListening) => {
      const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
      const other = vi.fn();
      const runner = process.listeners('SIGINT');
      process.removeAllListeners('SIGINT');
      try {
        if (areOthersListening) process.once('SIGINT', other);
        const { progress, text } = stagesOn(true);
        progress.stage('read', 3000, 'addresses');
        progress.advance(1);
        expect(text()).toContain('\x1B[?7l');
        expect(text()).not.toContain('\x1B[?7h');
        process.emit('SIGINT', 'SIGINT');
        expect(text()).toContain('\x1B[?7h');
        expect(other).toHaveBeenCalledTimes(areOthersListening ? 1 : 0);
        expect(kill.mock.calls).toEqual(areOthersListening ? [] : [[process.pid, 'SIGINT']]);
        expect(process.listenerCount('SIGINT')).toBe(0);
      } finally {
        for (const listener of runner) process.on('SIGINT', listener);
        kill.mockRestore();
      }
    },
  );

  it('have no bar that stays at 0 % when they do not advance', () => {
    for (const isTTY of [true, false]) {
      const { progress, text } = stagesOn(isTTY);
      progress.stage('resolve', 300, 'addresses');
      progress.stage('write', 3000, 'addresses');
      vi.advanceTimersByTime(60_000);
      progress.stop();
      expect(text()).toBe('nl resolve: 300 addresses\nnl write: 3,000 addresses\n');
    }
  });

  it('are a bar on a terminal, with the cursor to be seen', () => {
    const { progress, text } = stagesOn(true);
    progress.stage('read', 20_000_000, 'bytes');
    vi.advanceTimersByTime(1000);
    progress.advance(10_000_000);
    progress.stop();
    expect(text()).toContain('nl read');
    expect(text()).toContain('nl read: 20 MB\n');
    expect(text()).toMatch(/nl read .*50 %, 10 MB\/s, 1 s left/);
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
      expect(text()).toContain('nl read: 0 MB\n');
      expect(text()).not.toMatch(/NaN|NULL|LLs/);
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
