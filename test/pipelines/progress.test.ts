import { describe, expect, it, vi } from 'vitest';
import { createProgress } from '../../pipelines/progress.ts';

function progressOn(isTTY: boolean) {
  let written = '';
  const stream = Object.assign(Object.create(process.stderr), {
    isTTY,
    columns: 120,
    write: (text: string) => {
      written += text;
      return true;
    },
  }) as NodeJS.WriteStream;
  return { progress: createProgress('nl', stream), text: () => written };
}

describe('progress', () => {
  it('is a line for every tenth where there is no terminal', () => {
    const { progress, text } = progressOn(false);
    progress.stage('read', 20_000_000, 'bytes');
    for (let i = 0; i < 20; i++) progress.advance(1_000_000);
    progress.stage('write', 3, 'addresses');
    progress.advance(3);
    progress.stop();
    const lines = text()
      .replaceAll(/, [\d,]+ (\S+)\/s, [\d,]+ s left$/gm, ', some $1/s, some s left')
      .split('\n');
    const tenths = Array.from({ length: 10 }, (_, i) => `nl read: ${10 * (i + 1)} %, some MB/s, some s left`);
    expect(lines).toEqual([
      'nl read: 20 MB',
      ...tenths,
      'nl write: 3 addresses',
      'nl write: 100 %, some addresses/s, some s left',
      '',
    ]);
  });

  it('says how much is done in a second, and how long what is left will take', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const { progress, text } = progressOn(false);
      progress.stage('read', 20_000_000, 'bytes');
      vi.advanceTimersByTime(2000);
      progress.advance(5_000_000);
      expect(text()).toContain('nl read: 20 %, 3 MB/s, 6 s left\n');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is a bar on a terminal', () => {
    const { progress, text } = progressOn(true);
    progress.stage('read', 20_000_000, 'bytes');
    progress.advance(10_000_000);
    progress.stop();
    expect(text()).toContain('nl read');
    expect(text()).toContain('% of 20 MB, ');
    expect(text()).toMatch(/\d MB\/s, .+ left/);
  });

  it('does not mind a stage of nothing, or none', () => {
    for (const isTTY of [true, false]) {
      const { progress } = progressOn(isTTY);
      progress.advance(1);
      progress.stage('read', 0, 'bytes');
      progress.advance(0);
      progress.stop();
      progress.stop();
    }
  });
});
