import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import type { Country } from '../model/country.ts';
import type { LookupSource } from './lookup-source.ts';
import type { ProblemCode } from './problem.ts';
import type { Responder } from './responder.ts';

/** What an operation answers from and with. */
export interface Service {
  readonly source: LookupSource;
  readonly responder: Responder;
}

/** One operation of the specification: its path, how it is asked, what it answers, and how it comes to the answer. */
export interface Operation {
  /** `autocomplete-nl`, `radius-within`: the operationId of /openapi.json. */
  readonly id: string;
  readonly group: 'autocomplete' | 'directmatch' | 'radius';
  /** Where the path says it; a radius operation serves every country. */
  readonly country?: Country;
  /** With `:name` for each parameter. */
  readonly path: string;
  readonly summary: string;
  readonly request: { readonly params?: TObject; readonly querystring?: TObject; readonly headers?: TObject };
  readonly answer: { readonly description: string; readonly schema: TSchema };
  /** The problems that this operation has, besides those that all have. */
  readonly problems: readonly ProblemCode[];
  /** What its 404 says: a problem, or nothing at all. */
  readonly notFound: 'problem' | 'empty';
  readonly handle: (service: Service, request: FastifyRequest, reply: FastifyReply) => void;
}
