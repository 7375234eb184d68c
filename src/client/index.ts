/** The headless address field: everything but the pixels. */

export type { SuggestionIn } from '../model/suggestion.ts';
export { matchedParts, type Part } from '../text/matched-parts.ts';
export {
  AddressSession,
  type AddressSessionOptions,
  type SessionState,
  type SuggestionList,
} from './address-session.ts';
export { languageOf, lineOf } from './address-text.ts';
export {
  type Address,
  ServiceClient,
  type ServiceClientOptions,
  ServiceProblem,
} from './service-client.ts';
