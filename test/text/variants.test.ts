import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import { fold } from '../../src/text/fold.ts';
import {
  beginsLongForm,
  formsOf,
  isStreetType,
  isTypeEnding,
  lettersBetweenTypes,
  MAX_FORM_WORDS,
  provinceForms,
  romanNumeralsIn,
  spellingsOf,
  streetTypeOf,
  withOtherSound,
  withOtherType,
} from '../../src/text/variants.ts';

const COUNTRIES: readonly Country[] = ['nl', 'be', 'lu'];

/** Pairs that stand for one another in both directions. */
const PAIRS: readonly (readonly [Country, string, string])[] = [
  ['nl', 'str', 'straat'],
  ['nl', 'st', 'sint'],
  ['nl', 'ln', 'laan'],
  ['nl', 'sngl', 'singel'],
  ['nl', 'sgl', 'singel'],
  ['be', 'gal', 'general'],
  ['lu', 'pdt', 'president'],
  ['nl', 'pln', 'plein'],
  ['nl', 'burg', 'burgemeester'],
  ['nl', 'v d', 'van der'],
  ['nl', 'v d', 'van den'],
  ['nl', 'v', 'van'],
  ['nl', 't', 'het'],
  ['nl', '1e', 'eerste'],
  ['nl', '12e', 'twaalfde'],
  ['be', '12eme', 'douzieme'],
  ['be', 'xiie', 'douzieme'],
  ['nl', 'ii', 'tweede'],
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
    // As people type it: nobody looks for an O. where Oude is written.
    expect([formsOf('nl', 'o'), formsOf('nl', 'oude')]).toEqual([expect.arrayContaining(['oude', 'oost']), []]);
  });

  it('are also those of the endings of compounds', () => {
    expect(formsOf('nl', 'kerkstr')).toContain('kerkstraat');
    expect(formsOf('nl', 'blekerssngl')).toContain('blekerssingel');
    expect(formsOf('nl', 'maasblvd')).toContain('maasboulevard');
    expect(formsOf('be', 'gospertstr')).toEqual(expect.arrayContaining(['gospertstraat', 'gospertstrasse']));
    expect(formsOf('nl', 'kerkstraat')).toContain('kerkstr');
  });

  it('lead from a letter to its word, and not back where no register writes the letter', () => {
    expect(formsOf('nl', 'b')).toContain('bij');
    // A house by the Dam is not in a street of a person whose name begins with a B.
    expect(formsOf('nl', 'bij')).toEqual([]);
    expect(formsOf('be', 'q')).toContain('quai');
    expect(formsOf('be', 'quai')).not.toContain('q');
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

  it('have the y of diphthongs, too, as names do, but not in Luxembourg', () => {
    expect(spellingsOf('nl', 'steynstraat')).toEqual(['steijnstraat']);
    expect(spellingsOf('lu', 'tyssen')).toEqual([]);
  });

  it('take van der apart that is joined to a name, abbreviated or not', () => {
    expect(spellingsOf('nl', 'vdberg')).toEqual(['van der berg', 'van den berg', 'van de berg']);
    expect(spellingsOf('be', 'vandenberg')).toEqual(['van den berg']);
    expect(spellingsOf('be', 'vandevelde')).toEqual(['van de velde']);
    expect(spellingsOf('nl', 'vanderpek')).toEqual(['van der pek']);
    for (const word of ['vd', 'vdab', 'vanenburg', 'vandaag', 'voordeberg']) {
      expect(spellingsOf('nl', word), word).toEqual([]);
    }
    expect(spellingsOf('lu', 'vdberg')).toEqual([]);
  });

  it('are variants beside the forms', () => {
    expect([...formsOf('nl', 'ijsselstr'), ...spellingsOf('nl', 'ijsselstr')]).toEqual(
      expect.arrayContaining(['ijsselstraat', 'ysselstr']),
    );
  });
});

describe('Roman numerals', () => {
  it.each<readonly [words: string, digits: string]>([
    ['leopold ii laan', '2'],
    ['pius xii straat', '12'],
    ['place albert ier', '1'],
    ['karel v en ii', '5 2'],
    ['vijfde laan', ''],
    ['xiix', ''],
    ['', ''],
  ])('in "%s" are "%s"', (words, digits) => {
    expect(romanNumeralsIn(words.split(' '))).toBe(digits);
  });
});

