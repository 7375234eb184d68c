import { postcodeArea } from '../model/postcode.ts';
import { bestHouses, HOUSE_TIER, type HouseTier } from '../search/house-match.ts';
import { MIN_DIFFERENCE, type TypedStreet } from '../search/name-comparison.ts';
import type { NamedPlace } from '../search/place-names.ts';
import type { StreetComparison, StreetNames } from '../search/street-names.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { nameKey } from '../text/fold.ts';
import {
  compareJudgements,
  type Discrepancy,
  DiscrepancyList,
  type Judgement,
  judgementWith,
  type WeighedDiscrepancy,
} from './discrepancies.ts';
import { type Match, NO_MATCH } from './match.ts';
import type { Reading, TypedPostcode } from './read-fields.ts';

/** Streets of a postcode that are compared one by one; a Belgian postcode has up to two thousand. */
const MAX_COMPARED_STREETS = 60;
/** Streets of one name that are looked at when nothing says where. */
const MAX_STREET_COUNT = 400;
const MAX_ADDRESS_COUNT = 100;
/** Streets of a postcode that says by itself which one is meant. */
const MAX_STREETS_MEANT = 5;

/** Where the stages look. */
export interface SearchedCountry {
  readonly index: CountryIndex;
  readonly streets: StreetNames;
}

/** One street with the addresses that answer, judged. */
interface Outcome {
  readonly street: number;
  readonly comparison: StreetComparison;
  readonly addresses: readonly number[];
  readonly list: DiscrepancyList;
}

/** The stages of country-matcher.ts for one reading of a row, and the best of what they found. */
export class MatchCascade {
  readonly #matcher: SearchedCountry;
  readonly #reading: Reading;
  readonly #known: Judgement | undefined;
  readonly #judged: Set<number> = new Set();
  #best: Outcome[] = [];
  /** The score that the next best street has at most. */
  #nextScore = 0;
  #place: Match | undefined;
  #namesake: boolean | undefined;

  /** `known`: the best of other readings; what is no better is not looked for. */
  constructor(matcher: SearchedCountry, reading: Reading, known?: Judgement) {
    this.#matcher = matcher;
    this.#reading = reading;
    this.#known = known;
  }

  /** Stages 1 and 2. */
  runExact(): void {
    const { postcode, place, street, number } = this.#reading;
    const ofPostcode = this.#ofPostcode;
    if (street === undefined) {
      if (number === undefined && place !== undefined) return;
      for (const each of ofPostcode) this.#judge(each, NOT_COMPARED);
      return;
    }
    // 1. The streets with this name in the postcode.
    if (ofPostcode.length > 0) {
      for (const [each, comparison] of this.#namedInPostcode(street)) this.#judge(each, comparison);
    }
    if (!this.isWorth(PERFECT)) return;
    // 2. The streets with this name in the place; anywhere, if the row says nothing of where.
    if (place !== undefined) {
      for (const { from, to } of place.places) this.#judgeNamed(street, from, to);
    } else if (postcode === undefined) this.#judgeNamed(street);
  }

  /** Judges the streets of [from, to) with the written name, unless they are too many to mean anything. */
  #judgeNamed(street: TypedStreet, from?: number, to?: number): void {
    const named = this.#matcher.streets.named(street, from, to);
    if (named.size > MAX_STREET_COUNT) return;
    for (const [each, comparison] of named) this.#judge(each, comparison);
  }

