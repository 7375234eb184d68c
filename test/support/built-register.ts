import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { silentProgress } from '../../pipelines/progress.ts';
import type { RegisterImport } from '../../pipelines/register-import.ts';
import type { BuildReport } from '../../pipelines/report.ts';
import { buildIndex } from '../../pipelines/run.ts';
import { type AddressLookup, openAddressLookup } from '../../src/index.ts';

/** An index of a register, built and opened before the tests of a group and removed after them. */
export interface BuiltRegister {
  directory: string;
  report: BuildReport;
  lookup: AddressLookup;
}

export function builtRegister(
  register: RegisterImport,
  path: string,
  context: { readonly withObjects?: boolean } = {},
): BuiltRegister {
  const built = {} as BuiltRegister;
  beforeAll(async () => {
    built.directory = mkdtempSync(join(tmpdir(), 'built-register-'));
    const options = { ...context, threads: 1, progress: silentProgress };
    built.report = await buildIndex(register, [path], built.directory, options);
    built.lookup = await openAddressLookup(built.directory);
  });
  afterAll(() => rmSync(built.directory, { recursive: true, force: true }));
  return built;
}
