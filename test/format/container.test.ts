import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bytesOf, Container, FORMAT_VERSION, packContainer, stampRelease } from '../../src/format/container.ts';
import { PackedColumn, packColumn } from '../../src/format/packed-column.ts';
import { PackedRows, packRows } from '../../src/format/packed-rows.ts';
import { packStrings, StringTable } from '../../src/format/string-table.ts';
import { codeOf } from '../support/code-of.ts';

const SECTIONS = new Map<string, Uint8Array>([
  ['bytes', Uint8Array.of(1, 2, 3)],
  ['empty', new Uint8Array(0)],
  ['a-name-of-24-characters.', bytesOf(Uint32Array.of(7, 2 ** 32 - 1))],
  ['doubles', bytesOf(Float64Array.of(Math.PI, -0.5))],
]);

/** A container in a buffer of its own, as it is after reading a file. */
function fileOf(sections: ReadonlyMap<string, Uint8Array> = SECTIONS): Uint8Array<ArrayBuffer> {
  return new Uint8Array(packContainer(sections));
}

function open(file: Uint8Array<ArrayBuffer>): Container {
  return new Container(file.buffer, 'names.bin');
}

describe('a container', () => {
  it('gives back its sections, byte by byte and as numbers', () => {
    const container = open(fileOf());
    expect([...container.bytes('bytes')]).toEqual([1, 2, 3]);
    expect([...container.bytes('empty')]).toEqual([]);
    expect([...container.u32('a-name-of-24-characters.')]).toEqual([7, 2 ** 32 - 1]);
    expect([...container.f64('doubles')]).toEqual([Math.PI, -0.5]);
    expect([...container.sizes()]).toEqual([...SECTIONS].map(([name, { length }]) => [name, length]));
    expect(container.damagedSections()).toEqual([]);
  });

  it('may be empty', () => {
    const container = open(fileOf(new Map()));
    expect(container.sizes().size).toBe(0);
    expect(container.has('bytes')).toBe(false);
  });

  it('begins every section at a multiple of eight', () => {
    const container = open(fileOf());
    for (const name of SECTIONS.keys()) expect(container.bytes(name).byteOffset % 8).toBe(0);
  });

  it('lies over shared memory too, and verifies there', () => {
    const file = fileOf();
    const shared = new SharedArrayBuffer(file.length);
    new Uint8Array(shared).set(file);
    const container = new Container(shared, 'names.bin');
    expect([...container.bytes('bytes')]).toEqual([1, 2, 3]);
    expect(container.damagedSections()).toEqual([]);
  });

  it('says which section is missing', () => {
    const container = open(fileOf());
    expect(container.has('bytes')).toBe(true);
    expect(codeOf(() => container.bytes('trie.label'))).toBe('index-corrupt');
    expect(() => container.bytes('trie.label')).toThrow(/names\.bin .*"trie\.label"/);
  });

  it('refuses a name that does not fit', () => {
    expect(() => packContainer(new Map([['a-name-of-25-characters..', new Uint8Array(1)]]))).toThrow(RangeError);
  });

  it('is the same bytes for the same sections', () => {
    expect(fileOf()).toEqual(fileOf());
  });
});

