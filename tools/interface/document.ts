import { type Parameter, parseQuery } from '../../src/http/parameters.ts';
import { PROBLEMS, type ProblemCode } from '../../src/http/problems.ts';
import { routerOf } from '../../src/http/router.ts';
import { VERSION } from '../../src/version.ts';
import { type DescribedRoute, GROUPS } from './operations.ts';
import { PROBLEM } from './schemas.ts';

/** Problems of every request. */
const COMMON_PROBLEMS: readonly ProblemCode[] = [
  'malformed-request',
  'method-not-allowed',
  'request-timeout',
  'uri-too-long',
  'headers-too-large',
  'internal-error',
];

/** Problems of every request for addresses. */
const OPERATION_PROBLEMS: readonly ProblemCode[] = [
  'token-missing',
  'token-unknown',
  'key-refused',
  'rate-limited',
  'country-not-loaded',
  ...COMMON_PROBLEMS,
];

/** /openapi.json: the document of these routes, for a service at the root of its host. */
export function openApiDocument(routes: readonly DescribedRoute[]): OpenApiDocument {
  const named: Record<string, object> = {};
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    // A copy: the schemas of routes stay as they are.
    const operation = JSON.parse(JSON.stringify(describe(route))) as { readonly responses: object };
    nameSchemas(operation.responses, named);
    paths[route.path.replace(/:(\w+)/g, '{$1}')] = { [route.body === undefined ? 'get' : 'post']: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Benelux address lookup',
      version: VERSION,
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Dutch, Belgian and Luxembourg addresses from the official registers: autocomplete, by postcode and house number, around a position, and for the rows of a file. Nothing that is sent is kept; HEAD is allowed wherever GET is, and another method is answered with 405 and `Allow`.',
    },
    servers: [{ url: '/' }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token of this server.' },
        key: {
          type: 'apiKey',
          in: 'query',
          name: 'key',
          description:
            'A publishable key, from a page of one of its origins. The session of autocomplete is then the parameter `session`, so that no request needs a preflight.',
        },
      },
      schemas: named,
    },
  };
}

/** @param values what an example gives each parameter */
function parameterOf(parameter: Parameter, values: Readonly<Record<string, unknown>>): OpenApiParameter {
  const { name, in: place, isRequired, description, schema, read } = parameter;
  const { type } = schema as { readonly type?: unknown };
  const text = values[name] as string | undefined;
  const example = parameter.example ?? (text !== undefined && type !== 'string' ? read?.(text) : text);
  // A list is one parameter with commas.
  return {
    name,
    in: place,
    required: isRequired,
    description,
    schema,
    example,
    ...(type === 'array' && { explode: false }),
  };
}

/** The parameters of an example request. */
function valuesOf(path: string, example: string = ''): Record<string, unknown> {
  const [pathname = '', query = ''] = example.split('?');
  return { ...routerOf([{ path }])(pathname)?.params, ...parseQuery(query) };
}

/** Moves every schema with a title in `part` to the named schemas, and leaves a reference. */
function nameSchemas(part: object, named: Record<string, object>): void {
  for (const [key, value] of Object.entries(part) as [keyof typeof part, unknown][]) {
    if (typeof value !== 'object' || value === null) continue;
    nameSchemas(value, named);
    const { title } = value as { readonly title?: unknown };
    if (typeof title !== 'string') continue;
    named[title] = value;
    Object.assign(part, { [key]: { $ref: `#/components/schemas/${title}` } });
  }
}

function describe(route: DescribedRoute): object {
  const { id, path, group, summary, parameters: own, examples = [], body, answers, problems = [] } = route;
  const isStatus = group === 'status';
  const values = valuesOf(path, examples[0]?.[1]);
  const parameters = own.map((each) => parameterOf(each, values));
  const faults: ProblemCode[] = own.flatMap(({ fault }) => fault?.[0] ?? []);
  if (own.length > 0) faults.push('invalid-parameter');
  const isRead = !isStatus && body === undefined;
  return {
    operationId: id,
    tags: [group],
    summary,
    description: [`${summary}.`, ...examples.map(([what, path]) => `${what}: \`GET ${path}\`.`)].join('\n\n'),
    // Pages may also send a key, and with it their session, as parameters.
    ...(isStatus ? { security: [] } : isRead && { security: [{ bearer: [] }, { key: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: true, ...body } }),
    responses: {
      ...answers,
      ...(isRead && { 304: { description: 'The answer is the one that the client already has (`If-None-Match`).' } }),
      ...problemsByStatus(
        [...new Set([...faults, ...problems, ...(isStatus ? COMMON_PROBLEMS : OPERATION_PROBLEMS)])],
        isRead,
      ),
    },
  };
}

function problemsByStatus(codes: readonly ProblemCode[], isRead: boolean): Record<string, object> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [
      status,
      {
        description: each.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
        ...(each.includes('rate-limited') && {
          headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait.' } },
        }),
        ...(status === 405 && {
          headers: {
            Allow: { schema: { type: 'string' }, description: isRead ? 'GET, HEAD' : 'The allowed methods.' },
          },
        }),
        content: { 'application/problem+json': { schema: PROBLEM } },
      },
    ]),
  );
}

/** The part of the document that is used here and by its page. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly security?: readonly object[];
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly [more: string]: unknown;
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, OpenApiPath>>;
  readonly components: { readonly schemas: Record<string, object>; readonly securitySchemes?: object };
}

/** By method: `post` for a batch, `get` for all others. */
type OpenApiPath = { readonly get?: OpenApiOperation; readonly post?: OpenApiOperation };

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: OpenApiParameter[];
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

interface OpenApiParameter
  extends Pick<Parameter, 'name' | 'in' | 'schema'>,
    Partial<Pick<Parameter, 'description' | 'example'>> {
  readonly required: boolean;
}

interface OpenApiResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
