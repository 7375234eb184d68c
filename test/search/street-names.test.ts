import { describe, expect, it } from 'vitest';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import { compareNames } from '../../src/search/name-comparison.ts';
import { makeNameKey, readStreet } from '../../src/search/name-key.ts';
import { ANOTHER_PERSON, NAME_COSTS } from '../../src/search/name-words.ts';
import { StreetNames, wordWeightsOf } from '../../src/search/street-names.ts';
import { WrittenStreetName } from '../../src/search/written-street-name.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { ampleSteps } from '../support/ample-steps.ts';
import { mistype } from '../support/mistype.ts';
import { nameKey } from '../support/oracle-folding.ts';
import { Random } from '../support/random.ts';
import { randomRegister } from '../support/random-input.ts';
import { openRegister, type SmallRegister } from '../support/small-register.ts';
import { addressesFrom, belgianTown, dutchPlaces, dutchTown, walloonTowns } from '../support/towns.ts';

/** The fewest letters that differ from any name of a street, each name as it is written and without what is in brackets. */
function comparingByHand(index: CountryIndex): (street: number, written: string) => number {
  const weights = wordWeightsOf(index.names.streets);
  const keys = Array.from({ length: index.streets.length }, (_, street) => {
    const names = [...Object.values(index.streets.namesOf(street)), ...index.streets.aliasesOf(street)];
    const written = names.flatMap((name) => [name, name.replace(/\([^()]*\)/g, ' ')]).map(nameKey);
    return [...new Set(written)].filter((key) => key !== '').map((key) => makeNameKey(index.country, key));
  });
  return (street, written) => {
    const typed = readStreet(index.country, written)!;
    return Math.min(...keys[street]!.map((key) => compareNames(index.country, weights, typed, key)));
  };
}

/** A name as somebody might write it: as it is, with mistakes, words left out, turned round, initials or abbreviations. */
function rewritten(name: string, random: Random): string {
  const words = name.split(' ');
  const at = random.between(0, words.length - 1);
  switch (random.between(0, 6)) {
    case 0:
      return name;
    case 1:
      return mistype(name, random);
    case 2:
      return mistype(mistype(name, random), random);
    case 3:
      return words.filter((_, i) => i !== at || words.length === 1).join(' ');
    case 4:
      return random.shuffle(words).join(' ');
    case 5:
      return words.map((word, i) => (i === at && i < words.length - 1 ? `${word[0]}.` : word)).join(' ');
    default:
      return name
        .replace(/straat/i, 'str.')
        .replace(/\bRue\b/, 'R.')
        .replace(/laan$/i, 'plein')
        .replace(/ /g, '-');
  }
}

