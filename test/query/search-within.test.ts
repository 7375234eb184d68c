import { describe, expect, it } from 'vitest';
import { COUNTRIES, type Country, type Names, nameIn } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { type ListContext, parseContext, type ResolvedContext, resolveContext } from '../../src/query/context.ts';
import { searchWithin } from '../../src/query/search-within.ts';
import { AREA_KINDS, type AreaKind } from '../../src/store/area-table.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { IndexedRegister, namesOfArea } from '../support/indexed-register.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { boxKey, nameKey, suffixKey, zerolessKey } from '../support/oracle-folding.ts';
import { Random } from '../support/random.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput, openRegister } from '../support/small-register.ts';
import { addressesFrom, belgianTown, dutchTown, luxembourgTown } from '../support/towns.ts';

const fixtures = fixtureIndexes();

/** What a list inside a context leads to, in its order. */
function targetsOf(index: CountryIndex, context: ListContext, term: string): ResolvedContext[] {
  const list = searchWithin(index, context, term);
  const suggestions = list.slice(0, list.total);
  expect(suggestions.length).toBe(list.total);
  return suggestions.map((suggestion) => targetOf(index, suggestion));
}

function targetOf(index: CountryIndex, { context }: Suggestion): ResolvedContext {
  return resolveContext(index, parseContext(index.country, context))!;
}

/** Whether a word of a name begins so; the names are folded once. */
function beginsWord(name: string, key: string): boolean {
  let folded = FOLDED.get(name);
  if (folded === undefined) {
    folded = ` ${nameKey(name)}`;
    FOLDED.set(name, folded);
  }
  return folded.includes(` ${key}`);
}

const FOLDED = new Map<string, string>();

/** The areas around a street or area, `kind` included. */
function ordinalsAround(index: CountryIndex, kind: AreaKind, ordinal: number): Partial<Record<AreaKind, number>> {
  const around: Partial<Record<AreaKind, number>> = {};
  let at = ordinal;
  for (const level of AREA_KINDS.slice(0, AREA_KINDS.indexOf(kind) + 1).reverse()) {
    around[level] = at;
    if (level !== AREA_KINDS[0] && at >= 0) at = index.areas.at(level, at).parent;
  }
  return around;
}

/**
 * Whether a search passes over this name of an area because a larger one of that name represents it: a place in its municipality
 * (ruling 12), and a province that is the only one of its region.
 */
function isRepresented(index: CountryIndex, kind: AreaKind, ordinal: number, key: string): boolean {
  const { areas } = index;
  const { names, parent } = areas.at(kind, ordinal);
  const keysOf = (own: Names): string[] => Object.values(own).map(nameKey);
  if (kind === 'place') {
    const municipality = areas.at('municipality', parent);
    if (keysOf(municipality.names).includes(key)) return true;
    const isNamesake = keysOf(names).some((own) => keysOf(municipality.names).includes(own));
    return isNamesake && namesOfArea(municipality).map(nameKey).includes(key);
  }
  if (kind !== 'province' || index.country === 'nl') return false;
  const siblings = areas.all('province').filter((other) => other.parent === parent);
  return siblings.length === 1 && namesOfArea(areas.at('region', parent)).map(nameKey).includes(key);
}

/** Beginnings of words that are names here, longer ones that are not, and some that are everywhere. */
function termsOf(register: IndexedRegister, random: Random): string[] {
  const names = [
    ...register.namesOfStreet(random.between(0, register.streetCount - 1)),
    ...register.namesOfPlace(random.between(0, register.streetCount - 1)),
  ];
  const beginnings = names.flatMap((name) => {
    const words = nameKey(name).split(' ');
    const later = words.slice(random.between(0, words.length - 1)).join(' ');
    return [later, [...later].slice(0, random.between(1, 5)).join('').trim(), `${later} zuid`];
  });
  // What begins with digits may be a postcode, which has its own test.
  return [...new Set(['k', 'r', 'b', 'd', ...beginnings])].filter((term) => term !== '' && !/^[0-9]/.test(term));
}

