import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { FastifyInstance } from 'fastify';
import type { Locator } from 'playwright-core';
import { createElement, type FunctionComponent } from 'react';
// @ts-expect-error It has no types of its own.
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { PublishableKeys, TokenList } from '../../src/http/index.ts';
import { BUNDLE } from '../../tools/bundle.ts';
import { recipe, runRecipe } from '../support/recipes.ts';
import { violations } from './axe.ts';
import { describeInBrowser, startService, type Visit } from './describe-in-browser.ts';

/** Modules as the package names them. */
const MODULES = {
  // As built: package.json keeps bundlers from leaving out that file, and no source.
  'benelux-address-lookup/element': BUNDLE,
  'benelux-address-lookup/client': fileURLToPath(new URL('../../src/client/index.ts', import.meta.url)),
};

/** What a bundler makes of a recipe for pages. */
async function bundled(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
    alias: MODULES,
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0]!.text;
}

const servers: Server[] = [];

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describeInBrowser('The recipes of docs/embedding.md, as they stand there', (inBrowser) => {
  const files = mkdtempSync(join(tmpdir(), 'recipe-'));
  const data = inject('fixtureData');
  let script = '';
  beforeAll(async () => {
    script = await bundled(recipe('page-script'));
    writeFileSync(join(files, 'index.html'), recipe('page'));
    writeFileSync(join(files, 'page.js'), script);
  });
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });
  afterAll(() => rmSync(files, { recursive: true }));

  /** Opens a page of a server that is not the service of the tests. */
  const open = (origin: string, allows: readonly string[] = []): Promise<Visit> =>
    inBrowser.visit({ width: 600, allows }, { ...inBrowser.service, origin });
  const rowsOf = ({ page }: Visit): Locator => page.getByRole('option').filter({ has: page.locator('.row-label') });

  /** An address is typed, shown and chosen, and the fields around it are filled. */
  async function order(visit: Visit, name: string): Promise<void> {
    const { page } = visit;
    const field = page.getByRole('combobox').last();
    await field.pressSequentially('kalverstraat 92');
    await rowsOf(visit).filter({ hasText: 'Kalverstraat 92' }).first().waitFor();
    expect(await violations(page)).toEqual([]);
    await visit.screenshot(`recipe-${name}-list`);
    await field.press('Enter');
    await page.waitForFunction(() => document.querySelector('form')!.checkValidity());
    expect(await page.getByLabel('Street').inputValue()).toBe('Kalverstraat 92');
    expect(await page.getByLabel('Postcode').inputValue()).toBe('1012PH');
    expect(await page.getByLabel('Place').inputValue()).toBe('Amsterdam');
    await visit.screenshot(`recipe-${name}-chosen`);
  }

  it('plain HTML: 6 keystrokes on another origin are 6 GET and no OPTIONS, and the key opens no other page', async () => {
    const { origin: shop } = await pageServer();
    const { origin: thief } = await pageServer();
    const asked: string[] = [];
    const service = await startService({
      clients: new TokenList([]),
      keys: new PublishableKeys([{ key: 'pk_shop', origins: [shop] }]),
      // The page waits longer between letters than a person typing does, so that each is a question.
      onAnswer: ({ url }) => asked.push(url),
    });
    const counted: { method: string; path: string }[] = [];
    // What the browser really sends: its own tools do not show all preflights.
    const counter = await listen((request, response) => {
      counted.push({ method: request.method!, path: request.url! });
      pass(request, service.origin).then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
    });
    for (const each of [shop, thief]) pages.set(each, recipe('plain').replaceAll('https://addresses.example', counter));
    try {
      const visit = await open(shop, [counter]);
      const field = visit.page.getByRole('combobox').last();
      await field.waitFor();
      counted.length = 0;
      for (const letter of 'kalver') {
        const answered = visit.page.waitForResponse((response) => response.url().includes('/v1/autocomplete?'));
        await field.press(letter);
        await answered;
      }
      await rowsOf(visit).first().waitFor();
      // And once what must be shown with the addresses.
      expect(counted.map(({ method }) => method)).toEqual(Array.from({ length: 7 }, () => 'GET'));
      expect(asked.filter((url) => url.startsWith('/v1/autocomplete?')).length).toBe(6);
      await visit.screenshot('recipe-plain-list');
      expect(await violations(visit.page)).toEqual([]);
      await field.fill('kalverstraat 92, amsterdam');
      await field.press('Enter');
      await visit.page.waitForFunction(() => document.querySelector('form')!.checkValidity());
      await visit.screenshot('recipe-plain-chosen');
      expect(counted.filter(({ method }) => method !== 'GET')).toEqual([]);

      const stolen = await open(thief, [counter]);
      const problem = stolen.page.evaluate(
        () =>
          new Promise((resolve) => {
            document.addEventListener('address-error', (event) => resolve((event as CustomEvent).detail));
          }),
      );
      await stolen.page.getByRole('combobox').last().pressSequentially('kalver');
      expect(await problem).toEqual({
        status: 403,
        code: 'key-refused',
        message: `The key is not for pages of ${thief}. The operator of the server adds this origin to the key, or makes another one.`,
      });
      await stolen.screenshot('recipe-plain-refused');
    } finally {
      await service.close();
    }
  });

  it('Express', async () => {
    const { app } = await runRecipe('express', ['app'], data, files);
    await order(await open(await listen(app as RequestListener)), 'express');
  });

  it('Fastify', async () => {
    const { app } = (await runRecipe('fastify', ['app'], data)) as { app: FastifyInstance };
    app.get('/', (_, reply) => reply.type('text/html').send(recipe('page')));
    app.get('/page.js', (_, reply) => reply.type('text/javascript').send(script));
    await app.listen({ host: '127.0.0.1', port: 0 });
    try {
      await order(await open(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`), 'fastify');
    } finally {
      await app.close();
    }
  });

  it('edge: what speaks Request and Response', async () => {
    const { GET } = (await runRecipe('edge', ['GET'], data)) as { GET: (request: Request) => Response };
    const origin = await listen(async (request, response) => {
      if (!request.url!.startsWith('/addresses/')) {
        const isScript = request.url === '/page.js';
        response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
        response.end(isScript ? script : recipe('page'));
        return;
      }
      const headers = request.headers as Record<string, string>;
      const answer = GET(new Request(`http://${headers['host']}${request.url}`, { headers }));
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
    await order(await open(origin), 'edge');
  });

  /** Serves a page whose main has this markup and whose script is this, beside the handler. */
  async function serveApp(markup: string, source: string, workerSource?: string): Promise<string> {
    const app = await bundled(source);
    const worker = workerSource && (await bundled(workerSource));
    const { app: server } = await runRecipe('express', ['app'], data, files);
    const page = `<!doctype html><html lang="en"><title>Checkout</title><link rel="icon" href="data:,"><main><h1>Checkout</h1><div id="app">${markup}</div></main><script type="module" src="app.js"></script></html>`;
    return listen((request, response) => {
      if (request.url === '/app.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(app);
      else if (request.url === '/worker.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(worker);
      else if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      else (server as RequestListener)(request, response);
    });
  }

  it('React: the element in markup that a server has made, whose events arrive', async () => {
    const { Checkout } = (await runRecipe('react-element', ['Checkout'], data)) as {
      Checkout: FunctionComponent<{ endpoint: string }>;
    };
    const markup: string = renderToString(createElement(Checkout, { endpoint: '/addresses' }));
    expect(markup).toContain('<address-lookup endpoint="/addresses"');
    const origin = await serveApp(
      markup,
      `${recipe('react-element')}
      import { hydrateRoot } from 'react-dom/client';
      hydrateRoot(document.querySelector("#app"), createElement(Checkout, { endpoint: '/addresses' }));`,
    );
    const visit = await open(origin);
    const field = visit.page.getByRole('combobox', { name: 'Address' });
    await field.pressSequentially('kalverstraat 92');
    await rowsOf(visit).filter({ hasText: 'Kalverstraat 92' }).first().waitFor();
    await field.press('Enter');
    await visit.page.getByText('To Kalverstraat 92, 1012 PH Amsterdam').waitFor();
    await field.press('Backspace');
    await visit.page.getByText('Where to?').waitFor();
  });

  it('Leaflet: suggestions with their positions, one of which is marked, and what is sent with Enter', async () => {
    const origin = await serveApp(
      '<div id="map" style="height: 300px"></div>',
      `${recipe('leaflet')}
      import { map } from 'leaflet';
      import { Geocoder } from 'leaflet-control-geocoder';
      const shown = map('map').setView([52, 5], 8);
      const geocoder = addressGeocoder('/addresses');
      new Geocoder({ geocoder, collapsed: false, defaultMarkGeocode: false })
        .on('markgeocode', ({ geocode: { name, center } }) => { window.marked = [name, center.lat, center.lng]; })
        .addTo(shown);
      window.geocoder = geocoder;`,
    );
    const { page } = await open(origin);
    const marked = (): Promise<unknown> => page.evaluate(() => (window as unknown as { marked?: unknown }).marked);
    const [dam, latitude, longitude] = ['Dam 1', 52.3729527, 4.8935644];
    const field = page.locator('.leaflet-control-geocoder input');
    // What Enter asks for is forgotten where the suggestions are asked for after it, a quarter of a second after the last letter.
    const enter = async (text: string): Promise<void> => {
      const suggested = page.waitForResponse((response) => response.url().includes('/v1/autocomplete?'));
      await field.fill(text);
      await suggested;
      await field.press('Enter');
    };
    await field.pressSequentially('dam 1');
    await page.getByText(`${dam}, 1012JS Amsterdam`).click();
    await expect.poll(marked).toEqual([`${dam}, 1012JS Amsterdam`, latitude, longitude]);
    await enter('Kinkerstrat 175 F, 1053DM Amsterdam');
    await expect
      .poll(marked)
      .toEqual(['Kinkerstraat 175F, 1053 DM  AMSTERDAM', expect.any(Number), expect.any(Number)]);
    const around = await page.evaluate(
      ([lat, lng]) =>
        (window as unknown as { geocoder: { reverse(at: object): Promise<{ name: string }[]> } }).geocoder.reverse({
          lat,
          lng,
        }),
      [latitude, longitude] as const,
    );
    expect(around[0]!.name).toBe('Dam 1, 1012 JS  AMSTERDAM');
    await field.fill('nowhere at all');
    await field.press('Enter');
    await page.getByText('Nothing found.').waitFor();
  });

  it('MapLibre: suggestions, one of which is looked up, and what is sent with Enter', async () => {
    const origin = await serveApp(
      '<div id="map" style="width: 400px; height: 300px"></div>',
      `${recipe('maplibre')}
      import * as maplibregl from 'maplibre-gl';
      import MaplibreGeocoder from '@maplibre/maplibre-gl-geocoder';
      maplibregl.setWorkerUrl('/worker.js');
      const shown = new maplibregl.Map({ container: 'map', style: { version: 8, sources: {}, layers: [] }, center: [5, 52], zoom: 7 });
      const options = { maplibregl, showResultsWhileTyping: true, showResultMarkers: true };
      const control = new MaplibreGeocoder(addressGeocoder('/addresses'), options);
      shown.addControl(control);
control.on('results', ({ place, features }) => { window.found = (place ?? features).map(({ place_name: name, center }) => [name, ...center]); });
      window.center = () => shown.getCenter().toArray();
      window.geocoder = addressGeocoder('/addresses');`,
      "import 'maplibre-gl/dist/maplibre-gl-worker.mjs';",
    );
    const { page } = await open(origin);
    const found = (): Promise<unknown> => page.evaluate(() => (window as unknown as { found?: unknown }).found);
    const field = page.locator('.maplibregl-ctrl-geocoder--input');
    await field.fill('Kinkerstrat 175 F, 1053DM Amsterdam');
    await field.press('Enter');
    const kinkerstraat = ['Kinkerstraat 175F, 1053 DM  AMSTERDAM', expect.any(Number), expect.any(Number)];
    await expect.poll(found).toEqual([kinkerstraat]);
    await field.fill('');
    await field.pressSequentially('dam 1');
    await page.getByText('Dam 1, 1012JS Amsterdam').click();
    // The control lists what a suggestion leads to, and marks it.
    await expect.poll(found).toEqual([['Dam 1, 1012 JS  AMSTERDAM', 4.8935644, 52.3729527]]);
    await page.locator('.maplibregl-marker').waitFor();
    const center = (): Promise<string[]> =>
      page.evaluate(() => (window as unknown as { center(): number[] }).center().map((each) => each.toFixed(3)));
    await expect.poll(center).toEqual(['4.894', '52.373']);
    const around = await page.evaluate(() =>
      (
        window as unknown as { geocoder: { reverseGeocode(at: object): Promise<{ features: { text: string }[] }> } }
      ).geocoder.reverseGeocode({ query: [4.8935644, 52.3729527] }),
    );
    expect(around.features[0]!.text).toBe('Dam 1, 1012 JS  AMSTERDAM');
  });

  it('React: a field of its own on the client', async () => {
    const origin = await serveApp(
      '',
      `${recipe('react')}
      import { createRoot } from 'react-dom/client';
      import { createElement, StrictMode } from 'react';
      function Own() {
        const [state, session] = useAddress({ endpoint: '/addresses', countries: 'nl be' });
        return createElement('div', null,
          createElement('input', { 'aria-label': 'Your own field', value: state.text, onChange: ({ target }) => session.type(target.value) }),
          (state.list?.suggestions ?? []).map((row) => createElement('button', { key: row.context, onClick: () => session.choose(row) }, row.label)));
      }
      createRoot(document.querySelector("#app")).render(createElement(StrictMode, null, createElement(Own)));`,
    );
    const visit = await open(origin);
    const own = visit.page.getByRole('textbox', { name: 'Your own field' });
    await own.pressSequentially('kalverstraat 9');
    await visit.page.getByRole('button', { name: 'Kalverstraat 92' }).click();
    await expect.poll(() => own.inputValue()).toBe('Kalverstraat 92, 1012 PH Amsterdam');
    await own.fill('spui');
    await visit.page.getByRole('button').first().click();
    await expect.poll(() => own.inputValue()).toMatch(/Spui/);
  });
});

const pages = new Map<string, string>();

/** A shop: one page, which `pages` has. */
async function pageServer(): Promise<{ readonly origin: string }> {
  const origin: string = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(pages.get(origin));
  });
  return { origin };
}

/** Passes a request on as it came. */
async function pass(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  origin: string,
): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
  const { host: _, connection: __, ...sent } = headers;
  const answer = await fetch(`${origin}${url}`, {
    method,
    headers: { ...(sent as Record<string, string>), 'accept-encoding': 'identity' },
  });
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}
