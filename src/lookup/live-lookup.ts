import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AddressLookupError } from '../errors.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { countriesIn, openCountry, openRelease } from '../store/directory.ts';
import { LAST_UPDATE_FILE, type LastUpdate, readLastUpdate } from '../store/last-update.ts';
import { answersTag, INDEX_FILES, type Manifest, OPTIONAL_FILES } from '../store/manifest.ts';
import type { Operation } from '../store/operations.ts';
import { currentDirectory, readPointer, releasesIn } from '../store/releases.ts';
import { AddressLookup } from './address-lookup.ts';

export interface LiveLookupOptions {
  /** Only these countries; by default all with an index in the directory, now or later. */
  readonly countries?: readonly Country[] | undefined;
  /** Whether to compare all checksums at the start; those of a new release always are. */
  readonly verify?: boolean | undefined;
  /** Only the files of these operations; all unless given. */
  readonly operations?: readonly Operation[] | undefined;
  /** Whether to open an earlier release that is kept where the current one cannot be used at the start; otherwise that is an error. */
  readonly takesFormer?: boolean | undefined;
  /** Called when answers come from a new release. */
  readonly onRelease?: ((manifest: Manifest) => void) | undefined;
  /** Called when a new release cannot be used; the one before stays in use. */
  readonly onRefused?: ((country: Country, refused: RefusedRelease) => void) | undefined;
  /** Logs which index is served, and which is refused; takes a pino logger. */
  readonly log?: EventLog | undefined;
}

/** A log that takes a sentence and its data; a pino logger fits. */
export interface EventLog {
  info(data: object, message: string): void;
  error(data: object, message: string): void;
}

/**
 * The lookup on a data directory whose indexes are replaced while it is in use. `refresh` looks for new ones: a new index is
 * read and checked byte by byte while the old one serves, replaces it between two requests, and the old one is released. An
 * invalid index is refused, with the reason, and the old one stays.
 *
 *     const live = await LiveLookup.open('dist-data');
 *     setInterval(() => live.refresh(), 5000);
 */
export class LiveLookup implements LookupSource {
  readonly refused: Map<Country, RefusedRelease> = new Map();
  readonly updates: Map<Country, LastUpdate> = new Map();
  readonly current: AddressLookup;
  readonly #directory: string;
  readonly #countries: readonly Country[];
  readonly #options: LiveLookupOptions;
  readonly #since: Map<Country, Date> = new Map();
  /** State on disk at the last check of each country, whether accepted or refused. */
  readonly #seen: Map<Country, string> = new Map();
  #refreshing: Promise<void> | undefined;

  private constructor(directory: string, options: LiveLookupOptions) {
    this.#directory = directory;
    this.#countries = options.countries ?? COUNTRIES;
    this.#options = options;
    this.current = new AddressLookup(directory, []);
  }