describe.each<Country>(COUNTRIES)('a search inside an area, in random registers of %s', (country) => {
  it('finds the areas and streets there with a word that begins so, larger areas first, and nothing else', async () => {
    let [found, byLaterWord] = [0, 0];
    for (let seed = 1; seed <= 4; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      const random = new Random(seed);
      for (const kind of AREA_KINDS) {
        for (const ordinal of index.areas.all(kind).keys()) {
          for (const term of termsOf(register, random)) {
            const isInside = (level: AreaKind, at: number): boolean =>
              ordinalsAround(index, level, at)[kind] === ordinal;
            const areas = AREA_KINDS.slice(AREA_KINDS.indexOf(kind) + 1).flatMap((level) =>
              [...index.areas.all(level).entries()].flatMap(([at, area]) =>
                isInside(level, at) &&
                (namesOfArea(area).some(
                  (name) => beginsWord(name, term) && !isRepresented(index, level, at, nameKey(name)),
                ) ||
                  (kind === 'municipality' && level === 'place' && isItsCentre(index, ordinal, at, term)))
                  ? [`${level} ${at}`]
                  : [],
              ),
            );
            const streets = Array.from({ length: register.streetCount }, (_, street) => street).filter(
              (street) =>
                isInside('place', index.streets.placeOf(street)) &&
                register.namesOfStreet(street).some((name) => beginsWord(name, term)),
            );
            const expected = [...areas, ...streets.map((street) => `street ${street}`)];
            // Where nothing begins so, what is nearly so is offered.
            if (expected.length === 0) continue;
            const targets = targetsOf(index, { kind, ordinal }, term).map((each) => `${each.kind} ${each.ordinal}`);
            const about = `${seed}: ${term} in ${kind} ${ordinal}`;
            expect([...targets].sort(), about).toEqual(expected.sort());
            const levels = targets.map((each) =>
              [...AREA_KINDS, 'street'].findIndex((level) => each.startsWith(level)),
            );
            expect(levels, about).toEqual([...levels].sort((a, b) => a - b));
            found += expected.length;
            byLaterWord += streets.filter((street) =>
              register.namesOfStreet(street).every((name) => !nameKey(name).startsWith(term)),
            ).length;
          }
        }
      }
    }
    expect(found).toBeGreaterThan(200);
    expect(byLaterWord).toBeGreaterThan(10);
  });

  it('shows each in a language in which a word of it begins so, unless only another name of it does', async () => {
    let shown = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      const random = new Random(seed);
      for (const ordinal of index.areas.all('municipality').keys()) {
        for (const term of termsOf(register, random)) {
          const list = searchWithin(index, { kind: 'municipality', ordinal }, term);
          for (const suggestion of list.slice(0, list.total)) {
            const target = targetOf(index, suggestion);
            if (target.kind !== 'street' && target.kind !== 'place') continue;
            const names = Object.values(
              target.kind === 'street'
                ? index.streets.namesOf(target.ordinal)
                : index.areas.at('place', target.ordinal).names,
            );
            const isByName = names.some((name) => beginsWord(name, term));
            if (!isByName) continue;
            expect(beginsWord(suggestion.label, term), `${seed}: ${term} is shown as ${suggestion.label}`).toBe(true);
            shown++;
          }
        }
      }
    }
    expect(shown).toBeGreaterThan(100);
  });

  it('by a whole postcode, however it is written, lists its streets there', async () => {
    let found = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      const postcodes = new Set(Array.from({ length: register.addressCount }, (_, i) => register.postcodeOf(i)));
      for (const postcode of [...postcodes].filter(Boolean)) {
        const streets = register.streetsWithPostcode(postcode).map(({ street }) => street);
        for (const ordinal of index.areas.all('municipality').keys()) {
          const inside = streets.filter(
            (street) => ordinalsAround(index, 'place', index.streets.placeOf(street)).municipality === ordinal,
          );
          for (const term of [postcode, postcode.toLowerCase(), ` ${country}-${postcode} `]) {
            const targets = targetsOf(index, { kind: 'municipality', ordinal }, term);
            expect(targets.map((each) => each.ordinal).sort()).toEqual([...inside].sort());
            // Each opens into its addresses of that postcode alone.
            expect(targets.every((each) => each.kind === 'street' && each.postcode === postcode.toLowerCase())).toBe(
              true,
            );
          }
          found += inside.length;
        }
      }
    }
    expect(found).toBeGreaterThan(30);
  });

  it('of one postcode finds only the streets that have it', async () => {
    let [found, others] = [0, 0];
    for (let seed = 1; seed <= 3; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      for (const ordinal of index.areas.all('place').keys()) {
        for (const postcode of ['1', '10', '1000']) {
          for (const term of ['k', 'r', 'h', 'd', 'ker']) {
            const targets = targetsOf(index, { kind: 'place', ordinal, postcode }, term);
            const named = Array.from({ length: register.streetCount }, (_, street) => street).filter(
              (street) =>
                index.streets.placeOf(street) === ordinal &&
                register.namesOfStreet(street).some((name) => beginsWord(name, term)),
            );
            const hasIt = (street: number): boolean => {
              const { from, to } = register.streetAt(street);
              return Array.from({ length: to - from }, (_, i) => register.postcodeOf(from + i)).some((each) =>
                each.startsWith(postcode),
              );
            };
            const having = named.filter(hasIt);
            const streets = targets.map((each) => each.ordinal).sort();
            // Where nothing begins so, what is nearly so is offered.
            const expected = having.length === 0 ? streets.filter(hasIt) : having;
            expect(streets, `${seed}: ${term}`).toEqual([...expected].sort());
            found += having.length;
            others += named.length - having.length;
          }
        }
      }
    }
    expect(found).toBeGreaterThan(20);
    expect(others).toBeGreaterThan(5);
  });

  it('inside a street name finds the streets whose place or municipality begins so, the largest places first', async () => {
    let found = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      for (let ordinal = 0; ordinal < index.names.streetGroupCount; ordinal++) {
        const members = index.names.streetsOf(ordinal).map(({ street }) => street);
        for (const term of termsOf(register, new Random(seed + ordinal))) {
          const expected = members.filter((street) => register.namesOfPlace(street).some((n) => beginsWord(n, term)));
          const inside = targetsOf(index, { kind: 'streetGroup', ordinal }, term);
          const streets = inside.map((each) =>
            each.kind === 'street' ? each.ordinal : index.streets.streetOf(each.ordinal),
          );
          for (const street of streets) expect(members, `${seed}: ${term}`).toContain(street);
          // It may be a misspelt place, an address there, or its own name again.
          if (expected.length === 0) continue;
          const targets = inside.map((each) => each.ordinal);
          expect([...targets].sort(), `${seed}: ${term}`).toEqual([...expected].sort());
          const sizes = targets.map((street) => {
            const [from, to] = index.addressesUnder('place', index.streets.placeOf(street));
            return to - from;
          });
          expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
          found += expected.length;
        }
      }
    }
    expect(found).toBeGreaterThan(100);
  });
});

