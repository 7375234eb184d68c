import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { buildIndexCommand, buildIndexes } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { queryCommand } from '../../src/cli/query.ts';
import { unstampedCrc32 } from '../../src/format/container.ts';
import { crc32 } from '../../src/format/crc32.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import { openCountry, openIndex } from '../../src/store/directory.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { runCommand } from '../cli/run-command.ts';
import { readRejects } from '../support/read-rejects.ts';
import { nationalZip, number, place, residence, street } from './bag/small-extract.ts';
import { brussels, csvFile, walloon } from './best/best-rows.ts';

const root = mkdtempSync(join(tmpdir(), 'build-index-'));
afterAll(() => rmSync(root, { recursive: true }));

let out = '';
beforeEach(() => {
  out = mkdtempSync(join(root, 'out-'));
});

async function register(numbers: readonly number[]): Promise<string> {
  const id = (type: string, running: number): string => `0363${type}${String(running).padStart(10, '0')}`;
  const zip = await nationalZip({
    places: [place({ id: '3594', name: 'Amsterdam' })],
    streets: [
      street({ id: id('30', 1), name: 'Damrak', place: '3594' }),
      street({ id: id('30', 2), name: 'Damrak', place: '3594' }),
    ],
    numbers: numbers.flatMap((n) => [
      number({ id: id('20', n), number: n, street: id('30', 1), postcode: '1012JS' }),
      number({ id: id('20', 100 + n), number: n, street: id('30', 2), postcode: '1012JS' }),
    ]),
    residences: numbers.flatMap((n) => [
      residence({ id: id('01', n), main: id('20', n) }),
      residence({ id: id('01', 100 + n), main: id('20', 100 + n), status: 'Verblijfsobject gevormd' }),
    ]),
    relations: [{ place: '3594', municipality: '0363' }],
  });
  const path = join(mkdtempSync(join(root, 'input-')), 'lvbag-extract-nl.zip');
  writeFileSync(path, zip);
  return path;
}

async function build(nl: readonly string[]): Promise<string> {
  let told = '';
  await buildIndexes({
    inputs: { nl, be: [], lu: [] },
    out,
    threads: 1,
    progress: () => silentProgress,
    isDetailed: true,
    tell: (text) => {
      told += text;
    },
  });
  return told;
}

const currentOf = (country: Country): string => currentDirectory(join(out, country))!;

const bytesOf = (directory: string): Record<string, string> =>
  Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'latin1')]));

describe('building an index', () => {
  it('merges streets, leaves duplicates out and writes an index that opens, with its report beside it', async () => {
    const told = await build([await register([1, 2])]);
    const index = await openIndex(join(out, 'nl'));
    expect(index.addresses.length).toBe(2);
    const report = JSON.parse(readFileSync(join(currentOf('nl'), 'report.json'), 'utf8'));
    expect(report).toMatchObject({
      country: 'nl',
      registers: [{ name: 'BAG', referenceDate: '2026-01-08' }],
      records: { NUM: { read: 4, kept: 2, historical: 0, rejected: { duplicate: 2 } } },
      addresses: { total: 2, secondary: 0, proposed: 0, withoutPostcode: 0, withoutPosition: 0 },
      streets: 1,
      places: 1,
      withoutAddresses: { streets: 0, places: 0 },
      provinces: [
        { id: 27, name: 'Noord-Holland', addresses: 2, municipalities: [{ id: 363, name: 'Amsterdam', addresses: 2 }] },
      ],
    });
    const rejects = parse(readRejects(join(currentOf('nl'), 'rejects.csv.gz')), { columns: true });
    expect(rejects).toMatchObject([
      { record_type: 'NUM', reason: 'duplicate', id: '0363200000000101', detail: '0363200000000001' },
      { record_type: 'NUM', reason: 'duplicate', id: '0363200000000102', detail: '0363200000000002' },
    ]);
    expect(told).toContain('nl BAG 2026-01-08: 2 addresses, 1 street, 1 place;');
    expect(told).toContain('NUM: 4 read, 2 kept, 2 duplicate');
    expect(told).toContain('Noord-Holland: 2 addresses (Amsterdam 2)');
    expect(told).not.toContain('Left out');
  });

  it('writes the same bytes again for the same files', async () => {
    const input = await register([1, 2, 3]);
    await build([input]);
    const first = bytesOf(currentOf('nl'));
    await build([input]);
    // The report tells what has changed since the one before.
    const { 'report.json': firstReport, 'report.html': _, ...firstFiles } = first;
    const {
      'report.json': secondReport,
      'report.html': page,
      'changes.png': changes,
      ...secondFiles
    } = bytesOf(currentOf('nl'));
    expect(page).toContain('Changes since the previous release');
    expect(changes).toContain('PNG');
    expect(secondFiles).toEqual(firstFiles);
    const withoutComparison = (text: string) => ({ ...JSON.parse(text), gates: undefined, changes: undefined });
    expect(withoutComparison(secondReport!)).toEqual(withoutComparison(firstReport!));
    expect(JSON.parse(secondReport!).changes.totals).toMatchObject({ added: 0, removed: 0 });
    expect(readdirSync(out)).toEqual(['nl']);
  });

  it.each<[string, () => Promise<string[]>, string]>([
    ['is not there', async () => [join(root, 'nothing.zip')], 'input-not-found'],
    [
      'is cut off',
      async () => {
        const path = await register([1]);
        writeFileSync(path, readFileSync(path).subarray(0, -40));
        return [path];
      },
      'input-corrupt',
    ],
    ['has no addresses', async () => [await register([])], 'input-empty'],
  ])('leaves the index before as it was where the input %s', async (_, input, code) => {
    await build([await register([1])]);
    const before = bytesOf(currentOf('nl'));
    await expect(build(await input())).rejects.toMatchObject({ code });
    expect(bytesOf(currentOf('nl'))).toEqual(before);
    expect(readdirSync(out)).toEqual(['nl']);
  });
});

