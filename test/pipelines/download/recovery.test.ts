import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Download, download, markRefused } from '../../../pipelines/download/download.ts';
import { HttpClient } from '../../../pipelines/download/http-client.ts';
import { sourcesOf } from '../../../pipelines/download/publishers.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import { AddressLookupError } from '../../../src/errors.ts';
import { effort } from '../../support/effort.ts';
import { fixtureFile, withoutLastLine } from '../../support/offered-registers.ts';
import {
  answering,
  breakingAfter,
  type Misbehaviour,
  PublisherServer,
  stallingAfter,
} from '../../support/publisher-server.ts';
import { tinyLuxembourg } from '../../support/tiny-luxembourg.ts';

/*
 * A download as a state machine: any state that a killed, failed or deceived run can leave, then a server with any fault, then a sound one. The
 * next run has to have the right edition, nothing mixed; the one after it fetches nothing; the release in use stays, and nothing else is left.
 */

interface Edition {
  readonly day: string;
  readonly files: Readonly<Record<string, Buffer>>;
}

const FILES = ['caclr.zip', 'addresses.csv'] as const;
const KEEP = 2;

/** Zips of the same members that differ in their comment. */
function commented(zip: Buffer, comment: string): Buffer {
  const end = Buffer.from(zip);
  end.writeUInt16LE(comment.length, end.length - 2);
  return Buffer.concat([end, Buffer.from(comment)]);
}

const { 'caclr.zip': zip, 'addresses.csv': csv } = await tinyLuxembourg();
const EDITIONS: readonly Edition[] = ['2026-01-11', '2026-01-18', '2026-01-25'].map((day, i) => ({
  day,
  files: {
    'caclr.zip': commented(zip, `edition ${i}`),
    'addresses.csv': [csv, withoutLastLine(csv), withoutLastLine(withoutLastLine(csv))][i]!,
  },
}));
const [FIRST, SECOND, THIRD] = EDITIONS as readonly [Edition, Edition, Edition];
/** Where transfers are broken off: in the middle of either file. */
const HALF = csv.length >> 1;

const root = mkdtempSync(join(tmpdir(), 'recovery-'));
let server: PublisherServer;
/** A sound server is waited for, however busy this machine is; one with a fault need not be. */
const LIMITS = { firstPauseMs: 1, maxAttempts: 2, maxRetryAfterMs: 0, maxFileBytes: 400_000 };
const patient = new HttpClient(LIMITS);
const impatient = new HttpClient({ ...LIMITS, silenceMs: 60, slowWindowMs: 60 });
beforeAll(async () => {
  server = await PublisherServer.start();
});
afterAll(async () => {
  await patient.close();
  await impatient.close();
  await server.stop();
  rmSync(root, { recursive: true });
});

const etagOf = (body: Buffer): string => `"${createHash('sha256').update(body).digest('hex').slice(0, 8)}"`;

/** Where an edition is offered: as files under fixed addresses, or behind the API of a data portal. */
type Mode = 'files' | 'portal';

function offer(mode: Mode, { day, files }: Edition): void {
  server.reset();
  for (const name of FILES) {
    const body = files[name]!;
    const lastModified = new Date(`${day}T04:00:00Z`).toUTCString();
    if (mode === 'files') {
      server.offer(`/${name}`, body, { etag: etagOf(body), lastModified });
      continue;
    }
    // Of the portal's servers one has validators, the other has not.
    const validators = name === 'caclr.zip' ? { etag: etagOf(body) } : {};
    const url = server.offer(`/resources/${day.replaceAll('-', '')}-040000/${name}`, body, validators);
    const checksum = { type: 'md5', value: createHash('md5').update(body).digest('hex') };
    const resource = { title: name, url, filesize: body.length, checksum, last_modified: `${day}T00:00:00` };
    server.offer(`/api/1/datasets/${name}/`, JSON.stringify({ resources: [resource] }));
  }
}

