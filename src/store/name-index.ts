import { bytesOf, type Container } from '../format/container.ts';
import { hash52 } from '../format/hash.ts';
import { PackedColumn, packColumn } from '../format/packed-column.ts';
import { PrefixTrie } from '../format/prefix-trie.ts';
import { buildPrefixTrie, type TrieEntry } from '../format/prefix-trie-builder.ts';
import { packStrings, StringTable } from '../format/string-table.ts';
import type { Language } from '../model/country.ts';
import type { NamedArea, Street } from '../model/gazetteer.ts';
import { fold, wordStarts } from '../text/fold.ts';
import type { AreaKind } from './area-table.ts';
import type { OrderedInput } from './ordered-input.ts';
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

/**
 * Everything that can be found by its name.
 *
 * Container `names.bin`: the sections of the prefix trie (format/prefix-trie.ts), whose values are
 * `((index · 8 + kind) · 2 + inner) · 8 + language` (inner: 1 where the key begins at a later word; language: position in
 * LANGUAGES, 7 for an alias), and the street names, ordered by hash:
 *
 *     sn.hash         f64: hash52 of the folded name, ascending; by it a context refers to a street name
 *     sn.label        StringTable: the name as most of its streets write it
 *     sn.firstStreet  packed: street name → its first entry in the next; one more than street names
 *     sn.street       packed: street · 4 + language, ascending within a street name
 */
export class NameIndex {
  readonly trie: PrefixTrie;
  readonly streetNameCount: number;
  readonly #hash: Float64Array;
  readonly #label: StringTable;
  readonly #firstStreet: PackedColumn;
  readonly #street: PackedColumn;

  constructor(container: Container) {
    this.trie = new PrefixTrie(container);
    this.#hash = container.f64('sn.hash');
    this.#label = new StringTable(container.bytes('sn.label'));
    this.#firstStreet = new PackedColumn(container.bytes('sn.firstStreet'));
    this.#street = new PackedColumn(container.bytes('sn.street'));
    this.streetNameCount = this.#hash.length;
  }

  /** What the key of a trie leaf stands for. */
  thingAt(leaf: number): NamedThing {
    const value = this.trie.valueOf(leaf);
    return {
      kind: KINDS[(value >>> 4) & 7]!,
      index: value >>> 7,
      language: LANGUAGES[value & 7],
      isInner: (value & 8) !== 0,
    };
  }

