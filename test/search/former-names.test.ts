import { describe, expect, it } from 'vitest';
import { readHouseNumber } from '../../src/model/house-number.ts';
import { findFormer, findFormerHouses } from '../../src/search/former-names.ts';
import { withDiscrepancy } from '../../src/search/judgement.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { searchFreeText } from '../support/search-free-text.ts';

const fixtures = fixtureIndexes();

/** Candidates as `kind, street and number, until`. */
function find(typed: string, isRead: boolean = false): string[] {
  const { index } = fixtures.lookup.nl;
  return findFormer(index, index.former!, typed, { isRead }).map(({ kind, ordinal, former }) => {
    const name = kind === 'house' ? houseAt(ordinal) : index.streets.nameOf(ordinal);
    return `${kind} ${name}, ${former!.until}`;
  });
}

function houseAt(address: number): string {
  const { streets, addresses } = fixtures.lookup.nl.index;
  return `${streets.nameOf(streets.streetOf(address))} ${addresses.numberOf(address)}`;
}

describe('what words mean among names of then', () => {
  it('is a street or house of today, and nothing that is called so today', () => {
    expect(find('oud sportpl')).toEqual(['street Anton Geesinkplein, 2021-10-04']);
    expect(find('oud sportplein 2, utrecht')).toEqual(['house Anton Geesinkplein 2, 2021-10-04']);
    expect(find('velperweg 33')).toEqual(['house Velperweg 3, 2026-01-08']);
    // A street of then that still has its name, and a house that was withdrawn.
    expect(find('velperweg')).toEqual([]);
    expect(find('lindenberg 2 nijmegen')).toEqual([]);
    expect(find('')).toEqual([]);
  });

  it('accounts for all words, or leaves some out where the text is read as in a file', () => {
    const text = 'bakkerij jansen, velperweg 33, arnhem';
    expect([find(text, false), find(text, true)]).toEqual([[], ['house Velperweg 3, 2026-01-08']]);
  });

  it('costs one thing more than what is called so', () => {
    const { index } = fixtures.lookup.nl;
    const [then] = findFormer(index, index.former!, 'oud sportplein 2 utrecht', { isRead: false });
    const [today] = searchFreeText(index, 'anton geesinkplein 2 utrecht');
    expect(then!.ordinal).toBe(today!.ordinal);
    expect(then!.cost - today!.cost).toBe(withDiscrepancy(0, 'address-former'));
  });

  it('are the houses of a street by the beginning of a number of then', () => {
    const { index } = fixtures.lookup.nl;
    const street = Array.from({ length: index.streets.length }, (_, i) => i).find(
      (each) => index.streets.nameOf(each) === 'Velperweg',
    )!;
    const housesOf = (text: string) =>
      findFormerHouses(index, index.former!, street, readHouseNumber('nl', text), undefined).map(
        ({ ordinal, former }) => `${houseAt(ordinal)}, ${former!.until}`,
      );
    expect(housesOf('33')).toEqual(['Velperweg 3, 2026-01-08']);
    expect(housesOf('3')).toEqual(['Velperweg 3, 2026-01-08']);
    expect(housesOf('34')).toEqual([]);
  });
});
