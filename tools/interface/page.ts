import { PROBLEMS } from '../../src/http/problems.ts';
import { escapeHtml } from '../../src/text/escape.ts';
import type { OpenApiDocument, OpenApiOperation } from './document.ts';

/** The description of the service for people: /openapi.json and the catalogue of problems, as a page without scripts. */
export function openApiPage({ info, tags, paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter((each) => each.tags.includes(name));
    const links = own.map(({ operationId }) => `<li><a href="#${operationId}">${operationId}</a></li>`);
    return { name, description, own, link: `<li>${name}<ul>${links.join('')}</ul></li>` };
  });
  const title = html(info.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: HTTP interface</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="base.css">
<link rel="stylesheet" href="docs.css">
</head>
<body>
<nav aria-label="Contents"><strong>${title}</strong> ${info.version}
<ul>${sections.map(({ link }) => link).join('')}<li><a href="#resources">Resources</a></li><li><a href="#problems">Problems</a></li><li><a href="openapi.json">openapi.json</a></li></ul></nav>
<main>
<h1>${title}</h1>
<p>${html(info.description)}</p>
<p>Send your token with each request: <code>Authorization: Bearer TOKEN</code>.</p>
${sections.map(({ name, description, own }) => `<section><h2>${name}</h2><p>${html(description)}</p>${own.map(operationArticle).join('')}</section>`).join('\n')}
<section><h2 id="resources">Resources</h2>
${Object.entries(components.schemas).map(schemaArticle).join('\n')}</section>
<section><h2 id="problems">Problems</h2>
<p>Whatever goes wrong is answered with <code>application/problem+json</code> (RFC 9457). The <code>code</code> is for programs.</p>
${Object.entries(PROBLEMS)
  .map(
    ([code, { status, title: what, remedy }]) =>
      `<article id="${code}"><h3>${status} <code>${code}</code></h3><p>${html(`${what}. ${remedy}`)}</p></article>`,
  )
  .join('\n')}</section>
</main>
</body>
</html>
`;
}

type Described = OpenApiOperation & { readonly path: string; readonly method: string };

function operationArticle({
  path,
  method,
  operationId,
  description = '',
  parameters = [],
  responses,
}: Described): string {
  const items = parameters.map(
    ({ name, in: place, required, description: note = '', schema }) =>
      `<dt><code>${name}</code></dt><dd>${place}${required ? ', required' : ''}. ${html(note)}${code(schema)}</dd>`,
  );
  const answers = Object.entries(responses).map(
    ([status, { description: note, content = {} }]) =>
      `<dt>${status}</dt><dd>${html(note)}${Object.values(content)
        .map(({ schema }) => code(schema))
        .join('')}</dd>`,
  );
  return `
<article id="${operationId}"><h3>${method} <code>${path}</code></h3>
${description
  .split('\n\n')
  .map((line) => `<p>${html(line)}</p>`)
  .join('')}
${items.length === 0 ? '' : `<h4>Parameters</h4><dl>${items.join('\n')}</dl>`}<h4>Answers</h4><dl>${answers.join('\n')}</dl></article>`;
}

function schemaArticle([name, schema]: readonly [name: string, schema: object]): string {
  const { description = '', ...rest } = schema as { readonly description?: string };
  return `<article id="${name}"><h3>${name}</h3><p>${html(description)}</p><pre>${code(rest, 2)}</pre></article>`;
}

/** A schema of the document; references are links. */
function code(schema: object, indent = 0): string {
  const text = escapeHtml(JSON.stringify(schema, null, indent));
  const linked = text.replace(/#\/components\/schemas\/(\w+)/g, '<a href="#$1">$1</a>');
  return ` <code>${linked}</code>`;
}

/** A text of the document as HTML; text between backticks is code. */
function html(text: string): string {
  return escapeHtml(text).replace(/`(.+?)`/g, '<code>$1</code>');
}
