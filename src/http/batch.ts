import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { geocodeRowByRow } from '../batch/chunk.ts';
import type { ChunkEngine } from '../batch/engine.ts';
import { type InputLimits, type PeekedInput, peekInput } from '../batch/input.ts';
import { linesOfArray } from '../batch/json-array.ts';
import { CONTENT_SAMPLE_BYTES, type FileOptions, geocoderOf } from '../batch/plan.ts';
import { AddressLookupError } from '../errors.ts';
import type { LookupSource } from '../lookup/live-lookup.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { asParameters, type BatchValues, fileOptionsOf } from './batch-parameters.ts';
import type { Reply } from './exchange.ts';
import type { ServerOptions, Settings } from './options.ts';
import { HttpProblem, type ProblemBody, problemBody, problemOf } from './problems.ts';
import type { RunningBatches } from './running-batches.ts';

export interface BatchOptions extends Pick<Settings, 'maxBatchBytes' | 'baseUrl'>, Pick<ServerOptions, 'log'> {
  readonly source: LookupSource;
  readonly batches: RunningBatches;
}

/** One request: its body within its bounds, and the time that its rows take. */
export class Batch {
  readonly values: BatchValues;
  /** Aborted when the client has disconnected, or has the whole answer. */
  readonly signal: AbortSignal;
  readonly #options: BatchOptions;
  readonly #reply: Reply;

  constructor(options: BatchOptions, reply: Reply, values: BatchValues) {
    const closed = new AbortController();
    reply.raw.once('close', () => closed.abort());
    this.values = values;
    this.signal = closed.signal;
    this.#options = options;
    this.#reply = reply;
  }

  /**
   * Reads the beginning of the body; reading continues as long as little of the body waits.
   *
   * @throws HttpProblem `unsupported-media-type`, `body-too-large`
   */
  async peek(needsSample: boolean): Promise<{ peeked: PeekedInput; options: FileOptions; form: BodyForm }> {
    const { raw, headers } = this.#reply.request;
    const { maxBatchBytes: maxBytes } = this.#options;
    const { form, encoding } = mediaTypeOf(headers['content-type']);
    const length = Number(headers['content-length'] ?? 0);
    if (length > maxBytes) throw tooLarge(`The body has ${length.toLocaleString('en')} bytes`, maxBytes);
    const body = new PassThrough({ readableHighWaterMark: MAX_WAITING_BYTES });
    // Not a fault of the server: nobody reads this answer, and the log counts it as a faulty request.
    const gone = new HttpProblem('invalid-batch', 'The body broke off: the client is gone.');
    raw.once('aborted', () => body.destroy(gone));
    raw.pipe(body);
    this.signal.addEventListener('abort', () => body.destroy());
    const isNdjson = form === 'ndjson' || form === 'json';
    // Each line of NDJSON is understood by itself, so the first one is answered when it arrives.
    const sampleBytes = isNdjson && !needsSample ? 4 : SAMPLE_BYTES;
    const limits: InputLimits = {
      sampleBytes,
      refuseWorkbook,
      through: (unpacked) => {
        const bytes = bounded(unpacked, maxBytes);
        return form === 'json' ? linesOfArray(bytes, { isWhole: !needsSample }) : bytes;
      },
    };
    const peeked = await peekInput(body, undefined, limits);
    const options = fileOptionsOf(this.values, {
      maxColumns: MAX_COLUMNS,
      format: form === 'any' ? undefined : isNdjson ? 'ndjson' : 'csv',
      encoding: encoding ?? (isNdjson ? 'utf-8' : undefined),
    });
    return { peeked, options, form };
  }

  /**
   * Reads what the client still sends and drops it: most read no answer before, and a connection that is closed with unread
   * bytes is reset, so that they would never learn why. A body above the bound is not read to its end.
   */
  readRest(): void {
    const { raw, headers } = this.#reply.request;
    let left = this.#options.maxBatchBytes;
    if (Number(headers['content-length'] ?? 0) > left) {
      this.#reply.header('connection', 'close');
      return;
    }
    raw.unpipe();
    raw.on('data', ({ length }: Buffer) => {
      left -= length;
      if (left < 0) raw.destroy();
    });
    raw.resume();
  }

  /** The problem of an answer whose status has been sent; also logged. */
  problemOf(error: unknown): ProblemBody {
    const { baseUrl, log } = this.#options;
    const { id: request, operation, client } = this.#reply.request;
    const { code, message } = problemOf(problemOfFile(error) as Error, request);
    if (code === 'internal-error') log?.error({ request, operation, err: error }, 'failed');
    else log?.info({ request, client, code, reason: message }, 'batch broken off');
    return problemBody(baseUrl, code, message);
  }

