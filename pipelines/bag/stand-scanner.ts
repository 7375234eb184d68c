import { FIELD, StandRecord } from './stand-record.ts';
import { FIRST_LIST, type Group, IGNORED, type Part } from './stand-template.ts';

/**
 * Reads records that look exactly as a template says, straight from the bytes: tags are compared with the expected ones,
 * each text runs to the next `<`. About 3 GB/s; a general parser does 50 MB/s.
 *
 * It accepts a small part of XML in which bytes can mean only one thing: ASCII, known tags in known order, no comments,
 * no CDATA, no `>` in texts, character references in names only. It declines everything else.
 */
export class StandScanner {
  readonly record: StandRecord = new StandRecord();
  readonly #start: TextState;
  #bytes: Buffer = Buffer.alloc(0);
  #view: DataView = new DataView(new ArrayBuffer(0));

  /** `start` is the compiled template of the records. Scanners may share it: all it remembers are guesses. */
  constructor(objectType: string, start: TextState) {
    this.record.objectType = objectType;
    this.#start = start;
  }

  /** Sets the bytes that records are read from. */
  setBytes(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.record.bytes = bytes;
  }

  /**
   * Reads the record that starts at `start` into `record`; returns where it ends, or -1 to decline. An end tag of
   * `sl:stand` must follow somewhere: it stops every loop below.
   */
  scan(start: number): number {
    const bytes = this.#bytes;
    const view = this.#view;
    const limit = bytes.length;
    const record = this.record;
    const { starts, ends } = record;
    record.clear();
    let at = start;
    let state = this.#start;
    for (;;) {
      // Tags: mostly the ones that came here in the record before.
      const way = isAt(view, limit, at, state.likely) ? state.likely : otherWay(view, limit, at, state);
      if (way === undefined) return -1;
      at += way.byteLength;
      if (way.next === undefined) return at;

      // The text that they lead to: passed over up to its end tag, or read up to the next markup.
      state = way.next;
      const { field, skipTo } = state;
      const textStart = at;
      if (skipTo !== undefined) {
        at = bytes.indexOf(skipTo, at);
        if (at === -1) return -1;
      } else {
        at = endOfText(view, at);
        // Character references: names keep them for later, texts that are not kept may have them, all others are odd.
        if (bytes[at] === AMPERSAND) {
          if (field === FIELD.name || field === FIELD.shortName) record.escaped = true;
          else if (field !== IGNORED) return -1;
          at = afterReferences(bytes, at);
          if (at === -1) return -1;
        }
      }
      // Keep where it is.
      if (field >= 0) {
        starts[field] = textStart;
        ends[field] = at;
      } else if (field !== IGNORED) {
        record.lists[FIRST_LIST - field]!.push(textStart, at);
      }
    }
  }
}

/** Whether the tags of a way are at `at`, and end before `limit`. */
function isAt(view: DataView, limit: number, at: number, { words, byteLength }: Way): boolean {
  const end = at + byteLength;
  if (end > limit) return false;
  const last = words.length - 1;
  for (let i = 0; i < last; i++) {
    if (view.getFloat64(at + 8 * i, true) !== words[i]) return false;
  }
  return view.getFloat64(end - 8, true) === words[last];
}

/** The way on that fits, if it is not the likely one; from now on it is. */
function otherWay(view: DataView, limit: number, at: number, state: TextState): Way | undefined {
  for (const way of state.ways) {
    if (way === state.likely || !isAt(view, limit, at, way)) continue;
    state.likely = way;
    return way;
  }
  return undefined;
}

const SPACE = 0x20;
const AMPERSAND = 0x26;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const SEMICOLON = 0x3b;

/** 1 for the bytes that end a plain text: markup, control characters, everything beyond ASCII. */
const STOPS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === LESS_THAN || byte === GREATER_THAN || byte === AMPERSAND || byte >= 0x7f || (byte < SPACE && !isSpace(byte))
    ? 1
    : 0,
);

/** The same for two bytes at a time, as a little-endian number. */
const PAIR_STOPS: Uint8Array = Uint8Array.from(
  { length: 1 << 16 },
  (_, pair) => STOPS[pair & 0xff]! | STOPS[pair >>> 8]!,
);

/** Where the plain text from `at` on ends. */
function endOfText(view: DataView, at: number): number {
  let end = at;
  while (PAIR_STOPS[view.getUint16(end, true)] === 0) end += 2;
  return STOPS[view.getUint8(end)] === 0 ? end + 1 : end;
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Where a text with a character reference at `start` ends; -1 if XML does not know or allow one of its references. */
function afterReferences(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] === AMPERSAND) {
    at = afterReference(bytes, at);
    if (at === -1) return -1;
    while (STOPS[bytes[at]!] === 0) at++;
  }
  return at;
}

