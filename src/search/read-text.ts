import type { Country } from '../model/country.ts';
import { isAdditionWord, isSuffixWord, readWrittenNumber, type TypedHouseNumber } from '../model/house-number.ts';
import { parsePostcode } from '../model/postcode.ts';
import { DIGITS } from '../model/postcode-form.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { countryNamed, withoutCountry } from '../text/country-names.ts';
import { fold } from '../text/fold.ts';
import { fillersLike, isBeforePlace, isFiller } from '../text/little-words.ts';
import { isOccupant, withoutPostalDistrict } from '../text/noise.ts';
import { keyOf, nameTextOf, type TokenizedText, textOf, tokenize } from '../text/tokens.ts';
import { isTypeInFront } from '../text/variants.ts';
import { readStreet } from './name-key.ts';
import { isKindAlone } from './name-words.ts';
import { isTownItself, type NamedCountry, nestedIn, type PlaceNames } from './place-names.ts';
import { findPlaces, isPlaceIn, isSpelledSo, namesIn } from './place-spans.ts';
import { type Reading, type ReadWords, readPostcode } from './reading.ts';
import {
  findNumbers,
  findPostcodes,
  isBeside,
  isIn,
  isPartOf,
  isSame,
  isWithin,
  type NumberSpan,
  type PostcodeSpan,
  type Span,
  textBefore,
} from './spans.ts';
import {
  dividedAtNumber,
  isAcross,
  runsBeside,
  type Spans,
  streetsAcross,
  streetsAmong,
  wordNumbered,
} from './street-runs.ts';

/** Maximum words of a text that are read. */
export const MAX_TOKENS = 24;
const MAX_READINGS = 40;
/** Maximum pairs of a postcode and a number to look for places beside; of an address there are hardly ten. */
const MAX_PAIRS = 30;

const NO_SPAN: Span = { from: 0, to: 0 };

/**
 * The ways to read a free text as an address, likeliest first: which words are the postcode, the house number and
 * the place; the remaining words, if consecutive, are the street. A reading counts the words that it leaves out.
 *
 * @example readText(…, 'Kerkstraat 12 A, 1381 CW Weesp')   // first: street Kerkstraat, number 12 A, 1381CW, place Weesp
 */
export function readText({ index, places }: NamedCountry, text: string): Reading[] {
  const address = withoutCountry(text);
  const source = tokenize(BEFORE_DIVIDING[index.country](address, index), MAX_TOKENS, index.country);
  const found: MadeReading[] = [];
  const postcodes = likelyPostcodes(index, source);
  const allNumbers = findNumbers(index.country, source);
  const boxes = findBoxes(source);
  const named = namesIn(places, source);
  const breaks = [...source.tokens.keys()].filter((i) => i > 0 && IN_NAMES.test(textBefore(source, i)));
  const inNames = new Set([...breaks, ...allNumbers.map(({ from }) => from)]);
  const streets = [...inNames].flatMap((at) => streetsAcross(index, source, at));
  const joints = breaks.filter((i) => isAfterDash(source, i) || streets.some((street) => isAcross(street, i)));
  let pairs = 0;
  for (const postcode of [...postcodes, NO_SPAN]) {
    const numbers = postcode === NO_SPAN ? besidePostcodes(index.country, source, allNumbers, postcodes) : allNumbers;
    const likely = likelyNumbers(numbers, postcode);
    for (const number of [...likely, NO_SPAN]) {
      if (++pairs > MAX_PAIRS) return ranked(found);
      // Of a street with a number in its name, the next one is the house, also where the street lacks it.
      if (streets.some((street) => isAcross(street, number.from) && likely.some(({ from }) => from === street.to)))
        continue;
      const { to } = number;
      if (isPlaceIn(named, number, { from: to + 1, to: Math.min(source.tokens.length, to + places.longestName) }))
        continue;
      const isAdditionPlace = isPlaceIn(named, number, { from: to, to });
      const placeSpans = findPlaces(places, named, source, postcode, number, postcodes);
      const names = placeSpans.filter(isSpelledSo);
      for (const place of placeSpans) {
        if (found.length >= MAX_READINGS) return ranked(found);
        const spans = {
          postcode,
          postcodes,
          number,
          numbers: allNumbers,
          boxes,
          isAdditionPlace,
          place,
          places: placeSpans,
          names,
          streets,
        };
        // `Rue du Sablon - Impasse 1 21`: a dash may be part of a name, or before another thing; a comma of one that a street has.
        const ways = [runsBeside(source, spans), ...dividedAtNumber(source, spans)];
        if (joints.length > 0) ways.splice(1, 0, runsBeside(source, spans, joints));
        for (const runs of ways) {
          for (const street of streetsAmong(index, source, runs, spans)) {
            const made = makeReading(index, places, source, spans, runs, street);
            if (made !== undefined) found.push(made);
          }
        }
      }
    }
  }
  return ranked(found);
}

