import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import { suggestFeature } from '../../src/query/suggestions.ts';
import { areaOf } from '../../src/search/areas.ts';
import { Collector } from '../../src/search/collector.ts';
import { interpret } from '../../src/search/interpretations.ts';
import { NameMatcher } from '../../src/search/name-matcher.ts';
import { compareCandidates } from '../../src/search/ranking.ts';
import { findNumbers, findPostcodes } from '../../src/search/spans.ts';
import { buildTokenGraph } from '../../src/search/token-graph.ts';
import { findCandidates } from '../../src/search/understand.ts';
import { tokenize } from '../../src/text/tokens.ts';
import { ampleSteps } from '../support/ample-steps.ts';
import { openRegister, type SmallRegister } from '../support/small-register.ts';
import { addressesFrom, belgianTown, dutchTown, luxembourgTown } from '../support/towns.ts';

interface Options {
  readonly isStrict?: boolean;
  /** The name of the municipality that everything must lie in. */
  readonly within?: string;
}

/** What the interpretations of a text lead to, `Kerkstraat 2: 3511AB Utrecht`, and where the number is not there what is nearest. */
async function collected(
  country: Country,
  text: string,
  { isStrict = false, within }: Options = {},
): Promise<{ found: string[]; nearest: string[] }> {
  const { index } = await { nl: dutchTown, be: belgianTown, lu: luxembourgTown }[country]();
  const source = tokenize(text, 16);
  const graph = buildTokenGraph(
    country,
    source.tokens.map(({ key }) => key),
  );
  const parts = {
    words: graph.words,
    streets: new NameMatcher(index.names.streets, graph),
    areas: new NameMatcher(index.names.areas, graph),
    numbers: findNumbers(country, source),
    postcodes: findPostcodes(index, source).filter(({ first, end }) => first < end),
    isAfterBreak: (word: number): boolean => source.tokens[word]!.isAfterBreak,
  };
  const ordinal = index.areas.all('municipality').findIndex(({ names }) => Object.values(names).includes(within ?? ''));
  const area = within === undefined ? undefined : areaOf(index, 'municipality', ordinal);
  const collector = new Collector(index, parts, { area });
  const [best] = interpret(parts, ampleSteps());
  const lines = (candidates: ReturnType<Collector['nearest']>): string[] =>
    [...candidates]
      .sort((a, b) => a.cost - b.cost || a.ordinal - b.ordinal)
      .map((candidate) => suggestFeature(index, candidate, candidate.language))
      .map(({ label, description }) => `${label}: ${description}`);
  const found = best === undefined ? [] : lines(collector.collect(best, isStrict));
  return { found, nearest: lines(collector.nearest()) };
}

describe('what the likeliest interpretation of a text leads to', () => {
  it.each<readonly [country: Country, text: string, found: readonly string[], why: string]>([
    ['nl', 'weesp', ['Weesp: municipality in Noord-Holland'], 'an area'],
    ['nl', 'weesp noord holland', ['Weesp: municipality in Noord-Holland'], 'an area in an area: the inner one'],
    [
      'nl',
      'kerkstraat utrecht',
      ['Kerkstraat: street in Utrecht', 'Kerkstraat: street in Vleuten'],
      'streets in an area',
    ],
    ['nl', 'kerkstraat 2 utrecht', ['Kerkstraat 2: 3511AB Utrecht'], 'a house in an area'],
    [
      'nl',
      'achterweg 1',
      ['Achterweg 1: 1381EC Weesp', 'Achterweg 1-1: 1381EC Weesp'],
      'the bare number and its suffixes',
    ],
    ['nl', '1381EC', ['Achterweg: street in Weesp', 'Voorweg: street in Weesp'], 'the streets of a postcode'],
    [
      'nl',
      '1381EC 1',
      ['Achterweg 1: 1381EC Weesp', 'Voorweg 1: 1381EC Weesp', 'Achterweg 1-1: 1381EC Weesp'],
      'houses of a postcode',
    ],
    ['nl', 'kerkstraat 1381EA', ['Kerkstraat: street in Weesp'], 'a street of a postcode'],
    ['nl', 'kerkstraat 1381EC', [], 'a street that the postcode does not have'],
    [
      'be',
      '1130 haren',
      ['Haren: place in Bruxelles, Région de Bruxelles-Capitale', 'Rue de l’Église: street in Haren'],
      'a postcode and its place: the place too',
    ],
    ['be', 'wetstraat 16', ['Wetstraat 16: 1000 Brussel'], 'a house with boxes is one answer'],
    ['lu', 'grand rue 1 clervaux', ['Grand-Rue 1: 9710 Clervaux'], 'a house in Luxembourg'],
  ])('%s: %s (%#)', async (country, text, expected, why) => {
    const { found } = await collected(country, text);
    expect(found, why).toEqual(expected);
  });

  it('stays within the area that everything must lie in', async () => {
    expect((await collected('nl', 'kerkstraat 1', { within: 'Utrecht' })).found).toEqual([
      'Kerkstraat 1: 3511AB Utrecht',
      'Kerkstraat 1: 3451AB Vleuten',
    ]);
    // The area itself is no answer within itself.
    expect((await collected('nl', 'utrecht', { within: 'Utrecht' })).found).not.toContain(
      'Utrecht: municipality in Utrecht',
    );
  });

  it('takes finished words for the whole name only where it is strict', async () => {
    const loose = (await collected('nl', 'weg naar utrecht')).found;
    const strict = (await collected('nl', 'weg naar utrecht', { isStrict: true })).found;
    expect(loose).toContain('Weg naar de Kerk: street in Utrecht');
    expect(strict).not.toContain('Weg naar de Kerk: street in Utrecht');
  });

  it('takes a kind of street before other words for no beginning of a name', async () => {
    expect((await collected('nl', 'weg utrecht')).found).not.toContain('Weg naar de Kerk: street in Utrecht');
    expect((await collected('nl', 'utrecht weg')).found).toContain('Weg naar de Kerk: street in Utrecht');
  });

  it.each(['Route de Namur 1, Jemeppe', 'Route de Namur 1, 5190 Jemeppe'])(
    'reads a name as one though an area has it, too: %s',
    async (search) => {
      const { lookup } = await openRegister<'be'>(ROADS_TO_NAMUR);
      const [first] = lookup.autocomplete({ search }).results;
      expect(first?.label).toBe('Rue de Namur 1');
    },
  );
});

