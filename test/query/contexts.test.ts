import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { bagImport } from '../../pipelines/bag/bag-import.ts';
import { bestImport } from '../../pipelines/best/best-import.ts';
import { caclrImport } from '../../pipelines/caclr/caclr-import.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { ImportReport } from '../../pipelines/report.ts';
import { importRegister } from '../../pipelines/run.ts';
import { AddressLookupError } from '../../src/errors.ts';
import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { type ContextTarget, formatContext, parseContext } from '../../src/query/context.ts';
import { suggestArea, suggestHouse, suggestStreet, suggestStreetGroup } from '../../src/query/suggestions.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { codeOf } from '../support/code-of.ts';
import { effort } from '../support/effort.ts';
import { FIXTURE_INPUTS } from '../support/fixture-inputs.ts';
import { Oracle } from '../support/oracle.ts';
import { nameKey } from '../support/oracle-folding.ts';
import { Random } from '../support/random.ts';
import { randomInput, randomRegister } from '../support/random-input.ts';
import {
  type OpenedRegister,
  openInput,
  openRegister,
  type SmallAddress,
  type SmallRegister,
  shuffleRegister,
  toIndexInput,
  toSmallRegister,
  withTemporaryDirectory,
} from '../support/small-register.ts';
import { BELGIAN_TOWN, belgianTown, DUTCH_TOWN, dutchTown, luxembourgTown } from '../support/towns.ts';

const id = fc.oneof(fc.nat(), fc.maxSafeNat(), fc.constantFrom(1, Number.MAX_SAFE_INTEGER));
const language = fc.constantFrom('nl', 'fr', 'de', 'lb', undefined);
const postcode = fc.constantFrom('1', '1012', '1012j', '1012js', undefined);
const target: fc.Arbitrary<ContextTarget> = fc.oneof(
  fc.record({ kind: fc.constantFrom('region', 'province', 'municipality', 'place'), id, language, postcode }),
  fc.record({ kind: fc.constant('streetGroup'), hash: fc.nat(2 ** 31 - 1).map((n) => n * 2 ** 20 + 7), language }),
  fc.record({ kind: fc.constant('street'), id, placeId: id, language, postcode }),
  fc.record({ kind: fc.constantFrom('house', 'boxes'), id, streetId: id, language }),
) as fc.Arbitrary<ContextTarget>;

/** What stands in every URL as it is. */
const URL_SAFE = /^[A-Za-z0-9._~-]{1,64}$/;

