import { AddressLookupError } from '../errors.ts';
import { Container } from '../format/container.ts';
import type { Country } from '../model/country.ts';
import { AddressTable } from './address-table.ts';
import { type AreaKind, AreaTable } from './area-table.ts';
import type { Manifest } from './manifest.ts';
import { INDEX_FILES } from './manifest.ts';
import { NameIndex } from './names.ts';
import { AddressPoints } from './points.ts';
import { PostcodeTable } from './postcode-table.ts';
import { RunTree } from './runs.ts';
import { StreetBounds } from './street-bounds.ts';
import { StreetTable } from './street-table.ts';

/** The files of an index directory in memory, by their name; read from a directory, in shared memory, so that threads can work on one copy. */
export interface IndexBuffers {
  readonly manifest: Manifest;
  readonly files: Readonly<Record<string, ArrayBufferLike>>;
}

/** One country's index, ready for queries: views on the buffers; only the few thousand areas are decoded. */
export class CountryIndex {
  readonly country: Country;
  readonly manifest: Manifest;
  readonly areas: AreaTable;
  readonly streets: StreetTable;
  readonly addresses: AddressTable;
  readonly postcodes: PostcodeTable;
  readonly names: NameIndex;
  readonly points: AddressPoints;
  readonly streetBounds: StreetBounds;

  /** @throws AddressLookupError `index-corrupt`, `index-version` */
  constructor({ manifest, files }: IndexBuffers) {
    this.country = manifest.country;
    this.manifest = manifest;
    const view = <View>(name: string, make: (file: ArrayBufferLike) => View): View => {
      try {
        return make(files[name]!);
      } catch (error) {
        throw error instanceof AddressLookupError ? error : corrupt(name, error);
      }
    };
    const { areas, streets, addresses, names, runs, boxes } = INDEX_FILES;
    const container = (name: string, file: ArrayBufferLike): Container => {
      const opened = new Container(file, name);
      if (opened.release !== manifest.release) throw notOfOneRelease(this.country, `${name} is of another`);
      return opened;
    };
    this.areas = view(areas, (file) => new AreaTable(Uint8Array.from(new Uint8Array(file))));
    this.streets = view(streets, (file) => new StreetTable(container(streets, file)));
    this.addresses = view(addresses, (file) => new AddressTable(this.country, container(addresses, file)));
    this.postcodes = view(addresses, (file) => new PostcodeTable(container(addresses, file)));
    this.names = view(names, (file) => new NameIndex(container(names, file)));
    this.points = view(runs, (file) => new AddressPoints(new RunTree(container(runs, file)), this.addresses));
    this.streetBounds = view(boxes, (file) => new StreetBounds(file));
    this.#assertOfOneRelease();
  }

  /** Detects files of different releases, each valid in itself. O(1). */
  #assertOfOneRelease(): void {
    const [firstAddress, endAddress] = this.streets.addressesOf(0, this.streets.length);
    const counted = this.manifest.counts;
    const isOne =
      firstAddress === 0 &&
      endAddress === this.addresses.length &&
      this.streetBounds.length === this.streets.length &&
      this.areas.childrenOf('place', 0, this.areas.all('place').length)[1] === this.streets.length &&
      counted.addresses === this.addresses.length &&
      counted.streets === this.streets.length &&
      counted.streetNames === this.names.streetNameCount;
    if (!isOne) throw notOfOneRelease(this.country, 'they count different addresses or streets');
  }

  /** The addresses in an area, as a range. */
  addressesUnder(kind: AreaKind, index: number): readonly [from: number, to: number] {
    const [from, to] = this.areas.descendantsOf(kind, index, 'street');
    return this.streets.addressesOf(from, to);
  }
}

function notOfOneRelease(country: Country, why: string): AddressLookupError {
  return new AddressLookupError(
    'index-corrupt',
    `The files of the index of "${country}" are not of one release: ${why}. Copy or build the index again.`,
    { country },
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
