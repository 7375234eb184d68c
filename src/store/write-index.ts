import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AddressLookupError } from '../errors.ts';
import { packContainer, stampRelease } from '../format/container.ts';
import { crc32 } from '../format/crc32.ts';
import { ADDRESS_STATE, NO_POSITION } from '../model/address-columns.ts';
import { NO_POSTCODE } from '../model/postcode.ts';
import { moduleBeside } from '../threads/thread-module.ts';
import { VERSION } from '../version.ts';
import { packAddresses } from './address-table.ts';
import { packFormer } from './former-table.ts';
import {
  INDEX_FILES,
  type IndexCounts,
  type IndexInput,
  isContainer,
  type Manifest,
  OPTIONAL_FILES,
} from './manifest.ts';
import { releaseOf, writeManifest } from './manifest-file.ts';
import { packObjects } from './object-table.ts';
import { assertDistinctIdentifiers, type OrderedInput, type OrderedNames, orderInput } from './order.ts';
import { type NamedFiles, packNamed } from './pack-named.ts';
import { packPostcodes } from './postcode-table.ts';
import { cutRuns, packRuns } from './runs.ts';
import { packStreetBounds } from './street-bounds.ts';

/**
 * Writes the index of one country into an existing directory, the manifest last. The same input gives the same bytes.
 *
 * The caller writes to a temporary directory and renames it into place: an index directory is complete or
 * absent. Takes about 2 µs per address, and about 60 bytes of memory per address in addition to the input.
 *
 * @throws AddressLookupError `input-empty` for an input without addresses, `input-corrupt` if two objects have the same identifier
 */
export function writeIndex(directory: string, input: IndexInput): Manifest {
  const ordered = orderSound(input);
  return writeFiles(directory, input, filesOf(ordered, packNamed(ordered), packAddressFiles(ordered, input)));
}

/** Below this many addresses a thread takes longer to start than it saves. */
const MIN_ADDRESSES_FOR_THREADS = 200_000;

/**
 * As `writeIndex`, the same bytes: with two threads or more, areas, streets and names are packed in another one while this one packs the
 * addresses, which takes about as long.
 *
 * @throws AddressLookupError as `writeIndex`
 */
export async function writeIndexInThreads(
  directory: string,
  input: IndexInput,
  threads: number,
  minAddresses: number = MIN_ADDRESSES_FOR_THREADS,
): Promise<Manifest> {
  if (threads < 2 || input.addresses.length < minAddresses) return writeIndex(directory, input);
  // Loaded only where threads are used, since loading it takes 20 ms.
  const { WorkerPool } = await import('../threads/worker-pool.ts');
  const ordered = orderSound(input);
  const { country, regions, provinces, municipalities, places, streets, firstAddress } = ordered;
  const pool = new WorkerPool<OrderedNames, NamedFiles>({
    module: moduleBeside('pack-named-thread', import.meta.url),
    threads: 1,
  });
  try {
    // A new pool sends the task at once, which it must: this thread returns to the event loop only after its own part.
    const packing = pool.run({ country, regions, provinces, municipalities, places, streets, firstAddress });
    // Without this, a failure while this thread is packing would end the process.
    packing.catch(() => {});
    const addressFiles = packAddressFiles(ordered, input);
    return writeFiles(directory, input, filesOf(ordered, await packing, addressFiles));
  } finally {
    await pool.close();
  }
}

function orderSound(input: IndexInput): OrderedInput {
  if (input.addresses.length === 0) {
    throw new AddressLookupError('input-empty', `There are no addresses for "${input.country}"; nothing was written.`, {
      country: input.country,
    });
  }
  const ordered = orderInput(input);
  assertDistinctIdentifiers(ordered);
  return ordered;
}

/** The files, still in memory, and the counts of the manifest. */
interface PackedIndex {
  readonly contents: readonly (readonly [name: string, bytes: Uint8Array])[];
  readonly counts: IndexCounts;
}

function packAddressFiles(
  ordered: OrderedInput,
  input: IndexInput,
): {
  readonly addresses: Uint8Array;
  readonly runs: Uint8Array;
  readonly boxes: Uint8Array;
  readonly former: Uint8Array | undefined;
  readonly objects: Uint8Array | undefined;
  readonly postcodes: number;
} {
  const postcodes = packPostcodes(ordered);
  const runs = cutRuns(ordered);
  const addresses = new Map([...packAddresses(ordered, postcodes.ordinals, runs), ...postcodes.sections]);
  return {
    addresses: packContainer(addresses),
    runs: packContainer(packRuns(runs)),
    boxes: packStreetBounds(ordered),
    former: packFormer(input, ordered),
    objects: input.objects && packObjects(input.objects, ordered),
    postcodes: postcodes.count,
  };
}

function filesOf(
  ordered: OrderedInput,
  named: NamedFiles,
  { addresses, runs, boxes, former, objects, postcodes }: ReturnType<typeof packAddressFiles>,
): PackedIndex {
  return {
    contents: [
      [INDEX_FILES.areas, named.areas],
      [INDEX_FILES.streets, named.streets],
      [INDEX_FILES.addresses, addresses],
      [INDEX_FILES.names, named.names],
      [INDEX_FILES.runs, runs],
      [INDEX_FILES.boxes, boxes],
      ...(former === undefined ? [] : [[OPTIONAL_FILES.former, former] as const]),
      ...(objects === undefined ? [] : [[OPTIONAL_FILES.objects, objects] as const]),
    ],
    counts: countInput(ordered, named.streetNames, postcodes),
  };
}

function writeFiles(directory: string, input: IndexInput, { contents, counts }: PackedIndex): Manifest {
  // The name of a release derives from its content, and is then written into its files.
  const release = releaseOf(
    input,
    contents.map(([name, bytes]) => ({ name, bytes: bytes.byteLength, crc32: crc32(bytes) })),
  );
  for (const [name, bytes] of contents) {
    if (isContainer(name)) stampRelease(bytes, release);
    writeFileSync(join(directory, name), bytes);
  }
  return writeManifest(directory, {
    tool: { name: 'benelux-address-lookup', version: VERSION },
    country: input.country,
    release,
    registers: input.registers,
    ...(input.isFixture ? { isFixture: true } : {}),
    counts,
    files: contents.map(([name, bytes]) => ({ name, bytes: bytes.byteLength, crc32: crc32(bytes) })),
  });
}

function countInput(
  { regions, provinces, municipalities, places, streets, addresses }: OrderedInput,
  streetNames: number,
  postcodes: number,
): IndexCounts {
  const count = (column: ArrayLike<number>, value: number): number => {
    let equal = 0;
    for (let row = 0; row < addresses.length; row++) if (column[row] === value) equal++;
    return equal;
  };
  return {
    regions: regions.length,
    provinces: provinces.length,
    municipalities: municipalities.length,
    places: places.length,
    streets: streets.length,
    streetNames,
    postcodes,
    addresses: addresses.length,
    addressesWithoutPosition: count(addresses.latE7, NO_POSITION),
    addressesWithoutPostcode: count(addresses.postcode, NO_POSTCODE),
    addressesProposed: count(addresses.state, ADDRESS_STATE.proposed),
  };
}
