import geodesic from 'geographiclib-geodesic';
import { ADDRESS_STATE, NO_POSITION } from '../../src/model/address-columns.ts';
import type { Country, Language, Names } from '../../src/model/country.ts';
import type { NamedArea } from '../../src/model/gazetteer.ts';
import type { HouseNumberSuffix } from '../../src/model/house-number.ts';
import { formatPostcode } from '../../src/model/postcode.ts';
import type { IndexInput } from '../../src/store/manifest.ts';
import {
  boxKey,
  compareNaturally,
  compareSuffixes,
  fold,
  lastOfRange,
  nameKey,
  suffixKey,
  zerolessKey,
} from './oracle-folding.ts';
import { withoutEmpty } from './without-empty.ts';

/**
 * The answers that an index must give, by reading every address and every name of its input: slow and plain. It shares nothing
 * with the library but how a postcode is kept as a number; it folds and compares by itself (oracle-folding.ts).
 */
export class Oracle {
  readonly country: Country;
  readonly input: IndexInput;
  /** In the order of the index: by region, province, municipality, place, street, number, suffix. */
  readonly addresses: readonly OracleAddress[];
  readonly streets: readonly OracleStreet[];
  readonly #streetsByKey: ReadonlyMap<string, ReadonlySet<OracleStreet>>;

  constructor(input: IndexInput) {
    this.country = input.country;
    this.input = withoutEmpty(input);
    this.streets = streetsOf(this.input);
    this.addresses = addressesOf(this.input, this.streets);
    this.#streetsByKey = streetsByKey(this.streets);
  }

