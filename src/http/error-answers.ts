import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AddressLookupError } from '../errors.ts';
import { HttpProblem, PROBLEM_TYPE, PROBLEMS, type ProblemCode, problemBody, problemCodeOf } from './problem.ts';
import type { Responder } from './responder.ts';
import type { ServerLog } from './server-log.ts';

/** Answers what was thrown: a mistake in the request with its problem, a fault of the server with 500 and a line in the log. */
export function answerError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  responder: Responder,
  log: ServerLog,
): void {
  if (error instanceof HttpProblem) {
    responder.problem(reply, error.code, error.message);
    return;
  }
  const code = error instanceof AddressLookupError ? problemCodeOf(error) : codeOfFramework(error as FastifyError);
  if (code === 'country-not-loaded') {
    responder.problem(reply, code, 'This server has no index of the country; /health lists those that it has.');
    return;
  }
  if (code !== 'internal-error') {
    responder.problem(reply, code, error.message);
    return;
  }
  log.error({ request: request.id, operation: request.operation, err: error }, 'failed');
  responder.problem(reply, code, `The server failed on request ${request.id}; its log has the reason.`);
}

function codeOfFramework({ statusCode = 500 }: FastifyError): ProblemCode {
  return statusCode >= 400 && statusCode < 500 ? 'malformed-request' : 'internal-error';
}

/** Answers what came on a connection but is no request, and ends the connection. */
export function answerRawly({ code = '' }: NodeJS.ErrnoException, socket: Socket, baseUrl: string): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [problem, reason, detail] = CONNECTION_FAULTS[code] ?? MALFORMED;
  const body = JSON.stringify(problemBody(baseUrl, problem, detail));
  socket.end(
    [
      `HTTP/1.1 ${PROBLEMS[problem].status} ${reason}`,
      `Content-Type: ${PROBLEM_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

type ConnectionFault = readonly [code: ProblemCode, reason: string, detail: string];

const MALFORMED: ConnectionFault = ['malformed-request', 'Bad Request', 'What was received is not an HTTP request.'];

/** By Node's error codes. */
const CONNECTION_FAULTS: Readonly<Record<string, ConnectionFault>> = {
  HPE_HEADER_OVERFLOW: [
    'headers-too-large',
    'Request Header Fields Too Large',
    'The request line and headers are larger than 16,384 bytes together.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'Request Timeout', 'The request did not arrive in time.'],
};
