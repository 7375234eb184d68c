import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, wordStarts } from '../../src/text/fold.ts';

const CASES: readonly (readonly [text: string, folded: string, why: string])[] = [
  ['Kerkstraat', 'kerkstraat', 'lower case'],
  ["'s-Gravenhage", 's gravenhage', 'apostrophe and hyphen part words; none at the beginning'],
  ['’s‑Gravenhage', 's gravenhage', 'typographic apostrophe, non-breaking hyphen'],
  ["'t Zand", 't zand', 'an article in short'],
  ['Súdwest-Fryslân', 'sudwest fryslan', 'Frisian diacritics'],
  ['Chaussée d’Ixelles', 'chaussee d ixelles', 'French accents and apostrophe'],
  ['Esch-sur-Sûre', 'esch sur sure', 'hyphens of a French place name'],
  ['Weiherstraße 3–5', 'weiherstrasse 3 5', 'sharp s, en dash'],
  ['GROẞE STRAẞE', 'grosse strasse', 'capital sharp s'],
  ['Œuvre', 'oeuvre', 'a ligature that Unicode does not take apart'],
  ['Sint Jansŧraße', 'sint jansŧrasse', 'a letter without a plain form stays itself'],
  ['Ĳsselĳk', 'ijsselijk', 'the Dutch ligature, capital and small'],
  ['ﬁets', 'fiets', 'a ligature of typesetting'],
  ['Åkerstræde Øst', 'akerstraede ost', 'Scandinavian letters'],
  ['Łódźstraat', 'lodzstraat', 'a stroke is no combining mark'],
  ['İstanbul ıspanak', 'istanbul ispanak', 'Turkish dotted and dotless i'],
  ['Cafe\u0301', 'cafe', 'accents that are characters of their own'],
  ['½ m²', '1 2 m2', 'compatibility forms'],
  ['１２Ａ', '12a', 'full-width forms'],
  ['  Rue   de\tla\nGare  ', 'rue de la gare', 'runs of white space are one space, none at the ends'],
  ['Burg. v.d. Laan', 'burg v d laan', 'full stops'],
  ['Place (Haut)', 'place haut', 'brackets'],
  ['12,14/16', '12 14 16', 'punctuation between numbers'],
  ['京都通り', '京都通り', 'letters of other scripts stay'],
  ['', '', 'nothing'],
  [' - … ’ ', '', 'nothing but punctuation'],
  ['👋', '', 'a symbol is no letter'],
];

describe('fold', () => {
  it.each(CASES)('makes %j into %j: %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    // UTF-16 code units at will, halves of characters among them
    fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  );

  it('folds what is folded to itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { seed: 20260105, numRuns: 3000 },
    );
  });

  it('folds every single character of Unicode to itself when it is folded already', () => {
    const unstable: string[] = [];
    for (let code = 0; code <= 0x1ffff; code++) {
      const folded = fold(`a${String.fromCodePoint(code)}b`);
      if (fold(folded) !== folded) unstable.push(code.toString(16));
    }
    expect(unstable).toEqual([]);
  });

  it('gives letters, digits and single spaces alone, and no capitals', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(text)).toMatch(/^(?:[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)?$/u);
        expect(fold(text)).toBe(fold(text).toLowerCase());
      }),
      { seed: 20260106, numRuns: 1000 },
    );
  });

  it('folds characters one by one as it folds a whole text', () => {
    const codes = [...Array(0x250).keys(), ...Array.from({ length: 0x70 }, (_, i) => 0x2000 + i)];
    const texts = fc.array(fc.constantFrom(...codes), { maxLength: 10 });
    fc.assert(
      fc.property(texts, (characters) => {
        const text = String.fromCharCode(...characters);
        // A letter of another alphabet, for which the text is folded whole.
        expect(fold(text)).toBe(fold(`${text} 中`).slice(0, -1).trimEnd());
      }),
      { numRuns: 20_000 },
    );
  });

  it('folds a composed and a decomposed text alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
      }),
      { seed: 20260107, numRuns: 1000 },
    );
  });

  it('folds what has been typed of a name to the beginning of its key', () => {
    const letter = fc.constantFrom(...'abcÉéßŒœĲĳøß’-. (2½', 'e\u0301');
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 20 }), fc.nat(20), (letters, typed) => {
        expect(fold(letters.join('')).startsWith(fold(letters.slice(0, typed).join('')))).toBe(true);
      }),
      { seed: 20260115, numRuns: 1000 },
    );
  });

  it('takes halves of characters for punctuation', () => {
    expect(fold('a\ud800b\udc00')).toBe('a b');
  });
});

describe('wordStarts', () => {
  it('is where the words of a folded name begin', () => {
    expect(wordStarts('rue de la gare')).toEqual([0, 4, 7, 10]);
    expect(wordStarts('dam')).toEqual([0]);
  });
});