  /** The streets of the row's postcode; none where the register does not have it. */
  get #ofPostcode(): readonly number[] {
    return this.#reading.postcode?.streets ?? NONE;
  }

  /** Those of them with the written name. */
  #namedInPostcode(street: TypedStreet): [street: number, comparison: StreetComparison][] {
    const ofPostcode = this.#ofPostcode;
    if (ofPostcode.length === 0) return [];
    const { index, streets } = this.#matcher;
    const named = streets.named(street, ofPostcode[0], ofPostcode.at(-1)! + 1);
    const { ordinal } = this.#reading.postcode!;
    return [...named].filter(([each]) => index.postcodes.covers(ordinal, each)).sort(([a], [b]) => a - b);
  }

  /** Whether a street lies in what the place of the row may mean; any street where it means nothing. */
  #isInPlace(street: number): boolean {
    const places = this.#reading.place?.places ?? [];
    return places.length === 0 || places.some(({ from, to }) => street >= from && street < to);
  }

  /** Stages 3 to 7. */
  runRelaxed(): void {
    const { postcode, place, street, number } = this.#reading;
    const { streets } = this.#matcher;
    const isInRegister = postcode !== undefined && postcode.ordinal > 0;
    if (street !== undefined) {
      // 3. In the postcode, streets with a name that is like the written one.
      if (isInRegister && this.isWorth(AT_BEST.similar)) {
        // Where a street of another place cannot win any more, only those of the place are compared.
        const among = this.isWorth(AT_BEST.similarElsewhere)
          ? this.#ofPostcode
          : this.#ofPostcode.filter((each) => this.#isInPlace(each));
        for (const [each, comparison] of streets.similarAmong(street, among)) this.#judge(each, comparison);
      }
      // 4. The same in the place; what is in the postcode has been looked at, so the postcode differs too.
      const inPlace = postcode === undefined ? AT_BEST.similar : AT_BEST.similarNearPostcode;
      if (place !== undefined && !this.#hasNamesake && this.isWorth(inPlace)) {
        for (const area of outermost(place.places)) {
          for (const [each, comparison] of streets.similar(street, area.from, area.to)) this.#judge(each, comparison);
        }
      }
      // 5. The very name around the postcode. With a place, that is where stage 2 has looked, so the place differs too.
      if (postcode !== undefined && place === undefined && this.isWorth(AT_BEST.nearPostcode)) {
        for (const { from, to } of this.#around()) this.#judgeNamed(street, from, to);
      }
      // 6. The very name anywhere, unless the row says where: a place that there is, or a postcode and a place.
      const isPlaceKnown =
        place !== undefined && (postcode !== undefined || place.places.some(({ edits }) => edits === 0));
      if (!isPlaceKnown) {
        const isNowhere = postcode === undefined && place === undefined;
        if (this.isWorth(isNowhere ? AT_BEST.nowhere : AT_BEST.elsewhere)) this.#judgeNamed(street);
      }
      const isAround = postcode !== undefined && place === undefined && !this.#hasNamesake;
      if (isAround && this.isWorth(AT_BEST.similarNearPostcode)) {
        for (const area of this.#around()) {
          for (const [each, comparison] of streets.similar(street, area.from, area.to)) this.#judge(each, comparison);
        }
      }
    }
    // 7. The number in the postcode, whatever the street.
    if (street !== undefined && number !== undefined && isInRegister && this.isWorth(AT_BEST.anotherStreet)) {
      const around = this.#ofPostcode;
      if (around.length <= MAX_COMPARED_STREETS) for (const each of around) this.#judge(each, ANOTHER_NAME);
    }
  }

  /** Stage 8: streets with a name that is like the written one. */
  runFound(found: readonly number[]): void {
    const { street } = this.#reading;
    for (const each of found) {
      const comparison = street === undefined ? NOT_COMPARED : this.#matcher.streets.compare(each, street);
      if (comparison.edits !== Number.POSITIVE_INFINITY) this.#judge(each, comparison);
    }
  }

  /** Stage 9. */
  runPlace(): void {
    if (this.#best.length > 0) return;
    const { place, postcode, street } = this.#reading;
    const { index } = this.#matcher;
    const list = new DiscrepancyList();
    if (street !== undefined) list.add('street-not-found');
    else list.add('number-missing');
    // Of a place and a municipality of one name the place is meant.
    const found =
      place?.places.find(({ kind }) => kind === 'place') ?? place?.places.find(({ kind }) => kind !== 'province');
    if (found !== undefined && found.edits > 0) list.add('place-corrected', found.edits);
    if (found?.isAlias) list.add('place-alias');
    let area: number | undefined;
    if (found !== undefined) {
      area = found.kind === 'place' ? found.ordinal : index.areas.childrenOf('municipality', found.ordinal)[0];
    } else if (postcode !== undefined && postcode.ordinal > 0) {
      area = index.streets.placeOf(postcode.streets[0]!);
      if (place !== undefined) list.add('place-unknown');
    }
    if (area === undefined) return;
    this.#place = {
      ...NO_MATCH,
      status: 'place',
      score: list.score,
      precision: 'place',
      country: index.country,
      place: area,
      discrepancies: list.discrepancies,
      contradiction: list.contradiction,
    };
  }

  /** The best answer; that it is one of several is among its discrepancies, and not in its score, by which answers are still compared. */
  result(): Match {
    const [first] = this.#best;
    if (first === undefined) return this.#place ?? NO_MATCH;
    const { index } = this.#matcher;
    const { list, comparison } = first;
    const isOne = this.#best.length === 1;
    const addresses =
      isOne && first.addresses.length < 2
        ? first.addresses
        : inOrder(this.#best.flatMap((outcome) => outcome.addresses));
    const streets = addresses.length > 0 ? NONE : isOne ? [first.street] : this.#best.map(({ street }) => street);
    const isSeveral = addresses.length > 1 || streets.length > 1;
    const discrepancies: readonly Discrepancy[] = isSeveral ? [...list.discrepancies, 'several'] : list.discrepancies;
    const isHouse = isSeveral || discrepancies.includes('addition-ignored') || discrepancies.includes('addition-added');
    return {
      status: addresses.length === 0 ? 'street' : isSeveral ? 'several' : list.isExact ? 'exact' : 'corrected',
      score: list.score,
      precision: addresses.length === 0 ? 'street' : isHouse ? 'house' : 'address',
      country: index.country,
      addresses,
      streets,
      nearest: streets.length === 1 ? this.#nearest(first.street) : undefined,
      missingNumber: streets.length === 1 ? this.#reading.number?.number || undefined : undefined,
      place: undefined,
      language: comparison.language,
      discrepancies,
      ...(this.#nextScore > 0 && { nextScore: isSeveral ? list.score : Math.min(list.score, this.#nextScore) }),
      contradiction: list.contradiction,
    };
  }

  /** Whether a stage that can give this much at best can still be of use. */
  isWorth(atBest: Judgement): boolean {
    const [best] = this.#best;
    if (this.#known !== undefined && compareJudgements(atBest, this.#known) <= 0) return false;
    return best === undefined || compareJudgements(atBest, best.list) > 0;
  }

  /** Where the street may be when the postcode is nearly right, as ranges of streets. */
  #around(): { from: number; to: number }[] {
    const { postcode } = this.#reading;
    const { index } = this.#matcher;
    if (postcode === undefined || postcode.area < 0) return [];
    const places = new Set<number>();
    if (index.country === 'nl') {
      for (const place of index.postcodes.placesBetween(postcode.area, postcode.area + 1).keys()) places.add(place);
    } else if (postcode.ordinal > 0) {
      const municipalities = new Set<number>();
      for (const street of postcode.streets.slice(0, MAX_COMPARED_STREETS)) {
        municipalities.add(index.areas.at('place', index.streets.placeOf(street)).parent);
      }
      for (const municipality of municipalities) {
        const [from, to] = index.areas.childrenOf('municipality', municipality);
        for (let place = from; place < to; place++) places.add(place);
      }
    }
    return [...places].map((place) => {
      const [from, to] = index.areas.childrenOf('place', place);
      return { from, to };
    });
  }

  /** Judges one street by all that the row says, and keeps it if nothing is better. */
  #judge(street: number, comparison: StreetComparison): void {
    if (this.#judged.has(street)) return;
    if (comparison.edits >= 1 && this.#hasNamesake && !this.#isOfFewInPostcode(street)) return;
    this.#judged.add(street);
    const { index } = this.#matcher;
    const { postcode, number, ignoredWords, isEmpty, place } = this.#reading;
    const list = new DiscrepancyList();
    if (ignoredWords > 0) list.add('words-ignored', ignoredWords);
    if (comparison === ANOTHER_NAME) list.add('street-differs');
    else if (comparison.edits > 0) list.add('street-corrected', comparison.edits);
    if (this.#reading.street === undefined && isEmpty.street) list.add('street-added');
    this.#judgePlace(street, list);
    if (!this.#canBeBest(list)) return;
    if (number === undefined) {
      list.add('number-missing');
      if (postcode !== undefined) this.#judgePostcode(index.streets.addressesOf(street)[0], list);
      this.#offer({ street, comparison, addresses: [], list });
      return;
    }
    const isInRegister = postcode !== undefined && postcode.ordinal > 0;
    const range = isInRegister ? { first: postcode.ordinal, end: postcode.ordinal + 1 } : undefined;
    const houses = bestHouses(index, street, number, range);
    // Another street of the postcode is an answer only if it has the very number.
    if (comparison === ANOTHER_NAME && (houses === undefined || houses.tier >= HOUSE_TIER.begins)) return;
    const addresses = houses?.addresses ?? [];
    const discrepancy = houses === undefined ? 'number-not-found' : DISCREPANCY_OF_TIER[houses.tier];
    if (discrepancy !== undefined) list.add(discrepancy);
    if (addresses.length === 0) {
      if (postcode !== undefined && !this.#streetHasPostcode(street, postcode)) {
        this.#judgePostcode(this.#nearest(street), list);
      }
      this.#offer({ street, comparison, addresses, list });
      return;
    }
    const inPostcode =
      postcode === undefined
        ? addresses
        : addresses.filter((each) => index.addresses.postcodeOf(each) === postcode.ordinal);
    const kept = inPostcode.length > 0 ? inPostcode : addresses;
    if (postcode === undefined) {
      if (isEmpty.postcode) list.add('postcode-added');
      if (place === undefined) list.add('incomplete');
    } else if (inPostcode.length === 0) this.#judgePostcode(kept[0]!, list);
    this.#offer({ street, comparison, addresses: preferCurrent(index, kept), list });
  }

  /**
   * Whether the place or the postcode has a street that is called as written: what is only similar is another street then, however
   * well the rest of it agrees.
   */
  get #hasNamesake(): boolean {
    if (this.#namesake !== undefined) return this.#namesake;
    const { street, place, postcode } = this.#reading;
    const { streets } = this.#matcher;
    const areas = place?.places.filter(({ kind, edits }) => kind !== 'province' && edits === 0) ?? [];
    this.#namesake = street !== undefined && areas.some(({ from, to }) => streets.named(street, from, to).size > 0);
    if (!this.#namesake && street !== undefined && postcode !== undefined && postcode.ordinal > 0) {
      this.#namesake = this.#namedInPostcode(street).length > 0;
    }
    return this.#namesake;
  }

  /** A postcode of a few streets, as in the Netherlands, says which one is meant as well as a name does. */
  #isOfFewInPostcode(street: number): boolean {
    return this.#ofPostcode.length <= MAX_STREETS_MEANT && this.#ofPostcode.includes(street);
  }

  #judgePlace(street: number, list: DiscrepancyList): void {
    const { place, isEmpty } = this.#reading;
    if (place === undefined) {
      if (isEmpty.place) list.add('place-added');
      return;
    }
    let best: { isAlias: boolean; isWider: boolean; edits: number } | undefined;
    for (const { from, to, isAlias, edits, kind } of place.places) {
      if (street < from || street >= to) continue;
      const isWider = kind === 'province';
      if (best === undefined || Number(isWider) < Number(best.isWider) || (isWider === best.isWider && !isAlias)) {
        best = { isAlias, isWider, edits };
      }
    }
    if (best === undefined) list.add(place.places.length === 0 ? 'place-unknown' : 'place-differs');
    else if (best.isWider) list.add('place-wider');
    else if (best.edits > 0) list.add('place-corrected', best.edits);
    else if (best.isAlias) list.add('place-alias');
  }

  #judgePostcode(address: number, list: DiscrepancyList): void {
    const postcode = this.#reading.postcode!;
    const { index } = this.#matcher;
    const code = index.postcodes.codeAt(index.addresses.postcodeOf(address));
    if (code === postcode.code) return;
    const area = code === 0 ? -1 : postcodeArea(index.country, code);
    if (area === postcode.area) list.add(postcode.isIncomplete ? 'postcode-incomplete' : 'postcode-near');
    else if (isOneDigitOff(area, postcode.area)) list.add('postcode-near');
    else list.add('postcode-differs');
  }

  #streetHasPostcode(street: number, postcode: TypedPostcode): boolean {
    const { index } = this.#matcher;
    return postcode.ordinal > 0 && index.postcodes.covers(postcode.ordinal, street);
  }

  /** Whether an answer that has these discrepancies already is as good as the best, or may be given at all. */
  #canBeBest(list: DiscrepancyList): boolean {
    // What contradicts both place and postcode is another address, however well the rest of it agrees.
    if (list.discrepancies.includes('place-differs') && list.discrepancies.includes('postcode-differs')) return false;
    const [best] = this.#best;
    if (best === undefined || compareJudgements(list, best.list) >= 0) return true;
    this.#nextScore = Math.max(this.#nextScore, list.score);
    return false;
  }

  #offer(outcome: Outcome): void {
    if (!this.#canBeBest(outcome.list)) return;
    const [best] = this.#best;
    const isTie = best !== undefined && compareJudgements(outcome.list, best.list) === 0;
    // Of equals, what is called as written is meant before an alias or a name in another form, and then what a postcode of a few
    // streets says.
    const order = isTie
      ? Number(this.#isCalled(outcome)) - Number(this.#isCalled(best)) ||
        Number(this.#isOfFewInPostcode(outcome.street)) - Number(this.#isOfFewInPostcode(best.street))
      : 1;
    if (order === 0) this.#best.push(outcome);
    else this.#nextScore = Math.max(this.#nextScore, (order > 0 ? best : outcome)?.list.score ?? 0);
    if (order > 0) this.#best = [outcome];
  }

  /** Whether one of the street's own names is the written one. */
  #isCalled({ street, comparison }: Outcome): boolean {
    const written = this.#reading.street;
    if (written === undefined || comparison.edits > 0 || comparison.language === undefined) return false;
    return Object.values(this.#matcher.index.streets.namesOf(street)).some(
      (name) => nameKey(name) === written.key.text,
    );
  }

  /** The address of the street with the number nearest to the one that is not there; the middle one without a number. */
  #nearest(street: number): number {
    const { index } = this.#matcher;
    const [from, to] = index.streets.addressesOf(street);
    const { number } = this.#reading;
    if (number === undefined || number.number === 0) return (from + to) >>> 1;
    const at = Math.min(to - 1, index.addresses.firstWithNumber(number.number, from, to));
    if (at === from) return at;
    const distance = (address: number): number => Math.abs(index.addresses.numberOf(address) - number.number);
    return distance(at - 1) <= distance(at) ? at - 1 : at;
  }
}