describe.each<Country>(COUNTRIES)('a search inside a street, in random registers of %s', (country) => {
  it('by digits finds every house whose number begins with them, the number itself first', async () => {
    let [found, longer] = [0, 0];
    for (let seed = 1; seed <= 3; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      for (let street = 0; street < register.streetCount; street++) {
        const { from, to } = register.streetAt(street);
        for (const digits of ['1', '2', '12', '10', '999', '7']) {
          const houses = Array.from({ length: to - from }, (_, i) => from + i).filter((address) => {
            const number = register.numberOf(address);
            return number > 0 && String(number).startsWith(digits);
          });
          const targets = targetsOf(index, { kind: 'street', ordinal: street }, digits)
            .map((each) => each.ordinal)
            .filter((address) => register.numberOf(address) > 0);
          expect([...targets].sort(), `${seed}: ${digits}`).toEqual(firstOfHouses(register, houses).sort());
          const lengths = targets.map((address) => String(register.numberOf(address)).length);
          expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
          found += targets.length;
          longer += lengths.filter((length) => length > digits.length).length;
        }
      }
    }
    expect(found).toBeGreaterThan(100);
    expect(longer).toBeGreaterThan(20);
  });

  it('of one postcode finds only the houses that have it', async () => {
    let [found, others] = [0, 0];
    for (let seed = 1; seed <= 3; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      for (let street = 0; street < register.streetCount; street++) {
        const { from, to } = register.streetAt(street);
        const all = targetsOf(index, { kind: 'street', ordinal: street }, '1');
        const postcodes = new Set(Array.from({ length: to - from }, (_, i) => register.postcodeOf(from + i)));
        for (const postcode of [...postcodes].filter(Boolean)) {
          const targets = targetsOf(index, { kind: 'street', ordinal: street, postcode }, '1');
          for (const { ordinal } of targets) expect(register.postcodeOf(ordinal)).toBe(postcode);
          expect(targets).toEqual(all.filter(({ ordinal }) => register.postcodeOf(ordinal) === postcode));
          found += targets.length;
          others += all.length - targets.length;
        }
      }
    }
    expect(found).toBeGreaterThan(50);
    expect(others).toBeGreaterThan(5);
  });
});

