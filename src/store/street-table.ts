import { assertSound, partitionPoint } from '../format/blocks.ts';
import type { Sections } from '../format/container.ts';
import { checkColumn, PackedColumn, packColumn } from '../format/packed-column.ts';
import { checkStrings, packStrings, StringTable } from '../format/string-table.ts';
import type { Language, Names } from '../model/country.ts';
import type { OrderedNames } from './order.ts';

/**
 * Streets in index order. A street is listed once in every place that it runs through; its ordinal is its position here.
 *
 * Container `streets.bin`:
 *
 *     names                 StringTable of the different spellings; 0 is "". Of streets that were, only those that no street of today has
 *     name.<language>       packed: street → spelling, 0 if it has no name in that language; only languages that occur
 *     firstLanguage         packed: street → position in LANGUAGES of its official language
 *     place                 packed: street → place
 *     firstAddress          packed: street → its first address; one more than streets
 *     id, idOrder           packed: the register's identifiers, and the streets in the order of these
 *     otherId, otherStreet  packed: further register identifiers, ascending, and the street that each was merged into
 *     aliasStreet, alias    packed: the streets with other names, ascending, once for each, and its spelling
 */
export class StreetTable {
  readonly length: number;
  readonly #spellings: StringTable;
  readonly #names: readonly (readonly [Language, PackedColumn])[];
  readonly #firstLanguage: PackedColumn;
  readonly #place: PackedColumn;
  readonly #firstAddress: PackedColumn;
  readonly #ids: IdIndex;
  readonly #otherId: PackedColumn;
  readonly #otherStreet: PackedColumn;
  readonly #aliasStreet: PackedColumn;
  readonly #alias: PackedColumn;

  /** @param present the streets of today, for streets that were: their spellings go on from those */
  constructor(container: Sections, present?: StreetTable) {
    const column = (name: string): PackedColumn => new PackedColumn(container.bytes(name));
    this.#spellings = new StringTable(container.bytes('names'), present?.spellings);
    this.#names = LANGUAGES.filter((language) => container.has(`name.${language}`)).map(
      (language) => [language, column(`name.${language}`)] as const,
    );
    this.#firstLanguage = column('firstLanguage');
    this.#place = column('place');
    this.#firstAddress = column('firstAddress');
    this.#ids = new IdIndex(container.bytes('id'), container.bytes('idOrder'));
    this.#otherId = column('otherId');
    this.#otherStreet = column('otherStreet');
    this.#aliasStreet = column('aliasStreet');
    this.#alias = column('alias');
    this.length = this.#place.length;
    assertSound(this.length > 0 && this.#firstAddress.length === this.length + 1, 'every street has a first address');
    assertSound(
      this.#firstAddress.ascends({ strictly: false }),
      'the streets have their addresses one after the other',
    );
  }

  /** The names by the numbers of their spellings. */
  get spellings(): StringTable {
    return this.#spellings;
  }

  /** For `checkStreets`. @internal */
  get parts(): StreetParts {
    return {
      spellings: this.#spellings,
      names: this.#names.map(([, spelling]) => spelling),
      firstLanguage: this.#firstLanguage,
      place: this.#place,
      firstAddress: this.#firstAddress,
      ids: this.#ids,
      otherId: this.#otherId,
      otherStreet: this.#otherStreet,
      aliasStreet: this.#aliasStreet,
      alias: this.#alias,
    };
  }

  /** The place of each street. */
  places(): Float64Array {
    return this.#place.values();
  }

  /** The first address of each street; one more than streets. */
  firstAddresses(): Float64Array {
    return this.#firstAddress.values();
  }

