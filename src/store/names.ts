import { assertSound, partitionPoint } from '../format/blocks.ts';
import { bytesOf, type Sections } from '../format/container.ts';
import { hash52 } from '../format/hash.ts';
import { checkColumn, PackedColumn, packColumn } from '../format/packed-column.ts';
import { checkTrie, type PathStep, pathTo } from '../format/prefix-trie.ts';
import { buildPrefixTrie, type TrieEntry } from '../format/prefix-trie-builder.ts';
import { checkStrings, packStrings, StringTable } from '../format/string-table.ts';
import type { Country, Language } from '../model/country.ts';
import { nameKey } from '../text/fold.ts';
import { isLeadingArticle } from '../text/little-words.ts';
import { withoutBrackets } from '../text/noise.ts';
import { formsOfAreas } from './area-forms.ts';
import { AREA_KINDS, type AreaForm, type AreaKind, type AreaTable, FORM_KINDS } from './area-table.ts';
import { collectStreetGroups, rankedNameKeys, type StreetGroup, type StreetOfGroup } from './name-keys.ts';
import {
  identityOf,
  type NamedFeature,
  NameTrie,
  type NameTrieName,
  packFeature,
  trieNameOf,
  unpackFeature,
} from './name-trie.ts';
import type { OrderedNames } from './order.ts';
import { checkPlaceLeaves, type LeafOfStreet, PlaceLeaves, packPlaceLeaves } from './place-leaves.ts';
import { LANGUAGES, type StreetTable } from './street-table.ts';

/**
 * Everything that can be found by name: two prefix tries, one for areas and one for streets, with a common
 * order of ranks, so that the completions of both can be merged.
 *
 * Container `names.bin`: the sections of the tries, `area.…` and `street.…` (format/prefix-trie.ts; their values
 * name-trie.ts), and the street groups (a name and the streets that have it), ordered by hash:
 *
 *     sn.hash         f64: hash52 of the folded name, ascending; contexts refer to a group by it
 *     sn.label        StringTable: the name as most of its streets write it
 *     sn.firstStreet  packed: group → its first entry in the next; one more than groups
 *     sn.street       packed: street · 4 + language, ascending within a group
 *     sn.places       packed: number of places with such a street
 *     sn.addresses    packed: number of addresses in its streets
 *     pl.…            the leaves of streets by place: `PlaceLeaves`
 *     af.key          StringTable: what areas are called beside their names and aliases, folded (area-forms.ts)
 *     af.area         packed: ordinal · 4 + position in AREA_KINDS
 *     af.form         packed: position in FORM_KINDS
 */
export class NameIndex {
  readonly areas: NameTrie;
  readonly streets: NameTrie;
  readonly streetGroupCount: number;
  /** The leaves of `streets` by place. */
  readonly placeLeaves: PlaceLeaves;
  readonly #hash: Float64Array;
  readonly #label: { readonly length: number; at(group: number): string };
  readonly #firstStreet: PackedColumn;
  readonly #street: PackedColumn;
  readonly #places: PackedColumn;
  readonly #addresses: PackedColumn;
  readonly #formKey: StringTable;
  readonly #formArea: PackedColumn;
  readonly #formKind: PackedColumn;
  #leavesByStreet: LeavesByStreet | undefined;
  #leavesByArea: Map<number, number[]> | undefined;

