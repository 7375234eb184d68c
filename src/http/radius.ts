import Type from 'typebox';
import { COUNTRIES, type Country } from '../model/country.ts';
import type { Operation } from './operation.ts';
import {
  type PageQuery,
  RADIUS_PARAMS,
  RADIUS_PARAMS_WITH_RADIUS,
  RADIUS_QUERY,
  type RadiusParams,
} from './parameters.ts';
import { ADDRESS, ADDRESS_PAGE } from './schemas.ts';

/** The addresses around a position: two operations, with a radius and without. */
export const RADIUS: readonly Operation[] = [radiusOf(false), radiusOf(true)];

function radiusOf(hasRadius: boolean): Operation {
  return {
    id: hasRadius ? 'radius-within' : 'radius',
    group: 'radius',
    path: `/v1/radius/:country/:latitude/:longitude${hasRadius ? '/:radius' : ''}`,
    summary: `The addresses within ${hasRadius ? 'a radius' : '5 metres'} around a position, nearest first`,
    request: { params: hasRadius ? RADIUS_PARAMS_WITH_RADIUS : RADIUS_PARAMS, querystring: RADIUS_QUERY },
    answer: {
      description: 'A page of addresses; when there is exactly one in all, that address itself.',
      schema: Type.Union(COUNTRIES.flatMap((country) => [ADDRESS_PAGE[country], ADDRESS[country]])),
    },
    problems: [
      'unknown-country',
      'invalid-coordinate',
      ...(hasRadius ? (['invalid-radius'] as const) : []),
      'invalid-page',
      'invalid-per-page',
      'repeated-parameter',
      'nothing-found',
    ],
    notFound: 'problem',
    handle({ source, responder }, request, reply) {
      const { latitude, longitude, radius } = request.params as RadiusParams;
      const country = (request.params as RadiusParams).country as Country;
      request.country = country;
      const { page, per_page } = request.query as PageQuery;
      const lookup = source.current.of(country);
      const found = lookup.radius({
        latitude,
        longitude,
        radius,
        page: page ?? undefined,
        perPage: per_page ?? undefined,
      });
      const { total_count } = found.pagination;
      const [first] = found.results;
      if (total_count === 0) {
        responder.problem(reply, 'nothing-found', `There is no address within ${radius ?? 5} m. Widen the radius.`);
      } else if (total_count === 1 && first !== undefined) {
        responder.answer(request, reply, first, ADDRESS[country], lookup.manifest);
      } else {
        responder.answer(request, reply, found, ADDRESS_PAGE[country], lookup.manifest);
      }
    },
  };
}
