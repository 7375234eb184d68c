import { searchFreeText } from '../search/free-text.ts';
import { readStreet } from '../search/name-comparison.ts';
import { PlaceNames } from '../search/place-names.ts';
import { StreetNames } from '../search/street-names.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { withoutNoise } from '../text/noise.ts';
import { withBlankMoved } from '../text/tokens.ts';
import { MatchCascade } from './cascade.ts';
import { compareJudgements, DISCREPANCY_WEIGHTS, type Judgement, judgementWith } from './discrepancies.ts';
import { type AddressFields, type Match, NO_MATCH } from './match.ts';
import { type Reading, readFields } from './read-fields.ts';
import { readText } from './read-text.ts';

/** Candidates of the free-text search that are judged. */
const MAX_CANDIDATES = 10;
/** Readings of a row to which all stages are applied, when none of them matches exactly. */
const MAX_READINGS = 3;
/** Readings that are tried as they stand. */
const MAX_EXACT_READINGS = 20;
/** Words before or after a street that are left out where nothing is called as the whole, and letters of a name that is looked for then. */
const MAX_WORDS_AROUND = 7;
const MIN_NAME_LETTERS = 4;
/** A reading that leaves words out is not tried where another one is as good as this. */
const ALMOST_EXACT = 0.9;

/**
 * Finds the address of a row in one country. Each stage finds streets in its own way, and every one of them is judged alike,
 * by all that the row says (row-judge.ts); the best judgement wins, whichever stage it came from. A stage that can give nothing better
 * than the best answer so far is left out.
 *
 *     1. the streets with this name, in any usual form, in the postcode; without a name, all of the postcode
 *     2. the streets with this name in the place                                  (postcode differs)
 *     3. streets of the postcode with a similar name                              (street corrected)
 *     4. streets of the place with a similar name                                 (street corrected)
 *     5. the streets with this name around the postcode: its four digits or municipality   (postcode differs)
 *     6. the streets with this name in the country                                (place and postcode differ, or are missing)
 *     7. the addresses with the postcode and number, whatever the street          (street differs)
 *     8. the streets there with a name that is a part of the written one          (words left out)
 *        what the free-text search makes of all of it
 *     9. the place
 */
export class CountryMatcher {
  readonly index: CountryIndex;
  readonly places: PlaceNames;
  readonly streets: StreetNames;

  constructor(index: CountryIndex) {
    this.index = index;
    this.places = new PlaceNames(index);
    this.streets = new StreetNames(index);
  }

  /** The address if all that the row says agrees with one: stages 1 and 2, some microseconds. Else whatever they find. */
  matchExactly(fields: AddressFields): Match {
    return withSeveral(this.#firstExact(this.#readingsOf(fields)));
  }

  /** All stages, for every likely reading of the row; the first reading that is right as written is the answer. */
  match(fields: AddressFields): Match {
    const best = this.#bestOf(fields);
    if (best.status !== 'place' && best.status !== 'none') return withSeveral(best);
    // `Koningsplei n5`: read so only where it leads nowhere as written.
    const moved = withBlanksMoved(fields);
    return withSeveral(moved === undefined ? best : better(best, respaced(this.#bestOf(moved))));
  }

  #bestOf(fields: AddressFields): Match {
    const text = fields.text?.trim() ?? '';
    let readings = this.#readingsOf(fields);
    let best = this.#firstExact(readings);
    if (best.status === 'exact') return best;
    // Whom it is for, floors and the like are left out only where the text is not right with them.
    const cleaned = text === '' ? text : withoutNoise(this.index.country, text);
    if (cleaned !== text) {
      readings = readText(this, cleaned, fields);
      best = better(best, this.#firstExact(readings));
      if (best.status === 'exact') return best;
    }
    const likely = readings.slice(0, MAX_READINGS);
    for (const reading of likely) {
      // An addition is tried as an addition before it is a word too many.
      if (reading.ignoredWords > 0 && best.score >= ALMOST_EXACT && best.contradiction === 0) break;
      const cascade = new MatchCascade(this, reading, best);
      cascade.runExact();
      cascade.runRelaxed();
      cascade.runPlace();
      best = better(best, cascade.result());
    }
    if (best.status === 'place' || best.status === 'none') {
      for (const reading of likely) {
        const narrowed = this.#withoutWordsAround(reading);
        if (narrowed === undefined) continue;
        const cascade = new MatchCascade(this, narrowed, best);
        cascade.runExact();
        best = better(best, cascade.result());
      }
    }
    // Whatever the free-text search makes of it, judged by the same readings: for rows that do not say where the street is. Of
    // a known place or postcode every street has been compared.
    const searched = text === '' ? composed(fields) : text;
    if (searched === undefined || likely.some(saysWhere) || compareJudgements(SEARCHED, best) <= 0) return best;
    const streets = this.#searchStreets(searched);
    for (const reading of likely) {
      const cascade = new MatchCascade(this, reading);
      cascade.runFound(streets);
      best = better(best, cascade.result());
    }
    return best;
  }

  /** The place of a row alone, for one whose street is not certain enough to be given. */
  matchPlace(fields: AddressFields): Match {
    const [reading] = this.#readingsOf(fields);
    if (reading === undefined) return NO_MATCH;
    const cascade = new MatchCascade(this, reading);
    cascade.runPlace();
    return cascade.result();
  }

  /** The same with the fewest words before or after its street left out that leave a street there: `Apotheek De Linde Rue de Liège`. */
  #withoutWordsAround(reading: Reading): Reading | undefined {
    const { street, place, postcode, ignoredWords } = reading;
    if (street === undefined) return undefined;
    const ranges: { readonly from: number; readonly to: number }[] = [...(place?.places ?? [])];
    const ofPostcode = postcode?.streets ?? [];
    if (ofPostcode.length > 0) ranges.push({ from: ofPostcode[0]!, to: ofPostcode.at(-1)! + 1 });
    const { words } = street.key;
    for (let left = 1; ranges.length > 0 && left < Math.min(words.length, MAX_WORDS_AROUND); left++) {
      for (const some of [words.slice(left), words.slice(0, -left)]) {
        const name = readStreet(this.index.country, some.join(' '));
        if (name === undefined || name.key.compact.length < MIN_NAME_LETTERS) continue;
        if (!ranges.some(({ from, to }) => this.streets.named(name, from, to).size > 0)) continue;
        return { ...reading, street: name, ignoredWords: ignoredWords + left };
      }
    }
    return undefined;
  }

  #readingsOf(fields: AddressFields): readonly Reading[] {
    const text = fields.text?.trim() ?? '';
    if (text !== '') return readText(this, text, fields);
    const readings = readFields(this.index, this.places, fields);
    return isStreetAlone(fields) ? [...readText(this, fields.street!, {}), ...readings] : readings;
  }

  /** The first reading that matches exactly, else the best one. */
  #firstExact(readings: readonly Reading[]): Match {
    let best = NO_MATCH;
    for (const reading of readings.slice(0, MAX_EXACT_READINGS)) {
      // One that leaves words out cannot be exact.
      if (reading.ignoredWords > 0 && best.score >= ALMOST_EXACT) break;
      const cascade = new MatchCascade(this, reading);
      cascade.runExact();
      const match = cascade.result();
      if (match.status === 'exact') return match;
      best = better(best, match);
    }
    return best;
  }

  /** The streets of what the free-text search answers best with. */
  #searchStreets(text: string): number[] {
    const streets = new Set<number>();
    for (const { kind, ordinal } of searchFreeText(this.index, text).slice(0, MAX_CANDIDATES)) {
      if (kind === 'house') streets.add(this.index.streets.streetOf(ordinal));
      else if (kind === 'street') streets.add(ordinal);
    }
    return [...streets];
  }
}

