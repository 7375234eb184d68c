import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { exportOf } from '../../src/export/export.ts';
import { readCountries } from '../../src/store/directory.ts';
import { builtFixtureIndexes } from '../support/fixture-indexes.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { withTemporaryDirectory } from '../support/small-register.ts';

/** What is used of `@duckdb/node-api`. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{
        run(sql: string): Promise<unknown>;
        runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Record<string, unknown>[] }>;
      }>;
    }>;
  };
}

/** DuckDB, 70 MB of which nothing else needs: from node_modules, or from the directory in DUCKDB that it is installed in. */
const duckDb = await (async (): Promise<DuckDb | undefined> => {
  const directories = [process.env['DUCKDB'] ?? '', fileURLToPath(new URL('../..', import.meta.url))];
  for (const directory of directories.filter(Boolean)) {
    try {
      const path = createRequire(join(directory, 'package.json')).resolve('@duckdb/node-api');
      return (await import(pathToFileURL(path).href)) as DuckDb;
    } catch {}
  }
  return undefined;
})();

/** A Python with pandas; Debian's package is one of `/usr/bin/python3`. */
const python = ['python3', '/usr/bin/python3'].find(
  (each) => spawnSync(each, ['-c', 'import pandas'], { stdio: 'ignore' }).status === 0,
);

const CUSTOMERS = 'name,postcode,housenumber\nA,1012 js,1\nB,1012PH,92\nC,9999ZZ,1\n';

const fixtures = fixtureIndexes();

const recipesIn = (language: string): readonly string[] => {
  const page = readFileSync(new URL('../../docs/export.md', import.meta.url), 'utf8');
  return [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, each, text]) => (each === language ? text! : []));
};

/** What the customers of the recipes are joined with. */
const joined = (): [name: string, id: string | null][] => {
  const idOf = (postcode: string, housenumber: string): string =>
    fixtures.lookup.nl.directMatch({ postcode, housenumber, identifiers: true })[0]!.identifiers!.address;
  return [
    ['A', idOf('1012JS', '1')],
    ['B', idOf('1012PH', '92')],
    ['C', null],
  ];
};

async function writeExport(path: string, options: Parameters<typeof exportOf>[1]): Promise<void> {
  const parts: Uint8Array[] = [];
  const buffers = await readCountries(await builtFixtureIndexes());
  for await (const { bytes } of exportOf(buffers, options).parts(0)) parts.push(bytes);
  writeFileSync(path, Buffer.concat(parts));
}

describe.skipIf(duckDb === undefined)('the recipes of docs/export.md, in DuckDB', () => {
  const recipes = recipesIn('sql');

  it('join a file of customers, count by municipality, and find the address nearest to each point', async () => {
    const { lookup } = fixtures;
    await withTemporaryDirectory(async (directory) => {
      for (const kind of ['addresses', 'places'] as const)
        await writeExport(join(directory, `${kind}.parquet`), { form: 'parquet', kind });
      writeFileSync(join(directory, 'customers.csv'), CUSTOMERS);
      const database = await (await duckDb!.DuckDBInstance.create(':memory:')).connect();
      const run = async (sql: string): Promise<Record<string, unknown>[]> =>
        (
          await database.runAndReadAll(sql.replaceAll(/'(\w+\.(?:csv|parquet))'/g, `'${directory}/$1'`))
        ).getRowObjectsJson();
      const [join_, count, nearest] = recipes;
      expect(recipes).toHaveLength(3);

      expect((await run(join_!)).map(({ name, id }) => [name, id])).toEqual(joined());

      const counted = await run(count!);
      const total = lookup.countries.reduce((sum, country) => sum + lookup.of(country).manifest.counts.addresses, 0);
      expect(counted.reduce((sum, { addresses }) => sum + Number(addresses), 0)).toBe(total);
      expect(new Set(counted.map((row) => `${row['country']} ${row['municipality_code']}`)).size).toBe(counted.length);
      const sizes = counted.map(({ addresses }) => Number(addresses));
      expect(sizes).toEqual([...sizes].sort((a, b) => b - a));

      const points = [...lookup.be.addresses({ identifiers: true })]
        .filter(({ location }) => location !== null)
        .slice(0, 20);
      const values = points.map(({ location }, i) => `(${i}, ${location!.wgs84[0]}, ${location!.wgs84[1]})`);
      await database.run('CREATE TABLE points (id INTEGER, latitude DOUBLE, longitude DOUBLE)');
      await database.run(`INSERT INTO points VALUES ${values.join(', ')}`);
      const found = await run(nearest!);
      expect(found).toHaveLength(points.length);
      for (const { id, address } of found) {
        const [latitude, longitude] = points[Number(id)]!.location!.wgs84;
        const here = lookup.be.nearest({ latitude, longitude, identifiers: true })!.addresses;
        expect(here.map(({ identifiers }) => identifiers!.address)).toContain(address);
      }
    });
  });
});

describe.skipIf(python === undefined)('the recipes of docs/export.md, in pandas', () => {
  it('join a file of customers, and count by municipality', async () => {
    await withTemporaryDirectory(async (directory) => {
      await writeExport(join(directory, 'addresses.csv'), { form: 'csv', kind: 'addresses' });
      writeFileSync(join(directory, 'customers.csv'), CUSTOMERS);
      const [recipe] = recipesIn('python');
      const print = 'print(joined[["name", "id"]].to_json(orient="values"), counts.sum(), counts.index.is_unique)';
      const { stdout, stderr } = spawnSync(python!, ['-'], {
        cwd: directory,
        encoding: 'utf8',
        input: `${recipe}${print}\n`,
      });
      expect(stderr).toBe('');
      const { lookup } = fixtures;
      const total = lookup.countries.reduce((sum, country) => sum + lookup.of(country).manifest.counts.addresses, 0);
      expect(stdout).toBe(`${JSON.stringify(joined())} ${total} True\n`);
    });
  });
});
