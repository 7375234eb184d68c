import { type Country, type Language, nameIn } from '../model/country.ts';
import { letterApart, writtenNumber } from '../model/house-number.ts';
import { formatIdentifier, municipalityCode } from '../model/identifiers.ts';
import { LocalMetric } from '../model/local-metric.ts';
import { addressLine } from '../model/postal-lines.ts';
import { postcodeOf } from '../query/documents.ts';
import type { FormerMatch, Match } from '../search/match.ts';
import type { CountryIndex } from '../store/country-index.ts';

/** The official parts of an answer as text; `''` for parts that do not apply, or differ among several addresses. */
export type AddressParts = Readonly<typeof NO_PARTS>;

export const NO_PARTS = {
  street: '',
  housenumber: '',
  houseletter: '',
  addition: '',
  postcode: '',
  place: '',
  municipality: '',
  province: '',
  latitude: '',
  longitude: '',
  /** NL: RD, BE: Belgian Lambert 72, in metres. */
  x: '',
  y: '',
  /** The register's identifier. */
  id: '',
  municipalityCode: '',
  /** That of the street's name. */
  language: '' as Language | '',
};

/** Addresses further apart than this have no position in common. */
const MAX_SPREAD_METRES = 50;

/** @internal */
export function partsOf(index: CountryIndex, match: Match): AddressParts {
  const { status, addresses, streets, nearest, place, language, former } = match;
  // A position, but no address: there is none.
  if (status === 'former') return { ...NO_PARTS, ...lastPositionOf(index, former!, match) };
  if (addresses.length > 0) return partsOfAddresses(index, addresses, language);
  if (streets.length > 0) {
    const parts = commonParts(streets.map((street) => partsOfStreet(index, street, language)));
    return nearest === undefined ? parts : { ...parts, ...positionOf(index, nearest) };
  }
  if (place !== undefined) return partsOfPlace(index, place);
  return NO_PARTS;
}

/** The last position of an address that was withdrawn, or else that of the house, street or place of today. */
function lastPositionOf(index: CountryIndex, former: FormerMatch, { nearest, place }: Match): Partial<AddressParts> {
  const last = positionOf(index.former!.index, former.address);
  if ('latitude' in last) return last;
  if (nearest !== undefined) return positionOf(index, nearest);
  return place === undefined ? {} : middleOf(index, ...index.addressesUnder('place', place));
}

/** The parts of an address, without its position. */
export function partsOfAddress(index: CountryIndex, address: number, language: Language | undefined): AddressParts {
  const number = index.addresses.numberOf(address);
  const suffix = index.addresses.suffixOf(address);
  return {
    ...partsOfStreet(index, index.streets.streetOf(address), language),
    housenumber: writtenNumber(index.country, number, suffix),
    houseletter: letterApart(index.country, number, suffix),
    addition: suffix.addition,
    postcode: postcodeOf(index, address),
    id: formatIdentifier(index.country, index.addresses.idOf(address)),
  };
}

/** The street and the areas that it is in. */
export function partsOfStreet(index: CountryIndex, street: number, language: Language | undefined): AddressParts {
  const shown = language ?? index.streets.officialLanguageOf(street);
  return {
    ...partsOfAreas(index, index.streets.placeOf(street), shown),
    street: index.streets.nameOf(street, shown),
    language: shown ?? '',
  };
}

/** The parts of a place, with a position in its middle. */
function partsOfPlace(index: CountryIndex, place: number): AddressParts {
  return { ...partsOfAreas(index, place, undefined), ...middleOf(index, ...index.addressesUnder('place', place)) };
}

/** A place and the areas above it. */
function partsOfAreas({ areas, country }: CountryIndex, ordinal: number, language: Language | undefined): AddressParts {
  const { place, municipality, province } = areas.upFrom(ordinal);
  return {
    ...NO_PARTS,
    place: nameIn(place.names, language),
    municipality: nameIn(municipality.names, language),
    province: nameIn(province.names, language),
    municipalityCode: municipalityCode(country, municipality.id) ?? '',
  };
}

/** The mean of up to a hundred positions spread over a range of addresses. */
function middleOf({ addresses }: CountryIndex, from: number, to: number): Partial<AddressParts> {
  let count = 0;
  let latE7 = 0;
  let lonE7 = 0;
  const step = Math.max(1, Math.floor((to - from) / 100));
  for (let address = from; address < to; address += step) {
    if (!addresses.hasPosition(address)) continue;
    count++;
    latE7 += addresses.latE7Of(address);
    lonE7 += addresses.lonE7Of(address);
  }
  if (count === 0) return {};
  return { latitude: degrees(Math.round(latE7 / count)), longitude: degrees(Math.round(lonE7 / count)) };
}

function partsOfAddresses(index: CountryIndex, found: readonly number[], language: Language | undefined): AddressParts {
  const common = commonParts(found.map((address) => partsOfAddress(index, address, language)));
  return isNear(index, found) ? { ...common, ...positionOf(index, found[0]!) } : common;
}

/** The parts that are the same in all; `''` for the others. */
function commonParts([first, ...others]: readonly AddressParts[]): AddressParts {
  const common: { -readonly [part in keyof AddressParts]: AddressParts[part] } = { ...first! };
  for (const parts of others) {
    for (const part of Object.keys(common) as (keyof AddressParts)[])
      if (common[part] !== parts[part]) common[part] = '';
  }
  return common;
}

function isNear({ addresses }: CountryIndex, found: readonly number[]): boolean {
  const [first] = found;
  if (!addresses.hasPosition(first!)) return false;
  const metric = new LocalMetric(addresses.latE7Of(first!) / 1e7, addresses.lonE7Of(first!) / 1e7);
  return found.every(
    (address) =>
      addresses.hasPosition(address) &&
      metric.squaredMetresTo(addresses.latE7Of(address), addresses.lonE7Of(address)) <= MAX_SPREAD_METRES ** 2,
  );
}

function positionOf({ addresses }: CountryIndex, address: number): Partial<AddressParts> {
  if (!addresses.hasPosition(address)) return {};
  const grid = addresses.gridOf(address);
  return {
    latitude: degrees(addresses.latE7Of(address)),
    longitude: degrees(addresses.lonE7Of(address)),
    ...(grid !== undefined && { x: String(grid[0]), y: String(grid[1]) }),
  };
}

/** The postal lines in one: `Kerkstraat 12A-3, 1017 GC Amsterdam`; unknown parts are left out. */
export function inOneLine(parts: AddressParts, country: Country): string {
  return addressLine({ ...parts, country, language: parts.language || undefined });
}

function degrees(e7: number): string {
  return String(e7 / 1e7);
}
