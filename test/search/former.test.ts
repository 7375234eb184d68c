import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AddressLookup, geocodeRows, openAddressLookup } from '../../src/index.ts';
import { matcherOf } from '../../src/search/country-matcher.ts';
import { unlessWithdrawn } from '../../src/search/former.ts';
import { type DiscrepancyName, judgementWith } from '../../src/search/judgement.ts';
import { type Match, NO_MATCH } from '../../src/search/match.ts';
import { copyFixtureIndexes } from '../support/fixture-indexes.ts';
import { openInput, type SmallAddress, toIndexInput } from '../support/small-register.ts';

describe('an address that was', () => {
  let lookup: AddressLookup;
  let directory: string;
  let remove: () => void;
  beforeAll(async () => {
    ({ directory, remove } = await copyFixtureIndexes(['nl', 'lu']));
    lookup = await openAddressLookup(directory);
  });
  afterAll(() => remove());

  const brief = (fields: string | Record<string, string>) => {
    const { status, faults, former, parts } = lookup.geocode(typeof fields === 'string' ? { text: fields } : fields);
    const { street = '', housenumber = '', houseletter = '', postcode = '' } = parts;
    return [
      status,
      `${street} ${housenumber}${houseletter} ${postcode}`.trim(),
      faults.join(' '),
      former?.became,
      former?.until,
    ];
  };

  it('is found as a text and as a row, in any usual form, by what it is today', () => {
    const renumbered = ['corrected', 'Velperweg 3 6824BH', 'address-former', 'renumbered', '2026-01-08'];
    expect(brief({ street: 'Velperweg', housenumber: '33', postcode: '6824BH', place: 'Arnhem' })).toEqual(renumbered);
    expect(brief('velperwg 33, 6824 BH Arnhem')).toEqual(renumbered);
    expect(brief({ street: 'Velperweg', housenumber: '33', place: 'Arnhem' })).toEqual(renumbered);
  });

  it('has a letter and a postcode of then', () => {
    const [status, address, faults] = brief({ street: 'Apeldoornseweg 20 A', postcode: '6814 BM', place: 'Arnhem' });
    expect([status, address, faults]).toEqual(['corrected', 'Apeldoornseweg 20B 6814BN', 'address-former']);
  });

  it('is former if nothing took its place: its last position, and no address', () => {
    const answer = lookup.geocode({ street: 'Lindenberg', housenumber: '2', postcode: '6511XS', place: 'Nijmegen' });
    expect(answer).toMatchObject({
      status: 'former',
      precision: 'address',
      country: 'nl',
      addresses: [],
      parts: {},
      faults: ['address-former'],
      former: {
        until: '2019-04-01',
        became: 'withdrawn',
        parts: {
          street: 'Lindenberg',
          housenumber: '2',
          postcode: '6511XS',
          place: 'Nijmegen',
          municipality: 'Nijmegen',
        },
      },
    });
    expect(answer.position!.latitude).toBeCloseTo(51.85, 1);
  });

  it('without a last position is where its house, its street or its place is today', () => {
    const positionOf = (street: string, housenumber: string, place: string) => {
      const { status, precision, addresses, position } = lookup.geocode({ street, housenumber, place, country: 'LU' });
      expect(addresses.length > 0).toBe(status !== 'former');
      return { status, precision, ...position };
    };
    const { status, precision, ...ofHouse } = positionOf('Steenbierg', '1', 'Niederkorn');
    expect([status, precision]).toEqual(['exact', 'address']);
    const former = { status: 'former', precision: 'house' };
    expect(positionOf('Steenbierg', '1B', 'Niederkorn')).toEqual({ ...former, ...ofHouse });
    // The nearest number of the street, and no street.
    expect(positionOf('Grand-Rue', '9', 'Ettelbruck')).toMatchObject({ status: 'former', precision: 'street' });
    const { latitude } = positionOf('Rue des Hauts-Fourneaux', '1', 'Differdange');
    expect(positionOf('Rue des Hauts-Fourneaux', '1', 'Differdange').precision).toBe('place');
    expect(latitude).toBeCloseTo(49.52, 1);
  });

  it('that was withdrawn comes after any address of today with its number and addition, however that is spelled', () => {
    const was: Match = { ...NO_MATCH, ...judgementWith('address-former'), status: 'former', precision: 'address' };
    const today = (...names: DiscrepancyName[]): Match => ({
      ...NO_MATCH,
      ...judgementWith(...names),
      status: 'corrected',
      addresses: [7],
      differences: names.map((name) => [name, 1]),
    });
    for (const spelled of ['street-corrected', 'postcode-differs', 'place-differs'] as const)
      expect(unlessWithdrawn(today(spelled), was)).toEqual(today(spelled));
    expect(unlessWithdrawn(today('addition-ignored'), was)).toBe(was);
    const ofAlias: Match = { ...was, differences: [['place-alias', 1]] };
    const street: Match = { ...today('number-not-found'), status: 'street', addresses: [], streets: [3] };
    expect(unlessWithdrawn(street, was)).toBe(was);
    expect(unlessWithdrawn(street, ofAlias)).toBe(street);
    expect(unlessWithdrawn({ ...street, streets: [] }, ofAlias)).toBe(ofAlias);
    expect(unlessWithdrawn(NO_MATCH, was)).toBe(was);
    expect(unlessWithdrawn(NO_MATCH, undefined)).toBe(NO_MATCH);
  });

  it('comes after every address of today that agrees', () => {
    // 24 was 22 until 2019; 12 stands beside those that were withdrawn.
    expect(brief('Apeldoornseweg 24, 6814BN Arnhem').slice(0, 3)).toEqual(['exact', 'Apeldoornseweg 24 6814BN', '']);
    expect(brief('Lindenberg 12, Nijmegen')[0]).toBe('exact');
  });

  it('is not what it resembles: another number, addition, postcode, place or spelling', () => {
    for (const text of [
      'Velperweg 333, 6824BH Arnhem',
      'Velperweg 33 C, 6824BH Arnhem',
      'Velperweg 33, 6824ZZ Arnhem',
      'Velperweg 33, Nijmegen',
      'Velperwag 33, 6824BH Arnhem',
    ])
      expect(brief(text)[2], text).not.toContain('address-former');
  });

  it('is found by its identifier, as it was called last, with its end or the address today', () => {
    expect(lookup.nl.byId('0268200000200021')).toBeNull();
    expect(lookup.formerById('nl', '0268200000200021')).toMatchObject({
      until: '2019-04-01',
      became: 'withdrawn',
      parts: { street: 'Lindenberg', housenumber: '2', place: 'Nijmegen' },
      position: { latitude: 51.8481992, longitude: 5.8646261 },
      address: null,
    });
    const renumbered = lookup.formerById('nl', ' 0202200000200004 ', { identifiers: true })!;
    expect(renumbered).toMatchObject({ became: 'renumbered', parts: { housenumber: '33' }, position: undefined });
    expect(renumbered.address).toEqual(lookup.nl.byId('0202200000200004', { identifiers: true }));
    // One that was never called otherwise, and one that never was.
    const { identifiers } = lookup.nl.addresses({ identifiers: true }).next().value!;
    expect(lookup.formerById('nl', identifiers!.address)).toBeNull();
    expect(lookup.formerById('lu', '99999999')).toBeNull();
  });

  it('is in columns of a batch, and counts as a discrepancy', async () => {
    const rows = [
      { street: 'Velperweg', housenumber: '33', place: 'Arnhem' },
      { street: 'Lindenberg', housenumber: '4', place: 'Nijmegen' },
    ];
    const found: string[] = [];
    for await (const { status, former } of geocodeRows(lookup, rows)) found.push(`${status} ${former?.became}`);
    expect(found).toEqual(['corrected renumbered', 'former withdrawn']);
  });

  it('is not looked for by a lookup that was opened for neither geocode nor autocomplete', async () => {
    const { nl } = await openAddressLookup(directory, { operations: ['directMatch'] });
    expect(nl.index.former).toBeUndefined();
    expect(lookup.nl.index.former?.table.length).toBeGreaterThan(0);
  });
});

