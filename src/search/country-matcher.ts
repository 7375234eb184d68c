import type { CountryIndex } from '../store/country-index.ts';
import { fold } from '../text/fold.ts';
import { withoutBeside, withoutNoise } from '../text/noise.ts';
import { withBlanksMended } from '../text/tokens.ts';
import { streetOfCandidate } from './candidates.ts';
import { MatchCascade } from './cascade.ts';
import { agrees, FormerAddresses, unlessWithdrawn } from './former.ts';
import { findTyped } from './free-text.ts';
import { compareJudgements, type Judgement, judgementWith } from './judgement.ts';
import { type AddressFields, type Match, NO_MATCH, withFurther } from './match.ts';
import { NarrowedReadings } from './narrowed-readings.ts';
import { PlaceNames } from './place-names.ts';
import { compareCandidates } from './ranking.ts';
import { RowReadings } from './read-row.ts';
import { addressesIn, readText } from './read-text.ts';
import { type Reading, saysWhere } from './reading.ts';
import type { Outcome } from './row-judge.ts';
import { STEPS_OF_ROW, STEPS_PER_READING, Steps } from './steps.ts';
import { StreetNames } from './street-names.ts';

/** Maximum candidates of the free-text search to judge. */
const MAX_CANDIDATES = 10;
/** Maximum readings of a row that go through all stages if none matches exactly. */
const MAX_READINGS = 3;
/** Maximum readings to try for an exact match. */
const MAX_EXACT_READINGS = 20;
/** Readings that leave words out are not tried if another reading agrees this much. */
const ALMOST_EXACT = 0.9;

/**
 * Finds the address of a row in one country. Each stage finds streets in a different way, and each street is judged in the same way,
 * by everything in the row (row-judge.ts); the best judgement wins, whichever stage it came from. A stage that cannot improve
 * on the best answer so far is skipped.
 *
 *     1. the streets with this name, in any usual form, in the postcode; without a name, all of the postcode
 *     2. the streets with this name in the place                                  (postcode differs)
 *     3. streets of the postcode with a similar name                              (street corrected)
 *     4. streets of the place with a similar name                                 (street corrected)
 *     5. the streets with this name around the postcode: its four digits or municipality   (postcode differs)
 *     6. the streets with this name in the country                                (place and postcode differ, or are missing)
 *     7. the addresses with the postcode and number, whatever the street          (street differs)
 *        nowhere in particular, another form of the name with its rarest word     (street corrected)
 *     8. the streets there with a name that is a part of the written one          (words left out)
 *        or with a house that is called as the rest of it
 *        what the free-text search makes of all of it
 *     9. the place
 *
 * Where no address of the first two stages agrees, the addresses that were are asked in the same way (former.ts).
 */
export class CountryMatcher {
  readonly index: CountryIndex;
  readonly places: PlaceNames;
  readonly streets: StreetNames;
  readonly #narrowed: NarrowedReadings;
  readonly #former: FormerAddresses | undefined;
  #last: { readonly text: string; readonly readings: readonly Reading[] } | undefined;

  constructor(index: CountryIndex) {
    this.index = index;
    this.places = new PlaceNames(index);
    this.streets = new StreetNames(index);
    this.#narrowed = new NarrowedReadings(this);
    this.#former = index.former && new FormerAddresses(index, index.former);
  }

  /**
   * Runs stages 1 and 2, some microseconds, which find the address if everything in the row agrees with one; returns the best they find.
   * As with `match`, `several` does not count yet.
   */
  matchExactly(fields: AddressFields): Match {
    return this.#exactOf(this.#readingsOf(fields));
  }

