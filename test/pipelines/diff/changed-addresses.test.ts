import { describe, expect, it } from 'vitest';
import { changedAddresses, summariseComparison, writeOut } from '../../../pipelines/diff/changed-addresses.ts';
import { compareReleases, type ReleaseComparison } from '../../../pipelines/diff/compare-releases.ts';
import { openRegister, type SmallAddress } from '../../support/small-register.ts';
import { addressesFrom, DUTCH_TOWN, dutchTown } from '../../support/towns.ts';

const POSITION = { latE7: 52_3071234, lonE7: 5_0412345, gridXmm: 132_000_001, gridYmm: 480_000_999 };

const numberOf = (number: number): number => DUTCH_TOWN.addresses.find((each) => each.number === number)!.id;
/** As the register writes it. */
const idOf = (number: number): string => String(numberOf(number)).padStart(16, '0');

/** The town without number 20, with a number 22, and with number 100 a hundred metres to the north. */
async function nextYear(): Promise<ReleaseComparison> {
  const kept = DUTCH_TOWN.addresses
    .filter(({ id }) => id !== numberOf(20))
    .map(
      (each): SmallAddress =>
        each.id === numberOf(100) ? { ...each, position: { ...POSITION, latE7: POSITION.latE7 + 3000 + 8987 } } : each,
    );
  const added = addressesFrom(344200000000099, [{ street: 3, postcode: '3511AC', number: 22, letter: 'B' }]);
  const [before, after] = [await dutchTown(), await openRegister({ ...DUTCH_TOWN, addresses: [...kept, ...added] })];
  return compareReleases(before.index, after.index);
}

describe('the changed addresses', () => {
  it('are those of the new release in its order, then those that are gone, each as it was and as it is', async () => {
    const changes = [...changedAddresses(await nextYear())];
    expect(changes.map((each) => [each.change, (each.new ?? each.old)!.number])).toEqual([
      [['moved'], '100'],
      [['added'], '22B'],
      [['removed'], '20'],
    ]);
    const [moved, added, removed] = changes;
    expect(moved).toMatchObject({
      country: 'nl',
      metres: 100,
      old: { latitude: 52.3074234 },
      new: { latitude: 52.3083221 },
    });
    expect(added).toEqual({
      country: 'nl',
      change: ['added'],
      new: {
        id: '0344200000000099',
        street: 'Kerkstraat',
        number: '22B',
        postcode: '3511AC',
        place: 'Utrecht',
        municipality: 'Utrecht',
      },
    });
    expect(removed).toMatchObject({ old: { id: idOf(20) } });
    expect([removed!.new, removed!.metres, added!.old]).toEqual([undefined, undefined, undefined]);
  });

  it('are none where nothing has changed', async () => {
    const { index } = await dutchTown();
    expect([...changedAddresses(compareReleases(index, index))]).toEqual([]);
  });
});

it('an address is written in its official language, with its letter beside the number and its addition apart', async () => {
  const { index } = await dutchTown();
  const all = Array.from({ length: index.addresses.length }, (_, address) => writeOut(index, address));
  expect(all.map(({ id }) => Number(id)).sort()).toEqual(DUTCH_TOWN.addresses.map(({ id }) => id).sort());
  const own = DUTCH_TOWN.addresses.find(({ letter, addition }) => letter === 'A' && addition === '2')!;
  expect(all.find(({ id }) => Number(id) === own.id)).toMatchObject({
    street: 'Kerkstraat',
    number: '6A 2',
    latitude: 52.3071234,
  });
  expect(all.find(({ id }) => id === idOf(100))?.postcode).toBe('');
});

it('a summary has the totals and the dates of both releases, and no list of addresses', async () => {
  const summary = summariseComparison(await nextYear());
  const dates = { referenceDates: ['2026-01-31'] };
  expect(summary).toMatchObject({
    country: 'nl',
    before: { ...dates, addresses: DUTCH_TOWN.addresses.length },
    after: { ...dates, addresses: DUTCH_TOWN.addresses.length },
    totals: { added: 1, removed: 1, moved: 1 },
  });
  expect(Object.keys(summary).sort()).toEqual(['after', 'before', 'contexts', 'country', 'municipalities', 'totals']);
});
