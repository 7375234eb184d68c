import type { FastifyInstance } from 'fastify';
import { addDocumentHeaders } from './headers.ts';
import { openApiDocument } from './openapi-document.ts';
import { openApiPage } from './openapi-page.ts';
import { readPageFile } from './page-files.ts';
import { type Responder, staticFile } from './responder.ts';

/** What the service is, for programs and for people, and its icon. Without tokens. */
export async function addDescriptionRoutes(app: FastifyInstance, responder: Responder, baseUrl: string): Promise<void> {
  const document = openApiDocument(baseUrl);
  const json = staticFile('application/json', JSON.stringify(document, null, 2));
  const page = staticFile('text/html', openApiPage(document));
  const style = staticFile('text/css', await readPageFile('docs.css'));
  const icon = staticFile('image/svg+xml', await readPageFile('icon.svg'));
  app.get('/openapi.json', (request, reply) => responder.file(request, reply, json));
  app.get('/docs', (request, reply) => {
    addDocumentHeaders(reply);
    responder.file(request, reply, page);
  });
  app.get('/docs.css', (request, reply) => responder.file(request, reply, style));
  app.get('/icon.svg', (request, reply) => responder.file(request, reply, icon));
}
