import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveCommand } from '../../src/cli/serve.ts';
import { MAX_COMPRESSIONS } from '../../src/http/answer-text.ts';
import { MAX_WAITING_BYTES, SAMPLE_BYTES } from '../../src/http/batch.ts';
import { MAX_BATCH_BYTES } from '../../src/http/batch-route.ts';
import { MAX_ROW_BYTES } from '../../src/http/batch-rows.ts';
import { MAX_HEADER_BYTES, MAX_WAITING_ON_CONNECTION } from '../../src/http/connections.ts';
import { OPERATIONS } from '../../src/http/operations.ts';
import { MAX_EXPLAINED, MAX_HTTP_PER_PAGE, MAX_TEXT_LENGTH, MAX_URL_LENGTH } from '../../src/http/parameters.ts';
import { PROBLEMS } from '../../src/http/problems.ts';
import { CLIENT_MS, VISITOR_MS } from '../../src/http/rate-limiter.ts';
import { MAX_BATCHES, MAX_BATCHES_OF_CLIENT } from '../../src/http/running-batches.ts';
import { type FixtureService, HEADERS, openFixtureService } from './fixture-service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(ROOT, 'docs/http.md'), 'utf8');
const errors = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8');

describe('docs/http.md', () => {
  let service: FixtureService;

  beforeAll(async () => {
    service = await openFixtureService();
  });
  afterAll(() => service.close());

  it('has requests that are answered with what stands below them, one at least for each operation', async () => {
    const examples = [...page.matchAll(/```console\n\$ curl -s (.*)"\$URL(.*)" \| jq( -c)?\n([\s\S]*?)\n```/g)];
    const asked = new Set<string>();
    for (const [, options, path, isCompact, output] of examples) {
      const headers = {
        authorization: options?.includes('$AUTH') ? HEADERS.authorization : undefined,
        'x-autocompletesessionid': options?.includes('$SESSION') ? '1' : undefined,
      };
      const answer = (await service.get(path!, { headers })).json();
      const stable = path === '/health' ? withoutFigures : (text: string): string => text;
      expect(stable(JSON.stringify(answer, null, isCompact ? 0 : 2)), path).toBe(stable(output!));
      asked.add(path!.split('?')[0]!);
    }
    for (const { id, path } of OPERATIONS) {
      const pattern = new RegExp(`^${path.replace(/:country\b/g, 'nl').replace(/:\w+/g, '[^/]+')}$`);
      expect(
        [...asked].some((each) => pattern.test(each)),
        id,
      ).toBe(true);
    }
  });

  it('names only options that the command has', () => {
    const options = serveCommand().options.map(({ long }) => long);
    const named = [...page.matchAll(/`(?:serve )?(--[a-z-]+)[ `]/g)].map(([, option]) => option!);
    expect(new Set(named).size).toBeGreaterThan(12);
    for (const option of named)
      expect([...options, '--help', '--expires', '--list', '--revoke', '--tokens']).toContain(option);
  });

  it('says the bounds that hold for everybody', () => {
    const limits = page.slice(page.indexOf('## Limits'), page.indexOf('## The operations'));
    for (const bound of [
      MAX_URL_LENGTH.toLocaleString('en'),
      MAX_HEADER_BYTES.toLocaleString('en'),
      `more than ${MAX_WAITING_ON_CONNECTION} waiting requests`,
      `| ${MAX_COMPRESSIONS}; `,
      `${MAX_TEXT_LENGTH} characters: 400`,
      `may be ${CLIENT_MS / 1000} seconds`,
      `token ${VISITOR_MS / 1000} seconds`,
    ]) {
      expect(limits).toContain(bound);
    }
  });

  it('says how many results a page has at most', () => {
    const parameters = page.slice(page.indexOf('### Autocomplete'), page.indexOf('### Directmatch'));
    expect(parameters).toContain(`: from 1, and at most ${MAX_HTTP_PER_PAGE}; `);
    expect(parameters).toContain(`at most ${MAX_EXPLAINED} results`);
  });

  it('says the bounds of a file', () => {
    const file = page.slice(page.indexOf('### A file'), page.indexOf('### Identifiers'));
    for (const bound of [
      `| ${MAX_BATCH_BYTES >> 20} MiB, unpacked`,
      `a row ${MAX_ROW_BYTES.csv >> 20} MiB, of NDJSON ${MAX_ROW_BYTES.ndjson >> 10} KiB`,
      `may send ${MAX_WAITING_BYTES >> 20} MiB`,
      `| ${MAX_BATCHES}, of a client ${MAX_BATCHES_OF_CLIENT}, of all workers together: 429 |`,
      `The first ${SAMPLE_BYTES >> 10} KB`,
    ]) {
      expect(file).toContain(bound);
    }
  });

  it('names the options of a server in a program, all of them and no others', () => {
    const table = page.slice(page.indexOf('## In your own program'), page.indexOf('## Speed'));
    const named = [...table.matchAll(/^- (`\w+`(?:, `\w+`)*): /gm)].flatMap(([, cell]) =>
      cell!.split(', ').map((name) => name.slice(1, -1)),
    );
    const source = readFileSync(join(ROOT, 'src/http/options.ts'), 'utf8');
    const [, members] = /export interface ServerOptions \{\n([\s\S]*?)\n\}\n/.exec(source)!;
    const options = [...members!.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name]) => name);
    expect(options.length).toBeGreaterThan(12);
    expect(named.sort()).toEqual(options.sort());
  });

  it('names in the prose of a program what its entry has', async () => {
    const entry = await import('../../src/http/index.ts');
    const table = page.slice(page.indexOf('## In your own program'), page.indexOf('## Speed'));
    const called = [...table.matchAll(/(?:new |\b)([A-Za-z]\w+)(?:\.\w+)?\(/g)].map(([, name]) => name!);
    const ofEntry = called.filter((name) => /^(?:create|[A-Z])/.test(name));
    expect(new Set(ofEntry)).toEqual(
      new Set(['TokenList', 'createServer', 'TokenFile', 'LiveLookup', 'RateLimiter', 'KeyFile', 'PublishableKeys']),
    );
    for (const name of ofEntry) expect(entry, name).toHaveProperty(name);
  });

  it('names the metrics, all of them and no others', async () => {
    const { body } = await service.app.inject('/metrics');
    const metrics = [...body.matchAll(/^# TYPE (address_lookup_\w+)/gm)].map(([, name]) => name);
    expect([...page.matchAll(/^- `(address_lookup_\w+)`/gm)].map(([, name]) => name).sort()).toEqual(metrics.sort());
  });
});

describe('docs/errors.md', () => {
  it('names every problem once, by its status', () => {
    const table = errors.slice(errors.indexOf('## Problems of the HTTP service'));
    const named = [...table.matchAll(/^\| (\d+) \| (`.*`) \|$/gm)].flatMap(([, status, codes]) =>
      codes!.split(', ').map((code) => [code.slice(1, -1), Number(status)] as const),
    );
    expect(named.toSorted()).toEqual(
      Object.entries(PROBLEMS)
        .map(([code, { status }]) => [code, status] as const)
        .toSorted(),
    );
  });
});

/** Without what differs from one build of the registers, and one start, to the next. */
function withoutFigures(text: string): string {
  return text.replace(/"(release|served_since)":( ?)".*?"/g, '"$1":$2""').replace(/":( ?)\d+/g, '":$10');
}
