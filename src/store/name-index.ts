import { bytesOf, type Container } from '../format/container.ts';
import { hash52 } from '../format/hash.ts';
import { PackedColumn, packColumn } from '../format/packed-column.ts';
import { PrefixTrie } from '../format/prefix-trie.ts';
import { buildPrefixTrie, type TrieEntry } from '../format/prefix-trie-builder.ts';
import { packStrings, StringTable } from '../format/string-table.ts';
import type { Language } from '../model/country.ts';
import type { NamedArea, Street } from '../model/gazetteer.ts';
import { nameKey, wordStarts } from '../text/fold.ts';
import { isLeadingArticle } from '../text/variants.ts';
import type { AreaKind } from './area-table.ts';
import type { OrderedInput } from './ordered-input.ts';
import { PlaceLeaves, packPlaceLeaves } from './place-leaves.ts';
import { LANGUAGES } from './street-table.ts';

/**
 * What a name can stand for: an area, a street, or a street name that occurs in several places. A name is one
 * street as long as one place has it, and a street name as soon as two have.
 */
export type NamedKind = AreaKind | 'street' | 'streetName';

/** Something found by name, with the language of the name; none for an alias. */
export interface NamedThing {
  readonly kind: NamedKind;
  /** Position among its kind. */
  readonly index: number;
  readonly language: Language | undefined;
  /** The key is not the whole name: it begins at a later word. */
  readonly isInner: boolean;
}

/** One street under a street name. */
export interface StreetOfName {
  readonly street: number;
  readonly language: Language;
}

/** Which of the two tries. */
export type NameTrieName = 'area' | 'street';

/**
 * Everything that can be found by its name: two prefix tries, one of the names of areas and one of those of streets, whose
 * ranks are one order, so that the completions of both can be merged.
 *
 * Container `names.bin`: the sections of the tries, `area.…` and `street.…` (format/prefix-trie.ts), whose values are
 * `((index · 8 + kind) · 2 + inner) · 8 + language` (inner: 1 where the key begins at a later word; language: position in
 * LANGUAGES, 7 for an alias), and the street names, ordered by hash:
 *
 *     sn.hash         f64: hash52 of the folded name, ascending; by it a context refers to a street name
 *     sn.label        StringTable: the name as most of its streets write it
 *     sn.firstStreet  packed: street name → its first entry in the next; one more than street names
 *     sn.street       packed: street · 4 + language, ascending within a street name
 *     sn.places       packed: in how many places its streets are
 *     sn.addresses    packed: how many addresses they have
 *     pl.…            the leaves of streets by place (place-leaves.ts)
 */
export class NameIndex {
  readonly areas: NameTrie;
  readonly streets: NameTrie;
  readonly streetNameCount: number;
  /** The leaves of `streets` by place. */
  readonly placeLeaves: PlaceLeaves;
  readonly #hash: Float64Array;
  readonly #label: StringTable;
  readonly #firstStreet: PackedColumn;
  readonly #street: PackedColumn;
  readonly #places: PackedColumn;
  readonly #addresses: PackedColumn;
  #leavesByStreet: LeavesByStreet | undefined;

  constructor(container: Container) {
    this.areas = new NameTrie(container, 'area');
    this.streets = new NameTrie(container, 'street');
    this.#hash = container.f64('sn.hash');
    this.#label = new StringTable(container.bytes('sn.label'));
    this.#firstStreet = new PackedColumn(container.bytes('sn.firstStreet'));
    this.#street = new PackedColumn(container.bytes('sn.street'));
    this.#places = new PackedColumn(container.bytes('sn.places'));
    this.#addresses = new PackedColumn(container.bytes('sn.addresses'));
    this.streetNameCount = this.#hash.length;
    this.placeLeaves = new PlaceLeaves(container);
  }

  labelOf(streetName: number): string {
    return this.#label.at(streetName);
  }

  hashOf(streetName: number): number {
    return this.#hash[streetName]!;
  }