describe('a context', () => {
  it('is read as what it was written from, and is short and URL-safe', () => {
    fc.assert(
      fc.property(fc.constantFrom<Country>('nl', 'be', 'lu'), target, (country, each) => {
        const context = formatContext(country, each);
        expect(parseContext(country, context)).toEqual(each);
        expect(context).toMatch(URL_SAFE);
      }),
      { seed: 20260140, numRuns: effort(200, 2000) },
    );
  });

  it('is the same for ever: people keep them', () => {
    expect(formatContext('nl', { kind: 'house', id: 457200000000001, streetId: 457300000000001 })).toBe(
      'hx4i2as3g1s1.4i3kpwv3lt-uuvg',
    );
    expect(formatContext('be', { kind: 'street', id: 11, placeId: 1000, language: 'fr', postcode: '1000' })).toBe(
      'sfb.rs.1000-z37z',
    );
    expect(formatContext('lu', { kind: 'province', id: 3 })).toBe('px3-fyr5');
  });

  it.each([
    '',
    'h',
    'nonsense',
    'hx1.1-zz',
    'HX4I2AS3G1S1.4I3KPWV3LT-UUVG',
    ' hx4i2as3g1s1.4i3kpwv3lt-uuvg',
    'hx4i2as3g1s1.4i3kpwv3lt-uuvg\n',
    'hx4i2as3g1s1.4i3kpwv3lt-uuvg-0w',
    '%68x4i2as3g1s1.4i3kpwv3lt-uuvg',
    '../../etc/passwd',
    '\ud800',
    '京都',
  ])('that is none is invalid-context: %j', (text) => {
    expect(codeOf(() => parseContext('nl', text))).toBe('invalid-context');
  });

  it('is refused with a short sentence, however long it is', () => {
    expect(() => parseContext('nl', 'x'.repeat(10_000))).toThrow(/^Got context ".{64}…"; .{20,150}$/);
  });

  it('is invalid-context when any text at all is asked for', () => {
    const characters = fc.string({ unit: fc.constantFrom(...'hsgcbx.-019az'), maxLength: 24 });
    // Halves of surrogate pairs too.
    const anything = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
    fc.assert(
      fc.property(fc.oneof(fc.string(), anything, characters), (text) => {
        const code = codeOf(() => parseContext('be', text));
        // A text that only looks random may have the right check characters; then it reads as what it is.
        if (code === undefined) expect(formatContext('be', parseContext('be', text))).toBe(text);
        else expect(code).toBe('invalid-context');
      }),
      { seed: 20260141, numRuns: effort(300, 3000) },
    );
  });

  it('with one character changed is refused in all but two of a thousand cases', async () => {
    let changed = 0;
    let accepted = 0;
    for (const country of ['nl', 'be', 'lu'] as const) {
      const { index } = await openInput(randomInput(country, 1));
      for (let address = 0; address < 60; address++) {
        const { context } = suggestHouse(index, address);
        for (let i = 0; i < context.length; i++) {
          for (const character of '0z5.') {
            if (context[i] === character) continue;
            changed++;
            const code = codeOf(() => parseContext(country, context.slice(0, i) + character + context.slice(i + 1)));
            if (code === undefined) accepted++;
            else expect(code).toBe('invalid-context');
          }
        }
      }
    }
    expect(changed).toBeGreaterThan(10_000);
    expect(accepted / changed).toBeLessThan(0.002);
  });

  it('of another country is invalid-context', async () => {
    const countries = ['nl', 'be', 'lu'] as const;
    const lookups = { nl: await dutchTown(), be: await belgianTown(), lu: await luxembourgTown() };
    for (const from of countries) {
      const { index } = lookups[from];
      for (let address = 0; address < index.addresses.length; address++) {
        const { context } = suggestHouse(index, address);
        for (const to of countries) {
          const lookup = lookups[to].lookup as CountryLookup<Country>;
          expect(
            codeOf(() => lookup.autocomplete({ context })),
            `${from} ${to}`,
          ).toBe(from === to ? undefined : 'invalid-context');
        }
      }
    }
  });
});

/** A context of everything in an index, with the identifiers that it stands for. */
function contextsOf(index: CountryIndex): {
  houses: Map<number, string>;
  streets: Map<string, string>;
  areas: Map<string, string>;
  streetNames: Map<string, string>;
} {
  const houses = new Map<number, string>();
  const streets = new Map<string, string>();
  const areas = new Map<string, string>();
  const streetNames = new Map<string, string>();
  for (let address = 0; address < index.addresses.length; address++) {
    houses.set(index.addresses.idOf(address), suggestHouse(index, address).context);
  }
  for (let street = 0; street < index.streets.length; street++) {
    const placeId = index.areas.at('place', index.streets.placeOf(street)).id;
    streets.set(`${index.streets.idOf(street)} ${placeId}`, suggestStreet(index, street).context);
  }
  for (const kind of ['region', 'province', 'municipality', 'place'] as const) {
    index.areas
      .all(kind)
      .forEach((area, position) => areas.set(`${kind} ${area.id}`, suggestArea(index, kind, position).context));
  }
  for (let name = 0; name < index.names.streetGroupCount; name++) {
    streetNames.set(index.names.labelOf(name), suggestStreetGroup(index, name).context);
  }
  return { houses, streets, areas, streetNames };
}

/**
 * The next release: places renamed, streets renamed, added and removed, houses gone, new, with another number and moved to
 * another street, all in another order.
 */