  /**
   * The addresses of rulings 4 to 9 and 33, each with its tier: 0 spelled so, 1 the same key (without a suffix: any; a Belgian
   * letter: its boxes too), 2 the same but for leading zeros and a word for "box", where the street has none as typed, 3 a range
   * that the number lies in.
   */
  directMatch({ postcode, number, suffix, street }: OracleRequest): OracleMatch[] {
    const key = suffixKey(suffix);
    const named = street === undefined ? undefined : (this.#streetsByKey.get(nameKey(street)) ?? new Set());
    const candidates = this.addresses.filter(
      (address) => address.postcode === postcode && (named === undefined || named.has(address.street)),
    );
    const asTyped = ({ letter, addition }: OracleAddress): 0 | 1 | undefined => {
      if (squeezed(letter + addition) === squeezed(suffix)) return 0;
      return key !== '' && suffixKey(letter + addition) === key ? 1 : undefined;
    };
    const loosely = ({ letter, addition }: OracleAddress): boolean => {
      if (letter + addition === '') return false;
      if (zerolessKey(`${letter}-${addition}`) === zerolessKey(suffix)) return true;
      return this.country !== 'nl' && zerolessKey(letter) + boxKey(addition) === boxKey(suffix);
    };
    const tierOf = (address: OracleAddress): OracleMatch['tier'] | undefined => {
      const { letter } = address;
      if (address.number === number) {
        const exact = asTyped(address);
        if (exact !== undefined) return exact;
        if (key === '') return number === 0 ? undefined : 1;
        const siblings = candidates.filter((other) => other.street === address.street && other.number === number);
        if (loosely(address) && !siblings.some((other) => asTyped(other) !== undefined)) return 2;
        return this.country === 'be' && suffixKey(letter) === key ? 1 : undefined;
      }
      const isInRange = address.number > 0 && address.number < number && number <= lastOfRange(letter);
      return key === '' && isInRange ? 3 : undefined;
    };
    return candidates.flatMap((address) => {
      const tier = tierOf(address);
      return tier === undefined ? [] : [{ address, tier }];
    });
  }

  /** The addresses within so many metres, with their geodesic distances, nearest first. */
  within(latitude: number, longitude: number, metres: number): { address: OracleAddress; metres: number }[] {
    return this.addresses
      .flatMap((address) => {
        if (address.position === null) return [];
        const [toLatitude, toLongitude] = address.position;
        return [{ address, metres: geodesicMetres(latitude, longitude, toLatitude, toLongitude) }];
      })
      .filter((hit) => hit.metres <= metres)
      .sort((a, b) => a.metres - b.metres);
  }
}

export interface OracleRequest {
  readonly postcode: string;
  /** 0 for a house without one, whose designation is then the suffix. */
  readonly number: number;
  /** Letter, addition or box, as one text. */
  readonly suffix: string;
  readonly street?: string;
}

export interface OracleMatch {
  readonly address: OracleAddress;
  readonly tier: 0 | 1 | 2 | 3;
}

export interface OracleStreet {
  readonly id: number;
  readonly names: Names;
  /** The names, folded. */
  readonly keys: readonly string[];
  /** The aliases that are none of the names, folded. */
  readonly aliases: readonly string[];
  readonly place: NamedArea;
  readonly municipality: NamedArea;
  readonly province: NamedArea;
  readonly region: NamedArea | undefined;
}

export interface OracleAddress extends HouseNumberSuffix {
  readonly id: number;
  readonly street: OracleStreet;
  readonly number: number;
  readonly postcode: string;
  /** Latitude and longitude. */
  readonly position: readonly [number, number] | null;
  readonly isProposed: boolean;
  /** What every operation must answer for it. */
  readonly document: Readonly<Record<string, unknown>>;
}

/** The length of the geodesic on the WGS84 ellipsoid (Karney, "Algorithms for geodesics", 2013). */
export function geodesicMetres(latitude: number, longitude: number, toLatitude: number, toLongitude: number): number {
  return geodesic.Geodesic.WGS84.Inverse(latitude, longitude, toLatitude, toLongitude).s12!;
}

/** The same for pairs of latitude and longitude. */
export function metresApart(a: readonly [number, number], b: readonly [number, number]): number {
  return geodesicMetres(...a, ...b);
}

export function officialName(names: Names): string {
  return Object.values(names)[0]!;
}

function squeezed(suffix: string): string {
  return suffix.replace(/[\s-]+/g, '');
}

function streetsOf({ gazetteer }: IndexInput): OracleStreet[] {
  const { regions, provinces, municipalities, places } = gazetteer;
  return gazetteer.streets.map((street) => {
    const place = places[street.place]!;
    const municipality = municipalities[place.municipality]!;
    const province = provinces[municipality.province]!;
    const keys = Object.values(street.names).map(nameKey);
    return {
      id: street.id,
      names: street.names,
      keys,
      aliases: (street.aliases ?? []).map(({ name }) => nameKey(name)).filter((alias) => !keys.includes(alias)),
      place,
      municipality,
      province,
      region: province.region === undefined ? undefined : regions[province.region],
    };
  });
}

/**
 * The streets that a name or alias means. An alias means those that have it; where several streets of one name in several
 * places have it, it stands for that name.
 */
function streetsByKey(streets: readonly OracleStreet[]): Map<string, Set<OracleStreet>> {
  const byKey = new Map<string, Set<OracleStreet>>();
  const add = (key: string, street: OracleStreet): void => {
    byKey.set(key, (byKey.get(key) ?? new Set()).add(street));
  };
  for (const street of streets) for (const key of street.keys) add(key, street);
  const withName = new Map([...byKey].map(([key, named]) => [key, [...named]]));
  for (const street of streets) {
    const official = nameKey(officialName(street.names));
    const namesakes = withName.get(official)!;
    for (const alias of street.aliases) {
      const carriers = namesakes.filter(
        (other) => other.aliases.includes(alias) && nameKey(officialName(other.names)) === official,
      );
      const isOfSeveralPlaces = new Set(namesakes.map(({ place }) => place)).size > 1;
      for (const meant of isOfSeveralPlaces && carriers.length > 1 ? namesakes : [street]) add(alias, meant);
    }
  }
  return byKey;
}

function addressesOf({ country, addresses }: IndexInput, streets: readonly OracleStreet[]): OracleAddress[] {
  const all = Array.from({ length: addresses.length }, (_, row): OracleAddress => {
    const { letter, addition } = addresses.suffixes[addresses.suffix[row]!]!;
    const [latE7, lonE7] = [addresses.latE7[row]!, addresses.lonE7[row]!];
    const address = {
      id: addresses.id[row]!,
      street: streets[addresses.street[row]!]!,
      number: addresses.number[row]!,
      letter,
      addition,
      postcode: formatPostcode(country, addresses.postcode[row]!),
      position: latE7 === NO_POSITION ? null : ([latE7 / 1e7, lonE7 / 1e7] as const),
      isProposed: addresses.state[row] === ADDRESS_STATE.proposed,
    };
    const grid = [addresses.gridXmm[row]! / 1000, addresses.gridYmm[row]! / 1000] as const;
    return { ...address, document: DOCUMENTS[country](address, grid) };
  });
  return all.sort(compareAddresses);
}

function compareAreas(a: Pick<NamedArea, 'id' | 'names'>, b: Pick<NamedArea, 'id' | 'names'>): number {
  return compareNaturally(fold(officialName(a.names)), fold(officialName(b.names))) || a.id - b.id;
}

export function compareStreets(a: OracleStreet, b: OracleStreet): number {
  const byRegion = a.region && b.region ? compareAreas(a.region, b.region) : 0;
  return (
    byRegion ||
    compareAreas(a.province, b.province) ||
    compareAreas(a.municipality, b.municipality) ||
    compareAreas(a.place, b.place) ||
    compareAreas(a, b)
  );
}

function compareAddresses(a: OracleAddress, b: OracleAddress): number {
  return (
    compareStreets(a.street, b.street) ||
    a.number - b.number ||
    compareSuffixes(a, b) ||
    (a.postcode < b.postcode ? -1 : a.postcode > b.postcode ? 1 : 0) ||
    a.id - b.id
  );
}

type Located = Omit<OracleAddress, 'document'>;
type MakeDocument = (address: Located, grid: readonly [x: number, y: number]) => Record<string, unknown>;

/** The specification's shapes with rulings 1, 2, 3, 32, 36, 38. */
const DOCUMENTS: Readonly<Record<Country, MakeDocument>> = {
  nl: ({ street, number, letter, addition, postcode, position }, grid) => ({
    city: officialName(street.place.names),
    housenumber: String(number),
    ...(letter && { houseletter: letter }),
    ...(addition && { housenumberaddition: addition }),
    municipality: officialName(street.municipality.names),
    postcode,
    province: officialName(street.province.names),
    street: officialName(street.names),
    location: position && { wgs84: position, rd: grid },
  }),
  be: ({ street, number, letter, addition, postcode, position }, grid) => ({
    housenumber: `${number || ''}${letter}`,
    ...(addition && { box_number: addition }),
    postcode,
    street: belgianNames(street.names),
    municipality: belgianNames(street.municipality.names),
    province: belgianNames(street.province.names),
    location: position && { wgs84: position, bd72: grid },
  }),
  lu: ({ street, number, letter, postcode, position }) => {
    const isOneText = number === 0 || letter.startsWith('-');
    return {
      canton: officialName(street.province.names),
      city: officialName(street.place.names),
      district: officialName(street.region!.names),
      housenumber: isOneText ? `${number || ''}${letter}` : String(number),
      ...(!isOneText && letter && { houseletter: letter }),
      municipality: officialName(street.municipality.names),
      postcode,
      street: officialName(street.names),
      location: position && { wgs84: position },
    };
  },
};

function belgianNames(names: Names): Record<string, string> {
  const belgian: readonly Language[] = ['de', 'fr', 'nl'];
  return Object.fromEntries(belgian.flatMap((language) => (names[language] ? [[language, names[language]]] : [])));
}
