import pRetry from 'p-retry';
import { type Dispatcher, EnvHttpProxyAgent, interceptors, request } from 'undici';
import { AddressLookupError } from '../../src/errors.ts';
import { VERSION } from '../../src/version.ts';

/** When to give up a transfer, and when to retry. */
interface HttpLimits {
  /** Maximum time for connecting. */
  readonly connectMs: number;
  /** Maximum time without a byte, after which an attempt is given up. */
  readonly silenceMs: number;
  /** Minimum speed over `slowWindowMs`; a slower connection counts as broken. */
  readonly minBytesPerSecond: number;
  readonly slowWindowMs: number;
  /** Maximum attempts in a row that receive (almost) nothing. */
  readonly maxAttempts: number;
  /** Pause after the first failed attempt; it doubles with each, up to a minute. */
  readonly firstPauseMs: number;
  /** Longest pause (Retry-After) to wait if the server asks for one. */
  readonly maxRetryAfterMs: number;
  /** More bytes are no register: four times as many as the largest has. */
  readonly maxFileBytes: number;
}

const DEFAULT_LIMITS: HttpLimits = {
  connectMs: 15_000,
  silenceMs: 60_000,
  minBytesPerSecond: 1_000,
  slowWindowMs: 60_000,
  maxAttempts: 6,
  firstPauseMs: 1_000,
  maxRetryAfterMs: 600_000,
  maxFileBytes: 16 * 2 ** 30,
};

const MAX_PAUSE_MS = 60_000;
const MAX_REDIRECTS = 10;
/** An attempt that received this much does not count as failed, since the transfer of a long file may break off many times. */
const PROGRESS_BYTES = 1 << 20;

export type Answer = Dispatcher.ResponseData;

/** Thrown by one attempt; `isTransient` if another attempt may succeed. */
export class HttpFault extends Error {
  readonly isTransient: boolean;
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** The pause that the server asks for. */
  readonly retryAfterMs: number | undefined;
  /** Bytes received before the attempt failed, beyond what any attempt had received before. */
  receivedBytes: number = 0;

  constructor(message: string, isTransient: boolean, { cause, status, retryAfterMs }: FaultOptions = {}) {
    super(message, { cause });
    this.isTransient = isTransient;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

interface FaultOptions {
  readonly cause?: unknown;
  readonly status?: number;
  readonly retryAfterMs?: number | undefined;
}

/**
 * GET requests through the proxies of HTTP_PROXY, HTTPS_PROXY and NO_PROXY, following redirects, and with
 * retries if the server is busy or the connection breaks.
 */
export class HttpClient {
  readonly limits: HttpLimits;
  readonly #agent: EnvHttpProxyAgent;
  readonly #dispatcher: Dispatcher;
  readonly #tell: (text: string) => void;

  /** @param tell is told of each failed attempt that another one follows, a line of text */
  constructor(limits: Partial<HttpLimits> = {}, tell: (text: string) => void = () => {}) {
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.#tell = tell;
    const { connectMs, silenceMs } = this.limits;
    this.#agent = new EnvHttpProxyAgent({
      connect: { timeout: connectMs },
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
      // Like other programs, do not tunnel unencrypted requests: many proxies allow tunnels only to HTTPS.
      proxyTunnel: false,
    });
    this.#dispatcher = this.#agent.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTS }));
  }

  /** Drops all connections. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /**
   * One attempt. The answer is 200, 206 or 304; its body must be read or destroyed.
   *
   * @throws HttpFault
   */
  async get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const address = new URL(url);
    let answer: Answer;
    try {
      answer = await request(withoutCredentials(address), {
        dispatcher: this.#dispatcher,
        headers: {
          'user-agent': `benelux-address-lookup/${VERSION}`,
          'accept-encoding': 'identity',
          ...authorizationOf(address),
          ...headers,
        },
      });
    } catch (cause) {
      throw connectionFault(cause);
    }
    const fault = faultOf(address, answer);
    if (fault === undefined) return answer;
    // Reads the rest of the answer, or else its connection would stay open.
    await answer.body.dump({ limit: 1 << 16 }).catch(() => {});
    throw fault;
  }

  /**
   * Runs `attempt` until it succeeds, or has failed too often, or fails for good.
   *
   * @throws AddressLookupError `download-failed`; whatever else `attempt` throws
   */
  async insist<Result>(url: string, attempt: () => Promise<Result>): Promise<Result> {
    const { maxAttempts, firstPauseMs, maxRetryAfterMs } = this.limits;
    const tell = this.#tell;
    const isPatientEnough = ({ retryAfterMs = 0 }: HttpFault): boolean => retryAfterMs <= maxRetryAfterMs;
    try {
      return await pRetry(attempt, {
        retries: maxAttempts - 1,
        minTimeout: firstPauseMs,
        maxTimeout: MAX_PAUSE_MS,
        randomize: true,
        shouldRetry: ({ error }) => error instanceof HttpFault && error.isTransient && isPatientEnough(error),
        shouldConsumeRetry: ({ error }) => !(error instanceof HttpFault) || error.receivedBytes < PROGRESS_BYTES,
        async onFailedAttempt({ error, retriesLeft }) {
          if (!(error instanceof HttpFault) || retriesLeft === 0 || !isPatientEnough(error)) return;
          if (error.isTransient) tell(`${shown(url)}: ${error.message}; trying again\n`);
          const pauseMs = Math.max(error.retryAfterMs ?? 0, error.receivedBytes >= PROGRESS_BYTES ? firstPauseMs : 0);
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        },
      });
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      throw downloadFailed(url, error);
    }
  }

  /** A small JSON document. @throws AddressLookupError `download-failed` */
  async json(url: string): Promise<unknown> {
    return this.insist(url, async () => {
      const { body } = await this.get(url, { accept: 'application/json' });
      const text = await readText(body);
      try {
        return JSON.parse(text);
      } catch (cause) {
        throw new HttpFault('the answer is not JSON', false, { cause });
      }
    });
  }
}

