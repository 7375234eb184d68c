import { describe, expect, it } from 'vitest';
import { streetsBeginning } from '../../src/search/streets.ts';
import { dutchTown } from '../support/towns.ts';

describe('streetsBeginning', () => {
  it('finds nothing by an empty key, and nothing by a letter within a word', async () => {
    const { index } = await dutchTown();
    const placeCount = index.areas.all('place').length;
    expect(streetsBeginning(index, '', 0, placeCount)).toEqual([]);
    expect(streetsBeginning(index, 'straat', 0, placeCount)).toEqual([]);
    expect(streetsBeginning(index, 'kerk', 0, placeCount)).toHaveLength(4);
    expect(streetsBeginning(index, 'kerk', 0, 0)).toEqual([]);
  });
});
