import type { Country } from './country.ts';

/**
 * What the registers call an address and its municipality, so that an answer can be joined with other data.
 *
 *     NL  address       BAG nummeraanduiding, 16 digits       0363200000006110
 *         municipality  CBS code                              GM0363
 *     BE  address       BeST region_code and address_id       BE-BRU:4568
 *         municipality  NIS code                              21004
 *     LU  address       CACLR IMMEUBLE.NUMERO_INTERNE         127237        (id_caclr_bat of BD-Adresses)
 *         municipality  CACLR canton and commune, two digits  0203
 */
export interface Identifiers {
  /** The register's identifier of the address, unique in its country. */
  readonly address: string;
  /** The code of its municipality; left out where the register does not say which it is. */
  readonly municipality?: string;
}

/** Belgian identifiers are unique only within their region; in an index a digit precedes them, the first of the region's NIS code. */
const REGION_DIGITS = { 'BE-VLG': 2, 'BE-WAL': 3, 'BE-BRU': 4 } as const;
/** Identifiers of a region are below this, so the digit fits before them. */
const REGION_UNIT = 1e12;

/** One number for an identifier of a Belgian region, unique in Belgium: 4000000004568 is Brussels' 4568. */
export function belgianIdentifier(region: keyof typeof REGION_DIGITS, id: number): number {
  return REGION_DIGITS[region] * REGION_UNIT + id;
}

/** The identifier as the region writes it: the inverse of `belgianIdentifier`. */
export function identifierInRegion(id: number): string {
  return String(id % REGION_UNIT);
}

/** The identifier of an address, from its number in an index. A Belgian one that no region has given is the number itself. */
export function formatIdentifier(country: Country, id: number): string {
  if (country === 'nl') return String(id).padStart(16, '0');
  if (country === 'lu') return String(id);
  const digit = Math.floor(id / REGION_UNIT);
  const region = Object.entries(REGION_DIGITS).find(([, each]) => each === digit)?.[0];
  return region === undefined ? `BE:${id}` : `${region}:${identifierInRegion(id)}`;
}

/** Its number in an index, with leading zeros or without; `undefined` for what is no identifier of the country. */
export function parseIdentifier(country: Country, text: string): number | undefined {
  if (country !== 'be') return /^[0-9]{1,16}$/.test(text) ? Number(text) : undefined;
  const [, region, id] = /^BE(-VLG|-WAL|-BRU)?:([0-9]{1,16})$/i.exec(text) ?? [];
  if (id === undefined) return undefined;
  if (region === undefined) return Number(id);
  const code = `BE${region.toUpperCase()}` as keyof typeof REGION_DIGITS;
  return Number(id) < REGION_UNIT ? belgianIdentifier(code, Number(id)) : undefined;
}

/** The code of a municipality, from its number in an index; `undefined` for the number of no known municipality. */
export function municipalityCode(country: Country, id: number): string | undefined {
  if (id === 0) return undefined;
  const digits = String(id).padStart(country === 'be' ? 5 : 4, '0');
  return country === 'nl' ? `GM${digits}` : digits;
}
