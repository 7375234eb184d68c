import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchedParts, matchedRanges } from '../../src/text/matched-parts.ts';

/** The texts with their marked parts in brackets. */
function marked(texts: readonly string[], typed: string): string[] {
  return matchedParts(texts, typed).map((parts) =>
    parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join(''),
  );
}

describe('The parts of a suggestion that match what was typed', () => {
  it.each([
    ['all of it at the beginning of a word', ['Rue de la Loi'], 'de la l', ['Rue [de la L]oi']],
    ['each word, where they stand apart', ['Rue de la Loi'], 'loi rue', ['[Rue] de la [Loi]']],
    ['not within a word', ['Kalverstraat'], 'straat', ['Kalverstraat']],
    ['without case and diacritics', ['Wéngertwee 16'], 'WENG 1', ['[Wéng]ertwee [1]6']],
    ['diacritics that were typed and are not there', ['Hotel'], 'hô', ['[Ho]tel']],
    ['after an apostrophe', ["Rue d'Arenberg"], 'aren', ["Rue d'[Aren]berg"]],
    ['a word once for each time it was typed', ['Grote Markt grote'], 'grote grote', ['[Grote] Markt [grote]']],
    [
      'in a later text only what no earlier one has',
      ['Loi 10', '1000 Bruxelles'],
      '10 loi 10',
      ['[Loi] [10]', '[10]00 Bruxelles'],
    ],
    ['a mistyped word, as far as it goes', ['Kalverstraat'], 'kelvers', ['[Kalvers]traat']],
    ['a mistyped word that is whole', ['Kinkerstraat 175'], 'kinkerstrat 175', ['[Kinkerstraat] [175]']],
    ['letters that were swapped', ['Grote Markt'], 'grote makrt', ['[Grote] [Markt]']],
    ['nothing for a word that is too far off', ['Kalverstraat'], 'kerkweg', ['Kalverstraat']],
    ['nothing for a short word that is mistyped', ['Dam 1'], 'dan', ['Dam 1']],
    ['nothing where nothing was typed', ['Loi'], '  ', ['Loi']],
  ])('are %s', (_, texts, typed, expected) => {
    expect(marked(texts, typed)).toEqual(expected);
  });

  it('are, with the others, the whole text, whatever is typed', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), text, (texts, typed) => {
        expect(matchedParts(texts, typed).map((parts) => parts.map((part) => part.text).join(''))).toEqual(texts);
      }),
    );
  });

  it('are offsets of the first text, the same as its marked parts', () => {
    expect(matchedRanges(['Rue de la Loi', 'Bruxelles'], 'loi rue brux')).toEqual([
      [0, 3],
      [10, 13],
    ]);
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(text, text, text, (first, second, typed) => {
        const shown = matchedParts([first, second], typed)[0]!.filter(({ isMatch }) => isMatch);
        const ranges = matchedRanges([first, second], typed);
        expect(ranges.map(([from, to]) => first.slice(from, to))).toEqual(shown.map((part) => part.text));
      }),
    );
  });
});