function nextRelease(register: SmallRegister, random: Random): SmallRegister {
  const { gazetteer, addresses } = register;
  const rename = (names: object): object =>
    Object.fromEntries(Object.entries(names).map(([key, name]) => [key, `Nieuwe ${name as string}`]));
  const removed = new Set([...gazetteer.streets.keys()].filter(() => random.chance(0.2)));
  const kept = [...gazetteer.streets.keys()].filter((street) => !removed.has(street));
  const streets = kept.map((street) => {
    const each = gazetteer.streets[street]!;
    return random.chance(0.3) ? { ...each, names: rename(each.names) } : each;
  });
  streets.push({ id: 8_999_999_999_999_999, names: { nl: 'Nieuwstraat' }, place: 0 });
  const staying = addresses.filter(({ street }) => !removed.has(street) && random.chance(0.85));
  return shuffleRegister(
    {
      ...register,
      gazetteer: {
        ...gazetteer,
        places: gazetteer.places.map((place) => ({ ...place, names: rename(place.names) })),
        streets,
      },
      addresses: [
        ...staying.map((address) => {
          const street = random.chance(0.2) ? random.between(0, streets.length - 1) : kept.indexOf(address.street);
          const number = address.number > 0 && random.chance(0.1) ? address.number + 2 : address.number;
          return { ...address, street, number };
        }),
        { ...staying[0]!, id: 8_999_999_999_999_998, street: streets.length - 1 },
      ],
    },
    random,
  );
}

/** The fixtures of a country, read from its register's files. */
async function fixtureRegister(country: Country): Promise<SmallRegister> {
  const register = { nl: bagImport, be: bestImport, lu: caclrImport }[country];
  return withTemporaryDirectory(async (directory) => {
    const report = new ImportReport(join(directory, 'rejects.csv'));
    const context = { report, progress: silentProgress, temporaryDirectory: directory, threads: 1 };
    const input = await importRegister(register, FIXTURE_INPUTS[country], context);
    report.close();
    return toSmallRegister(input);
  });
}

