import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { detectEncoding, sampleToUtf8, toUtf8 } from '../../src/batch/encoding.ts';
import { codeOf } from '../support/code-of.ts';

describe('the encoding of a file', () => {
  it.each([
    ['utf-8', Buffer.from('straße é'), 0],
    ['utf-8', Buffer.from('\ufeffstraße'), 3],
    ['windows-1252', Buffer.from('caf\xe9 \x80', 'latin1'), 0],
    ['utf-16le', Buffer.from('\ufeffa,b', 'utf16le'), 2],
    ['utf-16le', Buffer.from('straat,nummer', 'utf16le'), 0],
    ['utf-16be', Buffer.from('straat,nummer', 'utf16le').swap16(), 0],
    ['utf-8', Buffer.concat([Buffer.from('é'.repeat(50)), Buffer.from([0xe9, 0x20])]), 0],
    ['utf-8', Buffer.from('abc é').subarray(0, -1), 0],
  ])('is %s', (name, bytes, bomBytes) => {
    expect(detectEncoding(bytes)).toMatchObject({ name, bomBytes });
  });

  it('has the euro sign of Windows-1252', () => {
    expect(sampleToUtf8(Buffer.from([0x80]), 'windows-1252').toString()).toBe('€');
  });

  it('is refused when it is no text', () => {
    expect(codeOf(() => detectEncoding(Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0])))).toBe('input-not-recognised');
    expect(codeOf(() => detectEncoding(Buffer.from('a'), 'klingon'))).toBe('invalid-option');
  });

  it.each(['utf-32le', 'utf-32be', 'utf-16le', 'utf-16be'])('is %s, with its mark and without', (name) => {
    const text = 'straat,plaats\nRue de l’Église,Liège\n';
    const plain = iconv.encode(text, name, { addBOM: false });
    expect(detectEncoding(plain)).toEqual({ name, bomBytes: 0, reason: 'its bytes' });
    const marked = iconv.encode(text, name, { addBOM: true });
    expect(detectEncoding(marked)).toEqual({
      name,
      bomBytes: name.startsWith('utf-32') ? 4 : 2,
      reason: 'byte order mark',
    });
    expect(sampleToUtf8(plain, name).toString()).toBe(text);
  });

  it('is none of them for zeros without a pattern', () => {
    for (const bytes of [
      [0x61, 0, 0, 0x62, 0, 0x63],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0x61, 0x62, 0x63, 0, 0x64, 0x65, 0x66, 0x67],
    ]) {
      expect(codeOf(() => detectEncoding(Buffer.from(bytes)))).toBe('input-not-recognised');
    }
  });

  it.each(['utf-16le', 'utf-32be', 'windows-1252'])('%s is decoded in parts of any size', async (name) => {
    const text = 'Rue Ste-Cécile 12, Liège €\n';
    const bytes = iconv.encode(text, name, { addBOM: false });
    for (const size of [1, 3, 7]) {
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      expect((await buffer(toUtf8(Readable.from(parts), name))).toString()).toBe(text);
    }
  });
});
