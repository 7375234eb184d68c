import { beforeAll, describe, expect, it } from 'vitest';
import { COUNTRIES, type Country, nameIn } from '../../src/model/country.ts';
import { streetOfCandidate } from '../../src/search/candidates.ts';
import { matcherOf } from '../../src/search/country-matcher.ts';
import { type Candidate, compareCandidates } from '../../src/search/ranking.ts';
import { findCandidates } from '../../src/search/understand.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { openIndex } from '../../src/store/directory.ts';
import { nameKey } from '../../src/text/fold.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { Random } from '../support/random.ts';
import { openRegister } from '../support/small-register.ts';
import { addressesFrom } from '../support/towns.ts';

const indexes = fixtureIndexes();
const index = {} as Record<Country, CountryIndex>;
beforeAll(async () => {
  for (const country of COUNTRIES) index[country] = await openIndex(`${indexes.directory}/${country}`);
});

function answersTo(country: Country, text: string): Candidate[] {
  return findCandidates(index[country], text).sort(compareCandidates);
}

/** The municipalities that an answer is in, or is. */
function municipalitiesOf(country: Country, answer: Candidate): readonly number[] {
  const { areas, streets } = index[country];
  const street = streetOfCandidate(index[country], answer);
  if (street !== undefined) return [areas.at('place', streets.placeOf(street)).parent];
  if (answer.kind === 'place') return [areas.at('place', answer.ordinal).parent];
  return answer.kind === 'municipality' ? [answer.ordinal] : [];
}

/** All municipalities that a name means, as its own or that of a place in them. */
function municipalitiesCalled(country: Country, key: string): Set<number> {
  const { areas } = index[country];
  const called = new Set<number>();
  for (const kind of ['place', 'municipality'] as const) {
    areas.all(kind).forEach(({ names, aliases = [], parent }, ordinal) => {
      const all = [...Object.values(names), ...aliases.map(({ name }) => name)];
      if (all.some((name) => nameKey(name) === key)) called.add(kind === 'place' ? parent : ordinal);
    });
  }
  return called;
}

describe.each(COUNTRIES)('in %s', (country) => {
  /** Streets, each with a number of it and with a place whose municipality has no street of the name. */
  function mismatched(count: number): { text: string; municipalities: ReadonlySet<number> }[] {
    const random = new Random(11);
    const { addresses, areas, streets } = index[country];
    const namesIn = (municipality: number): Set<string> => {
      const [from, to] = areas.descendantsOf('municipality', municipality, 'street');
      const names = new Set<string>();
      for (let street = from; street < to; street++)
        for (const name of Object.values(streets.namesOf(street)))
          for (const word of nameKey(name).split(' ')) names.add(word);
      return names;
    };
    const found: { text: string; municipalities: ReadonlySet<number> }[] = [];
    for (let tries = 0; tries < count * 40 && found.length < count; tries++) {
      const street = random.between(0, streets.length - 1);
      const [from, to] = streets.addressesOf(street);
      const number = addresses.numberOf(random.between(from, to - 1));
      const place = random.between(0, areas.all('place').length - 1);
      const name = nameIn(areas.at('place', place).names);
      // A province or canton may be called like its town: its streets are answers, too, after those of the town.
      const isProvince = areas
        .all('province')
        .some(({ names }) => Object.values(names).map(nameKey).includes(nameKey(name)));
      const municipalities = municipalitiesCalled(country, nameKey(name));
      const words = nameKey(streets.nameOf(street))
        .split(' ')
        .filter((word) => word.length > 4);
      const isThere = [...municipalities].some((each) => words.some((word) => namesIn(each).has(word)));
      if (number === 0 || words.length === 0 || isThere || isProvince) continue;
      found.push({ text: `${streets.nameOf(street)} ${number}, ${name}`, municipalities });
    }
    return found;
  }

  it('a place that has no such street comes before the street elsewhere', () => {
    const texts = mismatched(60);
    expect(texts.length).toBeGreaterThan(20);
    for (const { text, municipalities } of texts) {
      const [first] = answersTo(country, text);
      expect(first, text).toBeDefined();
      expect(
        municipalitiesOf(country, first!).some((each) => municipalities.has(each)),
        text,
      ).toBe(true);
    }
  });

  it('a number that its street lacks leads to no other street: the street and its nearest numbers come first', () => {
    const random = new Random(12);
    const { addresses, areas, streets } = index[country];
    let asked = 0;
    for (let tries = 0; tries < 400 && asked < 60; tries++) {
      const street = random.between(0, streets.length - 1);
      const [from, to] = streets.addressesOf(street);
      const number = random.between(2, 900);
      const at = addresses.firstWithNumber(number, from, to);
      const isThere = at < to && addresses.numberOf(at) === number;
      const name = streets.nameOf(street);
      const place = nameIn(areas.at('place', streets.placeOf(street)).names);
      if (isThere || addresses.hasRanges || /[0-9]/.test(name + place)) continue;
      asked++;
      const [first] = answersTo(country, `${name} ${number} ${place}`);
      const found = first === undefined ? undefined : streetOfCandidate(index[country], first);
      expect(found, `${name} ${number} ${place}`).toBeDefined();
      expect(Object.values(streets.namesOf(found!)).map(nameKey), `${name} ${number} ${place}`).toContain(
        nameKey(name),
      );
    }
    if (!addresses.hasRanges) expect(asked).toBeGreaterThan(20);
  });
});

