import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownChanges } from '../../../fixtures/generate/next-release.ts';
import {
  CHANGE,
  CHANGE_KINDS,
  type ChangeKind,
  compareReleases,
  type ReleaseComparison,
} from '../../../pipelines/diff/compare-releases.ts';
import { COUNTRIES } from '../../../src/model/country.ts';
import { formatContext, resolveContext } from '../../../src/query/context.ts';
import { openIndex } from '../../../src/store/directory.ts';
import { randomInput } from '../../support/random-input.ts';
import { openInput } from '../../support/small-register.ts';
import { writeTwoReleases } from './releases-of-fixtures.ts';

const scratch = mkdtempSync(join(tmpdir(), 'compare-'));
afterAll(() => rmSync(scratch, { recursive: true }));

describe.each(COUNTRIES)('two releases of the fixtures of %s', (country) => {
  let known: KnownChanges;
  let comparison: ReleaseComparison;
  beforeAll(async () => {
    known = await writeTwoReleases(country, scratch);
    comparison = compareReleases(
      await openIndex(join(scratch, 'old', country)),
      await openIndex(join(scratch, 'new', country)),
    );
  });

  const idsWith = (kind: ChangeKind): number[] => {
    const { after, before, changes, removed } = comparison;
    if (kind === 'removed') return [...removed].map((old) => before.addresses.idOf(old)).sort();
    return [...changes.keys()]
      .filter((address) => (changes[address]! & CHANGE[kind]) !== 0)
      .map((address) => after.addresses.idOf(address))
      .sort();
  };

  it.each(CHANGE_KINDS)('differ by the addresses that were %s, and no other', (kind) => {
    expect(known[kind].size).toBeGreaterThan(0);
    expect(idsWith(kind)).toEqual([...known[kind]].sort());
    expect(comparison.totals[kind]).toBe(known[kind].size);
  });

  it('count the same by municipality', () => {
    for (const kind of CHANGE_KINDS) {
      const sum = comparison.municipalities.reduce((total, row) => total + row[kind], 0);
      expect(sum, kind).toBe(comparison.totals[kind]);
    }
    const dissolved = comparison.municipalities.find(({ id }) => id === known.dissolvedMunicipality)!;
    expect(dissolved).toMatchObject({ after: 0, added: 0, renamed: 0 });
    expect(dissolved.before).toBeGreaterThan(0);
  });

  it('count as dead the contexts that lead to nothing in the new one, and no other', () => {
    const { before, after } = comparison;
    const isDead = (target: Parameters<typeof resolveContext>[1]): boolean =>
      resolveContext(after, target) === undefined;
    const lost = { municipality: 0, street: 0, house: 0, place: 0 };
    for (const kind of ['municipality', 'place'] as const)
      for (const { id } of before.areas.all(kind)) if (isDead({ kind, id })) lost[kind]++;
    for (let street = 0; street < before.streets.length; street++) {
      const placeId = before.areas.at('place', before.streets.placeOf(street)).id;
      if (isDead({ kind: 'street', id: before.streets.idOf(street), placeId })) lost.street++;
    }
    for (let address = 0; address < before.addresses.length; address++) {
      const streetId = before.streets.idOf(before.streets.streetOf(address));
      if (isDead({ kind: 'house', id: before.addresses.idOf(address), streetId })) lost.house++;
    }
    for (const kind of ['municipality', 'place', 'street', 'house'] as const)
      expect(comparison.contexts[kind].lost, kind).toBe(lost[kind]);
    expect(lost.house).toBe(known.removed.size + known.reidentified.size);
    expect(lost.municipality).toBe(1);
    expect(formatContext(country, { kind: 'municipality', id: known.dissolvedMunicipality })).toMatch(/^m/);
  });
});

describe('comparing', () => {
  it('a release with itself finds nothing', async () => {
    for (const country of COUNTRIES) {
      const { index } = await openInput(randomInput(country, 3));
      const { totals, municipalities, contexts } = compareReleases(index, index);
      expect(Object.values(totals).every((count) => count === 0)).toBe(true);
      expect(municipalities).toEqual([]);
      expect(Object.values(contexts).every(({ lost }) => lost === 0)).toBe(true);
    }
  });

  it('finds what a comparison by identifier of all with all finds, whatever the releases', async () => {
    for (let seed = 1; seed <= 30; seed++) {
      const [one, other] = [randomInput('be', seed), randomInput('be', seed + 1)];
      const [before, after] = [(await openInput(one)).index, (await openInput(other)).index];
      const { oldOf, removed, changes } = compareReleases(before, after);
      const oldIds = new Map(Array.from({ length: before.addresses.length }, (_, i) => [before.addresses.idOf(i), i]));
      let kept = 0;
      for (let address = 0; address < after.addresses.length; address++) {
        const old = oldIds.get(after.addresses.idOf(address));
        if ((changes[address]! & CHANGE.reidentified) === 0) expect(oldOf[address]).toBe(old ?? -1);
        if (oldOf[address] !== -1) kept++;
      }
      expect(kept + removed.length).toBe(before.addresses.length);
      expect(new Set(oldOf.filter((old) => old !== -1)).size).toBe(kept);
    }
  });

  it('keeps an address whose identifier has changed, where it is written the same, apart from one that is gone', async () => {
    const input = randomInput('nl', 5);
    const { index: before } = await openInput(input);
    const id = input.addresses.id.map((each) => each + 10 ** 12);
    const { index: after } = await openInput({ ...input, addresses: { ...input.addresses, id } });
    const { totals, contexts } = compareReleases(before, after);
    expect(totals.reidentified + totals.added).toBe(before.addresses.length);
    expect(totals.added).toBe(totals.removed);
    expect(totals.reidentified).toBeGreaterThan(totals.added);
    expect(contexts.house.lost).toBe(before.addresses.length);
  });
});
