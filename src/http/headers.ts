import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyReply } from 'fastify';
import { SESSION_HEADER } from './parameters.ts';

/** What every answer says to browsers: it is data, to be taken for nothing else. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

export function addSecurityHeaders(reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS);
}

/** What a document of this server may do: use this server's own files, and nothing else. */
const DOCUMENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const DOCUMENT_HEADERS = {
  'content-security-policy': DOCUMENT_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

export function addDocumentHeaders(reply: FastifyReply): void {
  reply.headers(DOCUMENT_HEADERS);
}

/** Lets pages of these origins ask, and see what they need of an answer. There are no cookies, so no credentials. */
export function corsOptions(origins: readonly string[] | '*'): FastifyCorsOptions {
  return {
    origin: origins === '*' ? '*' : [...origins],
    methods: ['GET', 'HEAD'],
    allowedHeaders: ['Authorization', SESSION_HEADER, 'If-None-Match'],
    exposedHeaders: ['ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
    maxAge: 600,
    strictPreflight: false,
  };
}
