import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { offeredAddresses } from '../../support/offered-registers.ts';
import { programArguments } from '../../support/program.ts';
import { publishersForEachTest } from '../../support/test-publishers.ts';

const publishers = publishersForEachTest('update');

describe('the command update, as a timer starts it', () => {
  const runCommand = (
    argv: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<{ code: number | null; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      const child: ChildProcess = spawn(
        process.execPath,
        [...programArguments('pipelines/address-lookup.ts'), 'update', ...argv],
        {
          env: { ...process.env, ...environment },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      let [stdout, stderr] = ['', ''];
      child.stdout!.on('data', (text) => {
        stdout += text;
      });
      child.stderr!.on('data', (text) => {
        stderr += text;
      });
      child.once('close', (code) => resolve({ code, stdout, stderr }));
    });

  it('prints one line of JSON, and says by its exit code how it went', async () => {
    const config = join(publishers.folder, 'address-lookup.json');
    const settings = {
      to: join(publishers.folder, 'downloads'),
      out: join(publishers.folder, 'data'),
      countries: ['lu'],
      source: offeredAddresses(publishers.server),
    };
    writeFileSync(config, JSON.stringify(settings));
    const gated = await runCommand(['--config', config]);
    expect(JSON.parse(gated.stdout)).toMatchObject({ status: 'refused', countries: { lu: { gates: ['dates'] } } });
    expect(gated.code).toBe(3);
    expect(gated.stderr).toContain('--accept dates');
    const first = await runCommand(['--accept', 'dates'], { ADDRESS_LOOKUP_CONFIG: config });
    expect(first.stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(first.stdout)).toMatchObject({ status: 'updated', countries: { lu: { status: 'updated' } } });
    expect(first.code).toBe(0);
  });
});
