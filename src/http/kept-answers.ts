import { AnswerText } from './answer-text.ts';

/** Maximum characters of the texts of one release, in each of two generations; with their overhead some 20 MB. */
const MAX_KEPT_LENGTH = 8 << 20;

/** Longer texts are not kept: they answer requests for everything, not what people type. */
const MAX_TEXT_LENGTH = 16 << 10;

/** The overhead of an entry: its key, its place in the map, and the compressed text. */
const ENTRY_LENGTH = 512;

/**
 * The answers of one release of a country to what is asked again and again: everybody who types an address passes the same few
 * thousand beginnings of names. The latest ones that were asked for, in bounded memory.
 *
 * There are two generations: when the younger one is full, it becomes the older one, and that is forgotten; what is asked
 * for again moves to the younger one. So neither keeping nor finding needs an order.
 */
export class KeptAnswers {
  #young: Map<string, AnswerText> = new Map();
  #old: Map<string, AnswerText> = new Map();
  /** Length of the younger one. */
  #length = 0;

  /** The answer of this name: the one that is kept, or else the one made now. */
  of(name: string, make: () => string): AnswerText {
    const known = this.#young.get(name);
    if (known !== undefined) return known;
    const answer = this.#old.get(name) ?? new AnswerText(make());
    const { length } = answer.text;
    if (length > MAX_TEXT_LENGTH) return answer;
    this.#length += length + ENTRY_LENGTH;
    if (this.#length > MAX_KEPT_LENGTH) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#length = length + ENTRY_LENGTH;
    }
    this.#young.set(name, answer);
    return answer;
  }
}
