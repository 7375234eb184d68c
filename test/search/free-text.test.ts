import { beforeAll, describe, expect, it, vi } from 'vitest';
import { COUNTRIES, type Country, type Language, nameIn } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { postcodeOf } from '../../src/query/documents.ts';
import { suggestHouse, suggestStreet } from '../../src/query/suggestions.ts';
import { Corrections } from '../../src/search/corrections.ts';
import { penaltyIn } from '../../src/search/cost.ts';
import { findTyped } from '../../src/search/free-text.ts';
import { compareCandidates } from '../../src/search/ranking.ts';
import { Scope } from '../../src/search/scope.ts';
import { STEPS_PER_WORD, Steps } from '../../src/search/steps.ts';
import { findCandidates } from '../../src/search/understand.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { openIndex } from '../../src/store/directory.ts';
import { mistype } from '../support/mistype.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { Random } from '../support/random.ts';
import { searchFreeText } from '../support/search-free-text.ts';
import { openRegister } from '../support/small-register.ts';
import { addressesFrom, DUTCH_TOWN, dutchPlaces, walloonTowns } from '../support/towns.ts';

const indexes = fixtureIndexes();
const index = {} as Record<Country, CountryIndex>;
beforeAll(async () => {
  for (const country of COUNTRIES) index[country] = await openIndex(`${indexes.directory}/${country}`);
});

function firstAnswer(country: Country, search: string): Suggestion | undefined {
  const answer = indexes.lookup[country].autocomplete({ search, perPage: 1 });
  return answer !== null && 'results' in answer ? answer.results[0] : undefined;
}

interface SampleAddress {
  readonly address: number;
  /** Of the house and of the group of its boxes. */
  readonly labels: readonly string[];
  readonly street: string;
  readonly number: string;
  readonly postcode: string;
  readonly place: string;
}

describe.each(COUNTRIES)('an address of %s', (country) => {
  /** Addresses that have all parts, in the language of their first name. */
  function sample(count: number): SampleAddress[] {
    const random = new Random(5);
    const { addresses, streets } = index[country];
    const found: SampleAddress[] = [];
    while (found.length < count) {
      const address = random.between(0, addresses.length - 1);
      const postcode = postcodeOf(index[country], address);
      if (postcode === '' || addresses.numberOf(address) === 0) continue;
      const language = streets.officialLanguageOf(streets.streetOf(address));
      const street = streets.nameOf(streets.streetOf(address));
      const labels = [false, true].map((isGroup) => suggestHouse(index[country], address, language, isGroup).label);
      const place = nameIn(index[country].areasAbove(streets.streetOf(address)).place.names);
      found.push({ address, labels, street, number: labels[0]!.slice(street.length + 1), postcode, place });
    }
    return found;
  }

  it('is found in whatever order its parts are typed', () => {
    for (const { labels, street, number, postcode, place } of sample(60)) {
      for (const text of [
        `${street} ${number} ${place}`,
        `${street} ${number}, ${postcode} ${place}`,
        `${number} ${street}, ${postcode} ${place}`,
        `${number}, ${street}, ${place}`,
        `${place} ${street} ${number}`,
        `${postcode} ${place}, ${street} ${number}`,
        `${postcode} ${street} ${number}`,
        `${street} ${number} ${postcode}`,
      ]) {
        const answer = firstAnswer(country, text);
        expect(labels, text).toContain(answer?.label);
        expect(answer?.description, text).toContain(text.includes(postcode) ? `${postcode} ${place}` : place);
      }
    }
  });

  it('is found with one letter mistyped, nine times in ten', () => {
    const random = new Random(6);
    const addresses = sample(150);
    const found = addresses.filter(({ labels, street, number, place }) =>
      labels.includes(firstAnswer(country, mistype(`${street} ${number}, ${place}`, random))?.label ?? ''),
    );
    expect(found.length / addresses.length).toBeGreaterThan(0.9);
  });

  it('is found within its place, and nothing outside of it', () => {
    for (const { address, street, number } of sample(20)) {
      const place = index[country].streets.placeOf(index[country].streets.streetOf(address));
      const candidates = searchFreeText(index[country], `${number} ${street}`, {
        within: { kind: 'place', ordinal: place },
      });
      expect(candidates.length, `${number} ${street}`).toBeGreaterThan(0);
      for (const { kind, ordinal: position } of candidates) {
        expect(['house', 'street']).toContain(kind);
        const inStreet = kind === 'house' ? index[country].streets.streetOf(position) : position;
        expect(index[country].streets.placeOf(inStreet)).toBe(place);
      }
    }
  });
});