const MAX_REFERENCE_BYTES = 10;
const REFERENCE = /^&(?:#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|amp|lt|gt|quot|apos);$/;

function afterReference(bytes: Buffer, at: number): number {
  let end = at;
  while (bytes[end] !== SEMICOLON) {
    if (++end - at > MAX_REFERENCE_BYTES) return -1;
  }
  const text = bytes.toString('latin1', at, end + 1);
  if (text === '&amp;') return end + 1;
  if (!REFERENCE.test(text)) return -1;
  if (text[1] !== '#') return end + 1;
  const code = text[2] === 'x' ? Number.parseInt(text.slice(3), 16) : Number(text.slice(2, -1));
  return code >= SPACE && code <= 0xffff && !(code >= 0xd800 && code <= 0xdfff) && code < 0xfffe ? end + 1 : -1;
}

/**
 * What may come between the texts of a record, compiled from a template. After each text there is one way on, or several
 * if parts are optional. At most one of them fits, because no way begins with the whole of another:
 *
 *     8 ─┬─ </Objecten:huisnummer><Objecten:huisletter>                → text: letter
 *        ├─ </Objecten:huisnummer><Objecten:huisnummertoevoeging>      → text: addition
 *        ├─ </Objecten:huisnummer><Objecten:postcode>                  → text: postcode
 *        └─ </Objecten:huisnummer><Objecten:typeAdresseerbaarObject>   → text: (ignored)
 */
export interface TextState {
  /** The `FIELD` it is kept in, or a mark of the template. */
  readonly field: number;
  /** The end tag to skip to, if everything before it is to be passed over; otherwise the text ends at the next `<`. */
  readonly skipTo: Uint8Array | undefined;
  /** What may follow the text. */
  ways: readonly Way[];
  /** The way that fitted last, which is mostly the one that fits next. */
  likely: Way;
}

/** Tags, and the text that they lead to; `undefined` at the end of the record. */
export interface Way {
  readonly byteLength: number;
  /**
   * The tags' bytes, eight at a time, as little-endian doubles: the widest numbers that can be read at any byte. They are
   * equal for equal bytes, because eight bytes of ASCII are neither NaN nor zero. The last word is the last eight bytes and
   * overlaps the one before.
   */
  readonly words: Float64Array;
  readonly next: TextState | undefined;
}

/** Compiles a template. The result is the beginning of its records, as if it were a text. */
export function compileTemplate(template: Group): TextState {
  const compiler = new Compiler();
  const start = newState(IGNORED, undefined);
  setWays(
    start,
    compiler.ways(template, '', () => [{ tags: '', next: undefined }]),
  );
  compiler.finish();
  return start;
}

/** A way while it is put together. */
interface Tags {
  readonly tags: string;
  readonly next: TextState | undefined;
}

class Compiler {
  /** By the text's place in the template: what may follow does not depend on what came before. */
  readonly #states = new Map<string, TextState>();
  readonly #unfinished: (() => void)[] = [];

  /** The ways through a part at `place` of the template; `rest` gives the ways after it. */
  ways(part: Part, place: string, rest: () => Tags[]): Tags[] {
    if (part.kind === 'group') {
      return prefix(
        part.open,
        this.#sequence(part.parts, 0, place, () => prefix(part.close, rest())),
      );
    }
    let state = this.#states.get(place);
    if (state === undefined) {
      const created =
        part.kind === 'value' ? newState(part.field, undefined) : newState(IGNORED, Buffer.from(part.close));
      const again = part.kind === 'value' && part.repeats;
      this.#states.set(place, created);
      this.#unfinished.push(() => {
        const onwards = again ? [...this.ways(part, place, rest), ...rest()] : rest();
        setWays(created, prefix(part.close, onwards));
      });
      state = created;
    }
    return [{ tags: part.open, next: state }];
  }

  /** Sets for every text what may follow it. */
  finish(): void {
    for (let task = this.#unfinished.pop(); task !== undefined; task = this.#unfinished.pop()) task();
  }

  #sequence(parts: readonly Part[], index: number, place: string, rest: () => Tags[]): Tags[] {
    const part = parts[index];
    if (part === undefined) return rest();
    const after = (): Tags[] => this.#sequence(parts, index + 1, place, rest);
    const through = this.ways(part, `${place}/${index}`, after);
    return part.optional ? [...through, ...after()] : through;
  }
}

const NOWHERE: Way = { byteLength: 0, words: new Float64Array(0), next: undefined };

function newState(field: number, skipTo: Uint8Array | undefined): TextState {
  return { field, skipTo, ways: [], likely: NOWHERE };
}

function setWays(state: TextState, ways: readonly Tags[]): void {
  state.ways = ways.map(({ tags, next }) => ({ byteLength: tags.length, words: wordsOf(tags), next }));
  state.likely = state.ways[0]!;
}

function prefix(tags: string, ways: readonly Tags[]): Tags[] {
  return ways.map((way) => ({ tags: tags + way.tags, next: way.next }));
}

/** Tags have more than eight bytes each in this schema. */
function wordsOf(tags: string): Float64Array {
  const bytes = Buffer.from(tags);
  return Float64Array.from({ length: Math.ceil(bytes.length / 8) }, (_, word) =>
    bytes.readDoubleLE(Math.min(8 * word, bytes.length - 8)),
  );
}
