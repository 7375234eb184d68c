import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Responder } from './responder.ts';
import type { ClientRegister } from './token-list.ts';

const REALM = 'Bearer realm="address lookup"';

/** Bearer (RFC 6750): the scheme in any case, one token of the characters that tokens have. */
const BEARER = /^bearer +([\w.~+/-]+=*) *$/i;

/** Lets a request pass that has a client's token, and notes whose it is; answers any other with 401. */
export function authenticate(
  clients: ClientRegister,
  responder: Responder,
): (request: FastifyRequest, reply: FastifyReply, next: () => void) => void {
  return (request, reply, next) => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) {
      reply.header('www-authenticate', REALM);
      responder.problem(
        reply,
        'token-missing',
        'There is no bearer token. Send the header "Authorization: Bearer TOKEN".',
      );
      return;
    }
    const client = clients.clientOf(token);
    if (client === undefined) {
      reply.header('www-authenticate', `${REALM}, error="invalid_token"`);
      responder.problem(
        reply,
        'token-unknown',
        'The bearer token is not one of this server. Check that it was copied whole.',
      );
      return;
    }
    request.client = client;
    next();
  };
}
