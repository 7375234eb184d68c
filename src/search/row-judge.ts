import { withDigitsForLetters } from '../model/house-number.ts';
import { kept } from '../model/kept.ts';
import { haveSameLetters, postcodeArea } from '../model/postcode.ts';
import type { Area } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { editDistance, editLimit } from '../text/edit-distance.ts';
import { nameKey } from '../text/fold.ts';
import { isArticle, isFiller } from '../text/little-words.ts';
import { type BestHouses, bestHouses, HOUSE_TIER, type HouseTier } from './house-match.ts';
import {
  compareJudgements,
  type Difference,
  DiscrepancyList,
  type DiscrepancyName,
  type Judgement,
  shareLeftBy,
} from './judgement.ts';
import { type Discrepancy, MAX_ANSWERS, type Match } from './match.ts';
import { isCalled, namesAndAliasesOf } from './name-key.ts';
import { NAME_COSTS } from './name-words.ts';
import { CUT, isAlike, isOnlyWhere, isTownItself, type NamedPlace, SHORTENED } from './place-names.ts';
import { isPostcodeOf, type Reading } from './reading.ts';
import { scoreOf } from './score.ts';
import type { StreetComparison } from './street-names.ts';

/** Maximum streets of a postcode that identifies the street by itself. */
const MAX_STREETS_MEANT = 5;

/** With so many wrong letters, a street or a place needs the rest of the row to agree. */
const MANY_LETTERS = 3;

/** A street, its addresses that match, and the judgement. */
export interface Outcome {
  readonly street: number;
  readonly comparison: StreetComparison;
  readonly addresses: readonly number[];
  readonly list: DiscrepancyList;
}

/**
 * Judges streets by everything in one reading of a row: which of their houses match, and how these differ from the row. Keeps the best,
 * whichever stage found them.
 */
export class RowJudge {
  readonly #index: CountryIndex;
  readonly #reading: Reading;
  readonly #known: Judgement | undefined;
  #best: Outcome[] = [];
  readonly #all: Outcome[] | undefined;
  /** How much the least contradicting of the answers contradicts the row that are another address. */
  #leastElsewhere: number = Number.POSITIVE_INFINITY;
  /** Upper bound on the score of the next best street. */
  #nextScore = 0;

  /**
   * @param known the best judgement of other readings, which this one has to beat
   * @param keepsAll whether to keep all that it judges, for a list
   */
  constructor(index: CountryIndex, reading: Reading, known: Judgement | undefined, keepsAll: boolean = false) {
    this.#all = keepsAll ? [] : undefined;
    this.#index = index;
    this.#reading = reading;
    this.#known = known;
  }

  /** All that was judged if it is kept, else the best. */
  get all(): readonly Outcome[] {
    return this.#all ?? this.#best;
  }

  /** Whether no street was good enough to be kept. */
  get isEmpty(): boolean {
    return this.#given.length === 0;
  }

