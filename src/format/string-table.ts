import { assertFills, assertFits, assertSound } from './blocks.ts';
import { encodeUtf8, type TextDecoderOf, utf8Decoder } from './utf8.ts';

/**
 * Texts by number: UTF-8 bytes one after the other, and where each begins.
 *
 *     u32  count
 *     u32  firstByte[count + 1]     offsets into the bytes; text i is bytes firstByte[i] … firstByte[i + 1]
 *     u8   bytes[firstByte[count]]
 *
 * A table may go on where another one ends: its first texts are those of the other.
 */
export class StringTable {
  /** All texts, those of the table before included. */
  readonly length: number;
  readonly #before: StringTable | undefined;
  /** Number of its first own text. */
  readonly #from: number;
  readonly #firstByte: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #decode: TextDecoderOf;
  /** Cache of decoded texts: a hit costs a tenth of decoding. */
  readonly #decoded: (string | undefined)[];

  /** A view on a section made by `packStrings`; nothing is copied. @param before the table that it goes on from */
  constructor(section: Uint8Array, before?: StringTable) {
    const { buffer, byteOffset } = section;
    const count = new Uint32Array(buffer, byteOffset, 1)[0]!;
    const bytesOffset = 4 + (count + 1) * 4;
    assertFits(bytesOffset, section);
    this.#before = before;
    this.#from = before?.length ?? 0;
    this.length = this.#from + count;
    this.#firstByte = new Uint32Array(buffer, byteOffset + 4, count + 1);
    const bytes = this.#firstByte[count]!;
    assertFills(bytesOffset + bytes, section);
    this.#bytes = new Uint8Array(buffer, byteOffset + bytesOffset, bytes);
    this.#decode = utf8Decoder(this.#bytes);
    this.#decoded = new Array(count);
  }

  /** Its own texts, for `checkStrings`. @internal */
  get parts(): { readonly firstByte: Uint32Array; readonly bytes: Uint8Array; readonly decode: TextDecoderOf } {
    return { firstByte: this.#firstByte, bytes: this.#bytes, decode: this.#decode };
  }

  /** Text `i`, for 0 ≤ i < length. */
  at(i: number): string {
    const own = i - this.#from;
    if (own < 0) return this.#before!.at(i);
    const known = this.#decoded[own];
    if (known !== undefined) return known;
    const text = this.#decode(this.#firstByte[own]!, this.#firstByte[own + 1]!);
    this.#decoded[own] = text;
    return text;
  }
}

/** Checks that its own texts lie one after the other and are UTF-8. O(bytes). @throws RangeError */
export function checkStrings(table: StringTable): void {
  const { firstByte, bytes, decode } = table.parts;
  assertSound(firstByte[0] === 0, 'the first text begins at the first byte');
  const end = firstByte.at(-1)!;
  for (let i = 0; i + 1 < firstByte.length; i++) {
    const [from, to] = [firstByte[i]!, firstByte[i + 1]!];
    assertSound(from <= to && to <= end, 'texts follow each other');
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