  /** @param spellings those of the streets, where labels are numbers of these: of streets that were */
  constructor(container: Sections, spellings?: StringTable) {
    this.areas = new NameTrie(container, 'area');
    this.streets = new NameTrie(container, 'street');
    this.#hash = container.f64('sn.hash');
    this.#label =
      spellings === undefined
        ? new StringTable(container.bytes('sn.label'))
        : new Spelled(new PackedColumn(container.bytes('sn.label')), spellings);
    this.#firstStreet = new PackedColumn(container.bytes('sn.firstStreet'));
    this.#street = new PackedColumn(container.bytes('sn.street'));
    this.#places = new PackedColumn(container.bytes('sn.places'));
    this.#addresses = new PackedColumn(container.bytes('sn.addresses'));
    this.streetGroupCount = this.#hash.length;
    this.placeLeaves = new PlaceLeaves(container);
    this.#formKey = new StringTable(container.bytes('af.key'));
    this.#formArea = new PackedColumn(container.bytes('af.area'));
    this.#formKind = new PackedColumn(container.bytes('af.form'));
    const forms = [this.#formArea, this.#formKind];
    assertSound(
      forms.every(({ length }) => length === this.#formKey.length),
      'every form of a name is of an area',
    );
    const first = this.#firstStreet;
    const columns = [this.#label, this.#places, this.#addresses, { length: first.length - 1 }];
    assertSound(
      columns.every(({ length }) => length === this.streetGroupCount),
      'every street name has a label and streets',
    );
    const isWhole = first.at(0) === 0 && first.at(this.streetGroupCount) === this.#street.length;
    assertSound(isWhole && first.ascends({ strictly: true }), 'the streets of names follow each other');
  }

  /** For `checkNames`. @internal */
  get parts(): { readonly tables: readonly StringTable[]; readonly columns: readonly PackedColumn[] } {
    const columns = [this.#firstStreet, this.#street, this.#places, this.#addresses, this.#formArea, this.#formKind];
    const label = this.#label;
    if (label instanceof Spelled) return { tables: [this.#formKey], columns: [...columns, label.column] };
    return { tables: [label as StringTable, this.#formKey], columns };
  }

  /** What areas are called beside their names and aliases. O(forms), some milliseconds. */
  areaForms(): AreaForm[] {
    const kinds = this.#formKind.values();
    return Array.from(this.#formArea.values(), (area, i) => ({
      key: this.#formKey.at(i),
      kind: AREA_KINDS[area % 4]!,
      ordinal: Math.floor(area / 4),
      form: FORM_KINDS[kinds[i]!]!,
    }));
  }

  labelOf(group: number): string {
    return this.#label.at(group);
  }

  hashOf(group: number): number {
    return this.#hash[group]!;
  }

  /** The street group with this hash, or -1. O(log groups). */
  streetGroupWithHash(hash: number): number {
    const found = partitionPoint(0, this.#hash.length, (i) => this.#hash[i]! < hash);
    return this.#hash[found] === hash ? found : -1;
  }

  /** The leaves of the street trie that lead to a street. The first call takes some 10 ms. */
  leavesOfStreet(street: number): Uint32Array {
    this.#leavesByStreet ??= this.#collectLeaves();
    const { first, leaves } = this.#leavesByStreet;
    return leaves.subarray(first[street]!, first[street + 1]!);
  }

  /** The leaves of the area trie that lead to an area, ascending. The first call takes some milliseconds. */
  leavesOfArea(kind: AreaKind, ordinal: number): readonly number[] {
    if (this.#leavesByArea === undefined) {
      this.#leavesByArea = new Map();
      for (let leaf = 0; leaf < this.areas.leafCount; leaf++) {
        const identity = this.areas.identityAt(leaf);
        const leaves = this.#leavesByArea.get(identity);
        if (leaves === undefined) this.#leavesByArea.set(identity, [leaf]);
        else leaves.push(leaf);
      }
    }
    const identity = identityOf(packFeature({ kind, ordinal, language: undefined, isInner: false }));
    return this.#leavesByArea.get(identity) ?? [];
  }

  #collectLeaves(): LeavesByStreet {
    const counts: number[] = [];
    const pairs: number[] = [];
    for (let leaf = 0; leaf < this.streets.leafCount; leaf++) {
      for (const { street } of this.streetsUnder(this.streets.featureAt(leaf))) {
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

  /** Number of places with a street of the name. */
  countPlaces(group: number): number {
    return this.#places.at(group);
  }

  /** Number of addresses in the streets of the name. */
  countAddresses(group: number): number {
    return this.#addresses.at(group);
  }

  /** The streets of [from, to) that a leaf of the street trie leads to, each with the language of its name, `undefined` for an alias. */
  streetsUnder(
    { kind, ordinal, language }: NamedFeature,
    from: number = 0,
    to: number = Number.MAX_SAFE_INTEGER,
  ): readonly NamedStreet[] {
    if (kind === 'street') return ordinal >= from && ordinal < to ? [{ street: ordinal, language }] : [];
    return this.streetsOf(ordinal, from, to).map((each) => ({
      street: each.street,
      language: language && each.language,
    }));
  }

  /** The streets of a name within [from, to), in index order. O(log streets of the name + those found). */
  streetsOf(group: number, from: number = 0, to: number = Number.MAX_SAFE_INTEGER): StreetOfGroup[] {
    const end = this.#firstStreet.at(group + 1);
    const found: StreetOfGroup[] = [];
    for (let i = this.#street.lowerBound(from * 4, this.#firstStreet.at(group), end); i < end; i++) {
      const entry = this.#street.at(i);
      const street = Math.floor(entry / 4);
      if (street >= to) break;
      found.push({ street, language: LANGUAGES[entry % 4]! });
    }
    return found;
  }
}

interface NamedStreet {
  readonly street: number;
  readonly language: Language | undefined;
}

/** Texts that are among others: numbers of these. */
class Spelled {
  readonly column: PackedColumn;
  readonly length: number;
  readonly #spellings: StringTable;

  constructor(column: PackedColumn, spellings: StringTable) {
    assertSound(
      column.values().every((spelling) => spelling >= 0 && spelling < spellings.length),
      'the labels of street names are spellings',
    );
    this.column = column;
    this.length = column.length;
    this.#spellings = spellings;
  }

  at(i: number): string {
    return this.#spellings.at(this.column.at(i));
  }
}

/** How a name is found, label by label. For people. */
export function pathsTo({ areas, streets }: NameIndex, name: string): Record<NameTrieName, readonly PathStep[]> {
  const key = nameKey(name);
  return { area: pathTo(areas, key), street: pathTo(streets, key) };
}

/** The folded names of a feature by language, and its aliases; `undefined` for a feature that does not exist. */
function keysOfFeature(
  { kind, ordinal }: NamedFeature,
  areas: AreaTable,
  streets: StreetTable,
  groupKeys: readonly string[],
): KeysOfFeature | undefined {
  if (kind === 'streetGroup') {
    const key = groupKeys[ordinal];
    return key === undefined
      ? undefined
      : { named: new Map(LANGUAGES.map((language) => [language, key])), bare: NO_KEYS, aliases: undefined };
  }
  if (kind === 'street') {
    if (ordinal >= streets.length) return undefined;
    const names = Object.entries(streets.namesOf(ordinal)) as [Language, string][];
    return {
      named: new Map(names.map(([language, name]) => [language, nameKey(name)])),
      bare: NO_KEYS,
      aliases: streets.aliasesOf(ordinal).map(nameKey),
    };
  }
  const area = areas.all(kind)[ordinal];
  if (area === undefined) return undefined;
  const names = Object.entries(area.names) as [Language, string][];
  return {
    named: new Map(names.map(([language, name]) => [language, nameKey(name)])),
    bare: new Map(names.map(([language, name]) => [language, nameKey(withoutBrackets(name))])),
    aliases: (area.aliases ?? []).map(({ name }) => nameKey(name)),
  };
}

const NO_KEYS: ReadonlyMap<Language, string> = new Map();

interface KeysOfFeature {
  readonly named: ReadonlyMap<Language, string>;
  /** The names of an area without what is in brackets. */
  readonly bare: ReadonlyMap<Language, string>;
  /** `undefined` for a street name, whose aliases are those of its streets. */
  readonly aliases: readonly string[] | undefined;
}

/** Whether a key is the name of a feature in the language of its leaf, or the end of that name from the beginning of a word. */
function isKeyOf(key: string, { language, isInner }: NamedFeature, keys: KeysOfFeature | undefined): boolean {
  if (keys === undefined) return false;
  const isPartOf = (name: string): boolean =>
    isInner ? name.endsWith(` ${key}`) : name === key || isLeadingArticle(name.slice(0, -key.length - 1));
  if (language !== undefined) {
    const name = keys.named.get(language);
    if (!isInner && key === keys.bare.get(language)) return true;
    return name !== undefined && isPartOf(name) && name.endsWith(key);
  }
  return keys.aliases?.some((alias) => alias.endsWith(key) && isPartOf(alias)) ?? true;
}

/** Computed from the files on first use. */
interface LeavesByStreet {
  readonly first: Uint32Array;
  readonly leaves: Uint32Array;
}

/** @param spellings numbers of the spellings of streets, for labels to be these */
export function packNames(
  input: OrderedNames,
  areas: AreaTable,
  spellings?: ReadonlyMap<string, number>,
): Map<string, Uint8Array> {
  const forms = formsOfAreas(input.country, areas);
  const streetGroups = collectStreetGroups(input);
  const keys = rankedNameKeys(input, streetGroups);
  const entries: Readonly<Record<NameTrieName, TrieEntry[]>> = { area: [], street: [] };
  keys.forEach((key, rank) => {
    entries[trieNameOf(key)].push({ key: key.key, rank, value: packFeature(key) });
  });
  const streetTrie = buildPrefixTrie(entries.street, { name: 'street', identityOf });
  const firstStreet = [0];
  for (const { streets } of streetGroups) firstStreet.push(firstStreet.at(-1)! + streets.length);
  return new Map([
    ...buildPrefixTrie(entries.area, { name: 'area', identityOf }),
    ...streetTrie,
    ...packPlaceLeaves(
      leavesOfStreets(streetTrie, streetGroups),
      (street) => input.streets[street]!.place,
      input.places.length,
    ),
    ['af.key', packStrings(forms.map(({ key }) => key))],
    ['af.area', packColumn(forms.map(({ kind, ordinal }) => ordinal * 4 + AREA_KINDS.indexOf(kind)))],
    ['af.form', packColumn(forms.map(({ form }) => FORM_KINDS.indexOf(form)))],
    ['sn.hash', bytesOf(Float64Array.from(streetGroups, ({ hash }) => hash))],
    [
      'sn.label',
      spellings === undefined
        ? packStrings(streetGroups.map(({ label }) => label))
        : packColumn(streetGroups.map(({ label }) => spellings.get(label)!)),
    ],
    ['sn.places', packColumn(streetGroups.map(({ places }) => places))],
    ['sn.addresses', packColumn(streetGroups.map(({ addresses }) => addresses))],
    ['sn.firstStreet', packColumn(firstStreet)],
    [
      'sn.street',
      packColumn(
        streetGroups.flatMap(({ streets }) =>
          streets.map(({ street, language }) => street * 4 + LANGUAGES.indexOf(language)),
        ),
      ),
    ],
  ]);
}

/** The leaves of the street trie, with the streets that each refers to. */
function leavesOfStreets(trie: ReadonlyMap<string, Uint8Array>, streetGroups: readonly StreetGroup[]): LeafOfStreet[] {
  const { buffer, byteOffset, byteLength } = trie.get('street.value')!;
  const values = new Uint32Array(buffer, byteOffset, byteLength / 4);
  const leaves: LeafOfStreet[] = [];
  values.forEach((value, leaf) => {
    const { kind, ordinal } = unpackFeature(value);
    if (kind === 'street') leaves.push({ leaf, street: ordinal });
    else for (const { street } of streetGroups[ordinal]!.streets) leaves.push({ leaf, street });
  });
  return leaves;
}

/**
 * Checks that every street is found by its names and its aliases, every area by its names or those of its namesake above it, and that
 * everything found is there and has that name: walks the tries, and folds every name. A microsecond or two a key.
 *
 * @throws RangeError
 */
export function checkNames(country: Country, names: NameIndex, areas: AreaTable, streets: StreetTable): void {
  for (const table of names.parts.tables) checkStrings(table);
  for (const column of names.parts.columns) checkColumn(column);
  assertSound(
    JSON.stringify(names.areaForms()) === JSON.stringify(formsOfAreas(country, areas)),
    'areas are called as their names say',
  );
  const groupKeys = checkGroups(names, streets);

  const ranks: number[] = [];
  const found = new Set<string>();
  const leaves: LeafOfStreet[] = [];
  for (const trie of [names.areas, names.streets]) {
    checkTrie(trie, identityOf, (leaf, key, rank) => {
      const feature = trie.featureAt(leaf);
      ranks.push(rank);
      assertSound(
        (trie === names.streets) === (trieNameOf(feature) === 'street'),
        'areas and streets have tries of their own',
      );
      const keys = keysOfFeature(feature, areas, streets, groupKeys);
      assertSound(isKeyOf(key, feature, keys), `what is found by "${key}" has that name`);
      if (!feature.isInner) found.add(`${feature.kind} ${feature.ordinal} ${key}`);
      if (trie === names.streets) for (const { street } of names.streetsUnder(feature)) leaves.push({ leaf, street });
    });
  }
  // Ranks are distinct: each is the place of a key among all keys.
  const byRank = Uint32Array.from(ranks).sort();
  assertSound(
    byRank.every((rank, i) => rank === i),
    'every key has a rank of its own',
  );

  for (let street = 0; street < streets.length; street++) {
    for (const key of new Set(Object.values(streets.namesOf(street)).map(nameKey))) {
      const name = names.streetGroupWithHash(hash52(key));
      assertSound(
        found.has(`street ${street} ${key}`) || found.has(`streetGroup ${name} ${key}`),
        'every street is found by its name',
      );
    }
  }
  for (const kind of AREA_KINDS) {
    for (const [ordinal, { names: official }] of areas.all(kind).entries()) {
      for (const key of Object.values(official).map(nameKey)) {
        // If an area above has the same name, that one represents both.
        const isFound = areas.lineOf(kind, ordinal).some((area) => found.has(`${area.kind} ${area.ordinal} ${key}`));
        assertSound(isFound, 'every area is found by its name');
      }
    }
  }
  checkPlaceLeaves(names.placeLeaves, leaves, streets.places(), areas.all('place').length);
}

/** @returns the keys of the street groups */
function checkGroups(names: NameIndex, streets: StreetTable): string[] {
  const keys: string[] = [];
  let namedStreets = 0;
  for (let name = 0; name < names.streetGroupCount; name++) {
    const key = nameKey(names.labelOf(name));
    keys.push(key);
    assertSound(names.hashOf(name) === hash52(key), 'a street name has the hash of its name');
    assertSound(
      name === 0 || names.hashOf(name - 1) < names.hashOf(name),
      'street names are in the order of their hashes',
    );
    const places = new Set<number>();
    let addresses = 0;
    let previous = -1;
    for (const { street, language } of names.streetsOf(name)) {
      assertSound(street > previous && street < streets.length, 'the streets of a name ascend');
      previous = street;
      const spelled = streets.namesOf(street)[language];
      assertSound(spelled !== undefined && nameKey(spelled) === key, 'the streets of a name have that name');
      places.add(streets.placeOf(street));
      addresses += streets.countAddresses(street);
      namedStreets++;
    }
    const isCounted = names.countPlaces(name) === places.size && names.countAddresses(name) === addresses;
    assertSound(isCounted, 'a street name counts the places and addresses of its streets');
  }
  for (let street = 0; street < streets.length; street++) {
    namedStreets -= new Set(Object.values(streets.namesOf(street)).map(nameKey)).size;
  }
  assertSound(namedStreets === 0, 'every street is listed under each of its names');
  return keys;
}
