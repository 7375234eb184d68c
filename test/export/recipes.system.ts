import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
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

const fixtures = fixtureIndexes();

describe.skipIf(duckDb === undefined)('the recipes of docs/export.md, in DuckDB', () => {
  let recipes: readonly string[] = [];
  beforeAll(() => {
    const page = readFileSync(new URL('../../docs/export.md', import.meta.url), 'utf8');
    recipes = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql!);
  });

  it('join a file of customers, count by municipality, and find the address nearest to each point', async () => {
    const { lookup } = fixtures;
    await withTemporaryDirectory(async (directory) => {
      const buffers = await readCountries(await builtFixtureIndexes());
      for (const kind of ['addresses', 'places'] as const) {
        const parts: Uint8Array[] = [];
        for await (const { bytes } of exportOf(buffers, { form: 'parquet', kind }).parts(0)) parts.push(bytes);
        writeFileSync(join(directory, `${kind}.parquet`), Buffer.concat(parts));
      }
      writeFileSync(
        join(directory, 'customers.csv'),
        'name,postcode,housenumber\nA,1012 js,1\nB,1012PH,92\nC,9999ZZ,1\n',
      );
      const database = await (await duckDb!.DuckDBInstance.create(':memory:')).connect();
      const run = async (sql: string): Promise<Record<string, unknown>[]> =>
        (
          await database.runAndReadAll(sql.replaceAll(/'(\w+\.(?:csv|parquet))'/g, `'${directory}/$1'`))
        ).getRowObjectsJson();
      const [join_, count, nearest] = recipes;
      expect(recipes).toHaveLength(3);

      const idOf = (postcode: string, housenumber: string): string | undefined =>
        lookup.nl.directMatch({ postcode, housenumber, identifiers: true })[0]?.identifiers?.address;
      expect((await run(join_!)).map(({ name, id }) => [name, id])).toEqual([
        ['A', idOf('1012JS', '1')],
        ['B', idOf('1012PH', '92')],
        ['C', null],
      ]);

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