describe('provinces', () => {
  it('are abbreviated after a place, in two letters only there', () => {
    expect(provinceForms('nl', 'gelderland')).toEqual(['gelderland', 'gld', 'gl', 'ge']);
    expect(provinceForms('nl', 'elders')).toEqual([]);
    expect(provinceForms('be', 'limburg')).toEqual([]);
    expect(formsOf('nl', 'gld')).toEqual(['gelderland']);
    expect(formsOf('nl', 'dr')).not.toContain('drenthe');
    expect(formsOf('be', 'nh')).toEqual([]);
  });
});

describe('kinds of streets', () => {
  it('are words by themselves in the languages that write them apart', () => {
    expect(isStreetType('be', 'rue')).toBe(true);
    expect(isStreetType('lu', 'rue')).toBe(true);
    expect(isStreetType('nl', 'rue')).toBe(false);
    expect(isStreetType('nl', 'plein')).toBe(true);
    expect(isStreetType('be', 'plein')).toBe(true);
    expect(isStreetType('lu', 'plein')).toBe(false);
    expect(isStreetType('be', 'muraille')).toBe(false);
  });

  it('end compounds in Dutch and German, with something before them', () => {
    expect(streetTypeOf('nl', 'kerkplein')).toBe('plein');
    expect(streetTypeOf('be', 'gospertstrasse')).toBe('strasse');
    expect(streetTypeOf('nl', 'plein')).toBeUndefined();
    expect(streetTypeOf('nl', 'spui')).toBeUndefined();
    expect(streetTypeOf('lu', 'kerkplein')).toBeUndefined();
    // The longer of two endings: a steenweg is no weg.
    expect(streetTypeOf('be', 'bergsteenweg')).toBe('steenweg');
    expect([isTypeEnding('plein'), isTypeEnding('kerkplein'), isTypeEnding('rue')]).toEqual([true, false, false]);
  });

  it('are two letters apart, and plein and plaats one, which mean the same', () => {
    expect(lettersBetweenTypes('plein', 'plaats')).toBe(1);
    expect(lettersBetweenTypes('plaats', 'plein')).toBe(1);
    expect(lettersBetweenTypes('straat', 'plein')).toBe(2);
    expect(lettersBetweenTypes('rue', 'route')).toBe(2);
  });

  it('are exchanged for every other one, and nothing else is', () => {
    expect(withOtherType('nl', 'kerkplaats')).toContainEqual({ text: 'kerkplein', edits: 1 });
    expect(withOtherType('nl', 'kerkplaats')).toContainEqual({ text: 'kerkstraat', edits: 2 });
    expect(withOtherType('be', 'rue')).toContainEqual({ text: 'route', edits: 2 });
    for (const word of ['kerkplaats', 'rue']) {
      expect(withOtherType('be', word).map(({ text }) => text)).not.toContain(word);
    }
    // Two letters before the kind of street are hardly a name, and other words have no kind.
    expect(withOtherType('nl', 'aalaan').length).toBe(0);
    expect(withOtherType('nl', 'spui')).toEqual([]);
    expect(withOtherType('nl', 'rue')).toEqual([]);
    // As far as it is typed.
    expect(withOtherType('nl', 'kerkplei', true)).toContainEqual({ text: 'kerkstraat', edits: 2 });
    expect(withOtherType('nl', 'kerkplei')).not.toContainEqual({ text: 'kerkstraat', edits: 2 });
  });

  it('writes one sound of a word in another way, as one wrong letter, in one place at a time', () => {
    const textsOf = (country: Country, word: string): string[] => {
      const found = withOtherSound(country, word);
      expect(found.every(({ edits }) => edits === 1)).toBe(true);
      return found.map(({ text }) => text);
    };
    expect(textsOf('nl', 'deikstraat')).toContain('dijkstraat');
    expect(textsOf('be', 'josef')).toContain('joseph');
    expect(textsOf('be', 'chatos')).toEqual(expect.arrayContaining(['chateaus', 'chataus', 'chatosch']));
    expect(textsOf('nl', 'rijndijk').filter((text) => text.includes('ei'))).toEqual(['reindijk', 'rijndeik']);
    // French vowels are no sounds of Dutch, nor Dutch ones of Luxembourg.
    expect(textsOf('nl', 'chato')).toEqual([]);
    expect(textsOf('lu', 'rijn')).toEqual([]);
  });
});
