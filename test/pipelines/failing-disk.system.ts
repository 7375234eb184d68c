import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { copyFixtureIndexes } from '../support/fixture-indexes.ts';
import { FIXTURE_INPUTS } from '../support/fixture-inputs.ts';
import { offeredAddresses, offerRegisters } from '../support/offered-registers.ts';
import { PublisherServer } from '../support/publisher-server.ts';

/*
 * Each call on the file system of each command fails in turn, with each error. Afterwards the former index or the new one is there, whole; there was
 * one sentence at most; and what is left is what the next run removes.
 */
const CODES = ['EIO', 'ENOSPC', 'ESTALE', 'EBUSY', 'EXDEV'] as const;

const root = mkdtempSync(join(tmpdir(), 'failing-disk-'));
let server: PublisherServer;
let template = '';
let packed = '';
let copied: Awaited<ReturnType<typeof copyFixtureIndexes>>;
const client = new HttpClient({ firstPauseMs: 1, maxAttempts: 1 });

beforeAll(async () => {
  server = await PublisherServer.start();
  offerRegisters(server);
  copied = await copyFixtureIndexes(['lu']);
  // Two releases of Luxembourg, the second of them current.
  template = join(root, 'template');
  cpSync(copied.directory, template, { recursive: true });
  await publishCopy(join(template, 'lu'));
  packed = join(root, 'packed.zip');
  await pack(copied.directory, packed);
});
afterAll(async () => {
  await client.close();
  await server.stop();
  copied.remove();
  rmSync(root, { recursive: true, force: true });
});

/** Publishes the files of the fixtures, with one more: a release of the same index, but not the same directory. */
async function publishCopy(place: string): Promise<void> {
  const from = currentDirectory(join(copied.directory, 'lu'))!;
  await publishDirectory(place, async ({ partial }) => {
    cpSync(from, partial, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(partial, 'manifest.json'), 'utf8'));
    writeFileSync(join(partial, 'manifest.json'), `${JSON.stringify(manifest)}\n`);
  });
}

interface Command {
  readonly name: string;
  /** Every how many-eth call fails in a usual run. */
  readonly step: number;
  run(folder: string): Promise<unknown>;
  /** What the next run is, if the same one would find its work done and change nothing. */
  readonly next?: (folder: string) => Promise<unknown>;
  /** The command leaves one whole output. */
  readonly output?: string;
}

const quiet = { progress: () => silentProgress, tell: () => {} };
const COMMANDS: readonly Command[] = [
  {
    name: 'build',
    step: 61,
    run: (folder) =>
      buildIndexes({
        inputs: { ...FIXTURE_INPUTS, nl: [], be: [] },
        out: folder,
        threads: 1,
        gates: { accept: ['all'] },
        ...quiet,
      }),
  },
  { name: 'publish', step: 7, run: (folder) => publishCopy(join(folder, 'lu')) },
  {
    name: 'rollback',
    step: 7,
    run: (folder) => rollBack(join(folder, 'lu'), undefined, async (path) => void (await openIndex(path))),
    // After a rollback that was done there may be no earlier release.
    next: (folder) => publishCopy(join(folder, 'lu')),
  },
  {
    name: 'update',
    step: 97,
    run: async (folder) => {
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
      if (countries.lu!.code === 'internal-error') throw new TypeError(countries.lu!.message);
    },
  },
  { name: 'pack', step: 5, run: (folder) => pack(folder, join(folder, 'pack.zip')), output: 'pack.zip' },
  {
    name: 'install',
    step: 5,
    run: (folder) => install(packed, { out: join(folder, 'other'), keep: 3, client, progress: silentProgress }),
    next: (folder) => publishCopy(join(folder, 'other', 'lu')),
  },
  {
    name: 'geocode',
    step: 7,
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
  /^\.(?:partial|temporary|removed)-|^(?:current\.json|\.lock)-|^\.lock$|\.part$|^\.install|^\.incoming$|^\.replaced/.test(
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

describe.each(COMMANDS)('$name, where one call on the file system fails', ({ name, step, run, next, output }) => {
  it(
    'leaves the former index or the new one, and at most one sentence',
    async () => {
      const counted = prepared();
      const { calls } = await withFailingCall(counted, 0, '', async () => void (await run(counted)));
      const after = await current(counted);
      const whole = output === undefined ? undefined : readFileSync(join(counted, output));
      expect(leftovers(counted)).toEqual([]);
      let injected = 0;
      for (let n = 1; n <= calls; n += effort(step, 1)) {
        for (const code of effort(0, 1) === 1 ? CODES : [CODES[n % CODES.length]!]) {
          const folder = prepared();
          const before = await current(folder);
          let error: unknown;
          const disk = await withFailingCall(folder, n, code, async () => {
            await run(folder).catch((caught) => {
              error = caught;
            });
          });
          const where = `${name}: call ${n}, ${disk.failed} ${code}: ${(error as Error | undefined)?.stack ?? 'no error'}`;
          injected++;
          if (error !== undefined) {
            // As the program says it (src/cli/run-program.ts).
            const said = systemFault(error) ?? error;
            expect(said, where).toBeInstanceOf(AddressLookupError);
            expect((said as Error).message, where).not.toMatch(/\n\s+at /);
          }
          expect([before, after], where).toContain(await current(folder));
          if (output !== undefined && existsSync(join(folder, output)) && error === undefined)
            expect(readFileSync(join(folder, output)).equals(whole!), where).toBe(true);
          // Where removing itself has failed, or what has been downloaded is kept, the next run removes it.
          const left = leftovers(folder).filter((path) => !path.endsWith('.incoming'));
          if (left.length > 0) expect(disk.failed, `${where}: ${left.join(', ')}`).toMatch(REMOVING);
          if (leftovers(folder).length > 0) {
            await (next ?? run)(folder);
            expect(leftovers(folder), where).toEqual([]);
          }
          rmSync(folder, { recursive: true });
        }
      }
      console.log(`${name}: ${injected} of ${calls * CODES.length} faults injected`);
      expect(injected).toBeGreaterThanOrEqual(4);
    },
    effort(600_000, 7_200_000),
  );
});
