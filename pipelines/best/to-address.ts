import { hash52 } from '../../src/format/hash.ts';
import { ADDRESS_STATE, type AddressColumns, createAddressColumns } from '../../src/model/address-columns.ts';
import { type Alias, type Language, type Names, nameIn } from '../../src/model/country.ts';
import {
  type Gazetteer,
  type Municipality,
  type Place,
  type Province,
  type Region,
  type Street,
  withAliases,
} from '../../src/model/gazetteer.ts';
import { belgianIdentifier } from '../../src/model/identifiers.ts';
import { SuffixTable } from '../readers/columns.ts';
import {
  applyingNames,
  type BelgianMunicipality,
  type BelgianProvince,
  localitiesOf,
  municipalityByItsNames,
  municipalityOf,
  PROVINCES,
  REGIONS,
  sameName,
  splitPostalName,
  withoutPostcode,
} from './names.ts';
import { type PostalAreaRecord, STATUSES, type StreetRecord } from './records.ts';
import type { ResolvedTable } from './resolve.ts';

/**
 * Translates the kept rows into the terms of the model: places for postal areas, one street for each street and place, an
 * address for each row. Areas without addresses are left out. `record` numbers the rows of all tables, one table after the
 * other.
 *
 * BeST's words end here.
 */
export function toAddresses(resolved: readonly KeptRows[]): { gazetteer: Gazetteer; addresses: AddressColumns } {
  const { areas, placeOf } = toAreas(usedPostalAreas(resolved));
  const { addresses, streets } = fillColumns(resolved, placeOf);
  return { gazetteer: { ...areas, streets }, addresses };
}

/** Rows of a table that are to be addresses. */
type KeptRows = Pick<ResolvedTable, 'table' | 'kept'>;

/** The postal areas of kept addresses, each once, in the order of the files. */
function* usedPostalAreas(resolved: readonly KeptRows[]): Generator<PostalAreaRecord> {
  for (const { table, kept } of resolved) {
    const used = new Uint8Array(table.postalAreas.length);
    for (const row of kept) used[table.postalArea[row]!] = 1;
    for (const [i, area] of table.postalAreas.entries()) if (used[i] === 1) yield area;
  }
}

/** The areas of the gazetteer, and the place that each postal area became part of. */
interface PlacedAreas {
  readonly areas: Omit<Gazetteer, 'streets'>;
  readonly placeOf: ReadonlyMap<PostalAreaRecord, number>;
}

/**
 * Turns postal areas into places. A place is a postal name in a municipality, whatever its postcodes: the seven postcodes
 * of the city of Antwerpen are one place, and the parts of Malmedy six. Without a postal name, the municipality itself.
 *
 * Everything is in the order of the NIS codes, the places of a municipality by name.
 */