  /** @throws AddressLookupError `index-not-found`, `index-version`, `index-corrupt`: at the start an invalid index is an error, unless `takesFormer` */
  static async open(directory: string, options: LiveLookupOptions = {}): Promise<LiveLookup> {
    const live = new LiveLookup(directory, options);
    for (const country of live.#countries) {
      const path = join(directory, country);
      await live.#readUpdate(country);
      const seen = await fingerprintOf(path);
      live.#seen.set(country, seen);
      if (seen === ABSENT && options.countries === undefined) {
        if (await hasFiles(path)) live.#refuse(country, incomplete(country));
        continue;
      }
      try {
        live.#serve(country, await openCountry(directory, country, options));
      } catch (error) {
        const former = options.takesFormer ? await openFormer(directory, country, options) : undefined;
        if (former === undefined) throw error;
        live.#serve(country, former);
        live.#refuse(country, error);
      }
    }
    // Throws if there is none.
    if (live.#since.size === 0) countriesIn(directory, live.#countries);
    return live;
  }

  servedSince(country: Country): Date {
    return this.#since.get(country)!;
  }

  /** Checks the directory once and loads new indexes. Calls during a check share its result. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshAll().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  close(): void {
    this.current.close();
  }

  async #refreshAll(): Promise<void> {
    for (const country of this.#countries) {
      await this.#readUpdate(country);
      await this.#refresh(country);
    }
  }

  async #readUpdate(country: Country): Promise<void> {
    const last = await readLastUpdate(join(this.#directory, country));
    if (last === undefined) this.updates.delete(country);
    else this.updates.set(country, last);
  }

  async #refresh(country: Country): Promise<void> {
    const path = join(this.#directory, country);
    const seen = await fingerprintOf(path);
    if (seen === this.#seen.get(country)) return;
    if (seen === ABSENT && !this.#since.has(country)) {
      this.#seen.set(country, seen);
      this.refused.delete(country);
      return;
    }
    try {
      const index = await openCountry(this.#directory, country);
      this.#seen.set(country, seen);
      this.#serve(country, index);
    } catch (error) {
      // What is being written, or put in the place of another, is not an error: it is checked again next time.
      await setTimeout(SETTLING_MS);
      if ((await fingerprintOf(path)) !== seen) return;
      this.#seen.set(country, seen);
      this.#refuse(country, error);
    }
  }

  #serve(country: Country, index: CountryIndex): void {
    const isFirst = !this.#since.has(country);
    this.current.serve(index);
    this.#since.set(country, new Date());
    this.refused.delete(country);
    const { counts, registers } = index.manifest;
    this.#options.log?.info(
      { country, release: answersTag(index.manifest), addresses: counts.addresses, registers },
      isFirst ? 'index opened' : 'index replaced by a new release',
    );
    if (!isFirst) this.#options.onRelease?.(index.manifest);
  }

  #refuse(country: Country, error: unknown): void {
    // Without the path of the data, because /health is public.
    const message = (error as Error).message.replaceAll(join(this.#directory, '/'), '');
    const code = error instanceof AddressLookupError ? error.code : 'internal-error';
    const refused: RefusedRelease = { at: new Date(), code, message };
    this.refused.set(country, refused);
    const consequence = this.#since.has(country) ? 'the one before serves on' : 'the country is not served';
    this.#options.log?.error({ country, code, reason: message }, `new index refused; ${consequence}`);
    this.#options.onRefused?.(country, refused);
  }
}

/** The index of the latest other release of a place that can be used; `undefined` if there is none. */
async function openFormer(
  directory: string,
  country: Country,
  options: LiveLookupOptions,
): Promise<CountryIndex | undefined> {
  const path = join(directory, country);
  const kept = await Promise.resolve(path)
    .then(readPointer)
    .catch(() => undefined);
  for (const name of kept?.releases ?? releasesIn(path)) {
    if (name === kept?.current) continue;
    try {
      return await openRelease(directory, country, name, options);
    } catch {
      // An earlier one may be whole.
    }
  }
  return undefined;
}

/** Whether there is anything in a directory but what a failed update has left. */
async function hasFiles(directory: string): Promise<boolean> {
  return (await readdir(directory).catch(() => [])).some((name) => name !== LAST_UPDATE_FILE);
}

function incomplete(country: Country): AddressLookupError {
  return new AddressLookupError(
    'index-not-found',
    `${country}/ has files, but no ${INDEX_FILES.manifest}: it is not a whole index. Copy or build it again.`,
    { country },
  );
}

/** How long an index that cannot be used must stay as it is to be refused: one that is replaced by renaming is absent for a moment. */
const SETTLING_MS = 250;

const ABSENT = 'absent';

/** Identifies the state of a country on disk: the current release, its manifest, and size, time and inode of each file. */
async function fingerprintOf(path: string): Promise<string> {
  let directory: string | undefined;
  try {
    directory = currentDirectory(path);
  } catch (error) {
    return (error as Error).message;
  }
  if (directory === undefined) return ABSENT;
  const manifest = await readFile(join(directory, INDEX_FILES.manifest), 'utf8').catch(() => undefined);
  if (manifest === undefined) return `${directory} ${ABSENT}`;
  const files = await Promise.all(
    [...Object.values(INDEX_FILES), ...Object.values(OPTIONAL_FILES)].map((name) => fileStateOf(join(directory, name))),
  );
  return [directory, manifest, ...files].join('\n');
}

/** Size, time and inode of a file, which say whether it has changed; `absent` if it cannot be looked at. */
export function fileStateOf(path: string): Promise<string> {
  return stat(path).then(
    ({ size, mtimeMs, ino }) => `${size} ${mtimeMs} ${ino}`,
    () => ABSENT,
  );
}

/** The source of a server's answers. */
export interface LookupSource {
  /** Answers from the current release of each country. */
  readonly current: AddressLookup;
  /** When serving the country's index began. */
  servedSince(country: Country): Date;
  /** The new releases that were refused, by country, until they are repaired or replaced. */
  readonly refused: ReadonlyMap<Country, RefusedRelease>;
  /** How the last `update` of each country ended that one was tried of. */
  readonly updates: ReadonlyMap<Country, LastUpdate>;
}

/** Why a new index in the data directory is refused; the former one stays in use. */
export interface RefusedRelease {
  readonly at: Date;
  readonly code: string;
  readonly message: string;
}

/** A source whose lookup never changes. */
export function fixedSource(lookup: AddressLookup): LookupSource {
  const since = new Date();
  return { current: lookup, servedSince: () => since, refused: new Map(), updates: new Map() };
}
