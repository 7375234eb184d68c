import { describe, expect, it } from 'vitest';
import { FILLERS, isArticle, isBeforePlace, isFiller, isLeadingArticle } from '../../src/text/little-words.ts';

describe('articles', () => {
  it.each(['de', 'het', 't', 's', 'la', 'l', 'd', 'die'])('%s is one', (word) => expect(isArticle(word)).toBe(true));
  it.each(['kerk', 'sur', 'sint', ''])('"%s" is none', (word) => expect(isArticle(word)).toBe(false));
});

describe('leading articles', () => {
  it('are those that a name is as good without: Den Haag, and not du Parc', () => {
    expect(['den', 'het', 'la', 'd'].map(isLeadingArticle)).toEqual([true, true, true, true]);
    expect(['du', 'des', 'am', 'kerk'].map(isLeadingArticle)).toEqual([false, false, false, false]);
  });
});

describe('words inside a name that people leave out', () => {
  it('are those of FILLERS, each by itself, and a few more', () => {
    for (const filler of FILLERS) for (const word of filler.split(' ')) expect(isFiller(word), word).toBe(true);
    expect(['ten', 'ter', 'kerk', ''].map(isFiller)).toEqual([true, true, false, false]);
  });
});

it('te, in and à stand before a place, and a without its accent does not', () => {
  expect(['te', 'in', 'à', 'À', 'a', 'ter', ''].map(isBeforePlace)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