  /** All stages, for every likely reading of the row; the first reading that is right as written is the answer. */
  match(fields: AddressFields, steps: Steps = new Steps(STEPS_OF_ROW)): Match {
    const asWritten = this.#bestOf(fields, steps);
    const best = this.#besideOf(fields, asWritten) ?? asWritten;
    if (best.status !== 'place' && best.status !== 'none') return best;
    // `Koningsplei n5`, `RueduPasteurNoir`: mended only if the row leads nowhere as written.
    const moved = withBlanksMendedIn(fields);
    return moved === undefined ? best : better(best, respaced(this.#bestOf(moved, steps)));
  }

  /** The address that a row names to say where it lies, `naast Damrak 12`, unless a street is called so. */
  #besideOf(fields: AddressFields, asWritten: Match): Match | undefined {
    const named = asWritten.discrepancies.some((each) => each.startsWith('street-'))
      ? changedIn(fields, withoutBeside)
      : undefined;
    if (named === undefined) return undefined;
    const match = this.#exactOf(this.#readingsOf(named));
    return match.addresses.length > 0 && match.contradiction === 0 ? withFurther(match, 'words-ignored', 1) : undefined;
  }

  /** A text without what is not the address; what is in brackets is a name first: Bergen (NH). */
  readonly #withoutNoise = (text: string): string =>
    withoutNoise(this.index.country, text, (name) => this.places.named(fold(name)).length > 0);

  #bestOf(fields: AddressFields, steps: Steps): Match {
    const text = fields.text?.trim() ?? '';
    let readings = this.#readingsOf(fields);
    // A text that is only the name of a place means the place, whatever streets have the name: `Bergen`, `Postbus 12, Weert`.
    const alone = text === '' ? undefined : readings.all.find(isPlaceAlone);
    if (alone !== undefined) return this.#placeOf(alone);
    let best = this.#exactOf(readings);
    if (best.status === 'exact') return best;
    // Addressees, floors and the like are left out only if the text does not match with them.
    const cleaned = changedIn(fields, this.#withoutNoise);
    if (cleaned !== undefined) {
      readings = this.#readingsOf(cleaned);
      best = better(best, this.#exactOf(readings));
      if (best.status === 'exact') return best;
    }
    // What was called so comes after every address of today that agrees, and before those that do not.
    const was = agrees(best) ? undefined : this.#former?.find(readings.all.slice(0, MAX_EXACT_READINGS));
    if (was !== undefined && was.status !== 'former') best = better(best, was);
    const ofSeveral = this.#firstOfSeveral(cleaned ?? fields);
    if (ofSeveral !== undefined) return ofSeveral;
    const likely = readings.all.slice(0, MAX_READINGS);
    for (const reading of likely) {
      for (const named of this.#narrowed.withOneName(reading)) {
        const { match } = this.#firstExact([named]);
        if (match.status === 'exact' || (match.addresses.length > 0 && match.contradiction === 0)) return match;
      }
    }
    for (const reading of likely) {
      if (!steps.take(STEPS_PER_READING)) break;
      // Readings that use an addition come before those that ignore it.
      if (reading.ignoredWords > 0 && best.agreement >= ALMOST_EXACT && best.contradiction === 0) break;
      const cascade = new MatchCascade(this, reading, best);
      cascade.runExact();
      cascade.runRelaxed(steps);
      cascade.runPlace();
      best = better(best, cascade.result());
    }
    const isNowhere = best.status === 'place' || best.status === 'none';
    if (isNowhere || isAnotherStreet(best)) {
      for (const reading of likely) {
        const narrowed = this.#narrowed.toDesignation(reading) ?? this.#narrowed.withoutWordsAround(reading, isNowhere);
        if (narrowed === undefined) continue;
        const cascade = new MatchCascade(this, narrowed, best);
        cascade.runExact();
        best = better(best, cascade.result());
      }
    }
    // Whatever the free-text search makes of it, judged by the same readings: for rows that do not say where the street is. Of
    // a known place or postcode every street has been compared.
    const searched = text === '' ? composed(fields) : text;
    if (searched === undefined || likely.some(saysWhere) || compareJudgements(SEARCHED, best) <= 0)
      return unlessWithdrawn(best, was);
    const streets = this.#searchStreets(searched, steps);
    for (const reading of likely) {
      const cascade = new MatchCascade(this, reading);
      cascade.runFound(streets);
      best = better(best, cascade.result());
    }
    return unlessWithdrawn(best, was);
  }

  /** The first of several addresses in one text; of streets that share a place, if the register has another one of them, too. */
  #firstOfSeveral(fields: AddressFields): Match | undefined {
    const { texts, areWhole } = addressesIn(fields.text?.trim() ?? '');
    const [first, ...others] = texts;
    if (first === undefined) return undefined;
    const exactly = (text: string): Match => this.#exactOf(this.#readingsOf({ ...fields, text }));
    const match = exactly(first);
    const isOneOfSeveral =
      match.status === 'exact' && (areWhole || others.some((other) => exactly(other).status === 'exact'));
    return isOneOfSeveral ? withFurther(match, 'words-ignored', OTHER_ADDRESS) : undefined;
  }

  /** What the likeliest readings of a text may mean, for a list: every street that was judged, or else the place. */
  listed(text: string, steps: Steps): readonly Listed[] {
    const listed = this.#listedAs(text, steps);
    const moved = withBlanksMended(text);
    if (moved === text || listed.some(({ outcomes }) => outcomes.length > 0)) return listed;
    const mended = this.#listedAs(moved, steps);
    for (const { outcomes } of mended) for (const { list } of outcomes) list.add('street-form', DISPLACED_BLANK);
    return mended;
  }

  #listedAs(text: string, steps: Steps): readonly Listed[] {
    const fields = { text };
    const cleaned = changedIn(fields, this.#withoutNoise);
    const { all } = this.#readingsOf(cleaned ?? fields);
    const likely = all.slice(0, MAX_READINGS);
    const agreeing = this.#firstExact(all).reading;
    const readings = agreeing === undefined || likely.includes(agreeing) ? likely : [...likely, agreeing];
    const listed: Listed[] = [];
    for (const reading of readings) {
      if (!steps.take(STEPS_PER_READING)) break;
      listed.push(this.#listedBy(reading, steps));
      if (hasHouse(listed.at(-1)!)) break;
      const narrowed = this.#narrowed.toDesignation(reading) ?? this.#narrowed.withoutWordsAround(reading, true, true);
      if (narrowed !== undefined) listed.push(this.#listedBy(narrowed, steps));
    }
    return listed;
  }

  #listedBy(reading: Reading, steps: Steps): Listed {
    const cascade = new MatchCascade(this, reading, undefined, true);
    cascade.runExact();
    cascade.runRelaxed(steps);
    return { reading, outcomes: cascade.outcomes, place: this.#placeOf(reading) };
  }

  /** How much the country has of where a row says that it is: 1 for the place exactly as written, 2 with a postcode of the country. */
  countPartsOfPlace(fields: AddressFields): number {
    // Only of readings that leave nothing out: the Gare of `Avenue de la Gare, 6840 Neuchâteau` is not where it is.
    const counts = this.#readingsOf(fields).all.map(({ place, postcode, ignoredWords }) =>
      ignoredWords === 0 && place?.places.some(({ edits }) => edits === 0)
        ? 1 + Number(postcode !== undefined && postcode.ordinal > 0)
        : 0,
    );
    return Math.max(0, ...counts);
  }

  /** Only the place of a row, if its street is not certain enough. */
  matchPlace(fields: AddressFields): Match {
    const [reading] = this.#readingsOf(fields).all;
    return reading === undefined ? NO_MATCH : this.#placeOf(reading);
  }

  #placeOf(reading: Reading): Match {
    const cascade = new MatchCascade(this, reading);
    cascade.runPlace();
    return cascade.result();
  }

  #readingsOf(fields: AddressFields): Pick<RowReadings, 'first' | 'all'> {
    const text = fields.text?.trim() ?? '';
    if (text === '') return new RowReadings(this.index, this.places, fields);
    const all = this.#read([text, fields.place?.trim()].filter(Boolean).join(', '));
    return { first: all, all };
  }