/** What is changed in a text before it is divided into words, where a country writes so what would mean something else. */
const BEFORE_DIVIDING: Readonly<Record<Country, (text: string, index: CountryIndex) => string>> = {
  // The letters of a postcode in front are no sign of the number behind it: `1187 NR 31`, `6413 EN 38, Heerlen`.
  nl: (text, { postcodes }) =>
    text.replace(POSTCODE_IN_FRONT, (all, digits: string, letters: string) => {
      const code = parsePostcode('nl', digits + letters);
      return code !== undefined && postcodes.ordinalOf(code) > 0 ? digits + letters : all;
    }),
  be: withoutPostalDistrict,
  lu: (text) => text,
};

const POSTCODE_IN_FRONT = new RegExp(`^\\s*(${DIGITS})\\s([a-z]{2})(?=[\\s,]+(?:\\p{L}+\\.?\\s)?[0-9])`, 'iu');

interface MadeReading {
  readonly reading: Reading;
  /** Number of words that only narrow the place down. */
  readonly narrowingWords: number;
}

/** Fewest words left out first; then what needs no second area: `Zoersel 2980 Halle-Dorp 38` is Halle-Dorp rather than a street Dorp in Halle. */
function ranked(made: MadeReading[]): Reading[] {
  return made
    .sort((a, b) => a.reading.ignoredWords - b.reading.ignoredWords || a.narrowingWords - b.narrowingWords)
    .map(({ reading }) => reading);
}

/**
 * The numbers, without those that are or follow a whole postcode if there is another one; a Dutch one, with its letters, in
 * front of its place is no number in any case.
 */
function besidePostcodes(
  country: Country,
  { tokens }: TokenizedText,
  numbers: readonly NumberSpan[],
  postcodes: readonly PostcodeSpan[],
): readonly NumberSpan[] {
  const whole = postcodes.filter(({ isWhole, first, end }) => isWhole && first < end);
  const beside = numbers.filter((number) => whole.every((each) => isBeside(number, each)));
  const isCertain = country === 'nl' && whole.some(({ to }) => to < tokens.length);
  return beside.length === 0 && !isCertain ? numbers : beside;
}

/** Existing postcodes first; then the last one, since numbers precede postcodes in most orders. */
function likelyPostcodes(index: CountryIndex, source: TokenizedText): PostcodeSpan[] {
  const whole = findPostcodes(index, source).filter(
    ({ isWhole, hasDigits, from, to }) =>
      isWhole || (hasDigits && from > 0 && to - from === 1 && source.tokens.length > 2),
  );
  return whole
    .reverse()
    .sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || Number(a.first === a.end) - Number(b.first === b.end));
}

/** The numbers apart from the postcode, the last one first, `Plein 1944 1`; of one number, that with all its suffixes. */
function likelyNumbers(numbers: readonly NumberSpan[], postcode: Span): readonly NumberSpan[] {
  return numbers.filter((number) => isBeside(number, postcode)).sort((a, b) => b.from - a.from || b.to - a.to);
}

