import type { AddressColumns } from '../model/address-columns.ts';
import type { Country } from '../model/country.ts';
import type { Gazetteer } from '../model/gazetteer.ts';

/** Everything that the index of one country is written from: what an import ends in, and what `writeIndex` takes. */
export interface IndexInput {
  readonly country: Country;
  /** The registers that the addresses come from, for the manifest. */
  readonly registers: readonly RegisterRelease[];
  readonly gazetteer: Gazetteer;
  readonly addresses: AddressColumns;
}

/** One release of one register, with what its licence asks to be said. */
export interface RegisterRelease {
  /** `BAG`, `BeST`, `CACLR`, `BD-Adresses`. */
  readonly name: string;
  readonly publisher: string;
  /** The date that the data speak of, `YYYY-MM-DD`; `null` where the files do not say. */
  readonly referenceDate: string | null;
  /** SPDX identifier, e.g. `CC0-1.0`, `CC-BY-4.0`. */
  readonly licence: string;
  /** The sentence to show where the licence asks for attribution; `null` where it does not. */
  readonly attribution: string | null;
  readonly url: string;
}
