import type { Country, Language } from '../model/country.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { NameTrie } from '../store/name-trie.ts';
import { editLimit, letterMask, mayBeWithin } from '../text/edit-distance.ts';
import { nameKey } from '../text/fold.ts';
import { withoutBrackets } from '../text/noise.ts';
import { isStreetType, romanNumeralsIn, streetTypeOf } from '../text/variants.ts';
import { compareNames } from './name-comparison.ts';
import { INITIAL, makeNameKey, type NameKey, type TypedStreet } from './name-key.ts';
import { ANOTHER_PERSON, mayBeCut, NAME_COSTS, namesIn, type WordWeights } from './name-words.ts';
import { STEPS_PER_COMPARISON, STEPS_PER_FORM, STEPS_PER_STREET, type Steps } from './steps.ts';
import { streetsBeginning } from './streets.ts';
import { WrittenStreetName } from './written-street-name.ts';

/** How a street's name answers to the one that was written. */
export interface StreetComparison {
  /** Letters that differ (name-words.ts); `ANOTHER_PERSON` or `Infinity` for another name. */
  readonly edits: number;
  readonly language: Language | undefined;
}

/** How much the words of streets' names say, counted in the trie of the names and of their ends; cached. */
export function wordWeightsOf(trie: NameTrie): WordWeights {
  const known = new Map<string, number>();
  const most = Math.log2(trie.leafCount + 1);
  const of = (word: string): number => {
    let weight = known.get(word);
    if (weight === undefined) {
      if (known.size >= MAX_KEPT_WEIGHTS) known.clear();
      weight = Math.log2((trie.leafCount + 1) / (countNamesWith(trie, word) + 1));
      known.set(word, weight);
    }
    return weight;
  };
  return { of, isKnown: (word) => of(word) < most };
}

/** The leaves of the names that have a word, and of the ends of names that begin with it: a word occurs in as many leaves as names. */
function leavesWith(trie: NameTrie, word: string): readonly number[] {
  const leaves = [...leavesOf(trie, word).exact];
  const [first, end] = leavesOf(trie, word).longer;
  for (let leaf = first; leaf < end; leaf++) leaves.push(leaf);
  return leaves;
}

function countNamesWith(trie: NameTrie, word: string): number {
  const { exact, longer } = leavesOf(trie, word);
  return exact.length + longer[1] - longer[0];
}

function leavesOf(
  trie: NameTrie,
  word: string,
): { readonly exact: readonly number[]; readonly longer: readonly [first: number, end: number] } {
  const whole = trie.locate(word);
  if (whole === undefined) return { exact: [], longer: [0, 0] };
  const longer = trie.locate(`${word} `);
  return { exact: trie.exactLeaves(whole), longer: longer === undefined ? [0, 0] : trie.leavesUnder(longer.node) };
}

type StreetKey = NameKey & { readonly language: Language | undefined };

const OTHER_NAME: StreetComparison = { edits: Number.POSITIVE_INFINITY, language: undefined };

/** Maximum number of words with cached weights; bounds the memory. */
const MAX_KEPT_WEIGHTS = 100_000;
/** Maximum number of streets with cached names; bounds the memory. */
const MAX_KEPT_STREETS = 400_000;
/** Maximum names of a street with separate letter masks; for streets with more names, all are compared. */
const MAX_SKETCHES = 3;
/** The longest name whose length fits the mask; longer names are always compared. */
const MAX_SKETCHED_LETTERS = 255;
/** Maximum names, and streets, with a word that says something. */
const MAX_SHARING = 250;
/** Maximum number of similar streets. */
const MAX_SIMILAR = 20;

/** Compares the names of streets with written ones, and finds streets by them. */
export class StreetNames {
  readonly #index: CountryIndex;
  readonly #weights: WordWeights;
  /** Three for each street: the letters of a name and `KNOWN`, 0 for none; `TOO_MANY` if there are more names. */
  readonly #letters: Int32Array;
  readonly #lengths: Uint8Array;
  /** As `#letters`, for the last word of each name, which is the name proper. */
  readonly #properLetters: Int32Array;
  readonly #properLengths: Uint8Array;
  /** Cached look-ups in the tries, by written name. */
  readonly #written: WeakMap<TypedStreet, WrittenStreetName> = new WeakMap();
  readonly #keys: Map<number, readonly StreetKey[]> = new Map();
  /** The written name that was compared last, and its letters. */
  #sketched: { readonly typed: TypedStreet; readonly sketch: TypedSketch } | undefined;

