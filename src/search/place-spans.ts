import { countryNamed } from '../text/country-names.ts';
import { isBeforeFullStop, keyOf, type TokenizedText } from '../text/tokens.ts';
import { isTypeInFront } from '../text/variants.ts';
import { isAlike, isTownItself, type NamedPlace, nestedIn, type PlaceNames } from './place-names.ts';
import { isBeside, isIn, isPartOf, isWithin, type PostcodeSpan, type Span } from './spans.ts';

/** Maximum number of places that words may name, for which readings are made. */
const MAX_PLACES = 6;
const MAX_INNER_PLACES = 3;

/** Words that name places, and which. */
export interface PlaceSpan extends Span {
  readonly places: readonly NamedPlace[];
}

const NO_PLACE: PlaceSpan = { from: 0, to: 0, places: [] };

/** The places that a sequence of words names: exactly, or in any usual form. */
export type NamesIn = (from: number, to: number, isAnyForm: boolean) => readonly NamedPlace[];

/** Sequences of words that name a place; longer and later ones first, and finally none. */
export function findPlaces(
  names: PlaceNames,
  namesOf: NamesIn,
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
      const all = namesOf(from, to, isExpected);
      const isEnd = to === tokens.length || taken[to]! || tokens[to]!.isAfterBreak;
      // A name that goes on in another way does not end here: Chaumont-Gistoux is no Chaumont; nor in an abbreviation, which begins the next one: of
      // `Amsterdam Nw. Keizersgracht` the place is not a quarter of Amsterdam.
      const isGoingOn = !isEnd && to > from + 1 && isBeforeFullStop(source, to);
      const named = isGoingOn ? names.named(keyOf(source, from, to)) : all;
      const places = isEnd ? named : named.filter((place) => !isAlike(place));
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
  const likely = spans.filter(isAtEdge);
  const isAfterPostcode = ({ from }: Span): boolean => postcode.to > 0 && from === postcode.to;
  likely.sort(
    (a, b) =>
      Number(isAfterPostcode(b)) - Number(isAfterPostcode(a)) || b.to - b.from - (a.to - a.from) || b.from - a.from,
  );
  // Words alone after the postcode, or at the very end after a comma, are a place even if no place has this name, but rather than words that name
  // one elsewhere in the text, or among them, only if they are nearly one: `Croqx-lez-Rouveroy` is not Rouveroy.
  const last = unknownPlace(names, source, postcode, number, postcodes);
  // Without a postcode, and a place behind the number, one may also stand between whose address it is and the street: `Apotheek Peeters Zulte
  // Leenstraat 28`; or between the street and another word: `24 Rue Michel Lentz Bettembourg svp`.
  const inner =
    postcode.to > 0 || number.to === 0 || likely.some(({ from }) => from >= number.to)
      ? []
      : spans.filter((span) => !isAtEdge(span) && span.places.some(isTownItself)).slice(0, MAX_INNER_PLACES);
  if (last !== undefined && likely.length === 0) return [last, ...inner, NO_PLACE];
  const isNearlyNamed = last !== undefined && last.places.length > 0;
  const isAtEnd = last?.to === tokens.length && tokens[last.from]!.isAfterBreak;
  if (isNearlyNamed && likely.every((each) => isBeside(each, last) || isPartOf(each, last))) likely.unshift(last);
  else if (isAtEnd && likely.every((each) => isBeside(each, last))) likely.push(last);
  return [...likely.slice(0, MAX_PLACES), ...inner, NO_PLACE];
}

/**
 * Places with an area around each, in either order and with nothing between, `3 Rue de Chaurette Bléharies Brunehaut`, unless both together name
 * one place: Tessenderlo-Ham is not the Ham in Tessenderlo.
 */
function withAreas(spans: readonly PlaceSpan[], { tokens }: TokenizedText): PlaceSpan[] {
  return spans
    .flatMap((one) =>
      spans
        .filter((next) => next.from === one.to && !tokens[next.from]!.isAfterBreak)
        .map((next) => ({ ...one, to: next.to, places: nestedIn(one.places, next.places) })),
    )
    .filter((both) => both.places.length > 0 && !spans.some((each) => isWithin(both, each)));
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
    const startOf = (last: number): number => {
      let at = last;
      while (at > 0 && !tokens[at]!.isAfterBreak && !isTaken(at - 1)) at--;
      return at;
    };
    from = startOf(tokens.length - 1);
    // The country, behind a place: `Rue Haute 12, Dudelang, Luxembourg`. Directly behind the street of a number in front it is the town.
    if (from > number.to && countryNamed(keyOf(source, from, tokens.length)) === names.country) {
      const before = startOf(from - 1);
      if (before > number.to || number.from > 0) from = before;
    }
  }
  if (from <= 0 || isTaken(from)) return undefined;
  // Up to a comma, or a street: `4993 Schouweilr Rue du Neuf Septembre 12`.
  const isEnd = (i: number): boolean => tokens[i]!.isAfterBreak || isTypeInFront(names.country, tokens[i]!.key);
  let to = from + 1;
  while (to < tokens.length && !isTaken(to) && !isEnd(to)) to++;
  const key = keyOf(source, from, to);
  // Not what is left of the number.
  return /\p{L}/u.test(key) ? { from, to, places: names.find(key, isBeforeFullStop(source, to)) } : undefined;
}

/** Looks each sequence of words of a text up once, however many readings it has. */
export function namesIn(names: PlaceNames, source: TokenizedText): NamesIn {
  const { length } = source.tokens;
  const found: (readonly NamedPlace[] | undefined)[] = [];
  return (from, to, isAnyForm) => {
    const at = ((from * length + to) << 1) | Number(isAnyForm);
    // An exact name is a place anywhere; an abbreviated one only where a place is expected.
    found[at] ??= isAnyForm ? names.namedAsWritten(keyOf(source, from, to)) : names.named(keyOf(source, from, to));
    return found[at];
  };
}

/** Whether no letter of it is wrong. */
export function isSpelledSo({ places }: PlaceSpan): boolean {
  return places.every(({ edits }) => edits < 1);
}

/**
 * Whether what would be the addition of a number is the name of a place, `57 As`, which the house may still have; or the first word of one: `26, De Waal`
 * is number 26.
 *
 * @param ends where the name may end, both included
 */
export function isPlaceIn(named: NamesIn, { from, to }: Span, ends: Span): boolean {
  for (let at = from + 1; at < to; at++) {
    for (let end = ends.from; end <= ends.to; end++) if (named(at, end, false).some(isTownItself)) return true;
  }
  return false;
}
