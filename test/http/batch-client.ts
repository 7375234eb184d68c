import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { ServerOptions } from '../../src/http/index.ts';
import { type FixtureService, HEADERS, openFixtureService } from './fixture-service.ts';

export const BATCH = '/v1/geocode/batch';
export const TABLE =
  'Straat;Nr;Postcode;Plaats\nDam;1;1012JS;Amsterdam\nKalverstrat;92;1012PH;Amsterdam\nNergens;1;;Nergenshuizen\n';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** The answer has its end. */
  readonly isWhole: boolean;
}

/** A request with a body to a service that listens, of which nothing is sent yet. */
export function beginOn(
  service: FixtureService,
  path: string,
  type: string | null,
  options: RequestOptions = {},
): ClientRequest {
  const { port } = service.app.server.address() as AddressInfo;
  const headers = { ...HEADERS, ...(type !== null && { 'content-type': type }), ...options.headers };
  return httpRequest({ host: '127.0.0.1', port, path, method: 'POST', ...options, headers });
}

export async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  response.on('data', (part: Buffer) => parts.push(part)).on('error', () => {});
  await new Promise((resolve) => response.once('close', resolve));
  const { statusCode: status = 0, headers, complete: isWhole } = response;
  return { status, headers, body: Buffer.concat(parts), isWhole };
}

export async function sendTo(
  service: FixtureService,
  path: string,
  body: string | Buffer,
  type: string | null,
): Promise<Answer> {
  const request = beginOn(service, path, type);
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return readAnswer(response);
}

export const codeOfAnswer = ({ body }: Answer): string => JSON.parse(body.toString()).code;

/** The usual service, which listens for all tests of a file, and others for one test each. */
export function batchServices(): {
  readonly usual: FixtureService;
  serviceWith(options: Partial<ServerOptions>): Promise<FixtureService>;
} {
  let service: FixtureService;
  const others: FixtureService[] = [];
  const listening = async (options?: Partial<ServerOptions>): Promise<FixtureService> => {
    const opened = await openFixtureService(options);
    await opened.app.listen({ host: '127.0.0.1', port: 0 });
    return opened;
  };
  beforeAll(async () => {
    service = await listening();
  });
  afterEach(async () => {
    for (const each of others.splice(0)) await each.close();
  });
  afterAll(() => service.close());
  return {
    get usual() {
      return service;
    },
    serviceWith: async (options) => {
      const other = await listening(options);
      others.push(other);
      return other;
    },
  };
}
