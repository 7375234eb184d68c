import type { ColumnTypes } from './columns.ts';

/** The kinds of record that an address is made of, by their name in the extract's file names. */
export type RecordType = 'WPL' | 'OPR' | 'NUM' | 'VBO' | 'LIG' | 'STA';

/** The object's element in a stand file. */
export const ELEMENT_OF: Readonly<Record<RecordType, string>> = {
  WPL: 'Woonplaats',
  OPR: 'OpenbareRuimte',
  NUM: 'Nummeraanduiding',
  VBO: 'Verblijfsobject',
  LIG: 'Ligplaats',
  STA: 'Standplaats',
};

/** In `state`: the object no longer exists. Otherwise `state` is one of `ADDRESS_STATE`. */
export const WITHDRAWN = 255;

/** What is kept of every current occurrence; of a place nothing more, but for its name. */
export interface OccurrenceColumns {
  /** Identifier of the object as a whole number: 16 digits, of a place 4. */
  readonly id: Float64Array;
  /** `voorkomenidentificatie`. */
  readonly occurrence: Uint32Array;
  readonly state: Uint8Array;
  /** Where its `sl:stand` starts in its file; saturates at 4 GiB. */
  readonly byteOffset: Uint32Array;
}

/** Openbare ruimten. */
export interface StreetColumns extends OccurrenceColumns {
  readonly place: Uint16Array;
}

/** Nummeraanduidingen. */
export interface NumberColumns extends OccurrenceColumns {
  readonly street: Float64Array;
  /** The place that overrides that of the street, 0 where none does. */
  readonly place: Uint16Array;
  readonly number: Uint32Array;
  /** packed-suffix.ts */
  readonly suffix: Uint32Array;
  /** model/postcode.ts */
  readonly postcode: Uint32Array;
}

/** Verblijfsobjecten, ligplaatsen and standplaatsen. */
export interface ObjectColumns extends OccurrenceColumns {
  readonly mainNumber: Float64Array;
  readonly xMm: Int32Array;
  readonly yMm: Int32Array;
  /** `NO_POSITION` here and in `lonE7` where the object has none. */
  readonly latE7: Int32Array;
  readonly lonE7: Int32Array;
}

/** The further house numbers of objects. */
export interface SecondaryColumns {
  /** Row of the object, in the table of the same file. */
  readonly object: Uint32Array;
  readonly number: Float64Array;
}

export const OCCURRENCE_COLUMNS: ColumnTypes<OccurrenceColumns> = {
  id: Float64Array,
  occurrence: Uint32Array,
  state: Uint8Array,
  byteOffset: Uint32Array,
};

export const STREET_COLUMNS: ColumnTypes<StreetColumns> = { ...OCCURRENCE_COLUMNS, place: Uint16Array };

export const NUMBER_COLUMNS: ColumnTypes<NumberColumns> = {
  ...OCCURRENCE_COLUMNS,
  street: Float64Array,
  place: Uint16Array,
  number: Uint32Array,
  suffix: Uint32Array,
  postcode: Uint32Array,
};

export const OBJECT_COLUMNS: ColumnTypes<ObjectColumns> = {
  ...OCCURRENCE_COLUMNS,
  mainNumber: Float64Array,
  xMm: Int32Array,
  yMm: Int32Array,
  latE7: Int32Array,
  lonE7: Int32Array,
};

export const SECONDARY_COLUMNS: ColumnTypes<SecondaryColumns> = { object: Uint32Array, number: Float64Array };