describe('streets of two languages', () => {
  it('are found equally well in either, and answered in the one typed', () => {
    const { streets } = index.be;
    let count = 0;
    for (let street = 0; street < streets.length; street++) {
      const names = Object.entries(streets.namesOf(street)) as [Language, string][];
      if (names.length < 2) continue;
      const { place } = index.be.areasAbove(street);
      for (const [language, name] of names) {
        const text = `${name}, ${nameIn(place.names, language)}`;
        expect(firstAnswer('be', text)?.label, text).toBe(name);
        count++;
        // Where both languages write it alike, either will do.
        const isEitherWay = new Set([...names.map(([, each]) => each), ...Object.values(place.names)]).size === 2;
        if (isEitherWay) continue;
        expect(firstAnswer('be', text)?.context, text).toBe(suggestStreet(index.be, street, language).context);
      }
    }
    expect(count).toBeGreaterThan(60);
  });
});

describe('a street', () => {
  it.each(COUNTRIES)('stands once in a place of %s, however many postcodes it has', (country) => {
    const { streets } = index[country];
    for (let street = 0; street < streets.length; street++) {
      const candidates = searchFreeText(index[country], streets.nameOf(street));
      const found = candidates.filter(({ kind, ordinal: position }) => kind === 'street' && position === street);
      expect(found.length, streets.nameOf(street)).toBeLessThanOrEqual(1);
    }
  });

  it.each(COUNTRIES)('is answered with its neighbours where a number of %s does not exist', (country) => {
    const { streets, addresses } = index[country];
    const random = new Random(9);
    for (let i = 0; i < 40; i++) {
      const street = random.between(0, streets.length - 1);
      const [from, to] = streets.addressesOf(street);
      const largest = addresses.numberOf(to - 1);
      if (from === to || largest === 0 || largest > 90_000) continue;
      const place = nameIn(index[country].areasAbove(street).place.names);
      const text = `${streets.nameOf(street)} ${largest + 1000}, ${place}`;
      const [first, ...others] = searchFreeText(index[country], text);
      expect(first?.kind, text).toBe('street');
      expect(
        others.some(({ kind }) => kind === 'house'),
        text,
      ).toBe(true);
    }
  });
});

describe('corrections', () => {
  it('come after everything that is spelled as typed', () => {
    const random = new Random(11);
    for (const country of COUNTRIES) {
      const { streets } = index[country];
      for (let i = 0; i < 200; i++) {
        const text = mistype(streets.nameOf(random.between(0, streets.length - 1)), random);
        const edits = searchFreeText(index[country], text).map(({ cost }) => penaltyIn(cost, 'edits'));
        expect(edits, text).toEqual([...edits].sort((a, b) => a - b));
      }
    }
  });

  it('are not made of what is found as it is', () => {
    for (const text of ['kalverstraat amsterdam', 'kerkstraat 30 gouda', 'utrecht', 'dam 1']) {
      const candidates = searchFreeText(index.nl, text);
      expect(candidates.length, text).toBeGreaterThan(0);
      for (const { cost } of candidates) expect(penaltyIn(cost, 'edits'), text).toBe(0);
    }
  });

  it('are not looked for where a word that cannot be corrected is in no name', () => {
    const asked = vi.spyOn(Corrections.prototype, 'similar');
    const timesFor = (text: string): number => {
      asked.mockClear();
      searchFreeText(index.nl, text);
      return asked.mock.calls.length;
    };
    expect(timesFor('kalverstrat amsterdam')).toBeGreaterThan(0);
    expect(timesFor('kalverstrat xq amsterdam')).toBe(0);
    asked.mockRestore();
  });

  it('need four letters for one, eight for two, and leave digits alone', () => {
    expect(searchFreeText(index.nl, 'damm 1').length).toBeGreaterThan(0);
    expect(searchFreeText(index.nl, 'kalfrestraat amsterdam').length).toBeGreaterThan(0);
    const numbers = searchFreeText(index.nl, 'maasvlakteweg 99998').filter(({ kind }) => kind === 'house');
    expect(numbers.every(({ cost }) => penaltyIn(cost, 'numberMatch') > 0)).toBe(true);
  });

  it('takes the beginning of a word for a box as nothing that is left out', () => {
    for (const text of ['1130 22 bu', '1070 316 boi', 'verdunstraat 22 bu']) {
      const [best] = searchFreeText(index.be, text);
      expect([penaltyIn(best!.cost, 'ignored'), penaltyIn(best!.cost, 'numberMatch')], text).toEqual([0, 0]);
    }
  });

  it('takes one letter for it in Belgium, unless the number has the letter', async () => {
    const { index } = await openRegister({
      ...walloonTowns({ towns: ['Noville'], postcode: 5380, streets: [['Rue Astrid', 'Noville']] }),
      addresses: addressesFrom(1, [
        { street: 0, postcode: '5380', number: 22, addition: '0001' },
        { street: 0, postcode: '5380', number: 22, addition: '0002' },
        { street: 0, postcode: '5380', number: 24 },
        { street: 0, postcode: '5380', number: 24, letter: 'B' },
      ]),
    });
    const first = (text: string): object => searchFreeText(index, text)[0]!;
    expect(first('noville, rue astrid 22 b')).toMatchObject({ kind: 'house', ordinal: 0, isGroup: true });
    expect(searchFreeText(index, 'noville, rue astrid 22 b')).toHaveLength(1);
    expect(first('noville, rue astrid 24 b')).toMatchObject({ kind: 'house', ordinal: 3 });
  });
});

