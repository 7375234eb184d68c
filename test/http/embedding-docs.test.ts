import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import * as react from 'react';
// @ts-expect-error It has no types of its own.
import { renderToString } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';
import { runRecipe } from '../support/recipes.ts';

const SEARCH = '/addresses/v1/autocomplete/nl?search=kalverstraat%2092&session=s';

let fixtures: FixtureIndexes;
beforeAll(async () => {
  fixtures = await readFixtureIndexes();
});

const run = (name: string, ...names: string[]): Promise<Record<string, unknown>> =>
  runRecipe(name, names, fixtures.directory, fixtures.directory);

describe('the recipes of docs/embedding.md', () => {
  it('for Express', async () => {
    const { app } = await run('express', 'app');
    const server = createServer(app as Parameters<typeof createServer>[1] & object);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${SEARCH}`);
    expect(await response.json()).toMatchObject({ results: [{ label: 'Kalverstraat 92' }] });
    await new Promise((resolve) => server.close(resolve));
  });

  it('for Fastify', async () => {
    const { app } = (await run('fastify', 'app')) as { app: FastifyInstance };
    expect((await app.inject(SEARCH)).json()).toMatchObject({ results: [{ label: 'Kalverstraat 92' }] });
    await app.close();
  });

  it('for what speaks Request and Response', async () => {
    const { GET } = (await run('edge', 'GET')) as { GET: (request: Request) => Response };
    expect(await GET(new Request(`https://a.example${SEARCH}`)).json()).toMatchObject({
      results: [{ label: 'Kalverstraat 92' }],
    });
  });

  it('for keys', async () => {
    const { GET } = (await run('keys', 'GET')) as { GET: (request: Request, visitor: object) => Response };
    const ask = (origin: string): Response =>
      GET(new Request(`https://a.example${SEARCH}&key=pk_shop`, { headers: { origin } }), { address: '192.0.2.1' });
    expect(ask('https://shop.example').status).toBe(200);
    expect(ask('https://other.example').status).toBe(403);
  });

  it('for React, on a server: the element with its attributes, and the state of a field that nobody has used', async () => {
    const { Checkout } = (await run('react-element', 'Checkout')) as Record<
      string,
      react.FunctionComponent<Record<string, string>>
    >;
    expect(renderToString(react.createElement(Checkout!, { endpoint: '/addresses' }))).toBe(
      '<form><address-lookup endpoint="/addresses" name="address" required=""></address-lookup><p>Where to?</p></form>',
    );
    const { useAddress } = (await run('react', 'useAddress')) as {
      useAddress: (options: object) => [state: { text: string }, session: object];
    };
    const Own = (): string => JSON.stringify(useAddress({ endpoint: '/addresses', countries: 'nl be' })[0].text);
    expect(renderToString(react.createElement(Own))).toBe('&quot;&quot;');
  });
});
