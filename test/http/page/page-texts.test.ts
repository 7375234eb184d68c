import { describe, expect, it } from 'vitest';
import { linkedAddress } from '../../../src/http/page/address-link.ts';
import { PAGE_TEXTS, say } from '../../../src/http/page/page-texts.ts';
import { streetLines } from '../../../src/http/page/street-lines.ts';

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

describe('a link to an address', () => {
  it('is read where it is one', () => {
    expect(linkedAddress('#nl/Dam+1A-2%2C+1012JS+Amsterdam')).toEqual({
      country: 'nl',
      text: 'Dam 1A-2, 1012JS Amsterdam',
    });
    for (const hash of ['', '#', '#nl/', '#xx/Dam', '#nl/%E0%A4%A', '#place'])
      expect(linkedAddress(hash)).toBeUndefined();
  });
});

describe('the lines of streets', () => {
  const at = (street: string, x: number, y: number) => ({ street, x, y });

  it('reach all addresses of a street by the shortest way, and leave gaps open', () => {
    const points = [at('a', 0, 0), at('a', 20, 0), at('a', 10, 0), at('a', 100, 0), at('b', 5, 5), at('b', 5, 15)];
    const lines = streetLines(points, 50).map(({ street, from, to }) => [
      street,
      Math.min(from.x, to.x),
      Math.max(from.x, to.x),
    ]);
    expect(lines.sort()).toEqual([
      ['a', 0, 10],
      ['a', 10, 20],
      ['b', 5, 5],
    ]);
    expect(streetLines([], 50)).toEqual([]);
    expect(streetLines([at('a', 0, 0)], 50)).toEqual([]);
  });
});
