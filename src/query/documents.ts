import type { Address, AddressBE, AddressLU, AddressNL, AddressOf, AnyAddress, NamesBE } from '../model/address.ts';
import { type Country, type Language, type Names, nameIn } from '../model/country.ts';
import { isPartOfNumber } from '../model/house-number.ts';
import { formatIdentifier, type Identifiers, municipalityCode } from '../model/identifiers.ts';
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
  const document = MAKERS[index.country].one(index, address, street) as AddressOf[C];
  return isPlain(options) ? document : withOptions(index, document, address, street, options);
}

/**
 * The documents of addresses in the order given. The street and postcode of the last few are remembered, since
 * neighbours share them.
 */
export function makeDocuments<C extends Country>(
  index: CountryIndex,
  addresses: readonly number[],
  options: DocumentOptions = {},
): AddressOf[C][] {
  const documents = MAKERS[index.country].all(index, addresses) as AddressOf[C][];
  if (isPlain(options)) return documents;
  return documents.map((document, i) => {
    const address = addresses[i]!;
    return withOptions(index, document, address, index.streets.streetOf(address), options);
  });
}

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
  const municipality = municipalityCodeOf(index, street);
  return {
    address: formatIdentifier(index.country, index.addresses.idOf(address)),
    ...(municipality !== undefined && { municipality }),
  };
}

/** The code of the municipality that a street is in. */
function municipalityCodeOf(index: CountryIndex, street: number): string | undefined {
  return municipalityCode(index.country, index.areasAbove(street).municipality.id);
}

interface DocumentMaker<Document> {
  readonly one: (index: CountryIndex, address: number, street: number) => Document;
  readonly all: (index: CountryIndex, addresses: readonly number[]) => Document[];
}

const MAKERS: { readonly [C in Country]: DocumentMaker<AddressOf[C]> } = {
  nl: makerOf(namesNL, makeNL),
  be: makerOf(namesBE, makeBE),
  lu: makerOf(namesLU, makeLU),
};

/** Makes documents from the names that all addresses of a street share, the postcode, and the facts of the address itself. */
function makerOf<StreetNames, Document>(
  namesOf: (index: CountryIndex, street: number) => StreetNames,
  make: (facts: AddressFacts, names: StreetNames, postcode: string) => Document,
): DocumentMaker<Document> {
  return {
    one: (index, address, street) => {
      const facts = index.addresses.factsOf(address);
      return make(facts, namesOf(index, street), postcodeAt(index, facts.postcode));
    },
    all: (index, list) => {
      const { addresses, streets } = index;
      const documents: Document[] = [];
      const postcodes = new PostcodeTexts(index);
      const known: KnownStreet<StreetNames>[] = [];
      for (const address of list) {
        let street = knownStreet(known, address);
        if (street === undefined) {
          const number = streets.streetOf(address);
          const [from, to] = streets.addressesOf(number);
          street = { from, to, names: namesOf(index, number) };
          known.push(street);
        }
        const facts = addresses.factsOf(address);
        documents.push(make(facts, street.names, postcodes.textAt(facts.postcode)));
      }
      return documents;
    },
  };
}

/** The names of a street, and the range of its addresses. */
interface KnownStreet<StreetNames> {
  readonly from: number;
  readonly to: number;
  readonly names: StreetNames;
}

/** One of the last few streets: neighbouring addresses lie in a few streets, in any order. */
function knownStreet<StreetNames>(
  known: readonly KnownStreet<StreetNames>[],
  address: number,
): KnownStreet<StreetNames> | undefined {
  for (let i = known.length - 1; i >= 0 && i >= known.length - KNOWN_STREETS; i--) {
    const street = known[i]!;
    if (address >= street.from && address < street.to) return street;
  }
  return undefined;
}

const KNOWN_STREETS = 8;

/** Postcodes as their register writes them; remembers the last few. */
class PostcodeTexts {
  readonly #index: CountryIndex;
  readonly #positions: number[] = [];
  readonly #texts: string[] = [];

