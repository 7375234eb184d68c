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

  it('says so of a million numbers, too, if it is told how many there are', () => {
    const numbers = Array.from({ length: 1_000_000 }, (_, i) => i * 1_009 * 131_072);
    const others = numbers.slice(0, 20_000).map((number) => number + 7);
    const large = new SetFilter(numbers, numbers.length);
    const small = new SetFilter(numbers);
    expect(numbers.every((number) => large.mayHave(number))).toBe(true);
    expect(others.filter((number) => large.mayHave(number)).length).toBeLessThan(others.length / 10);
    expect(others.filter((number) => small.mayHave(number)).length).toBeGreaterThan(others.length / 10);
  });
});
