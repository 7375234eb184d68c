import type { Country } from '../model/country.ts';
import { editDistance, editLimit, letterMask, mayBeWithin } from '../text/edit-distance.ts';
import { fold } from '../text/fold.ts';
import { isArticle, isDirection, isFiller, mayBeInitials } from '../text/little-words.ts';
import {
  formsOf,
  isStreetType,
  isTypeEnding,
  lettersBetweenTypes,
  MAX_FORM_WORDS,
  MIN_STEM_LETTERS,
  romanNumeralsIn,
  streetTypeOf,
  variantsOf,
} from '../text/variants.ts';

/**
 * How far a street's name is from a written one, in letters: 0 for the same name in any usual form, `Infinity` for another
 * name altogether. Words written apart or as one count a fifth of a letter; an omitted or added kind of street, half; an initial for a first
 * name, or an omitted article, a third; an omitted or added first name, another order of words, or another kind of street (Rue for
 * Route), one.
 */

/** Maximum number of usual forms of one name. */
const MAX_FORMS = 200;
/** Costs of differences, in letters. Up to `REJOINED` all letters are the same. */
export const REJOINED = 0.2;
const INITIAL = 0.3;
const ARTICLE = 0.3;
const REORDERED = 1;
const WORD = 1;
/** One kind of street for another: Rue for Route. */
const ANOTHER_TYPE = WORD;
/** An omitted or added kind of street, which hundreds of names begin with: `Rue Vinâve d'Ile` for Vinâve d'Ile. */
const STREET_TYPE = 0.5;
/** Minimum letters of a name that can mean a longer one. */
const MIN_NAME_LETTERS = 6;
/** Names that differ more are different names. */
const MAX_WORD_COST = 3;
/** Another name, too, of which only the name proper is the same: with another first name in the place of the written one. */
export const ANOTHER_PERSON = 100;

/** A written name of a street. */
export interface TypedStreet {
  readonly written: string;
  readonly key: NameKey;
  /** All usual ways to write it, `key` first: abbreviations and their long forms, with and without a leading article. */
  readonly forms: ReadonlyMap<string, NameKey>;
  /** The words of `key`. */
  readonly words: readonly TypedWord[];
}

/** How much the words of names say, from an index. */
export interface WordWeights {
  /** In bits: the fewer names of the country have the word, the more. About 1 for `rue`, 15 for a word that no name has. */
  of(word: string): number;
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
    digits: text.replace(/[^0-9]+/g, ' ').trim(),
    numerals: romanNumeralsIn(words),
    proper: properOf(country, words),
  };
}

/**
 * The last word that is a name by itself: `muraille`, the `toison` of Toison d'Or, the `albert` of Koning Albert plein, the `jules`
 * of Rue Jules Ruelle, the `grooteplein` of Geert Grooteplein Zuid. Vieille Rue has none: only the place of the kind of street
 * distinguishes it from Rue Vieille.
 */
function properOf(country: Country, words: readonly string[]): number {
  const last = words.length - 1;
  const isFrench = (word: string): boolean => isStreetType(country, word) && !isTypeEnding(word);
  if (isFrench(words[last]!) && !words.slice(0, last).some(isFrench)) return last;
  for (let i = last; i >= 0; i--) {
    const word = words[i]!;
    if (word.length >= MIN_PROPER_LETTERS && !isStreetType(country, word) && !(i > 0 && isDirection(word))) return i;
  }
  return last;
}

const MIN_PROPER_LETTERS = 3;

/** Reads a written name. Its key and forms are computed on first use, since most rows are found by the name as written. */
export function readStreet(country: Country, written: string): TypedStreet | undefined {
  const text = fold(written);
  if (text === '') return undefined;
  let key: NameKey | undefined;
  let forms: ReadonlyMap<string, NameKey> | undefined;
  let words: readonly TypedWord[] | undefined;
  return {
    written,
    get key() {
      key ??= makeNameKey(country, text);
      return key;
    },
    get forms() {
      forms ??= makeForms(country, text);
      return forms;
    },
    get words() {
      if (words === undefined) {
        const shortened = new Set(Array.from(written.matchAll(SHORTENED_WORD), ([word]) => fold(word)));
        words = text.split(' ').map((word) => readWord(country, word, shortened.has(word)));
      }
      return words;
    },
  };
}

/** `Eug.`, `Verl.`; a single letter is an initial in any case. */
const SHORTENED_WORD = /\p{L}{2,}(?=\.)/gu;