  /** Whether a stage whose best possible judgement is this, beside what all answers of the reading differ in, can still improve on the best answer. */
  isWorth({ contradiction, agreement }: Judgement): boolean {
    const [best] = this.#best;
    const atBest = { contradiction, agreement: agreement * mostLeftOf(this.#reading) };
    if (this.#known !== undefined && compareJudgements(atBest, this.#known) <= 0) return false;
    return best === undefined || compareJudgements(atBest, best.list) > 0;
  }

  /** Judges one street by everything in the row, and keeps it if nothing is better. */
  judge(street: number, comparison: StreetComparison): void {
    const index = this.#index;
    const { postcode, number, ignoredWords, isEmpty, place } = this.#reading;
    const list = new DiscrepancyList();
    if (ignoredWords > 0) list.add('words-ignored', ignoredWords);
    if (comparison === ANOTHER_NAME) list.add('street-differs');
    else if (comparison.isOfAnother) list.add('street-form-of-another', comparison.edits);
    else if (comparison.edits > NAME_COSTS.rejoined)
      list.add(comparison.edits < 1 ? 'street-form' : 'street-corrected', comparison.edits);
    else if (comparison.edits > 0) list.add('street-respaced');
    if (this.#reading.street === undefined && isEmpty.street) list.add('street-added');
    this.#judgePlace(street, list);
    if (!this.#canBeBest(list)) return;
    const isOfOther = this.#isNumberOfOther(street);
    if (isOfOther && comparison === ANOTHER_NAME) return;
    if (number === undefined || isOfOther) {
      list.add('number-missing');
      this.#offerStreet(street, comparison, list);
      return;
    }
    const written = bestHouses(index, street, number);
    const houses = this.#withLookAlikes(street, written);
    // A street of the postcode with another name is an answer only if it has exactly this number, and so is any with a number that may be more.
    const isThere = houses !== undefined && houses.tier < HOUSE_TIER.begins;
    if (!isThere && (comparison === ANOTHER_NAME || this.#reading.isAdditionCertain === false)) return;
    const addresses = houses?.addresses ?? [];
    const notFound = ignoredWords > 0 ? 'number-not-found-in-part' : 'number-not-found';
    const discrepancy = houses === undefined ? notFound : DISCREPANCY_OF_TIER[houses.tier];
    if (discrepancy !== undefined) list.add(discrepancy);
    if (addresses.length === 0) {
      this.#offerStreet(street, comparison, list);
      return;
    }
    const inPostcode = postcode === undefined ? addresses : addresses.filter((each) => this.#hasPostcode(each));
    // Of houses that look alike none is preferred.
    const kept = inPostcode.length > 0 && houses === written ? inPostcode : addresses;
    if (postcode === undefined) {
      if (isEmpty.postcode) list.add('postcode-added');
      if (place === undefined) list.add(ignoredWords > 0 ? 'incomplete-in-part' : 'incomplete');
    } else if (inPostcode.length === 0) {
      if (this.#isPostcodeOfTown && !list.contradicts('place') && !list.has('place-wider'))
        list.add('postcode-of-town');
      else this.#judgePostcode(kept[0]!, list);
    }
    this.#offer({ street, comparison, addresses: preferCurrent(index, kept), list });
  }

  /**
   * Whether the number of the row is that of a room, a building or a plot, and not of a house: `Kalverstraat kamer 3`; but `Rue de la Porte 3`, and
   * `Toren 3` for Torenstraat.
   */
  #isNumberOfOther(street: number): boolean {
    const { numberOf } = this.#reading;
    if (numberOf === undefined) return false;
    return namesAndAliasesOf(this.#index, street).every((name) => !` ${name}`.includes(` ${numberOf}`));
  }

  /** What one of many streets of the name differs in, wherever it is: in all that the reading says of where. */
  anywhere(): DiscrepancyList {
    const { ignoredWords, place, postcode } = this.#reading;
    const list = new DiscrepancyList();
    if (ignoredWords > 0) list.add('words-ignored', ignoredWords);
    if (place !== undefined) list.add(place.places.length > 0 ? 'place-differs' : 'place-unknown');
    if (postcode !== undefined) list.add('postcode-differs');
    if (place === undefined && postcode === undefined) list.add(ignoredWords > 0 ? 'incomplete-in-part' : 'incomplete');
    return list;
  }

  /** A street without a house of the row: where the postcode is not its own, the house nearest to the number says how far off it is. */
  #offerStreet(street: number, comparison: StreetComparison, list: DiscrepancyList): void {
    const { postcode, numbersLeftOut = 0 } = this.#reading;
    if (numbersLeftOut > 0) list.add('number-ignored');
    const { postcodes } = this.#index;
    if (postcode !== undefined && !(postcode.ordinal > 0 && postcodes.covers(postcode.ordinal, street)))
      this.#judgePostcode(this.#nearest(street), list);
    this.#offer({ street, comparison, addresses: NONE, list });
  }

  /** The houses, and beside those without the addition of the row the one that its letters look like the digits of: 20 beside 2 for `2O`. */
  #withLookAlikes(street: number, found: BestHouses | undefined): BestHouses | undefined {
    const number = this.#reading.number!;
    if (found === undefined || found.tier < HOUSE_TIER.begins) return found;
    const alike = withDigitsForLetters(this.#index.country, number);
    const others = alike && bestHouses(this.#index, street, alike);
    if (others === undefined || others.tier >= HOUSE_TIER.begins) return found;
    // A postcode that only one of the two has says which is meant.
    const hasIt = (address: number): boolean => this.#hasPostcode(address);
    const there = others.addresses.filter(hasIt);
    if (there.length > 0 && !found.addresses.some(hasIt)) return { tier: found.tier, addresses: there };
    const alikeThere = found.addresses.some(hasIt) ? there : others.addresses;
    return { tier: found.tier, addresses: [...found.addresses, ...alikeThere] };
  }

  #hasPostcode(address: number): boolean {
    return this.#index.addresses.postcodeOf(address) === this.#reading.postcode?.ordinal;
  }

  /** The best answer. If it is one of several, its discrepancies show that, but nothing counts it yet, because answers are still compared. */
  result(): Match | undefined {
    const best = this.#given;
    const [first] = best;
    if (first === undefined) return undefined;
    const index = this.#index;
    const { list, comparison } = first;
    const score = scoreOf(list.differences);
    const isOne = best.length === 1;
    const addresses =
      isOne && first.addresses.length < 2 ? first.addresses : inOrder(best.flatMap((outcome) => outcome.addresses));
    const streets = addresses.length > 0 ? NONE : best.map(({ street }) => street);
    const isSeveral = addresses.length > 1 || streets.length > 1;
    const discrepancies: readonly Discrepancy[] = isSeveral ? [...list.discrepancies, 'several'] : list.discrepancies;
    const isHouse = isSeveral || discrepancies.includes('addition-ignored') || discrepancies.includes('addition-added');
    // Field by field: with a spread of `judgedBy`, as in cascade.ts, a row takes half as long again.
    return {
      status: addresses.length === 0 ? 'street' : isSeveral ? 'several' : this.#isExact(list) ? 'exact' : 'corrected',
      score,
      agreement: list.agreement,
      differences: list.differences,
      precision: addresses.length === 0 ? 'street' : isHouse ? 'house' : 'address',
      country: index.country,
      addresses,
      streets,
      nearest: streets.length === 1 ? this.#nearest(first.street) : undefined,
      missingNumber: discrepancies.includes('number-not-found') ? this.#reading.number?.number || undefined : undefined,
      place: undefined,
      language: comparison.language,
      discrepancies,
      ...(this.#nextScore > 0 && { nextScore: isSeveral ? score : Math.min(score, this.#nextScore) }),
      contradiction: list.contradiction,
      words: this.#reading.words,
    };
  }

  /** Whether everything in the row is right: with the capital of the region as place, only if a postcode says where in the region. */
  #isExact({ isExact, discrepancies }: DiscrepancyList): boolean {
    return isExact && (this.#reading.postcode !== undefined || !discrepancies.includes('place-wider'));
  }

  /** Whether the postcode has only a few streets, as in the Netherlands, and so identifies the street as well as a name does. */
  isOfFewInPostcode(street: number): boolean {
    const streets = this.#reading.postcode?.streets ?? NONE;
    return streets.length <= MAX_STREETS_MEANT && streets.includes(street);
  }

  #judgePlace(street: number, list: DiscrepancyList): void {
    const { place, isEmpty } = this.#reading;
    if (place === undefined) {
      if (isEmpty.place) list.add('place-added');
      return;
    }
    const isWider = ({ kind }: NamedPlace): boolean => kind === 'province';
    let best: NamedPlace | undefined;
    for (const each of place.places) {
      if (street < each.from || street >= each.to) continue;
      const order = best === undefined ? 1 : Number(isWider(best)) - Number(isWider(each));
      if (order > 0 || (order === 0 && !each.isAlias && !isOnlyWhere(each))) best = each;
    }
    if (place.places.length === 0) list.add(...this.#asUnknownPlace(street, place.key));
    else if (best === undefined) list.add('place-differs');
    if (best === undefined) return;
    const { isAlias, edits } = best;
    if (isWider(best)) list.add(isAlias ? 'place-capital' : 'place-wider');
    else if (isAlias && edits === 0) list.add('place-alias');
    if (isAlike(best)) list.add('place-alike');
    else if (edits === CUT) list.add('place-cut');
    else if (edits === SHORTENED) list.add('place-shortened');
    else if (edits > 0) list.add('place-corrected', edits);
  }

  /** A place that nothing is called: that of the street with two letters wrong, as in any word that no name has, or another one. Digits are never misspelt. */
  #asUnknownPlace(street: number, key: string): Difference {
    const { place, municipality } = this.#index.areasAbove(street);
    for (const own of /[0-9]/.test(key) ? [] : [...keysOf(place), ...keysOf(municipality)]) {
      const limit = Math.min(2, editLimit(Math.min(key.length, own.length), true));
      const edits = editDistance(key, own, limit);
      if (edits <= limit) return ['place-corrected', edits + NAME_COSTS.unknownWord];
    }
    return ['place-unknown', 1];
  }

  #judgePostcode(address: number, list: DiscrepancyList): void {
    const postcode = this.#reading.postcode!;
    const index = this.#index;
    const code = index.postcodes.codeAt(index.addresses.postcodeOf(address));
    const area = code === 0 ? -1 : postcodeArea(index.country, code);
    const areLettersSame = postcode.code < 0 || haveSameLetters(index.country, code, postcode.code);
    if (area === postcode.area) list.add(postcode.isIncomplete ? 'postcode-incomplete' : 'postcode-near');
    else if (areLettersSame && isOneDigitOff(area, postcode.area)) list.add('postcode-near');
    else list.add('postcode-differs');
  }

  /** Whether the postcode is that of a place which is called as the row says, and which Belgians write for all parts of its municipality. */
  get #isPostcodeOfTown(): boolean {
    const { place, postcode } = this.#reading;
    const isMeant = (town: NamedPlace): boolean =>
      town.kind === 'place' && isTownItself(town) && isPostcodeOf(postcode, town);
    return this.#index.country === 'be' && place?.places.some(isMeant) === true;
  }

  /** The best answers, unless one that agrees with more of the row is another address: then what agrees with less is, too. */
  get #given(): readonly Outcome[] {
    return (this.#best[0]?.list.contradiction ?? 0) > this.#leastElsewhere ? [] : this.#best;
  }

  /** Whether an answer with these discrepancies so far can still be as good as the best, and be given at all. */
  #canBeBest(list: DiscrepancyList): boolean {
    if (this.#all !== undefined) return true;
    if (list.isElsewhere) return false;
    const [best] = this.#best;
    if (best === undefined || compareJudgements(list, best.list) >= 0) return true;
    this.#nextScore = Math.max(this.#nextScore, scoreOf(list.differences));
    return false;
  }

  #offer(found: Outcome): void {
    if (this.#isDoubtful(found)) return;
    if (found.list.isElsewhere) this.#leastElsewhere = Math.min(this.#leastElsewhere, found.list.contradiction);
    this.#all?.push(found);
    if (found.list.isElsewhere || !this.#canBeBest(found.list)) return;
    const outcome = this.#isSomewhere(found) ? found : { ...found, addresses: NONE };
    const [best] = this.#best;
    const comparison = best === undefined ? 1 : compareJudgements(outcome.list, best.list);
    if (comparison < 0) return;
    const isTie = comparison === 0;
    // Among equals, a street named as written precedes an alias or another form of the name, then a street of a postcode with a few
    // streets.
    const order = isTie
      ? this.#nearnessOfName(outcome) - this.#nearnessOfName(best!) ||
        Number(this.isOfFewInPostcode(outcome.street)) - Number(this.isOfFewInPostcode(best!.street))
      : 1;
    if (order === 0) this.#best.push(outcome);
    else if (best !== undefined) {
      this.#nextScore = Math.max(this.#nextScore, scoreOf((order > 0 ? best : outcome).list.differences));
    }
    if (order > 0) this.#best = [outcome];
  }

  /** Whether so many letters of a street are wrong that it counts only where the row says, and with the number of the row, one of which it lacks. */
  #isDoubtful(found: Outcome): boolean {
    const { comparison, addresses } = found;
    if (comparison.edits < MANY_LETTERS) return false;
    return !this.#isSomewhere(found) || (addresses.length === 0 && this.#reading.number !== undefined);
  }

  /**
   * Whether one of the things that the row says of where it is agrees with the answer, be it in another spelling; also if it says
   * nothing. Otherwise the answer is no house, at most the street.
   */
  #isSomewhere({ list, street, comparison }: Outcome): boolean {
    const { postcode, place, isPlaceLeftOut, ignoredWords } = this.#reading;
    if (postcode === undefined && place === undefined) {
      return !isPlaceLeftOut && (comparison.edits < 1 || !this.#leavesOut(street));
    }
    if (postcode !== undefined && !list.denies('postcode')) return true;
    if (place === undefined || list.denies('place')) return false;
    // A place that is only spelled nearly so confirms nothing beside words that nothing accounts for, unless the street is spelled right and they say whose
    // address it is, nor beside wrong letters if either has many.
    const [ofPlace, ofStreet] = [list.countOf('place-corrected'), list.countOf('street-corrected')];
    if (ofPlace > 0 && ignoredWords > 0) return ofStreet === 0 && isPlaceLeftOut === false;
    return Math.min(ofPlace, ofStreet) === 0 || Math.max(ofPlace, ofStreet) < MANY_LETTERS;
  }

  /** Whether the written street has a word like none of any name of a street, which may be a place. */
  #leavesOut(street: number): boolean {
    const isName = (word: string): boolean => !isArticle(word) && !isFiller(word);
    const words = this.#reading.street?.key.words.filter(isName) ?? [];
    return namesAndAliasesOf(this.#index, street).every((name) => {
      const own = name.split(' ');
      return words.some((word) => !own.some((other) => isLike(word, other)));
    });
  }

  /** 2 if one of the street's own names is the written one, 1 if it is so with abbreviations written out, else 0. */
  #nearnessOfName({ street }: Outcome): number {
    const written = this.#reading.street;
    if (written === undefined) return 0;
    if (isCalled(this.#index, street, written.key.text)) return 2;
    return Number(Object.values(this.#index.streets.namesOf(street)).some((name) => written.forms.has(nameKey(name))));
  }

  /** The address of the street whose number is nearest to the missing one; the middle address if the row has no number. */
  #nearest(street: number): number {
    const index = this.#index;
    const [from, to] = index.streets.addressesOf(street);
    const { number } = this.#reading;
    if (number === undefined || number.number === 0) return (from + to) >>> 1;
    const at = Math.min(to - 1, index.addresses.firstWithNumber(number.number, from, to));
    if (at === from) return at;
    const distance = (address: number): number => Math.abs(index.addresses.numberOf(address) - number.number);
    return distance(at - 1) <= distance(at) ? at - 1 : at;
  }
}

/** The most of its agreement that any answer of a reading keeps. */
function mostLeftOf({ ignoredWords, place }: Reading): number {
  // A place that there is none of is that of a street with a letter wrong at best.
  const leastLetters = place?.places.length === 0 ? 1 + NAME_COSTS.unknownWord : 0;
  return shareLeftBy('words-ignored', ignoredWords) * shareLeftBy('place-corrected', leastLetters);
}

/** The folded names of an area. */
function keysOf(area: Area): readonly string[] {
  return kept(AREA_KEYS, area, ({ names }) => Object.values(names).map(nameKey));
}

const AREA_KEYS: WeakMap<Area, readonly string[]> = new WeakMap();

/** For rows that name no street, so any street matches. */
export const NOT_COMPARED: StreetComparison = { edits: 0, language: undefined };
/** For streets with another name than the row has. */
export const ANOTHER_NAME: StreetComparison = { edits: 0, language: undefined };

/** The discrepancy of a house that matches only in part. */
const DISCREPANCY_OF_TIER: Readonly<Partial<Record<HouseTier, DiscrepancyName>>> = {
  [HOUSE_TIER.boxes]: 'addition-added',
  [HOUSE_TIER.range]: 'number-in-range',
  [HOUSE_TIER.further]: 'addition-added',
  [HOUSE_TIER.begins]: 'addition-ignored',
  [HOUSE_TIER.other]: 'addition-ignored',
};

const NONE: readonly number[] = [];

/** Whether a word may mean another: as its beginning or a part of it, as an abbreviation, or with wrong letters. */
function isLike(word: string, other: string): boolean {
  if (other.includes(word) || (other.length > 3 && word.includes(other))) return true;
  if (word.length <= 4 && word[0] === other[0]) return true;
  const limit = editLimit(Math.min(word.length, other.length));
  return editDistance(word, other, limit) <= limit;
}

/** In index order, and no more than a reader can use. */
function inOrder(addresses: number[]): readonly number[] {
  return addresses.sort((a, b) => a - b).slice(0, MAX_ANSWERS);
}

/** Existing addresses rather than proposed ones. */
function preferCurrent({ addresses }: CountryIndex, found: readonly number[]): readonly number[] {
  const current = found.filter((address) => !addresses.isProposed(address));
  return current.length > 0 ? current : found;
}

/** Of two different postcodes without their letters, whether one digit is wrong, or two neighbours are swapped; -1 is none. */
function isOneDigitOff(a: number, b: number): boolean {
  return Math.min(a, b) >= 0 && editDistance(`${a}`, `${b}`, 1) <= 1;
}
