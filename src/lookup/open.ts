import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AddressLookupError, quotedList } from '../errors.ts';
import { COUNTRIES, type Country, isCountry } from '../model/country.ts';
import { checkChoice, checkFunction, checkOptions, invalid, shown } from '../query/arguments.ts';
import { countriesIn, openCountry, verifyContents } from '../store/directory.ts';
import { INDEX_FILES, type Manifest } from '../store/manifest.ts';
import { OPERATIONS, type Operation } from '../store/operations.ts';
import { POINTER_FILE } from '../store/releases.ts';
import { AddressLookup } from './address-lookup.ts';
import { LiveLookup, type RefusedRelease } from './live-lookup.ts';
import { BUFFERS, countriesAmong, openIndexes } from './open-buffers.ts';
import type { IndexSources } from './open-lookup.ts';

export { sampleDirectory } from '../store/sample.ts';

export interface OpenOptions {
  /** Only these countries; by default all that the source has. */
  readonly countries?: readonly Country[] | undefined;
  /**
   * Whether to verify all checksums, which takes about 150 ms per GB; default `true`. Without it, a damaged file may cause
   * wrong answers, or errors other than `AddressLookupError`.
   */
  readonly verify?: boolean | undefined;
  /**
   * Only these operations; only their files are read: at 8 million addresses 107 MB for all of them, 79 MB for
   * `['directMatch']`. The others throw `operation-not-loaded`. All unless given.
   */
  readonly operations?: readonly Operation[] | undefined;
  /**
   * Switch to new releases as they are published in the directory: each is read and verified while the current one answers;
   * a damaged one is refused. `true` checks every 5 seconds, and does not keep the process alive.
   */
  readonly watch?: boolean | WatchOptions | undefined;
}

export interface WatchOptions {
  /** How often to look for a new release; 5 unless given. */
  readonly seconds?: number | undefined;
  /** Called when answers come from a new release. */
  readonly onRelease?: ((manifest: Manifest) => void) | undefined;
  /** Called when a new release cannot be used; the one before stays in use. */
  readonly onRefused?: ((country: Country, refused: RefusedRelease) => void) | undefined;
}

const DEFAULT_WATCH_SECONDS = 5;
const MAX_WATCH_SECONDS = 86_400;

/** The name of the operation in errors. */
const OPENING = 'openAddressLookup';

/**
 * Opens indexes: reads the files that the operations need into memory, verifies their checksums and checks that they fit together. A build that
 * publishes a release in the meantime does no harm: you get the old release or the new one, never a mixture. Some 0.1 s for 250 MB in the page cache.
 *
 * Opening is O(bytes read) and O(nodes of the trie): nothing is decoded but the few thousand areas and a byte for each node of a trie, 0.3 MB a country. Memory is the files, once for all
 * threads that open what `share` of another thread's lookup gives.
 *
 * @param source the index directory, e.g. `dist-data`, as a path or a `file:` URL; or the files of
 *   indexes in memory, by country, such as `AddressLookup.share` returns
 * @throws AddressLookupError `index-not-found`, `index-version`, `index-corrupt`, `unknown-country`, `invalid-argument`
 *
 * @example const lookup = await openAddressLookup('dist-data');
 */
export async function openAddressLookup(
  source: string | URL | IndexSources,
  options: OpenOptions = {},
): Promise<AddressLookup> {
  checkOptions(OPENING, options);
  const { countries, verify, operations, watch = false } = options;
  checkCountries(countries);
  checkOperations(operations);
  checkChoice(OPENING, 'verify', verify, [true, false]);
  if (typeof watch !== 'boolean' && (typeof watch !== 'object' || watch === null))
    throw invalid(OPENING, 'watch', watch, 'true, false, an object with seconds, onRelease or onRefused, or nothing');
  if (typeof source !== 'string' && !(source instanceof URL)) {
    if (watch !== false) throw invalidSource('Only a directory can be watched; the source has buffers.', source);
    return new AddressLookup(BUFFERS, await openIndexes(source, { countries, verify, operations }));
  }
  const directory = pathOf(source);
  assertDataDirectory(directory);
  if (watch !== false) return openWatched(directory, options, watch === true ? {} : watch);
  const chosen = countries ?? countriesIn(directory);
  return new AddressLookup(
    directory,
    await Promise.all(chosen.map((country) => openCountry(directory, country, { verify, operations }))),
  );
}