function makeForms(country: Country, text: string): Map<string, NameKey> {
  return new Map(Array.from(usualForms(country, text), (form) => [form, makeNameKey(country, form)]));
}

/** All usual ways to write a folded name, itself first: abbreviations and their long forms, with and without a leading article. */
export function usualForms(country: Country, text: string): Set<string> {
  const used = text.split(' ').slice(0, 12);
  // ways[i]: the ways to write the first i words.
  const ways: string[][] = [['']];
  for (let to = 1; to <= used.length; to++) {
    const here = new Set<string>();
    for (let from = to - 1; from >= Math.max(0, to - MAX_FORM_WORDS); from--) {
      const written = used.slice(from, to).join(' ');
      const others = variantsOf(country, written);
      for (const way of from === to - 1 ? [written, ...others] : others) {
        for (const before of ways[from]!) {
          if (here.size < MAX_FORMS) here.add(before === '' ? way : `${before} ${way}`);
        }
      }
    }
    ways.push([...here]);
  }
  const forms = new Set([text, ...ways[used.length]!]);
  if (used.length > 1 && isArticle(used[0]!)) forms.add(used.slice(1).join(' '));
  return forms;
}

/** How many letters of two names differ; `ANOTHER_PERSON` or `Infinity` for different names. Cheap for very different names. */
export function compareNames(country: Country, weights: WordWeights, typed: TypedStreet, name: NameKey): number {
  if (name.text === typed.key.text) return 0;
  let best = compareLetters(country, typed.key, name);
  if (best <= REJOINED) return best;
  if (typed.forms.has(name.text)) return 0;
  if (best <= 1) return best;
  for (const form of typed.forms.values()) {
    if (form !== typed.key) best = Math.min(best, Math.max(REJOINED, compareLetters(country, form, name)));
  }
  // One letter of an abbreviation may still be a whole word: `r` of Rue.
  return Math.min(best, compareWords(country, weights, typed, name));
}

function compareLetters(country: Country, a: NameKey, b: NameKey): number {
  if (a.compact === b.compact) return REJOINED;
  // A written numeral must occur in the name, and is not part of another word: `vi st` is not Bist.
  if (a.numerals !== '' && a.numerals !== b.numerals) return Number.POSITIVE_INFINITY;
  const limit = editLimit(Math.min(a.compact.length, b.compact.length + 1));
  if (limit === 0 || !mayBeWithin(limit, a.mask, b.mask) || a.digits !== b.digits) return Number.POSITIVE_INFINITY;
  const edits = editDistance(a.compact, b.compact, limit);
  if (edits > limit) return Number.POSITIVE_INFINITY;
  // "rue de" is no reason to forgive more letters in the name itself.
  return edits > 1 && edits > editLimit(lettersThatDiffer(country, a.words, b.words))
    ? Number.POSITIVE_INFINITY
    : edits;
}

/** The letters of the shorter name without the words that both begin and end with, and without a kind of street at the end of both. */
function lettersThatDiffer(country: Country, a: readonly string[], b: readonly string[]): number {
  const shorter = Math.min(a.length, b.length);
  let before = 0;
  while (before < shorter && a[before] === b[before]) before++;
  let behind = 0;
  while (behind < shorter - before && a[a.length - 1 - behind] === b[b.length - 1 - behind]) behind++;
  const lettersOf = (words: readonly string[]): number => {
    let letters = 0;
    for (let i = before; i < words.length - behind; i++) letters += words[i]!.length;
    return letters;
  };
  const common =
    behind < shorter - before ? commonEnding(country, a[a.length - 1 - behind]!, b[b.length - 1 - behind]!) : 0;
  return Math.min(lettersOf(a), lettersOf(b) + 1) - common;
}

/** Letters of the kind of street that both words end in: "straat" does not make Dokkenstraat similar to Lorkenstraat. */
function commonEnding(country: Country, a: string, b: string): number {
  const type = streetTypeOf(country, a);
  return type !== undefined && type === streetTypeOf(country, b) ? type.length : 0;
}

/**
 * Compares names of persons as people write them: `Rue E. Muraille` is Rue Emile Muraille, `Avenue Buyl` and `Rue Buyl
 * Adolphe` are Avenue Adolphe Buyl. Pairs the words of both names; the remaining ones have a cost by their kind. The last word
 * of the name, the name proper, must be among the pairs, and must be a name: "rue" is not. Nor may the remaining words of either
 * name weigh more than the pairs: Rue de Berlin is no Berlin Bismarckallee, Rue Hélène no Rue Hélène Ryckmans. O(words²).
 */
