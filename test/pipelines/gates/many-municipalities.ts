import { type AddressColumns, createAddressColumns } from '../../../src/model/address-columns.ts';
import { COUNTRY_BOXES, type Country, type Language } from '../../../src/model/country.ts';
import type { Gazetteer, Municipality, Place, Province, Region, Street } from '../../../src/model/gazetteer.ts';
import type { IndexInput } from '../../../src/store/manifest.ts';
import { Random } from '../../support/random.ts';

const LANGUAGE: Readonly<Record<Country, Language>> = { nl: 'nl', be: 'fr', lu: 'fr' };
const PROVINCES = 12;

/** A country of some hundred municipalities, from 120 addresses to a tenth of all; streets of 5 to 60 houses with one postcode or two. */
export function manyMunicipalities(country: Country, size: number): IndexInput {
  const random = new Random(27);
  const language = LANGUAGE[country];
  const [south, west, north, east] = COUNTRY_BOXES[country];
  const regions: Region[] =
    country === 'nl' ? [] : [2000, 3000, 4000].map((id) => ({ id, names: { nl: `Regio ${id}`, fr: `Région ${id}` } }));
  const provinces = Array.from({ length: PROVINCES }, (_, i): Province => {
    const region = regions.length === 0 ? {} : { region: i % regions.length };
    return { id: i + 1, names: { [language]: `Province ${i}` }, ...region };
  });
  const [municipalities, places, streets]: [Municipality[], Place[], Street[]] = [[], [], []];
  const rows: { street: number; number: number; postcode: number; latE7: number; lonE7: number }[] = [];
  const postcodes = country === 'nl' ? 9000 * 676 : 9000;
  while (rows.length < size) {
    const municipality = municipalities.length;
    municipalities.push({
      id: municipality + 1,
      names: { [language]: `Commune ${municipality}` },
      province: municipality % PROVINCES,
    });
    places.push({ id: municipality + 1, names: { [language]: `Village ${municipality}` }, municipality });
    const [lat, lon] = [
      south + (north - south) * (0.4 + random.next() * 0.2),
      west + (east - west) * (0.4 + random.next() * 0.2),
    ];
    const end = rows.length + Math.round(120 * (size / 1200) ** (random.next() ** 3));
    while (rows.length < end) {
      const street = streets.length;
      const names = { nl: `Straat ${street}`, fr: `Rue ${street}`, de: `Weg ${street}` };
      streets.push({
        id: street + 1,
        names: country === 'be' ? names : { [language]: names[language as 'nl'] },
        place: municipality,
      });
      const houses = 5 + random.between(0, 55);
      const postcode = country === 'nl' ? 1000 * 676 + ((street * 7919) % postcodes) : 1000 + (municipality % 8999);
      const [latE7, lonE7] = [
        Math.round((lat + random.next() / 50) * 1e7),
        Math.round((lon + random.next() / 50) * 1e7),
      ];
      for (let house = 0; house < houses; house++)
        rows.push({ street, number: house + 1, postcode, latE7: latE7 + house * 900, lonE7 });
    }
  }
  const addresses = createAddressColumns(rows.length, [{ letter: '', addition: '' }]);
  rows.forEach((row, i) => {
    addresses.id[i] = i + 1;
    for (const name of ['street', 'number', 'postcode', 'latE7', 'lonE7'] as const) addresses[name][i] = row[name];
    addresses.record[i] = i;
  });
  const gazetteer: Gazetteer = { regions, provinces, municipalities, places, streets };
  const register = {
    name: 'Register',
    publisher: '',
    referenceDate: '2026-01-08',
    licence: '',
    attribution: null,
    url: '',
  };
  return { country, registers: [register], gazetteer, addresses };
}

/**
 * A month later: 0.1 % of the addresses are withdrawn and 0.2 % built, both by the street; 0.3 % have another postcode, by the street; 0.1 % are
 * renumbered, 1 % surveyed anew, 0.05 % have another identifier; one street of a thousand has another name.
 */
export function nextMonth(input: IndexInput): IndexInput {
  const random = new Random(11);
  const { addresses, gazetteer } = input;
  const chosen = (share: number): Set<number> =>
    new Set(gazetteer.streets.flatMap((_, street) => (random.next() < share ? [street] : [])));
  const [demolished, grown, recoded, renumbered, surveyed, renamed] = [0.001, 0.004, 0.003, 0.001, 0.01, 0.001].map(
    chosen,
  ) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>, Set<number>];
  const all = [...addresses.id.keys()];
  const stay = all.filter((row) => !demolished.has(addresses.street[row]!));
  const built = all.filter((row) => grown.has(addresses.street[row]!) && row % 2 === 0);
  const next = createAddressColumns(stay.length + built.length, addresses.suffixes);
  const at = (i: number): number => (i < stay.length ? stay[i]! : built[i - stay.length]!);
  for (let i = 0; i < next.length; i++) {
    const row = at(i);
    const street = addresses.street[row]!;
    for (const name of ['id', 'street', 'number', 'postcode', 'latE7', 'lonE7', 'record'] as const)
      (next as { -readonly [name in keyof AddressColumns]: AddressColumns[name] })[name][i] = addresses[name][row]!;
    if (i >= stay.length) {
      next.id[i] = addresses.length + i;
      next.number[i] = 500 + next.number[i]!;
    } else if (random.next() < 0.0005) next.id[i] = 2 * addresses.length + i;
    if (recoded.has(street)) next.postcode[i] = next.postcode[i]! + 1;
    if (renumbered.has(street)) next.number[i] = next.number[i]! + 2;
    if (surveyed.has(street)) next.latE7[i] = next.latE7[i]! + 1800;
  }
  const streets = gazetteer.streets.map((street, i): Street => {
    if (!renamed.has(i)) return street;
    return {
      ...street,
      names: Object.fromEntries(Object.entries(street.names).map(([language, name]) => [language, `${name} bis`])),
    };
  });
  return { ...input, gazetteer: { ...gazetteer, streets }, addresses: next };
}