  /** The street name with this hash, or -1. O(log street names). */
  streetNameWithHash(hash: number): number {
    let low = 0;
    let high = this.#hash.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#hash[middle]! < hash) low = middle + 1;
      else high = middle;
    }
    return this.#hash[low] === hash ? low : -1;
  }

  /** The leaves of the trie of streets that a street can be found by. The first call takes some 10 ms, the others none. */
  leavesOfStreet(street: number): Uint32Array {
    this.#leavesByStreet ??= this.#collectLeaves();
    const { first, leaves } = this.#leavesByStreet;
    return leaves.subarray(first[street]!, first[street + 1]!);
  }

  #collectLeaves(): LeavesByStreet {
    const counts: number[] = [];
    const pairs: number[] = [];
    for (let leaf = 0; leaf < this.streets.leafCount; leaf++) {
      const { kind, index } = this.streets.thingAt(leaf);
      const streets = kind === 'street' ? [index] : this.streetsOf(index).map(({ street }) => street);
      for (const street of streets) {
        pairs.push(street, leaf);
        counts[street] = (counts[street] ?? 0) + 1;
      }
    }
    const first = new Uint32Array(counts.length + 1);
    for (let street = 0; street < counts.length; street++) first[street + 1] = first[street]! + (counts[street] ?? 0);
    const free = first.slice();
    const leaves = new Uint32Array(pairs.length / 2);
    for (let i = 0; i < pairs.length; i += 2) {
      const street = pairs[i]!;
      const at = free[street]!;
      leaves[at] = pairs[i + 1]!;
      free[street] = at + 1;
    }
    return { first, leaves };
  }

  /** In how many places there is a street of the name. */
  countPlaces(streetName: number): number {
    return this.#places.at(streetName);
  }

  /** How many addresses the streets of the name have. */
  addressesOf(streetName: number): number {
    return this.#addresses.at(streetName);
  }

  /** The streets of a name within [from, to), in index order. O(log streets of the name + those found). */
  streetsOf(streetName: number, from: number = 0, to: number = Number.MAX_SAFE_INTEGER): StreetOfName[] {
    const end = this.#firstStreet.at(streetName + 1);
    const found: StreetOfName[] = [];
    for (let i = this.#street.lowerBound(from * 4, this.#firstStreet.at(streetName), end); i < end; i++) {
      const entry = this.#street.at(i);
      const street = Math.floor(entry / 4);
      if (street >= to) break;
      found.push({ street, language: LANGUAGES[entry % 4]! });
    }
    return found;
  }
}

/** What is worked out from the files when it is first asked for. */
interface LeavesByStreet {
  readonly first: Uint32Array;
  readonly leaves: Uint32Array;
}

/** A prefix trie whose values are named things. */
export class NameTrie extends PrefixTrie {
  constructor(container: Container, name: NameTrieName) {
    super(container, name);
  }

  /** What the key of a leaf stands for. */
  thingAt(leaf: number): NamedThing {
    const value = this.valueOf(leaf);
    return {
      kind: KINDS[(value >>> 4) & 7]!,
      index: value >>> 7,
      language: LANGUAGES[value & 7],
      isInner: (value & 8) !== 0,
    };
  }

  /** A number that two leaves of both tries share when they stand for the same thing, whatever name led to it. */
  identityAt(leaf: number): number {
    return identityOf(this.valueOf(leaf));
  }

  /** Whether the key of a leaf is the whole name of a thing, not a later part of it. */
  isWhole(leaf: number): boolean {
    return (this.valueOf(leaf) & 8) === 0;
  }

  /** Whether the key of a leaf is an alias, by which a thing is found but not shown. */
  isAlias(leaf: number): boolean {
    return (this.valueOf(leaf) & 7) === NO_LANGUAGE;
  }
}

const KINDS: readonly NamedKind[] = ['region', 'province', 'municipality', 'place', 'street', 'streetName'];
const NO_LANGUAGE = 7;

function identityOf(value: number): number {
  return value >>> 4;
}

/** The order among kinds where nothing else decides: what people name first when they look for an address. */
const KIND_ORDER: readonly NamedKind[] = ['municipality', 'place', 'province', 'region', 'streetName', 'street'];

const STREET_KINDS: ReadonlySet<NamedKind> = new Set(['street', 'streetName']);

interface Candidate {
  readonly key: string;
  readonly kind: NamedKind;
  readonly index: number;
  readonly language: Language | undefined;
  /** The key begins at a later word of the name. */
  readonly isInner: boolean;
  /** Addresses that it stands for. */
  readonly size: number;
}