  constructor(index: CountryIndex) {
    this.#index = index;
  }

  textAt(position: number): string {
    const positions = this.#positions;
    for (let i = positions.length - 1; i >= 0 && i >= positions.length - KNOWN_POSTCODES; i--) {
      if (positions[i] === position) return this.#texts[i]!;
    }
    const text = postcodeAt(this.#index, position);
    positions.push(position);
    this.#texts.push(text);
    return text;
  }
}

const KNOWN_POSTCODES = 8;

interface StreetNamesNL {
  readonly city: string;
  readonly municipality: string;
  readonly province: string;
  readonly street: string;
}

function namesNL({ areas, streets }: CountryIndex, street: number): StreetNamesNL {
  const { place, municipality, province } = areas.officialNamesOf(streets.placeOf(street));
  return { city: place, municipality, province, street: streets.nameOf(street) };
}

function makeNL({ number, suffix, wgs84, grid }: AddressFacts, names: StreetNamesNL, postcode: string): AddressNL {
  const { letter, addition } = suffix;
  const { city, municipality, province, street } = names;
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
}

interface StreetNamesBE {
  readonly street: NamesBE;
  readonly municipality: NamesBE;
  readonly province: NamesBE;
}

function namesBE(index: CountryIndex, street: number): StreetNamesBE {
  const { municipality, province } = index.areasAbove(street);
  return {
    street: inThreeLanguages(index.streets.namesOf(street)),
    municipality: inThreeLanguages(municipality.names),
    province: inThreeLanguages(province.names),
  };
}

/** The three languages of Belgium, in the order of the specification's properties. */
function inThreeLanguages({ de, fr, nl }: Names): NamesBE {
  return { ...(de !== undefined && { de }), ...(fr !== undefined && { fr }), ...(nl !== undefined && { nl }) };
}

function makeBE({ number, suffix, wgs84, grid }: AddressFacts, names: StreetNamesBE, postcode: string): AddressBE {
  const { letter, addition } = suffix;
  const housenumber = number === 0 ? letter : letter === '' ? String(number) : `${number}${letter}`;
  // Copies: a change to one document must not show in another.
  const street = { ...names.street };
  const municipality = { ...names.municipality };
  const province = { ...names.province };
  const location = wgs84 && { wgs84, bd72: grid! };
  return addition === ''
    ? { housenumber, postcode, street, municipality, province, location }
    : { housenumber, box_number: addition, postcode, street, municipality, province, location };
}

interface StreetNamesLU {
  readonly canton: string;
  readonly city: string;
  readonly district: string;
  readonly municipality: string;
  readonly street: string;
}

function namesLU({ areas, streets }: CountryIndex, street: number): StreetNamesLU {
  const { place, municipality, province, region } = areas.officialNamesOf(streets.placeOf(street));
  return { canton: province, city: place, district: region, municipality, street: streets.nameOf(street) };
}

function makeLU({ number, suffix, wgs84 }: AddressFacts, names: StreetNamesLU, postcode: string): AddressLU {
  const { letter, rangeEnd } = suffix;
  const { canton, city, district, municipality, street } = names;
  const isInNumber = isPartOfNumber('lu', number, letter, rangeEnd);
  const housenumber = `${number || ''}${isInNumber ? letter : ''}`;
  const location = wgs84 && { wgs84 };
  return letter === '' || isInNumber
    ? { canton, city, district, housenumber, municipality, postcode, street, location }
    : { canton, city, district, housenumber, houseletter: letter, municipality, postcode, street, location };
}

/** The postcode of an address as its register writes it, `''` for none. */
export function postcodeOf(index: CountryIndex, address: number): string {
  return postcodeAt(index, index.addresses.postcodeOf(address));
}

function postcodeAt(index: CountryIndex, ordinal: number): string {
  return formatPostcode(index.country, index.postcodes.codeAt(ordinal));
}