/** What the stages can give at best; one that cannot beat what is there is left out. */
const PERFECT: Judgement = judgementWith();
const AT_BEST = {
  similar: judgementWith(['street-corrected', MIN_DIFFERENCE]),
  similarElsewhere: judgementWith(['street-corrected', MIN_DIFFERENCE], 'place-differs'),
  similarNearPostcode: judgementWith(['street-corrected', MIN_DIFFERENCE], 'postcode-near'),
  nearPostcode: judgementWith('postcode-near'),
  nowhere: judgementWith('incomplete'),
  elsewhere: judgementWith('postcode-near'),
  anotherStreet: judgementWith('street-differs'),
} as const;

/** The row names no street, so every one will do. */
const NOT_COMPARED: StreetComparison = { edits: 0, language: undefined };
const ANOTHER_NAME: StreetComparison = { edits: 0, language: undefined };

/** What a house that answers less than fully differs in from the row. */
const DISCREPANCY_OF_TIER: Readonly<Record<HouseTier, WeighedDiscrepancy | undefined>> = {
  [HOUSE_TIER.spelled]: undefined,
  [HOUSE_TIER.same]: undefined,
  [HOUSE_TIER.loose]: undefined,
  [HOUSE_TIER.boxes]: 'addition-added',
  [HOUSE_TIER.range]: 'number-in-range',
  [HOUSE_TIER.further]: 'addition-added',
  [HOUSE_TIER.begins]: 'addition-ignored',
  [HOUSE_TIER.other]: 'addition-ignored',
};

