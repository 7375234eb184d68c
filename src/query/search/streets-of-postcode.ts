import type { CountryIndex } from '../../store/country-index.ts';
import type { PostcodeSpan } from './postcode-spans.ts';
import { WEIGHT } from './ranking.ts';
import { costOfZone, type Zone } from './zones.ts';

/**
 * The streets of a typed postcode. A postcode decides: what lies in it is an answer even if its place is called otherwise than
 * typed (1060 Brussel, which is Saint-Gilles); the words for the place are then left out.
 */
export class StreetsOfPostcode {
  readonly streets: ReadonlySet<number>;
  /** The places that they are in. */
  readonly places: ReadonlySet<number>;
  readonly #zones: readonly Zone[];
  readonly #areaWords: number;

  /** `areaWords` is of how many words `zones` are made. */
  constructor(
    index: CountryIndex,
    { first, end }: PostcodeSpan,
    zones: readonly Zone[] | undefined,
    areaWords: number,
  ) {
    this.streets = new Set(index.postcodes.streetsOf(first, end).map(({ street }) => street));
    this.places = new Set(Array.from(this.streets, (street) => index.streets.placeOf(street)));
    this.#zones = zones ?? [];
    this.#areaWords = areaWords;
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
