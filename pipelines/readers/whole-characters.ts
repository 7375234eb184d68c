/**
 * Cuts a stream of UTF-8 bytes anew, so that no piece begins or ends inside a character: each piece can be checked
 * (`isUtf8`) and decoded by itself.
 */
export class WholeCharacters {
  /** The first bytes of a character that the last chunk broke off in. */
  #pending: Uint8Array = new Uint8Array(0);

  /** What was kept back before, with `chunk` up to its last whole character. A copy only where something was kept back. */
  take(chunk: Uint8Array): Uint8Array {
    const bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const whole = bytes.length - unfinishedBytes(bytes);
    this.#pending = bytes.slice(whole);
    return bytes.subarray(0, whole);
  }

  /** Whether the stream ended inside a character. */
  get endsInside(): boolean {
    return this.#pending.length > 0;
  }
}

/** How many bytes at the end begin a character that needs more of them. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < needed ? back : 0;
    }
  }
  return 0;
}
