import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { geocodeRowByRow } from '../batch/chunk.ts';
import { CONTENT_SAMPLE_BYTES, judgeRowByRow } from '../batch/content.ts';
import type { ChunkEngine } from '../batch/engine.ts';
import { type InputLimits, type PeekedInput, peekInput } from '../batch/input.ts';
import { linesOfArray } from '../batch/json-array.ts';
import { type FileOptions, geocoderOf, type PlannedFile, planFile } from '../batch/plan.ts';
import { AddressLookupError } from '../errors.ts';
import type { LookupSource } from '../lookup/live-lookup.ts';
import type { CountryIndex } from '../store/country-index.ts';
import {
  type BodyForm,
  bounded,
  MAX_COLUMNS,
  MAX_WAITING_BYTES,
  MEDIA_TYPES,
  mediaTypeOf,
  tooLarge,
} from './batch-body.ts';
import { describeColumns } from './batch-columns.ts';
import { asParameters, BATCH_PARAMETERS, type BatchValues, FORMATS, fileOptionsOf } from './batch-parameters.ts';
import { sendRows } from './batch-rows.ts';
import type { Reply, Request } from './exchange.ts';
import type { RouteDescription } from './openapi.ts';
import type { ServerLog } from './options.ts';
import { readParameters } from './parameters.ts';
import { HttpProblem, type ProblemBody, problemBody, problemOf } from './problems.ts';
import { addressKey } from './rate-limiter.ts';
import type { HttpRoute } from './route.ts';
import { MAX_BATCHES, MAX_BATCHES_OF_CLIENT, type RunningBatches, Turns } from './running-batches.ts';

/**
 * `POST /v1/geocode/batch`: a file in, the same rows with their addresses out, as `geocode` of the command line answers
 * them and with its code. Files are not stored. The bounds on what a batch can make the server hold:
 *
 *     body                       `maxBytes`, unpacked
 *     body that waits            MAX_WAITING_BYTES; then the connection is not read, until rows of it have been answered
 *     answers that wait          what the connection takes: rows are answered as the client reads them
 *     time without a look around one row (`Turns`)
 *     batches                    MAX_BATCHES at a time, MAX_BATCHES_OF_CLIENT of a client
 *
 * The processor time of its rows counts against the allowance of its client. If that is used up, the batch waits.
 *
 * Workbooks are refused: what one takes in memory, unpacked and parsed, is known only when it has been.
 */
interface BatchOptions {
  readonly source: LookupSource;
  /** Maximum size of a body. */
  readonly maxBytes: number;
  /** Prefix of the server's paths, for the types of problems. */
  readonly baseUrl: string;
  readonly log: ServerLog;
  readonly batches: RunningBatches;
}

export const MAX_BATCH_BYTES: number = 64 << 20;
/** A client that reads while it sends gets its first rows after this much of a table. */
export const SAMPLE_BYTES: number = CONTENT_SAMPLE_BYTES;
/** How long an answer that breaks off waits for the client to read what has been sent, and how often it checks. */
const LINGER_MS = 2000;
const LINGER_CHECK_MS = 10;
/** Between the last line of an answer that breaks off, and the end of its connection. */
const FAREWELL_MS = 500;

export function batchRoutes(options: BatchOptions): HttpRoute[] {
  const turns = new Turns();
  const routeOf = (
    path: string,
    description: RouteDescription,
    handle: (batch: Batch, values: BatchValues, reply: Reply) => Promise<void>,
  ): HttpRoute => ({
    path,
    methods: ['POST'],
    audience: 'clients',
    operation: description.id,
    description,
    async handle(request, reply) {
      const values: BatchValues = readParameters(BATCH_PARAMETERS, request);
      // Before the body is read, since a country that is not loaded does not depend on rows.
      if (values.country !== undefined) options.source.current.of(values.country);
      const batch = new Batch(options, turns, request, reply, values);
      const end = options.batches.begin(request.account?.key ?? (request.client || addressKey(request.address)));
      if (end === undefined) {
        reply.header('retry-after', 5);
        throw new HttpProblem(
          'too-many-batches',
          `Batches at a time: ${MAX_BATCHES} of this server, ${MAX_BATCHES_OF_CLIENT} of a client. Wait until one has ended.`,
        );
      }
      try {
        await handle(batch, values, reply);
      } catch (error) {
        batch.readRest(reply);
        throw problemOfFile(error);
      } finally {
        end();
      }
    },
  });
  return [
    routeOf('/v1/geocode/batch', BATCH, answerBatch),
    routeOf('/v1/geocode/batch/columns', COLUMNS, describeBatch),
  ];
}

