import { describe, expect, it } from 'vitest';
import { Geocoder } from '../../src/batch/geocoder.ts';
import { COUNTRIES } from '../../src/model/country.ts';
import { CUT, isOnlyWhere, type NamedPlace, PlaceNames } from '../../src/search/place-names.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { editLimit } from '../../src/text/edit-distance.ts';
import { editDistance } from '../support/edit-distance.ts';
import { mistype } from '../support/mistype.ts';
import { fold } from '../support/oracle-folding.ts';
import { Random } from '../support/random.ts';
import { randomRegister } from '../support/random-input.ts';
import { openRegister, type SmallRegister } from '../support/small-register.ts';
import { addressesFrom, belgianTown, dutchPlaces, dutchTown } from '../support/towns.ts';

const KINDS = ['municipality', 'place', 'province'] as const;

/** Every area with the names that it goes by, folded: its own, and aliases. */
function areasByHand(
  index: CountryIndex,
): { readonly area: string; readonly own: string[]; readonly aliases: string[] }[] {
  return KINDS.flatMap((kind) =>
    index.areas.all(kind).map(({ names, aliases = [] }, ordinal) => ({
      area: `${kind} ${ordinal}`,
      own: Object.values(names).map(fold),
      aliases: aliases.map(({ name }) => fold(name)),
    })),
  );
}

const shown = (places: readonly NamedPlace[]): string[] =>
  places.map(({ kind, ordinal }) => `${kind} ${ordinal}`).sort();

describe.each(COUNTRIES)('PlaceNames of random registers, %s', (country) => {
  it('finds every area by each of its names, and nothing else by it', async () => {
    let aliases = 0;
    for (const seed of [1, 2, 3, 4]) {
      const { index } = await openRegister(randomRegister(country, seed));
      const names = new PlaceNames(index);
      const areas = areasByHand(index);
      for (const key of new Set(areas.flatMap(({ own, aliases: others }) => [...own, ...others]))) {
        const expected = areas.filter(({ own, aliases: others }) => own.includes(key) || others.includes(key));
        expect(shown(names.named(key)), key).toEqual(expected.map(({ area }) => area).sort());
        for (const { kind, ordinal, isAlias, edits, from, to } of names.named(key)) {
          const area = areas.find((each) => each.area === `${kind} ${ordinal}`)!;
          expect(isAlias).toBe(!area.own.includes(key));
          if (isAlias) aliases++;
          expect(edits).toBe(0);
          for (let street = 0; street < index.streets.length; street++) {
            const place = index.streets.placeOf(street);
            const municipality = index.areas.at('place', place).parent;
            const province = index.areas.at('municipality', municipality).parent;
            const isInside = { place, municipality, province }[kind] === ordinal;
            expect(street >= from && street < to, `${key} street ${street}`).toBe(isInside);
          }
        }
      }
    }
    expect(aliases).toBeGreaterThan(0);
  });

  it('finds for a mistyped name the areas with the fewest letters wrong, of those that may be wrong', async () => {
    let [found, none] = [0, 0];
    for (const seed of [1, 2, 3]) {
      const { index } = await openRegister(randomRegister(country, seed));
      const names = new PlaceNames(index);
      const areas = areasByHand(index);
      const random = new Random(seed);
      for (let i = 0; i < 150; i++) {
        const { own } = random.pick(areas);
        let written = mistype(random.pick(own), random);
        if (random.chance(0.5)) written = mistype(written, random);
        const key = fold(written);
        if (key === '' || names.namedAsWritten(key).length > 0) continue;
        const compact = key.replaceAll(' ', '');
        const limit = Math.min(2, editLimit(compact.length));
        const keys = areas.map(({ area, own: own_, aliases }) => ({
          area,
          edits: Math.min(
            ...[...own_, ...aliases].filter(Boolean).map((each) => editDistance(compact, each.replaceAll(' ', ''))),
          ),
        }));
        const least = Math.min(...keys.map(({ edits }) => edits));
        const answer = names.find(key).filter(({ edits }) => edits !== CUT);
        // A Dutch place is called with its province too, and any with its abbreviations written out, which areasByHand does not do: what is nearer then has one.
        if (answer.some(({ edits }) => edits < least)) {
          expect(country === 'nl' || /\b\w{1,4}\b/.test(key), key).toBe(true);
          continue;
        }
        const expected = least > limit ? [] : keys.filter(({ edits }) => edits === least).map(({ area }) => area);
        expect([...new Set(shown(answer))], key).toEqual(expected.sort());
        for (const { edits } of answer) expect(edits).toBe(Math.max(1, least));
        if (expected.length > 0) found++;
        else none++;
      }
    }
    expect(found).toBeGreaterThan(50);
    expect(none).toBeGreaterThan(0);
  });

  it('finds for a name that is cut off the places and municipalities whose own names begin so, and no province', async () => {
    let found = 0;
    for (const seed of [1, 2, 3]) {
      const { index } = await openRegister(randomRegister(country, seed));
      const names = new PlaceNames(index);
      const areas = areasByHand(index);
      for (const key of areas.flatMap(({ own }) => own.map((name) => name.slice(0, -3).trim()))) {
        const answer = names.find(key);
        const [cut, similar] = [true, false].map((isCut) => answer.filter(({ edits }) => (edits === CUT) === isCut));
        if (cut!.length === 0) continue;
        const beginning = areas.filter(({ own }) => own.some((name) => name.startsWith(key)));
        // One that is spelled nearly so is found as that.
        const isNew = (area: string): boolean => !area.startsWith('province') && !shown(similar!).includes(area);
        const expected = beginning.map(({ area }) => area).filter(isNew);
        expect([...new Set(shown(cut!))], key).toEqual(expected.sort());
        expect(key.replaceAll(' ', '').length).toBeGreaterThanOrEqual(5);
        found++;
      }
    }
    expect(found).toBeGreaterThan(10);
  });
});