const MAX_TEXT_BYTES = 1 << 24;

/** A body as text. @throws HttpFault */
export async function readText(body: Answer['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_TEXT_BYTES) throw new HttpFault(`the answer has more than ${MAX_TEXT_BYTES} bytes`, false);
    }
  } catch (error) {
    throw error instanceof HttpFault ? error : connectionFault(error);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Discards an answer, with its connection. */
export function discard(body: Answer['body']): void {
  body.on('error', () => {}).destroy();
}

/** One value of a header. */
export function headerOf({ headers }: Answer, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Which bytes of a file an answer has, and how many the file has; `undefined` if the server does not say. */
export function contentRangeOf(
  answer: Answer,
): { readonly start: number; readonly end: number; readonly totalBytes: number } | undefined {
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headerOf(answer, 'content-range') ?? '');
  return range === null ? undefined : { start: Number(range[1]), end: Number(range[2]), totalBytes: Number(range[3]) };
}

/** A URL that is safe to show and store: without its password. */
export function shown(url: string): string {
  return withoutCredentials(new URL(url)).href;
}

function withoutCredentials(url: URL): URL {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain;
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Statuses after which another attempt may succeed; all others are final. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

function faultOf(asked: URL, answer: Answer): HttpFault | undefined {
  const { statusCode, context } = answer;
  const { history = [] } = (context ?? {}) as { readonly history?: readonly URL[] };
  const insecure = asked.protocol === 'https:' ? history.find(({ protocol }) => protocol !== 'https:') : undefined;
  if (insecure !== undefined) return new HttpFault(`it redirects to ${insecure.href}, which is not encrypted`, false);
  if (statusCode === 200 || statusCode === 206 || statusCode === 304) return undefined;
  if (statusCode >= 300 && statusCode < 400)
    return new HttpFault(`it redirects more than ${MAX_REDIRECTS} times, or nowhere`, false);
  const retryAfterMs = retryAfterOf(answer);
  const until = retryAfterMs === undefined ? '' : `, try again in ${Math.ceil(retryAfterMs / 1000)} s`;
  return new HttpFault(`the server answers ${statusCode}${until}`, TRANSIENT_STATUSES.has(statusCode), {
    status: statusCode,
    retryAfterMs,
  });
}

/** Retry-After is a number of seconds or a date. */
function retryAfterOf(answer: Answer): number | undefined {
  const value = headerOf(answer, 'retry-after')?.trim();
  if (value === undefined) return undefined;
  const milliseconds = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no server of that name',
  EAI_AGAIN: 'the name of the server cannot be looked up at the moment',
  ECONNREFUSED: 'it refuses the connection',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer',
  UND_ERR_BODY_TIMEOUT: 'it stopped sending',
};

/** Faults of certificates, which a retry does not mend. */
const CERTIFICATE_FAULT = /^(?:CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** A failure of the connection itself. */
export function connectionFault(cause: unknown): HttpFault {
  if (cause instanceof HttpFault) return cause;
  const { code = '', message, cause: deeper } = cause as NodeJS.ErrnoException;
  if (message?.startsWith('Redirect loop')) return new HttpFault('it redirects in a circle', false, { cause });
  if (code === 'UND_ERR_INVALID_ARG' || code === 'ERR_INVALID_URL')
    return new HttpFault('it redirects to an address that is neither http nor https', false, { cause });
  const reason = REASONS[code] ?? (deeper instanceof Error ? deeper.message : message) ?? 'the connection failed';
  return new HttpFault(reason, !CERTIFICATE_FAULT.test(code), { cause });
}

function downloadFailed(url: string, fault: HttpFault): AddressLookupError {
  const remedy = fault.isTransient
    ? 'Run the command again later: what has been received is kept. Behind a proxy, set HTTPS_PROXY.'
    : 'Check the address; another one can be set with --source.';
  return new AddressLookupError(
    'download-failed',
    `${shown(url)} could not be fetched: ${fault.message}. ${remedy}`,
    { got: shown(url), reason: fault.message, isTransient: fault.isTransient },
    { cause: fault },
  );
}
