import type { Country } from '../model/country.ts';
import { editDistance, editLimit, isShortFor, letterMask, mayBeWithin } from '../text/edit-distance.ts';
import { fold } from '../text/fold.ts';
import { MAX_LENGTH } from '../text/house-parts.ts';
import { isDirection, isLittleInNames, mayBeInitials } from '../text/little-words.ts';
import {
  exchangedAs,
  formsOf,
  isAdjective,
  isOfTitle,
  isStreetType,
  isTypeEnding,
  lettersBetweenTypes,
  stemOf,
} from '../text/variants.ts';
import {
  commonEnding,
  isOfNumber,
  MIN_PROPER_LETTERS,
  type NameKey,
  readWord,
  type TypedStreet,
  type TypedWord,
} from './name-key.ts';

/** What names may differ in, and what each difference costs, in letters; words that are misspelt cost their letters. */
export const NAME_COSTS = {
  /** Words written apart or as one. Up to this all letters are the same. */
  rejoined: 0.2,
  /** An initial for a word, `E.` for Emile, or its beginning, `Em.` */
  initial: 0.3,
  /** Some letters of a title or a first name, which are no word: `Prs` for Prins. */
  short: 0.5,
  /** An article or a preposition, omitted or added. */
  littleWord: 0.3,
  /** A kind of street, omitted or added, which hundreds of names begin with: `Rue Vinâve d'Ile` for Vinâve d'Ile. Rue for Route costs both. */
  streetType: 0.5,
  /** Another name, which several streets of the name have besides it: Rue Principale for Haaptstrooss. */
  synonym: 0.75,
  /** The end of the whole name, cut off. */
  cut: 0.75,
  /** One title before a name for another: Prinses Fabiolalaan for `Koningin Fabiolalaan`, but not Rue du Roi for `Rue du Prince`. */
  title: 2,
  /** What tells streets of one name apart, added, or its opposite: Oude Poststraat, or Poststraat, for `Nieuwe Poststraat`. People omit it as any word. */
  adjective: 3,
  /** Any other word, omitted or added: a first name. */
  word: 1,
  /** Besides the wrong letters themselves: more of them than a word may have, in one that no name has. */
  unknownWord: 1,
  /** Words in another order. */
  order: 1,
} as const;

/** Minimum letters of a name that can mean a longer one. */
const MIN_NAME_LETTERS = 6;

/** Names that differ more are different names. */
const MAX_COST = 3;

/** Another name, too, of which only the name proper is the same: with another first name in the place of the written one. */
export const ANOTHER_PERSON = 100;
const ANOTHER_NAME = Number.POSITIVE_INFINITY;

/** How much the words of names say, from an index. */
export interface WordWeights {
  /** In bits: the fewer names of the country have the word, the more. About 1 for `rue`, 15 for a word that no name has. */
  of(word: string): number;
  /** Those of the words that no name has. */
  unknownIn(words: readonly string[]): readonly string[];
}

/** Two names, one of them written, whose words may be paired. */
interface Names {
  readonly country: Country;
  readonly weights: WordWeights;
  readonly typed: NameKey;
  readonly typedWords: readonly TypedWord[];
  readonly name: NameKey;
  /** The name proper. */
  readonly proper: string;
  /** Whether both have the same Roman numeral. */
  readonly hasNumeral: boolean;
}

/** The words of two names in pairs, and those without one. */
interface Pairing extends Pick<Names, 'country' | 'weights' | 'typed' | 'hasNumeral'> {
  /** What the pairs cost. */
  readonly cost: number;
  /** How much they say, in bits; those with wrong letters less. */
  readonly explained: number;
  /** Whether the name proper has a pair. */
  readonly hasName: boolean;
  readonly isReordered: boolean;
  readonly isMisspelt: boolean;
  /** Written words without a pair. */
  readonly left: readonly string[];
  /** Words of the name without a pair. */
  readonly missing: readonly string[];
  /** Of both, those that are names: no little word, and no kind of street. */
  readonly leftNames: readonly string[];
  readonly missingNames: readonly string[];
}

