import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openCountry } from '../../src/store/directory.ts';
import { programArguments } from '../support/program.ts';

const CACLR = fileURLToPath(new URL('../../fixtures/lu/caclr.zip', import.meta.url));

/** Whether this system lets us mount file systems that nobody else sees, and number processes anew. */
function canUnshare(): boolean {
  const { status } = spawnSync('unshare', [
    '--mount',
    '--pid',
    '--fork',
    '--map-root-user',
    'sh',
    '-c',
    'mount -t tmpfs none /mnt',
  ]);
  return status === 0;
}

const root = mkdtempSync(join(tmpdir(), 'build-places-'));
let out = '';
beforeEach(() => {
  out = mkdtempSync(join(root, 'out-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** A command of the project, in the words of the shell. */
const command = (source: string): string =>
  [process.execPath, ...programArguments(source)].map((word) => `'${word}'`).join(' ');
const build = `${command('pipelines/build-index.ts')} --lu '${CACLR}' --threads 1 --out "$OUT"`;
const verify = `${command('src/cli/main.ts')} verify "$OUT"`;

/** A script of the shell, with file systems and process numbers of its own. */
function run(script: string, environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const args = ['--mount', '--pid', '--fork', '--mount-proc', '--map-root-user', 'sh', '-c', script];
  const env = { ...process.env, OUT: out, ...environment };
  return new Promise((resolve) =>
    execFile('unshare', args, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    ),
  );
}

const isStack = /^\s+at /m;

describe.skipIf(!canUnshare())('a build into a place of the system', () => {
  it('publishes into a volume that is mounted at the directory of the country', async () => {
    mkdirSync(join(out, 'lu'));
    const { code, output } = await run(`mount -t tmpfs none "$OUT/lu" && ${build} && ${verify} && ls -A "$OUT/lu"`);
    expect(code, output).toBe(0);
    expect(output).toMatch(/lu: .*sound/);
    expect(output).toMatch(/^current\.json\nreleases$/m);
  });

  it('says in one sentence that a disk is full, leaves the release before whole, and nothing else', async () => {
    const fill = 'dd if=/dev/zero of="$OUT/filler" bs=4096 2>/dev/null';
    const { code, output } = await run(
      `mount -t tmpfs -o size=4m none "$OUT" && ${build} && ls -RA "$OUT/lu" > before && { ${fill}; ${build}; echo "ended with $?"; ls -RA "$OUT/lu" > after; cmp before after && ${verify}; }`.replaceAll(
        / (before|after)\b/g,
        ` "$SCRATCH/$1"`,
      ),
      { SCRATCH: root },
    );
    expect(output).toMatch(
      /^".*lu" cannot be written: no space is left on it\. Make room, or .*; an index that was there is unchanged\.$/m,
    );
    expect(output).toContain('ended with 2');
    expect(output).not.toMatch(isStack);
    expect(output).toMatch(/lu: .*sound/);
    expect(code, output).toBe(0);
  });

  it('says in one sentence that a place is read-only', async () => {
    const { code, output } = await run(`mount -t tmpfs -o ro none "$OUT" && ${build}`);
    expect(output).toMatch(/^".*lu" cannot be written: it is read-only\. Choose another directory with --out.*$/m);
    expect(output).not.toMatch(isStack);
    expect(code).toBe(2);
  });

  it('needs no folder for temporary files but its own', async () => {
    const { code, output } = await run(build, { TMPDIR: join(root, 'no-such-folder') });
    expect(code, output).toBe(0);
    expect(readdirSync(join(out, 'lu')).sort()).toEqual(['current.json', 'releases']);
  });

  it('of two containers with one host name, where both are process 1, is refused or waits for nobody: neither harms the other', async () => {
    const ended = await Promise.all([run(build), run(build)]);
    const { manifest } = await openCountry(out, 'lu');
    expect(manifest.counts.addresses).toBe(764);
    expect(ended.map(({ code }) => code)).toContain(0);
    for (const { code, output } of ended) {
      expect([0, 2]).toContain(code);
      expect(output).not.toMatch(isStack);
      if (code === 2)
        expect(output).toMatch(/is writing to the same place: it holds .*\.lock\. Wait until it has ended/);
    }
    expect(readdirSync(join(out, 'lu')).sort()).toEqual(['current.json', 'releases']);
  });
});