function makeReading(
  index: CountryIndex,
  placeNames: PlaceNames,
  source: TokenizedText,
  { postcode, postcodes, number, numbers, boxes, isAdditionPlace, place, places, names, streets }: Spans,
  runs: readonly Span[],
  street: Span | undefined,
): MadeReading | undefined {
  if (street === undefined && (postcode.to === 0 || number.to === 0) && place.to === 0) return undefined;
  // The beginning or the end of a longer name, whose rest is left out: Boevange of Boevange-sur-Attert is another place.
  if (place.to > 0 && names.some((name) => isCut(place, name, street))) return undefined;
  // Nor are place and street the two parts of a hyphenated name that a street has: `Kortemark-Ellestraat`.
  const hasBoth = (name: Span): boolean => isWithin(place, name) && isWithin(street!, name);
  const joined = street !== undefined && place.to > 0 ? Math.max(street.from, place.from) : 0;
  if (joined > 0 && textBefore(source, joined) === '-' && streets.some(hasBoth)) return undefined;
  // A Dutch postcode, with its letters, is no word of a street.
  const isInStreet = ({ isWhole, first, end, from, to }: PostcodeSpan): boolean =>
    isWhole && first < end && street !== undefined && from < street.to && to > street.from;
  if (index.country === 'nl' && postcodes.some(isInStreet)) return undefined;
  const isCertain = 'isWhole' in postcode && postcode.isWhole && postcode.first < postcode.end;
  let ignored = 0;
  let isPlaceLeftOut = false;
  let numbersLeftOut = 0;
  let narrowingWords = 0;
  let meant = place.places;
  // A box apart from its house: `Grotestraat 5, 9000 Gent, bus 3`. Directly behind the number it is part of the longer one.
  const isApart = (box: Span): boolean =>
    box.from !== number.to && runs.some((run) => run !== street && isSame(run, box));
  const box = number.to === 0 ? undefined : boxes.find(isApart);
  for (const run of runs) {
    if (run === street || (box !== undefined && isSame(run, box))) continue;
    // The name of a street, not its place: `clos de Kehlen 7, Keispelt`.
    if (
      isBeforePlaceName(source, run.to, place) &&
      beginsStreet(index.country, keyOf(source, run.from, run.to).split(' '), place.to === number.from)
    )
      return undefined;
    const isAtPlace = run.to === place.from || (postcode.to > 0 && run.to === postcode.from);
    if (isAtPlace && isBeforePlace(textOf(source, run.from, run.to))) continue;
    // What may be the addition of the number is not ignored beside it: the longer number, whose addition may be unknown, has its own reading.
    const isAddition = (each: Span): boolean =>
      each.from === number.from && each.to > number.to && each.to <= run.to && !isInitial(source, each.to);
    if (number.to > 0 && run.from === number.to && (numbers.some(isAddition) || isInitial(source, number.to)))
      return undefined;
    // Nor is what the number may be the addition of, unless a comma divides them: `4-6 Blauwesteenstraat` is number 4, `kot 4, 19, Rue Haute` 19.
    const isJoined = run.to === number.from && !source.tokens[run.to]!.isAfterBreak;
    if (isJoined && numbers.some(({ from, to }) => from === run.from && to === number.to)) return undefined;
    // A postcode is left out only beside another one that exists: the number in `Pharmacie 2000, Rue du Pont 5, 4000 Liège`.
    if (!isCertain && postcodes.some((each) => each.from < run.to && each.to > run.from)) return undefined;
    // An area around the place, or within it, only narrows it down, also with a wrong letter: `Schooten, Antwerpen`. The country lies around all.
    const isAll = meant.length === 0 || countryNamed(textOf(source, run.from, run.to)) === index.country;
    const around = isAll ? meant : nestedIn(meant, placeNames.find(keyOf(source, run.from, run.to)));
    if (around.length > 0) {
      meant = around;
      narrowingWords += run.to - run.from;
      continue;
    }
    // The place is behind the postcode, if one stands there.
    if (postcode.to > 0 && run.from === postcode.to && names.some((name) => isSame(run, name))) return undefined;
    // Another place is a contradiction, not an ignored word; of one that there is not, too.
    if (place.places.length === 0 && places.some((each) => isWithin(run, each))) return undefined;
    // The rest of the name of a street is not left out either.
    if (street !== undefined && streets.some((name) => !isBeside(run, name) && !isBeside(street, name)))
      return undefined;
    ignored += run.to - run.from;
    // Of two towns behind a house the first is meant, if it has the house: `Boezemstraat 11, Ridderkerk, Rotterdam`.
    const isBeforeTown = meant.length > 0 && run.from >= Math.max(number.to, street?.to ?? 0) && run.from < place.from;
    if (isBeforeTown && names.some((name) => isSame(run, name) && name.places.some(isTownItself))) ignored++;
    // A number alone in front is rather that of the house than one beside other words: `35, Hofstraat clé au n° 33`.
    if (run.from === 0 && number.to > 0 && !isApartIn(source, number) && numbers.some((each) => isSame(each, run)))
      ignored++;
    isPlaceLeftOut ||= street === undefined || mayBePlace(source, run, street);
    numbersLeftOut += countNumbers(source, run);
  }
  const reading: Reading = {
    isAdditionCertain:
      !isAdditionPlace &&
      !areTwoInFront(source, number, street) &&
      (isCertain || !postcodes.some((each) => isPostcodeFirst(source, each, number))),
    postcode: postcode.to === 0 ? undefined : readPostcode(index, textOf(source, postcode.from, postcode.to)),
    number: 'number' in number ? withBox(index.country, source, number, box) : undefined,
    numberOf: wordNumbered(source, number),
    isNumberFirst: street !== undefined && number.to > 0 && number.to <= street.from,
    street: street === undefined ? undefined : readStreet(index.country, nameTextOf(source, street.from, street.to)),
    place: place.to === 0 ? undefined : { key: keyOf(source, place.from, place.to), places: meant },
    isEmpty: { postcode: false, street: false, place: false },
    ignoredWords: ignored,
    isPlaceLeftOut,
    numbersLeftOut,
    numbersInNames: countNumbers(source, street ?? NO_SPAN) + countNumbers(source, place),
    words: () =>
      wordsBySpan(source, [
        ['street', street ?? NO_SPAN],
        ['housenumber', number],
        ['housenumber', box ?? NO_SPAN],
        ['postcode', postcode],
        ['place', place],
      ]),
  };
  return { reading, narrowingWords };
}

