import { StandParser } from './stand-parser.ts';
import type { StandRecord } from './stand-record.ts';
import { compileTemplate, StandScanner, type TextState } from './stand-scanner.ts';
import { DETAILED_TEMPLATES, EXPECTED_DECLARATIONS, type Group, STAND_TEMPLATES } from './stand-template.ts';

interface ReadStandOptions {
  /** The path of the file in messages. */
  readonly path: string;
  /** `Nummeraanduiding`, …: the records for the scanner to try. Without this the parser reads everything. */
  readonly scanFor?: string;
  /** Whether records of objects are to have their uses, floor area and buildings. */
  readonly withObjects?: boolean;
}

/**
 * Reads a stand file: calls `onRecord` for each `sl:stand` in it, in file order, with one record object that is refilled
 * each time. Holds a few chunks in memory, however long the file is.
 *
 * The general parser reads the head and the tail of the file and all records that the scanner declines:
 *
 *     <?xml …?><bagStand …>…<sl:standBestand>…  <sl:stand>…</sl:stand><sl:stand>…</sl:stand>  </sl:standBestand>…
 *     parser ─────────────────────────────────┤ scanner ───────────┤ parser, if it differs ├─┤ parser ──────────
 *
 * @throws AddressLookupError `input-corrupt` with file and byte offset, if the XML is malformed or ends too early
 */
export async function readStand(
  chunks: AsyncIterable<Uint8Array>,
  onRecord: (record: StandRecord) => void,
  options: ReadStandOptions,
): Promise<{ referenceDate: string }> {
  const reader = new StandReader(onRecord, options);
  for await (const chunk of chunks) reader.write(chunk);
  return reader.close();
}

const RECORD_OPEN = Buffer.from('<sl:stand>');
const RECORD_CLOSE = Buffer.from('</sl:stand>');
const NOTHING = Buffer.alloc(0);

/** How many bytes may wait for the rest: heads have 2 kB; the longest records, places with their outline, about 1 MB. */
const MAX_PENDING = { head: 1 << 16, scan: 1 << 24, parse: Number.POSITIVE_INFINITY } as const;

class StandReader {
  readonly #onRecord: (record: StandRecord) => void;
  readonly #parser: StandParser;
  readonly #scanner: StandScanner | undefined;
  /** `head`: waits for the first record. `scan`: the scanner tries each record. `parse`: the parser reads all the rest. */
  #mode: 'head' | 'scan' | 'parse' = 'parse';
  /** Bytes that wait for the rest of their record, and where they start in the file. */
  #pending: Buffer = NOTHING;
  #pendingOffset = 0;

  constructor(onRecord: (record: StandRecord) => void, { path, scanFor, withObjects = false }: ReadStandOptions) {
    this.#onRecord = onRecord;
    this.#parser = new StandParser(path, onRecord);
    const template = scanFor === undefined ? undefined : templateOf(scanFor, withObjects);
    if (scanFor === undefined || template === undefined) return;
    this.#scanner = new StandScanner(scanFor, template);
    this.#mode = 'head';
  }

