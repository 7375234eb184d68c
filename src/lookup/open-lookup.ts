import { AddressLookupError, quotedList } from '../errors.ts';
import type { Address, AddressOf } from '../model/address.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import { countriesOfPostcode } from '../model/postcode.ts';
import type { Page, SuggestionIn } from '../model/suggestion.ts';
import { checkRequest, invalid, shown } from '../query/arguments.ts';
import type { AutocompleteRequest, SearchRequest } from '../query/autocomplete.ts';
import { type DirectMatchRequest, directMatch } from '../query/direct-match.ts';
import { autocompleteIn } from '../query/several-countries.ts';
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
   * Progressive search in all open countries, or in some of them: one list, each suggestion with its country. What agrees best with what was
   * typed comes first, by the same rules as in one country; then what is nearer to `near`; then what is larger. A country that has
   * nothing as good adds nothing. The context of a suggestion opens in its country, here too. Takes as long as asking each country.
   *
   * @throws AddressLookupError as that of a country; `country-not-loaded`
   *
   * @example lookup.autocomplete({ search: 'grand-rue lux' }).results[0].country // 'lu'
   */
  autocomplete(request: SearchRequest & SomeCountries): Page<SuggestionIn>;
  autocomplete(request: AutocompleteRequest & SomeCountries): Page<SuggestionIn> | Address | null;
  autocomplete(request: AutocompleteRequest & SomeCountries): Page<SuggestionIn> | Address | null {
    return autocompleteIn(this.#indexesOf('autocomplete', request), request);
  }

  /**
   * Finds addresses by postcode and house number in the countries that the form of the postcode allows: `1012JS` is Dutch, `L-1466` is in
   * Luxembourg, and `1466` may be in Belgium and in Luxembourg, in this order. Otherwise as `directMatch` of a country.
   *
   * @throws AddressLookupError `invalid-argument`, `lookup-closed`; `country-not-loaded`
   *
   * @example lookup.directMatch({ postcode: '1012JS', housenumber: '1' })[0].country // 'nl'
   */
  directMatch(request: DirectMatchRequest & SomeCountries): AddressIn[] {
    const indexes = this.#indexesOf('directMatch', request);
    const said = typeof request.postcode === 'string' ? countriesOfPostcode(request.postcode) : undefined;
    return indexes
      .filter(({ country }) => said?.includes(country) ?? true)
      .flatMap((index) =>
        directMatch(index, request).map((address) => ({ country: index.country, address }) as AddressIn),
      );
  }

  #indexesOf(operation: 'autocomplete' | 'directMatch', request: SomeCountries): CountryIndex[] {
    checkRequest(operation, request);
    const { countries = this.countries } = request;
    if (!Array.isArray(countries))
      throw invalid(operation, 'countries', countries, 'an array of countries, or nothing');
    return [...new Set<Country>(countries)].map((country) => this.of(country).index);
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

/** Which of the open countries to ask; all unless given. */
export interface SomeCountries {
  readonly countries?: readonly Country[] | undefined;
}

/** An address with its country, which tells its fields. */
export type AddressIn = { [C in Country]: { readonly country: C; readonly address: AddressOf[C] } }[Country];

/** The files of one index in memory, e.g. fetched. */
export interface IndexSource {
  /** `manifest.json`: its text, or parsed. */
  readonly manifest: string | Manifest;
  /** The files that the manifest names, by name. Bytes that are a part of a larger buffer are copied. */
  readonly files: Readonly<Record<string, ArrayBuffer | SharedArrayBuffer | Uint8Array>>;
}

/** The files of indexes, by country. */
export type IndexSources = { readonly [country in Country]?: IndexSource };
