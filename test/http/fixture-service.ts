import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { buildIndexes } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { createServer, type ServerOptions, TokenList, tokenLine } from '../../src/http/index.ts';
import type { OpenApiDocument } from '../../src/http/openapi.ts';
import { type AddressLookup, type Country, openAddressLookup } from '../../src/index.ts';
import { AnswerChecker } from './answer-checker.ts';

export const TOKEN = 'the-token-of-the-tests';

export const CLIENTS: TokenList = TokenList.parse(tokenLine('tests', TOKEN), 'the tests');

/** What every request of the tests has. */
export const HEADERS = { authorization: `Bearer ${TOKEN}`, 'x-autocompletesessionid': 'session' };

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** Builds the indexes of the fixtures in a directory of their own. */
export async function buildFixtureData(
  countries: readonly Country[] = ['nl', 'be', 'lu'],
): Promise<{ readonly directory: string; remove(): void }> {
  const directory = mkdtempSync(join(tmpdir(), 'address-lookup-http-'));
  const filesOf = (country: Country): string[] =>
    !countries.includes(country)
      ? []
      : readdirSync(join(FIXTURES, country))
          .filter((name) => name.endsWith('.zip') || name === 'addresses.csv')
          .map((name) => join(FIXTURES, country, name));
  await buildIndexes({
    inputs: { nl: filesOf('nl'), be: filesOf('be'), lu: filesOf('lu') },
    out: directory,
    threads: 1,
    progress: () => silentProgress,
    tell: () => {},
  });
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** The service on the fixtures; every answer it gives to `get` is checked against its own /openapi.json. */
export interface FixtureService {
  readonly directory: string;
  readonly lookup: AddressLookup;
  readonly app: FastifyInstance;
  /** A request with token and session; headers that are `undefined` are left out. */
  get(path: string, options?: GetOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export interface GetOptions {
  readonly method?: InjectOptions['method'];
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export async function openFixtureService(options: Partial<ServerOptions> = {}): Promise<FixtureService> {
  const data = await buildFixtureData();
  const lookup = await openAddressLookup(data.directory);
  const app = await createServer(lookup, { clients: CLIENTS, page: false, ...options });
  const get = await checkedGet(app);
  return {
    directory: data.directory,
    lookup,
    app,
    get,
    async close() {
      await app.close();
      data.remove();
    },
  };
}

/** `get` of a `FixtureService`, for any server. */
export async function checkedGet(app: FastifyInstance): Promise<FixtureService['get']> {
  const document = (await app.inject('/openapi.json')).json<OpenApiDocument>();
  const checker = new AnswerChecker(document);
  return async (path, { method = 'GET', headers = {} } = {}) => {
    const sent = Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== undefined);
    const answer = await app.inject({ method, url: path, headers: Object.fromEntries(sent) as Record<string, string> });
    checker.check(method, path, answer);
    return answer;
  };
}
