import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeUtf8, encodeUtf8, utf8Decoder } from '../../src/format/utf8.ts';

const TEXTS = ['', 'Dam', 'Dîme', 'Straße', 'Ἀθῆναι', '漢字', '🏠 1', '\u{10ffff}', '\uffff'];

it('decodes what it encodes, by hand as by the means of Node', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary' })), fc.nat(9), (text, before) => {
      const encoded = encodeUtf8(text);
      const bytes = new Uint8Array(before + encoded.length + 3).fill(0x41);
      bytes.set(encoded, before);
      const [from, to] = [before, before + encoded.length];
      expect(decodeUtf8(bytes, from, to)).toBe(text);
      expect(utf8Decoder(bytes.subarray(0, to))(from, to)).toBe(text);
    }),
  );
});