export function packNames(input: OrderedInput): Map<string, Uint8Array> {
  const streetNames = collectStreetNames(input);
  const candidates = [...areaCandidates(input), ...streetCandidates(input, streetNames)].sort(byRank);
  const entries = candidates.map(({ key, kind, index, isInner, language }, rank) => ({
    key,
    rank,
    value:
      ((index * 8 + KINDS.indexOf(kind)) * 2 + Number(isInner)) * 8 +
      (language === undefined ? NO_LANGUAGE : LANGUAGES.indexOf(language)),
  }));
  const isOfStreet = ({ rank }: TrieEntry): boolean => STREET_KINDS.has(candidates[rank]!.kind);

  const streetTrie = buildPrefixTrie(entries.filter(isOfStreet), { name: 'street', identityOf });
  const firstStreet = [0];
  for (const { streets } of streetNames) firstStreet.push(firstStreet.at(-1)! + streets.length);
  return new Map([
    ...buildPrefixTrie(
      entries.filter((entry) => !isOfStreet(entry)),
      { name: 'area', identityOf },
    ),
    ...streetTrie,
    ...packPlaceLeaves(
      leavesOfStreets(streetTrie, streetNames),
      (street) => input.streets[street]!.place,
      input.places.length,
    ),
    ['sn.hash', bytesOf(Float64Array.from(streetNames, ({ hash }) => hash))],
    ['sn.label', packStrings(streetNames.map(({ label }) => label))],
    ['sn.places', packColumn(streetNames.map(({ places }) => places))],
    ['sn.addresses', packColumn(streetNames.map(({ addresses }) => addresses))],
    ['sn.firstStreet', packColumn(firstStreet)],
    [
      'sn.street',
      packColumn(
        streetNames.flatMap(({ streets }) =>
          streets.map(({ street, language }) => street * 4 + LANGUAGES.indexOf(language)),
        ),
      ),
    ],
  ]);
}

/** The leaves of the trie of streets with the streets that each stands for. */
function leavesOfStreets(
  trie: ReadonlyMap<string, Uint8Array>,
  streetNames: readonly StreetName[],
): { leaf: number; street: number }[] {
  const { buffer, byteOffset, byteLength } = trie.get('street.value')!;
  const values = new Uint32Array(buffer, byteOffset, byteLength / 4);
  return [...values].flatMap((value, leaf) => {
    const index = value >>> 7;
    if (KINDS[(value >>> 4) & 7] === 'street') return [{ leaf, street: index }];
    return streetNames[index]!.streets.map(({ street }) => ({ leaf, street }));
  });
}

/** Whole name before inner word, then kind, own name before alias, size; the rest only makes the order a total one. */
function byRank(a: Candidate, b: Candidate): number {
  return (
    Number(a.isInner) - Number(b.isInner) ||
    KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) ||
    Number(a.language === undefined) - Number(b.language === undefined) ||
    b.size - a.size ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) ||
    a.index - b.index
  );
}

interface StreetName {
  /** The folded name that its streets have in common. */
  readonly key: string;
  readonly hash: number;
  readonly label: string;
  readonly streets: readonly StreetOfName[];
  /** In how many places the streets are, and how many addresses they have. */
  readonly places: number;
  readonly addresses: number;
}

/** The different folded names, ordered by hash. */
function collectStreetNames({ streets, firstAddress }: OrderedInput): StreetName[] {
  const byKey = new Map<string, { streets: StreetOfName[]; spellings: Map<string, number> }>();
  streets.forEach(({ names }, street) => {
    for (const [language, name] of Object.entries(names) as [Language, string][]) {
      const key = nameKey(name);
      let streetName = byKey.get(key);
      if (streetName === undefined) {
        streetName = { streets: [], spellings: new Map() };
        byKey.set(key, streetName);
      }
      streetName.spellings.set(name, (streetName.spellings.get(name) ?? 0) + 1);
      // A name that is the same in two languages is one name, in the first of them.
      if (streetName.streets.at(-1)?.street !== street) streetName.streets.push({ street, language });
    }
  });
  const streetNames = [...byKey].map(([key, { streets: found, spellings }]) => ({
    key,
    hash: hash52(key),
    label: mostFrequent(spellings),
    streets: found,
    places: new Set(found.map(({ street }) => streets[street]!.place)).size,
    addresses: found.reduce((sum, { street }) => sum + firstAddress[street + 1]! - firstAddress[street]!, 0),
  }));
  streetNames.sort((a, b) => a.hash - b.hash);
  streetNames.forEach(({ hash, key }, i) => {
    const next = streetNames[i + 1];
    if (next?.hash === hash)
      throw new Error(`The street names "${key}" and "${next.key}" have the same hash; hash52 must change.`);
  });
  return streetNames;
}