describe.each<Country>(['nl', 'be', 'lu'])('in the next release of %s', (country) => {
  /** The fixtures and random registers, each as it was and as it is in its next release. */
  let releases: readonly {
    readonly about: string;
    readonly before: SmallRegister;
    readonly after: SmallRegister;
    readonly openedBefore: OpenedRegister;
    readonly openedAfter: OpenedRegister;
  }[];
  beforeAll(async () => {
    const registers = [await fixtureRegister(country), ...[1, 2, 3, 4].map((seed) => randomRegister(country, seed))];
    releases = await Promise.all(
      registers.map(async (before, i) => {
        const after = nextRelease(before, new Random(i + 1));
        const [openedBefore, openedAfter] = [await openRegister(before), await openRegister(after)];
        return { about: i === 0 ? 'fixtures' : `seed ${i}`, before, after, openedBefore, openedAfter };
      }),
    );
  });

  it('the fixtures have streets renamed, added and removed, houses renumbered, moved, new and gone', () => {
    const { before, after } = releases[0]!;
    const namesOf = ({ gazetteer }: SmallRegister): Map<number, string> =>
      new Map(gazetteer.streets.map(({ id: streetId, names }) => [streetId, JSON.stringify(names)]));
    const [was, is] = [namesOf(before), namesOf(after)];
    expect([...was].filter(([key]) => !is.has(key)).length).toBeGreaterThan(10);
    expect([...is].filter(([key]) => !was.has(key)).length).toBe(1);
    expect([...is].filter(([key, names]) => was.has(key) && was.get(key) !== names).length).toBeGreaterThan(10);
    const numbersOf = ({ addresses }: SmallRegister): Map<number, number> =>
      new Map(addresses.map(({ id: address, number }) => [address, number]));
    const [had, has] = [numbersOf(before), numbersOf(after)];
    expect([...had].filter(([key]) => !has.has(key)).length).toBeGreaterThan(50);
    expect([...has].filter(([key, number]) => had.has(key) && had.get(key) !== number).length).toBeGreaterThan(20);
  });

  it('the context of a house leads to the same house, wherever it is now, or to nothing', async () => {
    let moved = 0;
    let gone = 0;
    for (const { about, before, after, openedBefore, openedAfter } of releases) {
      const { houses } = contextsOf(openedBefore.index);
      const { lookup } = openedAfter;
      const documents = new Map(
        new Oracle(toIndexInput(after)).addresses.map((address) => [address.id, address.document]),
      );
      const [addressesBefore, addressesAfter] = [before, after].map(
        ({ addresses }) => new Map(addresses.map((address) => [address.id, address])),
      ) as [Map<number, SmallAddress>, Map<number, SmallAddress>];
      for (const [houseId, context] of houses) {
        expect(lookup.autocomplete({ context }), `${about}: ${houseId}`).toEqual(documents.get(houseId) ?? null);
        const was = addressesBefore.get(houseId)!;
        const is = addressesAfter.get(houseId);
        if (is === undefined) gone++;
        else if (before.gazetteer.streets[was.street]!.id !== after.gazetteer.streets[is.street]!.id) moved++;
      }
    }
    expect(moved).toBeGreaterThan(20);
    expect(gone).toBeGreaterThan(20);
  });

  it('the context of a street leads to the same street, whatever its name, or to nothing', async () => {
    let gone = 0;
    for (const { about, openedBefore, openedAfter } of releases) {
      const { streets } = contextsOf(openedBefore.index);
      const { lookup, index } = openedAfter;
      for (const [key, context] of streets) {
        const [streetId, placeId] = key.split(' ').map(Number);
        const same = index.streets.streetsWithId(streetId!);
        const inPlace = same.filter((street) => index.areas.at('place', index.streets.placeOf(street)).id === placeId);
        const answer = lookup.autocomplete({ context, perPage: 1000 });
        if (same.length === 0) {
          expect(answer, `${about}: ${key}`).toBeNull();
          gone++;
          continue;
        }
        // The houses listed are those of the street in that place; where the place has it no more, of one of its streets.
        const addressesOf = (street: number): number[] => {
          const [from, to] = index.streets.addressesOf(street);
          return Array.from({ length: to - from }, (_, i) => index.addresses.idOf(from + i));
        };
        const listed = (answer as Page<Suggestion>).results.map(({ context: house }) => parseContext(country, house));
        const isListed = (ids: readonly number[]): boolean =>
          listed.every((house) => 'id' in house && ids.includes(house.id)) &&
          (ids.length === 0) === (listed.length === 0);
        expect(
          (inPlace.length > 0 ? inPlace : same).some((street) => isListed(addressesOf(street))),
          `${about}: ${key}`,
        ).toBe(true);
      }
    }
    expect(gone).toBeGreaterThan(3);
  });

  it('the context of an area leads to the same area, whatever its name, or to nothing', async () => {
    let found = 0;
    for (const { about, openedBefore, openedAfter } of releases) {
      const { areas } = contextsOf(openedBefore.index);
      const { lookup, index } = openedAfter;
      const now = contextsOf(index).areas;
      for (const [key, context] of areas) {
        const answer = lookup.autocomplete({ context });
        if (!now.has(key)) {
          expect(answer, `${about}: ${key}`).toBeNull();
          continue;
        }
        expect(now.get(key), `${about}: ${key}`).toBe(context);
        expect((answer as Page<Suggestion>).pagination.total_count, `${about}: ${key}`).toBeGreaterThan(0);
        found++;
      }
    }
    expect(found).toBeGreaterThan(20);
  });

  it('the context of a street name leads to the streets that have the name now, or to nothing', async () => {
    for (const { about, after, openedBefore, openedAfter } of releases) {
      const { streetNames } = contextsOf(openedBefore.index);
      const { lookup } = openedAfter;
      const { streets } = new Oracle(toIndexInput(after));
      for (const [label, context] of streetNames) {
        const named = streets.filter(({ keys }) => keys.includes(nameKey(label)));
        const answer = lookup.autocomplete({ context, perPage: 1000 }) as Page<Suggestion> | null;
        if (named.length === 0) expect(answer, `${about}: ${label}`).toBeNull();
        else expect(answer?.pagination.total_count, `${about}: ${label}`).toBe(named.length);
      }
    }
  });

  it('contexts of things that are not there any more are null, and of none of them an error', async () => {
    const { lookup } = await openInput(randomInput(country, 4));
    const nowhere: ContextTarget[] = [
      { kind: 'region', id: 4711 },
      { kind: 'province', id: 4711 },
      { kind: 'municipality', id: 4711 },
      { kind: 'place', id: 4711 },
      { kind: 'streetGroup', hash: 4711 },
      { kind: 'street', id: 4711, placeId: 4711 },
      { kind: 'house', id: 4711, streetId: 4711 },
      { kind: 'boxes', id: 4711, streetId: 4711 },
    ];
    for (const each of nowhere) {
      expect(lookup.autocomplete({ context: formatContext(country, each) }), each.kind).toBeNull();
      expect(lookup.autocomplete({ context: formatContext(country, each), search: 'a' }), each.kind).toBeNull();
    }
  });
});

