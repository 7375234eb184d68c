import Type from 'typebox';
import { expect, it } from 'vitest';
import { type Parameter, parametersIn } from '../../../src/http/parameters.ts';
import { VERSION } from '../../../src/version.ts';
import { type OpenApiDocument, type OpenApiOperation, openApiDocument } from '../../../tools/interface/document.ts';
import type { DescribedRoute } from '../../../tools/interface/operations.ts';

const TEXT = { schema: { type: 'string' } };
const parameters: Parameter[] = [
  ...parametersIn('path', { number: [TEXT, 'Its number.'] }),
  ...parametersIn('query', { late: [{ ...TEXT, fault: ['invalid-page', 'a time'] }, 'Of day.'] }),
  ...parametersIn('header', { 'x-last': [TEXT, 'The last.'] }),
];

const HOUSE = Type.Object({ number: Type.Integer() }, { title: 'House' });
const HOUSES: DescribedRoute = {
  id: 'houses',
  path: '/houses/:number',
  group: 'directmatch',
  summary: 'The houses',
  examples: [['One', '/houses/1']],
  parameters,
  answers: {
    200: { description: 'They.', content: { 'application/json': { schema: Type.Array(HOUSE) } } },
    404: { description: 'None.' },
  },
  problems: ['nothing-found'],
};
const READY: DescribedRoute = {
  id: 'ready',
  path: '/ready',
  group: 'status',
  summary: 'Ready',
  parameters: [],
  answers: { 200: { description: 'Yes.' } },
};

const document = JSON.parse(JSON.stringify(openApiDocument([HOUSES, READY]))) as OpenApiDocument;

it('has the routes that are described', () => {
  expect(Object.keys(document.paths)).toEqual(['/houses/{number}', '/ready']);
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { version: VERSION },
    servers: [{ url: '/' }],
  });
});

it('lists the parameters of a route, and has the problems with their values', () => {
  const { parameters: listed, description, responses } = document.paths['/houses/{number}']!.get!;
  expect(responses[400]!.description).toMatch(/`invalid-page`.*`invalid-parameter`/);
  expect(listed!.map(({ name, in: place }) => [place, name])).toEqual([
    ['path', 'number'],
    ['query', 'late'],
    ['header', 'x-last'],
  ]);
  expect(description).toBe('The houses.\n\nOne: `GET /houses/1`.');
});

it('has a schema with a title once, under its title', () => {
  const { responses } = document.paths['/houses/{number}']!.get!;
  expect(responses[200]!.content!['application/json']!.schema).toMatchObject({
    type: 'array',
    items: { $ref: '#/components/schemas/House' },
  });
  expect(Object.keys(document.components.schemas).sort()).toEqual(['House', 'Problem']);
  expect(document.components.schemas['House']).toMatchObject({ properties: { number: { type: 'integer' } } });
});

it('has the problems of a route and those of every route by status, and 304 on what is no status route', () => {
  const { responses } = document.paths['/houses/{number}']!.get!;
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '304', '400', '401', '404', '429', '500']));
  expect(responses[404]!.description).toMatch(/^`nothing-found`: /);
  expect(responses[429]).toMatchObject({ headers: { 'Retry-After': { schema: { type: 'integer' } } } });
  const ready = document.paths['/ready']!.get as OpenApiOperation & { security: object };
  expect(ready.security).toEqual([]);
  expect(document.security).toEqual([{ bearer: [] }]);
  expect(ready.responses[304]).toBeUndefined();
  expect(ready.responses[401]).toBeUndefined();
});
