import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import { fold } from '../../src/text/fold.ts';
import {
  beginsLongForm,
  formsOf,
  isArticle,
  MAX_FORM_WORDS,
  spellingsOf,
  variantsOf,
} from '../../src/text/variants.ts';

const COUNTRIES: readonly Country[] = ['nl', 'be', 'lu'];

/** Pairs that stand for one another in both directions. */
const PAIRS: readonly (readonly [Country, string, string])[] = [
  ['nl', 'str', 'straat'],
  ['nl', 'st', 'sint'],
  ['nl', 'ln', 'laan'],
  ['nl', 'sngl', 'singel'],
  ['nl', 'pln', 'plein'],
  ['nl', 'burg', 'burgemeester'],
  ['nl', 'v d', 'van der'],
  ['nl', 'v d', 'van den'],
  ['nl', 'v', 'van'],
  ['nl', 't', 'het'],
  ['nl', '1e', 'eerste'],
  ['be', 'st', 'saint'],
  ['be', 'st', 'sankt'],
  ['be', 'ste', 'sainte'],
  ['be', 'av', 'avenue'],
  ['be', 'bd', 'boulevard'],
  ['be', 'ch', 'chaussee'],
  ['be', 'stwg', 'steenweg'],
  ['be', 'dr', 'docteur'],
  ['be', 'str', 'strasse'],
  ['lu', 'rte', 'route'],
  ['lu', 'imp', 'impasse'],
  ['lu', 'z a e', 'zone d activites economiques'],
  ['lu', 'zae', 'zone d activites economiques'],
];

describe('forms of words', () => {
  it.each(PAIRS)('%s: %s is %s, and the other way round', (country, short, long) => {
    expect(formsOf(country, short)).toContain(long);
    expect(formsOf(country, long)).toContain(short);
  });

  it('are several where an abbreviation stands for several words', () => {
    expect(formsOf('nl', 'st')).toEqual(expect.arrayContaining(['sint', 'saint', 'sankt', 'straat']));
  });

  it('are those of the country: nobody writes str for Straße in the Netherlands', () => {
    expect(formsOf('nl', 'str')).not.toContain('strasse');
    expect(formsOf('lu', 'ln')).toEqual([]);
  });

  it('are also those of the endings of compounds', () => {
    expect(formsOf('nl', 'kerkstr')).toContain('kerkstraat');
    expect(formsOf('nl', 'blekerssngl')).toContain('blekerssingel');
    expect(formsOf('be', 'gospertstr')).toEqual(expect.arrayContaining(['gospertstraat', 'gospertstrasse']));
    expect(formsOf('nl', 'kerkstraat')).toContain('kerkstr');
  });

  it('never contain the word itself, are folded, and no longer than the longest form', () => {
    for (const country of COUNTRIES) {
      for (const word of ['st', 'str', 'van', 'v d', 'zae', 'kerkstr', 'saint', 'pl', 'dr', 'ch', 'n d']) {
        const forms = formsOf(country, word);
        expect(forms).not.toContain(word);
        expect(new Set(forms).size).toBe(forms.length);
        for (const form of forms) {
          expect(fold(form)).toBe(form);
          expect(form.split(' ').length).toBeLessThanOrEqual(MAX_FORM_WORDS);
        }
      }
    }
  });

  it('of several words are looked for only behind words that can begin one', () => {
    expect(beginsLongForm('nl', 'v')).toBe(true);
    expect(beginsLongForm('nl', 'van')).toBe(true);
    expect(beginsLongForm('nl', 'kerk')).toBe(false);
    for (const [country, short, long] of PAIRS) {
      for (const form of [short, long]) {
        if (form.includes(' ')) expect(beginsLongForm(country, form.split(' ')[0]!), form).toBe(true);
      }
    }
  });
});

describe('spellings of words', () => {
  it('take ij and y for one another, also in beginnings', () => {
    expect(spellingsOf('nl', 'ruijterka')).toEqual(['ruyterka']);
    expect(spellingsOf('nl', 'ruyterka')).toEqual(['ruijterka']);
    expect(spellingsOf('nl', 'ysselst')).toEqual(['ijsselst']);
  });

  it('leave the y of diphthongs alone, and Luxembourg', () => {
    expect(spellingsOf('nl', 'bayern')).toEqual([]);
    expect(spellingsOf('lu', 'tyssen')).toEqual([]);
  });

  it('are variants beside the forms', () => {
    expect(variantsOf('nl', 'ijsselstr')).toEqual(expect.arrayContaining(['ijsselstraat', 'ysselstr']));
  });
});

describe('articles', () => {
  it.each(['de', 'het', 't', 's', 'la', 'l', 'd', 'die'])('%s is one', (word) => expect(isArticle(word)).toBe(true));
  it.each(['kerk', 'sur', 'sint', ''])('"%s" is none', (word) => expect(isArticle(word)).toBe(false));
});
