import { describe, expect, it } from 'vitest';
import { PAGE_TEXTS, say } from '../../../src/http/page/page-texts.ts';

describe('the texts of the page', () => {
  it('have every sentence in each language, with the same figures and names in it', () => {
    const { en, ...others } = PAGE_TEXTS;
    for (const [language, texts] of Object.entries(others)) {
      for (const group of ['fixed', 'said', 'statuses', 'roles', 'placeholders'] as const) {
        const [own, english] = [texts[group], en[group]] as Readonly<Record<string, string>>[];
        expect(Object.keys(own!), `${language} ${group}`).toEqual(Object.keys(english!));
        for (const [key, text] of Object.entries(own!)) {
          expect(text, `${language} ${key}`).not.toBe('');
          expect(text.match(/\{\d\}/g)?.sort(), `${language} ${key}`).toEqual(english![key]!.match(/\{\d\}/g)?.sort());
        }
      }
    }
  });

  it('put figures where they belong', () => {
    expect(say('rowsOf', 1234, 20_000)).toBe('1,234 of about 20,000 rows');
  });
});
