import type { OutgoingHttpHeaders } from 'node:http';
import { hash52, toBase36 } from '../format/hash.ts';
import type { Manifest } from '../store/manifest.ts';
import { answersTag } from '../store/manifest.ts';
import { AnswerText, type Encoding, encodingFor, type StaticFile } from './answer-text.ts';
import type { Reply, Request } from './exchange.ts';
import type { Answered } from './options.ts';
import { PROBLEM_TYPE, PROBLEMS, type ProblemCode, problemBody } from './problems.ts';
import { addressOf } from './rate-limiter.ts';

interface ResponderOptions {
  /** Prefix of the server's paths, without a trailing slash; `''` for the root. */
  readonly baseUrl: string;
  /** How long a client may reuse an answer. */
  readonly cacheSeconds: number;
  readonly compress: boolean;
  /** Whether headers depend on the requesting origin (CORS with a list of origins). */
  readonly variesByOrigin: boolean;
  /** Called for each answer to an operation. */
  readonly report?: ((answer: Answered) => void) | undefined;
}

/** Headers that tell browsers that answers are data only. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Maximum compressions at the same time; further answers are sent uncompressed. Node has four threads for them, and each
 * takes up to 1 MB of memory.
 */
export const MAX_COMPRESSIONS = 16;

/** Writes answers: as JSON, with the ETag of their release, compressed for clients that accept it. */
export class Responder {
  readonly #options: ResponderOptions;
  readonly #cacheControl: string;
  readonly #vary: string;
  readonly #headers: WeakMap<Manifest, AnswerHeaders> = new WeakMap();
  #compressions = 0;

  constructor(options: ResponderOptions) {
    this.#options = options;
    this.#cacheControl = `private, max-age=${options.cacheSeconds}`;
    this.#vary = `${options.variesByOrigin ? 'Origin, ' : ''}Authorization, Accept-Encoding`;
  }

  /**
   * Answers with 304 if the client has the answer already, without looking anything up. The ETag is made from the release
   * and the URL, which determine the answer, so a client that has it has had the answer. `*` needs the answer itself.
   *
   * @param manifests of the indexes that would be asked
   */
  answersKnown(request: Request, reply: Reply, ...manifests: readonly Manifest[]): boolean {
    const known = request.headers['if-none-match'];
    if (known === undefined || known === '*') return false;
    const etag = etagOf(this.#headersOf(manifests), request);
    if (!isKnown(known, etag)) return false;
    this.#notModified(reply, manifests, etag);
    return true;
  }

  /**
   * Answers from an index; HEAD only with headers, without length and encoding, which would need the
   * text.
   *
   * @param manifests of the indexes that were asked
   */
  answer(request: Request, reply: Reply, body: object, ...manifests: readonly Manifest[]): void {
    // Not by the schema, against which the tests check every answer: serializers take half as long again for a page of addresses.
    const text = new AnswerText(request.method === 'HEAD' ? '' : JSON.stringify(body));
    this.answerText(request, reply, text, ...manifests);
  }

  /** As `answer`, with a text that may have been sent before. */
  answerText(request: Request, reply: Reply, text: AnswerText, ...manifests: readonly Manifest[]): void {
    const headers = this.#headersOf(manifests);
    const etag = etagOf(headers, request);
    if (request.headers['if-none-match']?.trim() === '*') {
      this.#notModified(reply, manifests, etag);
      return;
    }
    const encoding = request.method === 'HEAD' ? undefined : this.#encodingFor(request, text);
    if (encoding === undefined && request.method !== 'HEAD') {
      this.#sendText(reply, headers, etag, text);
      return;
    }
    reply.addHeaders(headers.all).header('etag', etag).header('content-type', JSON_TYPE);
    if (encoding === undefined) {
      this.#send(reply, undefined);
      return;
    }
    if (text.isEncoded(encoding)) {
      this.#encoded(reply, encoding, text.encoded(encoding));
      return;
    }
    if (this.#compressions >= MAX_COMPRESSIONS) {
      this.#send(reply, text.text);
      return;
    }
    this.#compressions++;
    const bytes = text.encoded(encoding).finally(() => {
      this.#compressions--;
    });
    this.#encoded(reply, encoding, bytes);
  }

  #notModified(reply: Reply, manifests: readonly Manifest[], etag: string): void {
    reply.addHeaders(this.#headersOf(manifests).all).header('etag', etag).code(304);
    this.#send(reply, undefined);
  }

  /** A file that comes with this software. It changes only with the software; clients revalidate it each time. */
  file(request: Request, reply: Reply, file: StaticFile): void {
    reply.header('etag', file.etag).header('cache-control', 'no-cache').header('vary', 'Accept-Encoding');
    const known = request.headers['if-none-match'];
    if (known !== undefined && isKnown(known, file.etag)) {
      reply.code(304).send();
      return;
    }
    reply.header('content-type', file.contentType);
    const encoding = this.#encodingFor(request, file);
    if (encoding === undefined) reply.send(file.text);
    else this.#encoded(reply, encoding, file.encoded(encoding));
  }

  #encodingFor(request: Request, { text }: AnswerText): Encoding | undefined {
    return this.#options.compress ? encodingFor(request.headers['accept-encoding'], text) : undefined;
  }

