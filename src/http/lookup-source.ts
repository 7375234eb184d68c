import type { Country } from '../model/country.ts';
import type { AddressLookup } from '../query/address-lookup.ts';

/** What a server answers from. */
export interface LookupSource {
  /**
   * The lookup of now. Take it anew for every request and have the answer before anything is awaited: then an older one is in
   * nobody's hands when it is let go.
   */
  readonly current: AddressLookup;
  /** When the country's index began to be served. */
  servedSince(country: Country): Date;
  /** The new releases that were not taken, by country, until they are mended or replaced. */
  readonly refused: ReadonlyMap<Country, RefusedRelease>;
}

/** Why an index that was put into the data directory is not served; the one before it serves on. */
export interface RefusedRelease {
  readonly at: Date;
  readonly code: string;
  readonly message: string;
}

/** A lookup that stays the same until the server ends. */
export function fixedSource(lookup: AddressLookup): LookupSource {
  const since = new Date();
  return { current: lookup, servedSince: () => since, refused: new Map() };
}
