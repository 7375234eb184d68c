import type { Address, AddressBE, AddressLU, AddressNL, AddressOf, AnyAddress, NamesBE } from '../model/address.ts';
import { type Country, type Language, type Names, nameIn } from '../model/country.ts';
import { letterApart, writtenNumber } from '../model/house-number.ts';
import { formatIdentifier, type Identifiers, municipalityCode } from '../model/identifiers.ts';
import { kept } from '../model/kept.ts';
import { postalLines } from '../model/postal-lines.ts';
import { formatPostcode } from '../model/postcode.ts';
import type { AddressFacts } from '../store/address-table.ts';
import type { CountryIndex } from '../store/country-index.ts';

/** What documents have besides the fields of the specification. */
export interface DocumentOptions {
  /** Documents have the register's identifiers and, if the index has them, their objects. */
  readonly identifiers?: boolean | undefined;
  /**
   * Belgian documents have `postal_name`: the name of the place that goes with the postcode, which is often not that of the municipality.
   * Dutch and Luxembourg documents always have it, as `city`.
   */
  readonly postalName?: boolean | undefined;
  /**
   * Documents have `label`, the lines of the address on an envelope: in this language where its names exist in it; `true` for the language in
   * which they were asked for or, where that is not known, the official one.
   */
  readonly label?: boolean | Language | undefined;
}

/**
 * The document of an address, as every operation returns it. Under half a microsecond; a third of that is finding the
 * street, so pass it if you have it.
 */
export function makeDocument<C extends Country>(
  index: CountryIndex,
  address: number,
  street: number = index.streets.streetOf(address),
  options: DocumentOptions = {},
): AddressOf[C] {
  const facts = index.addresses.factsOf(address);
  const document = OF_STREET[index.country](index, street)(facts, postcodeAt(index, facts.postcode)) as AddressOf[C];
  return isPlain(options) ? document : withOptions(index, document, address, street, options);
}

/** The documents of addresses in the order given. Streets and postcodes are remembered, since neighbours share them. */
export function makeDocuments<C extends Country>(
  index: CountryIndex,
  addresses: readonly number[],
  options: DocumentOptions = {},
): AddressOf[C][] {
  const { streets } = index;
  /** The last few streets, the latest first: neighbouring addresses lie in a few streets, in any order. */
  const known: KnownStreet<AddressOf[C]>[] = [];
  const postcodes = new Map<number, string>();
  return addresses.map((address) => {
    let street = known.find(({ from, to }) => address >= from && address < to);
    if (street === undefined) {
      const ordinal = streets.streetOf(address);
      const [from, to] = streets.addressesOf(ordinal);
      const make = OF_STREET[index.country](index, ordinal) as StreetDocuments<AddressOf[C]>;
      street = { ordinal, from, to, make };
      known.unshift(street);
      known.splice(KNOWN_STREETS);
    }
    const facts = index.addresses.factsOf(address);
    const postcode = kept(postcodes, facts.postcode, (ordinal) => postcodeAt(index, ordinal));
    const document = street.make(facts, postcode);
    return isPlain(options) ? document : withOptions(index, document, address, street.ordinal, options);
  });
}

/** A street, the range of its addresses, and what makes their documents. */
interface KnownStreet<Document> {
  readonly ordinal: number;
  readonly from: number;
  readonly to: number;
  readonly make: StreetDocuments<Document>;
}

const KNOWN_STREETS = 8;

function isPlain({ identifiers = false, postalName = false, label = false }: DocumentOptions): boolean {
  return !identifiers && !postalName && label === false;
}

/** The options of documents whose names were asked for in this language. */
export function inLanguage(options: DocumentOptions, language: Language | undefined): DocumentOptions {
  return options.label === true ? { ...options, label: language ?? true } : options;
}

function withOptions<Document extends Address>(
  index: CountryIndex,
  document: Document,
  address: number,
  street: number,
  { identifiers = false, postalName = false, label = false }: DocumentOptions,
): Document {
  return {
    ...document,
    ...(postalName &&
      index.country === 'be' && { postal_name: inThreeLanguages(index.areasAbove(street).place.names) }),
    ...(identifiers && { identifiers: identifiersOf(index, address, street) }),
    ...(identifiers && index.objects && { objects: index.objects.of(address) }),
    ...(label !== false && { label: labelOf(index, document, street, label === true ? undefined : label) }),
  };
}

