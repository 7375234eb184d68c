import type { Language } from '../../model/country.ts';
import type { CountryIndex } from '../../store/country-index.ts';
import { NAME_MATCH } from './candidate.ts';
import type { Division } from './divisions.ts';
import { bestLeaves, costOfMatch, countLeaves, isExact, type PhraseMatch } from './phrase-match.ts';
import { WEIGHT } from './ranking.ts';
import { StreetsOfPostcode } from './streets-of-postcode.ts';
import { costOfZone, nameMatchOf, type Zone } from './zones.ts';

/** A street that answers, before its houses are looked at. */
export interface StreetMatch {
  readonly street: number;
  readonly language: Language | undefined;
  /** By the rules of ranking.ts, apart from house numbers. */
  readonly cost: number;
}

/** Streets that one division is answered with at most; what bounds the work. */
const LARGEST_STREET_COUNT = 1000;
/** So many streets whose name only begins as typed are enough: whoever typed so little goes on typing. */
const ENOUGH_BEGINNINGS = 100;
/** Leaves of the trie that are looked at for one row of words without an area; the best ones where there are more. */
const LARGEST_LEAF_COUNT = 32;
/** Looking up the streets of a leaf costs as much as looking for a run of leaves in so many places. */
const PLACES_PER_LEAF = 2;

/** The streets that the words of one division name, within its areas and its postcode, each once. */
export class StreetFinder {
  readonly #index: CountryIndex;
  readonly #from: number;
  readonly #to: number;
  readonly #best: Map<number, StreetMatch> = new Map();

  /** `within`: the area that everything must lie in. */
  constructor(index: CountryIndex, within: Zone | undefined) {
    this.#index = index;
    this.#from = within?.fromStreet ?? 0;
    this.#to = within?.toStreet ?? index.streets.length;
  }

  /**
   * `matches` are what the words for the street mean, `zones` what those for areas mean; `undefined` where there are no such
   * words.
   */
  find(
    { areas, postcode, ignored }: Division,
    matches: readonly PhraseMatch[] | undefined,
    zones: readonly Zone[] | undefined,
  ): StreetMatch[] {
    const base = ignored * WEIGHT.ignored;
    if (postcode?.hasDigits) {
      const areaWords = areas.reduce((sum, { from, to }) => sum + to - from, 0);
      const ofPostcode = new StreetsOfPostcode(this.#index, postcode, zones, areaWords);
      if (matches === undefined) this.#findAllOf(ofPostcode, base);
      else for (const match of matches) this.#findOf(match, ofPostcode, base + costOfMatch(match));
    } else {
      // The first digits of a postcode narrow down the houses, not the streets.
      const narrowed = base + (postcode === undefined ? 0 : WEIGHT.areaMatch * NAME_MATCH.beginning);
      for (const match of matches ?? []) {
        if (zones === undefined) this.#findAnywhere(match, narrowed + costOfMatch(match));
        else for (const zone of zones) this.#findWithin(match, zone, narrowed + costOfMatch(match));
      }
    }
    return [...this.#best.values()];
  }

  #findAllOf(ofPostcode: StreetsOfPostcode, cost: number): void {
    for (const street of ofPostcode.all) {
      this.#offer(street, undefined, ofPostcode.zoneAround(street), cost + ofPostcode.costOf(street));
    }
  }

  #findOf(match: PhraseMatch, ofPostcode: StreetsOfPostcode, cost: number): void {
    for (const place of ofPostcode.places()) {
      this.#visit(match, place, (street, language, costOfName) => {
        if (!ofPostcode.has(street)) return;
        this.#offer(street, language, ofPostcode.zoneAround(street), cost + costOfName + ofPostcode.costOf(street));
      });
    }
  }

  #findAnywhere(match: PhraseMatch, cost: number): void {
    const { names, streets } = this.#index;
    for (const leaf of bestLeaves(names.streets, match, LARGEST_LEAF_COUNT)) {
      if (this.#best.size >= (isExact(match, leaf) ? LARGEST_STREET_COUNT : ENOUGH_BEGINNINGS)) return;
      this.#visitLeaf(leaf, match, 0, streets.length, (street, language, costOfName) =>
        this.#offer(street, language, undefined, cost + costOfName),
      );
    }
  }

  /** Walks whichever is shorter, the leaves or the places of the zone. */
  #findWithin(match: PhraseMatch, zone: Zone, cost: number): void {
    if (this.#best.size >= ENOUGH_BEGINNINGS) return;
    const { fromPlace, toPlace, fromStreet, toStreet } = zone;
    const offer: Visitor = (street, language, costOfName) =>
      this.#offer(street, language, zone, cost + costOfName + costOfZone(zone, street));
    if (countLeaves(match) <= (toPlace - fromPlace) * PLACES_PER_LEAF) {
      for (const [first, end] of match.runs) {
        for (let leaf = first; leaf < end && this.#best.size < LARGEST_STREET_COUNT; leaf++) {
          this.#visitLeaf(leaf, match, fromStreet, toStreet, offer);
        }
      }
    } else for (let place = fromPlace; place < toPlace; place++) this.#visit(match, place, offer);
  }

  /** The streets of a place that a match leads to. */
  #visit(match: PhraseMatch, place: number, visitor: Visitor): void {
    const { streets: trie, placeLeaves } = this.#index.names;
    for (const [first, end] of match.runs) {
      placeLeaves.visitStreets(place, first, end, (street, leaf) => {
        const { isInner, language } = trie.thingAt(leaf);
        visitor(street, language, costOfName(isInner, isExact(match, leaf), language));
        return this.#best.size < LARGEST_STREET_COUNT;
      });
    }
  }

  /** The streets of [from, to) that a leaf stands for. */
  #visitLeaf(leaf: number, match: PhraseMatch, from: number, to: number, visitor: Visitor): void {
    const { names } = this.#index;
    const { kind, index, language, isInner } = names.streets.thingAt(leaf);
    const cost = costOfName(isInner, isExact(match, leaf), language);
    if (kind === 'street') {
      if (index >= from && index < to) visitor(index, language, cost);
      return;
    }
    for (const each of names.streetsOf(index, from, to)) visitor(each.street, language && each.language, cost);
  }

  #offer(street: number, language: Language | undefined, zone: Zone | undefined, cost: number): void {
    if (street < this.#from || street >= this.#to) return;
    const known = this.#best.get(street);
    if (known !== undefined && known.cost <= cost) return;
    this.#best.set(street, { street, language: this.#languageOf(street, language, zone?.language), cost });
  }

  /** Where a street has one name in two languages, or was not named at all, the area says in which it was typed. */
  #languageOf(street: number, language: Language | undefined, ofZone: Language | undefined): Language | undefined {
    if (language === undefined) return ofZone;
    if (ofZone === undefined || ofZone === language) return language;
    const names = this.#index.streets.namesOf(street);
    return names[ofZone] === names[language] ? ofZone : language;
  }
}

type Visitor = (street: number, language: Language | undefined, costOfName: number) => void;

/** What the name that a street is found by costs it, by the rules of ranking.ts. */
function costOfName(isInner: boolean, isExact: boolean, language: Language | undefined): number {
  return nameMatchOf(isInner, isExact) * WEIGHT.nameMatch + (language === undefined ? WEIGHT.aliases : 0);
}
