import { expect, it } from 'vitest';
import { TEXTS } from '../../../src/element/texts.ts';
import { PAGE_TEXTS, say } from '../../../src/http/page/page-texts.ts';

it('the page has every sentence in each language, with as many figures and names in it', () => {
  const { en, ...others } = PAGE_TEXTS;
  const figures = (text: string): number => text.split('{}').length - 1;
  for (const [language, texts] of Object.entries(others)) {
    expect(Object.keys(texts)).toEqual(Object.keys(en));
    for (const [name, text] of Object.entries<string>(texts)) {
      expect(text, `${language} ${name}`).not.toBe('');
      expect(figures(text), `${language} ${name}`).toBe(figures(en[name as keyof typeof en]));
    }
  }
});

it('the page has no name for a text that its field has, so that neither hides the other', () => {
  expect(Object.keys(PAGE_TEXTS.en).filter((name) => name in TEXTS.en)).toEqual([]);
});

it('figures are put where they belong', () => {
  expect(say('rowsOf', 1234, 20_000)).toBe('1,234 of about 20,000 rows');
});