/** Whether a place is the one that a municipality is called as, and is called as typed. */
function isItsCentre({ areas }: CountryIndex, municipality: number, place: number, term: string): boolean {
  const [from, to] = areas.childrenOf('municipality', municipality);
  const firstOf = (names: Names): string => nameKey(nameIn(names));
  const own = firstOf(areas.at('municipality', municipality).names);
  const places = Array.from({ length: to - from }, (_, i) => from + i);
  const centre = places.find((each) => firstOf(areas.at('place', each).names) === own);
  return (
    centre === place && Object.values(areas.at('place', place).names).some((name) => nameKey(name).startsWith(term))
  );
}

/** What a list shows of addresses: in Belgium the first of each house. */
function firstOfHouses(register: IndexedRegister, addresses: readonly number[]): number[] {
  if (register.country !== 'be') return [...addresses];
  const first = new Map<string, number>();
  for (const address of addresses) {
    const { letter } = register.suffixOf(address);
    const house = `${register.numberOf(address)}${letter} ${register.postcodeOf(address)}`;
    if (!first.has(house)) first.set(house, address);
  }
  return [...first.values()];
}

describe('a search inside a house', () => {
  it('finds the boxes that begin as typed, with or without a word for "box", zeros aside', async () => {
    const { index } = await belgianTown();
    const register = new IndexedRegister(index);
    const { from } = register.streetsNamed('Wetstraat')[0]!;
    const house = register.addressesWithNumber(register.streetOf(from), 16)[0]!;
    const boxes = (term: string): string[] =>
      targetsOf(index, { kind: 'boxes', ordinal: house }, term).map(
        ({ ordinal }) => index.addresses.suffixOf(ordinal).addition,
      );
    expect(boxes('1')).toEqual(['1']);
    expect(boxes('2')).toEqual(['0002', 'b2.1', 'bus 28']);
    expect(boxes('bus 2')).toEqual(['0002', 'b2.1', 'bus 28']);
    expect(boxes('bte 28')).toEqual(['bus 28']);
    expect(boxes('0002')).toEqual(['0002', 'b2.1', 'bus 28']);
    expect(boxes('3')).toEqual([]);
  });

  it('finds every box of a random register by each of its beginnings', async () => {
    let found = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const { index } = await openInput(randomInput('be', seed));
      const register = new IndexedRegister(index);
      for (let address = 0; address < register.addressCount; address++) {
        const { letter, addition } = register.suffixOf(address);
        if (addition === '') continue;
        for (const typed of [addition, addition.slice(0, 1), zerolessKey(addition), boxKey(addition)]) {
          if (suffixKey(typed) === '') continue;
          const targets = targetsOf(index, { kind: 'boxes', ordinal: address }, typed).map((each) => each.ordinal);
          expect(targets, `${seed}: box ${addition} by ${typed}`).toContain(address);
          for (const other of targets) {
            expect(register.suffixOf(other).letter).toBe(letter);
            expect(register.numberOf(other)).toBe(register.numberOf(address));
            expect(register.streetOf(other).street).toBe(register.streetOf(address).street);
          }
          found++;
        }
      }
    }
    expect(found).toBeGreaterThan(300);
  });
});

