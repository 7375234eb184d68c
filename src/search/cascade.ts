import { isBoxWord } from '../model/house-number.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { centreOf } from './areas.ts';
import { bestHouses } from './house-match.ts';
import { DISCREPANCIES, type Difference, DiscrepancyList, type Judgement, judgementWith } from './judgement.ts';
import { judgedBy, type Match, NO_MATCH, withFurther } from './match.ts';
import { namesAndAliasesOf, type TypedStreet } from './name-key.ts';
import { ANOTHER_PERSON, NAME_COSTS } from './name-words.ts';
import { isAlike, isOnlyWhere, type NamedPlace, SHORTENED, townsMeant } from './place-names.ts';
import { isPostcodeOf, type Reading, saysWhere } from './reading.ts';
import { ANOTHER_NAME, NOT_COMPARED, type Outcome, RowJudge } from './row-judge.ts';
import type { Steps } from './steps.ts';
import type { StreetComparison, StreetNames } from './street-names.ts';

/** Maximum streets of a postcode to compare one by one; a Belgian postcode has up to two thousand. */
const MAX_COMPARED_STREETS = 60;
/** Letters that a name in another form counts as, where another street has it as written. */
const FORM = 0.3;
/** Maximum streets of one name to look at if the row does not say where. */
const MAX_STREET_COUNT = 400;

/** The index that the stages search, and its look-ups of names. */
export interface SearchedCountry {
  readonly index: CountryIndex;
  readonly streets: StreetNames;
}

/** Streets [from, to). */
export type Ranges = readonly { readonly from: number; readonly to: number }[];

type Compared = readonly [street: number, comparison: StreetComparison];

/** The stages of country-matcher.ts for one reading of a row, and the best of what they found. */
export class MatchCascade {
  readonly #matcher: SearchedCountry;
  readonly #reading: Reading;
  readonly #rowJudge: RowJudge;
  readonly #keepsAll: boolean;
  readonly #judged: Set<number> = new Set();
  #place: Match | undefined;
  #isEverywhere: boolean = false;
  #namesake: boolean | undefined;
  #unnamed: readonly NamedPlace[] | undefined;

  /**
   * @param known the best of other readings; what is no better is not looked for
   * @param keepsAll whether to keep all that it finds, for a list
   */
  constructor(matcher: SearchedCountry, reading: Reading, known?: Judgement, keepsAll: boolean = false) {
    this.#keepsAll = keepsAll;
    this.#matcher = matcher;
    this.#reading = reading;
    this.#rowJudge = new RowJudge(matcher.index, reading, known, keepsAll);
  }

