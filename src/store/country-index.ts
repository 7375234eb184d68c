import { AddressLookupError } from '../errors.ts';
import { assertSound } from '../format/blocks.ts';
import { Container } from '../format/container.ts';
import type { Country } from '../model/country.ts';
import { AddressTable, checkAddresses, countAddresses } from './address-table.ts';
import { type AreaKind, AreaTable, checkAreas, readAreas } from './area-table.ts';
import { checkFormer, FormerTable } from './former-table.ts';
import { INDEX_FILES, type IndexCounts, type Manifest, OPTIONAL_FILES } from './manifest.ts';
import { checkNames, NameIndex } from './names.ts';
import { checkObjects, ObjectTable } from './object-table.ts';
import { operationsOn } from './operations.ts';
import { AddressPoints } from './points.ts';
import { checkPostcodes, PostcodeTable } from './postcode-table.ts';
import { checkRuns, RunTree } from './runs.ts';
import { checkStreetBounds, StreetBounds } from './street-bounds.ts';
import { checkStreets, StreetTable } from './street-table.ts';

/** Addresses that no longer are, as an index without positions to search and boxes, and what became of each. */
export interface FormerIndex {
  readonly index: CountryIndex;
  readonly table: FormerTable;
}

/** The files of an index in memory, by name: all of them, or those of some operations. Files read from a directory are in shared memory, so that threads can work on one copy. */
export interface IndexBuffers {
  readonly manifest: Manifest;
  readonly files: Readonly<Record<string, ArrayBufferLike>>;
}

/**
 * One country's index, ready for queries: views on the buffers; only the few thousand areas are decoded. If the index was
 * read in part, what was left out throws `operation-not-loaded`.
 */
export class CountryIndex {
  readonly country: Country;
  readonly manifest: Manifest;
  readonly areas: AreaTable;
  readonly streets: StreetTable;
  readonly addresses: AddressTable;
  readonly postcodes: PostcodeTable;
  /** The addresses that were; `undefined` if there are none, or if they were not read. */
  readonly former: FormerIndex | undefined;
  /** The objects of the addresses; `undefined` if the index was built without them, or if they were not read. */
  readonly objects: ObjectTable | undefined;
  /** For other threads. */
  readonly buffers: IndexBuffers;
  readonly #names: NameIndex | undefined;
  readonly #points: AddressPoints | undefined;
  readonly #streetBounds: StreetBounds | undefined;
  /** Place → its addresses, 0 where they are not counted yet. */
  readonly #placeSizes: Int32Array;

  /**
   * Makes all parts at once: some 15 ms for a country of 10 million addresses, once the code is warm.
   *
   * @throws AddressLookupError `index-corrupt`, `index-version`
   */
  constructor(buffers: IndexBuffers, parts: IndexParts = resultOf(partsOf(buffers))) {
    this.country = buffers.manifest.country;
    this.manifest = buffers.manifest;
    this.buffers = buffers;
    this.areas = parts.areas;
    this.streets = parts.streets;
    this.addresses = parts.addresses;
    this.postcodes = parts.postcodes;
    this.former = parts.former;
    this.objects = parts.objects;
    this.#names = parts.names;
    this.#points = parts.points;
    this.#streetBounds = parts.streetBounds;
    this.#placeSizes = new Int32Array(this.areas.all('place').length);
    this.#assertOfOneRelease();
  }

  /** As the constructor, but each part in its own turn of the event loop, so that a server keeps answering. */
  static async inTurns(buffers: IndexBuffers): Promise<CountryIndex> {
    const making = partsOf(buffers);
    for (;;) {
      const { done, value } = making.next();
      if (done) return new CountryIndex(buffers, value);
      await new Promise(setImmediate);
    }
  }

  get names(): NameIndex {
    return this.#names ?? this.#notRead(INDEX_FILES.names);
  }

  get points(): AddressPoints {
    return this.#points ?? this.#notRead(INDEX_FILES.runs);
  }

  get streetBounds(): StreetBounds {
    return this.#streetBounds ?? this.#notRead(INDEX_FILES.boxes);
  }

