import { hash52 } from '../format/hash.ts';
import type { Language } from '../model/country.ts';
import type { NamedArea, Street } from '../model/gazetteer.ts';
import { nameKey, wordStarts } from '../text/fold.ts';
import { isLeadingArticle } from '../text/little-words.ts';
import { withoutBrackets } from '../text/noise.ts';
import type { AreaKind } from './area-table.ts';
import type { NamedFeature, NamedKind } from './name-trie.ts';
import type { OrderedNames } from './order.ts';

/** A search key of an area, street or street group. */
export interface NameKey extends NamedFeature {
  readonly key: string;
  /** Number of its addresses. */
  readonly size: number;
}

/** All keys of everything with a name, best first: the position of a key is its rank. */
export function rankedNameKeys(input: OrderedNames, streetGroups: readonly StreetGroup[]): NameKey[] {
  const classes = Array.from({ length: 4 * KIND_ORDER.length }, (): NameKey[] => []);
  for (const key of [...areaKeys(input), ...streetKeys(input, streetGroups)]) classes[classOf(key)]!.push(key);
  return classes.flatMap((keys) => keys.sort(bySize));
}

/** Order of the kinds if nothing else decides: what people name first when they look for an address. Houses come after them all. */
export const KIND_ORDER: readonly NamedKind[] = [
  'municipality',
  'place',
  'province',
  'region',
  'streetGroup',
  'street',
];

/** Whole name before inner word, then kind, then own name before alias. */
function classOf({ isInner, kind, language }: NameKey): number {
  return (Number(isInner) * KIND_ORDER.length + KIND_ORDER.indexOf(kind)) * 2 + Number(language === undefined);
}

/** The rest only makes the order total. */
function bySize(a: NameKey, b: NameKey): number {
  return b.size - a.size || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) || a.ordinal - b.ordinal;
}

/** The keys of streets. A name refers to its group if several places have it, else to its streets (mostly one) in the only place that has it. */
function streetKeys({ streets, firstAddress }: OrderedNames, streetGroups: readonly StreetGroup[]): NameKey[] {
  const keys: NameKey[] = [];
  const sizeOf = (street: number): number => firstAddress[street + 1]! - firstAddress[street]!;
  const addStreet = (key: string, street: number, language: Language | undefined): void =>
    addKeys(keys, key, { kind: 'street', ordinal: street, size: sizeOf(street), language });
  const addGroup = (key: string, ordinal: number, language: Language | undefined): void => {
    addKeys(keys, key, { kind: 'streetGroup', ordinal, size: streetGroups[ordinal]!.addresses, language });
  };

  streetGroups.forEach(({ key, streets: named, places }, ordinal) => {
    // Streets of one name in several languages: the first language is that of the name.
    if (places > 1) addGroup(key, ordinal, named[0]!.language);
    else for (const { street, language } of named) addStreet(key, street, language);
  });
  for (const { key, streetGroup, carriers } of collectAliases(streets, streetGroups)) {
    // An alias of a single street leads to that street, not to its namesakes in other places.
    if (streetGroups[streetGroup]!.places > 1 && carriers.length > 1) addGroup(key, streetGroup, undefined);
    else for (const street of carriers) addStreet(key, street, undefined);
  }
  return keys;
}

interface StreetAlias {
  readonly key: string;
  /** The official name of the streets with this alias. */
  readonly streetGroup: number;
  readonly carriers: number[];
}

/** The aliases of streets, per official name. */
function collectAliases(streets: readonly Street[], streetGroups: readonly StreetGroup[]): Iterable<StreetAlias> {
  const ordinalOfKey = new Map(streetGroups.map(({ key }, ordinal) => [key, ordinal]));
  const aliases = new Map<string, StreetAlias>();
  streets.forEach(({ names, aliases: ownAliases = [] }, street) => {
    if (ownAliases.length === 0) return;
    const streetGroup = ordinalOfKey.get(nameKey(Object.values(names)[0]!))!;
    const ownKeys = Object.values(names).map(nameKey);
    for (const key of new Set(ownAliases.map(({ name }) => nameKey(name)))) {
      if (ownKeys.includes(key)) continue;
      const alias = aliases.get(`${streetGroup} ${key}`);
      if (alias === undefined) aliases.set(`${streetGroup} ${key}`, { key, streetGroup, carriers: [street] });
      else alias.carriers.push(street);
    }
  });
  return aliases.values();
}