const addressesOf = (mode: Mode): Record<string, string> =>
  Object.fromEntries(
    FILES.map((name) => [name, server.url(mode === 'files' ? `/${name}` : `/api/1/datasets/${name}/`)]),
  );

const fetchNow = (mode: Mode, to: string, inUse: Edition | undefined, client = patient): Promise<Download> =>
  download('lu', {
    to,
    sources: sourcesOf('lu', addressesOf(mode)),
    keep: KEEP,
    inUse:
      inUse === undefined
        ? []
        : Object.values(inUse.files).map((body) => createHash('sha256').update(body).digest('hex')),
    client,
    progress: silentProgress,
  });

/** What earlier runs leave; returns the edition that the index in use was built from. */
type State = (mode: Mode, to: string) => Promise<Edition | undefined>;

const failing = async (run: Promise<unknown>): Promise<void> => {
  await run.catch((error) => {
    if (!(error instanceof AddressLookupError)) throw error;
  });
};
const published =
  (...editions: readonly Edition[]): State =>
  async (mode, to) => {
    for (const edition of editions) {
      offer(mode, edition);
      await fetchNow(mode, to, editions[0]);
    }
    return editions[0];
  };
const interrupted =
  (edition: Edition, index: number, then: (incoming: string) => void = () => {}): State =>
  async (mode, to) => {
    offer(mode, edition);
    const requests = (mode === 'files' ? 1 : 2) * index + (mode === 'files' ? 0 : 1);
    const incoming = join(to, 'lu', '.incoming');
    const part = join(incoming, `${FILES[index]}.part`);
    // It breaks off when the beginning is there; the retry finds no server, so that the part stays.
    server.misbehaviours.push(
      ...Array.from({ length: requests }, () => undefined),
      breakingAfter(HALF, () => statSync(part, { throwIfNoEntry: false })?.size ?? 0),
      answering(500),
    );
    await failing(fetchNow(mode, to, undefined));
    // Without a validator nothing can be resumed.
    const isResumable = mode === 'files' || index === 0;
    expect(existsSync(`${part}.json`)).toBe(isResumable);
    then(incoming);
    return undefined;
  };

const STATES: Readonly<Record<string, State>> = {
  nothing: async () => undefined,
  'the edition before': published(FIRST),
  'this edition': published(SECOND),
  'a newer edition, which was withdrawn': published(FIRST, THIRD),
  'two newer editions': async (mode, to) => {
    const later = { ...THIRD, day: '2026-02-01' };
    await published(FIRST, THIRD, later)(mode, to);
    return FIRST;
  },
  'a part of this edition': interrupted(SECOND, 0),
  'a part of the edition before': interrupted(FIRST, 0),
  'one file of this edition and a part of the other': interrupted(SECOND, 1),
  'one file of the edition before and a part of the other': interrupted(FIRST, 1),
  'a part whose state is cut short': interrupted(SECOND, 0, (incoming) =>
    writeFileSync(join(incoming, 'caclr.zip.part.json'), '{"url":'),
  ),
  'a provenance that is cut short': async (mode, to) => {
    await published(FIRST)(mode, to);
    for (const name of readdirSync(join(to, 'lu')))
      if (/^\d/.test(name)) writeFileSync(join(to, 'lu', name, 'provenance.json'), '{"country":');
    return undefined;
  },
  'a file that the disk has damaged': async (mode, to) => {
    offer(mode, SECOND);
    const downloaded = await fetchNow(mode, to, undefined);
    const [zip] = downloaded.paths as [string];
    const body = readFileSync(zip);
    body[body.length >> 1]! ^= 1;
    writeFileSync(zip, body);
    await markRefused(downloaded);
    return undefined;
  },
  'an edition that a build has refused': async (mode, to) => {
    offer(mode, FIRST);
    await markRefused(await fetchNow(mode, to, undefined));
    return undefined;
  },
  'leftovers of a killed run': async (_, to) => {
    mkdirSync(join(to, 'lu', '.replaced-2026-01-18'), { recursive: true });
    mkdirSync(join(to, 'lu', '.incoming', '.unpacked-abcdef'), { recursive: true });
    writeFileSync(join(to, 'lu', '.incoming', 'caclr.zip'), 'PK');
    return undefined;
  },
};

