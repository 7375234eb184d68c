import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createAdminServer } from '../../src/http/status-routes.ts';
import { AddressLookup } from '../../src/lookup/address-lookup.ts';
import { fixedSource } from '../../src/lookup/live-lookup.ts';
import { dutchTown } from '../support/towns.ts';
import { injectable } from './inject.ts';

it('the server of operators has health, metrics and readiness, which change with what it is given, and no addresses', async () => {
  const source = fixedSource(new AddressLookup('town', [(await dutchTown()).index]));
  let isReady = true;
  const registry = new Registry();
  const collectMetrics = async (): Promise<string> => 'of_all_workers 7\n';
  const app = injectable(await createAdminServer(source, { registry, collectMetrics, isReady: () => isReady }));
  const health = await app.inject('/health');
  expect([health.statusCode, health.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(health.json()).toMatchObject({ status: 'ok', countries: [{ country: 'nl' }] });
  const metrics = await app.inject('/metrics');
  expect([metrics.body, metrics.headers['content-type']]).toEqual(['of_all_workers 7\n', registry.contentType]);
  expect((await app.inject('/ready')).json()).toEqual({ ready: true });
  isReady = false;
  const ready = await app.inject('/ready');
  expect([ready.statusCode, ready.json(), ready.headers['cache-control']]).toEqual([503, { ready: false }, 'no-store']);
  for (const path of ['/', '/v1/autocomplete/nl?search=a', '/openapi.json'])
    expect((await app.inject(path)).statusCode).toBe(404);
  await app.close();
});
