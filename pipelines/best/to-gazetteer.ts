import { hash52 } from '../../src/format/hash.ts';
import type { Alias, Names } from '../../src/model/country.ts';
import { nameIn } from '../../src/model/country.ts';
import type { Gazetteer, Municipality, Place, Province, Region } from '../../src/model/gazetteer.ts';
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
} from './names.ts';
import type { PostalAreaRecord } from './records.ts';

/** The areas of the gazetteer, and where among the places each postal area went. */
export interface PlacedAreas {
  readonly areas: Omit<Gazetteer, 'streets'>;
  readonly placeOf: ReadonlyMap<PostalAreaRecord, number>;
}

/**
 * Turns postal areas into places. A place is a postal name in a municipality, whatever its postcodes: the seven postcodes
 * of the city of Antwerpen are one place, and the parts of Malmedy six. Without a postal name, the municipality itself.
 *
 * Areas that no address is in do not appear. Everything is in the order of the NIS codes, places by name within.
 */
export function toGazetteer(postalAreas: Iterable<PostalAreaRecord>): PlacedAreas {
  const drafts = new Map<string, PlaceDraft>();
  const draftOf = new Map<PostalAreaRecord, PlaceDraft>();
  const municipalities = new Map<number, MunicipalityDraft>();
  for (const area of postalAreas) {
    const municipality = municipalityDraft(area, municipalities);
    const { names, aliases } = placeNames(area, municipality.facts);
    const key = `${municipality.facts.nis} ${nameIn(names).toLowerCase()}`;
    let draft = drafts.get(key);
    if (draft === undefined) {
      draft = { key, municipality: municipality.facts, names, aliases: [] };
      drafts.set(key, draft);
    }
    addAliases(draft, aliases);
    draftOf.set(area, draft);
  }
  const sorted = [...drafts.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const areas = buildAreas(sorted, [...municipalities.values()]);
  const position = new Map(sorted.map((draft, index) => [draft, index]));
  return { areas, placeOf: new Map([...draftOf].map(([area, draft]) => [area, position.get(draft)!])) };
}

interface MunicipalityDraft {
  readonly facts: BelgianMunicipality;
  readonly names: Names;
  aliases: Alias[];
}

interface PlaceDraft {
  /** NIS code and folded name: unique, and the order of the places. */
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
  // What the file calls it, where that is something else: a merged municipality in older data, an exonym.
  addAliases(draft, asAliases(area.municipalityNames));
  return draft;
}

/**
 * Names of the place that an area is in. German names of parts of municipalities are in the full download only: there they
 * are other names of the place, so that both forms of BeST have the same places.
 */
function placeNames(area: PostalAreaRecord, municipality: BelgianMunicipality): { names: Names; aliases: Alias[] } {
  const { region, postcode } = area;
  const { nis } = municipality;
  const { de, ...postalNames } = area.postalNames;
  const german: Alias[] = de === undefined ? [] : [{ name: de, language: 'de' }];
  if (region === 'BE-VLG') {
    const municipalityName = nameIn(municipality.names);
    const { main, others } = splitPostalName(postalNames.nl ?? '', municipalityName);
    const aliases = [...others.map((name): Alias => ({ name, language: 'nl' })), ...german];
    if (main === municipalityName) return { names: municipality.names, aliases };
    return { names: applyingNames(region, nis, { ...postalNames, nl: main })!, aliases };
  }
  const names = applyingNames(region, nis, postalNames);
  if (names === undefined) return { names: municipality.names, aliases: [...localitiesOf(postcode), ...german] };
  if (shareName(names, municipality.names)) return { names: municipality.names, aliases: german };
  return { names, aliases: [...asAliases(names).flatMap(inBrackets), ...german] };
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
    return { id: facts.nis, names, province: usedProvinces.indexOf(facts.province), ...withAliases(aliases) };
  });
  const municipalityPosition = new Map(municipalityDrafts.map(({ facts }, index) => [facts.nis, index]));
  const ids = new Set<number>();
  const places = drafts.map(({ key, municipality, names, aliases }): Place => {
    const position = municipalityPosition.get(municipality.nis)!;
    return { id: placeId(municipality.nis, key, ids), names, municipality: position, ...withAliases(aliases) };
  });
  return { regions, provinces, municipalities, places };
}

function withAliases(aliases: readonly Alias[]): { aliases?: readonly Alias[] } {
  return aliases.length === 0 ? {} : { aliases };
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
