import { describe, expect, it } from 'vitest';
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
    const tenths = Array.from({ length: 10 }, (_, i) => `nl read: ${10 * (i + 1)} %\n`).join('');
    expect(text()).toBe(`nl read: 20 MB\n${tenths}nl write: 3 addresses\nnl write: 100 %\n`);
  });

  it('is a bar on a terminal', () => {
    const { progress, text } = progressOn(true);
    progress.stage('read', 20_000_000, 'bytes');
    progress.advance(10_000_000);
    progress.stop();
    expect(text()).toContain('nl read');
    expect(text()).toContain('% of 20 MB');
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