async function openWatched(
  directory: string,
  { countries, verify, operations }: OpenOptions,
  { seconds = DEFAULT_WATCH_SECONDS, onRelease, onRefused }: WatchOptions,
): Promise<AddressLookup> {
  if (!(typeof seconds === 'number' && seconds > 0 && seconds <= MAX_WATCH_SECONDS)) {
    throw invalid(OPENING, 'watch.seconds', seconds, `a number above 0, at most ${MAX_WATCH_SECONDS}`);
  }
  checkFunction(OPENING, 'watch.onRelease', onRelease);
  checkFunction(OPENING, 'watch.onRefused', onRefused);
  const live = await LiveLookup.open(directory, { countries, verify, operations, onRelease, onRefused });
  // Until then, no release is new.
  const timer = setInterval(() => live.refresh(), seconds * 1000).unref();
  live.current.onClose(() => clearInterval(timer));
  return live.current;
}

function pathOf(source: string | URL): string {
  if (typeof source === 'string') return source;
  if (source.protocol === 'file:') return fileURLToPath(source);
  throw invalidSource(`Got ${source.href}; allowed is a file: URL. Fetch the files and give them as buffers.`, source);
}

/** The directory of one country is a likely mistake, with its own remedy. */
function assertDataDirectory(directory: string): void {
  const name = basename(directory);
  if (!isCountry(name) || COUNTRIES.some((country) => existsSync(join(directory, country)))) return;
  if (!existsSync(join(directory, INDEX_FILES.manifest)) && !existsSync(join(directory, POINTER_FILE))) return;
  throw new AddressLookupError(
    'index-not-found',
    `${directory} is the index of "${name}"; a lookup opens the directory above it, ${dirname(directory)}, with { countries: ["${name}"] } for this country alone.`,
    { directory },
  );
}

function checkOperations(operations: readonly Operation[] | undefined): void {
  if (operations === undefined) return;
  if (Array.isArray(operations) && operations.length > 0 && operations.every((each) => OPERATIONS.includes(each)))
    return;
  const allowed = quotedList(OPERATIONS);
  throw invalid(OPENING, 'operations', operations, `a list of ${allowed}, or nothing`, OPERATIONS);
}

function checkCountries(countries: readonly Country[] | undefined): void {
  if (countries !== undefined && !Array.isArray(countries)) {
    throw invalid(OPENING, 'countries', countries, 'a list of "nl", "be" and "lu", or nothing', COUNTRIES);
  }
  for (const country of countries ?? []) {
    if (!isCountry(country)) {
      throw new AddressLookupError(
        'unknown-country',
        `Got country ${shown(country)}; allowed are "nl", "be" and "lu".`,
        { got: country, allowed: COUNTRIES },
      );
    }
  }
}

function invalidSource(message: string, got: unknown): AddressLookupError {
  return new AddressLookupError('invalid-argument', message, { got });
}

/** The result of verifying one index. */
export interface VerifiedIndex {
  readonly country: Country;
  /** `undefined` if it cannot be opened at all. */
  readonly manifest: Manifest | undefined;
  /** What is wrong, as sentences; empty if the index is sound. */
  readonly faults: readonly string[];
}

/**
 * Opens each index of a source, verifies all its checksums, and checks that its tables are consistent in themselves and with
 * each other, which also finds faults in writing, and changes whose checksums were recomputed. A damaged index does
 * not prevent checking the others. Blocks the thread for some ten seconds, and takes 350 MB besides the index, for 8 million addresses.
 *
 * @param source as `openAddressLookup` takes it
 * @throws AddressLookupError `index-not-found` if there is none at all, `unknown-country`, `invalid-argument`
 *
 * @example (await verifyIndex('dist-data')).flatMap(({ faults }) => faults) // []
 */
export async function verifyIndex(
  source: string | URL | IndexSources,
  options: Pick<OpenOptions, 'countries'> = {},
): Promise<VerifiedIndex[]> {
  checkOptions('verifyIndex', options);
  const { countries } = options;
  checkCountries(countries);
  const isDirectory = typeof source === 'string' || source instanceof URL;
  const present = isDirectory ? countriesIn(pathOf(source)) : countriesAmong(source);
  const verified: VerifiedIndex[] = [];
  for (const country of countries ?? present) {
    try {
      const lookup = await openAddressLookup(source, { countries: [country] });
      verifyContents(lookup.of(country).index);
      verified.push({ country, manifest: lookup.of(country).manifest, faults: [] });
      lookup.close();
    } catch (error) {
      if (!(error instanceof AddressLookupError)) throw error;
      verified.push({ country, manifest: undefined, faults: [error.message] });
    }
  }
  return verified;
}
