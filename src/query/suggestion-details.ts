import { nameIn } from '../model/country.ts';
import type { Suggestion, SuggestionParts } from '../model/suggestion.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { matchedRanges } from '../text/matched-parts.ts';
import { parseContext, type ResolvedContext, resolveContext } from './context.ts';
import { areasAbove, postcodeOf } from './documents.ts';
import { formatHouseNumber } from './suggestions.ts';

/**
 * A suggestion with what a form needs besides: which letters of the label were typed, and the parts of the address so far. Some
 * microseconds, so it is made for the suggestions of a page alone, from what their contexts stand for.
 */
export function withDetails(index: CountryIndex, suggestion: Suggestion, typed: string): Suggestion {
  const target = resolveContext(index, parseContext(index.country, suggestion.context))!;
  return {
    ...suggestion,
    highlights: matchedRanges([suggestion.label, suggestion.description], typed),
    parts: partsOf(index, suggestion, target),
  };
}

function partsOf(index: CountryIndex, { label }: Suggestion, target: ResolvedContext): SuggestionParts {
  const { language } = target;
  switch (target.kind) {
    case 'house':
    case 'boxes': {
      const street = index.streets.streetOf(target.ordinal);
      const postcode = postcodeOf(index, target.ordinal);
      return {
        street: index.streets.nameOf(street, language),
        number: formatHouseNumber(index, target.ordinal, language, target.kind === 'boxes'),
        place: nameIn(areasAbove(index, street).place.names, language),
        ...(postcode !== '' && { postcode }),
      };
    }
    case 'street': {
      const place = nameIn(areasAbove(index, target.ordinal).place.names, language);
      return { street: label, place, ...(target.postcode && { postcode: target.postcode.toUpperCase() }) };
    }
    case 'streetGroup':
      return { street: label };
    case 'place':
      return { place: label, ...(target.postcode && { postcode: target.postcode.toUpperCase() }) };
    default:
      return {};
  }
}