  /** A number that two leaves share when they stand for the same thing, whatever name led to it. */
  identityAt(leaf: number): number {
    return identityOf(this.trie.valueOf(leaf));
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

  /** How many streets bear the name. */
  countStreets(streetName: number): number {
    return this.#firstStreet.at(streetName + 1) - this.#firstStreet.at(streetName);
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

const KINDS: readonly NamedKind[] = ['region', 'province', 'municipality', 'place', 'street', 'streetName'];
const NO_LANGUAGE = 7;

function identityOf(value: number): number {
  return value >>> 4;
}

/** The order among kinds where nothing else decides: what people name first when they look for an address. */
const KIND_ORDER: readonly NamedKind[] = ['municipality', 'place', 'province', 'region', 'streetName', 'street'];

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
  const entries: TrieEntry[] = candidates.map(({ key, kind, index, isInner, language }) => ({
    key,
    value:
      ((index * 8 + KINDS.indexOf(kind)) * 2 + Number(isInner)) * 8 +
      (language === undefined ? NO_LANGUAGE : LANGUAGES.indexOf(language)),
  }));

  const firstStreet = [0];
  for (const { streets } of streetNames) firstStreet.push(firstStreet.at(-1)! + streets.length);
  return new Map([
    ...buildPrefixTrie(entries, identityOf),
    ['sn.hash', bytesOf(Float64Array.from(streetNames, ({ hash }) => hash))],
    ['sn.label', packStrings(streetNames.map(({ label }) => label))],
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

/** Whole name before inner word, then kind, then size; the rest only makes the order a total one. */
function byRank(a: Candidate, b: Candidate): number {
  return (
    Number(a.isInner) - Number(b.isInner) ||
    KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) ||
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
}

/** The different folded names, ordered by hash. */
function collectStreetNames({ streets }: OrderedInput): StreetName[] {
  const byKey = new Map<string, { streets: StreetOfName[]; spellings: Map<string, number> }>();
  streets.forEach(({ names }, street) => {
    for (const [language, name] of Object.entries(names) as [Language, string][]) {
      const key = keyOf(name);
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
  const streetNames = [...byKey].map(([key, { streets, spellings }]) => ({
    key,
    hash: hash52(key),
    label: mostFrequent(spellings),
    streets,
  }));
  streetNames.sort((a, b) => a.hash - b.hash);
  streetNames.forEach(({ hash, key }, i) => {
    const next = streetNames[i + 1];
    if (next?.hash === hash)
      throw new Error(`The street names "${key}" and "${next.key}" have the same hash; hash52 must change.`);
  });
  return streetNames;
}

function streetCandidates({ streets, firstAddress }: OrderedInput, streetNames: readonly StreetName[]): Candidate[] {
  const sizeOf = (street: number): number => firstAddress[street + 1]! - firstAddress[street]!;
  const things = streetNames.map((streetName, index) => {
    const [only] = streetName.streets;
    const size = streetName.streets.reduce((sum, { street }) => sum + sizeOf(street), 0);
    return streetName.streets.length === 1
      ? ({ kind: 'street', index: only!.street, size } as const)
      : ({ kind: 'streetName', index, size } as const);
  });

  const positionOfKey = new Map(streetNames.map(({ key }, position) => [key, position]));
  const aliasKeys = new Map<string, Set<number>>();
  streets.forEach((street: Street) => {
    const official = positionOfKey.get(keyOf(Object.values(street.names)[0]!))!;
    for (const alias of street.aliases ?? []) {
      const key = keyOf(alias.name);
      const known = aliasKeys.get(key);
      if (known === undefined) aliasKeys.set(key, new Set([official]));
      else known.add(official);
    }
  });

  const candidates: Candidate[] = [];
  streetNames.forEach(({ key, streets }, position) => {
    // Streets of one name in several languages: the first one's stands for the name.
    addKeys(candidates, key, { ...things[position]!, language: streets[0]!.language });
  });
  for (const [key, positions] of aliasKeys) {
    for (const position of positions) {
      if (streetNames[position]!.key !== key) addKeys(candidates, key, { ...things[position]!, language: undefined });
    }
  }
  return candidates;
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
  const municipalityKeys = municipalities.map((area) => new Set(keysOf(area).keys()));
  addAreas('region', regions, () => false);
  addAreas('province', provinces, () => false);
  addAreas('municipality', municipalities, () => false);
  // A place whose municipality has the same name is not listed twice: the municipality stands for it (ruling 12).
  addAreas('place', places, (key, index) => municipalityKeys[places[index]!.municipality]!.has(key));
  return candidates;
}

/** The different folded names of a thing with their languages, aliases last and without one. */
function keysOf({ names, aliases = [] }: NamedArea): Map<string, Language | undefined> {
  const keys = new Map<string, Language | undefined>();
  for (const [language, name] of Object.entries(names) as [Language, string][]) {
    if (!keys.has(keyOf(name))) keys.set(keyOf(name), language);
  }
  for (const { name } of aliases) if (!keys.has(keyOf(name))) keys.set(keyOf(name), undefined);
  return keys;
}

/** One candidate for the whole name and one for each later word, once where a name repeats a word. */
function addKeys(candidates: Candidate[], key: string, thing: Omit<Candidate, 'key' | 'isInner'>): void {
  for (const start of wordStarts(key)) candidates.push({ ...thing, key: key.slice(start), isInner: start > 0 });
}

/** The folded name; a name without a single letter or digit stays as it is, so that it has a key at all. */
function keyOf(name: string): string {
  return fold(name) || name.toLowerCase() || '-';
}

function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  return [...spellings].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]![0];
}