describe('for a number that is not there', () => {
  it('there are the street and the numbers next to it', async () => {
    const { found } = await collected('nl', 'kerkstraat 19 utrecht');
    expect(found).toEqual(
      expect.arrayContaining([
        'Kerkstraat: street in Utrecht',
        'Kerkstraat 20: 3511AC Utrecht',
        'Kerkstraat 21 A: 3511AC Utrecht',
      ]),
    );
  });

  it('there is the street of the town before the number elsewhere in the canton whose name begins so, too', async () => {
    const { index } = await openRegister({
      country: 'lu',
      gazetteer: {
        regions: [],
        provinces: [{ id: 1, names: { fr: 'Boisville' } }],
        municipalities: [
          { id: 1, names: { fr: 'Boisville-sur-Lac' }, province: 0 },
          { id: 2, names: { fr: 'Champ' }, province: 0 },
        ],
        places: [
          { id: 1, names: { fr: 'Boisville-sur-Lac' }, municipality: 0 },
          { id: 2, names: { fr: 'Champ' }, municipality: 1 },
        ],
        streets: [
          { id: 1, names: { fr: 'Rue du Pont' }, place: 0 },
          { id: 2, names: { fr: 'Rue du Pont' }, place: 1 },
        ],
      },
      addresses: addressesFrom(1, [
        { street: 0, postcode: '4111', number: 1 },
        { street: 0, postcode: '4111', number: 3 },
        { street: 1, postcode: '4222', number: 2 },
      ]),
    });
    for (const place of ['Boisvil', 'Boisville-sur-Lac']) {
      const [first] = findCandidates(index, `Rue du Pont 2, ${place}`).sort(compareCandidates);
      expect(first, place).toMatchObject({ kind: 'street', ordinal: 0 });
    }
  });

  it('there is nothing nearest where the number is there', async () => {
    expect((await collected('nl', 'kerkstraat 2 utrecht')).nearest).toEqual([]);
  });
});

/** A town in the province of Namur, with a street of that name. */
const ROADS_TO_NAMUR: SmallRegister = {
  country: 'be',
  gazetteer: {
    regions: [{ id: 3000, names: { fr: 'Région wallonne' } }],
    provinces: [{ id: 92, names: { fr: 'Namur' }, region: 0 }],
    municipalities: [{ id: 92_140, names: { fr: 'Jemeppe' }, province: 0 }],
    places: [{ id: 1, names: { fr: 'Jemeppe' }, municipality: 0 }],
    streets: [
      { id: 1, names: { fr: 'Rue de Namur' }, place: 0 },
      { id: 2, names: { fr: 'Route de Ham' }, place: 0 },
    ],
  },
  addresses: addressesFrom(1, [
    { street: 0, postcode: '5190' },
    { street: 1, postcode: '5190' },
  ]),
};