describe.each(COUNTRIES)('StreetNames of random registers, %s', (country) => {
  it('compares every name of a street, and of the similar ones leaves out none and adds none', async () => {
    let [similar, other] = [0, 0];
    for (const seed of [1, 2, 3]) {
      const { index } = await openRegister(
        personsAdded(randomRegister(country, seed, { addresses: 300, streets: 60 })),
      );
      const names = new StreetNames(index);
      const editsByHand = comparingByHand(index);
      const random = new Random(seed);
      for (let i = 0; i < 120; i++) {
        const street = random.between(0, index.streets.length - 1);
        const written = rewritten(random.pick(Object.values(index.streets.namesOf(street))), random);
        const typed = readStreet(country, written);
        if (typed === undefined) continue;
        const from = random.chance(0.5) ? 0 : random.between(0, index.streets.length - 1);
        const to = random.chance(0.5) ? index.streets.length : random.between(from, index.streets.length);
        const byHand: [street: number, edits: number][] = [];
        const wrong: string[] = [];
        for (let each = from; each < to; each++) {
          const edits = editsByHand(each, written);
          const compared = names.compare(each, typed).edits;
          if (compared !== edits && !(Math.abs(compared - edits) < 1e-9)) wrong.push(index.streets.nameOf(each));
          if (edits >= ANOTHER_PERSON) other++;
          else byHand.push([each, edits]);
        }
        expect(wrong, written).toEqual([]);
        similar += byHand.length;
        byHand.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
        const found = [...names.similar(typed, from, to, ampleSteps())].map(([each, { edits }]) => [each, edits]);
        expect(found, `${written} in [${from}, ${to})`).toEqual(byHand.slice(0, 20));
        // Of some streets only, in whatever order they come.
        const some = random.shuffle(
          Array.from({ length: to - from }, (_, j) => from + j).filter((each) => each % 3 !== 0),
        );
        const among = [...names.similar(typed, some[0] ?? 0, (some.at(-1) ?? -1) + 1, ampleSteps(), some)].map(
          ([each, { edits }]) => [each, edits],
        );
        expect(among, `${written} among ${some.length}`).toEqual(
          byHand.filter(([each]) => each % 3 !== 0).slice(0, 20),
        );
      }
    }
    expect(similar).toBeGreaterThan(300);
    expect(other).toBeGreaterThan(1000);
  });

  it('finds all streets of exactly this name, each with the language that it is written in', async () => {
    const { index } = await openRegister(randomRegister(country, 4, { addresses: 300, streets: 60 }));
    const names = new StreetNames(index);
    let found = 0;
    for (let street = 0; street < index.streets.length; street++) {
      for (const name of Object.values(index.streets.namesOf(street))) {
        const typed = readStreet(country, name);
        if (typed === undefined) continue;
        const expected: number[] = [];
        for (let each = 0; each < index.streets.length; each++) {
          const own = [...Object.values(index.streets.namesOf(each)), ...index.streets.aliasesOf(each)];
          if (own.some((written) => nameKey(written) === nameKey(name))) expected.push(each);
        }
        const answer = names.named(typed);
        expect(
          [...answer.keys()].sort((a, b) => a - b),
          name,
        ).toEqual(expected);
        for (const [each, { edits, language }] of answer) {
          found++;
          expect(edits).toBe(0);
          const own = index.streets.namesOf(each);
          const shown = language === undefined ? index.streets.aliasesOf(each) : [own[language]!];
          expect(shown.map(nameKey)).toContain(nameKey(name));
        }
      }
    }
    expect(found).toBeGreaterThan(30);
  });
});

describe('WrittenStreetName', () => {
  it.each<readonly [town: 'nl' | 'be', written: string, streets: readonly string[], why: string]>([
    ['nl', 'Kerkstraat', ['Kerkstraat', 'Kerkstraat', 'Kerkstraat'], 'in every place'],
    ['nl', 'kerkstr.', ['Kerkstraat', 'Kerkstraat', 'Kerkstraat'], 'abbreviated'],
    ['nl', 'Kerk', [], 'the beginning of a name is not the name'],
    ['nl', 'Kerk straat', ['Kerkstraat', 'Kerkstraat', 'Kerkstraat'], 'in two words'],
    ['nl', 'naar de Kerk', [], 'later words of a name are not the name'],
    ['nl', 'Oude Weg', ['Kerkstraat'], 'an alias'],
    ['nl', '', [], 'nothing'],
    ['be', 'RUE DE L EGLISE', ['Kerkeland', 'Kerkstraat'], 'in French, case and diacritics aside'],
    ['be', 'Kerkeland', ['Kerkeland'], 'in Dutch'],
  ])('%s: %s is %j (%s)', async (country, written, streets) => {
    const { index } = await { nl: dutchTown, be: belgianTown }[country]();
    const found = [...new WrittenStreetName(index, written).streetsIn().keys()];
    expect(found.map((street) => index.streets.namesOf(street).nl).sort()).toEqual(streets);
  });
});

