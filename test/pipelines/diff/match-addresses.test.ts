import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { matchAddresses } from '../../../pipelines/diff/match-addresses.ts';
import { COUNTRIES } from '../../../src/model/country.ts';
import { openIndex } from '../../../src/store/directory.ts';
import { randomInput } from '../../support/random-input.ts';
import { openInput } from '../../support/small-register.ts';
import { writeTwoReleases } from './releases-of-fixtures.ts';

const scratch = mkdtempSync(join(tmpdir(), 'match-'));
afterAll(() => rmSync(scratch, { recursive: true }));

it.each(COUNTRIES)('every address of a release of %s is itself in the same release', async (country) => {
  const { index } = await openInput(randomInput(country, 3));
  const { oldOf, newOf, isReidentified } = matchAddresses(index, index);
  expect([...oldOf]).toEqual([...oldOf.keys()]);
  expect([...newOf]).toEqual([...newOf.keys()]);
  expect(isReidentified).not.toContain(1);
});

it.each(COUNTRIES)('of two releases of %s the addresses with one identifier are one, each way', async (country) => {
  await writeTwoReleases(country, scratch);
  const [before, after] = [
    await openIndex(join(scratch, 'old', country)),
    await openIndex(join(scratch, 'new', country)),
  ];
  const { oldOf, newOf, isReidentified } = matchAddresses(before, after);
  const olds = new Set(Array.from({ length: before.addresses.length }, (_, old) => before.addresses.idOf(old)));
  let [same, added] = [0, 0];
  for (const [address, old] of oldOf.entries()) {
    const id = after.addresses.idOf(address);
    // What is written the same under another identifier is one, too.
    expect(olds.has(id)).toBe(old !== -1 && isReidentified[address] === 0);
    if (old === -1) added++;
    else {
      expect(newOf[old]).toBe(address);
      if (before.addresses.idOf(old) === id) same++;
    }
  }
  expect(added).toBeGreaterThan(0);
  expect(isReidentified).toContain(1);
  expect(same + added + isReidentified.reduce((sum, each) => sum + each, 0)).toBe(after.addresses.length);
});
