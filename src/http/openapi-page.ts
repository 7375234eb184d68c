import { type Html, html, withCode } from './html.ts';
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiResponse } from './openapi-document.ts';
import { PROBLEMS } from './problem.ts';

/** The description of the service for people: the same document as /openapi.json, as one page. */
export function openApiPage(document: OpenApiDocument): string {
  const { info, tags, paths, components } = document;
  const operations = Object.entries(paths);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}: HTTP interface</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="docs.css">
</head>
<body>
<nav aria-label="Contents">
<strong>${info.title}</strong> <span class="version">${info.version}</span>
<ul class="contents">
${tags.map(
  ({ name }) =>
    html`<li>${name}<ul class="operations">${operations
      .filter(([, { get }]) => get.tags.includes(name))
      .map(([, { get }]) => html`<li><a href="#${get.operationId}">${get.operationId}</a></li>`)}</ul></li>`,
)}
<li><a href="#schemas">Resources</a></li>
<li><a href="#problems">Problems</a></li>
<li><a href="openapi.json">openapi.json</a></li>
</ul>
</nav>
<main>
<h1>${info.title}</h1>
<p>${withCode(info.description)}</p>
<p>Send your token with each request: <code>Authorization: Bearer TOKEN</code>.</p>
${tags.map(
  ({ name, description }) => html`<section><h2>${name}</h2><p>${withCode(description)}</p>
${operations.filter(([, { get }]) => get.tags.includes(name)).map(([path, { get }]) => operationSection(path, get))}</section>`,
)}
<section id="schemas"><h2>Resources</h2>
${Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema as Schema))}</section>
<section id="problems"><h2>Problems</h2>
<p>Whatever goes wrong is answered with <code>application/problem+json</code> (RFC 9457). The <code>code</code> is for programs.</p>
<table><thead><tr><th>Status</th><th>Code</th><th>What it means, and what to do</th></tr></thead><tbody>
${Object.entries(PROBLEMS).map(
  ([code, { status, title, remedy }]) =>
    html`<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${title}. ${withCode(remedy)}</td></tr>`,
)}</tbody></table></section>
</main>
</body>
</html>
`;
  return page.text;
}

function operationSection(path: string, { operationId, summary, parameters, responses }: OpenApiOperation): Html {
  return html`<article id="${operationId}">
<h3><span class="method">GET</span> <code>${path}</code></h3>
<p>${withCode(summary)}.</p>
${parameters.length === 0 ? '' : parameterTable(parameters)}
<h4>Answers</h4>
<dl>${Object.entries(responses).map(([status, response]) => responseItem(status, response))}</dl>
</article>`;
}

function parameterTable(parameters: readonly OpenApiParameter[]): Html {
  return html`<h4>Parameters</h4><table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Notes</th></tr></thead><tbody>
${parameters.map(
  ({ name, in: place, required, schema, description }) =>
    html`<tr><td><code>${name}</code>${
      required ? html` <span class="required">required</span>` : ''
    }</td><td>${place}</td><td>${typeOf(schema as Schema)}</td><td>${withCode(description ?? '')}${rangeOf(schema as Schema)}</td></tr>`,
)}</tbody></table>`;
}

function responseItem(status: string, { description, content }: OpenApiResponse): Html {
  const examples = Object.values(content?.['application/json']?.examples ?? {}) as {
    summary: string;
    description: string;
    value: unknown;
  }[];
  return html`<dt>${status}</dt><dd>${withCode(description)}${examples.map(
    (example) =>
      html`<details><summary>${example.summary}: <code>${example.description}</code></summary><pre>${JSON.stringify(example.value, null, 2)}</pre></details>`,
  )}</dd>`;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

function schemaSection(name: string, schema: Schema): Html {
  if (schema.properties === undefined) {
    return html`<article id="${name}"><h3>${name}</h3><p>${withCode(schema.description ?? '')}</p></article>`;
  }
  return html`<article id="${name}"><h3>${name}</h3>
<table><thead><tr><th>Field</th><th>Type</th><th>Notes</th></tr></thead><tbody>
${Object.entries(schema.properties).map(
  ([field, each]) =>
    html`<tr><td><code>${field}</code>${
      schema.required?.includes(field) ? '' : html` <span class="optional">optional</span>`
    }</td><td>${typeOf(each)}</td><td>${withCode(each.description ?? '')}${fieldsOf(each)}</td></tr>`,
)}</tbody></table></article>`;
}

/** The fields of an object within a field, which has no name of its own. */
function fieldsOf({ properties }: Schema): Html | string {
  if (properties === undefined) return '';
  return html` <ul class="fields">${Object.entries(properties).map(
    ([field, each]) => html`<li><code>${field}</code>: ${typeOf(each)}. ${withCode(each.description ?? '')}</li>`,
  )}</ul>`;
}

function typeOf(schema: Schema): Html {
  const { $ref, type, items, anyOf } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1)!;
    return html`<a href="#${name}">${name}</a>`;
  }
  if (anyOf !== undefined) return html`${anyOf.map((each, i) => html`${i > 0 ? ' or ' : ''}${typeOf(each)}`)}`;
  if (items !== undefined) return html`list of ${typeOf(items)}`;
  return html`${[type ?? ''].flat().join(' or ')}`;
}

function rangeOf({ minimum, exclusiveMinimum, maximum, enum: values, default: defaultValue }: Schema): string {
  const notes = [
    values && `One of ${values.join(', ')}.`,
    minimum !== undefined && maximum !== undefined && `From ${minimum} to ${maximum}.`,
    exclusiveMinimum !== undefined && maximum !== undefined && `Above ${exclusiveMinimum}, at most ${maximum}.`,
    defaultValue !== undefined && `Default: ${String(defaultValue)}.`,
  ];
  return notes
    .filter((note) => typeof note === 'string')
    .map((note) => ` ${note}`)
    .join('');
}