/** Why two names are different ones. */
interface Refusal<Compared> {
  readonly applies: (compared: Compared) => boolean;
  readonly as?: number;
}

/** What can be said before words are paired: it excludes nearly all names. */
const REFUSED_BEFORE: readonly Refusal<Names>[] = [
  {
    // Too short to mean a longer name, unless a full stop says so or the name has all of its words: Benoitstraat is a name by itself, not Laan.
    applies: ({ typed, typedWords, name }) =>
      Math.min(typed.compact.length, name.compact.length) < MIN_NAME_LETTERS &&
      !typedWords.some(({ isShortened }) => isShortened) &&
      !typed.words.every((word) => name.words.includes(word)),
  },
  {
    // No name proper.
    applies: ({ country, proper }) => proper.length < MIN_PROPER_LETTERS || isStreetType(country, proper),
  },
  // Other digits, unless they are those of a year or a ruler, and left out.
  { applies: ({ typed, name }) => typed.digits !== name.digits && typed.digits !== digitsWithoutEnd(name) },
  {
    // Another numeral.
    applies: ({ typed, name, hasNumeral }) => !hasNumeral && typed.numerals !== '' && name.numerals !== '',
  },
  {
    // No word like the name proper. Such a name would have no pair for it, either: this only says so sooner.
    applies: ({ country, typedWords, proper, hasNumeral }) =>
      !hasNumeral && !typedWords.some((typed) => wordCost(country, typed, proper) < Number.POSITIVE_INFINITY),
  },
  {
    // The name proper goes on: the `or` of Toison d'Or belongs to it, the `ruelle` of Rue Jules Ruelle.
    applies: ({ typed, name }) =>
      name.words.some(
        (word, i) =>
          i > name.proper &&
          !(isTypeEnding(word) || isDirection(word) || isOfNumber(word)) &&
          !typed.words.includes(word),
      ),
  },
];

/** What the words without a pair say; the first that applies counts. */
const REFUSED: readonly Refusal<Pairing>[] = [
  {
    // The name proper has no pair. A numeral alone, or with an initial, means its sovereign (`II-laan`, `L. II-laan`), but not with any
    // other name.
    applies: ({ hasName, hasNumeral, left }) => !hasName && !(hasNumeral && left.length === 0),
  },
  {
    // A word that is a name by itself, since it ends in a kind of street: `Apotheek De Linde Polderweg` is not De Linde.
    applies: ({ country, left }) => left.some((word) => stemOf(country, word) !== ''),
  },
  {
    // Another end of the street: `O.` is not the western one.
    applies: ({ country, left, missing }) =>
      missing.some(isDirection) && left.some((word) => isDirection(word) || formsOf(country, word).some(isDirection)),
  },
  {
    // Another person: a first name left out or added leaves the name, another one in its place does not (Rue Joseph Leclercq).
    applies: ({ leftNames, missing, missingNames }) =>
      missingNames.length > 0 &&
      leftNames.some((word) => !/[0-9]/.test(word) && !missing.some((other) => other.startsWith(word))),
    as: ANOTHER_PERSON,
  },
  {
    // A beginning without a full stop, or a number, in the place of a name.
    applies: ({ leftNames, missingNames }) => leftNames.length > 0 && missingNames.length > 0,
  },
  {
    // Other letters, and a first name more: Martin Gijsselsstraat is no Gijselsstraat.
    applies: ({ isMisspelt, leftNames }) => isMisspelt && leftNames.length > 0,
  },
  {
    // The written name goes on: after a kind of street the name proper is the last. Rue du Puits Noir is no Rue du Puits.
    applies: ({ country, typed: { words }, left }) => {
      const end = words.at(-1)!;
      return isStreetType(country, words[0]!) && left.includes(end) && !isLittleInNames(end);
    },
  },
  {
    // What has no pair says more than what has one: Rue de Berlin is no Berlin Bismarckallee, Rue Hélène no Rue Hélène Ryckmans.
    applies: ({ weights, leftNames, missingNames, explained }) =>
      Math.max(weigh(weights, leftNames.filter(isNoTitle)), weigh(weights, missingNames)) > explained,
  },
  {
    // Another kind of street, and a name more or less: Avenue Louise is not Square Marie-Louise.
    applies: (pairing) => pairing.leftNames.length + pairing.missingNames.length > 0 && isAnotherType(pairing),
  },
];

