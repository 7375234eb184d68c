import { beforeAll, describe, expect, it } from 'vitest';
import { addressBehind, listenerOf } from '../../src/http/exchange.ts';
import { frontOf } from '../../src/http/front.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { descriptionRoutes, pageRoutes } from '../../src/http/page-routes.ts';
import { Responder } from '../../src/http/responder.ts';
import { type Injected, injectable } from './inject.ts';

const responder = new Responder({ baseUrl: '', cacheSeconds: 60, compress: false, variesByOrigin: false });

const DOCUMENT = openApiDocument([], '');

async function pageServer(needsToken: boolean): Promise<Injected> {
  const routes = [...(await pageRoutes(responder, needsToken)), ...(await descriptionRoutes(responder, DOCUMENT))];
  return injectable({ handle: listenerOf(frontOf(routes, { responder }), addressBehind([]), () => {}) });
}

let app: Injected;
beforeAll(async () => {
  app = await pageServer(true);
});

const importsOf = (script: string): string[] =>
  [...script.matchAll(/(?:\bfrom|\bimport\(?)"(\.[^"]+\.js)"/g)].map(([, path]) => path!);

describe('the page at /', () => {
  it('asks for a token only where the server needs one', async () => {
    expect((await app.inject('/')).body).toContain('data-needs-token="true"');
    const openToAll = await pageServer(false);
    expect((await openToAll.inject('/')).body).toContain('data-needs-token="false"');
  });

  it('has every script that it loads, and those that they import, from this server', async () => {
    const { body } = await app.inject('/');
    const loaded = [...body.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, path]) => path!);
    // The field is the file that other pages have.
    expect(loaded).toEqual(['page/main.js', 'element.js']);
    const seen = new Set(loaded.map((path) => `/${path}`));
    for (const path of seen) {
      const script = await app.inject(path);
      expect([path, script.statusCode]).toEqual([path, 200]);
      expect(script.headers['content-type']).toContain('text/javascript');
      for (const imported of importsOf(script.body)) seen.add(new URL(imported, `http://a${path}`).pathname);
    }
    // The reader of workbooks, which comes with the first of them.
    expect([...seen].some((path) => path.startsWith('/page/xlsx-'))).toBe(true);
  });

  it('leads other pages to the field under a name that stays', async () => {
    const { body, headers } = await app.inject('/element.js');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(body).toContain('"address-lookup"');
    // In one file.
    expect(importsOf(body)).toEqual([]);
  });
});

it('documents allow only the files of this server, and no frames; scripts and data say nothing of it', async () => {
  for (const path of ['/', '/docs']) {
    const { headers } = await app.inject(path);
    expect(headers['content-type']).toContain('text/html');
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(headers['x-frame-options']).toBe('DENY');
  }
  for (const path of ['/openapi.json', '/base.css', '/docs.css', '/icon.svg', '/page/page.css', '/page/main.js']) {
    const { headers, statusCode } = await app.inject(path);
    expect([path, statusCode]).toEqual([path, 200]);
    expect(headers).not.toHaveProperty('x-frame-options');
  }
});

it('the description is that of the routes of the server, as JSON and as a page', async () => {
  expect((await app.inject('/openapi.json')).json()).toEqual(JSON.parse(JSON.stringify(DOCUMENT)));
  expect((await app.inject('/docs')).body).toContain('Benelux address lookup');
});
