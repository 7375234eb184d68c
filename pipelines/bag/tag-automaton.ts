import { type Group, IGNORED, type Part } from './stand-template.ts';

/**
 * What may stand between two texts of a record, compiled from a template so that it can be compared four bytes at a time.
 * Where parts are optional the tags differ only after a while; they share what they have in common:
 *
 *     8 </Objecten:huisnummer><Objecten: ─┬─ huis ─┬─ letter>              → text: letter
 *                                         │        └─ nummertoevoeging>    → text: addition
 *                                         ├─ postcode>                     → text: postcode
 *                                         └─ typeAdresseerbaarObject>      → text: (ignored)
 */
export interface TagNode {
  /** The first `4 · words.length` bytes to expect, as little-endian numbers. */
  readonly words: Int32Array;
  /** The up to three bytes after them. */
  readonly rest: Uint8Array;
  /** The first byte, by which to choose among siblings. */
  readonly firstByte: number;
  /** How it may go on; empty where the tags are complete. */
  readonly branches: readonly TagNode[];
  /** What follows the complete tags: a text, or `undefined` for the end of the record. */
  readonly next: TextState | undefined;
}

/** A text between tags. */
export interface TextState {
  /** The `FIELD` it is kept in, or a mark of the template. */
  readonly field: number;
  /** The end tag to skip to where everything before it is to be passed over; otherwise the text ends at the next `<`. */
  readonly skipTo: Uint8Array | undefined;
  /** The tags that may follow. */
  after: TagNode;
}

/** One way on: some tags, then a text or the end. */
interface Way {
  readonly tags: string;
  readonly next: TextState | undefined;
}

/** Compiles a template: the result is where its records begin. */
export function compileTemplate(template: Group): TagNode {
  const compiler = new Compiler();
  const start = branch(compiler.ways(template, '', () => [{ tags: '', next: undefined }]));
  compiler.finish();
  return start;
}

class Compiler {
  /** By the text's place in the template: however a record comes to it, it goes on in the same way. */
  readonly #states = new Map<string, TextState>();
  readonly #unfinished: (() => void)[] = [];

  /** The ways through a part at `place` of the template, where `rest` gives the ways behind it. */
  ways(part: Part, place: string, rest: () => Way[]): Way[] {
    if (part.kind === 'group') {
      return prefix(
        part.open,
        this.#sequence(part.parts, 0, place, () => prefix(part.close, rest())),
      );
    }
    let state = this.#states.get(place);
    if (state === undefined) {
      const again = part.kind === 'value' && part.repeats;
      const skipTo = part.kind === 'opaque' ? encoder.encode(part.close) : undefined;
      const created = { field: part.kind === 'value' ? part.field : IGNORED, skipTo, after: NOWHERE };
      this.#states.set(place, created);
      this.#unfinished.push(() => {
        const onwards = again ? [...this.ways(part, place, rest), ...rest()] : rest();
        created.after = branch(prefix(part.close, onwards));
      });
      state = created;
    }
    return [{ tags: part.open, next: state }];
  }

  /** Says of every text what may follow it. */
  finish(): void {
    for (let task = this.#unfinished.pop(); task !== undefined; task = this.#unfinished.pop()) task();
  }

  #sequence(parts: readonly Part[], index: number, place: string, rest: () => Way[]): Way[] {
    const part = parts[index];
    if (part === undefined) return rest();
    const behind = (): Way[] => this.#sequence(parts, index + 1, place, rest);
    const through = this.ways(part, `${place}/${index}`, behind);
    return part.optional ? [...through, ...behind()] : through;
  }
}

const encoder = new TextEncoder();
const NOWHERE: TagNode = node('', [], undefined);

function prefix(tags: string, ways: readonly Way[]): Way[] {
  return ways.map((way) => ({ tags: tags + way.tags, next: way.next }));
}

/** The tree of these ways: what they share, and from where they differ, a branch for each next byte. */
function branch(ways: readonly Way[]): TagNode {
  const [first] = ways as [Way];
  if (ways.length === 1) return node(first.tags, [], first.next);
  let length = 0;
  while (length < first.tags.length && ways.every(({ tags }) => tags[length] === first.tags[length])) length++;
  const byByte = new Map<string, Way[]>();
  for (const { tags, next } of ways) {
    const way = { tags: tags.slice(length), next };
    const siblings = byByte.get(way.tags[0]!);
    if (siblings === undefined) byByte.set(way.tags[0]!, [way]);
    else siblings.push(way);
  }
  return node(first.tags.slice(0, length), [...byByte.values()].map(branch), undefined);
}

function node(tags: string, branches: readonly TagNode[], next: TextState | undefined): TagNode {
  const bytes = encoder.encode(tags);
  const words = new Int32Array(bytes.length >> 2);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let i = 0; i < words.length; i++) words[i] = view.getInt32(4 * i, true);
  return { words, rest: bytes.slice(4 * words.length), firstByte: bytes[0] ?? 0, branches, next };
}
