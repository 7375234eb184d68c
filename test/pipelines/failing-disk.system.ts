import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIndexes } from '../../pipelines/build-index.ts';
import { HttpClient } from '../../pipelines/download/http-client.ts';
import { install } from '../../pipelines/pack/install.ts';
import { pack } from '../../pipelines/pack/pack.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { publishDirectory, rollBack } from '../../pipelines/publish-directory.ts';
import { update } from '../../pipelines/update/update.ts';
import { createProgram } from '../../src/cli/main.ts';
import { AddressLookupError, systemFault } from '../../src/errors.ts';
import { openIndex } from '../../src/store/directory.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { effort } from '../support/effort.ts';
import { withFailingCall } from '../support/failing-disk.ts';
import { offerEdition, offeredAddresses } from '../support/offered-registers.ts';
import { PublisherServer } from '../support/publisher-server.ts';
import { tinyLuxembourg } from '../support/tiny-luxembourg.ts';

/*
 * Each call on the file system of each command fails in turn, with each error. Afterwards the former index or the new one is there, whole; there was
 * one sentence at most; and what is left is what the next run removes.
 */
const CODES = ['EIO', 'ENOSPC', 'ESTALE', 'EBUSY', 'EXDEV'] as const;

const root = mkdtempSync(join(tmpdir(), 'failing-disk-'));
let server: PublisherServer;
let template = '';
let packed = '';
const client = new HttpClient({ firstPauseMs: 1, maxAttempts: 1 });