/** What the server does to each request of a run; `undefined` lets it pass. */
interface Fault {
  readonly name: string;
  readonly misbehaves: Misbehaviour;
  /** Only requests of the portal's API, or only those of files; by default the latter. */
  readonly of?: 'api' | 'all';
  readonly mode?: Mode;
}

const withHeaders =
  (
    status: number,
    headersOf: (body: Buffer) => Record<string, string | number>,
    bodyOf: (body: Buffer) => Buffer,
  ): Misbehaviour =>
  (_, response, { body }) => {
    response.writeHead(status, headersOf(body));
    response.end(bodyOf(body));
  };
const validators = (body: Buffer): Record<string, string> => ({ etag: etagOf(body) });
const flipped = (body: Buffer): Buffer => {
  const copy = Buffer.from(body);
  // In a zip, the data of a member, whose name stands before it; in the CSV it would be a letter, which only a checksum shows.
  const name = copy.indexOf('IMMEUBLE');
  if (name !== -1) for (let at = name + 8; at < name + 40; at++) copy[at]! ^= 0x55;
  return copy;
};
const portalSays =
  (value: unknown): Misbehaviour =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(typeof value === 'string' ? value : JSON.stringify(value));
  };
/** Changes what the portal says of its first resource. */
const resource =
  (change: (resource: Record<string, unknown>) => unknown): Misbehaviour =>
  (request, response, { body }) => {
    const { resources } = JSON.parse(body.toString()) as { resources: Record<string, unknown>[] };
    portalSays({ resources: [change(resources[0]!)] })(request, response, { body });
  };
const another = Buffer.from('A'.repeat(zip.length));

