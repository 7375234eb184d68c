import type { Country } from '../model/country.ts';
import { editLimit, joinedMask, letterMask, mayBeWithin } from '../text/edit-distance.ts';
import { isStreetType, romanNumeralsIn, streetTypeOf } from '../text/variants.ts';
import { makeNameKey, type StreetKeys, type TypedStreet } from './name-key.ts';
import type { WordWeights } from './name-words.ts';

/** Maximum names of a street with separate sketches; for streets with more names, all are compared. */
const MAX_SKETCHES = 3;
/** The bits of a length; what is longer is like nothing that anybody writes, whatever is kept of it. */
const LENGTH_BITS = 10;
const LENGTH = (1 << LENGTH_BITS) - 1;

/** The maximum of `editLimit`. */
const MAX_EDITS = 3;

const KNOWN = 1;
/** The name has a Roman numeral. */
const NUMERAL = 1 << 27;
/** The bits of `letterMask`. */
const LETTERS = ~(KNOWN | NUMERAL);
const TOO_MANY = NUMERAL;

/**
 * What tells at a glance that no name of a street can be like a written one: which letters its names have, and how many. A kind of street at
 * the end, which half of the names share, counts apart: two names that end in the same one differ by as many letters as what is before it.
 * Excludes nearly all streets, in some nanoseconds each.
 */
export class NameSketches {
  readonly #country: Country;
  readonly #weights: WordWeights;
  readonly #names: StreetKeys;
  /** Three for each street: the letters of a name before the kind of street that it ends in, and `KNOWN`; 0 for none; `TOO_MANY` if there are more names. */
  readonly #letters: Int32Array;
  /** Its length with the kind, and above that the ordinal of the kind. */
  readonly #shapes: Uint16Array;
  /** As those, for the last word of each name, which is the name proper. */
  readonly #properLetters: Int32Array;
  readonly #properShapes: Uint16Array;
  /** The kinds of street that names end in, in the order in which they were met; the first is none. */
  readonly #endings: string[] = [''];
  readonly #lettersOfEndings: number[] = [0];

  constructor(country: Country, weights: WordWeights, countStreets: number, names: StreetKeys) {
    const count = countStreets * MAX_SKETCHES;
    this.#country = country;
    this.#weights = weights;
    this.#names = names;
    this.#letters = new Int32Array(count);
    this.#shapes = new Uint16Array(count);
    this.#properLetters = new Int32Array(count);
    this.#properShapes = new Uint16Array(count);
  }

