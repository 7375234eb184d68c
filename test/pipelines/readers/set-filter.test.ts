import { describe, expect, it } from 'vitest';
import { SetFilter } from '../../../pipelines/readers/set-filter.ts';

describe('a filter of a set', () => {
  // Identifiers of the BAG: sixteen digits, consecutive within a municipality.
  const idsOf = (municipality: number): number[] =>
    Array.from({ length: 20_000 }, (_, i) => municipality * 1e12 + 2e11 + i);
  const filter = new SetFilter(idsOf(363));

  it('has all that the set has', () => {
    expect(idsOf(363).every((id) => filter.mayHave(id))).toBe(true);
  });

  it('says of nearly all others that the set lacks them', () => {
    const others = Array.from({ length: 30 }, (_, i) => idsOf(400 + i)).flat();
    expect(others.filter((id) => filter.mayHave(id)).length).toBeLessThan(others.length / 50);
  });
});
