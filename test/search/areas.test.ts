import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../src/model/country.ts';
import { areaOf, areasBeginning, costOfArea, isBetterName } from '../../src/search/areas.ts';
import { nameKey } from '../support/oracle-folding.ts';
import { Random } from '../support/random.ts';
import { randomRegister } from '../support/random-input.ts';
import { openRegister } from '../support/small-register.ts';
import { dutchTown } from '../support/towns.ts';

const KINDS = ['place', 'municipality', 'province'] as const;

describe.each(COUNTRIES)('areas of random registers, %s', (country) => {
  it('are found by the beginning of any word of a name, as reading every name finds them', async () => {
    let [found, none] = [0, 0];
    for (const seed of [1, 2, 3, 4]) {
      const { index } = await openRegister(randomRegister(country, seed));
      const random = new Random(seed);
      for (let i = 0; i < 150; i++) {
        // A place or a province that is called as an area around it is found by that one alone.
        const kind = 'municipality';
        const areas = index.areas.all(kind);
        const { names, aliases = [] } = random.pick(index.areas.all(random.pick(KINDS)));
        const words = nameKey(random.pick([...Object.values(names), ...aliases.map(({ name }) => name)])).split(' ');
        const rest = words.slice(random.between(0, words.length - 1)).join(' ');
        const key = rest.slice(0, random.between(1, rest.length)).trim();
        const beginsWord = (name: string): boolean => ` ${nameKey(name)}`.includes(` ${key}`);
        const expected = areas.flatMap(({ names: own, aliases: others = [] }, ordinal) =>
          [...Object.values(own), ...others.map(({ name }) => name)].some(beginsWord) ? [ordinal] : [],
        );
        const answer = areasBeginning(index, kind, key);
        expect(
          [...answer.keys()].sort((a, b) => a - b),
          `${kind} ${key}`,
        ).toEqual(expected);
        for (const [ordinal, { language }] of answer) {
          const { names: own, aliases: others = [] } = areas[ordinal]!;
          const shown = language === undefined ? others.map(({ name }) => name) : [own[language]!];
          expect(shown.some(beginsWord), key).toBe(true);
        }
        if (expected.length > 0) found++;
        else none++;
      }
    }
    expect(found).toBeGreaterThan(100);
    expect(none).toBeGreaterThan(10);
  });

  it('reach over exactly the places and streets that lie in them', async () => {
    const { index } = await openRegister(randomRegister(country, 5));
    for (const kind of KINDS) {
      index.areas.all(kind).forEach((_, ordinal) => {
        const { fromPlace, toPlace, fromStreet, toStreet } = areaOf(index, kind, ordinal).extent;
        for (let street = 0; street < index.streets.length; street++) {
          const place = index.streets.placeOf(street);
          const municipality = index.areas.at('place', place).parent;
          const province = index.areas.at('municipality', municipality).parent;
          const isInside = { place, municipality, province }[kind] === ordinal;
          expect(street >= fromStreet && street < toStreet).toBe(isInside);
          expect(place >= fromPlace && place < toPlace).toBe(isInside);
        }
      });
    }
  });
});

describe('costOfArea', () => {
  it('is less in the place that a municipality is called after, and in a smaller area', async () => {
    const { index } = await dutchTown();
    const ordinalOf = (kind: 'place' | 'municipality' | 'province', name: string): number =>
      index.areas.all(kind).findIndex(({ names }) => names.nl === name);
    const municipality = areaOf(index, 'municipality', ordinalOf('municipality', 'Utrecht'));
    const province = areaOf(index, 'province', ordinalOf('province', 'Utrecht'));
    const inTown = areaOf(index, 'place', ordinalOf('place', 'Utrecht'));
    const inVillage = areaOf(index, 'place', ordinalOf('place', 'Vleuten'));
    const [town, village] = [inTown.extent.fromStreet, inVillage.extent.fromStreet];
    expect(costOfArea(municipality, town)).toBe(costOfArea(inTown, town));
    expect(costOfArea(municipality, village)).toBeGreaterThan(costOfArea(inVillage, village));
    expect(costOfArea(province, village)).toBeGreaterThan(costOfArea(municipality, village));
    expect(costOfArea({ ...inTown, edits: 1 }, town)).toBeGreaterThan(costOfArea(inTown, town));
    expect(costOfArea({ ...inTown, aliases: 1 }, town)).toBeGreaterThan(costOfArea(inTown, town));
  });
});

describe('isBetterName', () => {
  it('prefers whole names to later words, own names to aliases, the official language to others', () => {
    const names = { fr: 'Bruxelles', nl: 'Brussel' };
    const best = [
      { isInner: false, language: 'fr' },
      { isInner: false, language: 'nl' },
      { isInner: false, language: undefined },
      { isInner: true, language: 'fr' },
      { isInner: true, language: 'nl' },
      { isInner: true, language: undefined },
    ] as const;
    best.forEach((a, i) => {
      best.forEach((b, j) => {
        expect(isBetterName(a, b, names), `${i} and ${j}`).toBe(i < j);
      });
    });
  });
});