  #encoded(reply: Reply, encoding: Encoding, bytes: Promise<Buffer>): void {
    bytes.then(
      (each) => this.#send(reply.header('content-encoding', encoding), each),
      (error: Error) => reply.raw.destroy(error),
    );
  }

  /**
   * A problem. It is never cached: the next release or token may change it.
   *
   * @param extension further members of this occurrence
   */
  problem(reply: Reply, code: ProblemCode, detail: string, extension: object = {}): void {
    reply
      .code(PROBLEMS[code].status)
      .addHeaders(SECURITY_HEADERS)
      .header('cache-control', 'no-store')
      .header('content-type', PROBLEM_TYPE);
    this.#send(reply, JSON.stringify({ ...problemBody(this.#options.baseUrl, code, detail), ...extension }));
  }

  /** A 404 without a body. */
  bareNotFound(reply: Reply): void {
    reply.code(404).addHeaders(SECURITY_HEADERS).header('cache-control', 'no-store');
    this.#send(reply, undefined);
  }

  /** Sends, and reports the answer of an operation. */
  #send(reply: Reply, body: string | Buffer | undefined): void {
    const { request } = reply;
    reply.send(body);
    if (request.startedAt === 0) return;
    this.#options.report?.(answered(request, reply.statusCode, performance.now() - request.startedAt));
  }

  /**
   * Sends a text as it is, past the framework: headers and text in one piece, in the encoding that costs Node least. There
   * is nothing of the framework left to do for an operation, since it has no hook after this.
   */
  #sendText(reply: Reply, headers: AnswerHeaders, etag: string, { text }: AnswerText): void {
    const { raw, request } = reply;
    reply.statusCode = 200;
    const bytes = Buffer.byteLength(text);
    const written = [...headers.list, 'etag', etag, 'content-length', bytes];
    const added = reply.headers;
    for (const name in added) if (!Object.hasOwn(headers.all, name)) written.push(name, added[name] as string);
    raw.writeHead(200, written as unknown as OutgoingHttpHeaders);
    raw.end(text, bytes === text.length ? 'latin1' : 'utf8');
    this.#options.report?.(answered(request, 200, performance.now() - request.startedAt));
  }

  #headersOf(manifests: readonly Manifest[]): AnswerHeaders {
    const [first] = manifests;
    if (manifests.length !== 1 || first === undefined) return this.#headersWith(manifests.map(nameOf).join('.'));
    let headers = this.#headers.get(first);
    if (headers === undefined) {
      headers = this.#headersWith(nameOf(first));
      this.#headers.set(first, headers);
    }
    return headers;
  }

  #headersWith(name: string): AnswerHeaders {
    const all = { ...SECURITY_HEADERS, 'cache-control': this.#cacheControl, vary: this.#vary };
    return { name, all, list: [...Object.entries(all).flat(), 'content-type', JSON_TYPE] };
  }
}

/** The headers of all answers from some releases. */
interface AnswerHeaders {
  /** The part of the ETag for the releases. */
  readonly name: string;
  readonly all: Readonly<Record<string, string>>;
  /** The same and the type of a text, as Node takes them: names and values by turns. */
  readonly list: readonly string[];
}

/** It is weak, because compression changes the bytes. */
function etagOf({ name }: AnswerHeaders, { raw }: Request): string {
  return `W/"${name}-${toBase36(hash52(raw.url!))}"`;
}

/** The report of an answer. */
export function answered(request: Request, status: number, ms: number): Answered {
  const { id, operation, country, client, raw } = request;
  // A network address identifies a person.
  const address = client === '' ? addressOf(request) : '';
  return { request: id, operation, country, client, address, status, ms, url: raw.url ?? '' };
}

function nameOf(manifest: Manifest): string {
  return `${manifest.country}-${answersTag(manifest)}`;
}

/** Weak comparison with the list of `If-None-Match` (RFC 9110, 13.1.2). */
function isKnown(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = etag.slice(2);
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === opaque);
}
