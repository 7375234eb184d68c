import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CountryLookup } from '../../src/lookup/country-lookup.ts';
import { createAddressColumns, NO_POSITION } from '../../src/model/address-columns.ts';
import type { Country } from '../../src/model/country.ts';
import type { Gazetteer } from '../../src/model/gazetteer.ts';
import type { HouseNumberSuffix } from '../../src/model/house-number.ts';
import { formatPostcode, parsePostcode } from '../../src/model/postcode.ts';
import { CountryIndex } from '../../src/store/country-index.ts';
import { readIndex } from '../../src/store/directory.ts';
import type { IndexInput } from '../../src/store/manifest.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import type { Random } from './random.ts';

/** A register of a few hundred addresses as plain objects, easy to write down and to change. */
export interface SmallRegister {
  readonly country: Country;
  readonly gazetteer: Gazetteer;
  readonly addresses: readonly SmallAddress[];
}

export interface SmallAddress {
  readonly id: number;
  /** Position in the gazetteer's `streets`. */
  readonly street: number;
  /** 0 where there is none. */
  readonly number: number;
  readonly letter: string;
  readonly addition: string;
  /** As its register writes it; `''` for none. */
  readonly postcode: string;
  readonly position: SmallPosition | null;
  /** One of `ADDRESS_STATE`. */
  readonly state: number;
}

export interface SmallPosition {
  readonly latE7: number;
  readonly lonE7: number;
  readonly gridXmm: number;
  readonly gridYmm: number;
}

/** What an import would hand over for this register, its rows in the order given. */
export function toIndexInput({ country, gazetteer, addresses }: SmallRegister): IndexInput {
  const suffixes: HouseNumberSuffix[] = [{ letter: '', addition: '' }];
  const suffixPositions = new Map([['\t', 0]]);
  const columns = createAddressColumns(addresses.length, suffixes);
  addresses.forEach(({ id, street, number, letter, addition, postcode, position, state }, row) => {
    const key = `${letter}\t${addition}`;
    if (!suffixPositions.has(key)) suffixPositions.set(key, suffixes.push({ letter, addition }) - 1);
    columns.id[row] = id;
    columns.street[row] = street;
    columns.number[row] = number;
    columns.suffix[row] = suffixPositions.get(key)!;
    columns.postcode[row] = postcode === '' ? 0 : parsePostcode(country, postcode)!;
    columns.latE7[row] = position?.latE7 ?? NO_POSITION;
    columns.lonE7[row] = position?.lonE7 ?? NO_POSITION;
    columns.gridXmm[row] = position?.gridXmm ?? 0;
    columns.gridYmm[row] = position?.gridYmm ?? 0;
    columns.state[row] = state;
    columns.record[row] = row;
  });
  const register = {
    name: 'Test register',
    publisher: 'The tests',
    referenceDate: '2026-01-31',
    licence: 'CC0-1.0',
    attribution: null,
    url: 'https://example.org/',
  };
  return { country, registers: [register], gazetteer, addresses: columns };
}

/** The register that an input was made of, its rows in their order. */
export function toSmallRegister({ country, gazetteer, addresses }: IndexInput): SmallRegister {
  return {
    country,
    gazetteer,
    addresses: Array.from({ length: addresses.length }, (_, row): SmallAddress => {
      const latE7 = addresses.latE7[row]!;
      return {
        ...addresses.suffixes[addresses.suffix[row]!]!,
        id: addresses.id[row]!,
        street: addresses.street[row]!,
        number: addresses.number[row]!,
        postcode: formatPostcode(country, addresses.postcode[row]!),
        position:
          latE7 === NO_POSITION
            ? null
            : {
                latE7,
                lonE7: addresses.lonE7[row]!,
                gridXmm: addresses.gridXmm[row]!,
                gridYmm: addresses.gridYmm[row]!,
              },
        state: addresses.state[row]!,
      };
    }),
  };
}

/** The same register with everything in it, areas, streets and addresses, in another order. */
export function shuffleRegister({ country, gazetteer, addresses }: SmallRegister, random: Random): SmallRegister {
  const order = <T>(items: readonly T[]): { items: T[]; movedTo: number[] } => {
    const from = random.shuffle([...items.keys()]);
    const movedTo = new Array<number>(items.length);
    from.forEach((old, now) => {
      movedTo[old] = now;
    });
    return { items: from.map((old) => items[old]!), movedTo };
  };
  const regions = order(gazetteer.regions);
  const provinces = order(gazetteer.provinces);
  const municipalities = order(gazetteer.municipalities);
  const places = order(gazetteer.places);
  const streets = order(gazetteer.streets);
  return {
    country,
    gazetteer: {
      regions: regions.items,
      provinces: provinces.items.map((province) =>
        province.region === undefined ? province : { ...province, region: regions.movedTo[province.region]! },
      ),
      municipalities: municipalities.items.map((area) => ({ ...area, province: provinces.movedTo[area.province]! })),
      places: places.items.map((place) => ({ ...place, municipality: municipalities.movedTo[place.municipality]! })),
      streets: streets.items.map((street) => ({ ...street, place: places.movedTo[street.place]! })),
    },
    addresses: random.shuffle(addresses).map((address) => ({ ...address, street: streets.movedTo[address.street]! })),
  };
}

/** An index that has been written to disk and read back. */
export interface OpenedRegister<C extends Country = Country> {
  readonly index: CountryIndex;
  readonly lookup: CountryLookup<C>;
}

const opened = new WeakMap<IndexInput, Promise<CountryIndex>>();

/** Written and read once for each input. */
export async function openInput<C extends Country = Country>(input: IndexInput): Promise<OpenedRegister<C>> {
  const known = opened.get(input);
  const opening =
    known ??
    withTemporaryDirectory(async (directory) => {
      writeIndex(directory, input);
      return new CountryIndex(await readIndex(directory));
    });
  if (known === undefined) opened.set(input, opening);
  const index = await opening;
  return { index, lookup: new CountryLookup<C>(input.country as C, index) };
}

export async function openRegister<C extends Country = Country>(register: SmallRegister): Promise<OpenedRegister<C>> {
  return openInput<C>(toIndexInput(register));
}

/** Gives `use` an empty directory, which is gone afterwards. */
export async function withTemporaryDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'address-lookup-test-'));
  try {
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
