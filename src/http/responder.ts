import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import acceptNegotiator from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { hash52 } from '../format/hash.ts';
import type { Manifest } from '../store/manifest.ts';
import { answersTag } from '../store/manifest.ts';
import { PROBLEM_TYPE, PROBLEMS, type ProblemCode, problemBody } from './problem.ts';

export interface ResponderOptions {
  /** What the server's paths are under, without a slash at the end; `''` for the root. */
  readonly baseUrl: string;
  /** How long a client may use an answer without asking again. */
  readonly cacheSeconds: number;
  readonly compress: boolean;
  /** Whether the headers differ with the page that asks (CORS with a list of origins). */
  readonly variesByOrigin: boolean;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Shorter texts gain nothing: they go in one packet anyway. */
const SMALLEST_COMPRESSED = 1400;

/** How answers are written: by their schema, bound to the release that they come from, compressed for those who can read it. */
export class Responder {
  readonly #options: ResponderOptions;
  readonly #cacheControl: string;
  readonly #vary: string;
  readonly #etags: WeakMap<Manifest, string> = new WeakMap();

  constructor(options: ResponderOptions) {
    this.#options = options;
    this.#cacheControl = `private, max-age=${options.cacheSeconds}`;
    this.#vary = `${options.variesByOrigin ? 'Origin, ' : ''}Authorization, Accept-Encoding`;
  }

  /**
   * An answer from an index. It is a function of the URL and the release alone, so the release is its ETag, and one that the
   * client has already is not sent again.
   */
  answer(request: FastifyRequest, reply: FastifyReply, body: object, schema: TSchema, manifest: Manifest): void {
    const etag = this.#etagOf(manifest);
    reply.header('etag', etag).header('cache-control', this.#cacheControl).header('vary', this.#vary);
    const known = request.headers['if-none-match'];
    if (known !== undefined && isKnown(known, etag)) {
      reply.code(304).send();
      return;
    }
    this.#text(
      request,
      reply,
      JSON_TYPE,
      reply.serializeInput(body as Record<string, unknown>, schema as Record<string, unknown>),
    );
  }

  /** A file that comes with this software: it changes only with the software, and a client asks whether it has. */
  file(request: FastifyRequest, reply: FastifyReply, { contentType, text, etag }: StaticFile): void {
    reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'Accept-Encoding');
    const known = request.headers['if-none-match'];
    if (known !== undefined && isKnown(known, etag)) reply.code(304).send();
    else this.#text(request, reply, contentType, text);
  }

  #text(request: FastifyRequest, reply: FastifyReply, contentType: string, text: string): void {
    reply.header('content-type', contentType);
    const accepted = request.headers['accept-encoding'];
    const encoding =
      this.#options.compress && accepted !== undefined && text.length >= SMALLEST_COMPRESSED
        ? negotiator.negotiate(accepted)
        : null;
    if (encoding === null) {
      reply.send(text);
      return;
    }
    ENCODERS[encoding as keyof typeof ENCODERS](text).then(
      (bytes) => reply.header('content-encoding', encoding).send(bytes),
      (error: Error) => reply.send(error),
    );
  }

  /** A problem. It is never stored: the next release, or the next token, may say otherwise. */
  problem(reply: FastifyReply, code: ProblemCode, detail: string): void {
    reply
      .code(PROBLEMS[code].status)
      .header('cache-control', 'no-store')
      .header('content-type', PROBLEM_TYPE)
      .send(JSON.stringify(problemBody(this.#options.baseUrl, code, detail)));
  }

  /** Nothing there, and nothing to say about it. */
  bareNotFound(reply: FastifyReply): void {
    reply.code(404).header('cache-control', 'no-store').send();
  }

  #etagOf(manifest: Manifest): string {
    let etag = this.#etags.get(manifest);
    if (etag === undefined) {
      // Weak: with and without compression the bytes differ.
      etag = `W/"${manifest.country}-${answersTag(manifest)}"`;
      this.#etags.set(manifest, etag);
    }
    return etag;
  }
}

export interface StaticFile {
  readonly contentType: string;
  readonly text: string;
  readonly etag: string;
}

export function staticFile(mediaType: string, text: string): StaticFile {
  return { contentType: `${mediaType}; charset=utf-8`, text, etag: `W/"${hash52(text).toString(36)}"` };
}

/** Weak comparison with the list of `If-None-Match` (RFC 9110, 13.1.2). */
function isKnown(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = etag.slice(2);
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === opaque);
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const ENCODERS = {
  br: (text: string): Promise<Buffer> =>
    brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
  gzip: (text: string): Promise<Buffer> => deflate(text, { level: 5 }),
};

const negotiator = new acceptNegotiator.Negotiator({ supportedValues: ['br', 'gzip'] });
