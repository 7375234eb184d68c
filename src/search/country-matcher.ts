import { kept } from '../model/kept.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { ATTEMPTS, type Attempt, isAnotherStreet, isNowhere, WrittenRow } from './attempts.ts';
import { streetOfCandidate } from './candidates.ts';
import { MatchCascade } from './cascade.ts';
import { FormerAddresses, unlessWithdrawn } from './former.ts';
import { findTyped } from './free-text.ts';
import { compareJudgements, type Judgement, judgementWith } from './judgement.ts';
import { type AddressFields, type Match, NO_MATCH, withFurther } from './match.ts';
import { NarrowedReadings } from './narrowed-readings.ts';
import { PlaceNames } from './place-names.ts';
import { compareCandidates } from './ranking.ts';
import { type Readings, readRow } from './read-row.ts';
import { readText } from './read-text.ts';
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
const ALMOST_EXACT = 0.91;

/**
 * Finds the address of a row in one country, and what a text may mean for a list of suggestions: by the same attempts (attempts.ts), whose
 * readings pass these stages. Each finds streets in a different way, and each street is judged in the same way, by everything in the row
 * (row-judge.ts); the best judgement wins, whichever stage of which attempt it came from. A stage that cannot improve on the best answer so
 * far is skipped. What the nine stages find, docs/understanding.md has as a table.
 *
 * Where no address of the first two stages agrees, the addresses that were are asked in the same way (former.ts).
 */
export class CountryMatcher {
  readonly index: CountryIndex;
  readonly places: PlaceNames;
  readonly streets: StreetNames;
  readonly #narrowed: NarrowedReadings;
  readonly #former: FormerAddresses | undefined;
  #lastRow: { readonly fields: AddressFields; readonly readings: Readings } | undefined;

  constructor(index: CountryIndex) {
    this.index = index;
    this.places = new PlaceNames(index);
    this.streets = new StreetNames(index);
    this.#narrowed = new NarrowedReadings(this);
    this.#former = index.former && new FormerAddresses(this, index.former);
  }

  /**
   * Runs stages 1 and 2, some microseconds, which find the address if everything in the row agrees with one; returns the best they find.
   * As with `match`, `several` does not count yet.
   */
  matchExactly(fields: AddressFields): Match {
    return this.#exactOf(this.#readingsOf(fields)).match;
  }

  /** The best answer of all attempts; the first that is right as written ends them. */
  match(fields: AddressFields, steps: Steps = new Steps(STEPS_OF_ROW)): Match {
    return this.#find(fields, { steps });
  }

  /** What a text may mean, for a list: every street that the same attempts judged, by its reading, and the place of each reading. */
  listed(text: string, steps: Steps): readonly Listed[] {
    const listed: Listed[] = [];
    this.#find({ text }, { steps, listed });
    return listed;
  }