function compareWords(
  country: Country,
  weights: WordWeights,
  { key: typed, words: typedWords }: TypedStreet,
  name: NameKey,
): number {
  // A single word is a name by itself only if it is long: Benoitstraat, not Laan.
  if (Math.min(typed.compact.length, name.compact.length) < MIN_NAME_LETTERS) return Number.POSITIVE_INFINITY;
  const proper = name.words[name.proper]!;
  if (proper.length < MIN_PROPER_LETTERS || isStreetType(country, proper)) return Number.POSITIVE_INFINITY;
  if (typed.digits !== name.digits) return Number.POSITIVE_INFINITY;
  const hasNumeral = typed.numerals !== '' && typed.numerals === name.numerals;
  if (!hasNumeral && typed.numerals !== '' && name.numerals !== '') return Number.POSITIVE_INFINITY;
  const properMask = letterMask(proper);
  if (!hasNumeral && !typedWords.some((word) => mayBe(word, proper, properMask))) return Number.POSITIVE_INFINITY;
  // What follows the name proper belongs to it: the `or` of Toison d'Or, the `ruelle` of Rue Jules Ruelle.
  for (let i = name.proper + 1; i < name.words.length; i++) {
    const word = name.words[i]!;
    if (!isTypeEnding(word) && !isDirection(word) && !typed.words.includes(word)) return Number.POSITIVE_INFINITY;
  }
  const free = new Set(name.words.keys());
  let cost = 0;
  let last = -1;
  let isReordered = false;
  let isMisspelt = false;
  let hasName = false;
  let explained = 0;
  const left: string[] = [];
  const beforeProper = name.words.slice(0, name.proper);
  const apart = typedWords.flatMap((each) => initialsApart(country, each, beforeProper));
  // Whole words first, then initials, so that an initial does not take the place of its name.
  for (const isInitialTurn of [false, true]) {
    for (const typedWord of apart) {
      const { word } = typedWord;
      if ((word.length === 1) !== isInitialTurn) continue;
      let pair: number | undefined;
      let pairCost = Number.POSITIVE_INFINITY;
      for (const position of free) {
        const other = wordCost(country, typedWord, name.words[position]!);
        if (other < pairCost) [pair, pairCost] = [position, other];
      }
      if (pair === undefined) {
        left.push(word);
        continue;
      }
      free.delete(pair);
      cost += pairCost;
      isMisspelt ||= pairCost >= 1;
      // Wrong letters leave little of a short word: Rue J. Esch is not Rue d'Eich.
      explained += weights.of(isInitialTurn ? word : name.words[pair]!) * Math.max(0, 1 - (2 * pairCost) / word.length);
      if (!isInitialTurn) {
        isReordered ||= pair < last;
        last = pair;
        hasName ||= pair === name.proper && (typedWord.isShortened || word.length >= MIN_PROPER_LETTERS);
      }
    }
  }
  // The numeral alone, or with an initial, means its sovereign: `II-laan`, `L. II-laan`. With any other name it does not.
  if (!hasName && !(hasNumeral && left.length === 0)) return Number.POSITIVE_INFINITY;
  const missing = [...free].map((position) => name.words[position]!);
  // A word that ends in a kind of street is a name by itself: `Apotheek De Linde Polderweg` is not De Linde.
  if (left.some((word) => stemOf(country, word) !== '')) return Number.POSITIVE_INFINITY;
  // One end of a street is not the other one, nor is `O.` the western one.
  const isEnd = (word: string): boolean => isDirection(word) || formsOf(country, word).some(isDirection);
  if (missing.some(isDirection) && left.some(isEnd)) return Number.POSITIVE_INFINITY;
  const isName = (word: string): boolean => !isLittle(word) && !isStreetType(country, word);
  // A first name left out or added leaves the name; another one in its place is another person's: Rue Joseph Leclercq.
  if (left.some(isName) && missing.some(isName)) {
    const isShort = (word: string): boolean => missing.some((other) => other.startsWith(word)) || /[0-9]/.test(word);
    return left.some((word) => isName(word) && !isShort(word)) ? ANOTHER_PERSON : Number.POSITIVE_INFINITY;
  }
  // Nor is a name of other letters the name without the first one: Martin Gijsselsstraat is no Gijselsstraat.
  if (isMisspelt && left.some(isName)) return Number.POSITIVE_INFINITY;
  // After a kind of street the name proper is the last: Rue du Puits Noir is no Rue du Puits.
  const end = typed.words.at(-1)!;
  if (isStreetType(country, typed.words[0]!) && left.includes(end) && !isLittle(end)) return Number.POSITIVE_INFINITY;
  if (Math.max(weigh(weights, left), weigh(weights, missing)) > explained) return Number.POSITIVE_INFINITY;
  const typedType = left.findIndex((word) => isStreetType(country, word));
  const ownType = missing.findIndex((word) => isStreetType(country, word));
  const isOtherType = typedType !== -1 && ownType !== -1;
  if (isOtherType) {
    cost += ANOTHER_TYPE;
    left.splice(typedType, 1);
    missing.splice(ownType, 1);
  }
  for (const word of [...left, ...missing]) {
    if (isLittle(word)) cost += ARTICLE;
    else if (isStreetType(country, word)) cost += STREET_TYPE;
    // With another kind of street and another first name it is another street: Avenue Louise is not Square Marie-Louise.
    else if (isOtherType) return Number.POSITIVE_INFINITY;
    else cost += WORD;
  }
  if (isReordered) cost += REORDERED;
  return cost <= MAX_WORD_COST ? cost : Number.POSITIVE_INFINITY;
}

