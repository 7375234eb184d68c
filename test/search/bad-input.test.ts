import { beforeAll, describe, expect, it } from 'vitest';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { openIndex } from '../../src/store/directory.ts';
import { MAX_TEXT_LENGTH } from '../../src/text/tokens.ts';
import { countReads } from '../support/count-work.ts';
import { effort } from '../support/effort.ts';
import { fuzzTerm, wildText, wordsOfIndex } from '../support/fuzz-terms.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { Random } from '../support/random.ts';
import { searchFreeText } from '../support/search-free-text.ts';

const indexes = fixtureIndexes();

function search(country: Country, text: string): Page<Suggestion> {
  return indexes.lookup[country].autocomplete({ search: text }) as Page<Suggestion>;
}

const NOTHING: readonly (readonly [what: string, text: string])[] = [
  ['nothing', ''],
  ['blanks', ' \t\n\u00a0\u3000'],
  ['punctuation', '.,;:!?-_/\\()[]{}\'"«»…'],
  ['control characters', '\u0000\u0001\u0007\u001b\u007f\u0085'],
  ['a lone surrogate', '\ud800'],
  ['lone surrogates', '\udc00\ud800 \udbff'],
  ['combining marks alone', '\u0301\u0308\u0327'],
  ['invisible characters', '\u200b\u200e\u200f\u202e\ufeff\u2066'],
  ['emoji', '🏠🇳🇱👩‍👩‍👧'],
];

describe.each(COUNTRIES)('in %s', (country) => {
  it.each(NOTHING)('%s find nothing', (_, text) => {
    expect(search(country, text).results).toEqual([]);
  });
});

describe('odd characters around a name', () => {
  it.each([
    'Damrak\u00001 Amsterdam',
    '\u202eDamrak 1 Amsterdam\u202c',
    'ＤＡＭＲＡＫ　１　ＡＭＳＴＥＲＤＡＭ',
    'D\u0301amrak 1 Amsterdam \ud800',
    'Damrak 1\r\nAmsterdam',
    '“Damrak” №1 · Amsterdam',
  ])('do not count: %j', (text) => {
    expect(search('nl', text).results[0]?.label).toBe('Damrak 1');
  });
});

/** Random texts of each country. */
const TEXTS = effort(150, 10_000);

/** What one answer may ask the tables of the small indexes for: twice the most that any text of these tests does. */
const MAX_READS = 20_000;

describe('texts that are no address', () => {
  const LONG: readonly (readonly [string, string])[] = [
    ['one letter', 'a'.repeat(10_000)],
    ['one digit', '1'.repeat(10_000)],
    ['words of one letter', 'a '.repeat(5000)],
    ['one street', 'kerkstraat '.repeat(1000)],
    ['articles', 'de van rue la du st '.repeat(500)],
    ['numbers', '12 a 1000 '.repeat(1000)],
    ['misspelt words', 'kerkstraaat hoofdstrat '.repeat(500)],
    ['brackets', '(('.repeat(5000)],
    ['a letter of three', '京'.repeat(10_000)],
    ['a character that unfolds to eighteen', '\ufdfa'.repeat(10_000)],
  ];

  it.each(LONG)('of ten thousand characters take no more than their beginning: %s', (_, text) => {
    countReads((readsOf) => {
      for (const country of COUNTRIES) {
        const reads = readsOf(() => search(country, text));
        expect(reads).toBeLessThan(MAX_READS);
        expect(search(country, text)).toEqual(search(country, text.slice(0, MAX_TEXT_LENGTH)));
      }
    });
  });

  it('of every block of Unicode throw nothing', () => {
    let count = 0;
    const step = 128 * effort(24, 1);
    for (let first = 0; first < 0x110000; first += step) {
      const characters = Array.from({ length: 8 }, (_, i) => String.fromCodePoint(first + i * 16));
      for (const country of COUNTRIES) {
        search(country, characters.join(''));
        search(country, `kerk${characters.join(' ')}straat 1`);
        count += 2;
      }
    }
    expect(count).toBeGreaterThan((0x110000 * 5) / step);
  });
});

describe.each(COUNTRIES)('random and mutated texts in %s', (country) => {
  let index: CountryIndex;
  beforeAll(async () => {
    index = await openIndex(`${indexes.directory}/${country}`);
  });

  it('are all answered with a page that holds together, from little of the index', () => {
    const random = new Random(7);
    const words = wordsOfIndex(index, random, 100);
    let [found, most] = [0, 0];
    countReads((readsOf) => {
      for (let i = 0; i < TEXTS; i++) {
        const text = random.chance(0.25) ? wildText(random) : fuzzTerm(words, random);
        let page: Page<Suggestion> | undefined;
        const reads = readsOf(() => {
          page = search(country, text);
        });
        expect(reads, JSON.stringify(text)).toBeLessThan(MAX_READS);
        most = Math.max(most, reads);
        const { results, pagination } = page!;
        expect(results.length, JSON.stringify(text)).toBe(Math.min(50, pagination.total_count));
        found += results.length;
      }
    });
    expect(found).toBeGreaterThan(TEXTS);
    expect(most).toBeGreaterThan(100);
  });

  it('are answered in the order of the rules, each answer once', () => {
    const random = new Random(8);
    const words = wordsOfIndex(index, random, 100);
    for (let i = 0; i < TEXTS; i++) {
      const text = fuzzTerm(words, random);
      const candidates = searchFreeText(index, text);
      const keys = candidates.map((candidate) => `${candidate.kind} ${candidate.ordinal}`);
      expect(new Set(keys).size, JSON.stringify(text)).toBe(keys.length);
      const costs = candidates.map(({ cost }) => cost);
      expect(costs, JSON.stringify(text)).toEqual([...costs].sort((a, b) => a - b));
    }
  });
});
