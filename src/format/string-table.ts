import { assertFills, assertFits, assertSound } from './blocks.ts';
import { encodeUtf8, type TextDecoderOf, utf8Decoder } from './utf8.ts';

/**
 * Texts by number: UTF-8 bytes one after the other, and where each begins.
 *
 *     u32  count
 *     u32  firstByte[count + 1]     offsets into the bytes; text i is bytes firstByte[i] … firstByte[i + 1]
 *     u8   bytes[firstByte[count]]
 */
export class StringTable {
  readonly length: number;
  readonly #firstByte: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #decode: TextDecoderOf;
  /** Cache of decoded texts: a hit costs a tenth of decoding. */
  readonly #decoded: (string | undefined)[];

  /** A view on a section made by `packStrings`; nothing is copied. */
  constructor(section: Uint8Array) {
    const { buffer, byteOffset } = section;
    this.length = new Uint32Array(buffer, byteOffset, 1)[0]!;
    const bytesOffset = 4 + (this.length + 1) * 4;
    assertFits(bytesOffset, section);
    this.#firstByte = new Uint32Array(buffer, byteOffset + 4, this.length + 1);
    const bytes = this.#firstByte[this.length]!;
    assertFills(bytesOffset + bytes, section);
    this.#bytes = new Uint8Array(buffer, byteOffset + bytesOffset, bytes);
    this.#decode = utf8Decoder(this.#bytes);
    this.#decoded = new Array(this.length);
  }

  /** For `checkStrings`. @internal */
  get parts(): { readonly firstByte: Uint32Array; readonly bytes: Uint8Array; readonly decode: TextDecoderOf } {
    return { firstByte: this.#firstByte, bytes: this.#bytes, decode: this.#decode };
  }

  /** Text `i`, for 0 ≤ i < length. */
  at(i: number): string {
    const known = this.#decoded[i];
    if (known !== undefined) return known;
    const text = this.#decode(this.#firstByte[i]!, this.#firstByte[i + 1]!);
    this.#decoded[i] = text;
    return text;
  }
}

/** Checks that the texts lie one after the other and are UTF-8. O(bytes). @throws RangeError */
export function checkStrings(table: StringTable): void {
  const { firstByte, bytes, decode } = table.parts;
  assertSound(firstByte[0] === 0, 'the first text begins at the first byte');
  for (let i = 0; i < table.length; i++) {
    const [from, to] = [firstByte[i]!, firstByte[i + 1]!];
    assertSound(from <= to && to <= firstByte[table.length]!, 'texts follow each other');
    const encoded = encodeUtf8(decode(from, to));
    const isWhole = encoded.length === to - from && encoded.every((byte, at) => byte === bytes[from + at]);
    assertSound(isWhole, 'texts are UTF-8');
  }
}

/** The section for a `StringTable` that holds these texts in this order. */
export function packStrings(texts: readonly string[]): Uint8Array {
  const firstByte = new Uint32Array(texts.length + 1);
  for (let i = 0; i < texts.length; i++) firstByte[i + 1] = firstByte[i]! + Buffer.byteLength(texts[i]!);
  const bytesOffset = 4 + firstByte.byteLength;
  const section = Buffer.alloc(bytesOffset + firstByte[texts.length]!);
  section.writeUInt32LE(texts.length, 0);
  section.set(new Uint8Array(firstByte.buffer), 4);
  for (let i = 0; i < texts.length; i++) section.write(texts[i]!, bytesOffset + firstByte[i]!, 'utf8');
  return section;
}
