import { EXAMPLE_ANSWERS } from './example-answers.ts';

/** A request and its answer, as /openapi.json shows them. A test makes each request and compares. */
export interface Example {
  readonly summary: string;
  readonly path: string;
  readonly answer: unknown;
}

/** The examples of each operation, of the addresses in the project's fixtures. */
export const EXAMPLES: ReadonlyMap<string, readonly Example[]> = new Map(
  Object.entries({
    'autocomplete-nl': [
      example('The beginning of a municipality', '/v1/autocomplete/nl?search=amersf&per_page=2'),
      example('A postcode and a number', '/v1/autocomplete/nl?search=1012JS%201&per_page=2'),
      example('Close ones first', '/v1/autocomplete/nl?search=julianastraat&near=52.38,4.63&per_page=2'),
      example('A mistyped letter, explained', '/v1/autocomplete/nl?search=kalverstrat%201&explain=true&per_page=2'),
    ],
    'autocomplete-be': [
      example('The beginning of a street', '/v1/autocomplete/be?search=wetstr&per_page=2'),
      example('Shown in the other language', '/v1/autocomplete/be?search=wetstr&per_page=2&language=fr'),
    ],
    'autocomplete-lu': [example('The beginning of a street', '/v1/autocomplete/lu?search=grand-r&per_page=2')],
    'directmatch-nl': [example('All addresses with the number', '/v1/directmatch/nl/1012JS/1')],
    'directmatch-nl-housenumberaddition': [
      example('Letter and addition in one segment', '/v1/directmatch/nl/1012JS/1/A2'),
    ],
    'directmatch-be': [example('Without a street', '/v1/directmatch/be/1000/16')],
    'directmatch-be-street': [example('The street in one of its languages', '/v1/directmatch/be/1000/16/Wetstraat')],
    'directmatch-lu': [example('Without a street', '/v1/directmatch/lu/9209/10')],
    'directmatch-lu-street': [
      example('A street with spaces and an apostrophe', "/v1/directmatch/lu/L-9209/10/D'Baach%20aus"),
    ],
    radius: [example('Exactly one address', '/v1/radius/nl/52.3729527/4.8935644')],
    'radius-within': [example('Several addresses', '/v1/radius/nl/52.3729527/4.8935644/20?per_page=2')],
  }),
);

function example(summary: string, path: string): Example {
  return { summary, path, answer: EXAMPLE_ANSWERS[path] };
}
