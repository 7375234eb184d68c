import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import { findNumbers, findPostcodes } from '../../src/search/spans.ts';
import { textOf, tokenize } from '../../src/text/tokens.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';

const indexes = fixtureIndexes();

describe('findNumbers', () => {
  const TABLE: readonly (readonly [country: Country, text: string, numbers: readonly string[], why: string])[] = [
    ['nl', 'Kerkstraat 12', ['12'], 'a bare number'],
    ['nl', 'Kerkstraat 12 A 2 Weesp', ['12 A 2', '12 A', '12', '2'], 'letter and addition, longest first'],
    ['nl', 'Kerkstraat 12-hs, Weesp', ['12-hs', '12'], 'an addition after a hyphen'],
    ['nl', 'Kerkstraat 12, 1012JS Weesp', ['12'], 'a postcode is no number'],
    ['nl', 'Kerkstraat 12, 1012 JS Weesp', ['12', '1012 JS', '1012'], 'nor is one with its letters apart'],
    ['nl', '1012JS', ['1012JS'], 'a postcode is a number where nothing else can be one'],
    ['nl', 'Kerkstraat 12, 2e verdieping', ['12, 2e', '12'], 'what follows a comma at once'],
    ['nl', 'Kerkstraat, 2e verdieping, Weesp', [], 'a floor is none'],
    ['be', '1er étage, Rue Haute, 1000 Bruxelles', ['1000'], 'nor is one in front'],
    ['lu', 'Rue Haute, 3. Stock, Luxembourg', [], 'nor in German'],
    ['nl', 'Kerkstraat 2e', ['2e'], 'a letter is no floor'],
    ['nl', 'Kanaal N. 28', ['N. 28', '28'], 'the sign of a number, or a direction'],
    ['lu', 'Um Bierg maison 1', ['maison 1', '1'], 'a sign, or the name of a street'],
    ['be', 'Rue Haute, n. 5', ['n. 5', '5'], 'a letter is one behind a comma, too'],
    ['lu', 'Maison 5, Oberkorn', ['5'], 'the name, with nothing before it'],
    ['lu', 'Maison 5, Rue Haute, Oberkorn', ['Maison 5', '5'], 'the sign, or the name'],
    ['be', 'Zennestraat 32 bus 20', ['32 bus 20', '32', '20'], 'a box after its word'],
    ['be', 'Zennestraat 32 bus nr. 20', ['32 bus nr. 20', '32', 'nr. 20'], 'a sign after the word for "box"'],
    ['be', 'Zennestraat 32 bus: 20', ['32 bus: 20', '32', '20'], 'or a colon'],
    ['be', 'Rue Haute 5 bte RDC, 1000 Bruxelles', ['5 bte RDC', '5', '1000'], 'a box in letters'],
    ['be', 'Rue Haute 5 bte gelijkvloers', ['5'], 'a long word is no box'],
    ['be', 'Zennestraat 32 bus', ['32 bus', '32'], 'a box that is still to come'],
    ['be', 'Zennestraat 32 bus, 1070 Anderlecht', ['32 bus', '32', '1070'], 'a box that is not written'],
    ['be', 'Zennestraat 32 bus N', ['32 bus N', '32'], 'a letter that is no sign, since no number follows'],
    ['be', 'Zennestraat 32/1104', ['32/1104', '32', '1104'], 'whatever follows a slash at once is a box'],
    ['be', 'Zennestraat 32/GLVH', ['32/GLVH', '32'], 'in letters, too'],
    ['be', 'Zennestraat 32 / 1104', ['32', '1104'], 'a slash by itself is not so sure'],
    ['be', 'Rue Haute n° 5', ['n° 5'], 'a number sign'],
    ['be', 'Driehoekstraat 91, 2180 Antwerpen', ['91', '2180'], 'a postcode is no addition'],
    ['be', 'Rue Haute 12 à Liège', ['12'], '"à" before a place is no letter of the number'],
    ['be', 'Rue Haute 12 à 4000 Liège', ['12', '4000'], 'nor before its postcode'],
    ['be', 'Rue Haute 12 à 14', ['12 à 14', '12 à', '12', '14'], 'but of a range'],
    ['lu', 'Rue Bruch 4A, 693O Mensdorf', ['4A', '693O'], 'a postcode with a letter for a digit is no addition'],
    ['nl', 'Kerkstraat 4A 6930', ['4A 6930', '4A', '6930'], 'the same digits in the Netherlands'],
    ['be', 'Rue Haute 12 A Liège', ['12 A', '12'], 'a letter'],
    ['be', 'Rue Haute 12-14', ['12-14', '12', '14'], 'a range'],
  ];

  it.each(TABLE)('%s: %s has %j (%s)', (country, text, numbers) => {
    const source = tokenize(text, 24);
    expect(findNumbers(country, source).map(({ from, to }) => textOf(source, from, to))).toEqual(numbers);
  });

  it('says whether the number may go on', () => {
    const isOpen = (text: string): boolean[] => findNumbers('nl', tokenize(text, 24)).map((span) => span.isOpen);
    expect(isOpen('Dam 1')).toEqual([true]);
    expect(isOpen('Dam 1 Amsterdam')).toEqual([false]);
    expect(isOpen('Dam 1 bus')).toEqual([false, false]);
  });

  it('has no box where only its word is written', () => {
    const [first] = findNumbers('be', tokenize('Zennestraat 32 A bus, Anderlecht', 24));
    expect(first?.number).toMatchObject({ number: 32, key: 'a' });
  });
});

describe('findPostcodes', () => {
  const TABLE: readonly (readonly [country: Country, text: string, postcodes: readonly string[], why: string])[] = [
    ['nl', 'Dam 1, 1012JS', ['1012JS'], 'a whole one'],
    ['nl', 'Dam 1, 1012 JS Amsterdam', ['1012 JS whole', '1012'], 'in two words, or four digits alone'],
    ['nl', 'Dam 1, 1012 j', ['1012 j', '1012'], 'one that is being typed'],
    ['nl', 'Dam 1, 1', ['1'], 'the beginning of one, at the end alone'],
    ['be', 'Wetstraat 16 B 1000', ['B 1000', '1000'], 'with the country, or behind a box'],
    ['be', 'Wetstraat 16, B 1000', ['B 1000'], 'with the country behind a comma'],
    ['be', 'Wetstraat 16 B-1000', ['B-1000'], 'or with a hyphen'],
    ['nl', 'Dam 1 A, PC 1012JS', ['PC 1012JS whole'], 'with what says that it is one'],
    ['be', 'Wetstraat 16, 9999 Nergens', ['9999 unknown'], 'one that the register does not have'],
    ['lu', 'L 6710 Grevenmacher', ['L 6710'], 'with the country, apart'],
  ];

  it.each(TABLE)('%s: %s has %j (%s)', (country, text, postcodes) => {
    const source = tokenize(text, 24);
    const { index } = indexes.lookup[country];
    const found = findPostcodes(index, source).map(({ from, to, first, end, isWhole }) => {
      const isSplit = isWhole && to - from > 1 && country === 'nl';
      return `${textOf(source, from, to)}${isSplit ? ' whole' : ''}${first === end ? ' unknown' : ''}`;
    });
    expect(found).toEqual(postcodes);
  });
});
