import { describe, expect, it } from 'vitest';
import { addressesIn } from '../../src/search/attempts.ts';

describe('the addresses in one text', () => {
  it.each([
    ['Rue Neuve 12, Rue Haute 5, 4000 Liège', ['Rue Neuve 12, 4000 Liège', 'Rue Haute 5, 4000 Liège'], false],
    ['12 rue Neuve / 5 rue Haute, Liège', ['12 rue Neuve, Liège', '5 rue Haute, Liège'], false],
    ['Dam 1, 1012JS Amsterdam; Spui 2, 2511 BT Den Haag', ['Dam 1, 1012JS Amsterdam', 'Spui 2, 2511 BT Den Haag'], true],
    ['Dam 1, Amsterdam / Spui 2, Den Haag', ['Dam 1, Amsterdam', 'Spui 2, Den Haag'], true],
    ['Dam 1 1012JS Amsterdam\nSpui 2 2511BT Den Haag', ['Dam 1 1012JS Amsterdam', 'Spui 2 2511BT Den Haag'], true],
  ])('of "%s" are %j', (text, texts, areWhole) => expect(addressesIn(text)).toEqual(areWhole ? texts.slice(0, 1) : texts));

  it.each([
    'Rue Neuve 12, 4000 Liège',
    'Dam 1, 1012JS Amsterdam',
    'Dam 1\n1012JS Amsterdam\nNederland',
    'Dam 1, Dam 1, 1012JS Amsterdam',
    'Rue Neuve, Liège',
    '',
  ])('are not looked for in "%s"', (text) => expect(addressesIn(text)).toEqual([]));

  it('are at most four', () => {
    const text = Array.from({ length: 9 }, (_, i) => `Weg ${i + 1}`).join(', ');
    expect(addressesIn(text)).toHaveLength(4);
  });
}); // biome-ignore format: a table