it('finds the place whose name is cut off beside another that is spelled nearly so', async () => {
  const { index } = await openRegister<'nl'>(
    dutchPlaces({ Bergen: ['Brink'], Bergeijk: ['Brink'], Bladel: ['Brink'] }),
  );
  const placesOf = (cut: boolean): string[] =>
    new PlaceNames(index)
      .find('bergei')
      .filter(({ edits }) => (edits === CUT) === cut)
      .map(({ kind, ordinal }) => Object.values(index.areas.at(kind, ordinal).names)[0]!);
  expect([placesOf(false), placesOf(true)]).toEqual([['Bergen'], ['Bergeijk']]);
});

it.each<readonly [text: string, status: string, place: string]>([
  // The first word by a letter or two.
  ['Courante 1, N. Vennep', 'corrected', 'Nieuw-Vennep'],
  ['Courante 1, Nw. Vennep', 'exact', 'Nieuw-Vennep'],
  ['Courante 1, te Vennep', 'street', 'Nieuw-Vennep'],
  // Another place is called just so: what the street tells.
  ['Braamberg 1, Nieuwerkerk', 'corrected', 'Nieuwerkerk aan den IJssel'],
  ['Kerkstraat 1, Nieuwerkerk', 'exact', 'Nieuwerkerk'],
  ['Sluis 1, Zand', 'corrected', "'t Zand"],
  ['Oever 1, Zand', 'exact', 'Zand'],
  ['Linde 1, Brecht', 'corrected', 'Bregt'],
  ['Eik 1, Brecht', 'exact', 'Brecht'],
  // No other number, no other postcode, and nothing left over.
  ['Braamberg 7, Nieuwerkerk', 'place', 'Nieuwerkerk'],
  ['Braamberg 1, 1234 AB Nieuwerkerk', 'place', 'Nieuwerkerk'],
  ['Piet Braamberg 1, Nieuwerkerk', 'place', 'Nieuwerkerk'],
  ['Braamberg 1, Nieuwerkerk-Zeeland', 'street', 'Nieuwerkerk aan den IJssel'],
])('%s is %s, in %s: a place may be shortened to the name of another', async (text, status, place) => {
  const { index } = await openRegister(
    dutchPlaces({
      'Nieuw-Vennep': ['Courante'],
      Nieuwerkerk: ['Kerkstraat'],
      'Nieuwerkerk aan den IJssel': ['Braamberg'],
      Zand: ['Oever'],
      "'t Zand": ['Sluis'],
      Brecht: ['Eik'],
      Bregt: ['Linde'],
    }),
  );
  const match = new Geocoder([index]).match({ text });
  const [street = index.streets.streetOf(match.addresses[0] ?? 0)] = match.streets;
  const found = match.place ?? index.streets.placeOf(street);
  expect([match.status, index.areas.at('place', found).names.nl]).toEqual([status, place]);
});

