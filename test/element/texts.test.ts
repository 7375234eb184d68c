import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../src/element/form-fields.ts';
import { type FieldLanguage, fieldLanguageOf, TEXTS } from '../../src/element/texts.ts';
import type { AddressBE, AddressLU } from '../../src/index.ts';

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

  it('has every text, and none that is the English one by mistake', () => {
    const textsOf = (language: FieldLanguage): Record<string, string> =>
      Object.fromEntries(
        Object.entries(TEXTS[language]).map(([name, text]: [string, string | object]) => [
          name,
          typeof text === 'function' ? String((text as (value: unknown) => string)(99)) : JSON.stringify(text),
        ]),
      );
    const english = textsOf('en');
    const alike = { nl: [], fr: ['suggestions', 'counted'], de: [] } as const;
    for (const language of ['nl', 'fr', 'de'] as const) {
      const texts = textsOf(language);
      expect(Object.keys(texts)).toEqual(Object.keys(english));
      expect(Object.keys(texts).filter((name) => texts[name] === english[name])).toEqual(alike[language]);
      for (const name of ['counted', 'more', 'nothing', 'missingNumber', 'elsewhere'] as const)
        expect(texts[name]).toContain('99');
    }
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
