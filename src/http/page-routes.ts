import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { AddressLookupError } from '../errors.ts';
import { isCompiled } from '../version.ts';
import { StaticFile } from './answer-text.ts';
import type { Responder } from './responder.ts';
import { getRoute, type HttpRoute } from './route.ts';

/**
 * The try-out page at `/`, its style and its scripts. It has no token, because a token served with the
 * page would be public. It asks the user for one, unless the server needs none.
 *
 * @throws AddressLookupError `input-not-found` in a checkout where the page has not been built
 */
export async function pageRoutes(responder: Responder, needsToken: boolean): Promise<HttpRoute[]> {
  const scripts = (await readBuilt(() => readdir(BUILT))).filter((name) => name.endsWith('.js'));
  const document = (await readAsset('index.html')).replace(
    'data-needs-token="true"',
    `data-needs-token="${needsToken}"`,
  );
  const script = async (path: string, file: string): Promise<HttpRoute> =>
    fileRoute(responder, path, new StaticFile('text/javascript', await readBuilt(() => readFile(file, 'utf8'))));
  return [
    fileRoute(responder, '/', new StaticFile('text/html', document)),
    fileRoute(responder, '/page/page.css', new StaticFile('text/css', await readAsset('page.css'))),
    ...(await Promise.all(scripts.map((name) => script(`/page/${name}`, join(BUILT, name))))),
    // The field, for other pages too, in one file.
    await script('/element.js', join(BUILT, '../element.js')),
  ];
}

/**
 * The description of the service, for programs and for people, and its icon. They need no token.
 *
 * @param baseUrl the address of the service, without a slash at its end
 * @param hasFiles whether it takes files
 * @throws AddressLookupError `input-not-found` in a checkout where they have not been built
 */
export async function descriptionRoutes(
  responder: Responder,
  baseUrl: string,
  hasFiles: boolean,
): Promise<HttpRoute[]> {
  const described = (name: string): Promise<string> => readBuilt(() => readFile(join(BUILT, name), 'utf8'));
  const document = await described(hasFiles ? 'openapi.json' : 'openapi-without-files.json');
  const page = await described(hasFiles ? 'docs.html' : 'docs-without-files.html');
  const placed = document.replace('"url": "/"', () => `"url": ${JSON.stringify(baseUrl || '/')}`);
  return [
    fileRoute(responder, '/base.css', new StaticFile('text/css', await readAsset('base.css'))),
    fileRoute(responder, '/docs.css', new StaticFile('text/css', await readAsset('docs.css'))),
    fileRoute(responder, '/icon.svg', new StaticFile('image/svg+xml', await readAsset('icon.svg'))),
    fileRoute(responder, '/openapi.json', new StaticFile('application/json', placed)),
    fileRoute(responder, '/docs', new StaticFile('text/html', page)),
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

/** The scripts are TypeScript, bundled by the build, which also writes the description. */
const BUILT = fileURLToPath(new URL(isCompiled() ? '../../page/' : '../../pipelines/dist/page/', import.meta.url));

/** HTML, CSS and SVG are served from the sources, or from where the build has copied them. */
const ASSETS = isCompiled() ? BUILT : fileURLToPath(new URL('./page/', import.meta.url));

function readAsset(name: string): Promise<string> {
  return readFile(join(ASSETS, name), 'utf8');
}

function readBuilt<T>(read: () => Promise<T>): Promise<T> {
  return read().catch(() => {
    throw new AddressLookupError(
      'input-not-found',
      'The page at / and the description of the service are not built. Build them with "npm run build:page".',
      { directory: BUILT },
    );
  });
}
