/**
 * The current records of CACLR, joined, in the register's own words. They are few (ten thousand), so they are objects;
 * buildings are many and stay rows of their table.
 */

export interface District {
  /** Four letters: `LUXE`. */
  readonly code: string;
  /** In capitals, without accents. */
  readonly nom: string;
}

export interface Canton {
  /** Two digits; `00` is the city of Luxembourg. */
  readonly code: string;
  /** In capitals, without accents. */
  readonly nom: string;
  readonly district: District;
}

export interface Commune {
  /** Two digits, unique within the canton only: joined by code alone, Luxembourg (00/01) lands in Burmerange (13/01). */
  readonly code: string;
  readonly nom: string;
  readonly canton: Canton;
}

export interface Localite {
  readonly numero: number;
  readonly nom: string;
  readonly commune: Commune;
}

export interface Rue {
  readonly numero: number;
  readonly nom: string;
  readonly localite: Localite;
}

/** The other names of a locality or street. */
export interface Aliases {
  readonly noms: readonly AliasNom[];
  /** The language of the official name, where an alias that is the same name has one. */
  readonly langueOfficielle: Langue;
}

export interface AliasNom {
  readonly nom: string;
  readonly langue: Langue;
}

/** Luxembourgish, French, German (`allemand`), or not said. */
export type Langue = 'L' | 'F' | 'A' | '';

/** Everything of CACLR that is in force. */
export interface CurrentCaclr {
  readonly districts: readonly District[];
  readonly cantons: readonly Canton[];
  readonly communes: readonly Commune[];
  readonly localites: readonly Localite[];
  readonly rues: readonly Rue[];
  /** By LOCALITE.NUMERO; quarters of a town are among its aliases. */
  readonly aliasesOfLocalite: ReadonlyMap<number, Aliases>;
  /** By RUE.NUMERO. */
  readonly aliasesOfRue: ReadonlyMap<number, Aliases>;
  /** CODEPT.LIB_POST_MAJUSCULE by postcode, those of post-office boxes among them: seven houses have one. */
  readonly postalNameOf: ReadonlyMap<number, string>;
  readonly immeubles: Immeubles;
}

/** The buildings that are addresses today: rows of IMMEUBLE, and for each the position of its street in `rues`. */
export interface Immeubles {
  readonly rows: Uint32Array;
  readonly rue: Uint32Array;
  /** IMMDESIG.DESIGNATION of the buildings that have no number, by NUMERO_INTERNE. */
  readonly designations: ReadonlyMap<number, string>;
}
