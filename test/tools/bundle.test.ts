import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleElement } from '../../tools/bundle.ts';

const directory = mkdtempSync(join(tmpdir(), 'element-'));
const path = join(directory, 'element.js');
let text = '';
beforeAll(async () => {
  await bundleElement(path);
  text = readFileSync(path, 'utf8');
});
afterAll(() => rmSync(directory, { recursive: true }));

it('is one script that imports nothing and defines the element', () => {
  const defined: string[] = [];
  const context = createContext({
    HTMLElement: class {},
    customElements: { get: () => undefined, define: (name: string) => defined.push(name) },
  });
  context['globalThis'] = context;
  runInContext(text, context);
  expect(defined).toEqual(['address-lookup']);
});

it('is as small as it is said to be', () => {
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(MAX_GZIPPED_BYTES);
});

const MAX_BYTES = 34_000;
const MAX_GZIPPED_BYTES = 13_000;
