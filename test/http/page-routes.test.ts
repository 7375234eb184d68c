import { beforeAll, describe, expect, it } from 'vitest';
import { addressBehind, listenerOf } from '../../src/http/exchange.ts';
import { frontOf } from '../../src/http/front.ts';
import { descriptionRoutes, pageRoutes } from '../../src/http/page-routes.ts';
import { Responder } from '../../src/http/responder.ts';
import type { HttpRoute } from '../../src/http/route.ts';
import type { OpenApiDocument } from '../../tools/interface/document.ts';
import { type Injected, injectable } from './inject.ts';

const responder = new Responder({ baseUrl: '', cacheSeconds: 60, compress: false, variesByOrigin: false });

async function pageServer(needsToken: boolean): Promise<Injected> {
  return serverOf([...(await pageRoutes(responder, needsToken)), ...(await descriptionRoutes(responder, '', true))]);
}

function serverOf(routes: readonly HttpRoute[]): Injected {
  return injectable({ handle: listenerOf(frontOf(routes, responder), addressBehind([]), () => {}) });
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

it('the description is that of the server, as JSON and as a page: where it is, and whether it takes files', async () => {
  for (const hasFiles of [true, false]) {
    const described = serverOf(await descriptionRoutes(responder, 'https://example.org/$&', hasFiles));
    const document = (await described.inject('/openapi.json')).json<OpenApiDocument>();
    expect(document.servers).toEqual([{ url: 'https://example.org/$&' }]);
    const operations = Object.values(document.paths).map(({ get, post }) => (get ?? post)!.operationId);
    const ofFiles = ['geocode-batch', 'geocode-batch-columns'];
    expect(operations.filter((id) => id.startsWith('geocode'))).toEqual(['geocode', ...(hasFiles ? ofFiles : [])]);
    const page = (await described.inject('/docs')).body;
    const articles = [...page.matchAll(/<article id="([^"]+)"><h3>[A-Z]/g)].map(([, id]) => id!);
    expect(articles.filter((id) => operations.includes(id)).sort()).toEqual(operations.toSorted());
    expect(articles.filter((id) => ofFiles.includes(id))).toEqual(hasFiles ? ofFiles : []);
    expect(Object.hasOwn(document.components.schemas, 'BatchColumns')).toBe(hasFiles);
  }
});
