import type { Country } from './country.ts';
import type { Identifiers } from './identifiers.ts';
import type { RegisterObject } from './register-object.ts';

/**
 * The documents that every operation answers with, in the specification's field names. A field that does not apply is left
 * out, except `location`, which is `null` when the register gives no position.
 */
export interface AddressNL {
  readonly city: string;
  /** Digits alone. */
  readonly housenumber: string;
  readonly houseletter?: string;
  readonly housenumberaddition?: string;
  readonly municipality: string;
  /** `1012JS`; `""` for the addresses to which the register gives none. */
  readonly postcode: string;
  readonly province: string;
  readonly street: string;
  readonly location: LocationNL | null;
  /** Only if the request asks for them. */
  readonly identifiers?: Identifiers;
  /** With `identifiers`, of an index built with objects: what it is the address of, mostly one; the one at its location first. */
  readonly objects?: readonly RegisterObject[];
  /** Only if the request asks for it: the lines on an envelope, by the rules of the country's post. */
  readonly label?: readonly string[];
}

export interface AddressBE {
  /** As the register writes it: `12`, `12A`, `ZN`. */
  readonly housenumber: string;
  readonly box_number?: string;
  readonly postcode: string;
  readonly street: NamesBE;
  readonly municipality: NamesBE;
  /** In Brussels, which belongs to no province, the region. */
  readonly province: NamesBE;
  /** Only if the request asks for it: the name of the place as on an envelope, Lembeek where the municipality is Halle. */
  readonly postal_name?: NamesBE;
  readonly location: LocationBE | null;
  readonly identifiers?: Identifiers;
  readonly label?: readonly string[];
}

/** Has only the languages that apply. */
export interface NamesBE {
  readonly de?: string;
  readonly fr?: string;
  readonly nl?: string;
}

export interface AddressLU {
  readonly canton: string;
  readonly city: string;
  readonly district: string;
  /** As the register writes it: `12`, `109-115`; the designation of a house without a number. */
  readonly housenumber: string;
  readonly houseletter?: string;
  readonly municipality: string;
  readonly postcode: string;
  readonly street: string;
  readonly location: LocationLU | null;
  readonly identifiers?: Identifiers;
  readonly label?: readonly string[];
}

export type Address = AddressNL | AddressBE | AddressLU;

/** An address with the parts of its number, whichever of them its country has. */
export type AnyAddress = Address &
  Partial<Pick<AddressNL, 'houseletter' | 'housenumberaddition'> & Pick<AddressBE, 'box_number'>>;

export interface LocationNL {
  /** Latitude, longitude in degrees. */
  readonly wgs84: readonly [latitude: number, longitude: number];
  /** RD (EPSG:28992) in metres, to the millimetre. */
  readonly rd: readonly [x: number, y: number];
}

export interface LocationBE {
  readonly wgs84: readonly [latitude: number, longitude: number];
  /** Belgian Lambert 72 (EPSG:31370) in metres, to the millimetre. */
  readonly bd72: readonly [x: number, y: number];
}

export interface LocationLU {
  readonly wgs84: readonly [latitude: number, longitude: number];
}

/** What distinguishes the addresses with one postcode and house number, in the fields of their documents. */
export interface AlternativeOf {
  readonly nl: Pick<AddressNL, 'street' | 'housenumber' | 'houseletter' | 'housenumberaddition'>;
  readonly be: Pick<AddressBE, 'street' | 'housenumber' | 'box_number'>;
  readonly lu: Pick<AddressLU, 'street' | 'housenumber' | 'houseletter'>;
}

/** Which document each country answers with. */
export interface AddressOf {
  readonly nl: AddressNL;
  readonly be: AddressBE;
  readonly lu: AddressLU;
}

/**
 * Whether an address is of this country, judged by the fields that only its documents have; `false` for `null` and `undefined`.
 *
 * @example if (isAddressOf('be', address)) address.street.fr
 */
export function isAddressOf<C extends Country>(
  country: C,
  address: Address | null | undefined,
): address is AddressOf[C] {
  if (typeof address !== 'object' || address === null) return false;
  return country === ('canton' in address ? 'lu' : typeof address.street === 'string' ? 'nl' : 'be');
}
