import type { Country, Language } from '../model/country.ts';
import { kept } from '../model/kept.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { letterMask } from '../text/edit-distance.ts';
import { fold, nameKey } from '../text/fold.ts';
import { isArticle, isDirection } from '../text/little-words.ts';
import { withoutBrackets } from '../text/noise.ts';
import {
  formsOf,
  isOrdinal,
  isStreetType,
  isTypeInFront,
  MAX_FORM_WORDS,
  romanNumeralsIn,
  spellingsOf,
  stemOf,
  streetTypeOf,
  withOtherSound,
} from '../text/variants.ts';

// Names of streets as they are prepared for a comparison: those of the register, and those that somebody wrote.

/** Maximum number of usual forms of one name. */
const MAX_FORMS = 200;

/** A written name of a street. */
export interface TypedStreet {
  readonly written: string;
  readonly key: NameKey;
  /** All usual ways to write it, `key` first: abbreviations and their long forms, with and without a leading article. */
  readonly forms: ReadonlyMap<string, NameKey>;
  /** The words of `key`. */
  readonly words: readonly TypedWord[];
  /** `key` with one of its sounds written in another way, and how many wrong letters that counts as. */
  readonly alike: ReadonlyMap<string, number>;
}

/** A folded name, prepared for comparison. */
export interface NameKey {
  readonly text: string;
  readonly words: readonly string[];
  /** Without blanks, for comparison letter by letter. */
  readonly compact: string;
  /** `letterMask` of `compact`. */
  readonly mask: number;
  /** Digits are never misspelt: `Plein 1944` is not `Plein 1945`. */
  readonly digits: string;
  /** Nor is a Roman numeral: Leopold III-laan is not Leopold II-laan. In digits, `''` for none. */
  readonly numerals: string;
  /** The position of the name proper among the words. */
  readonly proper: number;
}

export function makeNameKey(country: Country, text: string): NameKey {
  const compact = text.replaceAll(' ', '');
  const words = text.split(' ');
  return {
    text,
    words,
    compact,
    mask: letterMask(compact),
    digits: (text.match(DIGITS) ?? []).join(' '),
    numerals: romanNumeralsIn(words),
    proper: properOf(country, words),
  };
}

/** Not those between letters, which are letters misread: `Gui1laume`. */
const DIGITS = /(?<![a-z0-9])[0-9]+|[0-9]+(?![a-z0-9])/g;

/**
 * The last word that is a name by itself: `muraille`, the `toison` of Toison d'Or, the `albert` of Koning Albert plein, the `jules`
 * of Rue Jules Ruelle, the `grooteplein` of Geert Grooteplein Zuid, the `albert` of Place Albert Ier. Vieille Rue has none: only the place of the kind of street
 * distinguishes it from Rue Vieille.
 */
function properOf(country: Country, words: readonly string[]): number {
  const last = words.length - 1;
  if (words.findIndex((word) => isTypeInFront(country, word)) === last) return last;
  for (let i = last; i >= 0; i--) {
    const word = words[i]!;
    if (word.length < MIN_PROPER_LETTERS || isStreetType(country, word)) continue;
    if (i === 0 || !(isDirection(word) || isOfNumber(word))) return i;
  }
  return last;
}

export const MIN_PROPER_LETTERS = 3;

/** Whether a word behind a name may be left out: the year of a date, or what tells a ruler from those of the same name. */
export function isOfNumber(word: string): boolean {
  return YEAR.test(word) || isOrdinal(word) || romanNumeralsIn([word]) !== '';
}

const YEAR = /^(?:1[89]|20)[0-9]{2}$/;

/** A name of a street, prepared for comparison; an alias has no language. */
export type StreetKey = NameKey & { readonly language: Language | undefined };

/** Maximum number of streets with cached names; bounds the memory. */
const MAX_KEPT_STREETS = 400_000;

/** Whether a folded name is one of a street's own, as typed. */
export function isCalled({ streets }: CountryIndex, street: number, key: string): boolean {
  return Object.values(streets.namesOf(street)).some((name) => nameKey(name) === key);
}

/** Everything that a street is called, folded. */
export function namesAndAliasesOf({ streets }: CountryIndex, street: number): readonly string[] {
  return [...Object.values(streets.namesOf(street)), ...streets.aliasesOf(street)].map(nameKey);
}

/** The names of the streets of a country, prepared for comparison. */
export class StreetKeys {
  readonly #index: CountryIndex;
  readonly #kept: Map<number, readonly StreetKey[]> = new Map();

  constructor(index: CountryIndex) {
    this.#index = index;
  }