  #find(fields: AddressFields, asked: Asked): Match {
    const { listed } = asked;
    const written = new WrittenRow(fields, this);
    let best = NO_MATCH;
    let was: Match | undefined;
    for (const attempt of ATTEMPTS) {
      if (attempt.isNeeded?.(best) === false) continue;
      const [row, ...others] = attempt.rewrite(written);
      if (row === undefined) continue;
      const seen = listed?.length ?? 0;
      let found = this.#attempt(attempt, row, best, asked);
      const { mostContradicted: most, mustBeExact } = attempt;
      const isGood = most === undefined || (found.addresses.length > 0 && found.contradiction <= most);
      const agrees = isGood && (!mustBeExact || found.status === 'exact');
      const isThere = (other: AddressFields): boolean => this.matchExactly(other).status === 'exact';
      if (!agrees || (others.length > 0 && !others.some(isThere))) {
        listed?.splice(seen);
        continue;
      }
      const further = typeof attempt.further === 'function' ? attempt.further(written) : attempt.further;
      if (further !== undefined) {
        found = withFurther(found, ...further);
        for (const { outcomes } of listed?.slice(seen) ?? []) for (const { list } of outcomes) list.add(...further);
      }
      if (found.status === 'former') was = found;
      else best = better(best, found);
      if (isSettled(best)) break;
    }
    return unlessWithdrawn(best, was);
  }

  #attempt(attempt: Attempt, row: AddressFields, best: Match, asked: Asked): Match {
    const readings = this.#readingsOf(row);
    if (attempt.in === 'places') {
      const alone = readings.first.find(isPlaceAlone);
      return alone === undefined ? NO_MATCH : this.#placeOf(alone);
    }
    if (attempt.in === 'all stages') return this.#inAllStages(row, readings.all, best, asked);
    if (attempt.in === 'former addresses') return this.#formerOf(readings);
    const { match, reading, outcomes } = this.#exactOf(readings, asked.listed !== undefined);
    // Of a postcode and a number alone, what was read as something else may have been the street.
    if (attempt.mustBeExact && reading?.street === undefined) return NO_MATCH;
    if (reading !== undefined) asked.listed?.push({ reading, outcomes, place: this.#placeOf(reading) });
    return match;
  }

  /** All stages for the likeliest readings of a row. */
  #inAllStages(fields: AddressFields, readings: readonly Reading[], known: Match, asked: Asked): Match {
    const { steps, listed } = asked;
    let best = known;
    const likely = likeliest(readings);
    for (const reading of likely) {
      for (const named of this.#narrowed.withOneName(reading))
        best = better(best, this.#ask(named, best, asked, 'all'));
    }
    for (const reading of likely) {
      if (isIdle(reading, best) || !steps.take(STEPS_PER_READING)) break;
      // The first stages were passed before, and without a street there are no others.
      const wasAsked = listed?.some((each) => each.reading === reading) ?? best.addresses.length > 0;
      if (reading.street === undefined && wasAsked) continue;
      best = better(best, this.#ask(reading, best, asked, 'all'));
    }
    const isPlace = isNowhere(best);
    if (isPlace || isAnotherStreet(best)) {
      for (const reading of likely) {
        const narrowed = this.#narrowed.toDesignation(reading) ?? this.#narrowed.withoutWordsAround(reading, isPlace);
        if (narrowed !== undefined) best = better(best, this.#ask(narrowed, best, asked, 'first'));
      }
    }
    for (const reading of isNowhere(best) ? likely : []) {
      const found = this.#narrowed.withoutWordsInFront(reading, steps);
      if (found !== undefined) best = better(best, this.#ask(found.reading, best, asked, found.streets));
    }
    // Whatever the free-text search makes of it, judged by the same readings: for rows that do not say where the street is. Of
    // a known place or postcode every street has been compared.
    const searched = fields.text?.trim() || composed(fields);
    if (listed !== undefined || searched === undefined || likely.some(saysWhere)) return best;
    if (compareJudgements(SEARCHED, best) <= 0) return best;
    const streets = this.#searchStreets(searched, steps);
    for (const reading of likely) {
      const cascade = new MatchCascade(this, reading);
      cascade.runFound(streets);
      best = better(best, cascade.result());
    }
    return best;
  }

  /** What one reading leads to in the first two stages, in all, or among some streets, that improves on the best answer; for a list all that it leads to. */
  #ask(reading: Reading, best: Match, { steps, listed }: Asked, stages: 'first' | 'all' | readonly number[]): Match {
    const cascade = new MatchCascade(this, reading, listed === undefined ? best : undefined, listed !== undefined);
    if (typeof stages !== 'string') cascade.runFound(stages);
    else cascade.runExact();
    if (stages === 'all') {
      cascade.runRelaxed(steps);
      cascade.runPlace();
    }
    listed?.push({ reading, outcomes: cascade.outcomes, place: this.#placeOf(reading) });
    return cascade.result();
  }

  /** What became of the address that a text was. */
  former(text: string): Match {
    return this.#formerOf(this.#readingsOf(new WrittenRow({ text }, this).cleaned));
  }

  #formerOf({ all }: Readings): Match {
    return this.#former?.find(all.slice(0, MAX_EXACT_READINGS)) ?? NO_MATCH;
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

  /** The readings of a row, which most attempts ask for. */
  #readingsOf(fields: AddressFields): Readings {
    if (this.#lastRow?.fields !== fields) this.#lastRow = { fields, readings: this.#read(fields) };
    return this.#lastRow.readings;
  }

  #read(fields: AddressFields): Readings {
    const text = fields.text?.trim() ?? '';
    if (text === '') return readRow(this, fields);
    // Beside other cells, a text is a column with more in it than its header says.
    if (BESIDE_TEXT.some((part) => fields[part]?.trim())) {
      const street = [fields.street?.trim(), text].filter(Boolean).join(', ');
      return readRow(this, { ...fields, street });
    }
    const all = readText(this, text);
    return { first: all, all };
  }

  /** The best of all readings, of which the first ones are enough if one of them matches exactly. */
  #exactOf(readings: Readings, keepsAll: boolean = false): Exactly {
    const best = this.#firstExact(readings.first, keepsAll);
    if (best.match.status === 'exact' || readings.all === readings.first) return best;
    const others = this.#firstExact(readings.all, keepsAll);
    return compareJudgements(others.match, best.match) > 0 ? others : best;
  }

  /** What the first reading that matches exactly finds, else the best one, and which it was. */
  #firstExact(readings: readonly Reading[], keepsAll: boolean): Exactly {
    let best: Exactly = { match: NO_MATCH, reading: undefined, outcomes: [] };
    for (const reading of readings.slice(0, MAX_EXACT_READINGS)) {
      // A reading that leaves words out cannot be exact.
      if (reading.ignoredWords > 0 && best.match.agreement >= ALMOST_EXACT) break;
      const cascade = new MatchCascade(this, reading, undefined, keepsAll);
      cascade.runExact();
      const match = cascade.result();
      const found = { match, reading, outcomes: cascade.outcomes };
      if (match.status === 'exact') return found;
      if (compareJudgements(match, best.match) > 0) best = found;
    }
    return best;
  }

  /** The streets of the best answers of the free-text search. */
  #searchStreets(text: string, steps: Steps): number[] {
    const best = findTyped(this.index, text, steps).found.sort(compareCandidates).slice(0, MAX_CANDIDATES);
    return [...new Set(best.flatMap((each) => streetOfCandidate(this.index, each) ?? []))];
  }
}

/** The readings to ask most of: those that leave out the fewest words and take the fewest numbers for none; of those that say the same the first. */
function likeliest(readings: readonly Reading[]): readonly Reading[] {
  const unlikelihood = ({ ignoredWords, numbersLeftOut = 0, numbersInNames = 0 }: Reading): number =>
    ignoredWords + numbersLeftOut * LEFT_OUT + numbersInNames;
  const found = new Map<string, Reading>();
  for (const each of [...readings].sort((a, b) => unlikelihood(a) - unlikelihood(b))) {
    const { street, number, postcode, place } = each;
    const said = [street?.key.text, number?.number, number?.key, postcode?.code, place?.key].join('|');
    if (!found.has(said)) found.set(said, each);
    if (found.size === MAX_READINGS) break;
  }
  return [...found.values()];
}

const BESIDE_TEXT = ['street', 'housenumber', 'addition', 'postcode', 'place'] as const;

/** Words that a number counts as where it is left out. */
const LEFT_OUT = 1.5;

/** What is asked for. */
interface Asked {
  /** What may be spent on it. */
  readonly steps: Steps;
  /** For a list: where all is kept. */
  readonly listed?: Listed[];
}

/** What one reading of a text may mean. */
export interface Listed {
  readonly reading: Reading;
  /** Every street that was judged. */
  readonly outcomes: readonly Outcome[];
  readonly place: Match;
}

/** The best of the first two stages, and the reading that led to it. */
interface Exactly extends Pick<Listed, 'outcomes'> {
  readonly match: Match;
  readonly reading: Reading | undefined;
}

/** Whether a reading leaves words out beside an answer that needs them: those that use an addition come before those that ignore it. */
function isIdle({ ignoredWords }: Reading, { agreement, contradiction, addresses }: Match): boolean {
  return ignoredWords > 0 && agreement >= ALMOST_EXACT && contradiction === 0 && addresses.length > 0;
}

/** The best judgement of an answer that only the free-text search finds. */
const SEARCHED: Judgement = judgementWith('street-corrected');

/** Whether nothing can be better: everything agrees, or there is nothing but a place. */
function isSettled({ status, differences }: Match): boolean {
  return status === 'exact' || (status === 'place' && !differences.some(([name]) => name === 'street-not-found'));
}

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
  return kept(MATCHERS, index, () => new CountryMatcher(index));
}

function composed({ street, housenumber, addition, postcode, place }: AddressFields): string | undefined {
  if (!street?.trim()) return undefined;
  return [street, housenumber, addition, postcode, place].filter((part) => part?.trim()).join(' ');
}
