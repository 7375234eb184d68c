import type { Country } from '../model/country.ts';
import type { DocumentOptions } from '../query/documents.ts';
import {
  type FormerById,
  formerById,
  type GeocodeAddressOptions,
  type Geocoded,
  type GeocodeFields,
  geocode,
} from './geocode.ts';
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
  geocode(fields: GeocodeFields, options?: GeocodeAddressOptions): Geocoded {
    return geocode(this, fields, options);
  }

  /**
   * What the address with an identifier of its register was called last, until when, and what became of it: for an identifier that `byId`
   * no longer knows, or that has another number or street today. `null` if the register says nothing of the kind (docs/batch.md, Addresses that
   * were), or the lookup was opened without `geocode`.
   *
   * @throws AddressLookupError `invalid-argument`, `country-not-loaded`, `lookup-closed`
   *
   * @example lookup.formerById('nl', '0363200000000000') // { until: '2019-04-01', became: 'withdrawn', parts: { street: … }, … }, or null
   */
  formerById<C extends Country>(country: C, identifier: string, options?: DocumentOptions): FormerById<C> | null {
    return formerById<C>(this.of(country).index, identifier, options);
  }
}
