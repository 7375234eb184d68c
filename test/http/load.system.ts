import { describe, expect, it } from 'vitest';
import { effort } from '../support/effort.ts';
import { type LoadResult, putUnderLoad } from './load.ts';

describe('the service under load, while its indexes are replaced', () => {
  let result: LoadResult;

  it('answers every request, at any concurrency', async () => {
    result = await putUnderLoad({ concurrencies: [1, 100], seconds: effort(2, 15), swapMs: 500, minReleases: 9 });
    for (const { connections, requests, failed } of result.runs) {
      expect(failed, `of ${requests} over ${connections} connections`).toBe(0);
      expect(requests).toBeGreaterThan(0);
    }
  });

  it('takes the new releases meanwhile', () => {
    expect(result.releasesTaken).toBeGreaterThanOrEqual(9);
    expect(result.refused).toBe(0);
  });

  it('lets the former ones go', () => {
    for (const { alive, aliveBuffers } of result.memory) {
      // The one in use, and the one that is being taken in its place.
      expect(alive).toBeLessThanOrEqual(2);
      expect(aliveBuffers).toBeLessThanOrEqual(2);
    }
  });
});
