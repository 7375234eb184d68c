import { type Group, IGNORED, type Part } from './stand-template.ts';

/**
 * What may stand between the texts of a record, compiled from a template. Behind each text there is one way on, or, where
 * parts are optional, several, of which at most one fits, because no way begins with the whole of another:
 *
 *     8 ─┬─ </Objecten:huisnummer><Objecten:huisletter>                → text: letter
 *        ├─ </Objecten:huisnummer><Objecten:huisnummertoevoeging>      → text: addition
 *        ├─ </Objecten:huisnummer><Objecten:postcode>                  → text: postcode
 *        └─ </Objecten:huisnummer><Objecten:typeAdresseerbaarObject>   → text: (ignored)
 */
export interface TextState {
  /** The `FIELD` it is kept in, or a mark of the template. */
  readonly field: number;
  /** The end tag to skip to where everything before it is to be passed over; otherwise the text ends at the next `<`. */
  readonly skipTo: Uint8Array | undefined;
  /** What may follow the text. */
  ways: readonly Way[];
  /** The way that fitted last, which is mostly the one that fits next. */
  likely: Way;
}

/** Tags, and the text that they lead to, or the end of the record. */
export interface Way {
  readonly byteLength: number;
  /**
   * The tags' bytes, eight at a time, as little-endian doubles, which are the widest numbers that can be read at any byte:
   * equal for equal bytes, because ASCII is neither a NaN nor a zero. The last word is the last eight bytes, and so overlaps
   * the one before.
   */
  readonly words: Float64Array;
  readonly next: TextState | undefined;
}

/** Compiles a template: the result is the beginning of its records, as if it were a text. */
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

/** A way as it is put together. */
interface Tags {
  readonly tags: string;
  readonly next: TextState | undefined;
}

class Compiler {
  /** By the text's place in the template: however a record comes to it, it goes on in the same way. */
  readonly #states = new Map<string, TextState>();
  readonly #unfinished: (() => void)[] = [];

  /** The ways through a part at `place` of the template, where `rest` gives the ways behind it. */
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

  /** Says of every text what may follow it. */
  finish(): void {
    for (let task = this.#unfinished.pop(); task !== undefined; task = this.#unfinished.pop()) task();
  }

  #sequence(parts: readonly Part[], index: number, place: string, rest: () => Tags[]): Tags[] {
    const part = parts[index];
    if (part === undefined) return rest();
    const behind = (): Tags[] => this.#sequence(parts, index + 1, place, rest);
    const through = this.ways(part, `${place}/${index}`, behind);
    return part.optional ? [...through, ...behind()] : through;
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