/**
 * Compares names of persons as people write them: `Rue E. Muraille` is Rue Emile Muraille, `Avenue Buyl` and `Rue Buyl Adolphe` are Avenue
 * Adolphe Buyl. Pairs the words of both names, and judges the remaining ones by the tables above. O(words²).
 *
 * @returns letters; `ANOTHER_PERSON` or `Infinity` for different names
 */
export function compareWords(country: Country, weights: WordWeights, written: TypedStreet, name: NameKey): number {
  const { key: typed, words: typedWords } = written;
  const hasNumeral = typed.numerals !== '' && typed.numerals === name.numerals;
  const names = { country, weights, typed, typedWords, name, proper: name.words[name.proper]!, hasNumeral };
  if (REFUSED_BEFORE.some(({ applies }) => applies(names))) return ANOTHER_NAME;
  const pairing = pairWords(names);
  const refused = REFUSED.find(({ applies }) => applies(pairing));
  if (refused !== undefined) return refused.as ?? ANOTHER_NAME;
  const cost = costOf(pairing);
  return cost <= MAX_COST ? cost : ANOTHER_NAME;
}

/** The digits of a name without those that may be left out at its end. */
function digitsWithoutEnd({ words, digits, proper }: NameKey): string {
  const end =
    words
      .slice(proper + 1)
      .filter(isOfNumber)
      .join(' ')
      .match(/[0-9]+/g) ?? [];
  // Of two years both are written: `40-45`.
  return end.length === 1 ? digits.split(' ').slice(0, -1).join(' ') : digits;
}

/** Pairs each written word with the word of the name that it is most like. */
function pairWords(names: Names): Pairing {
  const { country, weights, typed, typedWords, name, hasNumeral } = names;
  const free = new Set(name.words.keys());
  let [cost, explained, last] = [0, 0, -1];
  let [hasName, isReordered, isMisspelt] = [false, false, false];
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
        const known = wordCost(country, typedWord, name.words[position]!, position > name.proper);
        const isOther = known === Number.POSITIVE_INFINITY && position !== name.proper;
        const other = isOther ? costInFront(names, word, position) : known;
        // Of two words that are alike the one that keeps the order: `Rue Gare de Bouvy` has the second `de` of Rue de la Gare de Bouvy.
        const isInOrder = other === pairCost && pair !== undefined && pair < last && position > last;
        if (other < pairCost || isInOrder) [pair, pairCost] = [position, other];
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
      if (isInitialTurn) continue;
      isReordered ||= pair < last;
      last = pair;
      hasName ||= pair === name.proper;
    }
  }
  const missing = Array.from(free, (position) => name.words[position]!);
  const leftNames = namesIn(country, left);
  // What may be left out tells persons apart all the same: Rue Gustave Charles is no Rue Charles IV.
  const missingNames = namesIn(country, missing).filter((word) => leftNames.length > 0 || !isOfNumber(word));
  // Field by field: with a spread of `names` the whole comparison takes twice as long.
  return {
    country,
    weights,
    typed,
    hasNumeral,
    cost,
    explained,
    hasName,
    isReordered,
    isMisspelt,
    left,
    missing,
    leftNames,
    missingNames,
  };
}

