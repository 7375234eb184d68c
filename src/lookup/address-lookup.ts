import type { Position } from '../query/coordinates.ts';
import type { AddressFields } from '../search/match.ts';
import { type GeocodeAddressOptions, type Geocoded, geocode } from './geocode.ts';
import { OpenLookup } from './open-lookup.ts';

/** An open lookup, with one `CountryLookup` per country, that also geocodes. */
export class AddressLookup extends OpenLookup {
  /**
   * Finds the address that somebody means, written as one text or in fields; or the one nearest to a position. The answer has a
   * status (`exact`, `corrected`, `several`, `street`, `place`, `none`), the address as its register writes it, and every
   * discrepancy by name: what a batch answers for a row (docs/batch.md). Some 20 µs for a clean address, 200 µs for one with
   * mistakes.
   *
   * @throws AddressLookupError `invalid-argument`, `invalid-coordinate`, `invalid-radius`, `lookup-closed`
   *
   * @example lookup.geocode({ text: 'Kinkerstrat 175 F, Amsterdam' }).faults // ['street-corrected']
   */
  geocode(fields: AddressFields | Position, options?: GeocodeAddressOptions): Geocoded {
    return geocode(this, fields, options);
  }
}
