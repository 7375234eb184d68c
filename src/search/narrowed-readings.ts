import { readWrittenNumber, type TypedHouseNumber } from '../model/house-number.ts';
import { editDistance, editLimit, isShortFor } from '../text/edit-distance.ts';
import { fold, nameKey } from '../text/fold.ts';
import { hasStreetType, isAdjective, isStreetType, streetTypeOf } from '../text/variants.ts';
import type { Ranges, SearchedCountry } from './cascade.ts';
import { bestHouses, HOUSE_TIER } from './house-match.ts';
import { namesAndAliasesOf, readStreet, type TypedStreet } from './name-key.ts';
import { ANOTHER_PERSON, NAME_COSTS } from './name-words.ts';
import type { NamedCountry } from './place-names.ts';
import type { Reading, ReadWords } from './reading.ts';
import type { Steps } from './steps.ts';

/** Maximum words around a street to leave out if no street has the whole name, and minimum letters of the rest. */
const MAX_WORDS_AROUND = 12;
const MIN_NAME_LETTERS = 4;
/** The same where the rest is misspelt, for each word of which all streets of the place are compared; and the most letters that may be wrong in it. */
const MAX_WORDS_IN_FRONT = 7;
const MIN_MISSPELT_LETTERS = 6;
const MAX_EDITS = 2;

/** Readings of which only a part of the words for the street are its name, where a street is called so: the others are left out, or are the house. */
export class NarrowedReadings {
  readonly #matcher: NamedCountry & SearchedCountry;

  constructor(matcher: NamedCountry & SearchedCountry) {
    this.#matcher = matcher;
  }

