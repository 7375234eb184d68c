import { gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { PROBLEMS, type ProblemBody } from '../../src/http/problems.ts';
import type { OpenApiDocument } from '../../tools/interface/document.ts';
import type { Response } from './inject.ts';

/** Holds answers against the description of the service, and throws where one is not as described. */
export class AnswerChecker {
  readonly #document: OpenApiDocument;
  readonly #paths: readonly (readonly [pattern: RegExp, path: string])[];
  readonly #ajv: Ajv2020 = new Ajv2020({ strict: false });
  readonly #validators: Map<string, ValidateFunction> = new Map();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    (formats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema(document, 'openapi');
    this.#paths = Object.keys(document.paths).map((path) => [
      new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]*')}$`),
      path,
    ]);
  }

  /** @throws Error unless status, media type and body are as described for the path */
  check(method: string, url: string, answer: Response): void {
    const mediaType = String(answer.headers['content-type'] ?? '').split(';')[0]!;
    if (mediaType === 'application/problem+json') this.#checkProblem(method, url, answer);
    const path = this.#pathOf(url);
    if (path === undefined || !['GET', 'HEAD'].includes(method)) return;
    // With a slash at its end, a path for operators is another one.
    if (answer.statusCode === 404 && /^\/(?:health|ready)\//.test(url)) return;

    const { get } = this.#document.paths[path]!;
    // A path with another method has none.
    if (get === undefined && answer.statusCode === 405) return;
    const described = get?.responses[answer.statusCode];
    if (described === undefined) throw new Error(`${url}: status ${answer.statusCode} is not described.`);
    if (method === 'HEAD') return;
    if (described.content === undefined) {
      if (answer.body !== '') throw new Error(`${url}: ${answer.statusCode} has a body, which is not described.`);
      return;
    }
    // A directmatch that finds nothing has a body only if it was asked for: the one thing that OpenAPI cannot say.
    const isBare =
      answer.statusCode === 404 && path.startsWith('/v1/directmatch/') && !url.includes('alternatives=true');
    if (isBare && answer.body === '' && mediaType === '') return;
    if (!(mediaType in described.content)) throw new Error(`${url}: media type ${mediaType} is not described.`);
    const pointer = ['paths', path, 'get', 'responses', String(answer.statusCode), 'content', mediaType, 'schema'];
    this.#checkBody(url, pointer, JSON.parse(textOf(answer)));
  }

  #checkProblem(method: string, url: string, answer: Response): void {
    if (method === 'HEAD') return;
    // What one route has besides is in its own schema.
    const { alternatives: _, ...problem } = JSON.parse(textOf(answer)) as ProblemBody & { alternatives?: unknown };
    this.#checkBody(url, ['components', 'schemas', 'Problem'], problem);
    const { status, title } = PROBLEMS[problem.code];
    if (problem.status !== answer.statusCode || problem.status !== status || problem.title !== title) {
      throw new Error(`${url}: the problem is not that of the catalogue: ${answer.body}`);
    }
  }

  #checkBody(url: string, pointer: readonly string[], body: unknown): void {
    const key = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
    let validate = this.#validators.get(key);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `openapi#/${key.replaceAll('{', '%7B').replaceAll('}', '%7D')}` });
      this.#validators.set(key, validate);
    }
    if (validate(body)) return;
    throw new Error(`${url}: ${this.#ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 500)}`);
  }

  #pathOf(url: string): string | undefined {
    const path = url.split('?')[0]!.replace(/\/$/, '');
    return this.#paths.find(([pattern]) => pattern.test(path))?.[1];
  }
}

/** The body, decompressed. */
function textOf({ headers, rawPayload }: Response): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString();
}