  #notRead(file: string): never {
    const operations = operationsOn(file);
    throw new AddressLookupError(
      'operation-not-loaded',
      `This lookup was opened without ${file}, which ${operations.join(', ')} read. Open it with { operations: ["${operations[0]}", …] }, or with all of them.`,
      { country: this.country, file, operations },
    );
  }

  /** Detects files of different releases, each valid in itself. O(1). */
  #assertOfOneRelease(): void {
    const [firstAddress, endAddress] = this.streets.addressesOf(0, this.streets.length);
    const counted = this.manifest.counts;
    const isOne =
      firstAddress === 0 &&
      endAddress === this.addresses.length &&
      (this.#streetBounds === undefined || this.#streetBounds.length === this.streets.length) &&
      this.areas.childrenOf('place', 0, this.areas.all('place').length)[1] === this.streets.length &&
      counted.addresses === this.addresses.length &&
      counted.streets === this.streets.length &&
      (this.#names === undefined || counted.streetNames === this.#names.streetGroupCount);
    if (!isOne) throw notOfOneRelease(this.country, 'they count different addresses or streets');
  }

  /** The addresses in an area, as a range. */
  addressesUnder(kind: AreaKind, ordinal: number): readonly [from: number, to: number] {
    const [from, to] = this.areas.descendantsOf(kind, ordinal, 'street');
    return this.streets.addressesOf(from, to);
  }

  /** Number of addresses in an area. */
  countAddressesUnder(kind: AreaKind, ordinal: number): number {
    const [from, to] = this.addressesUnder(kind, ordinal);
    return to - from;
  }

  /** The place that a street is in, its municipality and its province. */
  areasAbove(street: number): ReturnType<AreaTable['upFrom']> {
    return this.areas.upFrom(this.streets.placeOf(street));
  }

  /** Addresses of a place: counted when it is first asked for, since every street and house that is ranked asks for it. */
  placeSizeOf(place: number): number {
    if (this.#placeSizes[place] === 0) this.#placeSizes[place] = this.countAddressesUnder('place', place);
    return this.#placeSizes[place]!;
  }
}

/**
 * Checks that the tables are consistent in themselves and with each other, whatever the checksums: that every reference leads
 * somewhere, that everything is in order, that whatever is found by a name has that name, and that values stored twice are
 * equal. Some ten seconds for 8 million addresses, and 350 MB of memory. If the index was read in part, checks that part.
 *
 * @throws AddressLookupError `index-corrupt`
 */
export function checkIndex(index: CountryIndex): void {
  const { areas, addresses, postcodes, manifest, buffers, country, former, objects } = index;
  checkTables(index, { haveOwnIds: true });
  sound(country, INDEX_FILES.manifest, () => {
    const counted: Partial<IndexCounts> = {
      regions: areas.all('region').length,
      provinces: areas.all('province').length,
      municipalities: areas.all('municipality').length,
      places: areas.all('place').length,
      postcodes: postcodes.length - 1,
      ...countAddresses(addresses),
    };
    for (const [name, count] of Object.entries(counted))
      assertSound(
        manifest.counts[name as keyof IndexCounts] === count,
        `there are as many ${name} as the manifest says`,
      );
  });
  if (objects !== undefined) sound(country, OPTIONAL_FILES.objects, () => checkObjects(objects, addresses.length));
  if (former === undefined || buffers.files[OPTIONAL_FILES.former] === undefined) return;
  sound(country, OPTIONAL_FILES.former, () => {
    // A number that has changed twice was two addresses.
    checkTables(former.index, { haveOwnIds: false });
    checkFormer(former.table, former.index.addresses.length, addresses.length);
  });
}

function checkTables(index: CountryIndex, { haveOwnIds }: { readonly haveOwnIds: boolean }): void {
  const { areas, streets, addresses, postcodes, buffers, country } = index;
  const soundIfRead = (name: string, check: () => void): void => {
    if (buffers.files[name] !== undefined) sound(country, name, check);
  };
  sound(country, INDEX_FILES.streets, () => checkStreets(streets, areas.all('place').length));
  const places = streets.places();
  const firstAddress = streets.firstAddresses();
  sound(country, INDEX_FILES.areas, () => checkAreas(areas, places));
  sound(country, INDEX_FILES.addresses, () => {
    checkAddresses(addresses, firstAddress, postcodes.length, haveOwnIds);
    checkPostcodes(postcodes, country, addresses.column('postcode'), firstAddress, places);
  });
  soundIfRead(INDEX_FILES.names, () => checkNames(country, index.names, areas, streets));
  const positions = addresses.positions();
  soundIfRead(INDEX_FILES.runs, () => checkRuns(index.points.tree, positions, firstAddress));
  soundIfRead(INDEX_FILES.boxes, () => checkStreetBounds(index.streetBounds, positions, firstAddress));
}

function sound(country: Country, name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw contradictory(country, name, error);
  }
}