it.each<[string, Partial<Record<Country, () => Promise<string>>>, RegExp]>([
  ['the BAG', { nl: () => register([]) }, /: of 4 records 0 are historical, 2 OPR no-address\. Give /],
  ['BeST', { be: () => belgian([]) }, /: of 0 records 0 are historical\. Give /],
  [
    'BeST, all of it retired',
    { be: () => belgian([brussels({ status: 'retired' })]) },
    /: of 1 records 0 are historical, 1 address retired\. Give the register's complete files\.$/,
  ],
])('says of an input without a current address what became of its records: %s', async (_, inputs, sentence) => {
  const given: Record<Country, string[]> = { nl: [], be: [], lu: [] };
  for (const country of COUNTRIES) {
    const input = await inputs[country]?.();
    if (input !== undefined) given[country].push(input);
  }
  const built = buildIndexes({ inputs: given, out, threads: 1, progress: () => silentProgress, tell: () => {} });
  await expect(built).rejects.toMatchObject({ code: 'input-empty', message: expect.stringMatching(sentence) });
});

const bytesAt = (file: ArrayBufferLike): Uint8Array => new Uint8Array(file);
/** The checksum of a container whatever release it is of. */
const unstamped = (file: ArrayBufferLike): number => unstampedCrc32(bytesAt(file));

async function belgian(rows: Parameters<typeof csvFile>[0]): Promise<string> {
  const path = join(mkdtempSync(join(root, 'input-')), 'openaddress-bebru.csv');
  writeFileSync(path, csvFile(rows));
  return path;
}

