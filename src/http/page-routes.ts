import type { FastifyInstance } from 'fastify';
import { addDocumentHeaders } from './headers.ts';
import { readPageFile, readPageScripts } from './page-files.ts';
import { type Responder, staticFile } from './responder.ts';

/**
 * The try-out page at `/`, its style and its scripts. It has no token of its own: a token that the server gave to everybody who
 * opens the page would be a token for everybody. So it asks for one, unless the server needs none.
 */
export async function addPageRoutes(app: FastifyInstance, responder: Responder, needsToken: boolean): Promise<void> {
  const scripts = await readPageScripts();
  // All scripts at once: they import one another, which would be asked for step by step.
  const preloads = [...scripts.keys()].map((name) => `<link rel="modulepreload" href="page/${name}" />`);
  const document = (await readPageFile('index.html'))
    .replace('data-needs-token="true"', `data-needs-token="${needsToken}"`)
    .replace('</head>', `${preloads.join('')}</head>`);
  const page = staticFile('text/html', document);
  const style = staticFile('text/css', await readPageFile('page.css'));
  app.get('/', (request, reply) => {
    addDocumentHeaders(reply);
    responder.file(request, reply, page);
  });
  app.get('/page/page.css', (request, reply) => responder.file(request, reply, style));
  for (const [name, text] of scripts) {
    const script = staticFile('text/javascript', text);
    app.get(`/page/${name}`, (request, reply) => responder.file(request, reply, script));
  }
}