describe('a search inside a street of what stands in a box by now', () => {
  it.each<readonly [country: Country, street: string, place: string, term: string, first: string | undefined]>([
    ['nl', 'Kalverstraat', 'Amsterdam', 'Amsterdam, Kalverstraat 92', 'Kalverstraat 92'],
    ['nl', 'Kalverstraat', 'Amsterdam', 'kalverstraat 92', 'Kalverstraat 92'],
    ['nl', 'Kalverstraat', 'Amsterdam', '1012PH 92', 'Kalverstraat 92'],
    ['nl', 'Kalverstraat', 'Amsterdam', '92, 1012PH Amsterdam', 'Kalverstraat 92'],
    ['nl', 'Kalverstraat', 'Amsterdam', 'Amsterdam, Kalverstraat', 'Kalverstraat 1'],
    ['nl', 'Kalverstraat', 'Amsterdam', '92 amst', 'Kalverstraat 92'],
    ['nl', 'Kalverstraat', 'Amsterdam', ',', 'Kalverstraat 1'],
    ['nl', 'Kalverstraat', 'Amsterdam', ', 92', 'Kalverstraat 92'],
    ['nl', 'Kalverstraat', 'Amsterdam', 'amsterdam 92', 'Kalverstraat 92'],
    ['nl', 'Kalverstraat', 'Amsterdam', 'Kalverstraat 92, Amsterdam', 'Kalverstraat 92'],
    ['nl', 'Kalverstraat', 'Amsterdam', 'Kalverstraat 92, 1012PH A', 'Kalverstraat 92'],
    ['nl', 'Kalverstraat', 'Amsterdam', 'amsterdam 92, kalv', 'Kalverstraat 92'],
    ['nl', 'Kalverstraat', 'Amsterdam', 'Amsterdam,', 'Kalverstraat 1'],
    ['nl', 'Kalverstraat', 'Amsterdam', 'kalv.', 'Kalverstraat 1'],
    ['nl', 'Kalverstraat', 'Amsterdam', 'Kalverstraat - 92', 'Kalverstraat 92'],
    ['nl', 'Kalverstraat', 'Amsterdam', 'Kalverstraat 92, Utrecht', undefined],
    ['nl', 'Kalverstraat', 'Amsterdam', 'am', 'Kalverstraat 1'],
    ['nl', 'Kalverstraat', 'Amsterdam', 'kalv', 'Kalverstraat 1'],
    ['nl', 'Kalverstraat', 'Amsterdam', '1012p', 'Kalverstraat 1'],
    ['nl', 'Kalverstraat', 'Amsterdam', '1013p', undefined],
    ['nl', 'Kalverstraat', 'Amsterdam', 'utrecht 92', undefined],
    ['nl', 'Kalverstraat', 'Amsterdam', '92, Utrecht', undefined],
    ['nl', 'Kalverstraat', 'Amsterdam', 'n', 'Kalverstraat 1'],
    ['nl', 'Kalverstraat', 'Amsterdam', 'nr. ', 'Kalverstraat 1'],
    ['nl', 'Kalverstraat', 'Amsterdam', 'q', undefined],
    ['nl', 'Kalverstraat', 'Amsterdam', 'Amsterdam, Dam 1', undefined],
    ['nl', 'Kalverstraat', 'Amsterdam', 'Kalverstraat 9999', undefined],
    ['be', 'Wetstraat', 'Brussel', 'Brussel, Wetstraat 16', 'Wetstraat 16'],
  ])('%s, %s in %s: %s is %s', (country, street, place, term, first) => {
    const lookup = fixtures.lookup.of(country);
    const { context } = lookup.autocomplete({ street, place }).results[0]!;
    expect((lookup.autocomplete({ context, search: term }) as Page<Suggestion>).results[0]?.label).toBe(first);
  });

  it('lists the boxes of a house while a word for one is typed', async () => {
    const { index } = await belgianTown();
    const house = Array.from({ length: index.addresses.length }, (_, each) => each).find(
      (each) => index.addresses.suffixOf(each).addition !== '',
    )!;
    const all = targetsOf(index, { kind: 'boxes', ordinal: house }, '');
    expect(all.length).toBeGreaterThan(0);
    for (const term of ['bt', 'bte', 'bus '])
      expect(targetsOf(index, { kind: 'boxes', ordinal: house }, term)).toEqual(all);
  });

  it('of several places finds the house of a number in each', () => {
    const { context } = fixtures.lookup.nl.autocomplete({ search: 'kerkstraat', kinds: ['street'] }).results[0]!;
    const { results } = fixtures.lookup.nl.autocomplete({ context, search: '1' }) as Page<Suggestion>;
    expect(results.length).toBeGreaterThan(1);
    for (const { label } of results) expect(label).toMatch(/^Kerkstraat 1/);
  });

  it('of several places lists all for its own name, typed once more', () => {
    const { context } = fixtures.lookup.nl.autocomplete({ search: 'kerkstraat', kinds: ['street'] }).results[0]!;
    const found = (search?: string): unknown => fixtures.lookup.nl.autocomplete({ context, search });
    for (const search of ['kerkstr', 'Kerkstraat', 'Kerkstraat, ']) expect(found(search)).toEqual(found());
  });

  it.each([
    ['amsterdm', 'street in Amsterdam', 'a place with a wrong letter'],
    ['amsterdm 12', '1013AA Amsterdam', 'the same with a number'],
    ['amst 12', '1013AA Amsterdam', 'half a place and a number'],
    ['280', 'street in Gouda', 'the first digits of a postcode'],
    ['28', 'street in Gouda', 'fewer of them'],
  ])('of several places finds %s: %s (%s)', (search, description) => {
    const { context } = fixtures.lookup.nl.autocomplete({ search: 'kerkstraat', kinds: ['street'] }).results[0]!;
    const { results } = fixtures.lookup.nl.autocomplete({ context, search }) as Page<Suggestion>;
    expect(results[0]?.description).toBe(description);
  });

  it('of a place with a postcode finds the houses that have it', () => {
    const { context } = fixtures.lookup.nl.autocomplete({ search: '1012' }).results[0]!;
    const first = (search: string): Suggestion | undefined =>
      (fixtures.lookup.nl.autocomplete({ context, search }) as Page<Suggestion>).results[0];
    expect(first('kalverstraat 92')).toMatchObject({ label: 'Kalverstraat 92', description: '1012PH Amsterdam' });
    expect(first('92 kalv')).toMatchObject({ label: 'Kalverstraat 92' });
    expect(first('kerkstraat 12')).toBeUndefined();
  });
});

