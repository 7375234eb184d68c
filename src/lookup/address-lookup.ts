import type { AddressFields } from '../batch/match.ts';
import { AddressLookupError } from '../errors.ts';
import { COUNTRIES, type Country, isCountry } from '../model/country.ts';
import type { Position } from '../query/coordinates.ts';
import { countriesIn, openCountry } from '../store/directory.ts';
import { CountryLookup } from './country-lookup.ts';
import { type GeocodeAddressOptions, type Geocoded, geocode } from './geocode.ts';

export interface OpenOptions {
  /** Only these countries; by default every one that the directory has an index of. */
  readonly countries?: readonly Country[] | undefined;
  /**
   * Whether to compare all checksums, which takes about 150 ms per GB; yes unless given. Without it a damaged file may cause
   * wrong answers, or errors other than `AddressLookupError`.
   */
  readonly verify?: boolean | undefined;
}

/** An open lookup: one `CountryLookup` for each country. */
export class AddressLookup {
  readonly countries: readonly Country[];
  readonly #lookups: { readonly [C in Country]?: CountryLookup<C> };
  readonly #directory: string;

  /** @internal */
  constructor(directory: string, lookups: { readonly [C in Country]?: CountryLookup<C> }) {
    this.#directory = directory;
    this.#lookups = lookups;
    this.countries = COUNTRIES.filter((country) => lookups[country] !== undefined);
  }

  /** @throws AddressLookupError `country-not-loaded` */
  get nl(): CountryLookup<'nl'> {
    return this.of('nl');
  }

  /** @throws AddressLookupError `country-not-loaded` */
  get be(): CountryLookup<'be'> {
    return this.of('be');
  }

  /** @throws AddressLookupError `country-not-loaded` */
  get lu(): CountryLookup<'lu'> {
    return this.of('lu');
  }

  /** @throws AddressLookupError `country-not-loaded` */
  of<C extends Country>(country: C): CountryLookup<C> {
    const lookup = this.#lookups[country] as CountryLookup<C> | undefined;
    if (lookup === undefined) {
      throw new AddressLookupError(
        'country-not-loaded',
        `Got country "${country}"; this lookup on ${this.#directory} has ${this.countries.map((each) => `"${each}"`).join(', ')}. Build its index, or open the lookup with it.`,
        { got: country, allowed: this.countries },
      );
    }
    return lookup;
  }

  /**
   * Which address somebody means, who wrote it as one text or in fields; or the one nearest to a position. The answer has a
   * status (`exact`, `corrected`, `several`, `street`, `place`, `none`), the address as its register writes it, and every
   * discrepancy by name. What a batch does for a row (docs/batch.md), for one. Some 20 µs for a clean address, 200 µs for one with
   * mistakes.
   *
   * @throws AddressLookupError `invalid-argument`, `lookup-closed`
   *
   * @example lookup.geocode({ text: 'Kinkerstrat 175 F, Amsterdam' }).faults // ['street-corrected']
   */
  geocode(fields: AddressFields | Position, options?: GeocodeAddressOptions): Geocoded {
    return geocode(
      this.countries.map((country) => this.of(country).index),
      fields,
      options,
    );
  }

  /** Lets go of all memory; every operation then throws `lookup-closed`. */
  close(): void {
    for (const country of this.countries) this.of(country).close();
  }
}

/**
 * Opens the indexes in a directory: reads their files into memory, compares their checksums and checks that they fit
 * together. A build that replaces an index meanwhile does no harm: the lookup is of the old release or the new one, whole.
 *
 * @param directory where `build-index` has written, e.g. `dist-data`
 * @throws AddressLookupError `index-not-found`, `index-version`, `index-corrupt`, `unknown-country`
 *
 * @example const lookup = await openAddressLookup('dist-data');
 */
export async function openAddressLookup(directory: string, options: OpenOptions = {}): Promise<AddressLookup> {
  for (const country of options.countries ?? []) {
    if (!isCountry(country)) {
      throw new AddressLookupError('unknown-country', `Got country "${country}"; allowed are "nl", "be" and "lu".`, {
        got: country,
        allowed: COUNTRIES,
      });
    }
  }
  const present = countriesIn(directory);
  const chosen = options.countries ?? present;
  const opened = await Promise.all(
    chosen.map(
      async (country) => [country, new CountryLookup(country, await openCountry(directory, country, options))] as const,
    ),
  );
  return new AddressLookup(directory, Object.fromEntries(opened));
}
