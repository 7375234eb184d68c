import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import { type Interpretation, interpret, isName } from '../../src/search/interpretations.ts';
import { NameMatcher } from '../../src/search/name-matcher.ts';
import { findNumbers, findPostcodes } from '../../src/search/spans.ts';
import { buildTokenGraph } from '../../src/search/token-graph.ts';
import { textOf, tokenize } from '../../src/text/tokens.ts';
import { ampleSteps } from '../support/ample-steps.ts';
import { belgianTown, dutchTown } from '../support/towns.ts';

/** The ways to read a text, each as `street | number | postcode | areas | words left out`. */
async function readingsOf(country: Exclude<Country, 'lu'>, text: string, mostIgnored: number): Promise<string[]> {
  const { index } = await { nl: dutchTown, be: belgianTown }[country]();
  const source = tokenize(text, 24);
  const graph = buildTokenGraph(country, source.tokens);
  const found = interpret(
    {
      words: graph.words,
      streets: new NameMatcher(index.names.streets, graph),
      areas: new NameMatcher(index.names.areas, graph),
      numbers: findNumbers(country, source),
      postcodes: findPostcodes(index, source).filter(({ first, end }) => first < end),
      isAfterBreak: (word: number): boolean => source.tokens[word]!.isAfterBreak,
    },
    mostIgnored,
    ampleSteps(),
  );
  const written = (span: { from: number; to: number } | undefined): string =>
    span === undefined ? '-' : textOf(source, span.from, span.to);
  return found.map(({ street, number, postcode, areas, unmatched }: Interpretation) =>
    [
      written(street),
      written(number),
      written(postcode),
      areas.map(written).join(' in ') || '-',
      ...(unmatched.length > 0 ? [`without ${unmatched.map((word) => graph.words[word]).join(' ')}`] : []),
    ].join(' | '),
  );
}

describe('interpret', () => {
  it.each<readonly [country: Exclude<Country, 'lu'>, text: string, mostIgnored: number, first: string, why: string]>([
    ['nl', 'utrecht kerkstraat 2', 0, 'kerkstraat | 2 | - | utrecht', 'area, street, number'],
    ['nl', 'kerkstraat 2 utrecht', 0, 'kerkstraat | 2 | - | utrecht', 'street, number, area'],
    ['nl', '2 kerkstraat utrecht', 0, 'kerkstraat | 2 | - | utrecht', 'the number first'],
    ['be', '16 rue de la loi bruxelles', 0, 'rue de la loi | 16 | - | bruxelles', 'the number before the street'],
    ['be', 'bruxelles rue de la loi 16', 0, 'rue de la loi | 16 | - | bruxelles', 'the area first'],
    ['be', 'wetstraat 16, 1000 brussel', 0, 'wetstraat | 16 | 1000 | brussel', 'with a postcode'],
    ['nl', '1381EA 6', 0, '- | 6 | 1381EA | -', 'postcode and number'],
    ['nl', 'weesp', 0, '- | - | - | weesp', 'an area alone'],
    ['nl', 'kerkstraat blauw 2 utrecht', 1, 'kerkstraat | 2 | - | utrecht | without blauw', 'a word left out'],
    [
      'nl',
      'vroquamlaan 2 utrecht',
      2,
      '- | - | - | utrecht | without vroquamlaan 2',
      'the place behind an unknown street',
    ],
    [
      'nl',
      'winkel 2 kerkstraat utrecht',
      1,
      'kerkstraat | 2 | - | utrecht | without winkel',
      'but a street behind a number',
    ],
  ])('%s: %s, leaving out at most %d, is %s (%s)', async (country, text, mostIgnored, first) => {
    expect((await readingsOf(country, text, mostIgnored))[0]).toBe(first);
  });

  it('has no way to read words that nothing is called, unless it may leave them out', async () => {
    expect(await readingsOf('nl', 'kerkstraat blauw 2 utrecht', 0)).toEqual([]);
    expect(await readingsOf('nl', 'blauw', 1)).toEqual([]);
  });

  it('does not leave out the number beside the street for one after the town', async () => {
    const readings = await readingsOf('be', 'wetstraat 16, 1000 brussel 13', 1);
    expect(readings).toContain('wetstraat | 16 | 1000 | brussel | without 13');
    expect(readings.filter((reading) => reading.startsWith('wetstraat | 13'))).toEqual([]);
  });

  it('gives at most 48 ways, fewest words left out first', async () => {
    const readings = await readingsOf('nl', 'kerk weg kerkstraat 1 2 3 utrecht weesp', 3);
    expect(readings.length).toBeGreaterThan(1);
    expect(readings.length).toBeLessThanOrEqual(48);
    const leftOut = readings.map(
      (reading) => (reading.split(' | without ')[1] ?? '').split(' ').filter(Boolean).length,
    );
    expect(leftOut).toEqual([...leftOut].sort((a, b) => a - b));
  });
});

describe('isName', () => {
  it.each([
    ['kerk', true],
    ['weg', false],
    ['1234', false],
    ['2e', false],
  ])('%s: %s', (word, expected) => {
    expect(isName(word)).toBe(expected);
  });
});
