import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { recipe } from '../support/recipes.ts';
import { describeInBrowser, type Visit } from './describe-in-browser.ts';

/** A slow mobile network. */
const LATENCY_SECONDS = 0.15;
const BYTES_PER_SECOND = 200_000;
const MAX_SECONDS = 0.6;

describeInBrowser(
  'On a network of 1.6 Mbit/s with 150 ms of latency the field can be used after 0.6 s',
  (inBrowser) => {
    /** The page of a shop with nothing but the field, from a script of the service. */
    async function shop(): Promise<{ readonly origin: string; close(): void }> {
      const html = recipe('plain').replaceAll('https://addresses.example', inBrowser.service.origin);
      const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      return { origin, close: () => server.close().closeAllConnections() };
    }

    /**
     * The seconds that such a network takes for what is loaded before the field is there: a round trip for the document, another one for what
     * it names, and the bytes of all.
     */
    async function secondsOf({ page }: Visit): Promise<number> {
      const html = await (await fetch(page.url())).text();
      // Not what the page before the reload still waits for.
      const begun = new Set<Request>();
      const finished: Request[] = [];
      // What scripts ask is never answered: the field does not wait for it.
      await page.route(/\/(?:v1\/|health)/, () => {});
      page.on('request', (request) => begun.add(request));
      page.on('requestfinished', (request) => begun.has(request) && finished.push(request));
      await page.reload({ waitUntil: 'commit' });
      await page.getByRole('combobox').last().waitFor();
      const needed = finished.filter((request) => !request.url().endsWith('/favicon.ico'));
      const named = needed.filter((request) => request.url() !== page.url());
      expect(named.length).toBeGreaterThan(0);
      for (const request of named) expect(html).toContain(new URL(request.url()).pathname.slice(1));
      const sizes = await Promise.all(needed.map((request) => request.sizes()));
      const bytes = sizes.reduce((sum, each) => sum + each.responseHeadersSize + each.responseBodySize, 0);
      // The scripts at least, or nothing was counted.
      expect(bytes).toBeGreaterThan(11_000);
      return 2 * LATENCY_SECONDS + bytes / BYTES_PER_SECOND;
    }

    it('in a page of another origin', async () => {
      const { origin, close } = await shop();
      try {
        const { service } = inBrowser;
        const visit = await inBrowser.visit({ width: 600, allows: [service.origin] }, { ...service, origin });
        expect(await secondsOf(visit)).toBeLessThan(MAX_SECONDS);
      } finally {
        close();
      }
    });

    it('in the page of the service', async () => {
      expect(await secondsOf(await inBrowser.visit())).toBeLessThan(MAX_SECONDS);
    });
  },
);