const FAULTS: readonly Fault[] = [
  { name: 'answers 500', misbehaves: answering(500), of: 'all' },
  { name: 'asks to come back tomorrow', misbehaves: answering(503, { 'retry-after': '86400' }), of: 'all' },
  { name: 'answers 404', misbehaves: answering(404), of: 'all' },
  { name: 'answers 304 to everything', misbehaves: answering(304, { etag: '"x"' }), of: 'all' },
  { name: 'answers 416 to everything', misbehaves: answering(416) },
  { name: 'answers 206 without a range', misbehaves: answering(206, {}, 'PK') },
  { name: 'breaks off at once', misbehaves: (_, response) => void response.destroy(), of: 'all' },
  { name: 'breaks off', misbehaves: breakingAfter(HALF) },
  { name: 'stops sending', misbehaves: stallingAfter(HALF) },
  { name: 'sends a web page', misbehaves: answering(200, { 'content-type': 'text/html' }, '<html><title>Storing') },
  { name: 'sends nothing', misbehaves: answering(200, { 'content-length': '0', etag: '"x"' }) },
  {
    name: 'sends another register',
    misbehaves: withHeaders(200, validators, () => fixtureFile('be/openaddress-bebru.zip')),
  },
  {
    name: 'sends half of it as the whole',
    misbehaves: withHeaders(200, validators, (body) => Buffer.from(body.subarray(0, HALF)).fill(0, HALF - 50)),
  },
  {
    name: 'changes bytes on the way',
    misbehaves: withHeaders(200, (body) => ({ ...validators(body), 'content-length': body.length }), flipped),
  },
  {
    name: 'changes bytes on the way, with a checksum of the whole',
    misbehaves: withHeaders(
      200,
      (body) => ({
        ...validators(body),
        'repr-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
      }),
      (body) => Buffer.concat([body.subarray(0, -8), Buffer.from('damaged!')]),
    ),
  },
  {
    name: 'sends a part of another version',
    misbehaves: ({ headers }, response, { body }) => {
      const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
      response.writeHead(206, {
        etag: '"another"',
        'content-range': `bytes ${from}-${body.length - 1}/${body.length}`,
      });
      response.end(another.subarray(0, body.length - from));
    },
  },
  {
    name: 'sends a part without a version',
    misbehaves: ({ headers }, response, { body }) => {
      const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
      response.writeHead(206, { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` });
      response.end(another.subarray(0, body.length - from));
    },
  },
  {
    name: 'sends without end',
    misbehaves: (_, response) => {
      response.writeHead(200, {});
      const send = (): void => {
        while (!response.destroyed && response.write(another));
        if (!response.destroyed) response.once('drain', send);
      };
      send();
    },
  },
  {
    name: 'announces more than there is',
    misbehaves: withHeaders(
      200,
      (body) => ({ ...validators(body), 'content-length': body.length + 99 }),
      (body) => body,
    ),
  },
  {
    name: 'announces far too much',
    misbehaves: withHeaders(
      200,
      (body) => ({ ...validators(body), 'content-length': 9e12 }),
      (body) => body,
    ),
  },
  { name: 'redirects to a file', misbehaves: answering(302, { location: 'file:///etc/passwd' }), of: 'all' },
  { name: 'redirects to nonsense', misbehaves: answering(302, { location: 'http://[' }), of: 'all' },
  {
    name: 'redirects to itself',
    misbehaves: (request, response) => void response.writeHead(302, { location: request.url! }).end(),
    of: 'all',
  },
  { name: 'lists null', misbehaves: portalSays({ resources: [null] }), of: 'api', mode: 'portal' },
  { name: 'lists nothing', misbehaves: portalSays({}), of: 'api', mode: 'portal' },
  { name: 'sends no JSON', misbehaves: portalSays('<html>'), of: 'api', mode: 'portal' },
  {
    name: 'states a checksum that is none',
    misbehaves: resource((each) => ({ ...each, checksum: { type: 'md5', value: '00' } })),
    of: 'api',
    mode: 'portal',
  },
  {
    name: 'states another checksum',
    misbehaves: resource((each) => ({ ...each, checksum: { type: 'md5', value: '0'.repeat(32) } })),
    of: 'api',
    mode: 'portal',
  },
  {
    name: 'states another size',
    misbehaves: resource((each) => ({ ...each, filesize: 7 })),
    of: 'api',
    mode: 'portal',
  },
  {
    name: 'dates an edition into the future',
    misbehaves: resource((each) => ({
      ...each,
      last_modified: '2999-12-31',
      url: String(each['url']).replace(/\/\d{8}-/, '/29991231-'),
    })),
    of: 'api',
    mode: 'portal',
  },
  {
    name: 'dates an edition on no day',
    misbehaves: resource((each) => ({
      ...each,
      last_modified: 'x',
      url: String(each['url']).replace(/\/\d{8}-/, '/99999999-'),
    })),
    of: 'api',
    mode: 'portal',
  },
];

/** Lets the fault of the server last for a whole run. */
function misbehave({ misbehaves, of }: Fault): void {
  server.everyRequest = (request) => {
    const isOfApi = request.url!.startsWith('/api/');
    return of === 'all' || isOfApi === (of === 'api') ? misbehaves : undefined;
  };
}

const bytesUnder = (path: string): number =>
  readdirSync(path, { withFileTypes: true }).reduce(
    (sum, entry) =>
      sum + (entry.isDirectory() ? bytesUnder(join(path, entry.name)) : statSync(join(path, entry.name)).size),
    0,
  );
const EDITION_BYTES = Object.values(FIRST.files).reduce((sum, body) => sum + body.length, 0);

const prepared = new Map<string, { readonly folder: string; readonly inUse: Edition | undefined }>();
/** A folder of downloads in this state, which is reached once and then copied. */
async function inState(
  mode: Mode,
  state: string,
): Promise<{ readonly to: string; readonly inUse: Edition | undefined }> {
  const key = `${mode} ${state}`;
  let known = prepared.get(key);
  if (known === undefined) {
    const folder = mkdtempSync(join(root, 'state-'));
    known = { folder, inUse: await STATES[state]!(mode, folder) };
    prepared.set(key, known);
  }
  const to = mkdtempSync(join(root, 'to-'));
  cpSync(known.folder, to, { recursive: true });
  return { to, inUse: known.inUse };
}

const cases = (['files', 'portal'] as const).flatMap((mode) =>
  FAULTS.filter((fault) => (fault.mode ?? mode) === mode).flatMap((fault) =>
    Object.keys(STATES).map((state) => ({
      mode,
      fault,
      state,
      name: `${mode}: ${state}; the server ${fault.name}`,
    })),
  ),
);
/** All of them, or each fault in one state and each state with two faults. */
const chosen = effort(0, 1) === 1 ? cases : FAULTS.map((fault, i) => caseOf(fault, i));

function caseOf(fault: Fault, i: number): (typeof cases)[number] {
  const mode = fault.mode ?? (['files', 'portal'] as const)[i % 2]!;
  const state = Object.keys(STATES)[i % Object.keys(STATES).length];
  return cases.find((each) => each.fault === fault && each.mode === mode && each.state === state)!;
}

describe('a download recovers, whatever was left and whatever the server did', () => {
  it(`from ${FAULTS.length} faults of the server in ${Object.keys(STATES).length} states`, () => {
    expect(cases.length).toBeGreaterThan(600);
    expect(new Set(chosen.map(({ fault }) => fault.name)).size).toBe(FAULTS.length);
    expect(new Set(chosen.map(({ state }) => state)).size).toBe(Object.keys(STATES).length);
  });

  it.each(chosen)('$name', async ({ mode, fault, state }) => {
    const { to, inUse } = await inState(mode, state);
    const place = join(to, 'lu');

    offer(mode, SECOND);
    misbehave(fault);
    await failing(
      fetchNow(mode, to, inUse, impatient).then(async (downloaded) => {
        // Without a length and a checksum a file that is cut short cannot be told from a whole one, until a build refuses it.
        const isCut = FILES.some((name, i) => !readFileSync(downloaded.paths[i]!).equals(SECOND.files[name]!));
        if (isCut) await markRefused(downloaded);
      }),
    );
    expect(server.requests.length).toBeLessThan(20);
    if (inUse !== undefined) expect(kept(place, inUse), 'the release in use stays').toBe(true);

    offer(mode, SECOND);
    server.everyRequest = undefined;
    const { paths, directory } = await fetchNow(mode, to, inUse);
    for (const [i, name] of FILES.entries())
      expect(readFileSync(paths[i]!).equals(SECOND.files[name]!), name).toBe(true);
    if (inUse !== undefined) expect(kept(place, inUse), 'the release in use stays').toBe(true);

    server.requests.length = 0;
    const again = await fetchNow(mode, to, inUse);
    expect(again).toMatchObject({ status: 'unchanged', directory, fetchedBytes: 0 });
    expect(
      server.requests
        .filter(({ path }) => !path.startsWith('/api/'))
        .reduce((sum, { sentBytes }) => sum + sentBytes, 0),
    ).toBe(0);
    expect(readdirSync(place).filter((name) => !/^\d{4}-\d{2}-\d{2}$/.test(name))).toEqual([]);
    expect(readdirSync(directory).sort()).toEqual(['addresses.csv', 'caclr.zip', 'provenance.json']);
    expect(bytesUnder(place)).toBeLessThan((KEEP + 2) * (EDITION_BYTES + 5000));
    rmSync(to, { recursive: true });
  });
});

/** Whether a release has the files of an edition. */
function kept(place: string, { files }: Edition): boolean {
  return readdirSync(place).some((release) =>
    Object.entries(files).every(([name, body]) => {
      try {
        return readFileSync(join(place, release, name)).equals(body);
      } catch {
        return false;
      }
    }),
  );
}