  /** The readings of a text, which most stages of its row ask for. */
  #read(text: string): readonly Reading[] {
    if (this.#last?.text !== text) this.#last = { text, readings: readText(this, text) };
    return this.#last.readings;
  }

  /** The best of all readings, of which the first ones are enough if one of them matches exactly. */
  #exactOf(readings: Pick<RowReadings, 'first' | 'all'>): Match {
    const best = this.#firstExact(readings.first).match;
    if (best.status === 'exact' || readings.all === readings.first) return best;
    return better(best, this.#firstExact(readings.all).match);
  }

  /** What the first reading that matches exactly finds, else the best one, and which it was. */
  #firstExact(readings: readonly Reading[]): { readonly match: Match; readonly reading: Reading | undefined } {
    let match = NO_MATCH;
    let best: Reading | undefined;
    for (const reading of readings.slice(0, MAX_EXACT_READINGS)) {
      // A reading that leaves words out cannot be exact.
      if (reading.ignoredWords > 0 && match.agreement >= ALMOST_EXACT) break;
      const cascade = new MatchCascade(this, reading);
      cascade.runExact();
      const found = cascade.result();
      if (found.status === 'exact') return { match: found, reading };
      if (compareJudgements(found, match) > 0) [match, best] = [found, reading];
    }
    return { match, reading: best };
  }

  /** The streets of the best answers of the free-text search. */
  #searchStreets(text: string, steps: Steps): number[] {
    const streets = new Set<number>();
    for (const candidate of findTyped(this.index, text, steps).found.sort(compareCandidates).slice(0, MAX_CANDIDATES)) {
      const street = streetOfCandidate(this.index, candidate);
      if (street !== undefined) streets.add(street);
    }
    return [...streets];
  }
}

