/** One bit for each row; a section of ⌈rows / 8⌉ bytes, row i in bit i mod 8 of byte ⌊i / 8⌋. */
export class Bitmap {
  readonly #bytes: Uint8Array;

  constructor(section: Uint8Array) {
    this.#bytes = section;
  }

  has(row: number): boolean {
    return (this.#bytes[row >>> 3]! & (1 << (row & 7))) !== 0;
  }
}

/** The section for a `Bitmap` in which the bits of these rows are set. */
export function packBitmap(length: number, isSet: (row: number) => boolean): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(length / 8));
  for (let row = 0; row < length; row++) {
    if (isSet(row)) bytes[row >>> 3] = bytes[row >>> 3]! | (1 << (row & 7));
  }
  return bytes;
}
