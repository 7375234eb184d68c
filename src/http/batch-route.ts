import { judgeRowByRow } from '../batch/content.ts';
import { planFile } from '../batch/plan.ts';
import { Batch, type BatchOptions, problemOfFile } from './batch.ts';
import { describeColumns } from './batch-columns.ts';
import { BATCH_PARAMETERS, type BatchValues, FORMATS } from './batch-parameters.ts';
import { sendRows } from './batch-rows.ts';
import type { Reply } from './exchange.ts';
import { readParameters } from './parameters.ts';
import { HttpProblem } from './problems.ts';
import { addressKey } from './rate-limiter.ts';
import type { HttpRoute } from './route.ts';
import { MAX_BATCHES, MAX_BATCHES_OF_CLIENT } from './running-batches.ts';

/**
 * `POST /v1/geocode/batch`: a file in, the same rows with their addresses out, as `geocode` of the command line answers
 * them and with its code. Files are not stored. The bounds on what a batch can make the server hold:
 *
 *     body                       `maxBatchBytes`, unpacked
 *     body that waits            MAX_WAITING_BYTES; then the connection is not read, until rows of it have been answered
 *     answers that wait          what the connection takes: rows are answered as the client reads them
 *     time without a look around one row (`Turns`)
 *     batches                    MAX_BATCHES at a time, MAX_BATCHES_OF_CLIENT of a client
 *
 * The processor time of its rows counts against the allowance of its client. If that is used up, the batch waits.
 *
 * Workbooks are refused: what one takes in memory, unpacked and parsed, is known only when it has been.
 */
export function batchRoutes(options: BatchOptions): HttpRoute[] {
  const routeOf = (path: string, operation: string, answer: typeof answerBatch): HttpRoute => ({
    path,
    methods: ['POST'],
    audience: 'clients',
    operation,
    async handle(request, reply) {
      const values: BatchValues = readParameters(BATCH_PARAMETERS, request);
      // Before the body is read, since a country that is not loaded does not depend on rows.
      if (values.country !== undefined) options.source.current.of(values.country);
      const batch = new Batch(options, reply, values);
      const end = options.batches.begin(request.account?.key ?? (request.client || addressKey(request.address)));
      if (end === undefined) {
        reply.header('retry-after', 5);
        throw new HttpProblem(
          'too-many-batches',
          `Batches at a time: ${MAX_BATCHES} of this server, ${MAX_BATCHES_OF_CLIENT} of a client. Wait until one has ended.`,
        );
      }
      try {
        await answer(batch, reply);
      } catch (error) {
        batch.readRest();
        throw problemOfFile(error);
      } finally {
        end();
      }
    },
  });
  return [
    routeOf('/v1/geocode/batch', 'geocode-batch', answerBatch),
    routeOf('/v1/geocode/batch/columns', 'geocode-batch-columns', describeBatch),
  ];
}

export const MAX_BATCH_BYTES: number = 64 << 20;

/** The rows of a body, answered. */
async function answerBatch(batch: Batch, reply: Reply): Promise<void> {
  const { format } = batch.values;
  const { peeked, options, form } = await batch.peek(false);
  if (form === 'json' && peeked.sample.length === 0 && peeked.isWhole) {
    reply.sendJson([]);
    return;
  }
  const file = await batch.inTurn(function* () {
    const planned = planFile(peeked, options);
    yield;
    // Also with the columns that only their cells say the meaning of.
    return (yield* judgeRowByRow(planned, batch.indexes)).file;
  });
  const written = format ?? (form === 'json' ? 'json' : file.plan.format);
  const [, mediaType] = FORMATS[written]!;
  reply.header('content-type', mediaType).header('cache-control', 'no-store').header('x-accel-buffering', 'no');
  const endings = written === 'json' ? 'array' : mediaType.startsWith('text/') ? 'csv' : 'lines';
  await sendRows(batch, peeked, file, reply, endings);
}

/** Answers with what is recognised in a body. */
async function describeBatch(batch: Batch, reply: Reply): Promise<void> {
  const { peeked, options } = await batch.peek(true);
  const columns = await batch.inTurn(() => describeColumns(peeked, options, batch.indexes));
  // The rest of the body does not matter.
  batch.readRest();
  reply.sendJson(columns);
}