describe('namesake places', () => {
  it('are told apart in the descriptions', () => {
    const { results } = indexes.lookup.nl.autocomplete({ search: 'kerkstraat laren' }) as Page<Suggestion>;
    const shown = results.map(({ label, description }) => `${label} ${description}`);
    expect(new Set(shown).size).toBe(shown.length);
  });
});

it('a street called as typed is before a longer name that has the number', async () => {
  const { index: geel } = await openRegister<'be'>({
    country: 'be',
    gazetteer: {
      regions: [{ id: 2000, names: { nl: 'Vlaams Gewest' } }],
      provinces: [{ id: 10000, names: { nl: 'Antwerpen' }, region: 0 }],
      municipalities: [{ id: 13008, names: { nl: 'Geel' }, province: 0 }],
      places: [{ id: 2440, names: { nl: 'Geel' }, municipality: 0 }],
      streets: [
        { id: 1, names: { nl: 'Winkelom' }, place: 0 },
        { id: 2, names: { nl: 'Winkelomseheide' }, place: 0 },
      ],
    },
    addresses: addressesFrom(1, [
      { street: 0, postcode: '2440', number: 68 },
      { street: 1, postcode: '2440', number: 83 },
    ]),
  });
  const streetOf = (text: string): string => {
    const [first] = searchFreeText(geel, text);
    return geel.streets.nameOf(first!.kind === 'house' ? geel.streets.streetOf(first!.ordinal) : first!.ordinal);
  };
  expect(streetOf('winkelom 83 geel')).toBe('Winkelom');
  // A beginning alone goes on.
  expect(streetOf('winkelomse 83 geel')).toBe('Winkelomseheide');
});

it('an ending written short ends the name, however the rest is spelt', async () => {
  const names = ['IJssellaan', 'IJssellaantje', 'Dijkweg', 'Dijkwegje'];
  const streets = names.map((nl, i) => ({ ...DUTCH_TOWN.gazetteer.streets[0]!, id: i + 1, names: { nl } }));
  const { lookup } = await openRegister<'nl'>({
    ...DUTCH_TOWN,
    gazetteer: { ...DUTCH_TOWN.gazetteer, streets },
    addresses: addressesFrom(
      1,
      names.map((_, street) => ({ street, postcode: '1381EA' })),
    ),
  });
  const found = (search: string): string[] =>
    (lookup.autocomplete({ search }) as Page<Suggestion>).results.map(({ label }) => label);
  for (const search of ['ijsselln', 'ysselln', 'weesp ysselln']) expect(found(search), search).toEqual(['IJssellaan']);
  for (const search of ['dijkwg', 'dykwg']) expect(found(search), search).toEqual(['Dijkweg']);
  // What is not written short may go on.
  expect(found('yssella')).toEqual(['IJssellaan', 'IJssellaantje']);
});

it('another kind of street with the beginning of its name precedes a misspelt place with streets of other kinds', async () => {
  const lanes = ['Rue du Long Sentier', 'Sentier Vert', 'Nouvelle Chaussée', 'Vieux Sentier', 'Petit Chemin'];
  const { lookup } = await openRegister<'be'>(
    walloonTowns({
      towns: ['Ans', 'Visé'],
      postcode: 4430,
      streets: [['Boulevard Anspach', 'Visé'], ['Avenue', 'Visé'], ...lanes.map((name) => [name, 'Ans'] as const)],
    }),
  );
  expect(lookup.autocomplete({ search: 'avenue ansp' }).results[0]).toMatchObject({ label: 'Boulevard Anspach' });
});

it('a little word with a wrong letter that begins no name is one, also while the name is typed', async () => {
  const streets = [['Rue du Croquet', 'Ans']] as const;
  const { lookup } = await openRegister<'be'>(walloonTowns({ towns: ['Ans'], postcode: 4430, streets }));
  for (const search of ['rue dp croq', 'rue dp croquet'])
    expect(lookup.autocomplete({ search }).results[0], search).toMatchObject({ label: 'Rue du Croquet' });
});

