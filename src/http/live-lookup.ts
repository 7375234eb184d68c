import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AddressLookupError } from '../errors.ts';
import { AddressLookup } from '../lookup/address-lookup.ts';
import { CountryLookup } from '../lookup/country-lookup.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import { countriesIn, openCountry } from '../store/directory.ts';
import { answersTag, INDEX_FILES } from '../store/manifest.ts';
import { currentDirectory } from '../store/releases.ts';
import { type ServerLog, SILENT_LOG } from './options.ts';

export interface LiveLookupOptions {
  /** Only these countries; by default all with an index in the directory, now or later. */
  readonly countries?: readonly Country[] | undefined;
  readonly log?: ServerLog | undefined;
}

interface Served {
  readonly lookup: CountryLookup<Country>;
  readonly since: Date;
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
  #current: AddressLookup;
  readonly #directory: string;
  readonly #countries: readonly Country[];
  readonly #log: ServerLog;
  readonly #served: Map<Country, Served> = new Map();
  /** State on disk at the last check of each country, whether accepted or refused. */
  readonly #seen: Map<Country, string> = new Map();
  #refreshing: Promise<void> | undefined;

  private constructor(directory: string, { countries = COUNTRIES, log = SILENT_LOG }: LiveLookupOptions) {
    this.#directory = directory;
    this.#countries = countries;
    this.#log = log;
    this.#current = new AddressLookup(directory, {});
  }

  /** @throws AddressLookupError `index-not-found`, `index-version`, `index-corrupt`: at the start an invalid index is an error */
  static async open(directory: string, options: LiveLookupOptions = {}): Promise<LiveLookup> {
    const live = new LiveLookup(directory, options);
    for (const country of live.#countries) {
      const path = join(directory, country);
      const seen = await fingerprintOf(path);
      live.#seen.set(country, seen);
      if (seen === ABSENT && options.countries === undefined) {
        if (await hasFiles(path)) live.#refuse(country, incomplete(country));
        continue;
      }
      live.#serve(country, new CountryLookup(country, await openCountry(directory, country)));
    }
    // Throws where there is none.
    if (live.#served.size === 0) countriesIn(directory, live.#countries);
    return live;
  }

  get current(): AddressLookup {
    return this.#current;
  }

  servedSince(country: Country): Date {
    return this.#served.get(country)!.since;
  }

  /** Checks the directory once and loads new indexes. Calls during a check share its result. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshAll().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  close(): void {
    this.#current.close();
  }

  async #refreshAll(): Promise<void> {
    for (const country of this.#countries) await this.#refresh(country);
  }

  async #refresh(country: Country): Promise<void> {
    const path = join(this.#directory, country);
    const seen = await fingerprintOf(path);
    if (seen === this.#seen.get(country)) return;
    if (seen === ABSENT && !this.#served.has(country)) {
      this.#seen.set(country, seen);
      this.refused.delete(country);
      return;
    }
    try {
      const lookup = new CountryLookup(country, await openCountry(this.#directory, country));
      this.#seen.set(country, seen);
      this.#serve(country, lookup);
    } catch (error) {
      // Files that are being written are not an error: they are checked again next time.
      if ((await fingerprintOf(path)) !== seen) return;
      this.#seen.set(country, seen);
      this.#refuse(country, error);
    }
  }

  #serve(country: Country, lookup: CountryLookup<Country>): void {
    const { counts, registers } = lookup.manifest;
    const former = this.#served.get(country);
    this.#served.set(country, { lookup, since: new Date() });
    this.#current = new AddressLookup(
      this.#directory,
      Object.fromEntries([...this.#served].map(([each, served]) => [each, served.lookup])),
    );
    this.refused.delete(country);
    // Answers are computed synchronously, so none is using the former index now.
    former?.lookup.close();
    this.#log.info(
      { country, release: answersTag(lookup.manifest), addresses: counts.addresses, registers },
      former === undefined ? 'index opened' : 'index replaced by a new release',
    );
  }

  #refuse(country: Country, error: unknown): void {
    // Without the path of the data, because /health is public.
    const message = (error as Error).message.replaceAll(join(this.#directory, '/'), '');
    const code = error instanceof AddressLookupError ? error.code : 'internal-error';
    this.refused.set(country, { at: new Date(), code, message });
    const consequence = this.#served.has(country) ? 'the one before serves on' : 'the country is not served';
    this.#log.error({ country, code, reason: message }, `new index refused; ${consequence}`);
  }
}

/** Whether there is anything in a directory. */
async function hasFiles(directory: string): Promise<boolean> {
  return (await readdir(directory).catch(() => [])).length > 0;
}

function incomplete(country: Country): AddressLookupError {
  return new AddressLookupError(
    'index-not-found',
    `${country}/ has files, but no ${INDEX_FILES.manifest}: it is not a whole index. Copy or build it again.`,
    { country },
  );
}

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
    Object.values(INDEX_FILES).map((name) =>
      stat(join(directory, name)).then(
        ({ size, mtimeMs, ino }) => `${size} ${mtimeMs} ${ino}`,
        () => ABSENT,
      ),
    ),
  );
  return [directory, manifest, ...files].join('\n');
}

/** The source of a server's answers. */
export interface LookupSource {
  /**
   * The current lookup. Read it for every request, and compute the answer before awaiting anything, so that a former
   * lookup is no longer in use when it is closed.
   */
  readonly current: AddressLookup;
  /** When serving the country's index began. */
  servedSince(country: Country): Date;
  /** The new releases that were refused, by country, until they are repaired or replaced. */
  readonly refused: ReadonlyMap<Country, RefusedRelease>;
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
  return { current: lookup, servedSince: () => since, refused: new Map() };
}
