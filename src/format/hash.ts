import { encodeUtf8 } from './utf8.ts';

/**
 * A 52-bit hash of a text: two runs of 32-bit FNV-1a over its UTF-8 bytes with different offsets, put together.
 * (Fowler, Noll and Vo, the 32-bit prime and offset basis of draft-eastlake-fnv.) Stable for ever: it is part of contexts
 * and files. Not for secrets.
 */
export function hash52(text: string): number {
  return hashOn(text, OFFSET_BASIS, OFFSET_BASIS ^ 0x5bd1e995);
}

/** `hash52` of `prefix`, which is ASCII, with texts after it: what both have in common is hashed once, and they are not joined. */
export function hash52After(prefix: string): (text: string) => number {
  let low = OFFSET_BASIS;
  let high = OFFSET_BASIS ^ 0x5bd1e995;
  for (let i = 0; i < prefix.length; i++) {
    low = Math.imul(low ^ prefix.charCodeAt(i), PRIME);
    high = Math.imul(high ^ prefix.charCodeAt(i) ^ (low >>> 24), PRIME);
  }
  return (text) => hashOn(text, low, high);
}

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
/** Characters up to this one are their own UTF-8 bytes, so the text need not be encoded. */
const LAST_ASCII = 0x7f;

/** The hash of a text after what has led to the two runs. */
function hashOn(text: string, startOfLow: number, startOfHigh: number): number {
  let low = startOfLow;
  let high = startOfHigh;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > LAST_ASCII) return hashBytesOn(encodeUtf8(text), startOfLow, startOfHigh);
    low = Math.imul(low ^ code, PRIME);
    high = Math.imul(high ^ code ^ (low >>> 24), PRIME);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}

function hashBytesOn(bytes: Uint8Array, startOfLow: number, startOfHigh: number): number {
  let low = startOfLow;
  let high = startOfHigh;
  for (const byte of bytes) {
    low = Math.imul(low ^ byte, PRIME);
    high = Math.imul(high ^ byte ^ (low >>> 24), PRIME);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}

/** `value.toString(36)` for whole numbers from 0, two digits at a time; the general conversion also handles fractions, and is slower. */
export function toBase36(value: number): string {
  let rest = value;
  let digits = '';
  while (rest >= 36 ** 2) {
    const quotient = Math.floor(rest / 36 ** 2);
    digits = BASE36_PAIRS[rest - quotient * 36 ** 2]! + digits;
    rest = quotient;
  }
  return (rest < 36 ? BASE36_PAIRS[rest]!.slice(1) : BASE36_PAIRS[rest]!) + digits;
}

/** Two digits in base 36 for each number below 36². */
export const BASE36_PAIRS: readonly string[] = Array.from({ length: 36 ** 2 }, (_, i) =>
  i.toString(36).padStart(2, '0'),
);
