import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkStrings, packStrings, StringTable } from '../../src/format/string-table.ts';

function readAll(section: Uint8Array): string[] {
  const table = new StringTable(section);
  return Array.from({ length: table.length }, (_, i) => table.at(i));
}

/** A copy at the start of its own buffer, as a section of a container is 8-byte aligned. */
function aligned(section: Uint8Array): Uint8Array {
  return new Uint8Array(section);
}

describe('a string table', () => {
  it('of no texts is empty', () => {
    expect(readAll(aligned(packStrings([])))).toEqual([]);
  });

  it('gives back one text, the empty text, and texts in any script', () => {
    expect(readAll(aligned(packStrings(['Kerkstraat'])))).toEqual(['Kerkstraat']);
    expect(readAll(aligned(packStrings([''])))).toEqual(['']);
    const texts = [
      '',
      'Grand-Rue',
      '',
      'Cité Op de Leemen',
      'Weiherstraße',
      "'t Zand",
      '𝔊rüße 👋',
      'x'.repeat(70_000),
      '',
    ];
    expect(readAll(aligned(packStrings(texts)))).toEqual(texts);
  });

  it('keeps equal texts apart by number and gives the same text when asked again', () => {
    const table = new StringTable(aligned(packStrings(['a', 'b', 'a'])));
    expect([table.at(2), table.at(0), table.at(1), table.at(2)]).toEqual(['a', 'a', 'b', 'a']);
  });

  it('gives back any texts', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 40 }), (texts) => {
        expect(readAll(aligned(packStrings(texts)))).toEqual(texts);
      }),
      { seed: 20260102, numRuns: 100 },
    );
  });

  it('goes on where another one ends', () => {
    const before = new StringTable(aligned(packStrings(['', 'Dam'])));
    const table = new StringTable(aligned(packStrings(['Rokin'])), before);
    expect(Array.from({ length: table.length }, (_, i) => table.at(i))).toEqual(['', 'Dam', 'Rokin']);
    expect(() => checkStrings(table)).not.toThrow();
    expect(new StringTable(aligned(packStrings([])), before).length).toBe(2);
  });

  it('reads a section in the middle of shared memory', () => {
    const section = packStrings(['één', 'twee']);
    const buffer = new SharedArrayBuffer(section.length + 16);
    new Uint8Array(buffer, 8).set(section);
    expect(readAll(new Uint8Array(buffer, 8, section.length))).toEqual(['één', 'twee']);
  });
});