describe('the beginning of a place', () => {
  /** Many places that begin with B; the smallest has a street that the others lack. */
  const names = Array.from(
    { length: 80 },
    (_, i) => `B${String.fromCharCode(97 + (i % 26))}${'rum'.repeat(1 + i / 26)}`,
  );
  const places = dutchPlaces({
    ...Object.fromEntries(names.map((name) => [name, ['Dorpsstraat', 'Kerkweg', 'Veldweg']])),
    Buinen: ['Dorpsstraat', 'Molenweg'],
  });

  it.each([
    'Molenweg, B',
    'Molenweg 1, B',
    '1 Molenweg, B',
    'Molenweg 1, 5781AA B',
    'Dorpsstraat 1, 5781AA B',
    '5781AA B',
  ])('is that of the place where the rest is, however many begin so: %s', async (search) => {
    const { lookup } = await openRegister<'nl'>(places);
    const [first] = lookup.autocomplete({ search, explain: true }).results;
    expect(`${first?.label}, ${first?.description}`).toMatch(/Buinen/);
    expect(first).not.toHaveProperty('notUnderstood');
  });

  it('is not outdone by another place of the postcode, whose street of the name lacks the number', async () => {
    const { gazetteer } = dutchPlaces({ Beek: ['Molenweg'], Donk: ['Molenweg'] });
    const addresses = addressesFrom(1, [
      { street: 0, postcode: '5701AA', number: 1 },
      { street: 1, postcode: '5701AB', number: 7 },
    ]);
    const { lookup } = await openRegister<'nl'>({ country: 'nl', gazetteer, addresses });
    for (const search of ['Molenweg 7, 5701 Do', '7 Molenweg, 5701 D', 'Molenweg 7, 5701 Donk']) {
      const [first] = lookup.autocomplete({ search, explain: true }).results;
      expect(first, search).toMatchObject({ label: 'Molenweg 7', description: '5701AB Donk' });
      expect(first, search).not.toHaveProperty('notUnderstood');
    }
  });
});

it('a place that is named twice is that place', async () => {
  const { lookup } = await openRegister<'nl'>(dutchPlaces({ Beek: ['Molenweg'], Donk: ['Molenweg'] }));
  for (const search of ['Molenweg 1, Donk, Donk', 'Molenweg 1, Donk, Do']) {
    const results = lookup.autocomplete({ search, explain: true }).results;
    expect(results, search).toMatchObject([{ label: 'Molenweg 1', description: '5702AA Donk' }]);
    expect(results[0], search).not.toHaveProperty('notUnderstood');
  }
});

describe('a house outside the part of the country that is asked', () => {
  /** How many words were tried as a part of an address, and the answers. */
  function readings(typed: string, scope?: Scope): readonly [count: number, answers: number] {
    const take = vi.fn((_: number) => true);
    const steps = Object.assign(new Steps(1_000_000), { take });
    const { found } = findTyped(index.nl, typed, steps, { scope });
    return [take.mock.calls.filter(([count]) => count === STEPS_PER_WORD).length, found.length];
  }

  it('is looked for inside and outside with one reading of the words', () => {
    const { streets } = index.nl;
    const scope = new Scope(index.nl, [index.nl.addressesUnder('place', 0)]);
    const names = new Map<string, number[]>();
    for (let street = 0; street < streets.length; street++)
      names.set(streets.nameOf(street), [...(names.get(streets.nameOf(street)) ?? []), street]);
    const elsewhere = [...names].filter(([, all]) => all.every((street) => !scope.streets.has(street))).slice(0, 30);
    expect(elsewhere).toHaveLength(30);
    let compared = 0;
    for (const [name, [street]] of elsewhere) {
      const number = index.nl.addresses.numberOf(streets.addressesOf(street!)[0]);
      const [anywhere, answers] = readings(`${name} ${number}`);
      const [inside, none] = readings(`${name} ${number}`, scope);
      if (none > 0 || answers === 0) continue;
      compared++;
      expect(inside).toBe(anywhere);
    }
    expect(compared).toBeGreaterThan(15);
  });
});

describe('a street that begins as typed', () => {
  it('comes before all that begins so without the article', async () => {
    // More places than a list ever needs, of which one has the words within its name.
    const places = Array.from(
      { length: 60 },
      (_, i) => [`B${'abcdef'[i % 6]}r${'abcdefghij'[Math.floor(i / 6)]}um`, ['Laan']] as const,
    );
    const streetsOf = { ...Object.fromEntries(places), 'Heist op den Berg': ['Laan'], Vorst: ['Den Bunker'] };
    const { index: small } = await openRegister(dutchPlaces(streetsOf));
    const [first] = findCandidates(small, 'den b').sort(compareCandidates);
    expect(first).toMatchObject({ kind: 'street', ordinal: small.streets.length - 1 });
  });
});
