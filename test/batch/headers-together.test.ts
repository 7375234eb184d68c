import { describe, expect, it } from 'vitest';
import { areOfRow, isAddress, meaningsTogether } from '../../src/batch/headers-together.ts';

/** The role of each header beside the others; `-` for none. */
function rolesOf(line: string): string[] {
  const headers = line.split(';');
  const together = meaningsTogether(headers, [...headers.keys()]);
  return headers.map((_, position) => {
    const meaning = together.get(position)!;
    return meaning.kind === 'role' ? meaning.role : '-';
  });
}

describe('headers beside each other', () => {
  it.each<[why: string, headers: string, roles: string]>([
    ['a number that begins as the street does', 'adr_straat;adr_nr', 'street;housenumber'],
    ['the same without a street', 'adr_nr;adr_postcode', '-;postcode'],
    ['a number directly behind the street of its group', 'Klantstraat;Klantnr', 'street;housenumber'],
    ['the number of a group alone', 'Klantnr;Straat', '-;street'],
    ['a word that nobody knows, with enough for an address', 'zorg_straat;zorg_plaats', 'street;place'],
    ['the number of a case beside a postcode', 'Zaaknr;Postcode', '-;postcode'],
  ])('mean what their neighbours make of them: %s', (_, headers, roles) => {
    expect(rolesOf(headers).join(';')).toBe(roles);
  });

  it('of which a number apart from the street is that of the row', () => {
    const rowsIn = (line: string): number[] => {
      const headers = line.split(';');
      const ofAddress = [...meaningsTogether(headers, [...headers.keys()])].flatMap(([position, meaning]) =>
        meaning.kind === 'role' ? [{ position, meaning }] : [],
      );
      return areOfRow(ofAddress);
    };
    expect(rowsIn('Nr;Naam;Straat;Plaats')).toEqual([0]);
    expect(rowsIn('Straat;Nr;Plaats')).toEqual([]);
    expect(rowsIn('Nr;Straat;Nr/bus')).toEqual([0]);
    expect(rowsIn('Nr;Straat;Nr;Plaats')).toEqual([0]);
    expect(rowsIn('Pandnr;Straat pand;Nr pand;Plaats pand')).toEqual([0]);
    // Each in front of its own street, or far behind it.
    expect(rowsIn('N°;Rue;N° livraison;Rue livraison')).toEqual([]);
    expect(rowsIn('N°;Rue;Localité;Numéro')).toEqual([]);
    expect(rowsIn('Nr;Straat;Huis')).toEqual([]);
  });

  it('suffice for an address with a street, a text, or a postcode and a number', () => {
    expect([isAddress({ street: [0] }), isAddress({ text: [0] }), isAddress({ postcode: [0] })]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isAddress({ postcode: [0], housenumber: [1] })).toBe(true);
  });
});
