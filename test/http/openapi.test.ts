import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../src/http/problems.ts';
import type { OpenApiDocument } from '../../tools/interface/document.ts';
import { codeOf } from '../support/code-of.ts';
import { type FixtureService, HEADERS, openFixtureService } from './fixture-service.ts';

describe('/openapi.json', () => {
  let service: FixtureService;
  let document: OpenApiDocument;

  beforeAll(async () => {
    service = await openFixtureService({ baseUrl: 'https://addresses.example/lookup' });
    document = (await service.app.inject('/openapi.json')).json();
  });
  afterAll(() => service.close());

  it('is a valid document of OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...document });
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
  });

  it('has every operation of the specification, each with its parameters', () => {
    const operations = Object.entries(document.paths).map(([path, { get, post }]) =>
      `${path} ${((get ?? post)!.parameters ?? []).map(({ name, in: place }) => `${place}:${name}`).join(' ')}`.trim(),
    );
    expect(operations).toEqual([
      ...[' query:countries', '/nl', '/be', '/lu'].map(
        (country) =>
          `/v1/autocomplete${country} query:search query:context query:kinds query:within query:street query:postcode query:place query:language query:near query:explain query:details query:description_language query:identifiers query:postal_name query:label query:per_page query:page header:X-AutocompleteSessionId`,
      ),
      '/v1/directmatch query:postcode query:housenumber query:housenumberaddition query:street query:countries query:identifiers query:postal_name query:label',
      '/v1/directmatch/nl/{postcode}/{housenumber} path:postcode path:housenumber query:alternatives query:identifiers query:postal_name query:label',
      '/v1/directmatch/nl/{postcode}/{housenumber}/{housenumberaddition} path:postcode path:housenumber path:housenumberaddition query:alternatives query:identifiers query:postal_name query:label',
      '/v1/directmatch/be/{postcode}/{housenumber} path:postcode path:housenumber query:alternatives query:identifiers query:postal_name query:label',
      '/v1/directmatch/be/{postcode}/{housenumber}/{street} path:postcode path:housenumber path:street query:alternatives query:identifiers query:postal_name query:label',
      '/v1/directmatch/lu/{postcode}/{housenumber} path:postcode path:housenumber query:alternatives query:identifiers query:postal_name query:label',
      '/v1/directmatch/lu/{postcode}/{housenumber}/{street} path:postcode path:housenumber path:street query:alternatives query:identifiers query:postal_name query:label',
      '/v1/radius/{country}/{latitude}/{longitude} path:country path:latitude path:longitude query:identifiers query:postal_name query:label query:per_page query:page',
      '/v1/radius/{country}/{latitude}/{longitude}/{radius} path:country path:latitude path:longitude path:radius query:identifiers query:postal_name query:label query:per_page query:page',
      '/v1/geocode query:text query:street query:housenumber query:letter query:addition query:box query:postcode query:place query:country query:latitude query:longitude query:within query:explain query:identifiers query:postal_name query:label',
      '/v1/attributions',
      ...['', '/columns'].map(
        (path) => `/v1/geocode/batch${path} query:columns query:format query:country query:reverse query:header`,
      ),
      '/ready',
      '/health',
    ]);
  });

  it('has only what the service answers, and of files only what it takes', async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const [method] = Object.keys(methods).map((each) => each.toUpperCase());
      const { body } = await service.app.inject({ method: method as 'GET', url: path, headers: HEADERS });
      expect(body, path).not.toMatch(/"(?:path-unknown|method-not-allowed)"/);
    }
    const withoutFiles = await openFixtureService({ maxBatchBytes: 0 });
    const { paths } = (await withoutFiles.app.inject('/openapi.json')).json<OpenApiDocument>();
    const ofFiles = Object.keys(document.paths).filter((path) => path.startsWith('/v1/geocode/batch'));
    expect(Object.keys(paths)).toEqual(Object.keys(document.paths).filter((path) => !ofFiles.includes(path)));
    for (const url of ofFiles)
      expect((await withoutFiles.app.inject({ method: 'POST', url, headers: HEADERS })).statusCode).toBe(404);
    await withoutFiles.close();
  });

  it('has an example of each parameter that must be given, and examples that fit', () => {
    const ajv = new Ajv2020({ strict: false, formats: { int32: true, double: true } });
    for (const [path, { get, post }] of Object.entries(document.paths)) {
      for (const { name, schema, required, example } of (get ?? post)!.parameters ?? []) {
        if (required) expect(example, `${path} ${name}`).toBeDefined();
        if (example !== undefined) expect(ajv.validate(schema, example), `${path} ${name}: ${example}`).toBe(true);
      }
    }
  });

  it('names each resource once, and refers to it', () => {
    expect(Object.keys(document.components.schemas).sort()).toEqual([
      'AddressBE',
      'AddressBEPage',
      'AddressLU',
      'AddressLUPage',
      'AddressNL',
      'AddressNLPage',
      'AlternativeBE',
      'AlternativeLU',
      'AlternativeNL',
      'BatchColumns',
      'FeatureCollection',
      'Geocoded',
      'NoMatchBE',
      'NoMatchLU',
      'NoMatchNL',
      'PaginationMetadata',
      'Precision',
      'Problem',
      'RegisterObject',
      'SearchResult',
      'SearchResultInCountry',
      'SearchResultInCountryPage',
      'SearchResultPage',
    ]);
    const text = JSON.stringify(document);
    for (const name of Object.keys(document.components.schemas)) {
      expect(text).toContain(`"$ref":"#/components/schemas/${name}"`);
    }
  });

  it('allows of each parameter what the library allows, and pages of 100', async () => {
    const { parameters = [] } = document.paths['/v1/radius/{country}/{latitude}/{longitude}/{radius}']!.get!;
    const limitsOf = (wanted: string): Limits => parameters.find(({ name }) => name === wanted)!.schema as Limits;
    const perPage = limitsOf('per_page');
    const radius = limitsOf('radius');
    const ask = (request: object) => (): unknown =>
      service.lookup.nl.radius({ latitude: 52, longitude: 5, ...request });
    expect(codeOf(ask({ perPage: perPage.maximum }))).toBeUndefined();
    const tooMany = await service.get(`/v1/radius/nl/52/5?per_page=${perPage.maximum + 1}`);
    expect(tooMany.json().code).toBe('invalid-per-page');
    expect(codeOf(ask({ radius: radius.maximum }))).toBeUndefined();
    expect(codeOf(ask({ radius: radius.maximum + 0.001 }))).toBe('invalid-radius');
    expect(codeOf(ask({ radius: radius.exclusiveMinimum }))).toBe('invalid-radius');
    expect(service.lookup.nl.radius({ latitude: 52, longitude: 5 }).pagination.per_page).toBe(perPage.default);
  });

  it('keeps the rules that linters have: everything is named, described, used, and answers well or badly', () => {
    interface Linted {
      readonly info: {
        readonly description: string;
        readonly contact: object;
        readonly license: { readonly name: string };
      };
      readonly security: readonly object[];
    }
    const { info, servers, tags, paths, components, security } = document as OpenApiDocument & Linted;
    expect(info.contact).toMatchObject({ name: expect.stringMatching(/./) });
    expect(info.license.name).toBe('MIT');
    expect(info.description).not.toMatch(/<script|eval\(/);
    expect(security).toEqual([{ bearer: [] }]);
    for (const { url } of servers) expect(url).not.toMatch(/\/$|example\.com/);
    const tagNames = tags.map(({ name }) => name);
    for (const { description } of tags) expect(description).toMatch(/\.$/);
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    );
    expect(operations.map(({ method }) => method)).toContain('get');
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const { operationId, summary, description, parameters = [], responses } = operation;
      expect(operationId).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
      expect(summary).toMatch(/[^.]$/);
      expect(description).toMatch(/./);
      expect(operation.tags).toHaveLength(1);
      expect(tagNames).toContain(operation.tags[0]);
      expect(path).not.toMatch(/\/$|\?/);
      const statuses = Object.keys(responses);
      expect(statuses.some((status) => status.startsWith('2'))).toBe(true);
      expect(statuses).toEqual(expect.arrayContaining(['408', '414', '431', '500']));
      for (const response of Object.values(responses)) expect(response.description, operationId).toMatch(/./);
      const { headers = {} } = responses[200] as { readonly headers?: object };
      const isFromIndex = operation.tags[0] !== 'status' && !operationId.startsWith('geocode-batch');
      if (operationId !== 'geocode-batch') expect(Object.keys(headers)).toEqual(isFromIndex ? ['ETag'] : []);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = parameters.filter(({ in: place }) => place === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(named);
      expect(inPath.every(({ required }) => required)).toBe(true);
      expect(new Set(parameters.map(({ name, in: place }) => `${place} ${name}`)).size).toBe(parameters.length);
      for (const { name, description: said, schema } of parameters) {
        expect(said ?? (schema as { description?: string }).description, `${operationId} ${name}`).toMatch(/./);
      }
    }
    // Two paths of one form differ in a word that is no parameter.
    const forms = Object.keys(paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    expect(new Set(forms).size).toBe(forms.length);
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
    expect(new Set(references)).toEqual(new Set(Object.keys(components.schemas)));
  });

  it('says where the service is, and so do its problems', async () => {
    expect(document.servers).toEqual([{ url: 'https://addresses.example/lookup' }]);
    const { type } = (await service.get('/v1/autocomplete/nl')).json();
    expect(type).toBe('https://addresses.example/lookup/docs#search-or-context-required');
  });

  it('is there for people too, as a page that runs nothing', async () => {
    const page = await service.app.inject('/docs');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).not.toMatch(/<script|<style|style=|javascript:/);
    for (const { get, post } of Object.values(document.paths))
      expect(page.body).toContain(`<article id="${(get ?? post)!.operationId}">`);
    for (const code of Object.keys(PROBLEMS)) expect(page.body).toContain(`<code>${code}</code>`);
    const targets = new Set([...page.body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, target] of page.body.matchAll(/href="#([^"]+)"/g)) expect(targets).toContain(target);
    const style = await service.app.inject('/docs.css');
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  });
});

interface Limits {
  readonly maximum: number;
  readonly exclusiveMinimum: number;
  readonly default: number;
}