/** The cost of a word for another one beside the name proper, a title or a first name. */
function costInFront({ country, typed, weights, name }: Names, word: string, position: number): number {
  const own = name.words[position]!;
  const exchanged = exchangedAs(word, own);
  if (exchanged !== undefined) return NAME_COSTS[exchanged];
  // Short for it, though no full stop says so: its beginning, `Jos Thornplein`, or letters that are no word, `Prs Bernhardlaan`.
  const isFirstName =
    position < name.proper && ![word, own].some((each) => isDirection(each) || isStreetType(country, each));
  if (!isFirstName) return Number.POSITIVE_INFINITY;
  if (word.length >= MIN_BEGINNING_LETTERS && own.startsWith(word)) return NAME_COSTS.initial;
  const isShort = isShortFor(word, own) && weights.unknownIn(typed.words).includes(word);
  return isShort ? NAME_COSTS.short : Number.POSITIVE_INFINITY;
}

function costOf(pairing: Pairing): number {
  const { country, left, missing, isReordered } = pairing;
  let cost = pairing.cost + (isReordered ? NAME_COSTS.order : 0);
  cost += left.filter(isNoTitle).filter(isAdjective).length * (NAME_COSTS.adjective - NAME_COSTS.word);
  for (const word of [...left, ...missing]) {
    if (isLittleInNames(word)) cost += NAME_COSTS.littleWord;
    else cost += isStreetType(country, word) ? NAME_COSTS.streetType : NAME_COSTS.word;
  }
  return cost;
}

function isNoTitle(_: string, at: number, words: readonly string[]): boolean {
  return !isOfTitle(words, at);
}

function isAnotherType({ country, left, missing }: Pairing): boolean {
  const isType = (word: string): boolean => isStreetType(country, word);
  return left.some(isType) && missing.some(isType);
}

/** Folded words without the little ones and kinds of street. */
export function namesIn(country: Country, words: readonly string[]): readonly string[] {
  return words.filter((word) => !isLittleInNames(word) && !isStreetType(country, word));
}

/**
 * Whether words say what kind of street it is, and not which: `route de` of `Route de Namur 1, Jemeppe`, whose Namur is then no place; abbreviated, too:
 * `r. de`.
 */
export function isKindAlone(country: Country, words: readonly string[]): boolean {
  const [first = '', ...others] = words;
  // `Dr.` by itself is the beginning of a name, too.
  const isBeginning = others.length === 0 && first.length > 1;
  const isAbbreviated = !isBeginning && formsOf(country, first).some((form) => isStreetType(country, form));
  if (isAbbreviated) return namesIn(country, others).length === 0;
  return namesIn(country, words).length === 0 && words.some((word) => isStreetType(country, word));
}

/** A name, and what may belong in front of it: in brackets, or behind a comma and before the number; an ordinal in digits, too, `(1e)`. */
const NAME_TURNED =
  /(\p{L}[^0-9,;()\n]*?)\s*(?:\(([0-9]{0,2}[^0-9()]+)\)|,\s*([0-9]{0,2}\p{L}[^0-9,;()\n]*?)(?=\s*(?:[0-9,;\n]|$)))/gu;