  /** Whether a street may have a name like the written one. */
  mayBeLike(street: number, { forms, words, beginnings, hasNumeralAlone }: TypedSketch): boolean {
    const first = street * MAX_SKETCHES;
    if (this.#letters[first] === 0) this.#note(street);
    if (this.#letters[first] === TOO_MANY) return true;
    for (let i = first; i < first + MAX_SKETCHES; i++) {
      const letters = this.#letters[i]!;
      if (letters === 0) return false;
      if (hasNumeralAlone && (letters & NUMERAL) !== 0) return true;
      if (this.#isLikeOneOf(forms, letters & LETTERS, this.#shapes[i]!)) return true;
      // The name proper, with a first name left out or shortened before it.
      const proper = this.#properLetters[i]!;
      const shape = this.#properShapes[i]!;
      if (this.#isLikeOneOf(words, proper, shape)) return true;
      const length = shape & LENGTH;
      if (length <= beginnings.shortest) continue;
      const all = joinedMask(proper, this.#lettersOfEndings[shape >>> LENGTH_BITS]!);
      for (const { text, letters, length: ofBeginning } of beginnings.all) {
        if (ofBeginning >= length || (letters & ~all) !== 0) continue;
        // Many names have the letters of a short beginning, few begin so.
        if (this.#names.of(street).some(({ words, proper: at }) => words[at]!.startsWith(text))) return true;
      }
    }
    return false;
  }

  /** Whether a name of these letters may be one of the texts, with no more letters wrong than may be in one of that length. */
  #isLikeOneOf({ all, isWord, areUnknown, shortest, longest }: Sketches, letters: number, shape: number): boolean {
    const length = shape & LENGTH;
    if (length < shortest - MAX_EDITS || length > longest + MAX_EDITS) return false;
    const kind = shape >>> LENGTH_BITS;
    for (const text of all) {
      const isOfKind = text.kind === kind;
      const own = isOfKind ? letters : joinedMask(letters, this.#lettersOfEndings[kind]!);
      const other = isOfKind ? text.letters : joinedMask(text.letters, this.#lettersOfEndings[text.kind]!);
      const shorter = Math.min(text.length, isWord ? length : length + 1);
      let limit = editLimit(shorter, areUnknown);
      // In a word, the kind of street that both end in is no reason to forgive more letters (name-words.ts).
      if (isWord && isOfKind) limit = Math.min(limit, Math.max(1, editLimit(shorter - this.#endings[kind]!.length)));
      if (Math.abs(text.length - length) <= limit && mayBeWithin(limit, own, other)) return true;
    }
    return false;
  }

  #note(street: number): void {
    const first = street * MAX_SKETCHES;
    const names = new Set(this.#names.foldedOf(street).map(([name]) => name));
    if (names.size === 0 || names.size > MAX_SKETCHES) {
      this.#letters[first] = TOO_MANY;
      return;
    }
    let i = first;
    for (const name of names) {
      const { words, compact, proper, numerals } = makeNameKey(this.#country, name);
      const [whole, ofProper] = [this.#sketch(compact), this.#sketch(words[proper]!)];
      this.#letters[i] = whole.letters | KNOWN | (numerals === '' ? 0 : NUMERAL);
      this.#shapes[i] = whole.length | (whole.kind << LENGTH_BITS);
      this.#properLetters[i] = ofProper.letters;
      this.#properShapes[i] = ofProper.length | (ofProper.kind << LENGTH_BITS);
      i++;
    }
  }

  /** The sketch of a written name. */
  of(typed: TypedStreet): TypedSketch {
    // A kind of street is never the name proper, unless it is the whole name.
    const names = typed.words.filter(({ word }) => word.length > 2 && !isStreetType(this.#country, word));
    const words = names.length > 0 ? names : typed.words;
    const sketches = (texts: readonly string[], isWord: boolean, areUnknown = false): Sketches => {
      const all = Array.from(new Set(texts), (text) => this.#sketch(text));
      const lengths = all.map(({ length }) => length);
      return { all, isWord, areUnknown, shortest: Math.min(...lengths), longest: Math.max(...lengths) };
    };
    return {
      forms: sketches(
        Array.from(typed.forms.values(), ({ compact }) => compact),
        false,
        this.#weights.unknownIn(typed.key.words).length > 0,
      ),
      words: sketches(
        words.flatMap(({ word, forms }) => [word, ...forms]).filter((word) => word.length > 2),
        true,
      ),
      beginnings: sketches(
        typed.words
          .flatMap(({ word, stem, isShortened }) => (isShortened ? [word, stem] : [stem]))
          .filter((text) => text !== ''),
        true,
      ),
      hasNumeralAlone: typed.key.numerals !== '' && names.every(({ word }) => romanNumeralsIn([word]) !== ''),
    };
  }

  #sketch(text: string): Sketch {
    const ending = streetTypeOf(this.#country, text) ?? '';
    let kind = this.#endings.indexOf(ending);
    if (kind === -1) {
      kind = this.#endings.push(ending) - 1;
      this.#lettersOfEndings.push(letterMask(ending) & LETTERS);
    }
    const letters = letterMask(text.slice(0, text.length - ending.length)) & LETTERS;
    return { text, kind, letters, length: text.length };
  }
}

/** The letters of a written name, for comparison with those of many streets. */
export interface TypedSketch {
  /** The whole name, in all its usual forms. */
  readonly forms: Sketches;
  /** Each word except kinds of streets, and the other forms of each. */
  readonly words: Sketches;
  /** What the name proper may begin with: words with a full stop, and those with a kind of street, without it. */
  readonly beginnings: Sketches;
  /** Has a Roman numeral, and no name next to it. */
  readonly hasNumeralAlone: boolean;
}

interface Sketch {
  readonly text: string;
  /** The ordinal of the kind of street that it ends in. */
  readonly kind: number;
  /** Those before the kind. */
  readonly letters: number;
  /** With the kind. */
  readonly length: number;
}

/** Several texts, and the lengths between which theirs are: most names are shorter or longer, and need no other look. */
interface Sketches {
  readonly all: readonly Sketch[];
  /** Each is a word, and no whole name. */
  readonly isWord: boolean;
  /** Words of theirs are in no name. */
  readonly areUnknown: boolean;
  readonly shortest: number;
  readonly longest: number;
}