describe('when streets merge', () => {
  it('the contexts of both lead to the one that stands', async () => {
    const before = await dutchTown();
    const contexts = contextsOf(before.index).streets;
    const [kerkstraat, achterweg, ...streets] = DUTCH_TOWN.gazetteer.streets;
    const { lookup } = await openRegister<'nl'>({
      ...DUTCH_TOWN,
      gazetteer: {
        ...DUTCH_TOWN.gazetteer,
        streets: [{ ...kerkstraat!, otherIds: [achterweg!.id] }, ...streets],
      },
      addresses: DUTCH_TOWN.addresses.map((address) => ({ ...address, street: Math.max(0, address.street - 1) })),
    });
    const list = (streetId: number): unknown => lookup.autocomplete({ context: contexts.get(`${streetId} 1012`)! });
    expect((list(kerkstraat!.id) as Page<Suggestion>).pagination.total_count).toBe(18);
    expect(list(achterweg!.id)).toEqual(list(kerkstraat!.id));
  });

  it('the context of a house opens into the house, also when it had boxes before', async () => {
    const { index } = await belgianTown();
    const position = index.addresses.addressWithId(700_002);
    const { context } = suggestHouse(index, position, 'nl', true);
    const { lookup } = await openRegister<'be'>({
      ...BELGIAN_TOWN,
      addresses: BELGIAN_TOWN.addresses.filter(({ number, addition }) => number !== 16 || addition === ''),
    });
    const answer = lookup.autocomplete({ context }) as Page<Suggestion>;
    expect(answer.results.map(({ label }) => label)).toEqual(['Wetstraat 16']);
  });
});

describe('identifiers', () => {
  const twice = <T extends { readonly id: number }>(items: readonly T[]): readonly T[] =>
    items.map((item) => ({ ...item, id: items[0]!.id }));
  const { gazetteer, addresses } = DUTCH_TOWN;
  it.each<[string, SmallRegister]>([
    ['provinces', { ...DUTCH_TOWN, gazetteer: { ...gazetteer, provinces: twice(gazetteer.provinces) } }],
    ['municipalities', { ...DUTCH_TOWN, gazetteer: { ...gazetteer, municipalities: twice(gazetteer.municipalities) } }],
    ['places', { ...DUTCH_TOWN, gazetteer: { ...gazetteer, places: twice(gazetteer.places) } }],
    ['streets of one place', { ...DUTCH_TOWN, gazetteer: { ...gazetteer, streets: twice(gazetteer.streets) } }],
    ['addresses', { ...DUTCH_TOWN, addresses: twice(addresses) }],
  ])(
    'that two %s have are refused when the index is written, since contexts are made of them',
    async (what, register) => {
      const error = await openRegister(register).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AddressLookupError);
      expect(error).toMatchObject({ code: 'input-corrupt', data: { what } });
    },
  );
});
