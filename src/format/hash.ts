/**
 * A 52-bit hash of a text: two runs of 32-bit FNV-1a over its UTF-8 bytes with different offsets, put together.
 * (Fowler, Noll and Vo, the 32-bit prime and offset basis of draft-eastlake-fnv.) Stable for ever: it is part of contexts
 * and files. Not for secrets.
 */
export function hash52(text: string): number {
  const bytes = Buffer.from(text);
  let low = 0x811c9dc5;
  let high = 0x811c9dc5 ^ 0x5bd1e995;
  for (const byte of bytes) {
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte ^ (low >>> 24), 0x01000193);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}
