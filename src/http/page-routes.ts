import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { AddressLookupError } from '../errors.ts';
import { isCompiled } from '../version.ts';
import { StaticFile } from './answer-text.ts';
import type { OpenApiDocument } from './openapi.ts';
import { openApiPage } from './openapi-page.ts';
import type { Responder } from './responder.ts';
import { getRoute, type HttpRoute } from './route.ts';

/**
 * The try-out page at `/`, its style and its scripts. It has no token, because a token served with the
 * page would be public. It asks the user for one, unless the server needs none.
 *
 * @throws AddressLookupError `input-not-found` in a checkout where the page has not been built
 */
export async function pageRoutes(responder: Responder, needsToken: boolean): Promise<HttpRoute[]> {
  const scripts = await readScripts();
  // All scripts of the page are preloaded: they import one another, and a browser would discover them one by one.
  const preloads = [...scripts.keys()].map((name) => `<link rel="modulepreload" href="page/${name}" />`);
  const document = (await readAsset('index.html'))
    .replace('data-needs-token="true"', `data-needs-token="${needsToken}"`)
    .replace('</head>', `${preloads.join('')}</head>`);
  const file = (path: string, mediaType: string, text: string): HttpRoute =>
    fileRoute(responder, path, new StaticFile(mediaType, text));
  return [
    file('/', 'text/html', document),
    // The field for other pages, in one file.
    file('/element.js', 'text/javascript', await readCompiled('../element.js')),
    file('/page/page.css', 'text/css', await readAsset('page.css')),
    ...[...scripts, ...(await readWorkbookReader())].map(([name, text]) =>
      file(`/page/${name}`, 'text/javascript', text),
    ),
  ];
}

/** The description of the service, for programs and for people, and its icon. They need no token. */
export async function descriptionRoutes(responder: Responder, document: OpenApiDocument): Promise<HttpRoute[]> {
  return [
    fileRoute(responder, '/docs.css', new StaticFile('text/css', await readAsset('docs.css'))),
    fileRoute(responder, '/icon.svg', new StaticFile('image/svg+xml', await readAsset('icon.svg'))),
    fileRoute(responder, '/openapi.json', new StaticFile('application/json', JSON.stringify(document, null, 2))),
    fileRoute(responder, '/docs', new StaticFile('text/html', openApiPage(document))),
  ];
}

function fileRoute(responder: Responder, path: string, file: StaticFile): HttpRoute {
  const isDocument = file.contentType.startsWith('text/html');
  const isScript = file.contentType.startsWith('text/javascript');
  return getRoute(path, (request, reply) => {
    if (isDocument) reply.addHeaders(DOCUMENT_HEADERS);
    // The scripts of the field are for pages anywhere, and browsers require CORS for modules of another origin.
    if (isScript) reply.header('access-control-allow-origin', '*');
    responder.file(request, reply, file);
  });
}

/** Content security policy of a page: only this server's own files. */
const DOCUMENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const DOCUMENT_HEADERS = {
  'content-security-policy': DOCUMENT_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

/** The scripts are TypeScript, served as compiled by the build, under the paths that they have there. */
const COMPILED = fileURLToPath(new URL(isCompiled() ? '../../page/' : '../../pipelines/dist/page/', import.meta.url));

/** HTML, CSS and SVG are served from the sources, or from where the build has copied them. */
const ASSETS = isCompiled() ? join(COMPILED, 'http/page') : fileURLToPath(new URL('./page/', import.meta.url));

const ENTRY = 'http/page/main.js';

function readAsset(name: string): Promise<string> {
  return readFile(join(ASSETS, name), 'utf8');
}

function readCompiled(path: string): Promise<string> {
  return readFile(join(COMPILED, path), 'utf8').catch(() => {
    throw new AddressLookupError(
      'input-not-found',
      'The scripts of the page at / are not built. Build them with "npm run build:page", or leave out the page with --no-page.',
      { directory: COMPILED },
    );
  });
}

/** The script of the page and all that it imports, by path: `http/page/main.js`. */
async function readScripts(): Promise<Map<string, string>> {
  const scripts = new Map<string, string>();
  const wanted = [ENTRY];
  for (const path of wanted) {
    if (scripts.has(path)) continue;
    const text = await readCompiled(path);
    // Browsers know no packages: the reader of workbooks is served next to the scripts.
    scripts.set(path, text.replace(/(?<=import\(')hucre\/\w+/g, '../$&.mjs'));
    for (const [, imported] of text.matchAll(/from '(\.[^']+\.js)'/g)) wanted.push(join(dirname(path), imported!));
  }
  return scripts;
}

/** The modules of the reader of workbooks, for the page, by path: `hucre/xlsx.mjs`. None if it is not installed. */
async function readWorkbookReader(): Promise<Map<string, string>> {
  const modules = new Map<string, string>();
  const wanted = ['xlsx', 'ods'].map((name) => `hucre/${name}.mjs`);
  let root: URL;
  try {
    root = new URL('./', import.meta.resolve('hucre/xlsx'));
  } catch {
    return modules;
  }
  for (const path of wanted) {
    if (modules.has(path)) continue;
    const text = await readFile(new URL(path.replace('hucre/', ''), root), 'utf8');
    modules.set(path, text);
    for (const [, imported] of text.matchAll(/(?:from |import\()"(\.[^"]+\.mjs)"/g))
      wanted.push(join(dirname(path), imported!));
  }
  return modules;
}