/** The register with streets that are called after persons, which people write in many ways. */
function personsAdded(register: SmallRegister): SmallRegister {
  const { country, gazetteer, addresses } = register;
  const language = ({ nl: 'nl', be: 'fr', lu: 'fr' } as const)[country as Country];
  const names = [
    'Rue Emile Vandervelde',
    'Rue Emile Hermant',
    'Avenue Adolphe Buyl',
    'Jan van Nassaustraat',
    'Jan van den Nassaustraat (Oost)',
    'Dr. Schaepmanlaan',
    'Plein 1944',
    'Plein 1945',
    'Leopold II-laan',
    'Leopold III laan',
    'Koning Leopold II laan',
    'Karel VI straat',
    'Rue Albert Ier',
  ];
  const first = gazetteer.streets.length;
  return {
    ...register,
    gazetteer: {
      ...gazetteer,
      streets: [
        ...gazetteer.streets,
        ...names.map((name, i) => ({ id: 7_000_001 + i, names: { [language]: name }, place: 0 })),
      ],
    },
    addresses: [
      ...addresses,
      ...addressesFrom(
        8_000_001,
        names.map((_, i) => ({
          street: first + i,
          postcode: addresses.find(({ postcode }) => postcode !== '')!.postcode,
        })),
      ),
    ],
  };
}

it('compares names with the same word twice in the order that both have', async () => {
  const streets = ['Rue de la Gare de Bouvy', 'Rue de Bouvy'].map((name) => [name, 'Haine'] as const);
  const { index } = await openRegister(walloonTowns({ towns: ['Haine'], postcode: 7100, streets }));
  const names = new StreetNames(index);
  const typed = readStreet('be', 'Rue Gare de Bouvy')!;
  const editsOf = (name: string): number =>
    names.compare(
      streets.findIndex((_, street) => index.streets.nameOf(street) === name),
      typed,
    ).edits;
  expect(editsOf('Rue de la Gare de Bouvy')).toBeCloseTo(2 * NAME_COSTS.littleWord);
  expect(editsOf('Rue de Bouvy')).toBe(NAME_COSTS.word);
});

describe('StreetNames.cutOff', () => {
  const NAMES = ['Amsterdamse Veerkade', 'Karekietstraat', 'Plein 1944', 'Molenweggetje', 'Jan Vossenlaan', 'De Heikant', 'Heikade', 'Kerkhofstraat'];
  /** The names in the place of these, with those of another place after them. */
  async function cutOff(written: string): Promise<string[]> {
    const { index } = await openRegister<'nl'>(dutchPlaces({ Beek: NAMES, Donk: ['Karekiet', 'Jan Vosse'] }));
    const [from, to] = index.areas.childrenOf('place', 0);
    const found = new StreetNames(index).cutOff(readStreet('nl', written)!, from, to, ampleSteps());
    return [...found.keys()].map((street) => index.streets.nameOf(street));
  }

  it.each<[written: string, found: readonly string[], why: string]>([
    ['Amsterdamse Veerk', ['Amsterdamse Veerkade'], 'the name begins so'],
    ['Amsterdamse', ['Amsterdamse Veerkade'], 'whole words are left'],
    ['A.damse Veerk', [], 'other letters'],
    ['Karekie', ['Karekietstraat'], 'of two names the one in the place'],
    ['Karekiet', ['Karekietstraat'], 'a street elsewhere is called so, and only the kind of street is missing'],
    ['De Karekiet', [], 'the same, and the article is not of the street here'],
    ['Jan Vosse', [], 'a street elsewhere is called so, and more is missing'],
    ['Karekiet.', ['Karekietstraat'], 'a full stop says that the name goes on'],
    ['Plein', [], 'a number is not cut off, and a kind of street says nothing'],
    ['Molenweg', [], 'it ends in a kind of street'],
    ['Kerkhof', ['Kerkhofstraat'], 'it does, and so does the name'],
    ['Jan Vos', ['Jan Vossenlaan'], 'six letters'],
    ['Vosse', [], 'the beginning of a later word'],
    ['Kare', [], 'too few letters'],
    ['Kare.', ['Karekietstraat'], 'few letters with a full stop'],
    ['Ka.', [], 'fewer'],
    ['De Heika', ['De Heikant'], 'with the article before without it'],
  ])('%s: %j (%s)', async (written, found) => {
    expect(await cutOff(written)).toEqual(found);
  });
}); // biome-ignore format: a table

