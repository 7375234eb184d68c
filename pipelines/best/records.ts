import type { Names } from '../../src/model/country.ts';
import { DIGITS } from '../../src/model/postcode-form.ts';
import type { RegionCode } from './names.ts';

// BeST's own words, as the CSV files and the full XML download write them. Nothing outside this directory knows them.

/** BeST's statuses of an address; only Brussels uses `rejected`. */
export const STATUSES = ['current', 'reserved', 'proposed', 'retired', 'rejected'] as const;

export type BestStatus = (typeof STATUSES)[number];

/** The statuses to include. */
export type StatusPolicy = ReadonlySet<BestStatus>;

/**
 * A fifth of Brussels is `proposed`: addresses given out for buildings that may not be there yet. They are included, and rank
 * last. BOSA's own tools count `current` and `reserved` as live.
 */
export const DEFAULT_STATUSES: StatusPolicy = new Set<BestStatus>(['current', 'reserved', 'proposed']);

/** A street of one region. Its number is unique in the region only: Brussels and Wallonia both have a 4568. */
export interface StreetRecord {
  readonly region: RegionCode;
  readonly id: number;
  /** As written, empty fields left out; `undefined` for a street that addresses refer to and no file describes. */
  readonly names: Names | undefined;
}

/** A postcode in a municipality, with the postal name: the area that an address names. */
export interface PostalAreaRecord {
  readonly region: RegionCode;
  /** NIS code of the municipality, as written: it may be one that has been merged since. */
  readonly municipality: number;
  /** As in the file; used only for a municipality that our own table does not know. */
  readonly municipalityNames: Names;
  /** 0 if the address has none. */
  readonly postcode: number;
  /**
   * The postal name, or the part of the municipality where the postal name is blank:
   *
   *     Flanders   { nl: 'AFFLIGEM/Essene/Hekelgem/Teralfene' }     all localities of the postcode, the main one in capitals
   *     Wallonia   { fr: 'Bellevaux-Ligneuville' }                  the part, address by address
   *     Brussels   { fr: 'Bruxelles (Haren)', nl: 'Brussel (Haren)' } or nothing
   */
  readonly postalNames: Names;
  /** The part of the municipality, by its number in the region, while its name still has to be looked up (XML only). */
  readonly part?: number;
}

/** A record that could not be read as an address at all. */
export interface UnreadRecord {
  readonly reason: string;
  /** Line of a CSV file, byte offset in an XML file. */
  readonly position: number;
  readonly id: string;
  readonly detail: string;
}

/** Why a record cannot be read, and the text in question. */
export type Problem = readonly [reason: string, detail: string];

/** A NIS code of five digits. */
export function isMunicipalityId(text: string): boolean {
  return /^[0-9]{5}$/.test(text);
}

const POSTCODE_OR_NOTHING = new RegExp(`^(?:${DIGITS})?$`);

/** Four digits, or nothing: some addresses have no postcode. */
export function isPostcode(text: string): boolean {
  return POSTCODE_OR_NOTHING.test(text);
}

/** An identifier as a whole number; `undefined` for anything else. */
export function parseIdentifier(text: string): number | undefined {
  return /^[0-9]{1,12}$/.test(text) ? Number(text) : undefined;
}
