import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import { type Interpretation, interpret } from '../../src/search/interpretations.ts';
import { NameMatcher } from '../../src/search/name-matcher.ts';
import { findNumbers, findPostcodes } from '../../src/search/spans.ts';
import { buildTokenGraph } from '../../src/search/token-graph.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { textOf, tokenize } from '../../src/text/tokens.ts';
import { ampleSteps } from '../support/ample-steps.ts';
import { openRegister } from '../support/small-register.ts';
import { belgianTown, dutchPlaces, dutchTown } from '../support/towns.ts';

/** The ways to read a text, each as `street | number | postcode | areas`. */
async function readingsOf(country: Exclude<Country, 'lu'>, text: string): Promise<string[]> {
  const { index } = await { nl: dutchTown, be: belgianTown }[country]();
  return readingsIn(index, text);
}

function readingsIn(index: CountryIndex, text: string): string[] {
  const { country } = index;
  const source = tokenize(text, 24);
  const graph = buildTokenGraph(
    country,
    source.tokens.map(({ key }) => key),
  );
  const found = interpret(
    {
      words: graph.words,
      streets: new NameMatcher(index.names.streets, graph),
      areas: new NameMatcher(index.names.areas, graph),
      numbers: findNumbers(country, source),
      postcodes: findPostcodes(index, source).filter(({ first, end }) => first < end),
    },
    ampleSteps(),
  );
  const written = (span: { from: number; to: number } | undefined): string =>
    span === undefined ? '-' : textOf(source, span.from, span.to);
  return found.map(({ street, number, postcode, areas }: Interpretation) =>
    [written(street), written(number), written(postcode), areas.map(written).join(' in ') || '-'].join(' | '),
  );
}

describe('interpret', () => {
  it.each<readonly [country: Exclude<Country, 'lu'>, text: string, first: string, why: string]>([
    ['nl', 'utrecht kerkstraat 2', 'kerkstraat | 2 | - | utrecht', 'area, street, number'],
    ['nl', 'kerkstraat 2 utrecht', 'kerkstraat | 2 | - | utrecht', 'street, number, area'],
    ['nl', '2 kerkstraat utrecht', 'kerkstraat | 2 | - | utrecht', 'the number first'],
    ['be', '16 rue de la loi bruxelles', 'rue de la loi | 16 | - | bruxelles', 'the number before the street'],
    ['be', 'bruxelles rue de la loi 16', 'rue de la loi | 16 | - | bruxelles', 'the area first'],
    ['be', 'wetstraat 16, 1000 brussel', 'wetstraat | 16 | 1000 | brussel', 'with a postcode'],
    ['nl', '1381EA 6', '- | 6 | 1381EA | -', 'postcode and number'],
    ['nl', 'weesp', '- | - | - | weesp', 'an area alone'],
  ])('%s: %s is %s (%s)', async (country, text, first) => {
    expect((await readingsOf(country, text))[0]).toBe(first);
  });

  it('takes words that an area and streets are called for the area first', async () => {
    const { index } = await openRegister(dutchPlaces({ Brink: ['Laan'], Dorp: ['Brink', 'Brinkhof'] }));
    expect(readingsIn(index, 'brink')).toEqual(['- | - | - | brink', 'brink | - | - | -']);
    expect(readingsIn(index, 'brink 1')).toEqual(['brink | 1 | - | -']);
  });

  it('has no way to read words that nothing is called', async () => {
    expect(await readingsOf('nl', 'kerkstraat blauw 2 utrecht')).toEqual([]);
    expect(await readingsOf('nl', 'blauw')).toEqual([]);
  });

  it('takes what is only a part of a name for no place that begins so, but while it is the last word', async () => {
    const { index } = await openRegister(
      dutchPlaces({ 'Den Hoek': ['Kerkstraat'], 'Sint Anna': ['Dorpsweg'], Oost: ['Laan'] }),
    );
    expect(readingsIn(index, 'den hoek kerkstraat 1')).toEqual(['kerkstraat | 1 | - | den hoek']);
    expect(readingsIn(index, 'den kerkstraat 1')).toEqual(['den kerkstraat | 1 | - | -']);
    expect(readingsIn(index, 'sint kerkstraat 1')).toEqual([]);
    expect(readingsIn(index, 'oost kerkstraat 1')).toEqual(['kerkstraat | 1 | - | oost']);
    expect(readingsIn(index, 'kerkstraat 1 den')).toEqual(['kerkstraat | 1 | - | den']);
  });

  it('needs a street or a postcode for a number', async () => {
    expect(await readingsOf('nl', 'utrecht 2')).toEqual([]);
  });

  it('gives at most 48 ways, fewest names first', async () => {
    const readings = await readingsOf('be', 'bruxelles haren rue de la loi 16 1000');
    expect(readings.length).toBeLessThanOrEqual(48);
    const names = readings.map((reading) => reading.split(' | ')[3]!.split(' in ').length);
    expect(names).toEqual([...names].sort((a, b) => a - b));
  });
});
