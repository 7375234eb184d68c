import { describe, expect, it } from 'vitest';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { parseContext, resolveContext } from '../../src/query/context.ts';
import { listCandidates, suggestFeature } from '../../src/query/suggestions.ts';
import { namedCandidate, placeSizeOf, streetCandidate } from '../../src/search/candidates.ts';
import { costOf, NAME_MATCH, PERFECT, penaltyIn } from '../../src/search/cost.ts';
import { bestCandidates, type Candidate, compareCandidates } from '../../src/search/ranking.ts';
import { AREA_KINDS } from '../../src/store/area-table.ts';
import { Random } from '../support/random.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput, openRegister } from '../support/small-register.ts';
import { addressesFrom, belgianTown, dutchTown } from '../support/towns.ts';

describe.each<Country>(COUNTRIES)('in random registers of %s', (country) => {
  it('a candidate knows how many addresses it stands for, and its place has', async () => {
    for (let seed = 1; seed <= 3; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const { addresses, streets, areas, names } = index;
      const all = Array.from({ length: addresses.length }, (_, address) => streets.streetOf(address));
      const countOf = (isIn: (street: number) => boolean): number => all.filter(isIn).length;
      for (let street = 0; street < streets.length; street++) {
        const { size, placeSize } = streetCandidate(index, { street, language: undefined, cost: 0 });
        expect(size).toBe(countOf((each) => each === street));
        expect(placeSize).toBe(countOf((each) => streets.placeOf(each) === streets.placeOf(street)));
        expect(placeSizeOf(index, street)).toBe(placeSize);
      }
      for (let ordinal = 0; ordinal < names.streetGroupCount; ordinal++) {
        const members = names.streetsOf(ordinal).map(({ street }) => street);
        const feature = { kind: 'streetGroup', ordinal, language: 'nl', isInner: false } as const;
        expect(namedCandidate(index, feature, PERFECT).size).toBe(countOf((each) => members.includes(each)));
      }
      for (const kind of AREA_KINDS) {
        for (const ordinal of areas.all(kind).keys()) {
          const isIn = (street: number): boolean => {
            let at = streets.placeOf(street);
            for (const level of ['place', 'municipality', 'province', 'region'] as const) {
              if (level === kind) return at === ordinal;
              at = areas.at(level, at).parent;
            }
            return false;
          };
          const feature = { kind, ordinal, language: 'nl', isInner: false } as const;
          expect(namedCandidate(index, feature, PERFECT).size, `${kind} ${ordinal}`).toBe(countOf(isIn));
        }
      }
    }
  });

  it('every candidate has a suggestion whose context leads to it', async () => {
    const { index } = await openInput(randomInput(country, 1));
    const lengths = {
      house: index.addresses.length,
      street: index.streets.length,
      streetGroup: index.names.streetGroupCount,
      place: index.areas.all('place').length,
      municipality: index.areas.all('municipality').length,
      province: index.areas.all('province').length,
      region: index.areas.all('region').length,
    };
    for (const [kind, length] of Object.entries(lengths) as [Candidate['kind'], number][]) {
      for (let ordinal = 0; ordinal < length; ordinal++) {
        const { context } = suggestFeature(index, { kind, ordinal }, undefined);
        expect(resolveContext(index, parseContext(country, context))).toMatchObject({ kind, ordinal });
      }
    }
  });
});

describe('what a candidate costs', () => {
  it('is nothing for its whole name as typed', () => {
    expect(costOf(PERFECT)).toBe(0);
  });

  it('is more where it is found by another name, whatever else was counted', async () => {
    const { index } = await dutchTown();
    const feature = { kind: 'place', ordinal: 0, isInner: false } as const;
    const own = namedCandidate(index, { ...feature, language: 'nl' }, PERFECT);
    const alias = namedCandidate(index, { ...feature, language: undefined }, PERFECT);
    expect([own.cost, penaltyIn(alias.cost, 'aliases')]).toEqual([0, 1]);
    const counted = namedCandidate(index, { ...feature, language: undefined }, { ...PERFECT, aliases: 2 });
    expect(penaltyIn(counted.cost, 'aliases')).toBe(2);
  });

  it('is the penalties it was given, each by itself', async () => {
    const { index } = await dutchTown();
    const { cost } = namedCandidate(
      index,
      { kind: 'street', ordinal: 0, isInner: true, language: 'nl' },
      { ...PERFECT, edits: 2, changes: 3, names: 4, nameMatch: NAME_MATCH.innerBeginning },
    );
    const penalties = ['edits', 'changes', 'names', 'nameMatch', 'ignored', 'aliases'] as const;
    expect(penalties.map((penalty) => penaltyIn(cost, penalty))).toEqual([2, 3, 4, 3, 0, 0]);
  });
});

