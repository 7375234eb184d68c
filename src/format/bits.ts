/** Fields of any width within 32-bit words, the lowest bits first. */

/** Bits that hold 0 … `difference`. @throws RangeError unless it is less than 2^53 */
export function bitWidth(difference: number): number {
  if (!(difference >= 0 && difference < 2 ** 53)) {
    throw new RangeError(
      `Got neighbouring values ${difference} apart; a packed column takes whole numbers less than 2^53 apart.`,
    );
  }
  let width = 0;
  while (2 ** width <= difference) width++;
  return width;
}

/** `width` bits (1…32) that begin `bit` bits after word `firstWord`, as an unsigned number. */
export function readBits(words: Uint32Array, firstWord: number, bit: number, width: number): number {
  const word = firstWord + (bit >>> 5);
  const shift = bit & 31;
  let bits = words[word]! >>> shift;
  if (shift + width > 32) bits |= words[word + 1]! << (32 - shift);
  return width === 32 ? bits >>> 0 : bits & ((1 << width) - 1);
}

/** Sets `width` bits that are 0 so far. */
export function writeBits(words: Uint32Array, firstWord: number, bit: number, width: number, bits: number): void {
  const word = firstWord + (bit >>> 5);
  const shift = bit & 31;
  words[word] = words[word]! | (bits << shift);
  if (shift + width > 32) words[word + 1] = words[word + 1]! | (bits >>> (32 - shift));
}