/** Little words and initials say nothing, however few names of a small country have them. */
function weigh(weights: WordWeights, words: readonly string[]): number {
  return words.reduce((weight, word) => (isLittle(word) || word.length === 1 ? weight : weight + weights.of(word)), 0);
}

/** The letters of `JF` as words, for a name with words in sequence that begin so: John F. Kennedy. */
function initialsApart(country: Country, typed: TypedWord, names: readonly string[]): readonly TypedWord[] {
  const { word } = typed;
  if (typed.isShortened || !mayBeInitials(word) || names.includes(word)) return [typed];
  const isAt = (from: number): boolean => [...word].every((letter, i) => names[from + i]?.startsWith(letter));
  return names.some((_, from) => isAt(from)) ? [...word].map((letter) => readWord(country, letter, false)) : [typed];
}

function isLittle(word: string): boolean {
  return isArticle(word) || isFiller(word);
}

/** A word of a written name, prepared for comparison. */
interface TypedWord {
  readonly word: string;
  readonly mask: number;
  /** Abbreviations written out, and the other way round. */
  readonly forms: readonly string[];
  /** The word without the kind of street at its end; `''` if it has none. */
  readonly stem: string;
  /** Has a full stop: the beginning of a word. */
  readonly isShortened: boolean;
}

function readWord(country: Country, word: string, isShortened: boolean): TypedWord {
  return { word, mask: letterMask(word), forms: formsOf(country, word), stem: stemOf(country, word), isShortened };
}

/** Whether a typed word may match a word of a name, judged by letters; excludes nearly all names. */
function mayBe({ word, mask, forms, stem, isShortened }: TypedWord, other: string, otherMask: number): boolean {
  if (word === other || (isShortened && other.startsWith(word))) return true;
  const limit = Math.min(2, editLimit(Math.min(word.length, other.length)));
  const isLong = Math.abs(word.length - other.length) > limit;
  if (!isLong && mayBeWithin(limit, mask, otherMask)) return true;
  return (stem !== '' && other.startsWith(stem)) || forms.includes(other);
}

function wordCost(country: Country, { word: a, forms, stem, isShortened }: TypedWord, b: string): number {
  if (a === b) return 0;
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? INITIAL : Number.POSITIVE_INFINITY;
  if (forms.includes(b)) return 0;
  if (isShortened && b.startsWith(a)) return INITIAL;
  const limit = Math.min(2, editLimit(Math.min(a.length, b.length)));
  const edits = limit === 0 ? 1 : editDistance(a, b, limit);
  const letters = Math.min(a.length, b.length) - (edits > 1 ? commonEnding(country, a, b) : 0);
  if (edits <= Math.min(limit, Math.max(1, editLimit(letters)))) return edits;
  if (stem === '' || !b.startsWith(stem) || stem !== stemOf(country, b)) return Number.POSITIVE_INFINITY;
  return lettersBetweenTypes(a.slice(stem.length), b.slice(stem.length));
}

/** `kerk` of kerkplein, which people also write for Kerkplaats. */
function stemOf(country: Country, word: string): string {
  const type = streetTypeOf(country, word);
  return type === undefined || word.length - type.length < MIN_STEM_LETTERS ? '' : word.slice(0, -type.length);
}
