import { kept } from '../model/kept.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { fold } from '../text/fold.ts';
import { tokenize } from '../text/tokens.ts';
import { candidateOf, squaredDistanceFrom, streetCandidate, streetOfCandidate } from './candidates.ts';
import { costOf, PERFECT, penaltyIn, WEIGHT } from './cost.ts';
import { type Listed, matcherOf } from './country-matcher.ts';
import { housesAt, nearestHouses } from './houses.ts';
import { withDiscrepancy } from './judgement.ts';
import type { Match } from './match.ts';
import { isOnlyWhere, isTownItself, type NamedPlace } from './place-names.ts';
import type { Candidate } from './ranking.ts';
import { MAX_TOKENS } from './read-text.ts';
import type { Reading, ReadWords } from './reading.ts';
import type { Outcome } from './row-judge.ts';
import { findNumbers } from './spans.ts';
import type { Steps } from './steps.ts';
import type { StreetMatch } from './streets.ts';

/**
 * What a text means as the geocoder reads it, as suggestions: for texts that are written out, and that no names as typed account for. In
 * the place or the postcode that the text names, every street is compared, and judged by everything that was typed.
 */
export function findWritten(index: CountryIndex, text: string, steps: Steps): Candidate[] {
  const found: Candidate[] = [];
  if (isNumberAlone(index, text)) return found;
  const listed = listedFor(index, text, steps);
  const fewest = Math.min(...listed.map(countNumbersLeftOut));
  const isNowhere = listed.every((each) => countNumbersLeftOut(each) > fewest || each.outcomes.every(contradicts));
  for (const each of listed) {
    // No number is left out; where those that leave out the fewest lead nowhere that agrees, one more may be: `Damrak 12, Amsterdam tussen 8 en 12 uur`.
    const more = countNumbersLeftOut(each) - fewest;
    if (more > Number(isNowhere)) continue;
    const { reading, outcomes } = each;
    const wordsNotIn = wordsLeftBy(reading);
    for (const [candidate, outcome] of candidatesOf(index, reading, outcomes)) {
      if (more > 0 && contradicts(outcome)) continue;
      const isThere = isConfirmed(outcome, reading);
      // What only begins so is no place to be elsewhere from.
      if (!isThere && reading.place!.places.every(isOnlyWhere)) continue;
      const placed = isThere ? candidate : asElsewhere(index, candidate, reading);
      found.push({ ...placed, unmatched: wordsNotIn(outcome) });
    }
  }
  // The place of the likeliest reading that has one: other readings take a part of the street for it.
  const [ofPlace] = listed
    .filter(({ place }) => place.place !== undefined)
    .sort((a, b) => a.reading.ignoredWords - b.reading.ignoredWords);
  if (ofPlace !== undefined) found.push(placeCandidate(index, ofPlace.reading, ofPlace.place));
  return found;
}

/** Whether a text is a house number with all that may stand behind one, and nothing else: of where the house is it says nothing yet. */
function isNumberAlone({ country }: CountryIndex, text: string): boolean {
  const source = tokenize(text, MAX_TOKENS, country);
  return findNumbers(country, source).some(({ from, to }) => from === 0 && to === source.tokens.length);
}

/** What a text may mean; with its last word read as one that goes on, as before a full stop, unless it is a place: `a. blamansingel 115 amst`. */
function listedFor(index: CountryIndex, text: string, steps: Steps): readonly Listed[] {
  const matcher = matcherOf(index);
  const [, last = ''] = UNFINISHED.exec(text) ?? [];
  const isBegun = last !== '' && matcher.places.namedAsWritten(fold(last)).length === 0;
  return matcher.listed(isBegun ? `${text}.` : text, steps);
}

/** A name behind a number, and nothing else: its last word. */
const UNFINISHED = /[0-9](?:[^0-9]*[^\p{L}0-9])?(\p{L}+)$/u;

function contradicts({ list }: Outcome): boolean {
  return list.contradiction > 0;
}

/**
 * Numbers of the text that a reading takes for none: left out, in a name that leads nowhere, or in a name where another reading has a house
 * number.
 */
function countNumbersLeftOut({ reading, outcomes }: Listed): number {
  const { number, numbersLeftOut = 0, numbersInNames = 0 } = reading;
  return numbersLeftOut + (number !== undefined && outcomes.length > 0 ? 0 : numbersInNames);
}

/**
 * The words of the text that an answer has not: those that its reading leaves out, and a postcode or place that it contradicts. Folded; once for
 * all answers that contradict the same.
 */