/** Text and street of a row with the blanks moved that two keys pressed in the wrong order displace; `undefined` where there are none. */
function withBlanksMoved(fields: AddressFields): AddressFields | undefined {
  const { text, street } = fields;
  const moved = {
    ...(text !== undefined && { text: withBlankMoved(text) }),
    ...(street !== undefined && { street: withBlankMoved(street) }),
  };
  return moved.text === text && moved.street === street ? undefined : { ...fields, ...moved };
}

/** Whether the column of the street is all that the row has, and may have the whole address in it. */
function isStreetAlone({ street, housenumber, postcode, place }: AddressFields): boolean {
  return /[0-9]/.test(street ?? '') && [housenumber, postcode, place].every((part) => !part?.trim());
}

/** An answer to a row whose words were divided otherwise: half a letter of its street is wrong. */
function respaced(match: Match): Match {
  const { score, contradiction } = judgementWith(['street-corrected', DISPLACED_BLANK]);
  return {
    ...match,
    status: match.status === 'exact' ? 'corrected' : match.status,
    score: match.score * score,
    contradiction: match.contradiction + contradiction,
    discrepancies: [...new Set([...match.discrepancies, 'street-corrected' as const])],
  };
}

/** Letters that a blank in the wrong place counts as. */
const DISPLACED_BLANK = 0.5;

/** What an answer that only the free-text search finds is at best. */
const SEARCHED: Judgement = judgementWith('street-corrected');

function saysWhere({ place, postcode }: Reading): boolean {
  return (place !== undefined && place.places.length > 0) || (postcode !== undefined && postcode.ordinal > 0);
}

/** Being one of several does not decide which answer is best; it weighs only once that is chosen. */
function withSeveral(match: Match): Match {
  return match.discrepancies.includes('several')
    ? { ...match, score: match.score * (1 - DISCREPANCY_WEIGHTS.several) }
    : match;
}

function better(a: Match, b: Match): Match {
  return compareJudgements(b, a) > 0 ? b : a;
}

const MATCHERS: WeakMap<CountryIndex, CountryMatcher> = new WeakMap();

/** The one matcher of an index: what it remembers of streets and places serves all who ask. */
export function matcherOf(index: CountryIndex): CountryMatcher {
  let matcher = MATCHERS.get(index);
  if (matcher === undefined) {
    matcher = new CountryMatcher(index);
    MATCHERS.set(index, matcher);
  }
  return matcher;
}

function composed({ street, housenumber, addition, postcode, place }: AddressFields): string | undefined {
  if (!street?.trim()) return undefined;
  return [street, housenumber, addition, postcode, place].filter((part) => part?.trim()).join(' ');
}