  /** The different names of a street, its own ones first; kept. */
  of(street: number): readonly StreetKey[] {
    return kept(this.#kept, street, this.#make, MAX_KEPT_STREETS);
  }

  readonly #make = (street: number): readonly StreetKey[] =>
    this.foldedOf(street)
      .filter(([text], i, all) => i === all.findIndex(([other]) => other === text))
      .map(([text, language]) => ({ ...makeNameKey(this.#index.country, text), language }));

  /** The folded names of a street, its own ones first, also without the text in brackets. */
  foldedOf(street: number): readonly (readonly [name: string, language: Language | undefined])[] {
    const { streets } = this.#index;
    const names: [name: string, language: Language | undefined][] = [];
    const add = (name: string, language: Language | undefined): void => {
      const key = nameKey(name);
      if (key !== '') names.push([key, language]);
      const short = name.includes('(') ? nameKey(withoutBrackets(name)) : '';
      if (short !== '') names.push([short, language]);
    };
    for (const [language, name] of Object.entries(streets.namesOf(street))) add(name, language as Language);
    for (const alias of streets.aliasesOf(street)) add(alias, undefined);
    return names;
  }
}

/** Reads a written name. Its key and forms are computed on first use, since most rows are found by the name as written. */
export function readStreet(country: Country, written: string): TypedStreet | undefined {
  const text = fold(written);
  if (text === '') return undefined;
  let key: NameKey | undefined;
  let forms: ReadonlyMap<string, NameKey> | undefined;
  let words: readonly TypedWord[] | undefined;
  let alike: ReadonlyMap<string, number> | undefined;
  return {
    written,
    get key() {
      key ??= makeNameKey(country, text);
      return key;
    },
    get forms() {
      forms ??= makeForms(country, text, !INITIAL.test(written));
      return forms;
    },
    get words() {
      if (words === undefined) {
        const shortened = new Set(Array.from(written.matchAll(SHORTENED_WORD), ([word]) => fold(word)));
        words = text.split(' ').map((word) => readWord(country, word, shortened.has(word)));
      }
      return words;
    },
    get alike() {
      alike ??= soundingAlike(country, text.split(' '));
      return alike;
    },
  };
}

/** A folded name with one of its sounds written in another way, each with how many wrong letters that counts as. */
export function soundingAlike(country: Country, words: readonly string[]): Map<string, number> {
  const alike = new Map<string, number>();
  for (const [at, word] of words.entries()) {
    for (const { text, edits } of withOtherSound(country, word)) alike.set(words.with(at, text).join(' '), edits);
  }
  return alike;
}

/** `Eug.`, `Verl.`; a single letter is an initial in any case. */
const SHORTENED_WORD = /\p{L}{2,}(?=\.)/gu;

/** In front, a letter with a full stop is an initial: `S. Molenstraat` is not 's Molenstraat. */
export const INITIAL: RegExp = /^\s*\p{L}\./u;

function makeForms(country: Country, text: string, mayHaveArticle: boolean): Map<string, NameKey> {
  return new Map(Array.from(usualForms(country, text, mayHaveArticle), (form) => [form, makeNameKey(country, form)]));
}

/**
 * All usual ways to write a folded name, itself first: abbreviations and their long forms, with and without a leading article.
 *
 * @param mayHaveArticle whether what looks like one may be left out
 */
export function usualForms(country: Country, text: string, mayHaveArticle: boolean = true): Set<string> {
  const used = text.split(' ').slice(0, 12);
  // ways[i]: the ways to write the first i words.
  const ways: string[][] = [['']];
  for (let to = 1; to <= used.length; to++) {
    const here = new Set<string>();
    for (let from = to - 1; from >= Math.max(0, to - MAX_FORM_WORDS); from--) {
      const written = used.slice(from, to).join(' ');
      const others = [...formsOf(country, written), ...spellingsOf(country, written)];
      for (const way of from === to - 1 ? [written, ...others] : others) {
        for (const before of ways[from]!) {
          if (here.size < MAX_FORMS) here.add(before === '' ? way : `${before} ${way}`);
        }
      }
    }
    ways.push([...here]);
  }
  const forms = new Set([text, ...ways[used.length]!]);
  if (mayHaveArticle && used.length > 1 && isArticle(used[0]!)) forms.add(used.slice(1).join(' '));
  return forms;
}

/** A word of a written name, prepared for comparison. */
export interface TypedWord {
  readonly word: string;
  readonly mask: number;
  /** Abbreviations written out, and the other way round. */
  readonly forms: readonly string[];
  /** The word without the kind of street at its end; `''` if it has none. */
  readonly stem: string;
  /** Has a full stop: the beginning of a word. */
  readonly isShortened: boolean;
}

export function readWord(country: Country, word: string, isShortened: boolean): TypedWord {
  return { word, mask: letterMask(word), forms: formsOf(country, word), stem: stemOf(country, word), isShortened };
}

/** Letters of the kind of street that both words end in: "straat" does not make Dokkenstraat similar to Lorkenstraat. */
export function commonEnding(country: Country, a: string, b: string): number {
  const type = streetTypeOf(country, a);
  return type !== undefined && type === streetTypeOf(country, b) ? type.length : 0;
}
