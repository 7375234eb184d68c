import type { Alias, Names } from './country.ts';

/**
 * The named areas of a country, from large to small. Each level refers to the one above by position in its array.
 *
 * `id` is the register's own identifier as a whole number (below 2^53), unique within its level and country, and the
 * same in the next release for the same area or street: the contexts of a drill-down are derived from it.
 */
export interface Gazetteer {
  /** A level above the provinces: the regions of Belgium, the districts of Luxembourg. Empty in the Netherlands. */
  readonly regions: readonly Region[];
  /** NL and BE provinces (for Brussels its region), LU cantons. */
  readonly provinces: readonly Province[];
  readonly municipalities: readonly Municipality[];
  /** NL woonplaatsen, BE postal places, LU localities. */
  readonly places: readonly Place[];
  /** One entry per street and place: a street through two places is listed twice, with one `id`. */
  readonly streets: readonly Street[];
}

export interface NamedArea {
  readonly id: number;
  readonly names: Names;
  readonly aliases?: readonly Alias[];
}

export interface Region extends NamedArea {}

export interface Province extends NamedArea {
  /** Position in `regions`; absent where the country has none. */
  readonly region?: number;
}

export interface Municipality extends NamedArea {
  readonly province: number;
}

export interface Place extends NamedArea {
  readonly municipality: number;
}

export interface Street extends NamedArea {
  readonly place: number;
  /** Identifiers of further register streets merged into this entry (same name, same place). */
  readonly otherIds?: readonly number[];
}

/** The field for the other names of an area or street, absent where there are none. */
export function withAliases(aliases: readonly Alias[]): Pick<NamedArea, 'aliases'> {
  return aliases.length === 0 ? {} : { aliases };
}
