import type { Country } from '../model/country.ts';
import { isAdditionWord } from '../model/house-number.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { countryNamed, withoutCountry } from '../text/country-names.ts';
import { fold } from '../text/fold.ts';
import { isArticle, isBeforePlace } from '../text/little-words.ts';
import { withoutPostalDistrict } from '../text/noise.ts';
import { isBeforeFullStop, keyOf, nameTextOf, type TokenizedText, textOf, tokenize } from '../text/tokens.ts';
import { readStreet } from './name-key.ts';
import { isWholeName } from './name-matcher.ts';
import { isKindAlone } from './name-words.ts';
import { type NamedPlace, nestedIn, type PlaceNames } from './place-names.ts';
import { type Reading, type ReadWords, readPostcode } from './reading.ts';
import {
  findNumbers,
  findPostcodes,
  isBeside,
  isIn,
  isPartOf,
  isSame,
  type NumberSpan,
  type PostcodeSpan,
  type Span,
} from './spans.ts';

/** Maximum words of a text that are read. */
export const MAX_TOKENS = 24;
const MAX_READINGS = 40;
/** Maximum pairs of a postcode and a number to look for places beside; of an address there are hardly ten. */
const MAX_PAIRS = 30;
/** Maximum number of places that words may name, for which readings are made. */
const MAX_PLACES = 6;
const MAX_INNER_PLACES = 3;

const NO_SPAN: Span = { from: 0, to: 0 };

/**
 * The ways to read a free text as an address, likeliest first: which words are the postcode, the house number and
 * the place; the remaining words, if consecutive, are the street. A reading counts the words that it leaves out.
 *
 * @example readText(…, 'Kerkstraat 12 A, 1381 CW Weesp')   // first: street Kerkstraat, number 12 A, 1381CW, place Weesp
 */
