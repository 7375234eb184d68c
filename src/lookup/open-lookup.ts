import { AddressLookupError, quotedList } from '../errors.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import { shown } from '../query/arguments.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { Manifest } from '../store/manifest.ts';
import { CountryLookup } from './country-lookup.ts';

/**
 * An open lookup, with one `CountryLookup` per country: all that `benelux-address-lookup/browser` opens. It does not import the geocoder,
 * a fifth of the library's bytes, so that a bundle has it only where it is used.
 */
export class OpenLookup {
  readonly #lookups: Map<Country, CountryLookup<Country>> = new Map();
  readonly #source: string;
  readonly #onClose: (() => void)[] = [];

  /**
   * @param source where the indexes are from, for messages
   * @internal
   */
  constructor(source: string, indexes: readonly CountryIndex[]) {
    this.#source = source;
    for (const index of indexes) this.serve(index);
  }

  /** The countries that are open, in the order of `COUNTRIES`. */
  get countries(): readonly Country[] {
    return COUNTRIES.filter((country) => this.#lookups.has(country));
  }

  /**
   * The sentences to show with results, as the licences of the registers require: of Belgium's, and of no other.
   *
   * @example lookup.attributions // ['Addresses of Belgium: BeST address, © BOSA and the regions of Belgium (CC BY 4.0).']
   */
  get attributions(): readonly string[] {
    return [...new Set(this.countries.flatMap((country) => this.of(country).attributions))];
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
    const lookup = this.#lookups.get(country) as CountryLookup<C> | undefined;
    if (lookup === undefined) {
      throw new AddressLookupError(
        'country-not-loaded',
        `Got country ${shown(country)}; this lookup on ${this.#source} has ${quotedList(this.countries)}. Build its index, or open the lookup with it.`,
        { got: country, allowed: this.countries },
      );
    }
    return lookup;
  }

  /**
   * The indexes for another thread, over the same memory: post the result, and open it there with `openAddressLookup(shared, { verify:
   * false })`, with the same `operations` if this lookup was opened with some. A lookup opened from a directory is in shared
   * memory, so a further thread takes no memory for it, only some 50 to 70 MB for Node and our code at national size; buffers of another kind are copied when
   * they are posted. The thread does not follow the new releases of `watch`.
   *
   * @throws AddressLookupError `lookup-closed`
   *
   * @example new Worker('./worker.js', { workerData: lookup.share() })
   */
  share(): IndexSources {
    return Object.fromEntries(this.countries.map((country) => [country, this.of(country).index.buffers]));
  }

  /** Releases all memory and stops watching for releases; every operation then throws `lookup-closed`. */
  close(): void {
    for (const end of this.#onClose.splice(0)) end();
    for (const lookup of this.#lookups.values()) lookup.close();
  }

  /**
   * Answers from this index from now on. Answers are computed synchronously, so none is using the former one now.
   *
   * @internal
   */
  serve(index: CountryIndex): void {
    const lookup = this.#lookups.get(index.country);
    if (lookup === undefined) this.#lookups.set(index.country, new CountryLookup(index.country, index));
    else lookup.serve(index);
  }

  /** @internal */
  onClose(end: () => void): void {
    this.#onClose.push(end);
  }
}

/** The files of one index in memory, e.g. fetched. */
export interface IndexSource {
  /** `manifest.json`: its text, or parsed. */
  readonly manifest: string | Manifest;
  /** The files that the manifest names, by name. Bytes that are a part of a larger buffer are copied. */
  readonly files: Readonly<Record<string, ArrayBuffer | SharedArrayBuffer | Uint8Array>>;
}

/** The files of indexes, by country. */
export type IndexSources = { readonly [country in Country]?: IndexSource };
