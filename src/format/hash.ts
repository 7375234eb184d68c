import { encodeUtf8 } from './utf8.ts';

/**
 * A 52-bit hash of a text: two runs of 32-bit FNV-1a over its UTF-8 bytes with different offsets, put together.
 * (Fowler, Noll and Vo, the 32-bit prime and offset basis of draft-eastlake-fnv.) Stable for ever: it is part of contexts
 * and files. Not for secrets.
 */
export function hash52(text: string): number {
  let low = OFFSET_BASIS;
  let high = OFFSET_BASIS ^ 0x5bd1e995;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > LAST_ASCII) return hashBytes(encodeUtf8(text));
    low = Math.imul(low ^ code, PRIME);
    high = Math.imul(high ^ code ^ (low >>> 24), PRIME);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
/** Up to here a character is its own UTF-8 byte, and the text need not be encoded. */
const LAST_ASCII = 0x7f;

function hashBytes(bytes: Uint8Array): number {
  let low = OFFSET_BASIS;
  let high = OFFSET_BASIS ^ 0x5bd1e995;
  for (const byte of bytes) {
    low = Math.imul(low ^ byte, PRIME);
    high = Math.imul(high ^ byte ^ (low >>> 24), PRIME);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}
