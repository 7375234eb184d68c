import { isUtf8 } from 'node:buffer';
import { partitionPoint } from '../../src/format/blocks.ts';

/**
 * Re-chunks a stream of UTF-8 bytes so that no chunk begins or ends inside a character: each can be checked
 * (`isUtf8`) and decoded separately.
 */
export class WholeCharacters {
  /** The first bytes of a character that the last chunk broke off in. */
  #pending: Uint8Array = new Uint8Array(0);

  /** The bytes kept back before, followed by `chunk` up to its last whole character. Copies only if bytes were kept back. */
  take(chunk: Uint8Array): Uint8Array {
    const bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const whole = bytes.length - unfinishedBytes(bytes, bytes.length);
    this.#pending = bytes.slice(whole);
    return bytes.subarray(0, whole);
  }

  /** How many bytes are kept back: 0 to 3. More than 0 at the end of the stream means that it ended inside a character. */
  get pendingBytes(): number {
    return this.#pending.length;
  }
}

/** The number of bytes before the first one that is not part of valid UTF-8. O(n log n): for messages. */
export function validUtf8Length(bytes: Uint8Array): number {
  const isWhole = (end: number): boolean => isUtf8(bytes.subarray(0, end - unfinishedBytes(bytes, end)));
  const end = partitionPoint(1, bytes.length + 1, isWhole) - 1;
  return end - unfinishedBytes(bytes, end);
}

/** How many of the last bytes before `end` begin a character that needs more of them. */
function unfinishedBytes(bytes: Uint8Array, end: number): number {
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = bytes[end - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < needed ? back : 0;
    }
  }
  return 0;
}
