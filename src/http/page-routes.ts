import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path/posix';
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
  return Promise.all([
    fileRoute(responder, '/', 'index.html', (text) =>
      text.replace('data-needs-token="true"', `data-needs-token="${needsToken}"`),
    ),
    ...['page.css', ...scripts].map((name) => fileRoute(responder, `/page/${name}`, name)),
    // The field, for other pages too, in one file.
    fileRoute(responder, '/element.js', '../element.js'),
  ]);
}

/**
 * The description of the service, for programs and for people, and its icon. They need no token.
 *
 * @param baseUrl the address of the service, without a slash at its end
 * @param hasFiles whether it takes files
 * @throws AddressLookupError `input-not-found` in a checkout where it has not been built
 */
export function descriptionRoutes(responder: Responder, baseUrl: string, hasFiles: boolean): Promise<HttpRoute[]> {
  const variant = hasFiles ? '' : '-without-files';
  return Promise.all([
    ...['base.css', 'docs.css', 'icon.svg'].map((name) => fileRoute(responder, `/${name}`, name)),
    fileRoute(responder, '/openapi.json', `openapi${variant}.json`, (text) =>
      text.replace('"url": "/"', () => `"url": ${JSON.stringify(baseUrl || '/')}`),
    ),
    fileRoute(responder, '/docs', `docs${variant}.html`),
  ]);
}

/** @param adapt makes the text that of this server */
async function fileRoute(
  responder: Responder,
  path: string,
  name: string,
  adapt: (text: string) => string = (text) => text,
): Promise<HttpRoute> {
  const mediaType = MEDIA_TYPES[extname(name)]!;
  const file = new StaticFile(mediaType, adapt(await readBuilt(() => readFile(join(BUILT, name), 'utf8'))));
  return getRoute(path, (request, reply) => {
    if (mediaType === 'text/html') reply.addHeaders(DOCUMENT_HEADERS);
    // The scripts of the field are for pages anywhere, and browsers require CORS for modules of another origin.
    if (mediaType === 'text/javascript') reply.header('access-control-allow-origin', '*');
    responder.file(request, reply, file);
  });
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

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

/** Where the build puts them: it bundles the scripts, which are TypeScript, and writes the description. */
const BUILT = fileURLToPath(new URL(isCompiled() ? '../../page/' : '../../pipelines/dist/page/', import.meta.url));

function readBuilt<T>(read: () => Promise<T>): Promise<T> {
  return read().catch(() => {
    throw new AddressLookupError(
      'input-not-found',
      'The page at / and the description of the service are not built. Build them with "npm run build:page".',
      { directory: BUILT },
    );
  });
}