  constructor(index: CountryIndex) {
    this.#index = index;
    this.#weights = wordWeightsOf(index.names.streets);
    this.#letters = new Int32Array(index.streets.length * MAX_SKETCHES);
    this.#lengths = new Uint8Array(index.streets.length * MAX_SKETCHES);
    this.#properLetters = new Int32Array(index.streets.length * MAX_SKETCHES);
    this.#properLengths = new Uint8Array(index.streets.length * MAX_SKETCHES);
  }

  /** The streets of [from, to) with exactly this name, in any usual form of it and in any language. */
  named(typed: TypedStreet, from?: number, to?: number): Map<number, StreetComparison> {
    const found = new Map<number, StreetComparison>();
    const hasInitial = INITIAL.test(typed.written);
    for (const [street, language] of this.#lookedUp(typed).streetsIn(from, to)) {
      if (hasInitial && !this.#keysOf(street).some(({ text }) => typed.forms.has(text))) continue;
      // An alias leads to all streets of its group, but not every one of them has it.
      if (language === undefined && this.compare(street, typed).edits >= 1) continue;
      found.set(street, { edits: 0, language });
    }
    return found;
  }

  /**
   * The streets of [from, to) whose name was cut off, as where a file has room for so many letters: `Amsterdamse Veerk`. The first usual form that
   * any of them begins with counts. If a street elsewhere is called so, only the kind of street may be missing: `Karekiet`.
   */
  cutOff(typed: TypedStreet, from: number, to: number, steps: Steps): Map<number, StreetComparison> {
    const { country, streets } = this.#index;
    const found = new Map<number, StreetComparison>();
    if (from >= to || !mayBeCut(country, typed)) return found;
    const places = [streets.placeOf(from), streets.placeOf(to - 1) + 1] as const;
    const isWhole = this.isWhole(typed);
    for (const form of typed.forms.keys()) {
      if (!steps.take((places[1] - places[0]) * STEPS_PER_STREET)) break;
      for (const { street, language } of streetsBeginning(this.#index, form, ...places)) {
        if (!steps.take(STEPS_PER_COMPARISON)) break;
        // Digits are not cut off: Kempenaar is not Kempenaar 22.
        const isBegun = ({ text, digits }: StreetKey): boolean =>
          text.startsWith(form) &&
          digits === typed.key.digits &&
          (!isWhole || streetTypeOf(country, text) === text.slice(form.length));
        if (street < from || street >= to || !this.#keysOf(street).some(isBegun)) continue;
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

  #lookedUp(typed: TypedStreet): WrittenStreetName {
    let name = this.#written.get(typed);
    if (name === undefined) {
      name = new WrittenStreetName(this.#index, typed.written);
      this.#written.set(typed, name);
    }
    return name;
  }

  /**
   * Compares the name of one street with a written one. An alias without the first name, `Rue Bouvart`, does not make Rue Adolphe Bouvart the street
   * of another person. Some microseconds if letters must be compared.
   */
  compare(street: number, typed: TypedStreet): StreetComparison {
    let best = OTHER_NAME;
    let person = OTHER_NAME;
    for (const key of this.#keysOf(street)) {
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
      const name = this.#keysOf(street)
        .map(({ text, language }) => `${language} ${text}`)
        .join('\n');
      const comparison = known.get(name) ?? this.compare(street, typed);
      known.set(name, comparison);
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
      for (const { street } of streetsBeginning(this.#index, rarest, ...places))
        if (street >= from && street < to) found.add(street);
      return found.size > MAX_SHARING ? new Set() : found;
    }
    if (countNamesWith(names.streets, rarest) > MAX_SHARING) return found;
    for (const leaf of leavesWith(names.streets, rarest)) {
      const { kind, ordinal } = names.streets.featureAt(leaf);
      if (kind === 'street') found.add(ordinal);
      else for (const { street } of names.streetsOf(ordinal, 0, streets.length)) found.add(street);
      if (found.size > MAX_SHARING) return new Set();
    }
    return found;
  }

  /** The streets of [from, to) with a similar name: at most 20, the most similar first; none of those for which no steps are left. O(to - from). */
  similar(typed: TypedStreet, from: number, to: number, steps: Steps): Map<number, StreetComparison> {
    const found: SimilarStreet[] = [];
    if (!steps.take((to - from) * STEPS_PER_STREET)) return new Map();
    for (let street = from; street < to; street++) this.#addIfLike(typed, street, found, steps);
    return mostSimilar(found);
  }

  /** As `similar`, among the given streets. */
  similarAmong(typed: TypedStreet, streets: readonly number[], steps: Steps): Map<number, StreetComparison> {
    const found: SimilarStreet[] = [];
    if (!steps.take(streets.length * STEPS_PER_STREET)) return new Map();
    for (const street of streets) this.#addIfLike(typed, street, found, steps);
    return mostSimilar(found);
  }

  #addIfLike(typed: TypedStreet, street: number, found: SimilarStreet[], steps: Steps): void {
    if (this.#sketched?.typed !== typed)
      this.#sketched = { typed, sketch: sketchOf(this.#index.country, this.#weights, typed) };
    const cost = STEPS_PER_COMPARISON + STEPS_PER_FORM * typed.forms.size;
    if (!this.#mayBeLike(street, this.#sketched.sketch) || !steps.take(cost)) return;
    const comparison = this.compare(street, typed);
    if (comparison.edits < ANOTHER_PERSON) found.push([street, comparison]);
  }

  /** Whether a street may be similar, by the letters and lengths of its names; excludes nearly all streets. */
  #mayBeLike(street: number, { forms, words, formsOfWords, beginnings, hasNumeralAlone }: TypedSketch): boolean {
    const first = street * MAX_SKETCHES;
    if (this.#letters[first] === 0) this.#noteLetters(street);
    if (this.#letters[first] === TOO_MANY) return true;
    for (let i = first; i < first + MAX_SKETCHES; i++) {
      const letters = this.#letters[i]! & LETTERS;
      if (this.#letters[i] === 0) return false;
      if (hasNumeralAlone && (this.#letters[i]! & NUMERAL) !== 0) return true;
      const length = this.#lengths[i]!;
      if (isLikeOneOf(forms, letters, length, MAX_EDITS, length + 1)) return true;
      // The name proper, with a first name left out or shortened before it.
      const proper = this.#properLetters[i]!;
      const properLength = this.#properLengths[i]!;
      if (isLikeOneOf(words, proper, properLength, MAX_WORD_EDITS, properLength)) return true;
      if (isLikeOneOf(formsOfWords, proper, properLength, 0, properLength)) return true;
      if (properLength <= beginnings.shortest) continue;
      for (const { text, letters: ofBeginning, length: ofWord } of beginnings.all) {
        if (ofWord >= properLength || (ofBeginning & ~proper) !== 0) continue;
        // Many names have the letters of a short beginning, few begin so.
        if (this.#keysOf(street).some(({ words, proper: at }) => words[at]!.startsWith(text))) return true;
      }
    }
    return false;
  }

  #noteLetters(street: number): void {
    const first = street * MAX_SKETCHES;
    const keys = new Set(this.#writtenKeysOf(street).map(([key]) => key));
    if (keys.size === 0 || keys.size > MAX_SKETCHES || [...keys].some((key) => key.length > MAX_SKETCHED_LETTERS)) {
      this.#letters[first] = TOO_MANY;
      return;
    }
    let i = first;
    for (const key of keys) {
      const { words, proper: position, numerals } = makeNameKey(this.#index.country, key);
      const proper = words[position]!;
      let blanks = 0;
      for (let at = key.indexOf(' '); at !== -1; at = key.indexOf(' ', at + 1)) blanks++;
      this.#letters[i] = (letterMask(key) & LETTERS) | KNOWN | (numerals === '' ? 0 : NUMERAL);
      this.#lengths[i] = key.length - blanks;
      this.#properLetters[i] = letterMask(proper) & LETTERS;
      this.#properLengths[i] = proper.length;
      i++;
    }
  }

  #keysOf(street: number): readonly StreetKey[] {
    let keys = this.#keys.get(street);
    if (keys !== undefined) return keys;
    if (this.#keys.size >= MAX_KEPT_STREETS) this.#keys.clear();
    const made: StreetKey[] = [];
    for (const [text, language] of this.#writtenKeysOf(street)) {
      if (!made.some((known) => known.text === text))
        made.push({ ...makeNameKey(this.#index.country, text), language });
    }
    keys = made;
    this.#keys.set(street, keys);
    return keys;
  }

  /** The folded names of a street, own names first, also without the text in brackets. */
  #writtenKeysOf(street: number): [key: string, language: Language | undefined][] {
    const { streets } = this.#index;
    const keys: [key: string, language: Language | undefined][] = [];
    const add = (name: string, language: Language | undefined): void => {
      const key = nameKey(name);
      if (key !== '') keys.push([key, language]);
      const short = name.includes('(') ? nameKey(withoutBrackets(name)) : '';
      if (short !== '') keys.push([short, language]);
    };
    for (const [language, name] of Object.entries(streets.namesOf(street))) add(name, language as Language);
    for (const alias of streets.aliasesOf(street)) add(alias, undefined);
    return keys;
  }
}

/** Bits 1 to 26 of `letterMask`; digits and signs share the others. */
const LETTERS = 0x07fffffe;
const KNOWN = 1;
/** The name has a Roman numeral. */
const NUMERAL = 1 << 27;
const TOO_MANY = -1;
/** The maximum of `editLimit`. */
const MAX_EDITS = 3;

/** The maximum of letters that are wrong in the name proper. */
const MAX_WORD_EDITS = 2;

type SimilarStreet = [street: number, comparison: StreetComparison];

function mostSimilar(found: SimilarStreet[]): Map<number, StreetComparison> {
  found.sort((a, b) => a[1].edits - b[1].edits || a[0] - b[0]);
  return new Map(found.slice(0, MAX_SIMILAR));
}

/** The letters of a written name, for comparison with those of many streets. */
interface TypedSketch {
  /** The whole name, in all its usual forms. */
  readonly forms: Sketches;
  /** Each word except kinds of streets, and the other forms of each, in which no letter is wrong. */
  readonly words: Sketches;
  readonly formsOfWords: Sketches;
  /** What the name proper may begin with: words with a full stop, and those with a kind of street, without it. */
  readonly beginnings: Sketches;
  /** Has a Roman numeral, and no name next to it. */
  readonly hasNumeralAlone: boolean;
}

interface Sketch {
  readonly text: string;
  readonly letters: number;
  readonly length: number;
}

/** Several texts, and the lengths between which theirs are: most names are shorter or longer, and need no other look. */
interface Sketches {
  readonly all: readonly Sketch[];
  /** Words of theirs are in no name. */
  readonly areUnknown: boolean;
  readonly shortest: number;
  readonly longest: number;
}

/** Whether a name of these letters may be one of the texts with at most `mostEdits` wrong, and no more than `editLimit` allows for `ofLimit` letters. */
function isLikeOneOf(
  { all, areUnknown, shortest, longest }: Sketches,
  letters: number,
  length: number,
  mostEdits: number,
  ofLimit: number,
): boolean {
  if (length < shortest - mostEdits || length > longest + mostEdits) return false;
  for (const text of all) {
    const limit = Math.min(mostEdits, editLimit(Math.min(text.length, ofLimit), areUnknown));
    if (Math.abs(text.length - length) <= limit && mayBeWithin(limit, letters, text.letters)) return true;
  }
  return false;
}

function sketchOf(country: Country, weights: WordWeights, typed: TypedStreet): TypedSketch {
  // A kind of street is never the name proper, unless it is the whole name.
  const names = typed.words.filter(({ word }) => word.length > 2 && !isStreetType(country, word));
  const words = names.length > 0 ? names : typed.words;
  return {
    forms: sketchesOf(
      Array.from(typed.forms.values(), ({ compact }) => compact),
      typed.key.words.some((word) => !weights.isKnown(word)),
    ),
    words: sketchesOf(words.map(({ word }) => word).filter((word) => word.length > 2)),
    formsOfWords: sketchesOf(words.flatMap(({ forms }) => forms).filter((word) => word.length > 2)),
    beginnings: sketchesOf(
      typed.words
        .flatMap(({ word, stem, isShortened }) => (isShortened ? [word, stem] : [stem]))
        .filter((text) => text !== ''),
    ),
    hasNumeralAlone: typed.key.numerals !== '' && names.every(({ word }) => romanNumeralsIn([word]) !== ''),
  };
}

/** Each text once. */
function sketchesOf(texts: readonly string[], areUnknown: boolean = false): Sketches {
  const all = [...new Set(texts)].map((text) => ({ text, letters: letterMask(text) & LETTERS, length: text.length }));
  const lengths = all.map(({ length }) => length);
  return { all, areUnknown, shortest: Math.min(...lengths), longest: Math.max(...lengths) };
}