  /** Stages 1 and 2. */
  runExact(): void {
    const { postcode, place, street, number } = this.#reading;
    const ofPostcode = this.#ofPostcode;
    if (street === undefined) {
      if (number === undefined && place !== undefined) return;
      // Words that name no place may be the street's: the postcode alone does not say which.
      if (place?.places.length === 0 && ofPostcode.length > MAX_COMPARED_STREETS) return;
      for (const each of ofPostcode) this.#judge(each, NOT_COMPARED);
      return;
    }
    // 1. The streets with this name in the postcode.
    const named = new Map(this.#namedInPostcode(street));
    const isOfFew = [...named.keys()].some((each) => this.#rowJudge.isOfFewInPostcode(each));
    this.#judgeNamesakes(street, named, !isOfFew);
    if (!this.#rowJudge.isWorth(PERFECT)) return;
    // 2. The streets with this name in the place; anywhere, if the row says nothing of where.
    if (place !== undefined) {
      const areas = townsMeant(place.places);
      this.#judgeNamed(
        street,
        areas.filter((area) => !isAlike(area)),
      );
      if (this.#rowJudge.isWorth(AT_BEST.alike)) this.#judgeNamed(street, areas.filter(isAlike));
    } else if (postcode === undefined) this.#judgeNamed(street);
  }

  /** Judges the streets of some areas, or anywhere, with the written name, unless they are too many to mean anything. */
  #judgeNamed(street: TypedStreet, areas?: Ranges): void {
    const { index, streets } = this.#matcher;
    const named = new Map<number, StreetComparison>();
    for (const { from, to } of areas ?? [{ from: 0, to: index.streets.length }]) {
      const found = streets.named(street, from, to);
      if (found.size <= MAX_STREET_COUNT) for (const [each, comparison] of found) named.set(each, comparison);
      else if (areas === undefined) this.#isEverywhere = true;
    }
    this.#judgeNamesakes(street, named);
  }

  #judgeAll(compared: Iterable<Compared>): void {
    for (const [street, comparison] of compared) this.#judge(street, comparison);
  }

  /**
   * Judges streets with the written name: Wittestraat is De Wittestraat only if no street of them is called just so.
   *
   * @param isNoneOfPlace only if none of the place is, either: a large postcode does not say which is meant
   */
  #judgeNamesakes(
    street: TypedStreet,
    named: ReadonlyMap<number, StreetComparison>,
    isNoneOfPlace: boolean = false,
  ): void {
    if (named.size === 0) return;
    const { index } = this.#matcher;
    // Most are written as the register has them: to fold a name takes as long as to find it.
    const isWrittenSo = (each: number): boolean => Object.values(index.streets.namesOf(each)).includes(street.written);
    const isCalled = (each: number): boolean =>
      isWrittenSo(each) || namesAndAliasesOf(index, each).includes(street.key.text);
    const called = new Set(named.size < 2 && !isNoneOfPlace ? NONE : [...named.keys()].filter(isCalled));
    const isOneOfPlace = (): boolean =>
      this.#towns.some(({ from, to }) => [...this.#matcher.streets.named(street, from, to).keys()].some(isCalled));
    const isCalledOther = called.size > 0 || (isNoneOfPlace && isOneOfPlace());
    for (const [each, comparison] of named) {
      const isSo = !isCalledOther || called.has(each);
      this.#judge(each, isSo ? comparison : { ...comparison, edits: FORM, isOfAnother: true });
    }
  }

