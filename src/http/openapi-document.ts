import type { TObject, TSchema } from 'typebox';
import { VERSION } from '../version.ts';
import { EXAMPLES } from './examples.ts';
import { HEALTH, READINESS } from './health.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { PROBLEMS, type ProblemCode } from './problem.ts';
import { NAMED_SCHEMAS, PROBLEM } from './schemas.ts';

/** As much of OpenAPI 3.1 as this service needs. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly paths: Readonly<Record<string, { readonly get: OpenApiOperation }>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security?: readonly [];
  readonly parameters: readonly OpenApiParameter[];
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
  readonly example?: unknown;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly examples?: object }>>;
}

const TAGS = [
  {
    name: 'autocomplete',
    description:
      'Progressive search. A search term gives suggestions, the context of a suggestion gives what lies under it, and the context of a house gives its address.',
  },
  { name: 'directmatch', description: 'Exact search by postcode and house number.' },
  { name: 'radius', description: 'Addresses around a position, nearest first.' },
  { name: 'status', description: 'For load balancers and monitoring. No token is needed.' },
];

/** The description of the service, made of the schemas and examples that the service itself and its tests use. */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Benelux address lookup',
      version: VERSION,
      description:
        'Dutch, Belgian and Luxembourg addresses from the official registers: as one types, by postcode and house number, and around a position. All operations read; HEAD is allowed wherever GET is.',
    },
    servers: [{ url: baseUrl || '/' }],
    tags: TAGS,
    security: [{ bearer: [] }],
    paths: Object.fromEntries([
      ...OPERATIONS.map((operation) => [templateOf(operation.path), { get: describe(operation) }]),
      ...statusOperations().map(([path, get]) => [path, { get }]),
    ]),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A token of this server.' } },
      schemas: Object.fromEntries([...NAMES].map(([schema, name]) => [name, withReferences(schema, schema)])),
    },
  };
}

/** `/v1/radius/:country` → `/v1/radius/{country}` */
function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function describe(operation: Operation): OpenApiOperation {
  const { id, group, summary, request } = operation;
  return {
    operationId: id,
    tags: [group],
    summary,
    parameters: [
      ...parametersOf(request.params, 'path', operation),
      ...parametersOf(request.querystring, 'query', operation),
      ...parametersOf(request.headers, 'header', operation),
    ],
    responses: responsesOf(operation),
  };
}

function parametersOf(schemas: TObject | undefined, place: string, { id, path }: Operation): OpenApiParameter[] {
  const values = new Map(
    (EXAMPLES.get(id) ?? []).toReversed().flatMap((example) => [...exampleValues(path, example.path)]),
  );
  return Object.entries(schemas?.properties ?? {}).map(([name, { description, ...schema }]: [string, Description]) => {
    const value = values.get(name) ?? (place === 'header' ? 'c0ffee' : undefined);
    return {
      name,
      in: place,
      required: schemas?.required?.includes(name) ?? false,
      ...(description !== undefined && { description }),
      schema,
      ...(value !== undefined && { example: typedExample(value, schema) }),
    };
  });
}

function typedExample(value: string, { type }: Description): string | number | boolean {
  const types = [type].flat();
  if (types.includes('boolean')) return value === 'true';
  return types.includes('integer') || types.includes('number') ? Number(value) : value;
}

type Description = TSchema & { readonly description?: string; readonly type?: string | readonly string[] };

/** What the parameters are in an example's path and query. */
function exampleValues(path: string, examplePath: string): Map<string, string> {
  const url = new URL(examplePath, 'http://localhost');
  const values = new Map(url.searchParams);
  const segments = url.pathname.split('/');
  path.split('/').forEach((part, i) => {
    if (part.startsWith(':')) values.set(part.slice(1), decodeURIComponent(segments[i]!));
  });
  return values;
}

/** What any operation may be answered with. */
const COMMON_PROBLEMS: readonly ProblemCode[] = [
  'malformed-request',
  'token-missing',
  'token-unknown',
  'uri-too-long',
  'rate-limited',
  'headers-too-large',
  'internal-error',
  'country-not-loaded',
];

function responsesOf({ id, answer, problems, notFound }: Operation): Record<string, OpenApiResponse> {
  const responses: Record<string, OpenApiResponse> = {
    200: {
      description: answer.description,
      headers: {
        ETag: {
          description: 'Names the release of the register and of this software.',
          schema: { type: 'string' },
        },
      },
      content: {
        'application/json': {
          schema: withReferences(answer.schema),
          examples: Object.fromEntries(
            (EXAMPLES.get(id) ?? []).map(({ summary, path, answer: value }, i) => [
              `example-${i + 1}`,
              { summary, description: `GET ${path}`, value },
            ]),
          ),
        },
      },
    },
    304: { description: 'The answer is the one that the client has already (`If-None-Match`).' },
  };
  if (notFound === 'empty') responses[404] = { description: 'No address matches. There is no body.' };
  return { ...responses, ...problemResponses([...problems, ...COMMON_PROBLEMS]) };
}

/** The problems by their status. */
function problemResponses(codes: readonly ProblemCode[]): Record<string, OpenApiResponse> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, each]) => [status, problemResponse(each)]));
}

function problemResponse(codes: readonly ProblemCode[]): OpenApiResponse {
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    ...(codes.includes('rate-limited') && {
      headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
    }),
    content: { 'application/problem+json': { schema: withReferences(PROBLEM) } },
  };
}

function statusOperations(): (readonly [path: string, operation: OpenApiOperation])[] {
  return [
    statusOperation('/health', 'What is served, of which release and date, and what was refused', { 200: HEALTH }),
    statusOperation('/ready', 'Whether to send requests here', { 200: READINESS, 503: READINESS }),
  ];
}

function statusOperation(
  path: string,
  summary: string,
  schemas: Readonly<Record<number, TSchema>>,
): readonly [string, OpenApiOperation] {
  return [
    path,
    {
      operationId: path.slice(1),
      tags: ['status'],
      summary,
      security: [],
      parameters: [],
      responses: {
        ...Object.fromEntries(
          Object.entries(schemas).map(([status, schema]) => [
            status,
            {
              description: status === '200' ? 'The server runs.' : 'The server is about to stop.',
              content: { 'application/json': { schema } },
            },
          ]),
        ),
        ...problemResponses(['uri-too-long', 'headers-too-large', 'internal-error']),
      },
    },
  ];
}

/** The names of the schemas that have one. */
const NAMES: ReadonlyMap<unknown, string> = new Map(
  NAMED_SCHEMAS.map((schema) => [schema, (schema as { title?: string }).title!]),
);

/** A copy of a schema in which each named schema, other than `root` itself, is a reference. */
function withReferences(schema: unknown, root?: unknown): object {
  const name = schema === root ? undefined : NAMES.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(schema)) return schema.map((each) => withReferences(each));
  if (typeof schema !== 'object' || schema === null) return schema as object;
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withReferences(value)]));
}