/** One request: its body within its bounds, and the time that its rows take. */
class Batch {
  readonly #options: BatchOptions;
  readonly #turns: Turns;
  readonly #request: Request;
  readonly #response: ServerResponse;
  readonly #values: BatchValues;
  readonly #closed: AbortController = new AbortController();

  constructor(options: BatchOptions, turns: Turns, request: Request, reply: Reply, values: BatchValues) {
    this.#options = options;
    this.#turns = turns;
    this.#request = request;
    this.#response = reply.raw;
    this.#values = values;
    reply.raw.once('close', () => this.#closed.abort());
  }

  /** Aborted when the client has disconnected, or has the whole answer. */
  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  /**
   * Reads the beginning of the body; reading continues as long as little of the body waits.
   *
   * @throws HttpProblem `unsupported-media-type`, `body-too-large`
   */
  async peek(
    needsSample: boolean,
  ): Promise<{ readonly peeked: PeekedInput; readonly options: FileOptions; readonly form: BodyForm }> {
    const { raw, headers } = this.#request;
    const { maxBytes } = this.#options;
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
    const options = fileOptionsOf(this.#values, {
      maxColumns: MAX_COLUMNS,
      ...(form !== 'any' && { format: isNdjson ? 'ndjson' : 'csv' }),
      ...(encoding !== undefined && { encoding }),
      ...(isNdjson && { encoding: encoding ?? 'utf-8' }),
    });
    return { peeked, options, form };
  }