describe('a search inside an area of what is no beginning of a name', () => {
  it.each<readonly [country: Country, area: string, term: string, first: string, why: string]>([
    ['nl', 'Weesp', 'achterweg 1', 'Achterweg 1', 'a street with its number'],
    ['nl', 'Weesp', 'achtterweg', 'Achterweg', 'a mistyped name'],
    ['nl', 'Weesp', 'ca', 'Achterweg', 'its first two letters, the other way round'],
    ['nl', 'Utrecht', 'kerkstr', 'Kerkstraat', 'an abbreviation'],
    ['nl', 'Weesp', 'ach 1', 'Achterweg 1', 'the beginning of a street with its number'],
    ['be', 'Bruxelles', 'wetstraat 16', 'Wetstraat 16', 'a street with its number'],
    ['nl', 'Weesp', 'Bakkerij Jansen, Achterweg 1', 'Achterweg 1', 'what is written before the street'],
    ['be', 'Bruxelles', '16 wet', 'Wetstraat 16', 'the beginning of a street behind its number'],
    ['be', 'Bruxelles', '16', 'Bruxelles', 'a number, of which nothing says yet where'],
    ['be', 'Bruxelles', '16,', 'Bruxelles', 'the same with the comma before its street'],
    ['nl', 'Weesp', 'weesp', 'Weesp', 'the name of the municipality, which is that of its place'],
    ['lu', 'Clervaux', 'grandrue', 'Grand-Rue', 'two words typed as one'],
  ])('%s, %s: %s is %s (%s)', async (country, area, term, first) => {
    const { index } = await { nl: dutchTown, be: belgianTown, lu: luxembourgTown }[country]();
    const ordinal = index.areas.all('municipality').findIndex((each) => namesOfArea(each).includes(area));
    const list = searchWithin(index, { kind: 'municipality', ordinal }, term);
    expect(list.slice(0, 1).map(({ label }) => label)).toEqual([first]);
  });

  it('lists all for its own name, typed once more, unless a name there begins so', async () => {
    const { index } = await dutchTown();
    const utrecht = index.areas.all('place').findIndex(({ names }) => names.nl === 'Utrecht');
    const found = (term: string): ResolvedContext[] => targetsOf(index, { kind: 'place', ordinal: utrecht }, term);
    expect(found('').length).toBeGreaterThan(1);
    for (const term of ['utr', 'Utrecht', 'Utrecht, ']) expect(found(term)).toEqual(found(''));
    expect(found('Utrecht, kerkstr').length).toBe(1);
  });

  it('never leaves the area', async () => {
    const { index } = await dutchTown();
    const weesp = index.areas.all('municipality').findIndex(({ names }) => names.nl === 'Weesp');
    expect(searchWithin(index, { kind: 'municipality', ordinal: weesp }, 'weg naar de kerk 1').total).toBe(0);
  });
});

