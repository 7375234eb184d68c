/** The public API wherever it runs: this list, and what `index.ts` and `browser.ts` add to it for opening indexes. */

export type { UnderstoodWords } from './batch/read-words.ts';
export { AddressLookupError, type ErrorCode } from './errors.ts';
export type { CountryLookup } from './lookup/country-lookup.ts';
export {
  type FormerAddress,
  type FormerById,
  type GeocodeAddressOptions,
  type Geocoded,
  type GeocodedIn,
  type GeocodedParts,
  type GeocodedRow,
  type GeocodeFields,
  type GeocodeRowsOptions,
  geocodeRows,
  type OpenCountries,
} from './lookup/geocode.ts';
export type { AddressIn, IndexSource, IndexSources, SomeCountries } from './lookup/open-lookup.ts';
export {
  type Address,
  type AddressBE,
  type AddressLU,
  type AddressNL,
  type AddressOf,
  type AlternativeOf,
  isAddressOf,
  type LocationBE,
  type LocationLU,
  type LocationNL,
  type NamesBE,
} from './model/address.ts';
export { COUNTRIES, type Country, type Language } from './model/country.ts';
export type { DescriptionLanguage } from './model/description.ts';
export type { Identifiers } from './model/identifiers.ts';
export type { ObjectKind, ObjectStatus, ObjectUse, RegisterObject } from './model/register-object.ts';
export type {
  Page,
  Pagination,
  Precision,
  Suggestion,
  SuggestionFormer,
  SuggestionIn,
  SuggestionParts,
} from './model/suggestion.ts';
export type { AutocompleteRequest, SearchRequest } from './query/autocomplete.ts';
export type { Position } from './query/coordinates.ts';
export type { DirectMatchRequest } from './query/direct-match.ts';
export type { DocumentOptions } from './query/documents.ts';
export type { FilterRequest } from './query/filter.ts';
export type { NearestOf, NearestRequest } from './query/nearest.ts';
export type { RadiusRequest } from './query/radius.ts';
export type { Box, Circle, Part } from './query/within.ts';
export type { AnswerKind } from './search/filter.ts';
export type { AddressFields, Discrepancy as Fault, MatchPrecision, Status } from './search/match.ts';
export type { IndexCounts, Manifest, RegisterRelease } from './store/manifest.ts';
export type { Operation } from './store/operations.ts';
export { VERSION } from './version.ts';