export function readText(
  { index, places }: { readonly index: CountryIndex; readonly places: PlaceNames },
  text: string,
): Reading[] {
  const address = withoutCountry(text);
  const source = tokenize(index.country === 'be' ? withoutPostalDistrict(address) : address, MAX_TOKENS, index.country);
  const found: MadeReading[] = [];
  const postcodes = likelyPostcodes(index, source);
  const allNumbers = findNumbers(index.country, source);
  const named = namesIn(places, source);
  const hasDash = source.tokens.some((_, i) => isAfterDash(source, i));
  let pairs = 0;
  for (const postcode of [...postcodes, NO_SPAN]) {
    const numbers = postcode === NO_SPAN ? besidePostcodes(index.country, source, allNumbers, postcodes) : allNumbers;
    for (const number of [...likelyNumbers(numbers, postcode), NO_SPAN]) {
      if (++pairs > MAX_PAIRS) return ranked(found);
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
          isAdditionPlace,
          place,
          places: placeSpans,
          names,
        };
        // `Rue du Sablon - Impasse 1 21`: a dash may be part of a name, or before another thing.
        for (const areDashesBreaks of hasDash ? [true, false] : [true]) {
          const runs = runsBeside(source, spans, areDashesBreaks);
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

/**
 * Whether what would be the addition of a number is the name of a place, `57 As`, which the house may still have; or the first word of one: `26, De Waal`
 * is number 26.
 *
 * @param ends where the name may end, both included
 */
function isPlaceIn(named: NamesIn, { from, to }: Span, ends: Span): boolean {
  const isPlace = ({ kind, isAlias }: NamedPlace): boolean => kind !== 'province' && !isAlias;
  for (let at = from + 1; at < to; at++) {
    for (let end = ends.from; end <= ends.to; end++) if (named(at, end, false).some(isPlace)) return true;
  }
  return false;
}

interface PlaceSpan extends Span {
  readonly places: readonly NamedPlace[];
}

const NO_PLACE: PlaceSpan = { from: 0, to: 0, places: [] };

/** Whether no letter of it is wrong. */
function isSpelledSo({ places }: PlaceSpan): boolean {
  return places.every(({ edits }) => edits < 1);
}

/** The places that a sequence of words names: exactly, or in any usual form. */
type NamesIn = (from: number, to: number, isAnyForm: boolean) => readonly NamedPlace[];

/** Looks each sequence of words of a text up once, however many readings it has. */
function namesIn(names: PlaceNames, source: TokenizedText): NamesIn {
  const { length } = source.tokens;
  const found: (readonly NamedPlace[] | undefined)[] = [];
  return (from, to, isAnyForm) => {
    const at = ((from * length + to) << 1) | Number(isAnyForm);
    // An exact name is a place anywhere; an abbreviated one only where a place is expected.
    found[at] ??= isAnyForm ? names.namedAsWritten(keyOf(source, from, to)) : names.named(keyOf(source, from, to));
    return found[at];
  };
}

/** Sequences of words that name a place; longer and later ones first, and finally none. */
function findPlaces(
  names: PlaceNames,
  named: NamesIn,
  source: TokenizedText,
  postcode: Span,
  number: Span,
  postcodes: readonly PostcodeSpan[],
): PlaceSpan[] {
  const { tokens } = source;
  const taken = tokens.map((_, i) => isIn(postcode, i) || isIn(number, i));
  const spans: PlaceSpan[] = [];
  for (let from = tokens.length - 1; from >= 0; from--) {
    for (let to = from + 1; to <= Math.min(tokens.length, from + names.longestName); to++) {
      if (taken[to - 1] || (to - 1 > from && tokens[to - 1]!.isAfterBreak)) break;
      const isExpected = from === postcode.to || tokens[from]!.isAfterBreak || to === tokens.length;
      const places = named(from, to, isExpected);
      if (places.length === 0) continue;
      // A full stop may end the text, or say that the name goes on: `Veen.` is Veen, or else Veenendaal.
      const isShortened = isExpected && isBeforeFullStop(source, to);
      spans.push({ from, to, places: isShortened ? names.find(keyOf(source, from, to), true) : places });
    }
  }
  spans.push(...withAreas(spans, source));
  // A place is at an end of the remaining words, or separated from the street by the postcode or number.
  const isAtEdge = ({ from, to }: Span): boolean =>
    from === 0 ||
    to === tokens.length ||
    taken[from - 1]! ||
    taken[to]! ||
    tokens[from]!.isAfterBreak ||
    tokens[to]!.isAfterBreak;
  const isNamedSo = ({ places }: PlaceSpan): boolean =>
    places.some(({ kind, isAlias }) => kind !== 'province' && !isAlias);
  const likely = spans.filter(isAtEdge);
  const isAfterPostcode = ({ from }: Span): boolean => postcode.to > 0 && from === postcode.to;
  likely.sort(
    (a, b) =>
      Number(isAfterPostcode(b)) - Number(isAfterPostcode(a)) || b.to - b.from - (a.to - a.from) || b.from - a.from,
  );
  // Words alone after the postcode, or at the very end after a comma, are a place even if no place has this name, but rather than words that name
  // one elsewhere in the text, or among them, only if they are nearly one: `Croqx-lez-Rouveroy` is not Rouveroy.
  const last = unknownPlace(names, source, postcode, number, postcodes);
  if (last !== undefined && likely.length === 0) return [last, NO_PLACE];
  const isNearlyNamed = last !== undefined && last.places.length > 0;
  const isAtEnd = last?.to === tokens.length && tokens[last.from]!.isAfterBreak;
  if (isNearlyNamed && likely.every((each) => isBeside(each, last) || isPartOf(each, last))) likely.unshift(last);
  else if (isAtEnd && likely.every((each) => isBeside(each, last))) likely.push(last);
  // Without a postcode, and a place behind the number, one may also stand between whose address it is and the street: `Apotheek Peeters Zulte
  // Leenstraat 28`.
  const inner =
    postcode.to > 0 || number.to === 0 || likely.some(({ from }) => from >= number.to)
      ? []
      : spans.filter((span) => span.from > 0 && span.to < number.from && !isAtEdge(span) && isNamedSo(span));
  return [...likely.slice(0, MAX_PLACES), ...inner.slice(0, MAX_INNER_PLACES), NO_PLACE];
}

/** Places with an area around each, in either order and with nothing between: `3 Rue de Chaurette Bléharies Brunehaut`. */
function withAreas(spans: readonly PlaceSpan[], { tokens }: TokenizedText): PlaceSpan[] {
  const isBehind = (one: PlaceSpan, next: PlaceSpan): boolean =>
    next.from === one.to && !tokens[next.from]!.isAfterBreak && !isOneName(spans, one, next);
  return spans
    .flatMap((one) =>
      spans
        .filter((next) => isBehind(one, next))
        .map((next) => ({ ...one, to: next.to, places: nestedIn(one.places, next.places) })),
    )
    .filter(({ places }) => places.length > 0);
}

function unknownPlace(
  names: PlaceNames,
  source: TokenizedText,
  postcode: Span,
  number: Span,
  postcodes: readonly PostcodeSpan[],
): PlaceSpan | undefined {
  const { tokens } = source;
  const isPostcode = (i: number): boolean => postcodes.some((each) => each.isWhole && isIn(each, i));
  const isTaken = (i: number): boolean => isIn(number, i) || isIn(postcode, i) || isPostcode(i);
  let from = postcode.to > 0 && postcode.to < tokens.length ? postcode.to : -1;
  if (from === -1) {
    from = tokens.length - 1;
    while (from > 0 && !tokens[from]!.isAfterBreak && !isTaken(from - 1)) from--;
  }
  if (from <= 0 || isTaken(from)) return undefined;
  let to = from;
  while (to < tokens.length && !isTaken(to) && !(to > from && tokens[to]!.isAfterBreak)) to++;
  const key = keyOf(source, from, to);
  // Not what is left of the number.
  return /\p{L}/u.test(key) ? { from, to, places: names.find(key, isBeforeFullStop(source, to)) } : undefined;
}

interface Spans {
  readonly postcode: Span | PostcodeSpan;
  /** All possible postcodes, none of which may be left out unless there is a certain one. */
  readonly postcodes: readonly PostcodeSpan[];
  readonly number: Span | NumberSpan;
  /** All possible numbers, with and without what may be their additions. */
  readonly numbers: readonly Span[];
  /** Whether the addition of the number is the name of a place. */
  readonly isAdditionPlace: boolean;
  readonly place: PlaceSpan;
  /** All possible places, and those of them in whose name no letter is wrong. */
  readonly places: readonly Span[];
  readonly names: readonly Span[];
}

/** Sequences of words that are neither postcode nor number nor place. */
function runsBeside(source: TokenizedText, { postcode, number, place }: Spans, areDashesBreaks: boolean): Span[] {
  const { tokens } = source;
  const isTaken = (i: number): boolean => isIn(postcode, i) || isIn(number, i) || isIn(place, i);
  const runs: Span[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (isTaken(i)) continue;
    const last = runs.at(-1);
    const isBeforeTown = i + 1 === place.from && isBeforePlace(textOf(source, i, i + 1));
    const isBreak = isBeforeTown || (tokens[i]!.isAfterBreak && (areDashesBreaks || !isAfterDash(source, i)));
    if (last !== undefined && last.to === i && !isBreak) runs[runs.length - 1] = { from: last.from, to: i + 1 };
    else runs.push({ from: i, to: i + 1 });
  }
  return runs;
}

/**
 * Those that may be the street: the one before the number, else the one behind it, else the first. Words before a number may also say whose address
 * it is, if they are no street, and words follow that are of no place, and where it is: `Dupont SA, 12, Rue Haute, Liège`.
 */
function streetsAmong(
  index: CountryIndex,
  source: TokenizedText,
  runs: readonly Span[],
  { postcode, number, numbers, place, names }: Spans,
): readonly (Span | undefined)[] {
  const beside = runs.filter(({ from, to }) => to === number.from || from === number.to);
  const [before, behind] = beside;
  // Of a text with a place and without a number any of them: `Bakkerij Jansen, Waterweg, Renkum`.
  const isNumberless = numbers.every((each) => !isBeside(each, postcode));
  if (isNumberless && place.to > 0 && runs.length > 1) return runs;
  if (before === undefined || behind === undefined) return [before ?? runs[0]];
  const isStreet = isWholeName(index.names.streets, keyOf(source, before.from, before.to));
  const isSomewhere = place.to > 0 || postcode.to > 0;
  const isAddition = numbers.some(({ from, to }) => from === number.from && to >= behind.to);
  const isOfPlace = names.some((name) => isPartOf(behind, name) || (place.to === 0 && isSame(behind, name)));
  return !isSomewhere || isAddition || isStreet || isOfPlace ? [before] : beside;
}

function makeReading(
  index: CountryIndex,
  placeNames: PlaceNames,
  source: TokenizedText,
  { postcode, postcodes, number, numbers, isAdditionPlace, place, places, names }: Spans,
  runs: readonly Span[],
  street: Span | undefined,
): MadeReading | undefined {
  const { tokens } = source;
  if (street === undefined && (postcode.to === 0 || number.to === 0) && place.to === 0) return undefined;
  // The beginning or the end of a longer name, whose rest is left out: Boevange of Boevange-sur-Attert is another place.
  if (place.to > 0 && names.some((name) => isCut(place, name, street))) return undefined;
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
  for (const run of runs) {
    if (run === street) continue;
    // The name of a street, not its place: `clos de Kehlen 7, Keispelt`.
    const isOfStreet = place.to > 0 && run.to === place.from && !tokens[place.from]!.isAfterBreak;
    if (isOfStreet && isKindAlone(index.country, keyOf(source, run.from, run.to).split(' '))) return undefined;
    const isAtPlace = run.to === place.from || (postcode.to > 0 && run.to === postcode.from);
    if (isAtPlace && isBeforePlace(textOf(source, run.from, run.to))) continue;
    // What may be the addition of the number is not ignored beside it: the longer number, whose addition may be unknown, has its own reading.
    const isAddition = ({ from, to }: Span): boolean => from === number.from && to > number.to && to <= run.to;
    if (number.to > 0 && run.from === number.to && numbers.some(isAddition)) return undefined;
    // Nor is what the number may be the addition of: `4-6 Blauwesteenstraat` is number 4.
    if (run.to === number.from && numbers.some(({ from, to }) => from === run.from && to === number.to))
      return undefined;
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
    if (place.places.length === 0 && places.some((each) => each.from <= run.from && each.to >= run.to))
      return undefined;
    ignored += run.to - run.from;
    isPlaceLeftOut ||= street === undefined || mayBePlace(source, run, street);
    numbersLeftOut += countNumbers(source, run);
  }
  const reading: Reading = {
    isAdditionCertain:
      !isAdditionPlace && (isCertain || !postcodes.some((each) => isPostcodeFirst(source, each, number))),
    postcode: postcode.to === 0 ? undefined : readPostcode(index, textOf(source, postcode.from, postcode.to)),
    number: 'number' in number ? number.number : undefined,
    street: street === undefined ? undefined : readStreet(index.country, nameTextOf(source, street.from, street.to)),
    place: place.to === 0 ? undefined : { key: keyOf(source, place.from, place.to), places: meant },
    isEmpty: { postcode: false, street: false, place: false },
    ignoredWords: ignored,
    isPlaceLeftOut,
    numbersLeftOut,
    numbersInNames: countNumbers(source, street ?? NO_SPAN) + countNumbers(source, place),
    words: () => wordsBySpan(source, { street: street ?? NO_SPAN, housenumber: number, postcode, place }),
  };
  return { reading, narrowingWords };
}

function countNumbers({ tokens }: TokenizedText, { from, to }: Span): number {
  return tokens.slice(from, to).filter(({ key }) => NUMBER.test(key)).length;
}

/** With a letter, too, but that of an ordinal: `1e`. */
const NUMBER = /^[0-9]+[a-df-z]?$/;

function wordsBySpan(
  source: TokenizedText,
  spans: Readonly<Record<Exclude<ReadWords['part'], 'other'>, Span>>,
): ReadWords[] {
  const parts = Object.entries(spans) as [ReadWords['part'], Span][];
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
function isPostcodeFirst({ text, tokens }: TokenizedText, { from, hasDigits }: PostcodeSpan, number: Span): boolean {
  if (!hasDigits || from <= number.from || from >= number.to) return false;
  return (
    !isAdditionWord(tokens[from - 1]!.key) && /^[\s,;]+$/.test(text.slice(tokens[from - 1]!.end, tokens[from]!.start))
  );
}

/**
 * Whether words that name nothing stand where a place does: behind the street, or as a single name in front of it. Several words in front
 * say whose address it is: `Bakkerij Jansen, Dam 1`.
 */
function mayBePlace(source: TokenizedText, run: Span, street: Span): boolean {
  if (run.from >= street.to) return true;
  const names = textOf(source, run.from, run.to)
    .split(/\s+/)
    .filter((word) => !isArticle(fold(word)));
  return names.length <= 1;
}

/** Whether the words of a place are a part of a longer name beside the street. */
function isCut(place: Span, name: Span, street: Span | undefined): boolean {
  return isPartOf(place, name) && (street === undefined || isBeside(street, name));
}

/** Whether two sequences of words together name one place: Tessenderlo-Ham is not the Ham in Tessenderlo. */
function isOneName(places: readonly Span[], a: Span, b: Span): boolean {
  const [from, to] = [Math.min(a.from, b.from), Math.max(a.to, b.to)];
  return places.some((each) => each.from <= from && each.to >= to);
}

/** Whether nothing but a free-standing dash is between token `i` and the one before it. */
function isAfterDash({ text, tokens }: TokenizedText, i: number): boolean {
  return i > 0 && tokens[i]!.isAfterBreak && /^\s+[-–—]\s+$/.test(text.slice(tokens[i - 1]!.end, tokens[i]!.start));
}