/** What a name stands for: itself where several places have it, else its streets (mostly one) in the one place that has it. */
function streetCandidates({ streets, firstAddress }: OrderedInput, streetNames: readonly StreetName[]): Candidate[] {
  const candidates: Candidate[] = [];
  const sizeOf = (street: number): number => firstAddress[street + 1]! - firstAddress[street]!;
  const addStreet = (key: string, street: number, language: Language | undefined): void =>
    addKeys(candidates, key, { kind: 'street', index: street, size: sizeOf(street), language });
  const addName = (key: string, index: number, language: Language | undefined): void => {
    addKeys(candidates, key, { kind: 'streetName', index, size: streetNames[index]!.addresses, language });
  };

  streetNames.forEach(({ key, streets: named, places }, index) => {
    // Streets of one name in several languages: the first one's stands for the name.
    if (places > 1) addName(key, index, named[0]!.language);
    else for (const { street, language } of named) addStreet(key, street, language);
  });
  for (const { key, streetName, carriers } of collectAliases(streets, streetNames)) {
    // An alias that one street alone has leads to that street, not to its namesakes in other places.
    if (streetNames[streetName]!.places > 1 && carriers.length > 1) addName(key, streetName, undefined);
    else for (const street of carriers) addStreet(key, street, undefined);
  }
  return candidates;
}

interface StreetAlias {
  readonly key: string;
  /** The official name of the streets that have it. */
  readonly streetName: number;
  readonly carriers: number[];
}

/** The aliases of streets, apart for each official name. */
function collectAliases(streets: readonly Street[], streetNames: readonly StreetName[]): Iterable<StreetAlias> {
  const positionOfKey = new Map(streetNames.map(({ key }, position) => [key, position]));
  const aliases = new Map<string, StreetAlias>();
  streets.forEach(({ names, aliases: ownAliases = [] }, street) => {
    const streetName = positionOfKey.get(nameKey(Object.values(names)[0]!))!;
    const ownKeys = Object.values(names).map(nameKey);
    for (const key of new Set(ownAliases.map(({ name }) => nameKey(name)))) {
      if (ownKeys.includes(key)) continue;
      const alias = aliases.get(`${streetName} ${key}`);
      if (alias === undefined) aliases.set(`${streetName} ${key}`, { key, streetName, carriers: [street] });
      else alias.carriers.push(street);
    }
  });
  return aliases.values();
}

function areaCandidates(input: OrderedInput): Candidate[] {
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

  const candidates: Candidate[] = [];
  const addAreas = (
    kind: AreaKind,
    areas: readonly NamedArea[],
    isHidden: (key: string, index: number) => boolean,
  ): void => {
    areas.forEach((area, index) => {
      for (const [key, language] of keysOf(area)) {
        if (!isHidden(key, index)) addKeys(candidates, key, { kind, index, language, size: sizes[kind][index]! });
      }
    });
  };
  const regionKeys = regions.map((area) => new Set(keysOf(area).keys()));
  const municipalityNames = municipalities.map(({ names }) => new Set(Object.values(names).map(nameKey)));
  const municipalityKeys = municipalities.map((area) => new Set(keysOf(area).keys()));
  addAreas('region', regions, () => false);
  // Brussels is a region with itself for a province; the region stands for both. A canton of a district is another thing.
  addAreas('province', provinces, (key, index) => {
    const { region } = provinces[index]!;
    const isAlone = provinces.filter((other) => other.region === region).length === 1;
    return region !== undefined && isAlone && regionKeys[region]!.has(key);
  });
  addAreas('municipality', municipalities, () => false);
  // A place whose municipality has the same name is not listed twice: the municipality stands for it (ruling 12), also by an
  // alias of both. An alias alone hides no name: a former municipality is one of its successor's, and is still a place.
  addAreas('place', places, (key, index) => {
    const { municipality, names } = places[index]!;
    if (municipalityNames[municipality]!.has(key)) return true;
    const isNamesake = Object.values(names).some((name) => municipalityNames[municipality]!.has(nameKey(name)));
    return isNamesake && municipalityKeys[municipality]!.has(key);
  });
  return candidates;
}

/** The different folded names of a thing with their languages, aliases last and without one. */
function keysOf({ names, aliases = [] }: NamedArea): Map<string, Language | undefined> {
  const keys = new Map<string, Language | undefined>();
  for (const [language, name] of Object.entries(names) as [Language, string][]) {
    if (!keys.has(nameKey(name))) keys.set(nameKey(name), language);
  }
  for (const { name } of aliases) if (!keys.has(nameKey(name))) keys.set(nameKey(name), undefined);
  return keys;
}

/**
 * One candidate for the whole name and one for each later word, once where a name repeats a word. Without its leading article
 * a name is whole: Haag is Den Haag.
 */
function addKeys(candidates: Candidate[], key: string, thing: Omit<Candidate, 'key' | 'isInner'>): void {
  const starts = wordStarts(key);
  const isWithoutArticle = (start: number): boolean => start === starts[1] && isLeadingArticle(key.slice(0, start - 1));
  for (const start of starts) {
    candidates.push({ ...thing, key: key.slice(start), isInner: start > 0 && !isWithoutArticle(start) });
  }
}

function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  return [...spellings].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]![0];
}
