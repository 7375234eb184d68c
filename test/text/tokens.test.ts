import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../src/text/fold.ts';
import { keyOf, textOf, tokenize, withBlanksMended } from '../../src/text/tokens.ts';

/** The keys, a bar where a break is before one, a plus sign where it is glued to the one before it. */
function written(text: string): string {
  return tokenize(text, 16)
    .tokens.map(
      ({ key, isAfterBreak, start }, i, all) =>
        `${isAfterBreak ? '| ' : ''}${all[i - 1]?.end === start ? '+' : ''}${key}`,
    )
    .join(' ');
}

describe('tokenize', () => {
  it.each([
    ['Kerkstraat 12 A, 1381 CW Weesp', 'kerkstraat 12 a | 1381 cw weesp', 'a comma is a break'],
    ['Kerkstraat12', 'kerkstraat +12', 'a number glued to a street'],
    ['1012JS1', '1012js +1', 'a number glued to a postcode'],
    ['Grand-Rue16', 'grand rue +16', 'one glued to a short word'],
    ['Dam1', 'dam +1', 'of three letters'],
    ['12Rue Haute', '12 +rue haute', 'a name glued to a number'],
    ['12Bis, 1Ste, 12A', '12bis | 1ste | 12a', 'what belongs to the number is not'],
    ['Dorp: Kerkstraat', 'dorp | kerkstraat', 'a colon is a break'],
    ['N201', 'n201', 'the name of a road keeps its number'],
    ["'s-Gravenhage", 's gravenhage', 'apostrophes and hyphens separate words'],
    ['Rue de l’Église n° 12', 'rue de l eglise n 12', 'diacritics and a number sign'],
    ['Dorp - Kerkstraat', 'dorp | kerkstraat', 'a dash by itself is a break'],
    ['Kerkstraat 12 - 14', 'kerkstraat 12 14', 'a dash within a number is none'],
    [', Kerkstraat', 'kerkstraat', 'nothing is before the first word'],
    ['Dorp\nKerkstraat', 'dorp | kerkstraat', 'a line end is a break'],
    ['Weiherstraße ½', 'weiherstrasse 1 2', 'what Unicode takes apart'],
    ['№ 12', 'no 12', 'a sign that stands for letters'],
    ['', '', 'nothing'],
    ['…', '', 'signs alone'],
  ])('of %j: %s (%s)', (text, tokens) => {
    expect(written(text)).toBe(tokens);
  });

  it('reads at most the words that it is asked for', () => {
    expect(tokenize('a b c d', 2).tokens.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('has the keys of the folded text, but for glued numbers', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abcé ß,;-/12½№’\n'), maxLength: 40 });
    fc.assert(
      fc.property(text, (each) => {
        const { tokens } = tokenize(each, 100);
        const keys = tokens.map(({ key, start }, i) => (tokens[i - 1]?.end === start ? key : ` ${key}`)).join('');
        expect(keys.trim()).toBe(fold(each));
      }),
      { seed: 20261121, numRuns: 2000 },
    );
  });

  it('says where each token is in the text', () => {
    const source = tokenize('Rue Haute12, 1000 Bruxelles', 16);
    expect(textOf(source, 0, 3)).toBe('Rue Haute12');
    expect(textOf(source, 2, 3)).toBe('12');
    expect(textOf(source, 3, 5)).toBe('1000 Bruxelles');
    expect(textOf(source, 2, 2)).toBe('');
    expect(keyOf(source, 3, 5)).toBe('1000 bruxelles');
  });
});

describe('withBlanksMended', () => {
  it.each([
    ['Koningsplei n5, Zwolle', 'Koningsplein 5, Zwolle'],
    ['Ru eNeuve 12', 'Rue Neuve 12'],
    ['RueduPasteurNoir 5', 'Rue du Pasteur Noir 5'],
    ['RuedelaGare 12, Namur', 'Rue de la Gare 12, Namur'],
    ["Ruedel'Eglise 3", "Rue de l'Eglise 3"],
    ['AldeRykswei 1', 'Alde Rykswei 1'],
  ])('%s is %s', (written, expected) => {
    expect(withBlanksMended(written)).toBe(expected);
  });

  it.each([
    "Rue de l'Eglise 3",
    'Place McDonald 4',
    'Ruelle des Prés 5',
    'IJsselkade 3',
    'RUE DE LA GARE 3',
    'Rue Dubois 2',
  ])('leaves %s as it is', (written) => {
    expect(withBlanksMended(written)).toBe(written);
  });
});