  /**
   * Reads what the client still sends and drops it: most read no answer before, and a connection that is closed with unread
   * bytes is reset, so that they would never learn why. A body above the bound is not read to its end.
   */
  readRest(reply: Reply): void {
    const { raw, headers } = this.#request;
    let left = this.#options.maxBytes;
    if (Number(headers['content-length'] ?? 0) > left) {
      reply.header('connection', 'close');
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
    const { id } = this.#request;
    const { code, detail } = problemOf(problemOfFile(error) as Error, id);
    if (code === 'internal-error') log.error({ request: id, operation: BATCH.id, err: error }, 'failed');
    else log.info({ request: id, client: this.#request.client, code, reason: detail }, 'batch broken off');
    return problemBody(baseUrl, code, detail);
  }

  /**
   * Waits until the client has received what was written, as far as this process can tell. Reads what the client still
   * sends, because a connection that is closed with unread bytes is reset, and the last bytes sent may be lost with it.
   */
  async sent(): Promise<void> {
    const { raw } = this.#request;
    raw.unpipe();
    raw.resume();
    const end = Date.now() + LINGER_MS;
    const isWaiting = (): boolean => this.#response.writableLength > 0 || !raw.complete;
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
    await this.#awaitAllowance();
    const { result, ms } = await this.#turns.take(steps());
    const { account } = this.#request;
    account?.limiter.spend(account.key, ms);
    return result;
  }

  async #awaitAllowance(): Promise<void> {
    const { account } = this.#request;
    while (account !== undefined && !this.signal.aborted) {
      const waitSeconds = account.limiter.secondsToWait(account.key);
      if (waitSeconds === 0) return;
      await pause(waitSeconds * 1000, this.signal);
    }
  }
}

/** Waits for this time, or until the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal }).catch(() => {});
}

/** The plan of a file, also with the columns that only their cells say the meaning of. */
function* planRowByRow(
  peeked: PeekedInput,
  options: FileOptions,
  indexes: readonly CountryIndex[],
): Generator<void, PlannedFile> {
  const planned = planFile(peeked, options);
  yield;
  return (yield* judgeRowByRow(peeked, planned, indexes)).file;
}

/** The rows of a body, answered. */
async function answerBatch(batch: Batch, values: BatchValues, reply: Reply): Promise<void> {
  const { format } = values;
  const { peeked, options, form } = await batch.peek(false);
  if (form === 'json' && peeked.sample.length === 0 && peeked.isWhole) {
    reply.sendJson([]);
    return;
  }
  const file = await batch.inTurn(() => planRowByRow(peeked, options, batch.indexes));
  if (format === 'csv' && file.plan.format === 'ndjson') {
    throw new HttpProblem(
      'invalid-parameter',
      'The body has objects, which have no columns in common, so it cannot become CSV. Give format=ndjson, json or geojsonl.',
    );
  }
  const written = format ?? (form === 'json' ? 'json' : file.plan.format);
  const [, mediaType] = FORMATS[written]!;
  reply.header('content-type', mediaType).header('cache-control', 'no-store').header('x-accel-buffering', 'no');
  const endings = written === 'json' ? 'array' : mediaType.startsWith('text/') ? 'csv' : 'lines';
  await sendRows(batch, peeked, file, reply, endings);
}

/** Answers with what is recognised in a body. */
async function describeBatch(batch: Batch, _values: BatchValues, reply: Reply): Promise<void> {
  const { peeked, options } = await batch.peek(true);
  const columns = await batch.inTurn(() => describeColumns(peeked, options, batch.indexes));
  // The rest of the body does not matter.
  batch.readRest(reply);
  reply.sendJson(columns);
}

function refuseWorkbook(): AddressLookupError {
  return new AddressLookupError(
    'input-not-recognised',
    'The body is a zip or a workbook, which the service does not read. Save the sheet as CSV and send that; the page of the service and the command geocode read .xlsx and .ods.',
    {},
  );
}

/** Turns faults of the file or of the parameters into problems of the request. */
function problemOfFile(error: unknown): unknown {
  if (!(error instanceof AddressLookupError) || error.code === 'country-not-loaded') return error;
  const detail = asParameters(error.message);
  if (error.code === 'invalid-option') return new HttpProblem('invalid-parameter', detail);
  return error.code.startsWith('input-') ? new HttpProblem('invalid-batch', detail) : error;
}

/** What the two have in common. */
const FILE: Pick<RouteDescription, 'group' | 'parameters' | 'body' | 'problems'> = {
  group: 'geocode',
  parameters: BATCH_PARAMETERS,
  body: {
    description:
      'The file: CSV, NDJSON, or a JSON array of texts or objects, also gzipped. Its columns are recognised by their names, its encoding and delimiter by its content.',
    mediaTypes: Object.keys(MEDIA_TYPES),
  },
  problems: ['invalid-batch', 'unsupported-media-type', 'body-too-large', 'request-timeout', 'too-many-batches'],
};

const BATCH: RouteDescription = {
  ...FILE,
  id: 'geocode-batch',
  summary: 'The rows of a file, each as it is and followed by its address, in their order and as they are answered',
  answers: () => ({
    200: {
      description:
        'The rows. They are sent as they are answered; an answer that the connection cuts off, without its last chunk, is not whole.',
      mediaTypes: [...new Set(Object.values(FORMATS).map(([, mediaType]) => mediaType.split(';')[0]!))],
    },
  }),
};

const COLUMNS: RouteDescription = {
  ...FILE,
  id: 'geocode-batch-columns',
  summary: 'Which columns of a file are read as what; the beginning of a CSV or NDJSON file is enough',
  answers: ({ BATCH_COLUMNS }) => ({
    200: {
      description: 'The columns, in their order, also where they are not those of an address: `problem` says so.',
      schema: BATCH_COLUMNS,
    },
  }),
};