beforeAll(async () => {
  server = await PublisherServer.start();
  for (const [i, name] of ['first', 'second', 'third'].entries()) {
    const files = await tinyLuxembourg(i + 1);
    mkdirSync(join(root, name));
    for (const [file, body] of Object.entries(files)) writeFileSync(join(root, name, file), body);
    offerEdition(server, 'caclr', 'caclr.zip', '20260920-040000', files['caclr.zip']);
    offerEdition(server, 'bd', 'addresses.csv', '20260928-023119', files['addresses.csv']);
  }
  // Two releases, the second of them current; the commands publish the third.
  template = join(root, 'template');
  await build(template, 'first');
  await build(template, 'second');
  await build(join(root, 'built'), 'third');
  packed = join(root, 'packed.zip');
  await pack(join(root, 'built'), packed);
});
afterAll(async () => {
  await client.close();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Builds an edition of the register: `first`, `second` or `third`. */
function build(out: string, edition: string): Promise<void> {
  const inputs = { nl: [], be: [], lu: [join(root, edition)] };
  return buildIndexes({ inputs, out, threads: 1, gates: { accept: ['all'] }, ...quiet });
}

/** Publishes the third release as it was built elsewhere. */
async function publishBuilt(place: string): Promise<void> {
  const from = currentDirectory(join(root, 'built', 'lu'))!;
  await publishDirectory(place, async ({ partial }) => cpSync(from, partial, { recursive: true }));
}

interface Command {
  readonly name: string;
  /** How many calls, spread over all, fail with each error in a usual run. */
  readonly usual: number;
  run(folder: string): Promise<unknown>;
  /** What the next run is, if the same one would find its work done and change nothing. */
  readonly next?: (folder: string) => Promise<unknown>;
  /** The command leaves one whole output. */
  readonly output?: string;
}

const quiet = { progress: () => silentProgress, tell: () => {} };
/** Downloads the third release, and builds it. */
async function updateIn(folder: string): Promise<void> {
  const { countries } = await update({
    countries: ['lu'],
    to: join(folder, '.downloads'),
    sources: offeredAddresses(server),
    keepDownloads: 1,
    out: folder,
    threads: 1,
    gates: { accept: ['all'] },
    client,
    ...quiet,
  });
  const { status, code, message = '' } = countries.lu!;
  if (code === 'internal-error') throw new TypeError(message);
  if (status === 'refused' || status === 'failed') throw new AddressLookupError(code!, message);
}

const COMMANDS: readonly Command[] = [
  {
    name: 'build',
    usual: 2,
    run: (folder) => build(folder, 'third'),
  },
  { name: 'publish', usual: 4, run: (folder) => publishBuilt(join(folder, 'lu')) },
  {
    name: 'rollback',
    usual: 3,
    run: (folder) => rollBack(join(folder, 'lu'), undefined, async (path) => void (await openIndex(path))),
    // After a rollback that was done there may be no earlier release.
    next: (folder) => publishBuilt(join(folder, 'lu')),
  },
  {
    name: 'update',
    usual: 2,
    run: updateIn,
    next: async (folder) => {
      await updateIn(folder);
      // What is left of publishing, the next publication removes.
      await publishBuilt(join(folder, 'lu'));
    },
  },
  { name: 'pack', usual: 4, run: (folder) => pack(folder, join(folder, 'pack.zip')), output: 'pack.zip' },
  {
    name: 'install',
    usual: 6,
    run: (folder) => install(packed, { out: join(folder, 'other'), keep: 3, client, progress: silentProgress }),
    next: (folder) => publishBuilt(join(folder, 'other', 'lu')),
  },
  {
    name: 'geocode',
    usual: 3,
    run: async (folder) => {
      const program = await createProgram();
      const input = join(folder, 'rows.csv');
      await program
        .exitOverride()
        .parseAsync([
          'node',
          'x',
          'geocode',
          input,
          '--out',
          join(folder, 'answers.csv'),
          '--data',
          folder,
          '--threads',
          '0',
          '--quiet',
          '--country',
          'lu',
        ]);
    },
    output: 'answers.csv',
  },
];

/** What is in the place of a country, as readers see it. */
async function current(folder: string): Promise<string> {
  const indexes: string[] = [];
  for (const place of [join(folder, 'lu'), join(folder, 'other', 'lu')]) {
    const directory = currentDirectory(place);
    indexes.push(directory === undefined ? 'none' : (await openIndex(directory)).manifest.release);
  }
  return indexes.join(' ');
}

/** Calls with which leftovers are found, judged and removed. */
const REMOVING = /^(?:rm|rmdir|unlink|rename|readdir|lstat|readFile|open|close|handle\.close|fstat|read)(?:Sync)?$/;
const isLeftover = (name: string): boolean =>
  /^\.(?:partial|temporary|removed)-|^(?:current\.json|last-update\.json|\.lock)-|^\.lock$|\.part$|^\.install|^\.incoming$|^\.replaced/.test(
    name,
  );
function leftovers(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => [
    ...(isLeftover(entry.name) ? [join(path, entry.name)] : []),
    ...(entry.isDirectory() ? leftovers(join(path, entry.name)) : []),
  ]);
}

function prepared(): string {
  const folder = mkdtempSync(join(root, 'run-'));
  cpSync(template, folder, { recursive: true });
  writeFileSync(join(folder, 'rows.csv'), 'street;number;place\nRue de la Gare;1;Luxembourg\n');
  mkdirSync(join(folder, '.downloads'));
  return folder;
}

/**
 * As if the process that left these locks had ended, which a test cannot: the next run takes them over at once. Of a process that lives it would
 * wait for a sign of life, for 15 s.
 */
function endHoldersOfLocks(paths: readonly string[]): void {
  for (const path of paths.filter((each) => each.endsWith('.lock'))) {
    const owner = readFileSync(path, 'utf8');
    if (owner !== '') writeFileSync(path, JSON.stringify({ ...JSON.parse(owner), processId: ENDED_PROCESS }));
  }
}
const ENDED_PROCESS = spawnSync(process.execPath, ['--version']).pid;

describe.each(COMMANDS)('$name, where one call on the file system fails', ({ name, usual, run, next, output }) => {
  it.each(CODES)(
    'with %s, leaves the former index or the new one, and at most one sentence',
    async (code) => {
      const counted = prepared();
      const before = await current(counted);
      const { calls } = await withFailingCall(counted, 0, '', async () => void (await run(counted)));
      const after = await current(counted);
      expect(after === before).toBe(output !== undefined);
      const whole = output === undefined ? undefined : readFileSync(join(counted, output));
      expect(leftovers(counted)).toEqual([]);
      rmSync(counted, { recursive: true });

      async function failAt(n: number): Promise<string | undefined> {
        const folder = prepared();
        let error: unknown;
        const { failed } = await withFailingCall(folder, n, code, async () => {
          await run(folder).catch((caught) => {
            error = caught;
          });
        });
        const where = `call ${n}, ${failed}: ${(error as Error | undefined)?.stack ?? 'no error'}`;
        if (error !== undefined) {
          // As the program says it (src/cli/run-program.ts).
          const said = systemFault(error) ?? error;
          expect(said, where).toBeInstanceOf(AddressLookupError);
          expect((said as Error).message, where).not.toMatch(/\n\s+at /);
        }
        expect(error === undefined ? [after] : [before, after], where).toContain(await current(folder));
        if (output !== undefined && error === undefined)
          expect(readFileSync(join(folder, output)).equals(whole!), where).toBe(true);
        // Where removing itself has failed, or what has been downloaded is kept, the next run removes it.
        const left = leftovers(folder);
        const unexpected = left.filter((path) => !path.endsWith('.incoming'));
        if (unexpected.length > 0) expect(failed, `${where}: ${unexpected.join(', ')}`).toMatch(REMOVING);
        if (left.length > 0) {
          endHoldersOfLocks(left);
          await (next ?? run)(folder);
          expect(leftovers(folder), where).toEqual([]);
        }
        rmSync(folder, { recursive: true });
        return failed;
      }

      let injected = 0;
      const faults: string[] = [];
      // In a usual run the codes take turns.
      const count = Math.min(effort(usual, calls), calls);
      const turn = count === calls ? 0 : CODES.indexOf(code) / CODES.length;
      for (let i = 0; i < count; i++) {
        const n = 1 + Math.floor(((i + turn) * calls) / count);
        try {
          if ((await failAt(n)) !== undefined) injected++;
        } catch (fault) {
          faults.push((fault as Error).message);
        }
      }
      console.log(`${name}, ${code}: ${injected} of ${calls} calls failed in turn`);
      expect(faults).toEqual([]);
      expect(injected).toBeGreaterThan(0);
    },
    effort(600_000, 7_200_000),
  );
});
