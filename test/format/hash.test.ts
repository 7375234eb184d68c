import { describe, expect, it } from 'vitest';
import { hash52, hash52After } from '../../src/format/hash.ts';

/** Written down once. They must never change: contexts that people have kept and index files hold such hashes. */
const KNOWN: readonly (readonly [text: string, hash: number])[] = [
  ['', 3849216281320901],
  ['a', 1239076121094444],
  ['foobar', 384888119032168],
  ['kerkstraat', 3633676898626777],
  ['rue de la gare', 2234114564906474],
  ['weiherstraße', 2659734604089894],
  ['nl:sn1lq8ol7ta5.2aj', 3405038805693711],
];

describe('hash52', () => {
  it.each(KNOWN)('of %j is %d for ever', (text, hash) => {
    expect(hash52(text)).toBe(hash);
  });

  it.each(['', 'nl:', 'a longer beginning '])('after %j is that of both', (prefix) => {
    const hash = hash52After(prefix);
    for (const [text] of KNOWN) expect(hash(text)).toBe(hash52(prefix + text));
  });

  it('has FNV-1a in its low half: the test vectors of draft-eastlake-fnv', () => {
    expect(['', 'a', 'foobar'].map((text) => (hash52(text) % 2 ** 32).toString(16))).toEqual([
      '811c9dc5',
      'e40c292c',
      'bf9cf968',
    ]);
  });

  it('is a whole number below 2^52', () => {
    for (let i = 0; i < 2000; i++) {
      const hash = hash52(`straat ${i}`);
      expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 52).toBe(true);
    }
  });

  it('tells 300,000 similar names apart', () => {
    const hashes = new Set<number>();
    for (let i = 0; i < 100_000; i++) for (const word of ['straat', 'laan', 'weg']) hashes.add(hash52(`${i}e ${word}`));
    expect(hashes.size).toBe(300_000);
  });

  it('is spread evenly over its high and its low bits', () => {
    const high = new Uint32Array(64);
    const low = new Uint32Array(64);
    for (let i = 0; i < 64_000; i++) {
      const hash = hash52(`rue ${i}`);
      high[Math.floor(hash / 2 ** 46)]!++;
      low[hash % 64]!++;
    }
    for (const count of [...high, ...low]) expect(Math.abs(count - 1000)).toBeLessThan(250);
  });
});