  /** The streets of the row's postcode; none if the register does not have it. */
  get #ofPostcode(): readonly number[] {
    return this.#reading.postcode?.streets ?? NONE;
  }

  /** The streets of the postcode with the written name. */
  #namedInPostcode(street: TypedStreet): readonly Compared[] {
    const { streets } = this.#matcher;
    return this.#inPostcode((from, to) => streets.named(street, from, to));
  }

  /** Those of the postcode that are found among all streets from its first to its last. */
  #inPostcode(find: (from: number, to: number) => Iterable<Compared>): Compared[] {
    const ofPostcode = this.#ofPostcode;
    if (ofPostcode.length === 0) return [];
    const { postcodes } = this.#matcher.index;
    const { ordinal } = this.#reading.postcode!;
    return [...find(ofPostcode[0]!, ofPostcode.at(-1)! + 1)].filter(([each]) => postcodes.covers(ordinal, each));
  }

  /**
   * The streets of the place, or else of the postcode, whose name was cut off and which have the number. They must be in both, or in a postcode of a few
   * streets, if words are left out that may be the rest of another name, and do not say whose address it is; in such a postcode, if a street here is
   * called as written, or without a place one anywhere.
   */
  #cutOff(street: TypedStreet, steps: Steps): readonly Compared[] {
    const { number, place, postcode, ignoredWords, isPlaceLeftOut = ignoredWords > 0 } = this.#reading;
    if (number === undefined) return [];
    const { index, streets } = this.#matcher;
    const areas = outermost(place?.places ?? []);
    const cut =
      areas.length > 0
        ? areas.flatMap(({ from, to }) => [...streets.cutOff(street, from, to, steps)])
        : this.#inPostcode((from, to) => streets.cutOff(street, from, to, steps));
    const isInBoth = (each: number): boolean =>
      areas.length > 0 && !this.#hasNamesake
        ? postcode !== undefined && index.postcodes.covers(postcode.ordinal, each)
        : this.#rowJudge.isOfFewInPostcode(each);
    const hasNumber = (each: number): boolean => bestHouses(index, each, number) !== undefined;
    const isWhole = cut.length > 0 && (areas.length === 0 || this.#hasNamesake) && streets.isWhole(street);
    const needsBoth = isPlaceLeftOut || isWhole;
    return cut.filter(([each]) => (!needsBoth || isInBoth(each)) && hasNumber(each));
  }

  /** Stages 3 to 7, as far as the steps last. */
  runRelaxed(steps: Steps): void {
    const { postcode, place, street, number } = this.#reading;
    if (street === undefined) return;
    const { index, streets } = this.#matcher;
    const isInPlace = place !== undefined && (!this.#hasNamesake || this.#townsWithoutNamesake.length > 0);
    // 3. Streets whose name was cut off; those of the place whose name is written in another form.
    if (this.#rowJudge.isWorth(AT_BEST.cut)) this.#judgeAll(this.#cutOff(street, steps));
    if (isInPlace && this.#rowJudge.isWorth(AT_BEST.form)) {
      for (const { from, to } of outermost(place.places)) this.#judgeAll(streets.sharing(street, steps, from, to));
    }
    // In the postcode, streets with a similar name.
    if (this.#rowJudge.isWorth(AT_BEST.similar)) {
      this.#judgeAll(this.#inPostcode((from, to) => streets.similar(street, from, to, steps, this.#ofPostcode)));
    }
    // 4. The same in the place; what is in the postcode has been looked at, so the postcode differs too.
    const inPlace = postcode === undefined ? AT_BEST.similar : AT_BEST.similarNearPostcode;
    if (isInPlace && this.#rowJudge.isWorth(inPlace)) {
      for (const { from, to } of outermost(place.places)) this.#judgeAll(streets.similar(street, from, to, steps));
    }
    // 5. Exactly this name around the postcode. With a place, that is where stage 2 has looked.
    if (place === undefined && this.#rowJudge.isWorth(AT_BEST.nearPostcode)) {
      for (const each of this.#around()) this.#judgeNamed(street, [each]);
    }
    // 6. Exactly this name anywhere, unless the row says where: a known place, or a postcode and a place. A list shows it there, too.
    const isPlaceKnown =
      place !== undefined && (postcode !== undefined || place.places.some(({ edits }) => edits === 0));
    if ((!isPlaceKnown || this.#keepsAll) && this.#rowJudge.isWorth(AT_BEST.nearPostcode)) this.#judgeNamed(street);
    // Nowhere in particular, another form of the name.
    if (!saysWhere(this.#reading) && this.#rowJudge.isWorth(AT_BEST.nowhere)) {
      this.#judgeAll(streets.sharing(street, steps));
    }
    if (place === undefined && this.#rowJudge.isWorth(AT_BEST.similarNearPostcode)) {
      for (const { from, to } of this.#around()) this.#judgeAll(streets.similar(street, from, to, steps));
    }
    // 7. Where the postcode says the street, the number in it, whatever the street is called, unless one there is called so, or it is
    // named after another person; but `Onbekendelaan 4A-1` and `4 bus 1` are not number 1 of its postcode.
    if (
      index.country === 'nl' &&
      !endsInNumber(street) &&
      number !== undefined &&
      this.#rowJudge.isWorth(AT_BEST.anotherStreet) &&
      !this.#hasNamesake
    ) {
      for (const each of this.#ofPostcode) {
        if (streets.compare(each, street).edits !== ANOTHER_PERSON) this.#judge(each, ANOTHER_NAME);
      }
    }
  }

  /** Stage 8: streets with a similar name. */
  runFound(found: readonly number[]): void {
    const { street } = this.#reading;
    if (street === undefined) return;
    for (const each of found) {
      const comparison = this.#matcher.streets.compare(each, street);
      if (comparison.edits < ANOTHER_PERSON) this.#judge(each, comparison);
    }
  }

  /** Stage 9. */
  runPlace(): void {
    if (!this.#rowJudge.isEmpty) return;
    const { place, postcode, street, number, numbersInNames = 0 } = this.#reading;
    const { index } = this.#matcher;
    const list = new DiscrepancyList();
    // Words with a number that are read as an unknown place may be a street with its house.
    const isPlaceAlone = street === undefined && number === undefined && numbersInNames === 0;
    list.add(isPlaceAlone ? 'number-missing' : 'street-not-found');
    // If a place and a municipality have the same name, the place is meant.
    const areas = this.#areasMeant();
    const found = areas.find(({ kind }) => kind === 'place') ?? areas[0];
    if (found?.edits === SHORTENED) list.add('place-shortened');
    else if (found !== undefined && found.edits > 0) list.add('place-corrected', found.edits);
    if (found?.isAlias) list.add('place-alias');
    let area: number | undefined;
    if (found !== undefined) {
      area = found.kind === 'place' ? found.ordinal : this.#placeIn(found.ordinal);
      const isInPostcode = place!.places.some((each) => this.#hasPostcode(each));
      if (this.#ofPostcode.length > 0 && !isInPostcode) list.add('postcode-differs');
    } else if (postcode !== undefined && postcode.ordinal > 0) {
      area = index.streets.placeOf(postcode.streets[0]!);
      if (place !== undefined) list.add('place-unknown');
    }
    if (area === undefined) return;
    this.#place = {
      ...NO_MATCH,
      ...judgedBy(list),
      status: 'place',
      precision: 'place',
      country: index.country,
      place: area,
      words: this.#reading.words,
    };
  }

  /**
   * What the place of the row may mean: where the postcode is, else what has the name itself rather than as an alias. The beginning of
   * several names means none of them.
   */
  #areasMeant(): readonly NamedPlace[] {
    const areas = this.#reading.place?.places.filter((place) => place.kind !== 'province' && !isOnlyWhere(place)) ?? [];
    const own = areas.filter(({ isAlias }) => !isAlias);
    const isVague = areas[0]?.edits === SHORTENED && outermost(areas).length > 1;
    return (
      [areas.filter((area) => this.#hasPostcode(area)), own, isVague ? [] : areas].find((some) => some.length > 0) ?? []
    );
  }

  #hasPostcode(area: NamedPlace): boolean {
    return isPostcodeOf(this.#reading.postcode, area);
  }

  /** The place that a municipality is meant by: where the postcode is, or the one of its name, or its largest. */
  #placeIn(municipality: number): number {
    const { index } = this.#matcher;
    const [from, to] = index.areas.childrenOf('municipality', municipality);
    const ofPostcode = this.#ofPostcode[0];
    const placeOfPostcode = ofPostcode === undefined ? -1 : index.streets.placeOf(ofPostcode);
    if (placeOfPostcode >= from && placeOfPostcode < to) return placeOfPostcode;
    let largest = from;
    for (let place = from; place < to; place++) {
      if (index.placeSizeOf(place) > index.placeSizeOf(largest)) largest = place;
    }
    return centreOf(index, municipality) ?? largest;
  }

  /** The streets that the stages judged: all if they are kept, else the best; the place is none of them. */
  get outcomes(): readonly Outcome[] {
    return this.#rowJudge.all;
  }

  /** The best answer of all stages that ran. */
  result(): Match {
    const match = this.#rowJudge.result();
    if (match !== undefined) return this.#isOfNamesake(match) ? withFurther(match, 'street-namesake') : match;
    return (this.#isEverywhere ? this.#oneOfMany() : undefined) ?? this.#place ?? NO_MATCH;
  }

  /** Whether a street elsewhere has the name that was corrected, and no postcode says that this one is meant. */
  #isOfNamesake({ differences }: Match): boolean {
    if (!differences.some(isOtherName)) return false;
    const { street, postcode } = this.#reading;
    const isConfirmed =
      postcode !== undefined && !differences.some(([name]) => DISCREPANCIES[name].part === 'postcode');
    return !isConfirmed && this.#matcher.streets.isWhole(street!);
  }

  /** One of so many streets of the name that none of them is looked at: no other country's only one is the one meant. */
  #oneOfMany(): Match {
    const list = this.#rowJudge.anywhere();
    return {
      ...NO_MATCH,
      ...judgedBy(list),
      status: 'several',
      country: this.#matcher.index.country,
      discrepancies: [...list.discrepancies, 'several'],
    };
  }

  /** Where the street may be when the postcode is nearly right: in the places of its four digits (NL), or the municipalities of its streets. */
  #around(): Ranges {
    const { postcode } = this.#reading;
    const { country, areas, postcodes, streets } = this.#matcher.index;
    if (postcode === undefined || postcode.area < 0) return [];
    const municipalityOf = (street: number): number => areas.at('place', streets.placeOf(street)).parent;
    const [kind, around] =
      country === 'nl'
        ? (['place', postcodes.placesBetween(postcode.area, postcode.area + 1).keys()] as const)
        : (['municipality', postcode.streets.slice(0, MAX_COMPARED_STREETS).map(municipalityOf)] as const);
    return Array.from(new Set(around), (area) => {
      const [from, to] = areas.descendantsOf(kind, area, 'street');
      return { from, to };
    });
  }

  /** Judges a street, unless it has been judged, or is only similar while another has exactly the written name. */
  #judge(street: number, comparison: StreetComparison): void {
    if (this.#judged.has(street)) return;
    const isOther = comparison.edits >= 1 && this.#hasNamesake && !this.#rowJudge.isOfFewInPostcode(street);
    if (isOther && !this.#townsWithoutNamesake.some(({ from, to }) => street >= from && street < to)) return;
    this.#judged.add(street);
    this.#rowJudge.judge(street, comparison);
  }

  /** Whether the place or the postcode has a street with exactly the written name: then a similar name is another street, however well the rest agrees. */
  get #hasNamesake(): boolean {
    const { street } = this.#reading;
    this.#namesake ??=
      street !== undefined &&
      (this.#towns.some((town) => this.#isNamedIn(town)) || this.#namedInPostcode(street).length > 0);
    return this.#namesake;
  }

  /** The areas of the place, in the postcode, where only another place of that postcode has a street with the written name; else none. */
  get #townsWithoutNamesake(): readonly NamedPlace[] {
    if (this.#unnamed === undefined) {
      const towns = this.#hasNamesake ? this.#towns.filter((town) => this.#hasPostcode(town)) : [];
      this.#unnamed = towns.some((town) => this.#isNamedIn(town)) ? [] : towns;
    }
    return this.#unnamed;
  }

  #isNamedIn({ from, to }: NamedPlace): boolean {
    return this.#matcher.streets.named(this.#reading.street!, from, to).size > 0;
  }

  get #towns(): readonly NamedPlace[] {
    return this.#reading.place?.places.filter(({ kind, edits }) => kind !== 'province' && edits === 0) ?? [];
  }
}

/** The best possible judgement of each stage; a stage that cannot beat the best answer is skipped. */
const PERFECT: Judgement = judgementWith();
const AT_BEST = {
  cut: judgementWith(['street-form', NAME_COSTS.cut]),
  form: judgementWith(['street-form', NAME_COSTS.initial]),
  alike: judgementWith('place-alike'),
  similar: judgementWith('street-respaced'),
  similarNearPostcode: judgementWith('street-respaced', 'postcode-near'),
  nearPostcode: judgementWith('postcode-near'),
  nowhere: judgementWith('incomplete'),
  anotherStreet: judgementWith('street-differs'),
} as const;

const NONE: readonly number[] = [];

/** Whether letters are wrong, or the kind of street is missing: what was written may be the name of another. */
function isOtherName([name, count]: Difference): boolean {
  return name === 'street-corrected' || (name === 'street-form' && count === NAME_COSTS.cut);
}

/** The places and municipalities that lie in none of the others; a province is too large for similar names, and a similar place too doubtful. */
function outermost(places: readonly NamedPlace[]): readonly NamedPlace[] {
  const areas = places.filter((place) => place.kind !== 'province' && !isAlike(place));
  if (areas.length < 2) return areas;
  const size = ({ from, to }: NamedPlace): number => to - from;
  return areas.filter(
    (area, i) =>
      !areas.some((other, j) => other.from <= area.from && other.to >= area.to && (size(other) > size(area) || j < i)),
  );
}

/** Whether a street has what looks like the first of two numbers, or the house before its box. */
function endsInNumber({ key }: TypedStreet): boolean {
  const words = key.words.filter((word, i) => i < key.words.length - 1 || !isBoxWord(word));
  return /(?:^| )[0-9]+ ?[a-z]?$/.test(words.join(' '));
}
