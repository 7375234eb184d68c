import type { RequestListener } from 'node:http';
import { type InjectOptions, inject, type Response } from 'light-my-request';
import { createServer as create } from '../../src/http/index.ts';
import type { AddressServer } from '../../src/http/server.ts';

export type { InjectOptions, Response } from 'light-my-request';

/** A server that can be asked without a connection. */
export interface Injected {
  inject(request: InjectOptions | string): Promise<Response>;
}

export function injectable<Handled extends { readonly handle: RequestListener }>(server: Handled): Handled & Injected {
  return Object.assign(server, {
    inject: (request: InjectOptions | string) => inject(server.handle as Parameters<typeof inject>[0], request),
  });
}

/** The service, which can be asked without a connection. */
export async function createServer(...of: Parameters<typeof create>): Promise<AddressServer & Injected> {
  return injectable(await create(...of));
}