function toAreas(postalAreas: Iterable<PostalAreaRecord>): PlacedAreas {
  const drafts = new Map<string, PlaceDraft>();
  const draftOf = new Map<PostalAreaRecord, PlaceDraft>();
  const municipalities = new Map<number, MunicipalityDraft>();
  // The municipalities first, so that a place with the name of one has all of its names.
  const placed = Array.from(postalAreas, (area) => ({ area, municipality: municipalityDraft(area, municipalities) }));
  // Postal areas of one name in one municipality share a draft, which collects their aliases.
  for (const { area, municipality } of placed) {
    const { names, aliases } = placeNames(area, municipality);
    const key = `${municipality.facts.nis} ${nameIn(names).toLowerCase()}`;
    let draft = drafts.get(key);
    if (draft === undefined) {
      draft = { key, municipality: municipality.facts, names, aliases: [] };
      drafts.set(key, draft);
    }
    addAliases(draft, aliases);
    draftOf.set(area, draft);
  }
  // The order of the keys is the order of the places, whatever the order of the files.
  const sorted = [...drafts.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const areas = buildAreas(sorted, [...municipalities.values()]);
  const ordinalOf = new Map(sorted.map((draft, ordinal) => [draft, ordinal]));
  return { areas, placeOf: new Map([...draftOf].map(([area, draft]) => [area, ordinalOf.get(draft)!])) };
}

interface MunicipalityDraft {
  readonly facts: BelgianMunicipality;
  names: Names;
  aliases: Alias[];
}

interface PlaceDraft {
  /** NIS code and name in small letters: unique, and the order of the places. */
  readonly key: string;
  readonly municipality: BelgianMunicipality;
  readonly names: Names;
  aliases: Alias[];
}

function municipalityDraft(area: PostalAreaRecord, drafts: Map<number, MunicipalityDraft>): MunicipalityDraft {
  const facts =
    municipalityOf(area.municipality) ?? municipalityByItsNames(area.municipality, area.region, area.municipalityNames);
  if (facts === undefined) throw new Error(`Municipality ${area.municipality} should have been rejected.`);
  let draft = drafts.get(facts.nis);
  if (draft === undefined) {
    draft = { facts, names: facts.names, aliases: [...facts.aliases] };
    drafts.set(facts.nis, draft);
  }
  draft.names = withNamesOfFile(draft.names, area.municipalityNames);
  // The name in the file, if it is another one: a merged municipality in older data.
  addAliases(draft, asAliases(area.municipalityNames));
  return draft;
}

/**
 * The names of a municipality, and those that the file has in further languages: Mons is Bergen, too. Not those of another
 * municipality, which it was merged from.
 */
function withNamesOfFile(names: Names, written: Names): Names {
  const [[language, name]] = Object.entries(names) as [[Language, string]];
  if (written[language] === undefined || !sameName(written[language], name)) return names;
  const further = (Object.entries(written) as [Language, string][]).filter(
    ([each, other]) =>
      other !== '' && names[each] === undefined && !Object.values(names).some((own) => sameName(own, other)),
  );
  return further.length === 0 ? names : { ...names, ...Object.fromEntries(further) };
}

/**
 * Names of the place that an area is in. German names of parts of municipalities are in the full download only: there they
 * are other names of the place, so that both forms of BeST have the same places.
 */
function placeNames(area: PostalAreaRecord, municipality: MunicipalityDraft): { names: Names; aliases: Alias[] } {
  const { region, postcode } = area;
  const { nis } = municipality.facts;
  const { de, ...postalNames } = area.postalNames;
  const german: Alias[] = de === undefined ? [] : [{ name: de, language: 'de' }];
  if (region === 'BE-VLG') {
    const municipalityName = nameIn(municipality.names);
    const { main, others } = splitPostalName(postalNames.nl ?? '', municipalityName);
    const aliases = [...others.map((name): Alias => ({ name, language: 'nl' })), ...german];
    if (main === municipalityName) return { names: municipality.names, aliases };
    return { names: applyingNames(region, nis, { ...postalNames, nl: main })!, aliases };
  }
  const cleaned = Object.entries(postalNames).map(([language, name]) => [language, withoutPostcode(name)] as const);
  const names = applyingNames(region, nis, Object.fromEntries(cleaned.map(([language, { name }]) => [language, name])));
  const raw = cleaned.flatMap(([language, { written }]) =>
    written === undefined ? [] : [{ name: written, language: language as Language }],
  );
  if (names === undefined) return { names: municipality.names, aliases: [...localitiesOf(postcode), ...german] };
  if (shareName(names, municipality.names)) return { names: municipality.names, aliases: [...raw, ...german] };
  return { names, aliases: [...asAliases(names).flatMap(inBrackets), ...raw, ...german] };
}

function shareName(a: Names, b: Names): boolean {
  return Object.values(a).some((name) => Object.values(b).some((other) => sameName(name, other)));
}

/** `Haren` of `Brussel (Haren)`. */
function inBrackets({ name, language }: Alias): Alias[] {
  const inner = /\(([^()]+)\)$/.exec(name)?.[1];
  return inner === undefined ? [] : [{ name: inner, ...(language !== undefined && { language }) }];
}

function asAliases(names: Names): Alias[] {
  return Object.entries(names).map(([language, name]) => ({ name, language }) as Alias);
}

function addAliases(draft: { readonly names: Names; aliases: Alias[] }, aliases: readonly Alias[]): void {
  for (const alias of aliases) {
    const known = [...Object.values(draft.names), ...draft.aliases.map(({ name }) => name)];
    if (!known.some((name) => sameName(name, alias.name))) draft.aliases.push(alias);
  }
}

function buildAreas(
  drafts: readonly PlaceDraft[],
  municipalityDrafts: MunicipalityDraft[],
): Omit<Gazetteer, 'streets'> {
  municipalityDrafts.sort((a, b) => a.facts.nis - b.facts.nis);
  const used = new Set<BelgianProvince>(municipalityDrafts.map(({ facts }) => facts.province));
  const usedProvinces = PROVINCES.filter((province) => used.has(province));
  const usedRegions = REGIONS.filter(({ code }) => usedProvinces.some(({ region }) => region === code));
  const regions = usedRegions.map(({ nis, names, aliases }): Region => ({ id: nis, names, aliases }));
  const provinces = usedProvinces.map(({ nis, names, region }): Province => {
    return { id: nis, names, region: usedRegions.findIndex(({ code }) => code === region) };
  });
  const municipalities = municipalityDrafts.map(({ facts, names, aliases }): Municipality => {
    const others = aliases.filter((alias) => !Object.values(names).some((name) => sameName(name, alias.name)));
    return { id: facts.nis, names, province: usedProvinces.indexOf(facts.province), ...withAliases(others) };
  });
  const municipalityOrdinal = new Map(municipalityDrafts.map(({ facts }, ordinal) => [facts.nis, ordinal]));
  const ids = new Set<number>();
  const places = drafts.map(({ key, municipality, names, aliases }): Place => {
    const id = placeId(municipality.nis, key, ids);
    return { id, names, municipality: municipalityOrdinal.get(municipality.nis)!, ...withAliases(aliases) };
  });
  return { regions, provinces, municipalities, places };
}

const HASHES = 2 ** 32;

/**
 * The NIS code of the municipality, and 32 bits of the name: the register numbers parts of municipalities in Wallonia only,
 * and there not in the CSV files. Two names of one municipality with the same 32 bits (never seen; one chance in a hundred
 * million for a municipality with ten parts) would take neighbouring numbers.
 */
function placeId(nis: number, key: string, taken: Set<number>): number {
  let hash = hash52(key) % HASHES;
  while (taken.has(nis * HASHES + hash)) hash = (hash + 1) % HASHES;
  taken.add(nis * HASHES + hash);
  return nis * HASHES + hash;
}

/** BeST's statuses as states of an address; those that only an option includes rank last. */
const STATE_OF_STATUS: Uint8Array = Uint8Array.from(STATUSES, (status) =>
  status === 'current' || status === 'reserved' ? ADDRESS_STATE[status] : ADDRESS_STATE.proposed,
);

/**
 * Fills the address columns and makes the streets: one for each street and place that an address has. A street through
 * three parts of a municipality is three streets with one `id`.
 */
function fillColumns(
  resolved: readonly KeptRows[],
  placeOf: ReadonlyMap<PostalAreaRecord, number>,
): { addresses: AddressColumns; streets: Street[] } {
  const suffixes = new SuffixTable();
  const streets = new PlacedStreets();
  const length = resolved.reduce((sum, { kept }) => sum + kept.length, 0);
  const addresses = createAddressColumns(length, suffixes.suffixes);
  let address = 0;
  let firstRecord = 0;
  for (const { table, kept } of resolved) {
    const suffixOf = Uint32Array.from(table.suffixes, ({ letter, addition }) => suffixes.position(letter, addition));
    const areaCount = table.postalAreas.length;
    // Street and area are looked up by name once for each pair of them, not once for each of its addresses.
    const streetOfPair = new Map<number, number>();
    for (const row of kept) {
      const pair = table.street[row]! * areaCount + table.postalArea[row]!;
      const area = table.postalAreas[table.postalArea[row]!]!;
      let street = streetOfPair.get(pair);
      if (street === undefined) {
        street = streets.ordinalOf(table.streets[table.street[row]!]!, area, placeOf.get(area)!);
        streetOfPair.set(pair, street);
      }
      addresses.id[address] = table.addressId[row]!;
      addresses.street[address] = street;
      addresses.number[address] = table.number[row]!;
      addresses.suffix[address] = suffixOf[table.suffix[row]!]!;
      addresses.postcode[address] = area.postcode;
      addresses.latE7[address] = table.latE7[row]!;
      addresses.lonE7[address] = table.lonE7[row]!;
      addresses.gridXmm[address] = table.xMm[row]!;
      addresses.gridYmm[address] = table.yMm[row]!;
      addresses.state[address] = STATE_OF_STATUS[table.status[row]!]!;
      addresses.record[address] = firstRecord + row;
      address++;
    }
    firstRecord += table.length;
  }
  return { addresses, streets: streets.all };
}

/** The streets of the gazetteer, one for each pair of street and place. */
class PlacedStreets {
  readonly all: Street[] = [];
  readonly #ordinals = new Map<string, number>();

  ordinalOf(street: StreetRecord, area: PostalAreaRecord, place: number): number {
    const id = belgianIdentifier(street.region, street.id);
    const key = `${id} ${place}`;
    let ordinal = this.#ordinals.get(key);
    if (ordinal === undefined) {
      const names = applyingNames(street.region, area.municipality, street.names ?? {});
      if (names === undefined) throw new Error(`Street ${id} should have been rejected: it has no name.`);
      const aliases = Object.entries(names).flatMap(([language, name]) => unqualified(name, language as 'nl'));
      ordinal = this.all.push({ id, names, place, ...withAliases(aliases) }) - 1;
      this.#ordinals.set(key, ordinal);
    }
    return ordinal;
  }
}

/**
 * The name without the part that distinguishes it from the same name elsewhere in the municipality, which people leave out:
 * the section in Charleroi, the part in German-speaking municipalities. The name itself stays as written.
 *
 * @example unqualified('Rue Emile Vandervelde (MS)', 'fr')   // [{ name: 'Rue Emile Vandervelde', language: 'fr' }]
 * @example unqualified('Weiherstraße,Recht', 'de')           // [{ name: 'Weiherstraße', language: 'de' }]
 */
function unqualified(name: string, language: 'nl' | 'fr' | 'de'): Alias[] {
  const plain = /^([^,(]*[^,( ]) *(?:,.+|\(.+\))$/.exec(name)?.[1];
  return plain === undefined ? [] : [{ name: plain, language }];
}
