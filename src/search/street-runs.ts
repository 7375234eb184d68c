import type { CountryIndex } from '../store/country-index.ts';
import { isNumbered } from '../text/house-parts.ts';
import { isBeforePlace } from '../text/little-words.ts';
import { keyOf, type TokenizedText, textOf } from '../text/tokens.ts';
import { formsOf } from '../text/variants.ts';
import { isWholeName } from './name-matcher.ts';
import type { PlaceSpan } from './place-spans.ts';
import { isBeside, isIn, isPartOf, isSame, type NumberSpan, type PostcodeSpan, type Span } from './spans.ts';
import { WrittenStreetName } from './written-street-name.ts';

/** Which words of a text may be its street, once its postcode, number and place are chosen. */

/** The words that were chosen for the parts of a text, and all that might be. */
export interface Spans {
  readonly postcode: Span | PostcodeSpan;
  /** All possible postcodes, none of which may be left out unless there is a certain one. */
  readonly postcodes: readonly PostcodeSpan[];
  readonly number: Span | NumberSpan;
  /** All possible numbers, with and without what may be their additions. */
  readonly numbers: readonly Span[];
  /** Words for a box or an addition, and what it is called, wherever they stand. */
  readonly boxes: readonly Span[];
  /** Whether the addition of the number is the name of a place. */
  readonly isAdditionPlace: boolean;
  readonly place: PlaceSpan;
  /** All possible places, and those of them in whose name no letter is wrong. */
  readonly places: readonly Span[];
  readonly names: readonly PlaceSpan[];
  /** Whole names of streets with a comma, a dash, a hyphen or a number. */
  readonly streets: readonly Span[];
}

/** Sequences of words that are neither postcode nor number nor place. */
export function runsBeside(
  source: TokenizedText,
  { postcode, number, place }: Spans,
  unbroken: readonly number[] = [],
): Span[] {
  const { tokens } = source;
  const isTaken = (i: number): boolean => isIn(postcode, i) || isIn(number, i) || isIn(place, i);
  const runs: Span[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (isTaken(i)) continue;
    const last = runs.at(-1);
    const isBeforeTown = i + 1 === place.from && isBeforePlace(textOf(source, i, i + 1));
    const isBreak = isBeforeTown || (tokens[i]!.isAfterBreak && !unbroken.includes(i));
    if (last !== undefined && last.to === i && !isBreak) runs[runs.length - 1] = { from: last.from, to: i + 1 };
    else runs.push({ from: i, to: i + 1 });
  }
  return runs;
}

/** The same with the words behind the street from a second number, or what it numbers, on apart, if the first stands in front of it: `33, Keerbergenbroek 3 pers.` */
export function dividedAtNumber(source: TokenizedText, spans: Spans): readonly (readonly Span[])[] {
  const { number, numbers, streets } = spans;
  if (number.from > 0 || number.to === 0) return NO_RUNS;
  const runs = runsBeside(source, spans);
  const behind = runs.findIndex(({ from }) => from === number.to);
  if (behind === -1) return NO_RUNS;
  const { from, to } = runs[behind]!;
  const second = numbers.find(
    (each) => each.from > from && (each.to < to || (each.to === to && wordNumbered(source, each) !== undefined)),
  );
  if (second === undefined || streets.some((street) => isAcross(street, second.from))) return NO_RUNS;
  const at = second.from - Number(wordNumbered(source, second) !== undefined && second.from > from + 1);
  return [runs.toSpliced(behind, 1, { from, to: at }, { from: at, to })];
}

const NO_RUNS: readonly (readonly Span[])[] = [];

/**
 * Those that may be the street: the one before the number, else the one behind it, else the first. Words before a number may also say whose address
 * it is, if they are no street, and words follow that are of no place, and where it is: `Dupont SA, 12, Rue Haute, Liège`.
 */
export function streetsAmong(
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
  const isStreet = ({ from, to }: Span): boolean => isStreetIn(index, keyOf(source, from, to), place.places);
  const isSomewhere = place.to > 0 || postcode.to > 0;
  const isAddition = numbers.some(({ from, to }) => from === number.from && to >= behind.to);
  const isOfPlace = names.some((name) => isPartOf(behind, name) || (place.to === 0 && isSame(behind, name)));
  return !isSomewhere || isAddition || isOfPlace || (isStreet(before) && !isStreet(behind)) ? [before] : beside;
}

/** Whether a street is called so, in the places if there are any: the Zoning industriel of another town is no street here. */
function isStreetIn(index: CountryIndex, name: string, places: PlaceSpan['places']): boolean {
  if (!isWholeName(index.names.streets, name)) return false;
  const written = new WrittenStreetName(index, name);
  return places.length === 0 || places.some(({ from, to }) => written.streetsIn(from, to).size > 0);
}

/** Whole names of streets that have a token, and begin before it. */
export function streetsAcross(index: CountryIndex, source: TokenizedText, at: number): Span[] {
  const { streets } = index.names;
  const found: Span[] = [];
  for (let from = Math.max(0, at - MAX_STREET_WORDS); from < at; from++) {
    const first = source.tokens[from]!.key;
    // Its kind may be written in another form: `Zone de Jumet, 3ème rue`.
    for (const form of [first, ...formsOf(index.country, first)]) {
      for (let to = at + 1; to <= source.tokens.length; to++) {
        const key = `${form} ${keyOf(source, from + 1, to)}`;
        if (streets.locate(key) === undefined) break;
        if (isWholeName(streets, key)) found.push({ from, to });
      }
    }
  }
  return found;
}

/** Maximum words of a street before such a token. */
const MAX_STREET_WORDS = 6;

/** Whether a sequence of words begins before a token and has it. */
export function isAcross(span: Span, i: number): boolean {
  return isIn(span, i) && i > span.from;
}

/** The word directly in front of a number that the number belongs to: `kamer` of `kamer 3`. */
export function wordNumbered({ tokens }: TokenizedText, { from, to }: Span): string | undefined {
  const word = to > 0 && from > 0 && !tokens[from]!.isAfterBreak ? tokens[from - 1]!.key : '';
  return isNumbered(word) ? word : undefined;
}
