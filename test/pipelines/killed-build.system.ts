import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildIndexes } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { manifestOf, openCountry } from '../../src/store/directory.ts';
import { effort } from '../support/effort.ts';
import { fixtureFile, withoutLastLine } from '../support/offered-registers.ts';
import { programArguments } from '../support/program.ts';
import { Random } from '../support/random.ts';

const KILLS = effort(2, 50);
const root = mkdtempSync(join(tmpdir(), 'killed-build-'));
const out = join(root, 'out');
const caclr = join(root, 'caclr.zip');
const [oldPositions, newPositions] = [join(root, 'old.csv'), join(root, 'new.csv')];
const releases: string[] = [];

async function build(positions: string): Promise<string> {
  const inputs = { nl: [], be: [], lu: [caclr, positions] };
  await buildIndexes({ inputs, out, threads: 1, keep: 1, progress: () => silentProgress, tell: () => {} });
  return manifestOf(out, 'lu').release;
}

beforeAll(async () => {
  writeFileSync(caclr, fixtureFile('lu/caclr.zip'));
  writeFileSync(newPositions, fixtureFile('lu/addresses.csv'));
  writeFileSync(oldPositions, withoutLastLine(fixtureFile('lu/addresses.csv')));
  for (const positions of [newPositions, oldPositions]) releases.push(await build(positions));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it(`a build that is killed at any moment leaves the old index or the new one, whole: ${KILLS} times`, {
  timeout: 900_000,
}, async () => {
  const random = new Random(1);
  expect(new Set(releases).size).toBe(2);
  /** How long a build takes here that is left alone. */
  let fullMs = 0;
  const found: string[] = [];
  for (let kill = -1; kill < KILLS; kill++) {
    const positions = kill % 2 === 0 ? newPositions : oldPositions;
    const started = performance.now();
    const child = spawn(
      process.execPath,
      [
        ...programArguments('pipelines/build-index.ts'),
        '--lu',
        caclr,
        positions,
        '--out',
        out,
        '--threads',
        '1',
        '--keep',
        '1',
      ],
      { stdio: 'ignore' },
    );
    const ended = once(child, 'exit');
    if (kill < 0) {
      expect(await ended).toEqual([0, null]);
      fullMs = performance.now() - started;
      continue;
    }
    // The first half is the start of Node.
    await Promise.race([sleep(fullMs * (0.3 + 0.75 * random.next())), ended]);
    child.kill('SIGKILL');
    await ended;
    // As anyone opens it, without a build in between that would clean up.
    const { manifest } = await openCountry(out, 'lu');
    expect(releases).toContain(manifest.release);
    found.push(manifest.release);
  }
  expect(await build(newPositions)).toBe(releases[0]);
  expect(readdirSync(join(out, 'lu', 'releases'))).toHaveLength(1);
  expect(found).toHaveLength(KILLS);
});
