import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAddressLookup } from '../../src/lookup/open.ts';
import { countriesIn, manifestOf, readCountry } from '../../src/store/directory.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { damagesOf } from '../support/damaged-index.ts';
import { toIndexInput } from '../support/small-register.ts';
import { DUTCH_TOWN } from '../support/towns.ts';

const root = mkdtempSync(join(tmpdir(), 'replaced-'));
afterAll(() => rmSync(root, { recursive: true }));

/** At least. */
const OPENS = 400;

/** Two releases that differ in one position, so that their files are equally long. */
function writeReleases(): void {
  for (const release of [0, 1]) {
    const input = toIndexInput(DUTCH_TOWN);
    const row = input.addresses.latE7.findIndex((latE7) => latE7 > 0);
    input.addresses.latE7[row] = input.addresses.latE7[row]! + release;
    mkdirSync(join(root, `release-${release}`));
    writeIndex(join(root, `release-${release}`), {
      ...input,
      registers: input.registers.map((register) => ({ ...register, name: `R${release}` })),
    });
  }
}

/** A process that publishes the one and the other release in `out/nl`, again and again, as quickly as it can. */
async function startWriter(out: string, keep: number): Promise<ChildProcess> {
  const script = join(root, `writer-${keep}.ts`);
  const module = new URL('../../pipelines/publish-directory.ts', import.meta.url).href;
  writeFileSync(
    script,
    `import { cpSync } from 'node:fs';
     import { publishDirectory } from ${JSON.stringify(module)};
     async function write() {
       for (let i = 0; ; i++) {
         const release = ${JSON.stringify(join(root, 'release-'))} + (i % 2);
         await publishDirectory(${JSON.stringify(join(out, 'nl'))}, async ({ partial }) => cpSync(release, partial, { recursive: true }), { keep: ${keep} });
         if (i === 0) console.log('writing');
       }
     }
     void write();`,
  );
  const tsx = new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', tsx, script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout!, 'data');
  return child;
}

beforeAll(writeReleases);

// With one release kept, the directory that a reader has found is removed again and again while it reads.
describe.each([1, 3])('an index that is replaced without pause while it is opened (%d kept)', (keep) => {
  const out = join(root, `out-${keep}`);
  let writer: ChildProcess;
  beforeAll(async () => {
    // It begins as an index whose files lie directly in the place.
    cpSync(join(root, 'release-0'), join(out, 'nl'), { recursive: true });
    writer = await startWriter(out, keep);
  });
  afterAll(async () => {
    writer.kill('SIGKILL');
    await once(writer, 'exit');
  });

  it.each([true, false])('is there, and one release, each time (checksums compared: %s)', async (verify) => {
    const seen = new Set<string>();
    // On a busy machine the writer may not have had its turn yet.
    for (let i = 0; i < OPENS || seen.size < 2; i++) {
      expect(countriesIn(out)).toEqual(['nl']);
      const buffers = await readCountry(out, 'nl', { verify });
      expect((await damagesOf(buffers)).files).toEqual([]);
      seen.add(buffers.manifest.registers[0]!.name);
    }
    expect([...seen].sort()).toEqual(['R0', 'R1']);
  });

  it('opens as a lookup, whose manifest is that of its files', async () => {
    for (let i = 0; i < OPENS / 4; i++) {
      const lookup = await openAddressLookup(out);
      expect(lookup.nl.manifest.registers[0]!.name).toMatch(/^R[01]$/);
      expect(manifestOf(out, 'nl').country).toBe('nl');
      lookup.close();
    }
  });
});
