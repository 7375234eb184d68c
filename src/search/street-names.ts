import { type Locus, ROOT } from '../format/prefix-trie.ts';
import type { Language } from '../model/country.ts';
import { kept } from '../model/kept.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { NameTrie } from '../store/name-trie.ts';
import { streetTypeOf, withOtherSound } from '../text/variants.ts';
import { compareNames } from './name-comparison.ts';
import { INITIAL, type StreetKey, StreetKeys, type TypedStreet } from './name-key.ts';
import { countLeaves, type LeafRun, ordinalsIn, runsOf } from './name-matcher.ts';
import { NameSketches } from './name-sketches.ts';
import { ANOTHER_PERSON, mayBeCut, NAME_COSTS, namesIn, type WordWeights } from './name-words.ts';
import { STEPS_PER_COMPARISON, STEPS_PER_FORM, STEPS_PER_STREET, type Steps } from './steps.ts';
import { streetsBeginning } from './streets.ts';
import { streetsOfLeaves, WrittenStreetName } from './written-street-name.ts';

/** How a street's name answers to the one that was written. */
export interface StreetComparison {
  /** Letters that differ (name-words.ts); `ANOTHER_PERSON` or `Infinity` for another name. */
  readonly edits: number;
  readonly language: Language | undefined;
  /** A form of the written name, where another street is called just so. */
  readonly isOfAnother?: boolean;
}

/** The leaves of a name of streets that sounds like a written one, and how many wrong letters that counts as. */
interface NameAlike {
  readonly leaves: readonly number[];
  readonly edits: number;
}

/**
 * Walks down the words as they are written, from each of which the others branch off: nearly all end at once. To look each name up from the root
 * makes a misspelt Belgian row take a fifth longer.
 */
function namesAlike({ country, names: { streets } }: CountryIndex, words: readonly string[]): readonly NameAlike[] {
  const found: NameAlike[] = [];
  let before: Locus | undefined = ROOT;
  for (let at = 0; at < words.length && before !== undefined; at++) {
    const behind = ['', ...words.slice(at + 1)].join(' ');
    for (const { text, edits } of withOtherSound(country, words[at]!)) {
      const end = streets.descend(before, text + behind);
      if (end !== undefined) found.push({ leaves: streets.exactLeaves(end), edits });
    }
    before = streets.descend(before, `${words[at]} `);
  }
  return found;
}

/** How much the words of streets' names say, counted in the trie of the names and of their ends; cached. */
export function wordWeightsOf(trie: NameTrie): WordWeights {
  const known = new Map<string, number>();
  const most = Math.log2(trie.leafCount + 1);
  const weigh = (word: string): number => Math.log2((trie.leafCount + 1) / (countNamesWith(trie, word) + 1));
  const of = (word: string): number => kept(known, word, weigh, MAX_KEPT_WEIGHTS);
  // A written name is compared with many streets in turn.
  let last: { readonly words: readonly string[]; readonly unknown: readonly string[] } | undefined;
  const unknownIn = (words: readonly string[]): readonly string[] => {
    if (last?.words !== words) last = { words, unknown: words.filter((word) => of(word) >= most) };
    return last.unknown;
  };
  return { of, unknownIn };
}

/** The leaves of the names that have a word, and of the ends of names that begin with it: a word occurs in as many leaves as names. */
function leavesWith(trie: NameTrie, word: string): readonly LeafRun[] {
  const whole = trie.locate(word);
  if (whole === undefined) return [];
  const longer = trie.locate(`${word} `);
  const exact = runsOf(trie.exactLeaves(whole));
  return longer === undefined ? exact : [...exact, trie.leavesUnder(longer.node)];
}

function countNamesWith(trie: NameTrie, word: string): number {
  return countLeaves({ runs: leavesWith(trie, word) });
}

const OTHER_NAME: StreetComparison = { edits: Number.POSITIVE_INFINITY, language: undefined };

/** Maximum number of words with cached weights; bounds the memory. */
const MAX_KEPT_WEIGHTS = 100_000;
/** Maximum names, and streets, with a word that says something. */
const MAX_SHARING = 250;
/** Streets that have a name and an alias, as many as make of the alias another word for the name. */
const MIN_SYNONYMS = 3;
/** Maximum number of similar streets. */
const MAX_SIMILAR = 20;

/** Compares the names of streets with written ones, and finds streets by them. */
export class StreetNames {
  readonly #index: CountryIndex;
  readonly #weights: WordWeights;
  readonly #keys: StreetKeys;
  readonly #sketches: NameSketches;
  /** Cached look-ups in the tries, by written name. */
  readonly #written: WeakMap<TypedStreet, WrittenStreetName> = new WeakMap();
  readonly #alike: WeakMap<TypedStreet, readonly NameAlike[]> = new WeakMap();
  readonly #synonyms: WeakMap<TypedStreet, boolean> = new WeakMap();

