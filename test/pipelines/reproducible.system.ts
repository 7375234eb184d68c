import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUNTRIES as ALL, type Country } from '../../src/model/country.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { effort } from '../support/effort.ts';
import { FIXTURE_INPUTS } from '../support/fixture-inputs.ts';
import { programArguments } from '../support/program.ts';

/** The smallest country, or all. */
const COUNTRIES: readonly Country[] = ALL.slice(-effort(1, ALL.length));
const run = promisify(execFile);
const root = mkdtempSync(join(tmpdir(), 'reproducible-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Bytes = Record<string, Buffer>;

interface Circumstances {
  readonly threads?: number;
  readonly environment?: Record<string, string>;
  /** The files in a folder of this name, in the order given. */
  readonly folder?: string;
  readonly isReversed?: boolean;
}

/** Builds all countries in a process of its own; returns every file of each, with what a build writes beside an index. */
async function build({ threads = 1, environment = {}, folder, isReversed }: Circumstances): Promise<Bytes> {
  const out = mkdtempSync(join(root, 'out-'));
  const args = COUNTRIES.flatMap((country) => {
    const files = FIXTURE_INPUTS[country].map((file) => {
      if (folder === undefined) return file;
      const copies = join(root, folder, country);
      mkdirSync(copies, { recursive: true });
      cpSync(file, join(copies, basename(file)));
      return join(copies, basename(file));
    });
    return [`--${country}`, ...(isReversed ? files.reverse() : files)];
  });
  await run(
    process.execPath,
    [...programArguments('pipelines/build-index.ts'), ...args, '--out', out, '--threads', String(threads)],
    {
      env: { ...process.env, ...environment },
    },
  );
  const filesOf = (country: Country): [string, Buffer][] => {
    const directory = currentDirectory(join(out, country))!;
    return readdirSync(directory).map((name) => [`${country}/${name}`, readFileSync(join(directory, name))]);
  };
  return Object.fromEntries(COUNTRIES.flatMap(filesOf));
}

describe('the same register files give the same bytes', () => {
  let expected: Bytes = {};
  beforeAll(async () => {
    expected = await build({});
    expect(Object.keys(expected).length).toBeGreaterThanOrEqual(COUNTRIES.length * 9);
  });

  it.each<[string, Circumstances]>([
    ['with other numbers of threads', { threads: 3 }],
    [
      'in another time zone and language',
      { environment: { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } },
    ],
    ['in another folder, in another order', { folder: 'é b', isReversed: true }],
  ])('%s', async (_, circumstances) => {
    const bytes = await build(circumstances);
    expect(Object.keys(bytes)).toEqual(Object.keys(expected));
    for (const [name, content] of Object.entries(expected)) expect(bytes[name]!.equals(content), name).toBe(true);
  });
});