describe('the command build-index', () => {
  const run = (...argv: string[]) =>
    buildIndexCommand(new PassThrough() as unknown as NodeJS.WriteStream)
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
      .parseAsync(['node', 'build-index', ...argv]);

  it('takes files by country, or by what they contain', async () => {
    const path = await register([1]);
    for (const argv of [['--nl', path], [path]]) {
      await run(...argv, '--out', out, '--threads', '1');
      expect((await openIndex(join(out, 'nl'))).addresses.length).toBe(1);
      rmSync(join(out, 'nl'), { recursive: true });
    }
  });

  it('ends with a query that finds something in the index just built, written as a shell takes it', async () => {
    const rows = [walloon({ streetname_fr: "Rue de l'Église", status: 'current' })];
    const directory = join(out, 'of Wallonia');
    const { code, stderr } = await runCommand(buildIndexCommand(), [
      ...['--be', await belgian(rows), '--out', directory, '--threads', '1', '--accept', 'all'],
    ]);
    expect(code, stderr).toBe(0);
    const [, line] = / query -- (.*)\n$/.exec(stderr)!;
    expect(line).toBe(`autocomplete be "rue de l'église" --data "${directory}"`);
    const words = [...line!.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
    expect(JSON.parse((await runCommand(queryCommand(), words)).stdout).results[0].label).toBe("Rue de l'Église");
  });

  it('takes another reference date', async () => {
    await run('--nl', await register([1]), '--out', out, '--reference-date', '2020-02-29');
    expect(JSON.parse(readFileSync(join(currentOf('nl'), 'report.json'), 'utf8')).registers[0].referenceDate).toBe(
      '2020-02-29',
    );
  });

  it('takes other Belgian statuses', async () => {
    const brussels = fileURLToPath(new URL('../../fixtures/be/openaddress-bebru.zip', import.meta.url));
    const proposed = async (...argv: string[]): Promise<number> => {
      await run('--be', brussels, '--out', out, '--threads', '1', '--accept', 'all', ...argv);
      return (await openIndex(join(out, 'be'))).manifest.counts.addressesProposed;
    };
    expect(await proposed()).toBeGreaterThan(0);
    expect(await proposed('--be-statuses', 'current, reserved')).toBe(0);
    expect(
      JSON.parse(readFileSync(join(currentOf('be'), 'report.json'), 'utf8')).records.address.rejected.proposed,
    ).toBeGreaterThan(0);
  });

  it('keeps the objects of Dutch addresses if it is told to, beside the same other files, and says where there are none', async () => {
    const files = async (...argv: string[]) => {
      await run('--nl', await register([1, 2]), '--out', out, '--threads', '1', ...argv);
      const bytes = Object.entries((await openIndex(join(out, 'nl'))).buffers.files);
      return new Map(
        bytes.map(([name, file]) => [name, name.endsWith('.bin') ? unstamped(file) : crc32(bytesAt(file))]),
      );
    };
    const without = await files();
    const { 'objects.bin': objects, ...others } = Object.fromEntries(await files('--objects'));
    expect(objects).toBeDefined();
    expect(others).toEqual(Object.fromEntries(without));
    await expect(run('--be', await belgian([walloon({})]), '--out', out, '--objects')).rejects.toMatchObject({
      code: 'invalid-option',
      message: expect.stringContaining('only the Dutch register has the objects of addresses'),
    });
  });

  it('builds the fixtures where no files are given, where nothing is and where they were', async () => {
    for (let time = 1; time <= 2; time++) {
      await run('--out', out, '--threads', '1');
      for (const country of COUNTRIES) expect((await openCountry(out, country)).manifest.isFixture).toBe(true);
    }
    await run('--nl', await register([1]), '--out', out);
    expect((await openCountry(out, 'nl')).manifest).not.toHaveProperty('isFixture');
  });

  it('does not replace an index of register files by the fixtures because no files were given, unless told', async () => {
    await run('--nl', await register([1]), '--out', out);
    const before = bytesOf(currentOf('nl'));
    await expect(run('--out', out)).rejects.toMatchObject({
      code: 'output-not-writable',
      message: expect.stringMatching(/nl holds 1 addresses of BAG 2026-01-08, and without register files .* --replace/),
    });
    expect(bytesOf(currentOf('nl'))).toEqual(before);
    expect(readdirSync(out)).toEqual(['nl']);
    writeFileSync(join(currentOf('nl'), 'manifest.json'), '');
    await expect(run('--out', out)).rejects.toThrow('holds an index that cannot be read');
    await run('--out', out, '--replace', '--threads', '1');
    expect((await openCountry(out, 'nl')).manifest.isFixture).toBe(true);
  });

  it.each([
    ['--be-statuses', 'current,retierd'],
    ['--be-statuses', ''],
    ['--threads', '0'],
    ['--threads', 'many'],
    ['--reference-date', '2026-02-30'],
    ['--reference-date', '08-01-2026'],
    ['--keep', '0'],
    ['--accept', 'everything'],
    ['--accept', 'regions,'],
    ['--limit', 'regions'],
    ['--limit', 'regions=-1'],
    ['--limit', 'region=1'],
  ])('refuses %s %s', async (...argv) => {
    await expect(run(...argv)).rejects.toMatchObject({ code: 'invalid-option' });
  });
});
