import { AddressLookupError } from '../errors.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import { invalid } from '../query/arguments.ts';
import { CountryIndex, type IndexBuffers } from '../store/country-index.ts';
import { parseManifest } from '../store/manifest.ts';
import { filesOf, type Operation } from '../store/operations.ts';
import { assertUndamaged, checksumsOf, isWithoutRelease } from '../store/verify.ts';
import { type IndexSource, type IndexSources, OpenLookup } from './open-lookup.ts';

/** How messages name the source of such a lookup. */
export const BUFFERS = 'buffers';

export interface OpenBuffersOptions {
  /** Only these countries; by default all that are given. */
  readonly countries?: readonly Country[] | undefined;
  /** Whether to compare all checksums; yes unless given. */
  readonly verify?: boolean | undefined;
  /** Only the files of these operations; all unless given. */
  readonly operations?: readonly Operation[] | undefined;
}

/**
 * Opens indexes whose files are in memory.
 *
 * @throws AddressLookupError `index-not-found`, `index-version`, `index-corrupt`, `invalid-argument`
 */
export async function openBuffers(sources: IndexSources, options: OpenBuffersOptions = {}): Promise<OpenLookup> {
  return new OpenLookup(BUFFERS, await openIndexes(sources, options));
}

/** @throws AddressLookupError as `openBuffers` */
export async function openIndexes(
  sources: IndexSources,
  { countries, verify = true, operations }: OpenBuffersOptions,
): Promise<CountryIndex[]> {
  const present = countriesAmong(sources);
  const chosen = countries ?? present;
  return Promise.all(chosen.map((country) => openSource(country, sources[country], { verify, operations })));
}

/** @throws AddressLookupError `invalid-argument` if there is none */
export function countriesAmong(sources: IndexSources): Country[] {
  const present = COUNTRIES.filter((country) => (sources as IndexSources | undefined | null)?.[country] !== undefined);
  if (present.length > 0) return present;
  throw new AddressLookupError(
    'invalid-argument',
    'Got no index to open; allowed are the files of indexes by country, { nl: { manifest, files } }, and in Node a directory.',
  );
}

async function openSource(
  country: Country,
  source: IndexSource | undefined,
  { verify, operations }: OpenBuffersOptions,
): Promise<CountryIndex> {
  if (source === undefined) {
    throw new AddressLookupError('index-not-found', `There is no index of "${country}" among the buffers given.`, {
      country,
    });
  }
  const { manifest: text } = source ?? {};
  if (typeof text !== 'string' && (typeof text !== 'object' || text === null)) {
    throw invalid('openAddressLookup', `the manifest of ${country}`, text, 'the text of manifest.json, or it parsed');
  }
  const manifest = parseManifest(
    typeof text === 'string' ? text : JSON.stringify(text),
    `The manifest of "${country}"`,
  );
  if (manifest.country !== country) {
    throw new AddressLookupError(
      'index-corrupt',
      `The manifest given for "${country}" is of "${manifest.country}". Give each index under its country.`,
      { got: manifest.country, allowed: country },
    );
  }
  const wanted = filesOf(operations);
  const buffers: IndexBuffers = {
    manifest,
    files: Object.fromEntries(
      manifest.files
        .filter(({ name }) => wanted?.has(name) !== false)
        .map(({ name, bytes }) => [name, bufferOf(country, source, name, bytes)]),
    ),
  };
  assertUndamaged(
    `The index of "${country}"`,
    buffers,
    await checksumsOf(buffers, verify ? undefined : isWithoutRelease),
  );
  return new CountryIndex(buffers);
}

/** A whole buffer, which typed arrays can view from its first byte. */
function bufferOf(country: Country, { files }: IndexSource, name: string, bytes: number): ArrayBufferLike {
  const file = files?.[name];
  const isPart = file instanceof Uint8Array && (file.byteOffset > 0 || file.byteLength < file.buffer.byteLength);
  const buffer = file instanceof Uint8Array ? (isPart ? new Uint8Array(file).buffer : file.buffer) : file;
  if (buffer?.byteLength === bytes) return buffer;
  throw new AddressLookupError(
    'index-corrupt',
    buffer === undefined
      ? `The file ${name} of "${country}" is missing, but its manifest names it. Give all files of the index.`
      : `The file ${name} of "${country}" has ${buffer.byteLength} bytes; the manifest says ${bytes}. Fetch the index again.`,
    { file: name, got: buffer?.byteLength, allowed: bytes },
  );
}
