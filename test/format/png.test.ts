import { crc32, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodePng } from '../../src/format/png.ts';

/** The chunks of a PNG by type, their checksums compared. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += length + 12;
  }
  return chunks;
}

it('a picture is the same after it was written as PNG and read', () => {
  const raster = fc
    .record({ width: fc.integer({ min: 1, max: 12 }), height: fc.integer({ min: 1, max: 12 }) })
    .chain(({ width, height }) => {
      const bytes = width * height * 3;
      return fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((rgb) => ({ width, height, rgb }));
    });
  fc.assert(
    fc.property(raster, ({ width, height, rgb }) => {
      const chunks = chunksOf(encodePng({ width, height, rgb }));
      expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND']);
      const header = chunks.get('IHDR')!;
      expect([header.readUInt32BE(0), header.readUInt32BE(4), ...header.subarray(8)]).toEqual([
        width,
        height,
        8,
        2,
        0,
        0,
        0,
      ]);
      const rows = inflateSync(chunks.get('IDAT')!);
      const pixels = Array.from({ length: height }, (_, y) => {
        expect(rows[y * (width * 3 + 1)]).toBe(0);
        return [...rows.subarray(y * (width * 3 + 1) + 1, (y + 1) * (width * 3 + 1))];
      });
      expect(pixels.flat()).toEqual([...rgb]);
    }),
  );
});