describe('two places of nearly one name', () => {
  const PLACES = ['Quamhoorn', 'Den Quamhoorn', 'Lageland', 'Lageland GN', 'Zilpof-aan-Gulvro'];
  const opened = openRegister<'nl'>({
    country: 'nl',
    gazetteer: {
      regions: [],
      provinces: [{ id: 20, names: { nl: 'Groningen' } }],
      municipalities: PLACES.map((nl, i) => ({ id: i + 1, names: { nl: `Gemeente ${nl}` }, province: 0 })),
      places: PLACES.map((nl, i) => ({ id: i + 1, names: { nl }, municipality: i })),
      streets: ['Wabsteeg', 'Jurdijk', 'Xemlaan', 'Jurdijk', 'Bemvaart', 'Zilpof'].map((nl, i) => ({
        id: i + 1,
        names: { nl },
        place: i % PLACES.length,
      })),
    },
    addresses: addressesFrom(
      1,
      [0, 1, 2, 3, 4, 5].map((street) => ({ street, postcode: `999${street}XX` })),
    ),
  });

  it.each([
    ['Wabsteeg 1, Quamhoorn', 'Quamhoorn', 'the street is there'],
    ['Wabsteeg 1, Den Quamhoorn', 'Den Quamhoorn', 'the article belongs to the name'],
    ['Wabsteg 1, Den Quamhoorn', 'Den Quamhoorn', 'nor is the place left for a misspelt street elsewhere'],
    ['Weg naar Quamhoorn 1, Zilpof-aan-Gulvro', 'Zilpof-aan-Gulvro', 'a name is not cut for a street in another place'],
    ['Xemlaan 1, Lageland', 'Lageland', 'the street is there'],
    ['Xemlaan 1, Lageland GN', 'Lageland GN', 'what the register calls so, not the other one with its province'],
  ])('%s is in %s: %s', async (text, place) => {
    const { index: ofTwo } = await opened;
    const [first] = findCandidates(ofTwo, text).sort(compareCandidates);
    const street = streetOfCandidate(ofTwo, first!);
    const ordinal = street === undefined ? first!.ordinal : ofTwo.streets.placeOf(street);
    expect(nameIn(ofTwo.areas.at('place', ordinal).names)).toBe(place);
    const match = matcherOf(ofTwo).match({ text });
    const [found] = match.addresses.map((each) => ofTwo.streets.placeOf(ofTwo.streets.streetOf(each)));
    expect(nameIn(ofTwo.areas.at('place', match.place ?? found!).names)).toBe(place);
  });
});

it('a name is not cut, and its rest is no other area', () => {
  const { areas } = index.nl;
  for (const { names } of [...areas.all('place'), ...areas.all('municipality')]) {
    const name = nameIn(names);
    if (!name.includes(' ') && !name.includes('-')) continue;
    const municipalities = municipalitiesCalled('nl', nameKey(name));
    const [first] = answersTo('nl', `Onbekendestraat 5, ${name}`);
    expect(
      municipalitiesOf('nl', first!).some((each) => municipalities.has(each)),
      name,
    ).toBe(true);
  }
});
