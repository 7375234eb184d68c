import { describe, expect, it } from 'vitest';
import { readableLine } from '../../src/http/log-line.ts';

const time = new Date(2026, 10, 22, 7, 5, 9).getTime();
const lineOf = (entry: object): string => readableLine(`${JSON.stringify({ level: 30, time, pid: 7, ...entry })}\n`);

describe('a line of the log for a person', () => {
  it('has of an answer time, status, operation, country, milliseconds and who asked', () => {
    const answered = { request: 'a1', operation: 'radius', country: 'nl', status: 200, ms: 0.412, msg: 'answered' };
    expect(lineOf({ ...answered, client: 'shop' })).toBe('07:05:09  200  radius nl  0.4 ms  shop\n');
    expect(lineOf({ ...answered, client: '', address: '192.0.2.1', url: '/v1/radius/nl/52/5' })).toBe(
      '07:05:09  200  radius nl  0.4 ms  192.0.2.1  /v1/radius/nl/52/5\n',
    );
    expect(lineOf({ ...answered, operation: '', country: '', client: '', status: 404 })).toBe(
      '07:05:09  404  other  0.4 ms\n',
    );
  });

  it('has of anything else the sentence and its data, and says what is an error', () => {
    expect(lineOf({ country: 'nl', release: 'abc', msg: 'index served' })).toBe(
      '07:05:09  index served  country nl  release abc\n',
    );
    expect(lineOf({ level: 50, reason: 'cut off', msg: 'index refused' })).toBe(
      '07:05:09  error: index refused  reason cut off\n',
    );
    const registers = [
      { name: 'BAG', referenceDate: '2026-01-08', licence: 'CC0-1.0' },
      { name: 'X', referenceDate: null },
    ];
    expect(lineOf({ level: 40, dropped: 3, registers, msg: 'log lines dropped' })).toBe(
      '07:05:09  warning: log lines dropped  dropped 3  registers BAG 2026-01-08, X\n',
    );
  });
});