function areaKeys(input: OrderedNames): NameKey[] {
  const { regions, provinces, municipalities, places, streets, firstAddress } = input;
  const sizes = {
    place: new Float64Array(places.length),
    municipality: new Float64Array(municipalities.length),
    province: new Float64Array(provinces.length),
    region: new Float64Array(regions.length),
  };
  const add = (array: Float64Array, index: number, size: number): void => {
    array[index] = array[index]! + size;
  };
  streets.forEach((street, i) => add(sizes.place, street.place, firstAddress[i + 1]! - firstAddress[i]!));
  places.forEach((place, i) => add(sizes.municipality, place.municipality, sizes.place[i]!));
  municipalities.forEach((area, i) => add(sizes.province, area.province, sizes.municipality[i]!));
  provinces.forEach((area, i) => {
    if (area.region !== undefined) add(sizes.region, area.region, sizes.province[i]!);
  });

  const keys: NameKey[] = [];
  const addAreas = (
    kind: AreaKind,
    areas: readonly NamedArea[],
    isHidden: (key: string, index: number) => boolean,
  ): void => {
    areas.forEach((area, index) => {
      for (const [key, language] of keysOf(area)) {
        if (!isHidden(key, index)) addKeys(keys, key, { kind, ordinal: index, language, size: sizes[kind][index]! });
      }
      // Of a place that its municipality does not represent: Machelen (Bt.) is listed beside Machelen.
      for (const { key, language } of bareKeysOf(area, (own) => isHidden(own, index)))
        keys.push({ key, kind, ordinal: index, language, size: sizes[kind][index]!, isInner: false });
    });
  };
  const regionKeys = regions.map((area) => new Set(keysOf(area).keys()));
  const municipalityNames = municipalities.map(({ names }) => new Set(Object.values(names).map(nameKey)));
  const municipalityKeys = municipalities.map((area) => new Set(keysOf(area).keys()));
  addAreas('region', regions, () => false);
  // Brussels is both a region and its only province; the region represents both. The canton of a district is a separate area.
  addAreas('province', provinces, (key, index) => {
    const { region } = provinces[index]!;
    const isAlone = provinces.filter((other) => other.region === region).length === 1;
    return region !== undefined && isAlone && regionKeys[region]!.has(key);
  });
  addAreas('municipality', municipalities, () => false);
  // A place whose municipality has the same name is not listed twice: the municipality represents it (ruling 12), also under an
  // alias of both. An alias alone hides no name: a former municipality is one of its successor's, and is still a place.
  addAreas('place', places, (key, index) => {
    const { municipality, names } = places[index]!;
    if (municipalityNames[municipality]!.has(key)) return true;
    const isNamesake = Object.values(names).some((name) => municipalityNames[municipality]!.has(nameKey(name)));
    return isNamesake && municipalityKeys[municipality]!.has(key);
  });
  return keys;
}

/** The distinct folded names with their languages; aliases last, without a language. */
function keysOf({ names, aliases = [] }: NamedArea): Map<string, Language | undefined> {
  const keys = new Map<string, Language | undefined>();
  for (const [language, name] of Object.entries(names) as [Language, string][]) {
    if (!keys.has(nameKey(name))) keys.set(nameKey(name), language);
  }
  for (const { name } of aliases) if (!keys.has(nameKey(name))) keys.set(nameKey(name), undefined);
  return keys;
}

/** The names without what is in brackets: Hengelo for Hengelo (Gld), which is as good as its name. Their later words are those of the name. */
function bareKeysOf(
  { names }: NamedArea,
  isHidden: (key: string) => boolean,
): readonly { readonly key: string; readonly language: Language }[] {
  const own = new Set(Object.values(names).map(nameKey));
  const bare = new Map<string, Language>();
  for (const [language, name] of Object.entries(names) as [Language, string][]) {
    const key = nameKey(withoutBrackets(name));
    if (key !== '' && !own.has(key) && !bare.has(key) && !isHidden(nameKey(name))) bare.set(key, language);
  }
  return Array.from(bare, ([key, language]) => ({ key, language }));
}

/**
 * One key for the whole name and one from each later word on, without repeats. A name without its leading article
 * counts as whole: Haag is Den Haag.
 */
function addKeys(keys: NameKey[], key: string, feature: Omit<NameKey, 'key' | 'isInner'>): void {
  const starts = wordStarts(key);
  const isWithoutArticle = (start: number): boolean => start === starts[1] && isLeadingArticle(key.slice(0, start - 1));
  for (const start of starts) {
    keys.push({ ...feature, key: key.slice(start), isInner: start > 0 && !isWithoutArticle(start) });
  }
}

/** One street of a street group. */
export interface StreetOfGroup {
  readonly street: number;
  readonly language: Language;
}

/** A name with the streets that have it: one, or several in one or more places (the GroupedStreets of the specification). */
export interface StreetGroup {
  /** The folded name that its streets have in common. */
  readonly key: string;
  readonly hash: number;
  readonly label: string;
  readonly streets: readonly StreetOfGroup[];
  /** Number of places with such a street, and of addresses in these streets. */
  readonly places: number;
  readonly addresses: number;
}

/** The distinct folded names, ordered by hash. */
export function collectStreetGroups({ streets, firstAddress }: OrderedNames): StreetGroup[] {
  const byKey = new Map<string, { streets: StreetOfGroup[]; spellings: Map<string, number> }>();
  streets.forEach(({ names }, street) => {
    for (const [language, name] of Object.entries(names) as [Language, string][]) {
      const key = nameKey(name);
      let streetGroup = byKey.get(key);
      if (streetGroup === undefined) {
        streetGroup = { streets: [], spellings: new Map() };
        byKey.set(key, streetGroup);
      }
      streetGroup.spellings.set(name, (streetGroup.spellings.get(name) ?? 0) + 1);
      // A name that is the same in two languages is one name, in the first of them.
      if (streetGroup.streets.at(-1)?.street !== street) streetGroup.streets.push({ street, language });
    }
  });
  const streetGroups = [...byKey].map(([key, { streets: found, spellings }]) => ({
    key,
    hash: hash52(key),
    label: mostFrequent(spellings),
    streets: found,
    places: new Set(found.map(({ street }) => streets[street]!.place)).size,
    addresses: found.reduce((sum, { street }) => sum + firstAddress[street + 1]! - firstAddress[street]!, 0),
  }));
  streetGroups.sort((a, b) => a.hash - b.hash);
  streetGroups.forEach(({ hash, key }, i) => {
    const next = streetGroups[i + 1];
    if (next?.hash === hash)
      throw new Error(`The street names "${key}" and "${next.key}" have the same hash; hash52 must change.`);
  });
  return streetGroups;
}

function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  return [...spellings].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]![0];
}