  /**
   * The readings with one of the names that a street has: with the first one that exists there, else with each. The others are words left out, unless they
   * are names of the same street or of the place: `Rue Neuve - Nieuwstraat`, `Rue Neuve, Liège`.
   */
  withOneName(reading: Reading): Reading[] {
    const { street } = reading;
    const parts = street?.written.split(BETWEEN_NAMES) ?? [];
    if (parts.length < 2) return [];
    const ranges = rangesOf(reading);
    // All of it may be one name: Zoning de Jumet,3ème rue.
    if (ranges.length === 0 || this.#streetsCalled(street!, ranges).length > 0) return [];
    const named = parts
      .map((part) => readStreet(this.#matcher.index.country, part))
      .filter((name) => name !== undefined)
      .map((name) => ({ name, streets: this.#streetsCalled(name, ranges) }));
    const first = named.find(({ streets }) => streets.length > 0);
    // What a comma divides in a column may be a company and its street; texts have readings without it.
    const isCell = reading.words === undefined && street!.written.includes(',');
    const whereNone = isCell ? named : [];
    return (first === undefined ? whereNone : [first]).map(({ name, streets }) => {
      const others = named.filter(
        (each) =>
          each.name !== name &&
          each.name.key.text !== reading.place?.key &&
          !each.streets.some((street) => streets.includes(street)),
      );
      return narrowedTo(
        reading,
        name,
        others.reduce((words, each) => words + each.name.key.words.length, 0),
      );
    });
  }

  /**
   * The reading without words around its street, as few as possible, so that a street remains: `Apotheek De Linde Rue de Liège`.
   *
   * @param isBehindToo also without words behind the street
   */
  withoutWordsAround(reading: Reading, isBehindToo: boolean): Reading | undefined {
    const { street, numberOf } = reading;
    if (street === undefined || (!isBehindToo && reading.number === undefined)) return undefined;
    const { country } = this.#matcher.index;
    const { words } = street.key;
    const ranges = rangesOf(reading);
    for (let left = 1; ranges.length > 0 && left < Math.min(words.length, MAX_WORDS_AROUND); left++) {
      // What follows a kind of street is its name, unless it has a number of its own, Rue Hélène Ryckmans is no Rue Hélène, or that has all else:
      // `Rue Michel Lentz Weber 12, 3251 Bettembourg`.
      const isNumberToEnd = reading.isNumberFirst && DIGIT_FIRST.test(words.at(-1)!);
      const isNameToEnd = isStreetType(country, words[0]!) && words.at(-1) !== numberOf && !isNumberToEnd;
      // Nor is what ends in a kind of street a word after a name: Burg. Bogaerdelaan is not the Burg.
      const isLeftToNames =
        !isBehindToo || words.slice(-left).some((word) => streetTypeOf(country, word) !== undefined);
      // What follows a name may be its number, which is not left out, unless that stands in front: `38, Rue Haute chalet 34`.
      const hasNumberBehind =
        !(reading.isNumberFirst && left > 1) && words.slice(-left).some((word) => DIGIT_FIRST.test(word));
      const [before, behind] = [words.slice(0, -left), words.slice(left)];
      for (const some of isLeftToNames || hasNumberBehind ? [behind] : [behind, before]) {
        const name = readStreet(country, some.join(' '));
        if (name === undefined || name.key.compact.length < MIN_NAME_LETTERS) continue;
        // What tells streets apart is no word before one, nor what may be the beginning of a longer name there: `Klexn Molenstraat`, Kleine Molenstraat.
        if (some === behind && (isAdjective(words[left - 1]!) || this.#mayBegin(words[left - 1]!, name, ranges)))
          continue;
        const streets = this.#streetsCalled(name, ranges);
        if (streets.length === 0) continue;
        if (some === before && isNameToEnd && !streets.some((each) => this.#hasAll(each, reading))) continue;
        if (this.#cutsPlace(words, some === before ? words.length - left : left)) continue;
        return narrowedTo(reading, name, left);
      }
    }
    return undefined;
  }

  /**
   * The reading without words in front of its street, as few as possible, so that streets remain whose name is misspelt and that have the house, and
   * these: `pizza Kalverstrat 92`, `Dupont Rue E. Muraille 19`. O(streets of the place) for each word.
   */
  withoutWordsInFront(reading: Reading, steps: Steps): FoundBehind | undefined {
    const { street, number, place, postcode } = reading;
    if (street === undefined || number === undefined) return undefined;
    const { index, streets } = this.#matcher;
    const { words } = street.key;
    const towns = place?.places.filter(({ kind }) => kind !== 'province') ?? [];
    const ranges = towns.length > 0 ? towns : rangesOf({ place: undefined, postcode });
    const among = towns.length > 0 ? undefined : postcode?.streets;
    for (let left = 1; left < Math.min(words.length, MAX_WORDS_IN_FRONT); left++) {
      const last = words[left - 1]!;
      // A name begins with its kind of street, and ends in it: what has one is no word in front. Nor is a number left out.
      if (hasStreetType(index.country, last) || /[0-9]/.test(last)) break;
      if (isAdjective(last)) continue;
      const name = readStreet(index.country, words.slice(left).join(' '));
      if (name === undefined || name.key.compact.length < MIN_MISSPELT_LETTERS) continue;
      const alike = ranges.flatMap(({ from, to }) => [...streets.similar(name, from, to, steps, among)]);
      // With the words in front it is the name of another person: Pieter Breughelstraat is no Jan Breughelstraat, nor any other street like it.
      if (alike.some(([each]) => streets.compare(each, street).edits === ANOTHER_PERSON)) return undefined;
      // Letter by letter, with the kind of street, or with an initial or a little word: Val Fleuri is no Rue des Fleurs.
      const forms = Array.from(name.forms.values(), ({ compact }) => compact);
      const isMisspelt = (each: number): boolean =>
        Object.values(index.streets.namesOf(each))
          .map((own) => nameKey(own).replaceAll(' ', ''))
          .some((own) => forms.some((form) => isMisspelling(form, own)));
      const there = alike
        .filter(
          ([each, { edits }]) => this.#hasHouse(each, number) && (edits < NAME_COSTS.streetType || isMisspelt(each)),
        )
        .map(([each]) => each);
      if (there.length > 0) return { reading: narrowedTo(reading, name, left), streets: there };
    }
    return undefined;
  }

  /** A reading whose first or last words are the designation of a house without a number: Vieux Château, Tour du Guet. */
  toDesignation(reading: Reading): Reading | undefined {
    if (reading.street === undefined || reading.number !== undefined) return undefined;
    const { country } = this.#matcher.index;
    const { words } = reading.street.key;
    for (let left = 1; left < words.length; left++) {
      const splits = [
        [words.slice(0, -left), words.slice(-left)],
        [words.slice(left), words.slice(0, left)],
      ] as const;
      for (const [name, designation] of splits) {
        const street = readStreet(country, name.join(' '))!;
        const number = readWrittenNumber(country, designation.join(' '));
        const streets = this.#streetsCalled(street, this.#whereIs(reading));
        if (streets.some((each) => this.#hasHouse(each, number))) return { ...reading, street, number };
      }
    }
    return undefined;
  }

  /** Whether a street has the number and the postcode of a reading. */
  #hasAll(street: number, { number, postcode }: Reading): boolean {
    if (number === undefined || postcode === undefined) return false;
    return this.#matcher.index.postcodes.covers(postcode.ordinal, street) && this.#hasHouse(street, number);
  }

  /** Whether a street has a house of the number, with all that follows it. */
  #hasHouse(street: number, number: TypedHouseNumber): boolean {
    return (bestHouses(this.#matcher.index, street, number)?.tier ?? HOUSE_TIER.other) < HOUSE_TIER.begins;
  }

  /** Whether a word is like the one in front of a name in a longer one there: half of its letters are wrong at most, or it is cut short. */
  #mayBegin(word: string, { key }: TypedStreet, ranges: Ranges): boolean {
    const { index } = this.#matcher;
    const trie = index.names.streets;
    const locus = trie.locate(key.text);
    const longer = locus === undefined ? [] : trie.exactLeaves(locus).filter((leaf) => !trie.isWhole(leaf));
    const isLike = (own: string): boolean => {
      if (!own.endsWith(` ${key.text}`)) return false;
      const before = own
        .slice(0, -key.text.length - 1)
        .split(' ')
        .at(-1)!;
      const isShort = word.length <= MAX_SHORT_LETTERS && isShortFor(word, before);
      return isShort || editDistance(word, before, before.length >> 1) <= before.length >> 1;
    };
    return longer.some((leaf) =>
      ranges.some(({ from, to }) =>
        index.names
          .streetsUnder(trie.featureAt(leaf), from, to)
          .some(({ street }) => namesAndAliasesOf(index, street).some(isLike)),
      ),
    );
  }

  #streetsCalled(name: TypedStreet, ranges: Ranges): readonly number[] {
    return ranges.flatMap(({ from, to }) => [...this.#matcher.streets.named(name, from, to).keys()]);
  }

  /** Whether words to both sides of a position are the name of one place, of which none is left out: Mont-Sainte-Aldegonde is not Mont. */
  #cutsPlace(words: readonly string[], at: number): boolean {
    for (let from = 0; from < at; from++) {
      for (let to = at + 1; to <= words.length; to++) {
        if (this.#matcher.places.named(words.slice(from, to).join(' ')).length > 0) return true;
      }
    }
    return false;
  }

  /** Where the street of a reading may be: anywhere if it says nothing of where. */
  #whereIs(reading: Reading): Ranges {
    const isAnywhere = reading.place === undefined && reading.postcode === undefined;
    return isAnywhere ? [{ from: 0, to: this.#matcher.index.streets.length }] : rangesOf(reading);
  }
}

function isMisspelling(written: string, name: string): boolean {
  const limit = Math.min(MAX_EDITS, editLimit(Math.min(written.length, name.length)));
  return editDistance(written, name, limit) <= limit;
}

interface FoundBehind {
  readonly reading: Reading;
  readonly streets: readonly number[];
}

/** What stands between two names of one street, the two streets of a corner, or a street and its place. */
const BETWEEN_NAMES = /\s+[-–—+]\s+|\s*[,/;|]\s*/;

const MAX_SHORT_LETTERS = 4;
const DIGIT_FIRST = /^[0-9]/;

/** Where the street of a reading may be: its places, and the streets of its postcode, as ranges of streets. */
function rangesOf({ place, postcode }: Pick<Reading, 'place' | 'postcode'>): Ranges {
  const ofPostcode = postcode?.streets ?? [];
  const places = place?.places ?? [];
  return ofPostcode.length === 0 ? places : [...places, { from: ofPostcode[0]!, to: ofPostcode.at(-1)! + 1 }];
}

/** A reading with a part of its street, and so many words more that are left out. */
function narrowedTo(reading: Reading, street: TypedStreet, leftOut: number): Reading {
  const { words } = reading;
  return {
    ...reading,
    street,
    ignoredWords: reading.ignoredWords + leftOut,
    isPlaceLeftOut: true,
    words:
      words && (() => words().flatMap((each) => (each.part === 'street' ? wordsOfStreet(each.text, street) : [each]))),
  };
}

/** The words of a text for a street, of which only some are its name. */
function wordsOfStreet(text: string, { key }: TypedStreet): ReadWords[] {
  return text.split(/(?<=[\s,;-])/).map((word) => {
    const isOfName = key.words.includes(fold(word));
    return { part: isOfName ? 'street' : 'other', text: word.trim() };
  });
}
