import type { AddressBE, AddressLU, AddressNL, AddressOf, LocationNL, NamesBE } from '../model/address.ts';
import { type Country, type Names, nameIn } from '../model/country.ts';
import { formatPostcode } from '../model/postcode.ts';
import type { Area } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';

/**
 * The document of an address, as all three operations answer with it. About a microsecond, a third of it for finding the
 * street, which who knows it can give.
 */
export function makeDocument<C extends Country>(
  index: CountryIndex,
  address: number,
  street: number = index.streets.streetOf(address),
): AddressOf[C] {
  return MAKERS[index.country](index, address, street) as AddressOf[C];
}

/** The documents of addresses that mostly share a street with the one before, in the order given. */
export function makeDocuments<C extends Country>(index: CountryIndex, addresses: readonly number[]): AddressOf[C][] {
  const documents: AddressOf[C][] = [];
  let street = 0;
  let from = 0;
  let to = 0;
  for (const address of addresses) {
    if (address < from || address >= to) {
      street = index.streets.streetOf(address);
      [from, to] = index.streets.addressesOf(street);
    }
    documents.push(makeDocument<C>(index, address, street));
  }
  return documents;
}

const MAKERS: { readonly [C in Country]: (index: CountryIndex, address: number, street: number) => AddressOf[C] } = {
  nl: makeNL,
  be: makeBE,
  lu: makeLU,
};

function makeNL(index: CountryIndex, address: number, street: number): AddressNL {
  const { addresses, streets } = index;
  const { letter, addition } = addresses.suffixOf(address);
  const areas = areasAbove(index, street);
  const city = nameIn(areas.place.names);
  const housenumber = String(addresses.numberOf(address));
  const municipality = nameIn(areas.municipality.names);
  const postcode = postcodeOf(index, address);
  const province = nameIn(areas.province.names);
  const streetName = streets.nameOf(street);
  const location = addresses.hasPosition(address) ? locationNL(index, address) : null;
  // A plain literal for most addresses: one of spreads takes as long as all the rest.
  if (letter === '' && addition === '') {
    return { city, housenumber, municipality, postcode, province, street: streetName, location };
  }
  return {
    city,
    housenumber,
    ...(letter !== '' && { houseletter: letter }),
    ...(addition !== '' && { housenumberaddition: addition }),
    municipality,
    postcode,
    province,
    street: streetName,
    location,
  };
}

function locationNL({ addresses }: CountryIndex, address: number): LocationNL {
  const latE7 = addresses.latE7Of(address);
  const lonE7 = addresses.lonE7Of(address);
  return { wgs84: [latE7 / 1e7, lonE7 / 1e7], rd: addresses.gridOf(address, latE7, lonE7)! };
}

function makeBE(index: CountryIndex, address: number, street: number): AddressBE {
  const { addresses, streets } = index;
  const { letter, addition } = addresses.suffixOf(address);
  const { municipality, province } = areasAbove(index, street);
  return {
    housenumber: `${addresses.numberOf(address) || ''}${letter}`,
    ...(addition !== '' && { box_number: addition }),
    postcode: postcodeOf(index, address),
    street: namesBE(streets.namesOf(street)),
    municipality: namesBE(municipality.names),
    province: namesBE(province.names),
    location: addresses.hasPosition(address)
      ? { wgs84: wgs84Of(index, address), bd72: addresses.gridOf(address)! }
      : null,
  };
}

function makeLU(index: CountryIndex, address: number, street: number): AddressLU {
  const { addresses, streets, areas } = index;
  const number = addresses.numberOf(address);
  const { letter, rangeEnd } = addresses.suffixOf(address);
  const { place, municipality, province } = areasAbove(index, street);
  // A range or the designation of a house without a number belongs to the number; what else follows it is its letter.
  const isPartOfNumber = number === 0 || rangeEnd > 0 || letter.startsWith('-');
  return {
    canton: nameIn(province.names),
    city: nameIn(place.names),
    district: nameIn(areas.at('region', province.parent).names),
    housenumber: `${number || ''}${isPartOfNumber ? letter : ''}`,
    ...(letter !== '' && !isPartOfNumber && { houseletter: letter }),
    municipality: nameIn(municipality.names),
    postcode: postcodeOf(index, address),
    street: streets.nameOf(street),
    location: addresses.hasPosition(address) ? { wgs84: wgs84Of(index, address) } : null,
  };
}

/** What a street lies in. */
export function areasAbove(index: CountryIndex, street: number): { place: Area; municipality: Area; province: Area } {
  const place = index.areas.at('place', index.streets.placeOf(street));
  const municipality = index.areas.at('municipality', place.parent);
  return { place, municipality, province: index.areas.at('province', municipality.parent) };
}

/** The postcode of an address as its register writes it, `''` for none. */
export function postcodeOf(index: CountryIndex, address: number): string {
  return formatPostcode(index.country, index.postcodes.codeAt(index.addresses.postcodeOf(address)));
}

function wgs84Of({ addresses }: CountryIndex, address: number): [latitude: number, longitude: number] {
  return [addresses.latE7Of(address) / 1e7, addresses.lonE7Of(address) / 1e7];
}

/** The three languages of Belgium, in the order of the specification's properties. */
function namesBE({ de, fr, nl }: Names): NamesBE {
  return { ...(de !== undefined && { de }), ...(fr !== undefined && { fr }), ...(nl !== undefined && { nl }) };
}
