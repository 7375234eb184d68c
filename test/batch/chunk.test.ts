import { Readable } from 'node:stream';
import { beforeAll, expect, it } from 'vitest';
import { geocodeChunk, geocodeRowByRow } from '../../src/batch/chunk.ts';
import { Geocoder } from '../../src/batch/geocoder.ts';
import { peekInput } from '../../src/batch/input.ts';
import { type BatchPlan, planFile } from '../../src/batch/plan.ts';
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
  // A row is a step, and every fifty keys of it.
  expect(stepsOf(geocoder, plan, rows)).toBe(2 * (1 + 20));
});

it('a row that may be of several countries is read in one after the other, and answered as it is at once', async () => {
  const rows = Buffer.from(`address\n${'kerkstraaat hoofdstrat amstedam '.repeat(7)}\n`);
  const { plan } = planFile(await peekInput(Readable.from([rows])), { hasHeader: false, columns: { text: '1' } });
  const geocoder = new Geocoder(Object.values(fixtures.indexes), {});
  // Of each of both rows.
  expect(stepsOf(geocoder, plan, rows)).toBe(2 * geocoder.countries.length);
});

it('a coordinate with any blanks around and behind it takes no time, also where it is none', async () => {
  const rows = Buffer.from(`52.37${' '.repeat(900)}N;4.9\n${`52.37${' '.repeat(900)}?;4.9\n`.repeat(2000)}`);
  const columns = { latitude: '1', longitude: '2' };
  const { plan } = planFile(await peekInput(Readable.from([rows])), { hasHeader: false, isReverse: true, columns });
  const { discrepancies } = geocodeChunk(new Geocoder(Object.values(fixtures.indexes), {}), plan, rows);
  expect(discrepancies).toEqual({ 'not-a-coordinate': 2000 });
});

/** How many steps rows take. */
function stepsOf(geocoder: Geocoder, plan: BatchPlan, rows: Buffer): number {
  const work = geocodeRowByRow(geocoder, plan, rows);
  for (let steps = 0; ; steps++) {
    const { value, done } = work.next();
    if (!done) continue;
    expect(value).toEqual(geocodeChunk(geocoder, plan, rows));
    return steps;
  }
}