describe('a list of candidates', () => {
  it('is made a part at a time, in the language that was asked for, else in which it was found', async () => {
    const { index } = await belgianTown();
    const street = Array.from({ length: index.streets.length }, (_, i) => i).find(
      (each) => index.streets.nameOf(each, 'nl') === 'Wetstraat',
    )!;
    const candidates = (['nl', 'fr', undefined] as const).map((language) =>
      streetCandidate(index, { street, language, cost: 0 }),
    );
    const labels = (language?: 'nl' | 'fr'): string[] =>
      listCandidates(index, candidates, { language })
        .slice(0, 3)
        .map(({ label }) => label);
    expect(labels()).toEqual(['Wetstraat', 'Rue de la Loi', 'Rue de la Loi']);
    expect(labels('nl')).toEqual(['Wetstraat', 'Wetstraat', 'Wetstraat']);
    const list = listCandidates(index, candidates, {});
    expect([list.total, list.slice(1, 2).map(({ label }) => label)]).toEqual([3, ['Rue de la Loi']]);
  });

  it('says why each stands where it does, where that is asked for', async () => {
    const { index } = await dutchTown();
    const penalties = { ...PERFECT, edits: 1, nameMatch: NAME_MATCH.beginning };
    const candidate = namedCandidate(index, { kind: 'street', ordinal: 0, isInner: false, language: 'nl' }, penalties);
    const [plain] = listCandidates(index, [candidate], {}).slice(0, 1);
    const [explained] = listCandidates(index, [candidate], { explain: true }).slice(0, 1);
    expect(plain).not.toHaveProperty('explanation');
    expect(explained!.explanation).toHaveLength(2);
    expect(explained!.explanation![0]).toMatch(/fewest letters corrected/);
  });
});

it('a page of candidates is that of all in order, however many there are and are asked for', () => {
  const random = new Random(1);
  for (let round = 0; round < 300; round++) {
    const candidates = Array.from(
      { length: random.between(0, 120) },
      (): Candidate => ({
        kind: random.pick(['house', 'street', 'place'] as const),
        ordinal: random.between(0, 40),
        language: 'nl',
        cost: random.between(0, 3),
        isProposed: random.chance(0.1),
        isGroup: false,
        placeSize: random.between(0, 3),
        size: random.between(0, 3),
      }),
    );
    const count = random.between(0, 30);
    expect(bestCandidates(candidates, count)).toEqual([...candidates].sort(compareCandidates).slice(0, count));
  }
});

it('the beginning of what everybody calls a city precedes villages that begin so, the name of a former municipality does not', async () => {
  const everyday = { aliases: [{ name: 'Den Toren', language: 'nl' as const }] };
  const former = { aliases: [{ name: 'Den Tuin', language: 'nl' as const }] };
  const names = ["'s-Torenhage", 'Grootstad', 'Den Tol', 'Den Tulp'].map((nl) => ({ names: { nl } }));
  const large = Array.from({ length: 10_000 }, (_, i) => i + 1);
  const { lookup } = await openRegister<'nl'>({
    country: 'nl',
    gazetteer: {
      regions: [],
      provinces: [{ id: 1, names: { nl: 'Gewest' } }],
      municipalities: names.map((each, i) => ({ id: i + 1, ...each, ...[everyday, former][i], province: 0 })),
      places: names.map((each, i) => ({ id: i + 1, ...each, ...[everyday][i], municipality: i })),
      streets: names.map((_, place) => ({ id: place + 1, names: { nl: 'Kade' }, place })),
    },
    addresses: addressesFrom(
      1,
      [large, large, [1], [1]].flatMap((numbers, street) =>
        numbers.map((number) => ({ street, postcode: `${street + 1}000AA`, number })),
      ),
    ),
  });
  const first = (search: string): string[] =>
    (lookup.autocomplete({ search }) as Page<Suggestion>).results.slice(0, 2).map(({ label }) => label);
  expect(first('den to')).toEqual(["'s-Torenhage", 'Den Tol']);
  expect(first('den tu')).toEqual(['Den Tulp', 'Grootstad']);
});
