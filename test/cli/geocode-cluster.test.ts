import { describe, expect, it, vi } from 'vitest';
import { geocodeCommand } from '../../src/cli/geocode.ts';
import { clusterCommands } from '../../src/cli/geocode-cluster.ts';
import { type Outcome, runCommand } from './run-command.ts';

const geocode = (...args: string[]): Promise<Outcome> => runCommand(geocodeCommand(), args);

it('geocode has a command for each step of a batch on several machines', () => {
  expect(clusterCommands().map((command) => command.name())).toEqual([
    'submit',
    'worker',
    'collect',
    'status',
    'discard',
  ]);
});

describe('a command for several machines refuses in a sentence, with exit code 2,', () => {
  it.each<readonly [why: string, args: readonly string[], sentence: RegExp]>([
    ['to go without Redis', ['status'], /^Say where Redis is, with --redis redis:\/\/host:6379 or REDIS_URL/],
    ['stdin without a name', ['submit', '-', '--redis', 'redis://127.0.0.1:1'], /Give it one with --batch/],
    ['a batch without a name', ['collect', '', '--redis', 'redis://127.0.0.1:1'], /^Got "" as the name of a batch/],
    [
      'a name with a slash',
      ['submit', 'in.csv', '--batch', 'a/b'],
      /^Got "a\/b" as the name of a batch; .* without a slash/,
    ],
    ['a name with a line end', ['discard', 'a\nb', '--redis', 'redis://127.0.0.1:1'], /as the name of a batch/],
    ['a name that is too long', ['collect', 'x'.repeat(201)], /allowed are up to 200 characters/],
    ['a queue with a blank', ['status', '--queue', 'a b'], /^Got "a b" as the name of a queue; allowed are up to 64/],
    [
      'no attempts',
      ['submit', 'in.csv', '--attempts', '0'],
      /^Got "0" as --attempts; allowed is a whole number from 1\.$/m,
    ],
    [
      'half an attempt',
      ['submit', 'in.csv', '--attempts', '0.5'],
      /^Got "0\.5" as --attempts; allowed is a whole number from 1\.$/m,
    ],
    ['half a thread', ['worker', '--threads', '0.5'], /^Got "0\.5" as --threads; allowed is a whole number from 0\.$/m],
  ])('%s', async (_, args, sentence) => {
    vi.stubEnv('REDIS_URL', undefined);
    const { code, stdout, stderr } = await geocode(...args);
    vi.unstubAllEnvs();
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(sentence);
  });
});
