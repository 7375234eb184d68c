import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../src/element/form-fields.ts';
import { fieldLanguageOf, TEXTS } from '../../src/element/texts.ts';
import type { AddressBE, AddressLU } from '../../src/index.ts';
import { describeIn } from '../../src/model/description.ts';

describe('the language of the field', () => {
  it.each([
    [['nl-BE'], 'nl'],
    [['', 'de-LU', 'fr'], 'de'],
    [['lb'], 'fr'],
    [['pt', 'fr-FR'], 'fr'],
    [['pt'], 'en'],
    [[], 'en'],
  ])('of %j is %s', (tags, language) => {
    expect(fieldLanguageOf(tags)).toBe(language);
  });

  it('has every sentence, and none that is the English one by mistake', () => {
    for (const language of ['nl', 'fr', 'de'] as const) {
      for (const name of ['choose', 'required', 'unlisted', 'keptAsTyped', 'unreachable', 'retry'] as const) {
        expect(TEXTS[language][name]).not.toBe(TEXTS.en[name]);
      }
      expect(TEXTS[language].missingNumber('99')).toContain('99');
    }
  });

  it('describes streets and places in it, and leaves names as they are', () => {
    expect(describeIn('nl', 'street in Amsterdam')).toBe('straat in Amsterdam');
    expect(describeIn('fr', 'street in 12 places')).toBe('rue dans 12 localités');
    expect(describeIn('de', 'place in Street, Utrecht')).toBe('Ort in Street, Utrecht');
    expect(describeIn('fr', '1012NX Amsterdam')).toBe('1012NX Amsterdam');
    expect(describeIn('en', 'street in Amsterdam')).toBe('street in Amsterdam');
  });
});

describe('an address by autocomplete tokens', () => {
  const location = null;

  it('is written as in its country: with a box in Belgium, the number first in Luxembourg', () => {
    const be = {
      street: { nl: 'Wetstraat', fr: 'Rue de la Loi' },
      housenumber: '16',
      box_number: '3',
      postcode: '1000',
      municipality: { nl: 'Brussel', fr: 'Bruxelles' },
      province: { nl: 'Brussel' },
      location,
    } as unknown as AddressBE;
    expect(tokensOf('be', be, 'fr', 'bte')).toMatchObject({
      'street-address': 'Rue de la Loi 16 bte 3',
      'postal-code': '1000',
      'address-level2': 'Bruxelles',
      country: 'BE',
    });
    const lu = {
      street: 'Grand-Rue',
      housenumber: '1',
      postcode: '1661',
      city: 'Luxembourg',
      location,
    } as unknown as AddressLU;
    expect(tokensOf('lu', lu, undefined, 'box')).toMatchObject({
      'street-address': '1, Grand-Rue',
      'address-level2': 'Luxembourg',
    });
  });
});