/** Whether the word in front of a token is the initial of a person who is named behind it: the `A.` of `12 A. Jansen`. */
function isInitial(source: TokenizedText, at: number): boolean {
  const { tokens } = source;
  return (
    at < tokens.length && /^\p{L}$/u.test(tokens[at - 1]!.key) && /^(?:\.\s*|\s?&\s?)$/.test(textBefore(source, at))
  );
}

/** Whether words are a part of a text by themselves. */
function isApartIn({ tokens }: TokenizedText, { from, to }: Span): boolean {
  return tokens[from]!.isAfterBreak && (to === tokens.length || tokens[to]!.isAfterBreak);
}

/** Whether a number in front of the street has a comma and another number in it: `3, 55, Avenue Louise`. */
function areTwoInFront(source: TokenizedText, { from, to }: Span, street: Span | undefined): boolean {
  if (street === undefined || to > street.from) return false;
  const isSecond = (i: number): boolean => NUMBER.test(source.tokens[i]!.key) && /,\s/.test(textBefore(source, i));
  for (let i = from + 1; i < to; i++) if (isSecond(i)) return true;
  return false;
}

/** Whether a place follows words directly, or behind `te` or `à`. */
function isBeforePlaceName(source: TokenizedText, at: number, place: Span): boolean {
  const isApart = source.tokens.slice(at, place.from + 1).some(({ isAfterBreak }) => isAfterBreak);
  if (place.to === 0 || at > place.from || isApart) return false;
  return at === place.from || (at + 1 === place.from && isBeforePlace(textOf(source, at, place.from)));
}

