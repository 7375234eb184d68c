import { expect, it } from 'vitest';
import { dividedAtNumber, runsBeside, type Spans } from '../../src/search/street-runs.ts';
import { textOf, tokenize } from '../../src/text/tokens.ts';

const NONE = { from: 0, to: 0 };

/** What may be the street of a text whose number is its first word, with each other number in it. */
function spansOf(numbers: readonly number[]): Spans {
  const at = (from: number): Spans['number'] => ({ from, to: from + 1 });
  return {
    postcode: NONE,
    postcodes: [],
    number: at(0),
    numbers: [0, ...numbers].map(at),
    boxes: [],
    isAdditionPlace: false,
    place: { ...NONE, places: [] } as unknown as Spans['place'],
    places: [],
    names: [],
    streets: [],
  };
}

it.each<readonly [text: string, numbers: readonly number[], runs: string[], divided: string[][]]>([
  ['33, Keerbergenbroek 3 pers.', [2], ['Keerbergenbroek 3 pers'], [['Keerbergenbroek', '3 pers']]],
  ['6, Op den Heeden porte 3', [5], ['Op den Heeden porte 3'], [['Op den Heeden', 'porte 3']]],
  ['6, Op den Heeden 3', [4], ['Op den Heeden 3'], []],
  ['6, Rue Haute, Gent', [], ['Rue Haute', 'Gent'], []],
])('%s', (text, numbers, runs, divided) => {
  const source = tokenize(text, 24);
  const spans = spansOf(numbers);
  const shown = (some: readonly { readonly from: number; readonly to: number }[]): string[] =>
    some.map(({ from, to }) => textOf(source, from, to));
  expect(shown(runsBeside(source, spans))).toEqual(runs);
  expect(dividedAtNumber(source, spans).map(shown)).toEqual(divided);
});