it('a name that one place has in one language and another in a second is shown in that of the place', async () => {
  const { index } = await openRegister({
    country: 'be',
    gazetteer: {
      regions: [{ id: 1, names: { fr: 'Région', nl: 'Gewest' } }],
      provinces: [{ id: 1, names: { fr: 'Province', nl: 'Provincie' }, region: 0 }],
      municipalities: [{ id: 1, names: { fr: 'Ville', nl: 'Stad' }, province: 0 }],
      places: [
        { id: 1, names: { nl: 'Aalst' }, municipality: 0 },
        { id: 2, names: { fr: 'Zinnik' }, municipality: 0 },
      ],
      streets: [
        { id: 1, names: { nl: 'Square Louise' }, place: 0 },
        { id: 2, names: { nl: 'Louisasquare', fr: 'Square Louise' }, place: 1 },
      ],
    },
    addresses: addressesFrom(1, [
      { street: 0, postcode: '1000' },
      { street: 1, postcode: '1000' },
    ]),
  });
  const list = searchWithin(index, { kind: 'municipality', ordinal: 0 }, 'square');
  expect(list.slice(0, 2).map(({ label }) => label)).toEqual(['Square Louise', 'Square Louise']);
});

it('an alias that several places have of one name leads, inside a place, to the streets that have it themselves', async () => {
  const aliases = [{ name: 'Oude Weg' }];
  const { index } = await openRegister({
    country: 'nl',
    gazetteer: {
      regions: [],
      provinces: [{ id: 1, names: { nl: 'Provincie' } }],
      municipalities: [{ id: 1, names: { nl: 'Gemeente' }, province: 0 }],
      places: ['Aa', 'Bee', 'Cee'].map((nl, i) => ({ id: i + 1, names: { nl }, municipality: 0 })),
      streets: [
        { id: 1, names: { nl: 'Dorpsstraat' }, aliases, place: 0 },
        { id: 2, names: { nl: 'Dorpsstraat' }, aliases, place: 1 },
        { id: 3, names: { nl: 'Dorpsstraat' }, place: 2 },
      ],
    },
    addresses: addressesFrom(
      1,
      [0, 1, 2].map((street) => ({ street, postcode: '1000AA' })),
    ),
  });
  const targets = targetsOf(index, { kind: 'municipality', ordinal: 0 }, 'oude');
  expect(targets.map(({ ordinal }) => index.streets.idOf(ordinal)).sort()).toEqual([1, 2]);
});

it('a place of one postcode has nothing of another', async () => {
  const { index } = await dutchTown();
  const utrecht = index.areas.all('place').findIndex(({ names }) => names.nl === 'Utrecht');
  const search = (postcode: string, term: string): number =>
    searchWithin(index, { kind: 'place', ordinal: utrecht, postcode }, term).total;
  expect([search('3511a', '3511AC'), search('3511ab', '3511AC'), search('3511ab', '3511AB')]).toEqual([2, 0, 1]);
});
