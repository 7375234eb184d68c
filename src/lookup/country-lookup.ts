import { AddressLookupError } from '../errors.ts';
import type { AddressOf, AlternativeOf } from '../model/address.ts';
import type { Country } from '../model/country.ts';
import type { Page, Suggestion } from '../model/suggestion.ts';
import { addresses, byId } from '../query/addresses.ts';
import { type AutocompleteRequest, autocomplete, type SearchRequest } from '../query/autocomplete.ts';
import { alternatives, type DirectMatchRequest, directMatch } from '../query/direct-match.ts';
import type { DocumentOptions } from '../query/documents.ts';
import { type NearestOf, type NearestRequest, nearest } from '../query/nearest.ts';
import { type RadiusRequest, radius } from '../query/radius.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { Manifest } from '../store/manifest.ts';

/** The operations on one country. All are synchronous, and touch neither disk nor network. */
export class CountryLookup<C extends Country> {
  readonly country: C;
  #manifest: Manifest;
  #index: CountryIndex | undefined;

  /** @internal */
  constructor(country: C, index: CountryIndex) {
    this.country = country;
    this.#manifest = index.manifest;
    this.#index = index;
  }

  /** Describes the index: registers and their releases, licences, attributions, counts. */
  get manifest(): Manifest {
    return this.#manifest;
  }

  /** The sentences that the licences of its registers want shown with the addresses; an empty list if they want none. */
  get attributions(): readonly string[] {
    return [...new Set(this.#manifest.registers.flatMap(({ attribution }) => attribution ?? []))];
  }

  /**
   * Answers from another index of the country from now on, unless this lookup is closed.
   *
   * @internal
   */
  serve(index: CountryIndex): void {
    if (this.#index === undefined) return;
    this.#index = index;
    this.#manifest = index.manifest;
  }

  /**
   * Progressive search. A `search` term returns suggestions; the `context` of a suggestion returns the level below it, down to
   * a house, whose context returns its document. Some 10 µs for a page of ten (p50 at 10 million addresses; p99 is below 0.5 ms).
   *
   * @returns a page of suggestions, best first; the document of a house; or `null` for a context that no longer exists in this release
   * @throws AddressLookupError `invalid-argument`, `search-or-context-required`, `invalid-context`, `invalid-page`, `invalid-per-page`, `lookup-closed`
   *
   * @example lookup.nl.autocomplete({ search: 'kalverst' }).results[0].label // 'Kalverstraat'
   */
  autocomplete(request: SearchRequest): Page<Suggestion>;
  autocomplete(request: AutocompleteRequest): Page<Suggestion> | AddressOf[C] | null;
  autocomplete(request: AutocompleteRequest): Page<Suggestion> | AddressOf[C] | null {
    return autocomplete<C>(this.#open(), request);
  }

  /**
   * Returns the addresses with this postcode and house number, best first, or an empty list.
   *
   * Those spelled as asked come first, then others with the same letters and digits (without an addition: all that have the number, letters,
   * additions and boxes alike), then those that differ in zeros or a word for "box", then ranges that the number lies in. O(streets of
   * the postcode · log addresses of a street), some 2 µs.
   *
   * @throws AddressLookupError `invalid-argument`, `lookup-closed`
   *
   * @example lookup.nl.directMatch({ postcode: '1012JS', housenumber: '1', housenumberaddition: 'a2' })[0].street // 'Dam'
   */
  directMatch(request: DirectMatchRequest): AddressOf[C][] {
    return directMatch<C>(this.#open(), request);
  }

  /**
   * Lists the choices when `directMatch` finds nothing: the houses, letters, additions and boxes with the postcode
   * and number of the request, in `street` if given. Whatever follows the number in the request is ignored. In natural
   * order, the bare number first; an empty list if the number does not exist. Some 2 µs, plus half a microsecond each.
   *
   * @throws AddressLookupError `invalid-argument`, `lookup-closed`
   *
   * @example lookup.nl.alternatives({ postcode: '1012JS', housenumber: '1', housenumberaddition: 'Z' })[1] // { street: 'Dam', housenumber: '1', houseletter: 'A' }
   */
  alternatives(request: DirectMatchRequest): AlternativeOf[C][] {
    return alternatives<C>(this.#open(), request);
  }

  /**
   * Returns the addresses within `radius` metres (default 5, at most 500) of a WGS84 position, nearest first. Some 10 µs for a page of 20
   * in 50 m.
   *
   * @throws AddressLookupError `invalid-argument`, `invalid-coordinate`, `invalid-radius`, `invalid-page`, `invalid-per-page`, `lookup-closed`
   *
   * @example lookup.nl.radius({ latitude: 52.37, longitude: 4.89, radius: 50 })
   */
  radius(request: RadiusRequest): Page<AddressOf[C]> {
    return radius<C>(this.#open(), request);
  }

  /**
   * Returns the address nearest to a WGS84 position, `within` metres (default 500, at most 100,000), or `null` if there is none.
   * If several share that point, all of them. A few µs.
   *
   * @throws AddressLookupError `invalid-argument`, `invalid-coordinate`, `invalid-radius`, `lookup-closed`
   *
   * @example lookup.nl.nearest({ latitude: 52.37, longitude: 4.89, within: 2000 }) // { distance: 427.9…, addresses: [{ street: 'Dam', … }] }
   */
  nearest(request: NearestRequest): NearestOf<C> | null {
    return nearest<C>(this.#open(), request);
  }

  /**
   * Finds an address by the identifier of its register: the BAG's nummeraanduiding, BeST's region and number, CACLR's building. With
   * `identifiers: true` every operation returns it. `null` if this release has no such address: it may have been
   * withdrawn, or be one of several records of an address; the index keeps the best. About a tenth of a
   * millisecond for the Netherlands, and some milliseconds the first time.
   *
   * @throws AddressLookupError `invalid-argument`, `lookup-closed`
   *
   * @example lookup.be.byId('BE-BRU:4568')
   */
  byId(identifier: string, options?: DocumentOptions): AddressOf[C] | null {
    return byId<C>(this.#open(), identifier, options);
  }

  /**
   * Iterates over every address of the country, by province, municipality, place, street and number, one at a time: memory does not grow, and
   * leaving the loop early costs nothing. Some half a microsecond each. All are of the release that was current at the start.
   *
   * @throws AddressLookupError `invalid-argument`, `lookup-closed`
   *
   * @example for (const address of lookup.lu.addresses({ identifiers: true })) …
   */
  addresses(options?: DocumentOptions): Generator<AddressOf[C], void> {
    return addresses<C>(this.#open(), options);
  }

  /**
   * The index itself, for the other parts of this package. @throws AddressLookupError `lookup-closed`
   *
   * @internal
   */
  get index(): CountryIndex {
    return this.#open();
  }

  /** Releases the memory of the index. */
  close(): void {
    this.#index = undefined;
  }

  #open(): CountryIndex {
    if (this.#index === undefined) {
      throw new AddressLookupError(
        'lookup-closed',
        'This lookup has been closed; open another one with openAddressLookup.',
      );
    }
    return this.#index;
  }
}