/** A register of one address in each of some streets. */
const registerOf = (...houses: readonly { street: string; place: number; number: number; postcode: string }[]) => {
  const gazetteer = {
    regions: [],
    provinces: [{ id: 27, names: { nl: 'Noord-Holland' } }],
    municipalities: ['Dorpen', 'Steden'].map((nl, i) => ({ id: 1 + i, names: { nl }, province: 0 })),
    places: ['Dorp', 'Stad', 'Oord'].map((nl, i) => ({ id: 1 + i, names: { nl }, municipality: Math.min(i, 1) })),
    streets: houses.map(({ street, place }, i) => ({ id: 11 + i, names: { nl: street }, place })),
  };
  const addresses = houses.map(
    ({ number, postcode }, street): SmallAddress => ({
      id: 21 + street,
      street,
      number,
      letter: '',
      addition: '',
      postcode,
      position: null,
      state: 0,
    }),
  );
  return toIndexInput({ country: 'nl', gazetteer, addresses });
};
const wasIn2020 = (then: ReturnType<typeof registerOf>, count: number) => ({
  ...then,
  until: new Uint32Array(count).fill(20_200_101),
  successor: new Float64Array(count),
});
const IN_DORP = { street: 'Molenpad', place: 0, number: 5, postcode: '1230AB' };
const IN_STAD = { street: 'Molenpad', place: 1, number: 1, postcode: '1231AB' };
const IN_OORD = { street: 'Molenpad', place: 2, number: 1, postcode: '1232AB' };

describe('an address that was in a street whose name only other places have today', () => {
  const former = wasIn2020(registerOf(IN_DORP), 1);

  it.each([[[IN_STAD]], [[IN_STAD, IN_OORD]]])(
    'is found by its street alone, or with its postcode, but not in those places',
    async (houses) => {
      const { index } = await openInput<'nl'>({ ...registerOf(...houses), former });
      const statusOf = (fields: Record<string, string>): string =>
        matcherOf(index).match({ street: 'Molenpad', housenumber: '5', ...fields }).status;
      expect(statusOf({ postcode: '1230AB' })).toBe('former');
      expect(statusOf({ place: 'Dorp' })).toBe('former');
      expect(statusOf({})).toBe('former');
      for (const place of ['Stad', 'Steden']) expect(statusOf({ place }), place).toBe('street');
      expect(matcherOf(index).match({ street: 'Molenpad', housenumber: '5', place: 'Steden' })).toMatchObject({
        streets: { length: houses.length },
        missingNumber: 5,
      });
    },
  );
});

describe('an address that was without a postcode', () => {
  it('is found with any, but no other one that had its own, in a street beside it', async () => {
    const without = { street: 'Kerkpad', place: 0, number: 5, postcode: '' };
    const former = wasIn2020(registerOf(IN_DORP, without), 2);
    const { index } = await openInput<'nl'>({ ...registerOf(IN_STAD), former });
    const statusOf = (street: string, postcode: string): string =>
      matcherOf(index).match({ street, housenumber: '5', postcode, place: 'Dorp' }).status;
    expect(statusOf('Kerkpad', '1239ZZ')).toBe('former');
    expect(statusOf('Molenpad', '1230AB')).toBe('former');
    expect(statusOf('Molenpad', '1239ZZ')).not.toBe('former');
  });
});
