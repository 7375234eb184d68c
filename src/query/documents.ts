import type { AddressBE, AddressLU, AddressNL, AddressOf, NamesBE } from '../model/address.ts';
import { type Country, type Names, nameIn } from '../model/country.ts';
import { formatPostcode } from '../model/postcode.ts';
import type { Area } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';

/** The document of an address, as all three operations answer with it. About a microsecond. */
export function makeDocument<C extends Country>(index: CountryIndex, address: number): AddressOf[C] {
  return MAKERS[index.country](index, address) as AddressOf[C];
}

const MAKERS: { readonly [C in Country]: (index: CountryIndex, address: number) => AddressOf[C] } = {
  nl: makeNL,
  be: makeBE,
  lu: makeLU,
};

function makeNL(index: CountryIndex, address: number): AddressNL {
  const { addresses, streets } = index;
  const { letter, addition } = addresses.suffixOf(address);
  const street = streets.streetOf(address);
  const { place, municipality, province } = areasAbove(index, street);
  return {
    city: nameIn(place.names),
    housenumber: String(addresses.numberOf(address)),
    ...(letter !== '' && { houseletter: letter }),
    ...(addition !== '' && { housenumberaddition: addition }),
    municipality: nameIn(municipality.names),
    postcode: postcodeOf(index, address),
    province: nameIn(province.names),
    street: streets.nameOf(street),
    location: addresses.hasPosition(address)
      ? { wgs84: wgs84Of(index, address), rd: addresses.gridOf(address)! }
      : null,
  };
}

function makeBE(index: CountryIndex, address: number): AddressBE {
  const { addresses, streets } = index;
  const { letter, addition } = addresses.suffixOf(address);
  const street = streets.streetOf(address);
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

function makeLU(index: CountryIndex, address: number): AddressLU {
  const { addresses, streets, areas } = index;
  const number = addresses.numberOf(address);
  const { letter, rangeEnd } = addresses.suffixOf(address);
  const street = streets.streetOf(address);
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
