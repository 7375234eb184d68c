import { expect, it } from 'vitest';
import { PROBLEMS } from '../../../src/http/problems.ts';
import type { OpenApiDocument } from '../../../tools/interface/document.ts';
import { openApiPage } from '../../../tools/interface/page.ts';

const DOCUMENT: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'A & B', version: '1.2.3', description: 'For <people>, with `code`.' },
  servers: [{ url: '/' }],
  tags: [
    { name: 'houses', description: 'What there is.' },
    { name: 'status', description: 'How it is.' },
  ],
  paths: {
    '/houses/{id}': {
      get: {
        operationId: 'house',
        tags: ['houses'],
        summary: 'One house',
        description: 'One house.\n\nFor example: `GET /houses/1`.',
        parameters: [
          { name: 'id', in: 'path', required: true, description: 'Which "one".', schema: { type: 'integer' } },
          { name: 'deep', in: 'query', required: false, schema: { type: 'boolean' } },
        ],
        responses: {
          200: {
            description: 'It.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/House' } } },
          },
          404: { description: 'None.' },
        },
      },
    },
    '/ready': { get: { operationId: 'ready', tags: ['status'], summary: 'Ready', responses: {} } },
  },
  components: { schemas: { House: { description: 'A <house>.', type: 'object' } } },
};

const page = openApiPage(DOCUMENT);

it('the page has each operation under its group, with parameters and answers, and a link to it', () => {
  expect(page).toContain('<ul><li>houses<ul><li><a href="#house">house</a></li></ul></li><li>status<ul>');
  expect(page.indexOf('<h2>houses</h2>')).toBeLessThan(page.indexOf('<article id="house">'));
  expect(page.indexOf('<article id="house">')).toBeLessThan(page.indexOf('<h2>status</h2>'));
  expect(page).toContain('<h3>GET <code>/houses/{id}</code></h3>');
  expect(page).toContain('<p>One house.</p><p>For example: <code>GET /houses/1</code>.</p>');
  expect(page).toContain('<dt><code>id</code></dt><dd>path, required. Which &quot;one&quot;.');
  expect(page).toContain('<dt><code>deep</code></dt><dd>query. ');
  expect(page).toContain('<dt>404</dt><dd>None.</dd>');
});

it('what has no parameters has no heading for them', () => {
  expect(page.match(/<h4>Parameters<\/h4>/g)).toHaveLength(1);
});

it('every text is escaped, and what is between backticks is code', () => {
  expect(page).toContain('<title>A &amp; B: HTTP interface</title>');
  expect(page).toContain('<p>For &lt;people&gt;, with <code>code</code>.</p>');
  expect(page).not.toContain('<people>');
  expect(page).not.toMatch(/<script/);
});

it('a reference to a schema is a link to its article', () => {
  expect(page).toContain('<a href="#House">House</a>');
  expect(page).toContain('<article id="House"><h3>House</h3><p>A &lt;house&gt;.</p>');
});

it('every problem is there under its code, with what to do', () => {
  for (const [code, { status }] of Object.entries(PROBLEMS))
    expect(page).toContain(`<article id="${code}"><h3>${status} <code>${code}</code></h3>`);
});
