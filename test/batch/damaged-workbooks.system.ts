import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runIsolated } from '../bench/isolated-cases.ts';
import { effort } from '../support/effort.ts';
import type { WorkbookMessage } from './damaged-workbooks-child.ts';

const CASES = effort(400, 20_000);

/*
 * Each case in a process that ends if it holds more than its heap: hanging, growing and ending are faults, too. Case N alone:
 * `node --import tsx test/batch/damaged-workbooks-child.ts N N+1`, with an IPC channel.
 */
it('a damaged workbook ends in rows or one sentence, within bounds; one that is kept has its rows', async () => {
  const faults: string[] = [];
  const outcomes = { rows: 0, kept: 0, refused: 0, fault: 0 };
  const messages = new Set<string>();
  await runIsolated<WorkbookMessage>({
    script: fileURLToPath(new URL('damaged-workbooks-child.ts', import.meta.url)),
    args: [],
    first: 0,
    end: CASES,
    maxSeconds: 60,
    maxHeapMegabytes: 512,
    note({ number, mutations, outcome, message }) {
      outcomes[outcome]++;
      messages.add(message);
      if (outcome === 'fault') faults.push(`${number} (${mutations.join('; ')}): ${message}`);
    },
    fault: (message, number) => faults.push(`${number}: ${message}`),
  });
  if (process.env['SHOW_MESSAGES'] !== undefined) console.log(outcomes, [...messages].sort().join('\n'));
  expect(faults).toEqual([]);
  // The cases are of all kinds.
  for (const outcome of ['rows', 'kept', 'refused'] as const) expect(outcomes[outcome]).toBeGreaterThan(CASES / 50);
}, 3_600_000);
