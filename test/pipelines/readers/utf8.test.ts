import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validUtf8Length, WholeCharacters } from '../../../pipelines/readers/utf8.ts';

/** Texts with characters of one to four bytes. */
const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n') });

/** The bytes cut at these places, in pieces that may be empty. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
}

describe('whole characters', () => {
  it('come out of any stream of UTF-8 wherever it is cut, each chunk readable by itself', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat()), (written, places) => {
        const characters = new WholeCharacters();
        const chunks = cut(Buffer.from(written), places).map((chunk) => Buffer.from(characters.take(chunk)));
        for (const chunk of chunks) expect(isUtf8(chunk)).toBe(true);
        expect(chunks.map((chunk) => chunk.toString()).join('')).toBe(written);
        expect(characters.pendingBytes).toBe(0);
      }),
    );
  });

  it('keep back the beginning of a character, at most three bytes', () => {
    for (const character of ['é', '€', '😀']) {
      const bytes = Buffer.from(`a${character}`);
      for (let length = 2; length < bytes.length; length++) {
        const characters = new WholeCharacters();
        expect(Buffer.from(characters.take(bytes.subarray(0, length))).toString()).toBe('a');
        expect(characters.pendingBytes).toBe(length - 1);
        expect(Buffer.from(characters.take(bytes.subarray(length))).toString()).toBe(character);
      }
    }
  });

  it('do not wait for ever for what is no character', () => {
    const characters = new WholeCharacters();
    expect(characters.take(Buffer.from([0x61, 0x80, 0x80, 0x80])).length).toBe(4);
    expect(characters.pendingBytes).toBe(0);
  });
});

describe('the length of what is valid UTF-8', () => {
  /** How many whole characters there are before the first byte that fits none, one after the other. */
  function slowLength(bytes: Uint8Array): number {
    let length = 0;
    for (let end = 1; end <= bytes.length; end++) if (isUtf8(bytes.subarray(length, end))) length = end;
    return length;
  }

  it('is where the first wrong byte is, whatever comes before and after it', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(0x80, 0xbf, 0xc0, 0xff, 0xe9), text, (before, wrong, after) => {
        const bytes = Buffer.concat([Buffer.from(before), Buffer.from([wrong]), Buffer.from(`a${after}`)]);
        expect(validUtf8Length(bytes)).toBe(Buffer.byteLength(before));
      }),
    );
  });

  it('is all of it where nothing is wrong, but for a character that is cut off', () => {
    fc.assert(
      fc.property(text, fc.nat(), (written, place) => {
        const bytes = Buffer.from(written);
        expect(validUtf8Length(bytes)).toBe(bytes.length);
        const part = bytes.subarray(0, place % (bytes.length + 1));
        expect(validUtf8Length(part)).toBe(slowLength(part));
      }),
    );
  });
});