describe('StreetNames.sharing', () => {
  /** The names in the place of these, the first of which another place has, too, and in the whole country. */
  async function sharing(written: string): Promise<{ readonly inPlace: readonly string[]; readonly anywhere: number }> {
    const names = ['Vincent van Goghstraat', 'Goghlaan', 'Heideweg', 'Van Gogh Pad'];
    const { index } = await openRegister<'nl'>(dutchPlaces({ Beek: names, Donk: ['Vincent van Goghstraat'] }));
    const [from, to] = index.areas.childrenOf('place', 0);
    const [typed, compared] = [readStreet('nl', written)!, new StreetNames(index)];
    const inPlace = [...compared.sharing(typed, ampleSteps(), from, to).keys()];
    return {
      inPlace: inPlace.map((street) => index.streets.nameOf(street)),
      anywhere: compared.sharing(typed, ampleSteps()).size,
    };
  }

  it.each<[written: string, inPlace: readonly string[], anywhere: number, why: string]>([
    ['V. van Goghstraat', ['Vincent van Goghstraat'], 2, 'an initial'],
    ['Goghstraat van', ['Vincent van Goghstraat'], 2, 'words in another order'],
    ['Theo van Goghstraat', [], 0, 'another first name'],
    ['van', [], 0, 'a little word says nothing'],
  ])('%s: %j, %i (%s)', async (written, inPlace, anywhere) => {
    expect(await sharing(written)).toEqual({ inPlace, anywhere });
  });
});

describe('StreetNames.compare', () => {
  it('takes no alias without a first name for the street of another person', async () => {
    const { gazetteer, ...register } = dutchPlaces({ Beek: ['Adolf Bouvartstraat'] });
    const streets = gazetteer.streets.map((street) => ({ ...street, aliases: [{ name: 'Bouvartstraat' }] }));
    const { index } = await openRegister<'nl'>({ ...register, gazetteer: { ...gazetteer, streets } });
    const edits = (written: string): number => new StreetNames(index).compare(0, readStreet('nl', written)!).edits;
    expect(edits('Bouvartstraat')).toBe(0);
    expect(edits('A. Bouvartstraat')).toBeLessThan(1);
    expect(edits('Frans Bouvartstraat')).toBe(ANOTHER_PERSON);
  });

  it('takes the alias as it is written, even if it is of another person than the name', async () => {
    const { gazetteer, ...register } = dutchPlaces({ Beek: ['Adolf Bouvartstraat'] });
    const streets = gazetteer.streets.map((street) => ({ ...street, aliases: [{ name: 'Frans Bouvartstraat' }] }));
    const { index } = await openRegister<'nl'>({ ...register, gazetteer: { ...gazetteer, streets } });
    expect(new StreetNames(index).compare(0, readStreet('nl', 'Frans Bouvartstraat')!).edits).toBe(0);
  });
});

describe('StreetNames.named', () => {
  it('takes a letter with a full stop for no article', async () => {
    const { index } = await openRegister<'nl'>(
      dutchPlaces({ Beek: ['Molenstraat', 'Slinke Molenstraat', "'s Herenstraat"] }),
    );
    const named = (written: string): readonly string[] =>
      [...new StreetNames(index).named(readStreet('nl', written)!).keys()].map((street) =>
        index.streets.nameOf(street),
      );
    expect(named("'s Molenstraat")).toEqual(['Molenstraat']);
    expect(named('S. Molenstraat')).toEqual([]);
    expect(named('S. Herenstraat')).toEqual(["'s Herenstraat"]);
  });
});