/** What one reading of a text may mean. */
interface Listed {
  readonly reading: Reading;
  /** Every street that was judged. */
  readonly outcomes: readonly Outcome[];
  readonly place: Match;
}

/** Whether it leads to a house that contradicts nothing, beside which no other reading says more. */
function hasHouse({ reading, outcomes }: Listed): boolean {
  return (
    reading.ignoredWords === 0 && outcomes.some(({ list, addresses }) => addresses.length > 0 && list.contradiction < 1)
  );
}

/** A row with its text or street changed; `undefined` if nothing changes. */
function changedIn(fields: AddressFields, change: (text: string) => string): AddressFields | undefined {
  const part = fields.text?.trim() ? 'text' : 'street';
  const written = fields[part]?.trim() ?? '';
  const changed = change(written);
  return changed === written ? undefined : { ...fields, [part]: changed };
}

/** Text and street of a row with their blanks mended; `undefined` if there is nothing to mend. */
function withBlanksMendedIn(fields: AddressFields): AddressFields | undefined {
  const { text, street } = fields;
  const moved = {
    ...(text !== undefined && { text: withBlanksMended(text) }),
    ...(street !== undefined && { street: withBlanksMended(street) }),
  };
  return moved.text === text && moved.street === street ? undefined : { ...fields, ...moved };
}

/** An answer to a row with a displaced blank: half a letter of its street is wrong. */
function respaced(match: Match): Match {
  return withFurther(match, 'street-form', DISPLACED_BLANK);
}

/** Words that another address in the same row counts as. */
const OTHER_ADDRESS = 2;
/** Letters that a blank in the wrong place counts as. */
const DISPLACED_BLANK = 0.5;

/** Whether the street of an answer is not the written one, or has so many other letters that words before the street may be the reason. */
function isAnotherStreet({ discrepancies, agreement }: Match): boolean {
  return (
    discrepancies.includes('street-differs') ||
    (discrepancies.includes('street-corrected') && agreement <= MISSPELT.agreement)
  );
}

const MISSPELT: Judgement = judgementWith(['street-corrected', 2]);

/** The best judgement of an answer that only the free-text search finds. */
const SEARCHED: Judgement = judgementWith('street-corrected');

/** Whether a reading is a place, perhaps with its postcode, and nothing else. */
function isPlaceAlone({ street, number, place, ignoredWords }: Reading): boolean {
  if (street !== undefined || number !== undefined || ignoredWords > 0) return false;
  return place?.places.some(({ edits }) => edits === 0) ?? false;
}

function better(a: Match, b: Match): Match {
  return compareJudgements(b, a) > 0 ? b : a;
}

const MATCHERS: WeakMap<CountryIndex, CountryMatcher> = new WeakMap();

/** The matcher of an index, shared by all callers, since it caches streets and places. */
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
