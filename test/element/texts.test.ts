import { describe, expect, it } from 'vitest';
import { type FieldLanguage, fieldLanguageOf, TEXTS } from '../../src/element/texts.ts';

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
      Object.fromEntries(Object.entries(TEXTS[language]).map(([name, text]) => [name, JSON.stringify(text)]));
    const english = textsOf('en');
    const alike = { nl: ['postcode'], fr: ['suggestions', 'lu'], de: [] } as const;
    for (const language of ['nl', 'fr', 'de'] as const) {
      const texts = textsOf(language);
      expect(Object.keys(texts)).toEqual(Object.keys(english));
      expect(Object.keys(texts).filter((name) => texts[name] === english[name])).toEqual(alike[language]);
      for (const name of ['more', 'nothing', 'missingNumber'] as const) expect(texts[name]).toContain('{}');
    }
  });
});
