import { Readable } from 'node:stream';
import { beforeAll, expect, it } from 'vitest';
import { geocodeChunk, geocodeRowByRow } from '../../src/batch/chunk.ts';
import { Geocoder } from '../../src/batch/geocoder.ts';
import { peekInput } from '../../src/batch/input.ts';
import { planFile } from '../../src/batch/plan.ts';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';

let fixtures: FixtureIndexes;
beforeAll(async () => {
  fixtures = await readFixtureIndexes();
});

it('an object with many keys is read in steps, and answered as it is at once', async () => {
  const keys = Object.fromEntries(Array.from({ length: 999 }, (_, i) => [`field${i}`, i]));
  const rows = Buffer.from(`${JSON.stringify({ address: 'Spui 70, Den Haag', ...keys })}\n`.repeat(2));
  const { plan } = planFile(await peekInput(Readable.from([rows])), { format: 'ndjson' });
  const geocoder = new Geocoder(Object.values(fixtures.indexes), {});
  const work = geocodeRowByRow(geocoder, plan, rows);
  let steps = 0;
  for (;;) {
    const { value, done } = work.next();
    if (done) {
      expect(value).toEqual(geocodeChunk(geocoder, plan, rows));
      break;
    }
    steps++;
  }
  // A row is a step, and every fifty keys of it.
  expect(steps).toBe(2 * (1 + 20));
});