describe('what people add to the name of a place and leave out of it', () => {
  const BRACKETS: SmallRegister = {
    country: 'nl',
    gazetteer: {
      regions: [],
      provinces: [{ id: 1, names: { nl: 'Gelderland' } }],
      municipalities: [{ id: 1, names: { nl: 'Bronckhorst' }, province: 0 }],
      places: [
        { id: 1, names: { nl: 'Hengelo (Gld)' }, municipality: 0 },
        { id: 2, names: { nl: 'Vorden' }, municipality: 0 },
        { id: 3, names: { nl: 'Vorden (Oost)' }, municipality: 0 },
        { id: 4, names: { nl: 'Kootwijk' }, municipality: 0 },
        { id: 5, names: { nl: 'Capelle aan den IJssel' }, municipality: 0 },
        { id: 6, names: { nl: '2e Broek' }, municipality: 0 },
        { id: 7, names: { nl: 'Well Gld' }, municipality: 0 },
        { id: 8, names: { nl: 'Son en Breugel' }, municipality: 0 },
        { id: 9, names: { nl: 'Oud en Nieuw' }, municipality: 0 },
        { id: 10, names: { nl: 'Kerk-Avezaath' }, municipality: 0 },
        { id: 11, names: { nl: 'Kap-Avezaath' }, municipality: 0 },
        { id: 12, names: { nl: 'Santpoort-Noord' }, municipality: 0 },
      ],
      streets: Array.from({ length: 12 }, (_, i) => i).map((place) => ({
        id: place + 1,
        names: { nl: 'Brink' },
        place,
      })),
    },
    addresses: addressesFrom(
      1,
      Array.from({ length: 12 }, (_, street) => ({ street, postcode: '7255AA' })),
    ),
  };

  it('are, by a part of a double name, also what begins with it', async () => {
    const { index } = await openRegister(
      dutchPlaces({ 'Sprang-Capelle': ['Kerkstraat'], 'Capelle aan den IJssel': ['Braamberg'], Kampen: ['Braamberg'] }),
    );
    const meant = new PlaceNames(index).namedAsWritten('capelle');
    expect(meant.map(({ ordinal, edits }) => [index.areas.at('place', ordinal).names.nl, edits])).toEqual([
      ['Sprang-Capelle', 0],
      ['Capelle aan den IJssel', CUT],
    ]);
    const { status, streets, addresses } = new Geocoder([index]).match({ text: 'Braamberg 1, Capelle' });
    const street = streets[0] ?? index.streets.streetOf(addresses[0]!);
    expect([status, index.areas.at('place', index.streets.placeOf(street)).names.nl]).toEqual([
      'corrected',
      'Capelle aan den IJssel',
    ]);
  });

  it.each<readonly [written: string, place: string | undefined, isAsWritten: boolean, why: string]>([
    ['Hengelo (Gld)', 'Hengelo (Gld)', true, 'as the register has it'],
    ['Hengelo', 'Hengelo (Gld)', true, 'without what is in brackets'],
    ['Vorden', 'Vorden', true, 'the brackets of another place make it no Vorden'],
    ['Vorden Gld', 'Vorden', true, 'with its province, abbreviated'],
    ['Vorden Gelderland', 'Vorden', true, 'with its province'],
    ['Vorden Ge', 'Vorden', true, 'in two letters'],
    ['Gld', undefined, true, 'an abbreviated province by itself is no place'],
    ['Vorden Ov', undefined, true, 'with another province'],
    ['Kootwyk', 'Kootwijk', true, 'y for ij'],
    ['Capelle a.d. IJssel', 'Capelle aan den IJssel', true, 'usual abbreviations'],
    ['Tweede Broek', '2e Broek', true, 'a numeral written out'],
    ['Well (Ge)', 'Well Gld', true, 'another abbreviation of its province than the register has'],
    ['Well', 'Well Gld', true, 'without its province'],
    ['Breugel', 'Son en Breugel', true, 'one of two names that were joined'],
    ['Oud', undefined, true, 'a word that is no name'],
    ['Avezaath', undefined, true, 'a part of two names'],
    ['Vorden Zuidoost', 'Vorden', true, 'a part of the town that is called by where it lies'],
    ['Vorden Z.O.', 'Vorden', true, 'the same in letters'],
    ['Santpoort-Noord', 'Santpoort-Noord', true, 'the same, where it is a place by itself'],
    ['Capelle/IJssel', 'Capelle aan den IJssel', true, 'its little words left out'],
    ['Capelle den', undefined, true, 'a little word at the end'],
    ['Kootwjk', 'Kootwijk', false, 'a letter left out'],
    ['Kootweik', 'Kootwijk', false, 'two letters for one sound'],
    ['Vor den', 'Vorden', false, 'in two words'],
    ['Capele a/d IJssel', 'Capelle aan den IJssel', false, 'a letter left out beside an abbreviation'],
    ['Vodren Zuid', 'Vorden', false, 'two letters turned before a part of the town'],
  ])('%s is %s (%s, %s)', async (written, place, isAsWritten) => {
    const { index } = await openRegister(BRACKETS);
    const names = new PlaceNames(index);
    const key = fold(written);
    const nameOf = (places: readonly NamedPlace[]): (string | undefined)[] =>
      places.filter((each) => !isOnlyWhere(each)).map(({ kind, ordinal }) => index.areas.at(kind, ordinal).names.nl);
    expect(nameOf(names.namedAsWritten(key))).toEqual(isAsWritten && place !== undefined ? [place] : []);
    if (place !== undefined) expect(nameOf(names.find(key))).toEqual([place]);
    if (!isAsWritten) expect(names.find(key).map(({ edits }) => edits)).toEqual([1]);
    expect(nameOf(names.find(key))).toEqual(nameOf(names.find(key)));
  });

  it('knows the province as a place of last resort, and says so', async () => {
    const { index } = await openRegister(BRACKETS);
    expect(new PlaceNames(index).named('gelderland')).toMatchObject([{ kind: 'province', edits: 0, isAlias: false }]);
  });

  it('knows a place in each of its languages, and by its alias as an alias', async () => {
    const belgian = new PlaceNames((await belgianTown()).index);
    expect(shown(belgian.named('brussel'))).toEqual(shown(belgian.named('bruxelles')));
    const brussels = belgian.named('brussel');
    expect(brussels.filter(({ kind }) => kind !== 'province').every(({ isAlias }) => !isAlias)).toBe(true);
    // All of its region is called so, as an alias: 1060 Bruxelles.
    expect(brussels.filter(({ kind }) => kind === 'province')).toMatchObject([{ ordinal: 0, isAlias: true, edits: 0 }]);
    expect(belgian.named('antwerpen').map(({ kind, isAlias }) => `${kind} ${isAlias}`)).toEqual([
      'municipality false',
      'place false',
      'province false',
    ]);
    const dutch = new PlaceNames((await dutchTown()).index);
    expect(dutch.named('domstad')).toMatchObject([{ kind: 'place', isAlias: true, edits: 0 }]);
    expect(dutch.named('')).toEqual([]);
    expect(dutch.named('nergens')).toEqual([]);
  });

  it('knows how many words the longest name has, at most six', async () => {
    const { index } = await openRegister(BRACKETS);
    // Capelle aan den IJssel, with its province.
    expect(new PlaceNames(index).longestName).toBe(5);
  });
});
