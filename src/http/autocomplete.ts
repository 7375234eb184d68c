import Type from 'typebox';
import { COUNTRIES, type Country } from '../model/country.ts';
import type { Position } from '../query/coordinates.ts';
import type { Operation } from './operation.ts';
import { AUTOCOMPLETE_HEADERS, AUTOCOMPLETE_QUERY, type AutocompleteQuery } from './parameters.ts';
import { ADDRESS, SUGGESTION_PAGE } from './schemas.ts';

/** Progressive search, one operation for each country. */
export const AUTOCOMPLETE: readonly Operation[] = COUNTRIES.map(autocompleteOf);

function autocompleteOf(country: Country): Operation {
  return {
    id: `autocomplete-${country}`,
    group: 'autocomplete',
    country,
    path: `/v1/autocomplete/${country}`,
    summary: 'Progressive search: suggestions for a term, what lies under a context, and at last one address',
    request: { querystring: AUTOCOMPLETE_QUERY, headers: AUTOCOMPLETE_HEADERS },
    answer: {
      description: 'A page of suggestions; for the context of a house, its address.',
      schema: Type.Union([SUGGESTION_PAGE, ADDRESS[country]]),
    },
    problems: [
      'search-or-context-required',
      'session-missing',
      'invalid-context',
      'invalid-language',
      'invalid-coordinate',
      'invalid-explain',
      'invalid-page',
      'invalid-per-page',
      'repeated-parameter',
      'nothing-found',
      'context-gone',
    ],
    notFound: 'problem',
    handle({ source, responder }, request, reply) {
      const { search, context, page, per_page, language, near, explain } = request.query as AutocompleteQuery;
      const lookup = source.current.of(country);
      const found = lookup.autocomplete({
        search,
        context,
        page: page ?? undefined,
        perPage: per_page ?? undefined,
        language,
        near: near === undefined ? undefined : positionOf(near),
        explain,
      });
      if (found === null) {
        responder.problem(
          reply,
          'context-gone',
          'This release of the register has nothing for the context any more. Search again.',
        );
      } else if (!('results' in found)) {
        responder.answer(request, reply, found, ADDRESS[country], lookup.manifest);
      } else if (found.pagination.total_count === 0) {
        responder.problem(reply, 'nothing-found', 'Nothing matches. Shorten or correct the search term.');
      } else {
        responder.answer(request, reply, found, SUGGESTION_PAGE, lookup.manifest);
      }
    },
  };
}

function positionOf(near: string): Position {
  const [latitude, longitude] = near.split(',').map(Number) as [number, number];
  return { latitude, longitude };
}