const MAY_BE_TURNED = /[^0-9,;()\s]\s*[(,]/;

/**
 * A text with the names in order whose first words stand behind them, as in an index of names: the kind of street, an article, or what a street has in
 * front. Unchanged if there are none. Only its first 1,000 characters are read.
 *
 * @param isStreet whether a street is called so
 * @example withNamesInOrder('be', 'Loi (Rue de la) 16, Bruxelles', …)    // 'Rue de la Loi 16, Bruxelles'
 * @example withNamesInOrder('nl', 'Helmersstraat, 1e 12, Amsterdam', …)    // '1e Helmersstraat 12, Amsterdam'
 */
export function withNamesInOrder(country: Country, text: string, isStreet: (name: string) => boolean): string {
  const inOrder = (all: string, name: string, inBrackets: string | undefined, behindComma: string): string => {
    const front = inBrackets ?? behindComma;
    const key = fold(front);
    const turned = `${front} ${name}`;
    // A letter is that of the country: `Bëscheck, L-9711 Clervaux`.
    return key.length > 1 && (namesIn(country, key.split(' ')).length === 0 || isStreet(turned)) ? turned : all;
  };
  // Every row is asked, and most have no name right before a comma or a bracket.
  if (!MAY_BE_TURNED.test(text)) return text;
  return text.slice(0, MAX_LENGTH).replace(NAME_TURNED, inOrder) + text.slice(MAX_LENGTH);
}

/**
 * Whether a name may be the beginning of a longer one, and says enough to mean it. A full stop says that it goes on, `Zuijt.`, and a kind of street at
 * the end that it does not, but with another one: `Kerkhof` for Kerkhofstraat.
 *
 * @param isOfKind whether only the kind of street is missing, `Hoog` for Hoogstraat: then the name proper is whole
 */
export function mayBeCut(country: Country, { key, words }: TypedStreet, isOfKind: boolean): boolean {
  const { isShortened, stem } = words.at(-1)!;
  const leastLetters = isShortened || isOfKind ? MIN_PROPER_LETTERS : MIN_NAME_LETTERS;
  return (
    (isOfKind || isShortened || stem === '') &&
    key.compact.length >= leastLetters &&
    namesIn(country, key.words).length > 0
  );
}

/** Initials say nothing, as little words and kinds of streets do, however few names of a small country have them. */
function weigh(weights: WordWeights, names: readonly string[]): number {
  return names.reduce((weight, word) => (word.length === 1 ? weight : weight + weights.of(word)), 0);
}

const MIN_BEGINNING_LETTERS = 3;

/** The letters of `JF` as words, for a name with words in sequence that begin so: John F. Kennedy. */
function initialsApart(country: Country, typed: TypedWord, names: readonly string[]): readonly TypedWord[] {
  const { word } = typed;
  if (typed.isShortened || !mayBeInitials(word) || names.includes(word)) return [typed];
  const isAt = (from: number): boolean => [...word].every((letter, i) => names[from + i]?.startsWith(letter));
  return names.some((_, from) => isAt(from)) ? [...word].map((letter) => readWord(country, letter, false)) : [typed];
}

/**
 * Letters, `initial`, or `Infinity` for another word.
 *
 * @param isBehind whether `b` stands behind the name proper, where a letter may be a numeral: Karel V-laan is no `Karel Vermeulenstraat`
 */
function wordCost(
  country: Country,
  { word: a, mask, forms, stem, isShortened }: TypedWord,
  b: string,
  isBehind: boolean = false,
): number {
  if (a === b) return 0;
  if (isBehind && b.length === 1 && isOfNumber(b)) return forms.includes(b) ? 0 : Number.POSITIVE_INFINITY;
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? NAME_COSTS.initial : Number.POSITIVE_INFINITY;
  if (forms.includes(b)) return 0;
  if (isShortened && b.startsWith(a)) return NAME_COSTS.initial;
  // A kind of street is no name misspelt: `Route d'` is not Chemin Rouge.
  const limit = isStreetType(country, a) ? 0 : Math.min(2, editLimit(Math.min(a.length, b.length)));
  const edits = limit === 0 || !mayBeWithin(limit, mask, letterMask(b)) ? limit + 1 : editDistance(a, b, limit);
  const letters = Math.min(a.length, b.length) - (edits > 1 ? commonEnding(country, a, b) : 0);
  if (edits <= Math.min(limit, Math.max(1, editLimit(letters)))) return edits;
  if (stem === '' || !b.startsWith(stem) || stem !== stemOf(country, b)) return Number.POSITIVE_INFINITY;
  return lettersBetweenTypes(a.slice(stem.length), b.slice(stem.length));
}