function wordsLeftBy(reading: Reading): (outcome: Outcome) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return ({ list }) => {
    const lacking: readonly ReadWords['part'][] = ['other', ...WHERE.filter((part) => list.contradicts(part))];
    const key = lacking.join();
    return kept(known, key, () => wordsOf(reading, (part) => lacking.includes(part)));
  };
}

const WHERE = ['postcode', 'place'] as const;

/** The words of a text that are read as some parts, folded. */
export function wordsOf(
  { words }: Pick<Reading, 'words'>,
  isWanted: (part: ReadWords['part']) => boolean,
): readonly string[] {
  const wanted = words?.().filter(({ part }) => isWanted(part)) ?? [];
  return wanted.flatMap(({ text }) => fold(text).split(' '));
}

/**
 * Whether an answer is where its reading says, if that names an area of the register: in that area, or, if nothing else differs, in the
 * postcode. A province, and the capital of a region, say so only beside no other postcode, and the province of a town beside one.
 */
function isConfirmed({ list }: Outcome, { place, postcode }: Reading): boolean {
  if (place === undefined || place.places.length === 0) return true;
  if (list.contradicts('place') && list.isElsewhere) return false;
  if (list.denies('place')) return postcode !== undefined && !list.denies('postcode');
  if (!list.discrepancies.includes('place-wider')) return true;
  return !list.contradicts('postcode') && (postcode !== undefined || !place.places.some(isTownItself));
}

/** An answer that is not where its reading says, with how far it is from there. */
function asElsewhere(index: CountryIndex, candidate: Candidate, { place }: Reading): Candidate {
  const { kind, ordinal } = place!.places.find(({ kind }) => kind !== 'province') ?? place!.places[0]!;
  const further = Math.max(0, ELSEWHERE - penaltyIn(candidate.cost, 'contradiction')) * WEIGHT.contradiction;
  const elsewhere = { kind, ordinal, squaredMetres: squaredDistanceFrom(index, { kind, ordinal }, candidate) };
  return { ...candidate, cost: candidate.cost + further, elsewhere };
}

const ELSEWHERE = penaltyIn(withDiscrepancy(0, 'place-elsewhere'), 'contradiction');

/** What the judged streets of a reading lead to, each with its judgement: houses; of the streets that lack the number the best, as for names as typed. */
function candidatesOf(
  index: CountryIndex,
  { number, place, street: typed }: Reading,
  outcomes: readonly Outcome[],
): (readonly [Candidate, Outcome])[] {
  const found: (readonly [Candidate, Outcome])[] = [];
  const lacking = new Map<number, Outcome>();
  const bare: StreetMatch[] = [];
  for (const outcome of outcomes) {
    const { street, comparison, addresses, list } = outcome;
    const ofPlace = place === undefined ? 0 : WEIGHT.names + levelOf(street, place.places) * WEIGHT.areaLevel;
    const isAlias = typed !== undefined && comparison.language === undefined;
    const cost = list.cost + ofPlace + Number(isAlias) * WEIGHT.aliases;
    const match: StreetMatch = { street, language: comparison.language, cost };
    if (number === undefined) found.push([streetCandidate(index, match), outcome]);
    else if (addresses.length > 0) {
      for (const house of housesAt(index, number, match, addresses)) found.push([house, outcome]);
    } else if (!list.isElsewhere) {
      // Elsewhere, a street without the number has nothing of what was typed but a name.
      bare.push({ ...match, cost: cost - penaltyIn(cost, 'numberMatch') * WEIGHT.numberMatch });
      lacking.set(street, outcome);
    }
  }
  if (number === undefined) return found;
  for (const near of nearestHouses(index, number, bare, { street: typed }))
    found.push([near, lacking.get(streetOfCandidate(index, near)!)!]);
  return found;
}

/** 1 for a street of the municipality that a place is called as, and not of that place; see `costOfArea`. */
function levelOf(street: number, places: readonly NamedPlace[]): number {
  const named = places.filter(({ kind }) => kind === 'place');
  return Number(named.length > 0 && !named.some(({ from, to }) => street >= from && street < to));
}

/** The place, after whatever of it resembles the words. */
function placeCandidate(index: CountryIndex, reading: Reading, { place }: Match): Candidate {
  const left = reading.ignoredWords + (reading.street?.words.length ?? 0);
  const unmatched = wordsOf(reading, (part) => part !== 'place' && part !== 'postcode');
  const cost = withDiscrepancy(costOf({ ...PERFECT, ignored: left }), 'street-not-found');
  const feature = { kind: 'place', ordinal: place!, language: undefined, isInner: false } as const;
  return { ...candidateOf(index, feature, cost), unmatched };
}