  write(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    if (this.#mode === 'scan' && this.#pending.length > 0) this.#joinPending(bytes);
    else this.#take(this.#pending.length > 0 ? Buffer.concat([this.#pending, bytes]) : bytes);
  }

  close(): { referenceDate: string } {
    this.#parser.write(this.#pending, this.#pendingOffset);
    this.#parser.close();
    return this.#parser.header;
  }

  /** Completes the record that the last chunk broke off in: copies that record only, not the chunk. */
  #joinPending(bytes: Buffer): void {
    const close = bytes.indexOf(RECORD_CLOSE);
    if (close === -1) {
      this.#take(Buffer.concat([this.#pending, bytes]));
      return;
    }
    const split = close + RECORD_CLOSE.length;
    this.#take(Buffer.concat([this.#pending, bytes.subarray(0, split)]));
    this.#take(
      this.#pending.length > 0 ? Buffer.concat([this.#pending, bytes.subarray(split)]) : bytes.subarray(split),
    );
  }

  /** Reads what is complete of `bytes`, which start at the pending offset, and keeps the rest pending. */
  #take(bytes: Buffer): void {
    let at = 0;
    if (this.#mode === 'head') at = this.#readHead(bytes);
    if (this.#mode === 'scan') at = this.#readRecords(bytes, at);
    // A record that seems never to end is not held in memory: from here on the parser reads it piece by piece.
    if (bytes.length - at > MAX_PENDING[this.#mode]) this.#mode = 'parse';
    if (this.#mode === 'parse') {
      this.#parser.write(bytes.subarray(at), this.#pendingOffset + at);
      at = bytes.length;
    }
    this.#pending = bytes.subarray(at);
    this.#pendingOffset += at;
  }

  #readHead(bytes: Buffer): number {
    const start = bytes.indexOf(RECORD_OPEN);
    if (start === -1) return 0;
    this.#mode = 'parse';
    if (!isScannable(bytes.toString('latin1', 0, start))) return 0;
    this.#parser.write(bytes.subarray(0, start), this.#pendingOffset);
    if (this.#parser.isBetweenRecords) this.#mode = 'scan';
    return start;
  }

  #readRecords(bytes: Buffer, from: number): number {
    const scanner = this.#scanner!;
    // Only records whose end is in these bytes are read; the scanner relies on an end tag to stop at.
    const lastClose = bytes.lastIndexOf(RECORD_CLOSE);
    const limit = lastClose === -1 ? 0 : lastClose + RECORD_CLOSE.length;
    scanner.setBytes(bytes);
    let at = from;
    while (at < limit) {
      const start = skipSpace(bytes, at);
      // The usual record, as the template has it.
      const end = scanner.scan(start);
      if (end !== -1) {
        scanner.record.byteOffset = this.#pendingOffset + start;
        this.#onRecord(scanner.record);
        at = end;
        continue;
      }
      // The scanner declines: the parser reads this record. Between records there may only be white space, and the parser
      // must end up between records again; otherwise what looks like the end tag is in a comment or the like.
      const isRecord = bytes.subarray(start, start + RECORD_OPEN.length).equals(RECORD_OPEN);
      if (isRecord) {
        const close = bytes.indexOf(RECORD_CLOSE, start) + RECORD_CLOSE.length;
        this.#parser.write(bytes.subarray(at, close), this.#pendingOffset + at);
        at = close;
      }
      if (!isRecord || !this.#parser.isBetweenRecords) {
        this.#mode = 'parse';
        return at;
      }
    }
    return at;
  }
}

/** By template. Compiling takes as long as reading a thousand records, and files have ten thousand at most. */
const compiled = new Map<Group, TextState>();

function templateOf(objectType: string, withObjects: boolean): TextState | undefined {
  const template = (withObjects ? DETAILED_TEMPLATES : STAND_TEMPLATES).get(objectType);
  if (template === undefined) return undefined;
  if (!compiled.has(template)) compiled.set(template, compileTemplate(template));
  return compiled.get(template);
}

/**
 * Whether the scanner can read the records after this head: the prefixes mean what it expects, and the head really ends there,
 * not inside an unfinished comment, CDATA section or processing instruction.
 */
function isScannable(head: string): boolean {
  const endsWithTag = /<\/[\w:.-]+>\s*$/.test(head);
  const hasSections = head.includes('<!') || head.lastIndexOf('<?') > 0;
  return endsWithTag && !hasSections && EXPECTED_DECLARATIONS.every((declaration) => head.includes(declaration));
}

function skipSpace(bytes: Buffer, at: number): number {
  let next = at;
  while (bytes[next] === 0x20 || bytes[next] === 0x0a || bytes[next] === 0x0d || bytes[next] === 0x09) next++;
  return next;
}