describe('opening a container that is not sound', () => {
  it('is index-corrupt for a file cut short anywhere', () => {
    const file = fileOf();
    // Up to seven bytes at the end are padding, without which nothing is missing.
    const sectionsEnd = file.length - ((8 - ([...SECTIONS.values()].at(-1)!.length % 8)) % 8);
    for (let length = 0; length < sectionsEnd; length++) {
      expect(
        codeOf(() => open(file.slice(0, length))),
        `${length} bytes`,
      ).toBe('index-corrupt');
    }
  });

  it('is index-corrupt when the magic differs', () => {
    const file = fileOf();
    file[0] = 0x58;
    expect(codeOf(() => open(file))).toBe('index-corrupt');
  });

  it('is index-version for another version, and says which one it reads', () => {
    const file = fileOf();
    file[4] = FORMAT_VERSION + 1;
    expect(codeOf(() => open(file))).toBe('index-version');
    expect(() => open(file)).toThrow(`version ${FORMAT_VERSION + 1}; this release reads version ${FORMAT_VERSION}`);
  });

  it('is index-corrupt for any bit changed in the directory', () => {
    const directoryEnd = 24 + SECTIONS.size * 40;
    for (let byte = 8; byte < directoryEnd; byte++) {
      const file = fileOf();
      file[byte] = file[byte]! ^ 0x10;
      expect(
        codeOf(() => open(file)),
        `byte ${byte}`,
      ).toBe('index-corrupt');
    }
  });

  it('leaves a changed section to damagedSections, which names it', () => {
    const at = open(fileOf()).bytes('doubles').byteOffset;
    const file = fileOf();
    file[at + 9] = file[at + 9]! ^ 1;
    expect(open(file).damagedSections()).toEqual(['doubles']);
  });
});

describe('the release of a container', () => {
  it('is the one that it was made part of, and none before', () => {
    const file = fileOf();
    expect(open(file).release).toBe('0000000000000000');
    stampRelease(file, '0123456789abcdef');
    const stamped = open(file);
    expect(stamped.release).toBe('0123456789abcdef');
    expect([...stamped.bytes('bytes')]).toEqual([1, 2, 3]);
    expect(stamped.damagedSections()).toEqual([]);
  });
});

describe('a container whose directory lies, with a checksum that fits', () => {
  /** The offset or length of a section replaced, and the directory's checksum made anew. */
  function lying(section: number, field: 'byteLength' | 'byteOffset', value: number): Uint8Array<ArrayBuffer> {
    const file = fileOf();
    const view = new DataView(file.buffer);
    const entry = 24 + section * 40;
    if (field === 'byteLength') view.setUint32(entry + 24, value, true);
    else view.setFloat64(entry + 32, value, true);
    view.setUint32(12, crc32(file.subarray(16, 24 + SECTIONS.size * 40)), true);
    return file;
  }
  const offsetOf = (section: number): number => new DataView(fileOf().buffer).getFloat64(24 + section * 40 + 32, true);

  it.each([
    ['two sections begin at one place', lying(2, 'byteOffset', offsetOf(0))],
    ['a section runs into the next', lying(0, 'byteLength', 17)],
    ['a section lies in the directory', lying(0, 'byteOffset', 16)],
    ['a section begins before the file', lying(0, 'byteOffset', -8)],
    ['a section begins nowhere', lying(0, 'byteOffset', Number.NaN)],
    ['a section ends behind the file', lying(3, 'byteLength', 24)],
  ])('is index-corrupt: %s', (_, file) => {
    expect(codeOf(() => open(file))).toBe('index-corrupt');
  });

  it('and is none where nothing is changed', () => {
    expect([...open(lying(0, 'byteOffset', offsetOf(0))).bytes('bytes')]).toEqual([1, 2, 3]);
  });
});

describe('a section that is shorter than its head says', () => {
  const cut = (section: Uint8Array): Uint8Array => Uint8Array.from(section).subarray(0, section.length - 4);

  it('is refused by each of its readers', () => {
    const column = packColumn(Array.from({ length: 100 }, (_, i) => i * i));
    const rows = packRows(100, 2, (row, values) => values.set([row, row * 7]));
    const strings = packStrings(['one', 'two', 'three']);
    expect(new PackedColumn(column).at(99)).toBe(99 * 99);
    expect(() => new PackedColumn(cut(column))).toThrow(RangeError);
    expect(new PackedRows(rows).at(1, 99)).toBe(99 * 7);
    expect(() => new PackedRows(cut(rows))).toThrow(RangeError);
    expect(new StringTable(strings).at(2)).toBe('three');
    expect(() => new StringTable(cut(strings))).toThrow(RangeError);
    for (const Reader of [PackedColumn, PackedRows, StringTable])
      expect(() => new Reader(new Uint8Array(8).fill(255))).toThrow();
  });
});
