import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIndexes } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { COUNTRIES } from '../../src/model/country.ts';
import { FIXTURE_INPUTS } from '../support/fixture-inputs.ts';
import { type CaseMessage, runIsolated } from './isolated-cases.ts';

const CHILD = fileURLToPath(new URL('damage-child.ts', import.meta.url));
const MAX_SECONDS = 20;

export interface DamageMessage extends CaseMessage {
  readonly outcome: string;
  readonly what: string;
}

export interface DamageOptions {
  readonly cuts: number;
  readonly flips: number;
  readonly lies: number;
  readonly forgeries: number;
}

/** Damages the indexes of the fixtures in every way, in processes of their own, and prints what became of it. */
export async function damage(counts: DamageOptions): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'damage-'));
  try {
    await buildIndexes({
      inputs: FIXTURE_INPUTS,
      out: directory,
      threads: 1,
      progress: () => silentProgress,
      tell: () => {},
    });
    for (const country of COUNTRIES) {
      for (const family of ['cuts', 'flips', 'lies', 'forgeries'] as const) {
        // Of every file; lies choose their file.
        const cases = counts[family] * (family === 'cuts' || family === 'flips' ? 7 : 1);
        await damageFamily(join(directory, country), `${country} ${family}`, family, cases);
      }
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function damageFamily(path: string, title: string, family: string, cases: number): Promise<void> {
  const counts = new Map<string, number>();
  const examples = new Map<string, string[]>();
  const count = (outcome: string, example: string): void => {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    if (!['refused', 'refused by verify', 'equal'].includes(outcome))
      examples.set(outcome, [...(examples.get(outcome) ?? []), example]);
  };
  await runIsolated<DamageMessage>({
    script: CHILD,
    args: [path, family],
    first: 0,
    end: cases,
    maxSeconds: MAX_SECONDS,
    maxHeapMegabytes: 768,
    note: ({ number, outcome, what }) => count(outcome, `${number} ${what}`),
    fault: (message, number) => count(`FAULT ${message}`, String(number)),
  });
  const list = [...counts].sort(([, a], [, b]) => b - a).map(([outcome, each]) => `${each} ${outcome.slice(0, 160)}`);
  console.log(`${title}: ${cases} cases: ${list.join(', ')}`);
  for (const [outcome, cases] of examples) {
    process.exitCode = 1;
    console.log(`  ${outcome}\n    ${cases.slice(0, 4).join('\n    ')}`);
  }
}
