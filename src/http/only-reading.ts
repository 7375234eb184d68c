import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Responder } from './responder.ts';

/** All but those that read; CONNECT never comes to a handler. */
const OTHER_METHODS = METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method));

/** Answers every other method with 405 on each route that is added from now on, before the body is looked at. */
export function allowOnlyReading(app: FastifyInstance, responder: Responder): void {
  for (const method of OTHER_METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
  app.addHook('onRoute', ({ method, url }) => {
    if (method !== 'GET') return;
    app.route({
      method: OTHER_METHODS,
      url,
      onRequest: (request, reply) => {
        reply.header('allow', 'GET, HEAD');
        responder.problem(reply, 'method-not-allowed', `Got ${request.method}; allowed are GET and HEAD.`);
      },
      handler: () => {},
    });
  });
}
