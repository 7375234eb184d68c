import { postcodeArea } from '../../model/postcode.ts';
import type { CountryIndex } from '../../store/country-index.ts';
import type { PostcodeSpan } from './postcode-spans.ts';
import { WEIGHT } from './ranking.ts';
import { costOfZone, type Zone } from './zones.ts';

/**
 * The streets of a typed postcode. A postcode decides: what lies in it is an answer even if its place is called otherwise than
 * typed (1060 Brussel, which is Saint-Gilles); the words for the place are then left out.
 */
export class StreetsOfPostcode {
  readonly #index: CountryIndex;
  readonly #postcode: PostcodeSpan;
  readonly #zones: readonly Zone[];
  readonly #areaWords: number;
  #all: ReadonlySet<number> | undefined;

  /** `areaWords` is of how many words `zones` are made. */
  constructor(index: CountryIndex, postcode: PostcodeSpan, zones: readonly Zone[] | undefined, areaWords: number) {
    this.#index = index;
    this.#postcode = postcode;
    this.#zones = zones ?? [];
    this.#areaWords = areaWords;
  }

  /** All of them. O(streets), some thousand for a Belgian city. */
  get all(): ReadonlySet<number> {
    const { first, end } = this.#postcode;
    this.#all ??= new Set(this.#index.postcodes.streetsOf(first, end).map(({ street }) => street));
    return this.#all;
  }

  has(street: number): boolean {
    const { first, end } = this.#postcode;
    return end - first === 1 ? this.#index.postcodes.covers(first, street) : this.all.has(street);
  }

  /** The places that they can be in: those of the four digits. */
  places(): Iterable<number> {
    const { country, postcodes } = this.#index;
    const { first, end } = this.#postcode;
    const low = postcodeArea(country, postcodes.codeAt(first));
    const high = postcodeArea(country, postcodes.codeAt(end - 1));
    return postcodes.placesBetween(low, high + 1).keys();
  }

  /** The zone that a street is in, the best one. */
  zoneAround(street: number): Zone | undefined {
    return this.#zones.find(({ fromStreet, toStreet }) => street >= fromStreet && street < toStreet);
  }

  /** What the words for the area cost a street: those of the zone that it is in, or the words. */
  costOf(street: number): number {
    const zone = this.zoneAround(street);
    return zone === undefined ? this.#areaWords * WEIGHT.ignored : costOfZone(zone, street);
  }
}