const NONE: readonly number[] = [];

/** Of places and municipalities those that lie in none of the others; a province is too large for a name that is only similar. */
function outermost(places: readonly NamedPlace[]): readonly NamedPlace[] {
  const areas = places.filter(({ kind }) => kind !== 'province');
  if (areas.length < 2) return areas;
  return areas.filter(
    (area, i) =>
      !areas.some(
        (other, j) =>
          other.from <= area.from &&
          other.to >= area.to &&
          (other.to - other.from > area.to - area.from || (other.to - other.from === area.to - area.from && j < i)),
      ),
  );
}

/** In index order, and no more than anybody reads. */
function inOrder(addresses: number[]): readonly number[] {
  return addresses.sort((a, b) => a - b).slice(0, MAX_ADDRESS_COUNT);
}

/** What is there before what is only planned. */
function preferCurrent({ addresses }: CountryIndex, found: readonly number[]): readonly number[] {
  if (found.length === 1) return found;
  const current = found.filter((address) => !addresses.isProposed(address));
  return current.length > 0 ? current : found;
}

function isOneDigitOff(a: number, b: number): boolean {
  if (a < 0 || b < 0) return false;
  let different = 0;
  for (let scale = 1; scale < 10_000; scale *= 10) {
    if (Math.floor(a / scale) % 10 !== Math.floor(b / scale) % 10) different++;
  }
  return different <= 1;
}