type IndexParts = Pick<CountryIndex, 'areas' | 'streets' | 'addresses' | 'postcodes' | 'former' | 'objects'> & {
  readonly [Part in 'names' | 'points' | 'streetBounds']: CountryIndex[Part] | undefined;
};

/** Makes the parts of an index, with a pause after each that takes more than a moment. */
function* partsOf({ manifest, files }: IndexBuffers): Generator<void, IndexParts> {
  const { country } = manifest;
  const view = <View>(name: string, make: (file: ArrayBufferLike) => View): View => {
    try {
      return make(files[name]!);
    } catch (error) {
      throw error instanceof AddressLookupError ? error : corrupt(name, error);
    }
  };
  const viewIfRead = <View>(name: string, make: (file: ArrayBufferLike) => View): View | undefined =>
    files[name] === undefined ? undefined : view(name, make);
  const container = (name: string, file: ArrayBufferLike): Container => {
    const opened = new Container(file, name);
    if (opened.release !== manifest.release) throw notOfOneRelease(country, `${name} is of another`);
    return opened;
  };
  const areas = view(INDEX_FILES.areas, (file) => new AreaTable(readAreas(Uint8Array.from(new Uint8Array(file)))));
  yield;
  const streets = view(INDEX_FILES.streets, (file) => new StreetTable(container(INDEX_FILES.streets, file)));
  yield;
  const addresses = view(
    INDEX_FILES.addresses,
    (file) => new AddressTable(country, container(INDEX_FILES.addresses, file)),
  );
  const postcodes = view(INDEX_FILES.addresses, (file) => new PostcodeTable(container(INDEX_FILES.addresses, file)));
  yield;
  const names = viewIfRead(INDEX_FILES.names, (file) => new NameIndex(container(INDEX_FILES.names, file)));
  yield;
  const points = viewIfRead(
    INDEX_FILES.runs,
    (file) => new AddressPoints(new RunTree(container(INDEX_FILES.runs, file)), addresses),
  );
  const streetBounds = viewIfRead(INDEX_FILES.boxes, (file) => new StreetBounds(file));
  yield;
  const former = viewIfRead(OPTIONAL_FILES.former, (file) =>
    formerOf(manifest, file, container(OPTIONAL_FILES.former, file), streets),
  );
  const objects = viewIfRead(
    OPTIONAL_FILES.objects,
    (file) => new ObjectTable(container(OPTIONAL_FILES.objects, file)),
  );
  return { areas, streets, addresses, postcodes, names, points, streetBounds, former, objects };
}

/** The addresses that were, as an index; its counts are its own. */
function formerOf(manifest: Manifest, file: ArrayBufferLike, container: Container, present: StreetTable): FormerIndex {
  const streets = new StreetTable(container.under('s.'), present);
  const addresses = new AddressTable(manifest.country, container.under('a.'));
  const names = new NameIndex(container.under('n.'), streets.spellings);
  const counts = {
    ...manifest.counts,
    addresses: addresses.length,
    streets: streets.length,
    streetNames: names.streetGroupCount,
  };
  const parts: IndexParts = {
    areas: new AreaTable(readAreas(Uint8Array.from(container.bytes('areas')))),
    streets,
    addresses,
    postcodes: new PostcodeTable(container.under('a.')),
    names,
    points: undefined,
    streetBounds: undefined,
    former: undefined,
    objects: undefined,
  };
  // Its names are in the same file.
  const files = { [INDEX_FILES.names]: file };
  return {
    index: new CountryIndex({ manifest: { ...manifest, counts }, files }, parts),
    table: new FormerTable(container),
  };
}

/** Does all steps of some work at once. */
export function resultOf<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

function notOfOneRelease(country: Country, why: string): AddressLookupError {
  return new AddressLookupError(
    'index-corrupt',
    `The files of the index of "${country}" are not of one release: ${why}. Copy or build the index again.`,
    { country },
  );
}

/** Wraps the failed assertion of a table. */
function contradictory(country: Country, fileName: string, cause: unknown): AddressLookupError {
  return new AddressLookupError(
    'index-corrupt',
    `${fileName} of the index of "${country}" contradicts itself or another file, although its checksum is right: ${(cause as Error).message} Build the index again.`,
    { file: fileName, country },
    { cause },
  );
}

/** Wraps what a reader throws on a damaged file; the original error is the `cause`. */
function corrupt(fileName: string, cause: unknown): AddressLookupError {
  return new AddressLookupError(
    'index-corrupt',
    `${fileName} has been changed or damaged and cannot be read. Copy or build the index again.`,
    { file: fileName },
    { cause },
  );
}