function labelOf(index: CountryIndex, document: Address, street: number, wanted: Language | undefined): string[] {
  const { country, streets } = index;
  const { housenumber, houseletter = '', housenumberaddition, box_number, postcode } = document as AnyAddress;
  const language = wanted ?? streets.officialLanguageOf(street);
  return postalLines({
    country,
    street: streets.nameOf(street, language),
    housenumber,
    houseletter,
    addition: housenumberaddition ?? box_number ?? '',
    postcode,
    place: nameIn(index.areasAbove(street).place.names, language),
    language,
  });
}

/** The register's identifier of an address, and the code of its municipality. */
function identifiersOf(index: CountryIndex, address: number, street: number): Identifiers {
  const municipality = municipalityCode(index.country, index.areasAbove(street).municipality.id);
  return {
    address: formatIdentifier(index.country, index.addresses.idOf(address)),
    ...(municipality !== undefined && { municipality }),
  };
}

/** Makes the documents of the addresses of one street, which share its names. */
type StreetDocuments<Document> = (facts: AddressFacts, postcode: string) => Document;

const OF_STREET: {
  readonly [C in Country]: (index: CountryIndex, street: number) => StreetDocuments<AddressOf[C]>;
} = { nl: ofStreetNL, be: ofStreetBE, lu: ofStreetLU };

function ofStreetNL({ areas, streets }: CountryIndex, ordinal: number): StreetDocuments<AddressNL> {
  const { place: city, municipality, province } = areas.officialNamesOf(streets.placeOf(ordinal));
  const street = streets.nameOf(ordinal);
  return ({ number, suffix, wgs84, grid }, postcode) => {
    const { letter, addition } = suffix;
    const housenumber = String(number);
    const location = wgs84 && { wgs84, rd: grid! };
    // Plain literals, each of which makes objects of one shape: object spreads would take as long as all the rest.
    if (addition !== '') {
      return letter === ''
        ? { city, housenumber, housenumberaddition: addition, municipality, postcode, province, street, location }
        : {
            city,
            housenumber,
            houseletter: letter,
            housenumberaddition: addition,
            municipality,
            postcode,
            province,
            street,
            location,
          };
    }
    return letter === ''
      ? { city, housenumber, municipality, postcode, province, street, location }
      : { city, housenumber, houseletter: letter, municipality, postcode, province, street, location };
  };
}

function ofStreetBE(index: CountryIndex, ordinal: number): StreetDocuments<AddressBE> {
  const { municipality, province } = index.areasAbove(ordinal);
  const names = {
    street: inThreeLanguages(index.streets.namesOf(ordinal)),
    municipality: inThreeLanguages(municipality.names),
    province: inThreeLanguages(province.names),
  };
  return ({ number, suffix, wgs84, grid }, postcode) => {
    const { addition } = suffix;
    const housenumber = writtenNumber('be', number, suffix);
    // Copies: a change to one document must not show in another.
    const street = { ...names.street };
    const municipality = { ...names.municipality };
    const province = { ...names.province };
    const location = wgs84 && { wgs84, bd72: grid! };
    return addition === ''
      ? { housenumber, postcode, street, municipality, province, location }
      : { housenumber, box_number: addition, postcode, street, municipality, province, location };
  };
}

/** The three languages of Belgium, in the order of the specification's properties. */
function inThreeLanguages({ de, fr, nl }: Names): NamesBE {
  return { ...(de !== undefined && { de }), ...(fr !== undefined && { fr }), ...(nl !== undefined && { nl }) };
}

function ofStreetLU({ areas, streets }: CountryIndex, ordinal: number): StreetDocuments<AddressLU> {
  const { place: city, municipality, province, region } = areas.officialNamesOf(streets.placeOf(ordinal));
  const [canton, district, street] = [province, region, streets.nameOf(ordinal)];
  return ({ number, suffix, wgs84 }, postcode) => {
    const housenumber = writtenNumber('lu', number, suffix);
    const houseletter = letterApart('lu', number, suffix);
    const location = wgs84 && { wgs84 };
    return houseletter === ''
      ? { canton, city, district, housenumber, municipality, postcode, street, location }
      : { canton, city, district, housenumber, houseletter, municipality, postcode, street, location };
  };
}

/** The postcode of an address as its register writes it, `''` for none. */
export function postcodeOf(index: CountryIndex, address: number): string {
  return postcodeAt(index, index.addresses.postcodeOf(address));
}

function postcodeAt(index: CountryIndex, ordinal: number): string {
  return formatPostcode(index.country, index.postcodes.codeAt(ordinal));
}
