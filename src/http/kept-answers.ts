import { kept } from '../model/kept.ts';
import type { Manifest } from '../store/manifest.ts';
import type { AnswerText } from './answer-text.ts';

/** Maximum characters of the texts of one release, in each of two generations; with their overhead some 20 MB. */
const MAX_KEPT_LENGTH = 8 << 20;

/** Longer texts are not kept: they answer requests for everything, not what people type. */
const MAX_TEXT_LENGTH = 16 << 10;

/** The overhead of an entry: its key, its place in the map, and the compressed text. */
const ENTRY_LENGTH = 512;

/**
 * The answers to what is asked again and again: everybody who types an address passes the same few thousand beginnings of
 * names. Of each release of a country, the latest ones that were asked for, in bounded memory; with a new release they
 * begin anew.
 *
 * There are two generations: when the younger one is full, it becomes the older one, and that is forgotten; what is asked
 * for again moves to the younger one. So neither keeping nor finding needs an order.
 */
export class KeptAnswers {
  readonly #releases: WeakMap<Manifest, Generations> = new WeakMap();

  /** @param key names an answer of the release */
  find(release: Manifest, key: string): AnswerText | undefined {
    const { young, old } = this.#generationsOf(release);
    const answer = young.get(key) ?? old.get(key);
    if (answer !== undefined && !young.has(key)) this.keep(release, key, answer);
    return answer;
  }

  keep(release: Manifest, key: string, answer: AnswerText): void {
    const { length } = answer.text;
    if (length > MAX_TEXT_LENGTH) return;
    const generations = this.#generationsOf(release);
    generations.length += length + ENTRY_LENGTH;
    if (generations.length > MAX_KEPT_LENGTH) {
      generations.old = generations.young;
      generations.young = new Map();
      generations.length = length + ENTRY_LENGTH;
    }
    generations.young.set(key, answer);
  }

  #generationsOf(release: Manifest): Generations {
    return kept(this.#releases, release, () => ({ young: new Map(), old: new Map(), length: 0 }));
  }
}

interface Generations {
  young: Map<string, AnswerText>;
  old: Map<string, AnswerText>;
  /** Length of the younger one. */
  length: number;
}
