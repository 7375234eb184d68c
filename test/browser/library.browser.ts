import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { luxembourg } from '../../fixtures/generate/caclr/luxembourg.ts';
import { buildIndexes } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { type AddressLookup, openAddressLookup } from '../../src/index.ts';
import { readManifest } from '../../src/store/manifest-file.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { Random } from '../support/random.ts';

const ENTRY = fileURLToPath(new URL('../../src/browser.ts', import.meta.url));

/** The parts of one question: an operation of `lookup.lu`, or `geocode`, and its request. */
type Question = readonly [operation: string, request: object];

/** What the page does: it opens the index, and shows what it answers to the questions. */
const PAGE_SCRIPT = `
  import { geocode, openAddressLookup } from '/library.js';
  const get = async (path) => (await fetch(path)).text();
  const manifest = await get('/manifest.json');
  const files = {};
  for (const { name } of JSON.parse(manifest).files) files[name] = await (await fetch('/' + name)).arrayBuffer();
  const lookup = await openAddressLookup({ lu: { manifest, files } });
  const answers = JSON.parse(await get('/questions.json')).map(([operation, request]) =>
    JSON.stringify(operation === 'geocode' ? geocode(lookup, request) : lookup.lu[operation](request)));
  const shown = document.createElement('pre');
  shown.textContent = JSON.stringify({
    hasNode: 'process' in globalThis || 'Buffer' in globalThis,
    countries: lookup.countries,
    answers,
  });
  document.body.append(shown);`;

/** What the library answers where there is no Node, with a whole country in memory: the same as in Node, byte for byte. */
describe.skipIf(inject('browserEndpoint') === '')('the library in a browser', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'in-browser-'));
  let lookup: AddressLookup;
  let bundle = '';
  let server: Server;
  let questions: readonly Question[] = [];

  beforeAll(async () => {
    mkdirSync(join(scratch, 'register'));
    await luxembourg.writeRegister({
      directory: join(scratch, 'register'),
      scale: 1,
      seed: 1,
      layout: undefined,
      level: 1,
    });
    await buildIndexes({
      inputs: { nl: [], be: [], lu: [join(scratch, 'register')] },
      out: join(scratch, 'data'),
      threads: 1,
      progress: () => silentProgress,
      tell: () => {},
    });
    lookup = await openAddressLookup(join(scratch, 'data'));
    questions = questionsAbout(lookup);
    const { outputFiles } = await build({
      entryPoints: [ENTRY],
      bundle: true,
      format: 'esm',
      platform: 'browser',
      minify: true,
      write: false,
    });
    bundle = outputFiles[0]!.text;
    const index = currentDirectory(join(scratch, 'data', 'lu'))!;
    server = createServer((request, response) => {
      const path = new URL(request.url!, 'http://localhost').pathname;
      // Without 'unsafe-eval': code that is made of text would be refused.
      response.setHeader('Content-Security-Policy', "default-src 'none'; script-src 'self'; connect-src 'self'");
      if (path === '/')
        response
          .setHeader('Content-Type', 'text/html')
          .end('<!doctype html><body><script type=module src=page.js></script>');
      else if (path === '/library.js') response.setHeader('Content-Type', 'text/javascript').end(bundle);
      else if (path === '/page.js') response.setHeader('Content-Type', 'text/javascript').end(PAGE_SCRIPT);
      else if (path === '/questions.json') response.end(JSON.stringify(questions));
      else response.end(readFileSync(join(index, path)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }, 300_000);
  afterAll(() => {
    lookup?.close();
    server?.close();
    rmSync(scratch, { recursive: true });
  });

  it('answers all of Luxembourg as Node does', async () => {
    const { lu } = lookup;
    const manifest = readManifest(currentDirectory(join(scratch, 'data', 'lu'))!);
    expect(manifest.counts.addresses).toBeGreaterThan(190_000);
    const answers = questions.map(([operation, request]) =>
      operation === 'geocode' ? lookup.geocode(request) : lu[operation as 'directMatch'](request as never),
    );
    expect(answers.filter((answer) => JSON.stringify(answer).length > 100).length).toBeGreaterThan(500);

    const browser = await chromium.connect(inject('browserEndpoint'));
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const inBrowser = JSON.parse((await page.locator('pre').textContent({ timeout: 60_000 }))!);
      expect(errors.filter((text) => !text.includes('favicon'))).toEqual([]);
      expect(inBrowser.hasNode).toBe(false);
      expect(inBrowser.countries).toEqual(['lu']);
      const differing = answers.flatMap((answer, i) => {
        const [here, there] = [JSON.stringify(answer), inBrowser.answers[i]];
        return here === there ? [] : [{ question: questions[i], here, there }];
      });
      expect(differing.slice(0, 3)).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

/** Every operation, about addresses all over the country: their names whole, begun and mistyped, their numbers and positions. */
function questionsAbout({ lu }: AddressLookup): Question[] {
  const random = new Random(1);
  const questions: Question[] = [];
  for (const letter of 'abcdefghijklmnoprstvwz') {
    const { results } = lu.autocomplete({ search: letter, perPage: 12 });
    questions.push(['autocomplete', { search: letter, perPage: 12 }]);
    for (const { label, context } of results) {
      questions.push(['autocomplete', { context }], ['autocomplete', { search: `${label} 1`, explain: true }]);
      questions.push(['autocomplete', { search: `${label.slice(0, 3)}x${label.slice(4)}` }]);
    }
  }
  for (let i = 0; i < 200; i++) {
    const latitude = 49.45 + random.next() * 0.7;
    const longitude = 5.8 + random.next() * 0.65;
    const found = lu.nearest({ latitude, longitude, within: 20_000 });
    questions.push(
      ['nearest', { latitude, longitude, within: 20_000 }],
      ['radius', { latitude, longitude, radius: 500 }],
    );
    if (found === null) continue;
    const { street, city, postcode, housenumber } = random.pick(found.addresses);
    questions.push(['directMatch', { postcode, housenumber }], ['alternatives', { postcode, housenumber }]);
    questions.push(['geocode', { text: `${housenumber} ${street}, L-${postcode} ${city}` }]);
    questions.push(['geocode', { street: street.replace('e', 'a'), housenumber, place: city }]);
    questions.push(['autocomplete', { search: street, near: { latitude, longitude }, language: 'de', perPage: 5 }]);
  }
  return questions;
}
