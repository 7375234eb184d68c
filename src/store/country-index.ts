import Flatbush from 'flatbush';
import KDBush from 'kdbush';
import { Container } from '../format/container.ts';
import type { Country } from '../model/country.ts';
import { AddressTable } from './address-table.ts';
import { type AreaKind, AreaTable } from './area-table.ts';
import { INDEX_FILES } from './layout.ts';
import type { Manifest } from './manifest.ts';
import { NameIndex } from './name-index.ts';
import { PostcodeTable } from './postcode-table.ts';
import { StreetTable } from './street-table.ts';

/** The files of an index directory in memory, by their name. Shared memory, so that threads can work on one copy. */
export interface IndexBuffers {
  readonly manifest: Manifest;
  readonly files: Readonly<Record<string, SharedArrayBuffer>>;
}

/** One country's index, ready to be asked: views on the buffers, nothing decoded but the few thousand areas. */
export class CountryIndex {
  readonly country: Country;
  readonly manifest: Manifest;
  readonly areas: AreaTable;
  readonly streets: StreetTable;
  readonly addresses: AddressTable;
  readonly postcodes: PostcodeTable;
  readonly names: NameIndex;
  /** Points in 10⁻⁷ degree, x = longitude; a point's number is its address. */
  readonly points: KDBush;
  /** The box around the addresses of every street; a box's number is its street. */
  readonly boxes: Flatbush;

  /** @throws AddressLookupError `index-corrupt`, `index-version` */
  constructor({ manifest, files }: IndexBuffers) {
    this.country = manifest.country;
    this.manifest = manifest;
    const container = (name: string): Container => new Container(files[name]!, name);
    const addresses = container(INDEX_FILES.addresses);
    this.areas = new AreaTable(Uint8Array.from(new Uint8Array(files[INDEX_FILES.areas]!)));
    this.streets = new StreetTable(container(INDEX_FILES.streets));
    this.addresses = new AddressTable(this.country, addresses);
    this.postcodes = new PostcodeTable(addresses);
    this.names = new NameIndex(container(INDEX_FILES.names));
    this.points = KDBush.from(files[INDEX_FILES.points]!);
    this.boxes = Flatbush.from(files[INDEX_FILES.boxes]!);
  }

  /** The addresses under an area, as a range. */
  addressesUnder(kind: AreaKind, index: number): readonly [from: number, to: number] {
    const [from, to] = this.areas.descendantsOf(kind, index, 'street');
    return this.streets.addressesOf(from, to);
  }
}