  /**
   * Waits until the client has received what was written, as far as this process can tell. Reads what the client still
   * sends, because a connection that is closed with unread bytes is reset, and the last bytes sent may be lost with it.
   */
  async sent(): Promise<void> {
    const { raw } = this.#reply.request;
    raw.unpipe();
    raw.resume();
    const end = Date.now() + LINGER_MS;
    const isWaiting = (): boolean => this.#reply.raw.writableLength > 0 || !raw.complete;
    while (isWaiting() && !this.signal.aborted && Date.now() < end) await pause(LINGER_CHECK_MS, this.signal);
    // A browser drops what it has received and not handed on when the connection breaks off.
    if (!this.signal.aborted) await pause(FAREWELL_MS, this.signal);
  }

  /** The current indexes. */
  get indexes(): readonly CountryIndex[] {
    const lookup = this.#options.source.current;
    return lookup.countries.map((country) => lookup.of(country).index);
  }

  /** Answers rows in this thread, from the release that is current then. */
  get engine(): ChunkEngine {
    return {
      capacity: 1,
      answer: (plan, bytes) => this.inTurn(() => geocodeRowByRow(geocoderOf(this.indexes, plan), plan, bytes)),
      close: async () => {},
    };
  }

  /** Does work a step at a time, in turn with all other requests; its time counts against the allowance of the client. */
  async inTurn<Result>(steps: () => Generator<void, Result>): Promise<Result> {
    const { account } = this.#reply.request;
    for (;;) {
      const seconds = account?.limiter.secondsToWait(account.key) ?? 0;
      if (seconds === 0 || this.signal.aborted) break;
      await pause(seconds * 1000, this.signal);
    }
    const { result, ms } = await this.#options.batches.turns.take(steps());
    account?.limiter.spend(account.key, ms);
    return result;
  }
}

/** A client that reads no answer before it has sent everything, as browsers do, may send this much. */
export const MAX_WAITING_BYTES: number = 8 << 20;

/** Maximum columns of a table; the keys of an object have the same bound. */
const MAX_COLUMNS = 1000;

/** What a body may be: `json` is an array, `any` is recognised by the content. */
type BodyForm = 'csv' | 'ndjson' | 'json' | 'any';

/** The media types of a body, and the form that each stands for. */
export const MEDIA_TYPES: Readonly<Record<string, BodyForm>> = {
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/json': 'json',
  'application/gzip': 'any',
  'application/octet-stream': 'any',
};

/** A client that reads while it sends gets its first rows after this much of a table. */
export const SAMPLE_BYTES: number = CONTENT_SAMPLE_BYTES;
/** How long an answer that breaks off waits for the client to read what has been sent, and how often it checks. */
const LINGER_MS = 2000;
const LINGER_CHECK_MS = 10;
/** Between the last line of an answer that breaks off, and the end of its connection. */
const FAREWELL_MS = 500;

/** Waits for this time, or until the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal }).catch(() => {});
}

function refuseWorkbook(): AddressLookupError {
  return new AddressLookupError(
    'input-not-recognised',
    'The body is a zip or a workbook, which the service does not read. Save the sheet as CSV and send that; the page of the service and the command geocode read .xlsx and .ods.',
  );
}

/** Turns faults of the file or of the parameters into problems of the request. */
export function problemOfFile(error: unknown): unknown {
  if (!(error instanceof AddressLookupError) || error.code === 'country-not-loaded') return error;
  const detail = asParameters(error.message);
  if (error.code === 'invalid-option') return new HttpProblem('invalid-parameter', detail);
  return error.code.startsWith('input-') ? new HttpProblem('invalid-batch', detail) : error;
}

/** The bytes of a body as long as there are no more than allowed. @throws HttpProblem `body-too-large` */
export async function* bounded(body: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer, void> {
  let length = 0;
  for await (const bytes of body) {
    length += bytes.length;
    if (length > maxBytes) throw tooLarge('Unpacked, the body has more bytes', maxBytes);
    yield bytes;
  }
}

function tooLarge(got: string, allowed: number): HttpProblem {
  return new HttpProblem(
    'body-too-large',
    `${got}; allowed are ${allowed.toLocaleString('en')}. Send the rows in several files.`,
  );
}

/** @throws HttpProblem `unsupported-media-type` */
export function mediaTypeOf(header: string = ''): { readonly form: BodyForm; readonly encoding: string | undefined } {
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim());
  const form = MEDIA_TYPES[type.toLowerCase()];
  if (form === undefined) {
    throw new HttpProblem(
      'unsupported-media-type',
      `Got ${type === '' ? 'no Content-Type' : `Content-Type ${JSON.stringify(type.slice(0, 64))}`}; allowed are ${Object.keys(MEDIA_TYPES).join(', ')}.`,
    );
  }
  const charset = parameters.map((each) => /^charset="?([\w.:-]+)"?$/i.exec(each)?.[1]).find((each) => each);
  return { form, encoding: charset };
}
