import { hash52, toBase36 } from '../format/hash.ts';
import { kept } from '../model/kept.ts';
import { answersTag, type Manifest } from '../store/manifest.ts';
import { type AnswerText, isPackedFor, type StaticFile } from './answer-text.ts';
import type { JSON_TYPE, Reply, Request } from './exchange.ts';
import { GEO_JSON_TYPE } from './geojson.ts';
import type { Settings } from './options.ts';
import { PROBLEM_TYPE, PROBLEMS, problemBody, problemOf } from './problems.ts';

interface ResponderOptions extends Pick<Settings, 'baseUrl' | 'cacheSeconds' | 'compress'> {
  /** Whether headers depend on the requesting origin (CORS with a list of origins). */
  readonly variesByOrigin: boolean;
  /** Told of what is no fault of the request. */
  readonly failed?: ((request: Request, error: Error) => void) | undefined;
}

/** In which form a client is answered, and whether others have it in another one. */
export interface AnswerForm {
  readonly type: typeof JSON_TYPE | typeof GEO_JSON_TYPE;
  readonly varies: boolean;
}

/** Writes answers: as JSON, with the ETag of their release, compressed for clients that accept it; and problems. */
export class Responder {
  readonly #options: ResponderOptions;
  readonly #cacheControl: string;
  readonly #vary: string;
  /** The part of the ETag for a release. */
  readonly #names: WeakMap<Manifest, string> = new WeakMap();

  constructor(options: ResponderOptions) {
    this.#options = options;
    this.#cacheControl = `private, max-age=${options.cacheSeconds}`;
    this.#vary = `${options.variesByOrigin ? 'Origin, ' : ''}Authorization, Accept-Encoding`;
  }

  /**
   * The ETag of an answer from an index; `undefined` if the client has the answer already, which it is told with 304,
   * without looking anything up. It is made from the release and the URL, which determine the answer, so a client that
   * has it has had the answer. `*` needs the answer itself.
   *
   * @param manifests of the indexes that would be asked
   * @param form in which it is answered
   */
  etagOfNew(request: Request, reply: Reply, manifests: readonly Manifest[], form: AnswerForm): string | undefined {
    let name = '';
    for (const each of manifests) name += name === '' ? this.#nameOf(each) : `.${this.#nameOf(each)}`;
    if (form.type === GEO_JSON_TYPE) name += '.geo';
    // Weak, because compression changes the bytes.
    const etag = `W/"${name}-${toBase36(hash52(request.raw.url!))}"`;
    const known = request.headers['if-none-match'];
    if (known === undefined || known.trim() === '*' || !names(known, etag)) return etag;
    this.#addHeaders(reply, etag, form).code(304).send();
    return undefined;
  }

  #addHeaders(reply: Reply, etag: string, { varies }: AnswerForm): Reply {
    const vary = varies ? `${this.#vary}, Accept` : this.#vary;
    return reply.header('cache-control', this.#cacheControl).header('vary', vary).header('etag', etag);
  }

  /** Answers from an index. */
  answer(request: Request, reply: Reply, etag: string, text: AnswerText, form: AnswerForm): void {
    this.#addHeaders(reply, etag, form);
    if (request.headers['if-none-match']?.trim() === '*') reply.code(304).send();
    else this.#send(request, reply.header('content-type', form.type), text);
  }

  /** A file that comes with this software. It changes only with the software; clients revalidate it each time. */
  file(request: Request, reply: Reply, file: StaticFile): void {
    reply.header('etag', file.etag).header('cache-control', 'no-cache').header('vary', 'Accept-Encoding');
    const known = request.headers['if-none-match'];
    if (known !== undefined && names(known, file.etag)) reply.code(304).send();
    else this.#send(request, reply.header('content-type', file.contentType), file);
  }

  #send(request: Request, reply: Reply, text: AnswerText): void {
    const isPacked = this.#options.compress && isPackedFor(request.headers['accept-encoding'], text.text);
    const packed = isPacked ? text.packed() : undefined;
    if (packed === undefined) reply.send(text.text);
    else
      packed.then(
        (bytes) => reply.header('content-encoding', 'gzip').send(bytes),
        (error: Error) => reply.raw.destroy(error),
      );
  }

  /** Answers with the problem that an error is. It is never cached: the next release or token may change it. */
  problem(reply: Reply, error: Error): void {
    const { request } = reply;
    const { code, message, extension } = problemOf(error, request.id);
    if (code === 'internal-error') this.#options.failed?.(request, error);
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    reply.code(PROBLEMS[code].status).header('cache-control', 'no-store');
    if (extension === 'no body') {
      reply.send();
      return;
    }
    const body = { ...problemBody(this.#options.baseUrl, code, message), ...extension };
    reply.header('content-type', PROBLEM_TYPE).send(JSON.stringify(body));
  }

  #nameOf(manifest: Manifest): string {
    return kept(this.#names, manifest, () => `${manifest.country}-${answersTag(manifest)}`);
  }
}

/** Whether the list of `If-None-Match` names this ETag: weak comparison (RFC 9110, 13.1.2). */
function names(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = etag.slice(2);
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === opaque);
}
