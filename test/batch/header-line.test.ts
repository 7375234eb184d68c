import { describe, expect, it } from 'vitest';
import { assignColumns } from '../../src/batch/columns.ts';
import { findHeader, looksLikeAddresses, looksLikeRow } from '../../src/batch/header-line.ts';

/** Headers count as those of an address where one of them is a street or a postcode. */
function recognise(headers: readonly string[]): never {
  if (headers.some((header) => /straat|postcode/i.test(header))) return undefined as never;
  throw new Error('no address');
}

const find = (text: string, skippedLines?: number) => findHeader(Buffer.from(text), {}, true, skippedLines, recognise);

describe('the header of a file', () => {
  it.each<readonly [why: string, text: string, headers: readonly string[], nextRow: string]>([
    ['is the first line', 'straat;nummer\nDam;1\n', ['straat', 'nummer'], 'Dam;1\n'],
    ['is below a title and an empty line', 'Klanten 2026\n\nstraat;nummer\nDam;1\n', ['straat', 'nummer'], 'Dam;1\n'],
    [
      'is below the delimiter that a spreadsheet wrote',
      'sep=;\nstraat;nummer\nDam;1\n',
      ['straat', 'nummer'],
      'Dam;1\n',
    ],
    ['may have a line end in quotes', '"naam\nklant";straat\nX;Dam\n', ['naam\nklant', 'straat'], 'X;Dam\n'],
    ['is the first line where none is known', 'a;b\nc;d\n', ['a', 'b'], 'c;d\n'],
  ])('%s', (_, text, headers, nextRow) => {
    const found = find(text);
    expect(found.headers).toEqual(headers);
    expect(text.slice(found.next)).toBe(nextRow);
  });

  it('is the second line of two of which the first says what some columns have in common', () => {
    const find = (text: string) =>
      findHeader(Buffer.from(text), {}, true, undefined, (headers) => {
        const columns = assignColumns(headers, {}, false, true);
        if (columns.roles.street ?? columns.roles.text) return columns;
        throw new Error('no address');
      });
    const text = 'Lid;;Adres;;;\nNr;Naam;Straat;Huisnr;Postcode;Plaats\n1;Jansen;Dam;1;1012JS;Amsterdam\n';
    expect(find(text).headers).toEqual(['Nr', 'Naam', 'Straat', 'Huisnr', 'Postcode', 'Plaats']);
    // A row below a header of which most columns have no name.
    expect(find('adres;;;\nDam 1;x;y;z\n').headers).toEqual(['adres', '', '', '']);
  });

  it('is where it is said to be, whatever is above it', () => {
    const text = 'x;y\nz;w\nstraat;nummer\nDam;1\n';
    expect(find(text, 2).headers).toEqual(['straat', 'nummer']);
    expect(find(text, 0).headers).toEqual(['x', 'y']);
    expect(() => find(text, 9)).toThrow(
      'Got 9 lines to skip; the file has 4. Give the number of lines above the header.',
    );
  });
});

it.each<readonly [cell: string, looks: boolean]>([
  ['1012 JS', true],
  ['Dam 1', true],
  ['52,37', true],
  ['-4.9', true],
  ['straat', false],
  ['postcode', false],
  ['Address 1', false],
  ['Rue (bureau) 2', false],
  ['Rue de la Gare 2', true],
  ['', false],
])('the cell %j looks like one of a row: %s', (cell, looks) => {
  expect(looksLikeRow(cell)).toBe(looks);
});

it('cells and lines of any length are looked at once', () => {
  for (const letters of ['a', 'a ', '1', 'é']) expect(looksLikeRow(`${letters.repeat(500_000)}?`)).toBe(false);
  expect(looksLikeRow(`1\n${'a '.repeat(250_000)}\nDam 1`)).toBe(true);
  expect(looksLikeAddresses(Buffer.from('ab '.repeat(50_000)))).toBe(false);
});

it('lines of letters and numbers look like addresses, where most of them are', () => {
  expect(looksLikeAddresses(Buffer.from('Dam 1, Amsterdam\nSpui 70 Den Haag\nonbekend\n'))).toBe(true);
  expect(looksLikeAddresses(Buffer.from('rood\ngroen\nDam 1\n'))).toBe(false);
  expect(looksLikeAddresses(Buffer.from(`${'a1 '.repeat(100)}\n`))).toBe(false);
});
