import { type ServerOptions, TokenList, tokenLine } from '../../src/http/index.ts';
import type { AddressServer } from '../../src/http/server.ts';
import type { AddressLookup } from '../../src/index.ts';
import type { OpenApiDocument } from '../../tools/interface/document.ts';
import { openFixtureIndexes } from '../support/opened-indexes.ts';
import { AnswerChecker } from './answer-checker.ts';
import { createServer, type Injected, type InjectOptions, type Response } from './inject.ts';

export { copyFixtureIndexes as buildFixtureData } from '../support/fixture-indexes.ts';

export const TOKEN = 'the-token-of-the-tests';

export const CLIENTS: TokenList = TokenList.parse(tokenLine('tests', TOKEN), 'the tests');

/** What every request of the tests has. */
export const HEADERS = { authorization: `Bearer ${TOKEN}`, 'x-autocompletesessionid': 'session' };

/** The service on the fixtures; every answer it gives to `get` is checked against its own /openapi.json. */
export interface FixtureService {
  readonly directory: string;
  readonly lookup: AddressLookup;
  readonly app: AddressServer & Injected;
  /** A request with token and session; headers that are `undefined` are left out. */
  get(path: string, options?: GetOptions): Promise<Response>;
  close(): Promise<void>;
}

export interface GetOptions {
  readonly method?: InjectOptions['method'];
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** @param own a lookup that the test closes or changes; else that of all tests */
export async function openFixtureService(
  options: Partial<ServerOptions> = {},
  own?: AddressLookup,
): Promise<FixtureService> {
  const { directory, lookup: shared } = await openFixtureIndexes();
  const lookup = own ?? shared;
  const app = await createServer(lookup, { clients: CLIENTS, page: false, ...options });
  const get = await checkedGet(app);
  return {
    directory,
    lookup,
    app,
    get,
    close: () => app.close(),
  };
}

/** `get` of a `FixtureService`, for any server. */
export async function checkedGet(app: Injected): Promise<FixtureService['get']> {
  const document = (await app.inject('/openapi.json')).json<OpenApiDocument>();
  const checker = checkerOf(document);
  return async (path, { method = 'GET', headers = {} } = {}) => {
    const sent = Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== undefined);
    const answer = await app.inject({ method, url: path, headers: Object.fromEntries(sent) as Record<string, string> });
    checker.check(method, path, answer);
    return answer;
  };
}

const checkers = new Map<string, AnswerChecker>();

/** Schemas are compiled once for all services of one description. */
function checkerOf(document: OpenApiDocument): AnswerChecker {
  const key = JSON.stringify(document);
  const checker = checkers.get(key) ?? new AnswerChecker(document);
  checkers.set(key, checker);
  return checker;
}
