import { COUNTRIES, type Country } from '../model/country.ts';
import type { Operation } from './operation.ts';
import { textParams } from './parameters.ts';
import { ADDRESS_LIST } from './schemas.ts';

const POSTCODES: Readonly<Record<Country, string>> = {
  nl: '`1012JS`, `1012 JS` or `1012js`.',
  be: '`1000` or `B-1000`.',
  lu: '`1466` or `L-1466`.',
};

const SEGMENTS = {
  housenumberaddition: 'Letter, addition, or both, letter first: `A`, `BIS`, `A-2`, `a2`.',
  street: 'In any of its languages; case and diacritics do not count.',
} as const;

type Segment = keyof typeof SEGMENTS;

/** Exact search by postcode and house number, two operations for each country: with a third segment and without. */
export const DIRECT_MATCH: readonly Operation[] = COUNTRIES.flatMap((country) => [
  directMatchOf(country, undefined),
  directMatchOf(country, country === 'nl' ? 'housenumberaddition' : 'street'),
]);

interface DirectMatchParams {
  readonly postcode: string;
  readonly housenumber: string;
  readonly housenumberaddition?: string;
  readonly street?: string;
}

function directMatchOf(country: Country, segment: Segment | undefined): Operation {
  const housenumber =
    country === 'nl'
      ? 'The digits; letter and addition may follow: `12`, `12A`.'
      : 'The digits; letter, range or box may follow: `12`, `12A`, `12-14`, `12 bus 3`.';
  return {
    id: `directmatch-${country}${segment === undefined ? '' : `-${segment}`}`,
    group: 'directmatch',
    country,
    path: `/v1/directmatch/${country}/:postcode/:housenumber${segment === undefined ? '' : `/:${segment}`}`,
    summary: `The addresses with a postcode and house number${segment === undefined ? '' : segment === 'street' ? ' in a street' : ' and addition'}`,
    request: {
      params: textParams({
        postcode: POSTCODES[country],
        housenumber,
        ...(segment !== undefined && { [segment]: SEGMENTS[segment] }),
      }),
    },
    answer: {
      description: 'The addresses, best match first: one in most cases, and always a list.',
      schema: ADDRESS_LIST[country],
    },
    problems: [],
    notFound: 'empty',
    handle({ source, responder }, request, reply) {
      const lookup = source.current.of(country);
      const found = lookup.directMatch(request.params as DirectMatchParams);
      if (found.length === 0) responder.bareNotFound(reply);
      else responder.answer(request, reply, found, ADDRESS_LIST[country], lookup.manifest);
    },
  };
}
