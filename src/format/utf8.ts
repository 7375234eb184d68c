/** Decodes bytes [from, to) of the section it was made for. */
export type TextDecoderOf = (from: number, to: number) => string;

/**
 * Decodes parts of a section as UTF-8: in Node with its own decoder, in half the time; elsewhere by hand, since
 * browsers' TextDecoder refuses shared memory. Each part must be a whole text.
 */
export function utf8Decoder(bytes: Uint8Array): TextDecoderOf {
  if (globalThis.Buffer === undefined) return (from, to) => decodeUtf8(bytes, from, to);
  const buffer = globalThis.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (from, to) => buffer.toString('utf8', from, to);
}

/** UTF-8 as RFC 3629 has it: the high bits of the first byte say how many follow, each with six bits of the character. */
export function decodeUtf8(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; ) {
    const first = bytes[at++]!;
    if (first < 0x80) text += String.fromCharCode(first);
    else if (first < 0xe0) text += String.fromCharCode(((first & 0x1f) << 6) | (bytes[at++]! & 0x3f));
    else if (first < 0xf0) {
      text += String.fromCharCode(((first & 0x0f) << 12) | ((bytes[at++]! & 0x3f) << 6) | (bytes[at++]! & 0x3f));
    } else {
      const high = ((first & 0x07) << 18) | ((bytes[at++]! & 0x3f) << 12);
      text += String.fromCodePoint(high | ((bytes[at++]! & 0x3f) << 6) | (bytes[at++]! & 0x3f));
    }
  }
  return text;
}

const ENCODER = new TextEncoder();

export function encodeUtf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}
