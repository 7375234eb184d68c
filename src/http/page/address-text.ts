import type { Country } from '../../model/country.ts';
import type { Address } from './service-client.ts';

/** One field of the address form. */
export interface AddressField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** In sixths of the form's width. */
  readonly width: number;
}

/** The fields that a form of the country has, filled in where there is an address. */
export function fieldsOf(country: Country, address: Address | undefined): AddressField[] {
  const field = (name: string, label: string, width: number): AddressField => ({
    name,
    label,
    width,
    value: address === undefined ? '' : textOf((address as unknown as Record<string, unknown>)[name]),
  });
  switch (country) {
    case 'nl':
      return [
        field('street', 'Street', 6),
        field('housenumber', 'House number', 2),
        field('houseletter', 'Letter', 2),
        field('housenumberaddition', 'Addition', 2),
        field('postcode', 'Postcode', 2),
        field('city', 'City', 4),
        field('municipality', 'Municipality', 3),
        field('province', 'Province', 3),
      ];
    case 'be':
      return [
        field('street', 'Street', 6),
        field('housenumber', 'House number', 3),
        field('box_number', 'Box', 3),
        field('postcode', 'Postcode', 2),
        field('municipality', 'Municipality', 4),
        field('province', 'Province', 6),
      ];
    case 'lu':
      return [
        field('street', 'Street', 6),
        field('housenumber', 'House number', 3),
        field('houseletter', 'Letter', 3),
        field('postcode', 'Postcode', 2),
        field('city', 'City', 4),
        field('municipality', 'Municipality', 2),
        field('canton', 'Canton', 2),
        field('district', 'District', 2),
      ];
  }
}

/** The coordinates in the systems that the country has, as rows of name and value. */
export function coordinatesOf({ location }: Address): (readonly [name: string, value: string])[] {
  if (location === null) return [];
  const rows: (readonly [string, string])[] = [['Latitude, longitude', location.wgs84.join(', ')]];
  if ('rd' in location) rows.push(['RD x, y (m)', location.rd.join(', ')]);
  if ('bd72' in location) rows.push(['Lambert 72 x, y (m)', location.bd72.join(', ')]);
  return rows;
}

/** `12 A-2`, `12 box 3`: what stands on the door. */
export function houseOf(address: Address): string {
  if ('box_number' in address) return `${address.housenumber} box ${address.box_number}`;
  if (!('city' in address)) return address.housenumber;
  const addition = 'housenumberaddition' in address ? `-${address.housenumberaddition}` : '';
  return `${address.housenumber}${address.houseletter ?? ''}${addition}`;
}

/** On one line, to be read out. */
export function lineOf(address: Address): string {
  const place = 'city' in address ? address.city : textOf(address.municipality);
  return `${textOf(address.street)} ${houseOf(address)}, ${address.postcode} ${place}`;
}

/** A name in all its languages, once where they are the same. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return [...new Set(Object.values(value as Record<string, string>))].join(' / ');
}
