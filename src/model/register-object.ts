/** What can have an address: a unit in a building (a dwelling, a shop), a mooring for a houseboat, a pitch for a caravan. */
export const OBJECT_KINDS = ['unit', 'mooring', 'pitch'] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** What a unit may be used for; it may have several uses. */
export const OBJECT_USES = [
  'residential',
  'assembly',
  'detention',
  'healthcare',
  'industrial',
  'office',
  'lodging',
  'education',
  'sports',
  'retail',
  'other',
] as const;
export type ObjectUse = (typeof OBJECT_USES)[number];

/** Where an object is in its life; moorings and pitches are `designated`. `unknown` is what the register alone knows. */
export const OBJECT_STATUSES = [
  'unknown',
  'in-use',
  'in-use-unsurveyed',
  'planned',
  'under-renovation',
  'out-of-use',
  'designated',
] as const;
export type ObjectStatus = (typeof OBJECT_STATUSES)[number];

/** An object of the register that has an address. Identifiers are the BAG's, of 16 digits. */
export interface RegisterObject {
  /** Verblijfsobject, ligplaats or standplaats: `0363010000543210`. */
  readonly id: string;
  readonly kind: ObjectKind;
  readonly status: ObjectStatus;
  /** The buildings (panden) that a unit is in, mostly one; none of a mooring or pitch. */
  readonly buildings: readonly string[];
  /** In the order of `OBJECT_USES`; none of a mooring or pitch. */
  readonly uses: readonly ObjectUse[];
  /** As registered, in m² of a unit; the register writes 1 and 999999 where it does not know. */
  readonly floorAreaM2?: number;
  /** The identifier of the object's main address, where this is a further one. */
  readonly mainAddress?: string;
}

/**
 * The objects of a country's addresses: a table of objects, each column by row, and which address has which. Identifiers are whole numbers; 0
 * is none.
 */
export interface ObjectColumns {
  readonly id: Float64Array;
  /** Positions in `OBJECT_KINDS` and `OBJECT_STATUSES`. */
  readonly kind: Uint8Array;
  readonly status: Uint8Array;
  /** Bit i: use i of `OBJECT_USES`. */
  readonly uses: Uint16Array;
  /** 0 where there is none. */
  readonly floorAreaM2: Uint32Array;
  readonly building: Float64Array;
  readonly mainAddress: Float64Array;
}

/** What the writer of an index takes. */
export interface ObjectInput {
  readonly objects: ObjectColumns;
  /** Rows of objects with more than one building, and each further one. */
  readonly furtherBuildings: { readonly object: Uint32Array; readonly building: Float64Array };
  /**
   * Identifiers of addresses, ascending, and the rows of their objects: of an address with several, the one that the address has its
   * position from, then the others by identifier.
   */
  readonly ofAddress: { readonly address: Float64Array; readonly object: Uint32Array };
}