  /** The name of a street in `language`; its official name without `language`, or if it has no name in it. */
  nameOf(street: number, language?: Language): string {
    return (
      (language === undefined ? '' : this.#nameIn(street, language)) ||
      this.#nameIn(street, this.officialLanguageOf(street))
    );
  }

  /** `''` if it has none. */
  #nameIn(street: number, language: Language): string {
    for (const [each, spelling] of this.#names) if (each === language) return this.#spellings.at(spelling.at(street));
    return '';
  }

  /** All names of a street, the official language first. */
  namesOf(street: number): Names {
    const names: { [language in Language]?: string } = {};
    const official = this.officialLanguageOf(street);
    names[official] = this.#nameIn(street, official);
    for (const [language, spelling] of this.#names) {
      const name = this.#spellings.at(spelling.at(street));
      if (name !== '') names[language] = name;
    }
    return names;
  }

  /** The other names that people search a street by. O(log aliases). */
  aliasesOf(street: number): string[] {
    const aliases: string[] = [];
    for (let i = this.#aliasStreet.lowerBound(street); i < this.#alias.length; i++) {
      if (this.#aliasStreet.at(i) !== street) break;
      aliases.push(this.#spellings.at(this.#alias.at(i)));
    }
    return aliases;
  }

  officialLanguageOf(street: number): Language {
    return LANGUAGES[this.#firstLanguage.at(street)]!;
  }

  placeOf(street: number): number {
    return this.#place.at(street);
  }

  /** Its addresses as a range; with `to`, those of all streets up to it. */
  addressesOf(from: number, to: number = from + 1): readonly [from: number, to: number] {
    return [this.#firstAddress.at(from), this.#firstAddress.at(to)];
  }

  /** Number of addresses of a street. */
  countAddresses(street: number): number {
    return this.#firstAddress.at(street + 1) - this.#firstAddress.at(street);
  }

  /** The street that an address belongs to. O(log streets). */
  streetOf(address: number): number {
    return this.#firstAddress.upperBound(address) - 1;
  }

  idOf(street: number): number {
    return this.#ids.idOf(street);
  }

  /** The streets with a register identifier: one for each place it runs through. Also finds merged ones. */
  streetsWithId(id: number): number[] {
    const streets = this.#ids.rowsWith(id);
    for (let i = this.#otherId.lowerBound(id); i < this.#otherId.length && this.#otherId.at(i) === id; i++) {
      streets.push(this.#otherStreet.at(i));
    }
    return streets;
  }
}

interface StreetParts {
  readonly spellings: StringTable;
  readonly names: readonly PackedColumn[];
  readonly firstLanguage: PackedColumn;
  readonly place: PackedColumn;
  readonly firstAddress: PackedColumn;
  readonly ids: IdIndex;
  readonly otherId: PackedColumn;
  readonly otherStreet: PackedColumn;
  readonly aliasStreet: PackedColumn;
  readonly alias: PackedColumn;
}

/**
 * Checks that every street is in a place, has addresses, an official name and identifiers by which it is found. O(streets).
 *
 * @throws RangeError
 */
export function checkStreets(streets: StreetTable, places: number): void {
  const { length } = streets;
  const { spellings, names, ids, ...columns } = streets.parts;
  const { firstLanguage, otherId, otherStreet, aliasStreet, alias } = columns;
  checkStrings(spellings);
  for (const column of [...Object.values(columns), ...names]) checkColumn(column);
  assertSound(spellings.at(0) === '', 'the first spelling is that of no name');
  const spelled = new Set<string>();
  for (let i = 0; i < spellings.length; i++) spelled.add(spellings.at(i));
  assertSound(spelled.size === spellings.length, 'no two spellings are the same');
  const isSpelling = (value: number): boolean => value >= 0 && value < spellings.length;
  for (const spelling of names) {
    assertSound(
      spelling.length === length && spelling.values().every(isSpelling),
      'the names of streets are spellings',
    );
  }
  assertSound(firstLanguage.length === length, 'every street has an official language');
  for (let street = 0; street < length; street++) {
    assertSound(streets.countAddresses(street) > 0, 'every street has addresses');
    const place = streets.placeOf(street);
    assertSound(place >= 0 && place < places, 'every street is in a place');
    assertSound(
      streets.officialLanguageOf(street) !== undefined && streets.nameOf(street) !== '',
      'every street has an official name',
    );
  }
  checkIds(ids, length);
  const isStreet = (value: number): boolean => value >= 0 && value < length;
  assertSound(otherId.ascends({ strictly: false }), 'further identifiers ascend');
  assertSound(otherStreet.length === otherId.length, 'further identifiers lead to streets');
  assertSound(otherStreet.values().every(isStreet), 'further identifiers lead to streets');
  assertSound(aliasStreet.ascends({ strictly: false }), 'the streets with other names ascend');
  assertSound(aliasStreet.values().every(isStreet), 'other names are those of streets');
  assertSound(alias.length === aliasStreet.length, 'other names are those of streets');
  assertSound(
    alias.values().every((value) => value > 0 && isSpelling(value)),
    'other names are spellings',
  );
}

/** Fixed order: positions in it are written to files. */
export const LANGUAGES: readonly Language[] = ['nl', 'fr', 'de', 'lb'];

/**
 * The spellings of streets by their numbers: 0 is none, the others are numbered language by language. Those of streets that were go on from those
 * of the streets of today.
 */
export function numberSpellings(
  streets: OrderedNames['streets'],
  before: Iterable<string> = [''],
): Map<string, number> {
  const spellings = new Set(before);
  for (const language of LANGUAGES) for (const { names } of streets) spellings.add(names[language] ?? '');
  for (const { aliases = [] } of streets) for (const { name } of aliases) spellings.add(name);
  return new Map([...spellings].map((name, place) => [name, place]));
}

/** @param known how many of the spellings are written elsewhere */
export function packStreets(
  { streets, firstAddress }: OrderedNames,
  spellings: ReadonlyMap<string, number>,
  known: number = 0,
): Map<string, Uint8Array> {
  const nameSections = LANGUAGES.filter((language) => streets.some((street) => street.names[language])).map(
    (language) =>
      [`name.${language}`, packColumn(streets.map((street) => spellings.get(street.names[language] ?? '')!))] as const,
  );
  const aliases = streets.flatMap((street, position) =>
    (street.aliases ?? []).map(({ name }) => [position, spellings.get(name)!] as const),
  );
  const ids = packIds(Float64Array.from(streets, (street) => street.id));
  const others = streets
    .flatMap((street, position) => (street.otherIds ?? []).map((id) => [id, position] as const))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return new Map<string, Uint8Array>([
    ['names', packStrings([...spellings.keys()].slice(known))],
    ...nameSections,
    ['firstLanguage', packColumn(streets.map(({ names }) => LANGUAGES.indexOf(Object.keys(names)[0] as Language)))],
    ['place', packColumn(streets.map((street) => street.place))],
    ['firstAddress', packColumn(firstAddress)],
    ['id', ids.id],
    ['idOrder', ids.rowsById],
    ['otherId', packColumn(others.map(([id]) => id))],
    ['otherStreet', packColumn(others.map(([, street]) => street))],
    ['aliasStreet', packColumn(aliases.map(([street]) => street))],
    ['alias', packColumn(aliases.map(([, spelling]) => spelling))],
  ]);
}

/** Finds rows by the register's identifier: the identifiers in row order, and the rows in identifier order. */
export class IdIndex {
  readonly #id: PackedColumn;
  readonly #rowsById: PackedColumn;

  /** Over the two sections that `packIds` has made; nothing is copied. */
  constructor(id: Uint8Array, rowsById: Uint8Array) {
    this.#id = new PackedColumn(id);
    this.#rowsById = new PackedColumn(rowsById);
  }

  get length(): number {
    return this.#id.length;
  }

  /** For `checkIds`. @internal */
  get parts(): { readonly id: PackedColumn; readonly rowsById: PackedColumn } {
    return { id: this.#id, rowsById: this.#rowsById };
  }

  idOf(row: number): number {
    return this.#id.at(row);
  }

  /** The rows with this identifier, in row order. O(log n). */
  rowsWith(id: number): number[] {
    const order = this.#rowsById;
    const rows: number[] = [];
    let at = partitionPoint(0, order.length, (i) => this.#id.at(order.at(i)) < id);
    for (; at < order.length && this.#id.at(order.at(at)) === id; at++) rows.push(order.at(at));
    return rows;
  }
}

/** Checks that every row has an identifier, and that the order has all rows in the order of theirs. O(rows). @throws RangeError */
export function checkIds(index: IdIndex, rows: number): void {
  const { id, rowsById } = index.parts;
  checkColumn(id);
  assertSound(id.length === rows, 'every row has an identifier');
  const ids = id.values();
  for (let row = 0; row < rows; row++) assertSound(ids[row]! >= 0, 'identifiers are not negative');
  checkColumn(rowsById);
  assertSound(rowsById.length === rows, 'every row is in the order of identifiers');
  const order = rowsById.values();
  for (let i = 0; i < rows; i++) {
    const [row, next] = [order[i]!, order[i + 1]];
    assertSound(row >= 0 && row < rows, 'the order of identifiers is one of rows');
    const isInOrder = next === undefined || ids[row]! < ids[next]! || (ids[row] === ids[next] && row < next);
    assertSound(isInOrder, 'identifiers are in order, each row once');
  }
}

/** The two sections of an `IdIndex`. */
export function packIds(ids: Float64Array): { readonly id: Uint8Array; readonly rowsById: Uint8Array } {
  const rows = Uint32Array.from(ids.keys()).sort((a, b) => ids[a]! - ids[b]! || a - b);
  return { id: packColumn(ids), rowsById: packColumn(rows) };
}