/**
 * Whether a name goes on behind words that are left out: they end in a little word, however the kind of street is spelled, `routhe de`, or are a kind of
 * street, however the little word behind it is, `rue dee`, or begin with a kind that stands in front and a little word, `rue de petit`. `Square Hotel` is
 * whose address it is, but not where the number follows the place: `place Jean Namur 5`.
 */
function beginsStreet(country: Country, words: readonly string[], isBeforeNumber: boolean): boolean {
  const [kind = '', little = ''] = words;
  const last = words.at(-1)!;
  const isBegun = isTypeInFront(country, kind) && (isFiller(little) || isBeforeNumber);
  return isBegun || isFiller(last) || isKindAlone(country, fillersLike(last).length > 0 ? words.slice(0, -1) : words);
}

function countNumbers({ tokens }: TokenizedText, { from, to }: Span): number {
  return tokens.slice(from, to).filter(({ key }) => NUMBER.test(key)).length;
}

/** With a letter, too, but that of an ordinal: `1e`. */
const NUMBER = /^[0-9]+[a-df-z]?$/;

/** Words for a box or an addition with what it is called, as far as that goes: `bte 1.2`. */
function findBoxes({ tokens }: TokenizedText): readonly Span[] {
  const found: Span[] = [];
  for (const [from, { key }] of tokens.entries()) {
    if (!isAdditionWord(key)) continue;
    let to = from + 1;
    while (to < tokens.length && !tokens[to]!.isAfterBreak && isSuffixWord(tokens[to]!.key)) to++;
    if (to > from + 1) found.push({ from, to });
  }
  return found;
}

function withBox(
  country: Country,
  source: TokenizedText,
  { from, to, number }: NumberSpan,
  box: Span | undefined,
): TypedHouseNumber {
  if (box === undefined) return number;
  return readWrittenNumber(country, `${textOf(source, from, to)} ${textOf(source, box.from, box.to)}`);
}

function wordsBySpan(source: TokenizedText, parts: readonly (readonly [ReadWords['part'], Span])[]): ReadWords[] {
  const words: ReadWords[] = [];
  for (let from = 0; from < source.tokens.length; ) {
    const [part = 'other', { to } = { to: from + 1 }] = parts.find(([, span]) => isIn(span, from)) ?? [];
    words.push({ part, text: textOf(source, from, to) });
    from = to;
  }
  return words;
}

/**
 * Whether a number has what looks like a postcode in its addition, behind a blank or a comma and no word for a box: where a postcode
 * stands it is one, unless the register has such an addition.
 */
function isPostcodeFirst(source: TokenizedText, { from }: PostcodeSpan, number: Span): boolean {
  if (from <= number.from || from >= number.to) return false;
  return !isAdditionWord(source.tokens[from - 1]!.key) && /^[\s,;]+$/.test(textBefore(source, from));
}

/** Whether words that name nothing may be the place: unless they say, in front of the street, whose address it is, `Bakkerij Jansen, Dam 1`. */
function mayBePlace(source: TokenizedText, run: Span, street: Span): boolean {
  // `B.V.` and `BV` are one word.
  const words = fold(textOf(source, run.from, run.to).replaceAll('.', '')).split(' ');
  return run.from >= street.to || !words.some(isOccupant);
}

/** Whether the words of a place are a part of a longer name beside the street. */
function isCut(place: Span, name: Span, street: Span | undefined): boolean {
  return isPartOf(place, name) && (street === undefined || isBeside(street, name));
}

/** Between the words of one name: a comma, a dash or a hyphen, behind a full stop, too: `Dr. - Verlindelaan`. */
const IN_NAMES = /^\.?(?:\s*,\s*|\s+[-–—]\s+|-)$/;

/** Whether what is between the words of a name, before token `i`, is a free-standing dash; behind a number, it is between two addresses. */
function isAfterDash(source: TokenizedText, i: number): boolean {
  const { tokens } = source;
  return tokens[i]!.isAfterBreak && !textBefore(source, i).includes(',') && !NUMBER.test(tokens[i - 1]!.key);
}