  constructor(index: CountryIndex) {
    this.#index = index;
    this.#weights = wordWeightsOf(index.names.streets);
    this.#keys = new StreetKeys(index);
    this.#sketches = new NameSketches(index.country, this.#weights, index.streets.length, this.#keys);
  }

  /** The streets of [from, to) with exactly this name, in any usual form of it and in any language. */
  named(typed: TypedStreet, from?: number, to?: number): Map<number, StreetComparison> {
    const found = new Map<number, StreetComparison>();
    const hasInitial = INITIAL.test(typed.written);
    for (const [street, language] of this.#lookedUp(typed).streetsIn(from, to)) {
      if (hasInitial && !this.#keys.of(street).some(({ text }) => typed.forms.has(text))) continue;
      // An alias leads to all streets of its group, but not every one of them has it: hardly a sign, unless it is another word for their name.
      const isOwn = language !== undefined || this.compare(street, typed).edits < 1;
      if (isOwn) found.set(street, { edits: 0, language });
      else if (this.#isSynonym(typed)) found.set(street, { edits: NAME_COSTS.synonym, language });
    }
    return found;
  }

  /**
   * The streets of [from, to) whose name was cut off, as where a file has room for so many letters: `Amsterdamse Veerk`. The first usual form that
   * any of them begins with counts. Of a short name, or if a street elsewhere is called so, only the kind of street may be missing: `Hoog`, `Karekiet`;
   * in the latter case of the name as it is written: De Akker is not Akkerstraat.
   */
  cutOff(typed: TypedStreet, from: number, to: number, steps: Steps): Map<number, StreetComparison> {
    const { country, streets } = this.#index;
    const found = new Map<number, StreetComparison>();
    if (from >= to || !mayBeCut(country, typed, true)) return found;
    const places = [streets.placeOf(from), streets.placeOf(to - 1) + 1] as const;
    const isWhole = this.isWhole(typed);
    const isOfKind = !mayBeCut(country, typed, false) || isWhole;
    for (const form of isWhole ? [typed.key.text] : typed.forms.keys()) {
      if (!steps.take((places[1] - places[0]) * STEPS_PER_STREET)) break;
      for (const { street, language } of streetsBeginning(this.#index, form, ...places)) {
        if (!steps.take(STEPS_PER_COMPARISON)) break;
        // Digits are not cut off: Kempenaar is not Kempenaar 22.
        const isBegun = ({ text, digits }: StreetKey): boolean =>
          text.startsWith(form) &&
          digits === typed.key.digits &&
          (!isOfKind || streetTypeOf(country, text) === text.slice(form.length));
        if (!this.#keys.of(street).some(isBegun)) continue;
        const whole = this.compare(street, typed);
        found.set(street, whole.edits < NAME_COSTS.cut ? whole : { edits: NAME_COSTS.cut, language });
      }
      if (found.size > 0) break;
    }
    return found;
  }

  /** Whether a street anywhere has exactly this name, in any usual form, so that it is hardly cut off, unless a full stop says that it is. */
  isWhole(typed: TypedStreet): boolean {
    return !typed.words.at(-1)!.isShortened && this.#lookedUp(typed).isCalled;
  }

  /** Whether a name is an alias of several streets of one name: Rue Principale of those called Haaptstrooss. */
  #isSynonym(typed: TypedStreet): boolean {
    return kept(this.#synonyms, typed, () => {
      const byAlias = [...this.#lookedUp(typed).streetsIn()].filter(([, language]) => language === undefined);
      const some = byAlias.slice(0, MAX_SHARING);
      return some.filter(([street]) => this.compare(street, typed).edits < 1).length >= MIN_SYNONYMS;
    });
  }

  #lookedUp(typed: TypedStreet): WrittenStreetName {
    return kept(this.#written, typed, ({ written }) => new WrittenStreetName(this.#index, written));
  }

  /**
   * Compares the name of one street with a written one. An alias without the first name, `Rue Bouvart`, does not make Rue Adolphe Bouvart the street
   * of another person. Some microseconds if letters must be compared.
   */
  compare(street: number, typed: TypedStreet): StreetComparison {
    let best = OTHER_NAME;
    let person = OTHER_NAME;
    for (const key of this.#keys.of(street)) {
      const edits = compareNames(this.#index.country, this.#weights, typed, key);
      if (edits < best.edits) best = { edits, language: key.language };
      if (edits === 0) break;
      if (edits === ANOTHER_PERSON && key.language !== undefined) person = { edits, language: key.language };
    }
    const isByAlias = best.language === undefined && best.edits >= NAME_COSTS.word;
    return isByAlias && person !== OTHER_NAME ? person : best;
  }

  /**
   * The streets of [from, to) whose name is another form of a written one, and has its rarest word: `rue président kennedy` is Rue du Président
   * John Fitzgerald Kennedy. None if hundreds of names have the word. A small part of what `similar` takes: the tries lead to them.
   */
  sharing(
    typed: TypedStreet,
    steps: Steps,
    from: number = 0,
    to: number = this.#index.streets.length,
  ): Map<number, StreetComparison> {
    const found = new Map<number, StreetComparison>();
    // Streets of many towns share a name, which is compared once.
    const known = new Map<string, StreetComparison>();
    for (const street of this.#withRarestWord(typed, from, to, steps)) {
      if (!steps.take(STEPS_PER_COMPARISON)) break;
      const name = this.#keys
        .of(street)
        .map(({ text, language }) => `${language} ${text}`)
        .join('\n');
      const comparison = kept(known, name, () => this.compare(street, typed));
      if (comparison.edits < ANOTHER_PERSON) found.set(street, comparison);
    }
    return found;
  }

  #withRarestWord({ key }: TypedStreet, from: number, to: number, steps: Steps): ReadonlySet<number> {
    const { country, names, streets } = this.#index;
    const found = new Set<number>();
    const isEverywhere = to - from === streets.length;
    // Every small town has a street or two of each kind.
    const [rarest] = (isEverywhere ? key.words : namesIn(country, key.words))
      .filter((word) => word.length > 1 && countNamesWith(names.streets, word) > 0)
      .sort((a, b) => this.#weights.of(b) - this.#weights.of(a));
    if (rarest === undefined || from >= to) return found;
    if (!isEverywhere) {
      const places = [streets.placeOf(from), streets.placeOf(to - 1) + 1] as const;
      if (!steps.take((places[1] - places[0]) * STEPS_PER_STREET)) return found;
      return new Set(streetsBeginning(this.#index, rarest, ...places).map(({ street }) => street));
    }
    if (countNamesWith(names.streets, rarest) > MAX_SHARING) return found;
    for (const leaf of ordinalsIn(leavesWith(names.streets, rarest))) {
      for (const { street } of names.streetsUnder(names.streets.featureAt(leaf))) found.add(street);
      if (found.size > MAX_SHARING) return new Set();
    }
    return found;
  }

  /**
   * The streets of [from, to), or those of them that are given, in index order, with a similar name: at most 20, the most similar first; none of those
   * for which no steps are left. O(to - from).
   */
  similar(
    typed: TypedStreet,
    from: number,
    to: number,
    steps: Steps,
    among?: readonly number[],
  ): Map<number, StreetComparison> {
    const count = among?.length ?? to - from;
    const found = this.#soundingAlike(typed, from, to).filter(([street]) => among?.includes(street) ?? true);
    if (!steps.take(count * STEPS_PER_STREET)) return new Map(found);
    const sketch = this.#sketches.of(typed);
    const cost = STEPS_PER_COMPARISON + STEPS_PER_FORM * typed.forms.size;
    for (let i = 0; i < count; i++) {
      const street = among?.[i] ?? from + i;
      if (!this.#sketches.mayBeLike(street, sketch) || !steps.take(cost)) continue;
      const comparison = this.compare(street, typed);
      if (comparison.edits < ANOTHER_PERSON) found.push([street, comparison]);
    }
    found.sort(([a, x], [b, y]) => x.edits - y.edits || a - b);
    const best = new Map<number, StreetComparison>();
    for (const [street, comparison] of found) {
      if (best.size === MAX_SIMILAR) break;
      // Found in both ways.
      if (!best.has(street)) best.set(street, comparison);
    }
    return best;
  }

  /** The streets of [from, to) whose name is the written one, but for a sound that is written in another way: Rue Joseph Lhoest for `Rue Josef Lhoest`. */
  #soundingAlike(typed: TypedStreet, from: number, to: number): (readonly [number, StreetComparison])[] {
    const names = kept(this.#alike, typed, ({ key }) => namesAlike(this.#index, key.words));
    return names.flatMap(({ leaves, edits }) =>
      Array.from(
        streetsOfLeaves(this.#index, leaves, from, to),
        ([street, language]) => [street, { edits, language }] as const,
      ),
    );
  }
}
