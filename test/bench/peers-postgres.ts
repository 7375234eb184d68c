import { nameIn } from '../../src/model/country.ts';
import type { Suggestion } from '../../src/model/suggestion.ts';
import { postcodeOf } from '../../src/query/documents.ts';
import {
  addressRow,
  DOCUMENT_COLUMNS,
  type DocumentRow,
  documentOf,
  firstTen,
  type Peer,
  type PeerData,
  type PeerOperations,
  type PeerQueries,
  RADIUS_RESULTS,
  RESULTS,
} from './peers-data.ts';

/** What of the package pg is needed here. */
interface Client {
  connect(): Promise<void>;
  end(): Promise<void>;
  query(
    query: string | { name: string; text: string; values: unknown[]; rowMode: 'array' },
    values?: unknown[],
  ): Promise<{ rows: unknown[] }>;
}

const SCHEMA = 'address_lookup_bench';
const ROWS_AT_ONCE = 20_000;

/**
 * PostgreSQL: B-trees for exact look-up, PostGIS for points where it is installed, pg_trgm for names. Over the connection
 * that `url` says, with prepared statements.
 */
export async function postgresPeer(data: PeerData, url: string): Promise<Peer & { readonly notes: readonly string[] }> {
  // By a name that the type checker does not know: it does not have to be there.
  const driver: string = 'pg';
  const { default: pg } = (await import(driver)) as { default: { Client: new (options: object) => Client } };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
  await client.query(`CREATE SCHEMA ${SCHEMA}`);
  await client.query(`SET search_path TO ${SCHEMA}, public`);
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  const hasPostgis = await client.query('CREATE EXTENSION IF NOT EXISTS postgis').then(
    () => true,
    () => false,
  );
  await fill(client, data, hasPostgis);

  const rows = async (name: string, text: string, values: unknown[]): Promise<unknown[]> =>
    (await client.query({ name, text, values, rowMode: 'array' })).rows;
  const documents = `SELECT ${DOCUMENT_COLUMNS} FROM address a JOIN street s ON s.id = a.street JOIN place p ON p.id = a.place`;
  const shown = 'identity, value, label, description, precision, context';
  const autocomplete = async ({ term }: PeerQueries['autocomplete']): Promise<Suggestion[]> => {
    type Row = [number, string, string, string, Suggestion['precision'], string];
    const found = (await rows(
      'autocomplete',
      `(SELECT ${shown} FROM name WHERE key = $1 AND whole ORDER BY alias, rank)
         UNION ALL (SELECT ${shown} FROM name WHERE key LIKE $1 || '%' ORDER BY rank LIMIT ${3 * RESULTS})`,
      [term],
    )) as Row[];
    const suggestions = found.map(([identity, value, label, description, precision, context]) => ({
      identity,
      suggestion: { value, label, description, precision, context },
    }));
    return firstTen(suggestions).map(({ suggestion }) => suggestion);
  };
  const operations: PeerOperations = {
    directmatch: async ({ postcode, number }) => {
      const order = "ORDER BY a.letter || a.addition <> '', a.proposed, a.id";
      const sql = `${documents} WHERE a.postcode = $1 AND a.number = $2 ${order}`;
      return ((await rows('directmatch', sql, [postcode, number])) as DocumentRow[]).map(documentOf);
    },
    autocomplete,
    counted: async (query) => {
      const sql = "SELECT count(DISTINCT identity)::int FROM name WHERE key LIKE $1 || '%'";
      const [[total]] = (await rows('count', sql, [query.term])) as [[number]];
      return { total, results: await autocomplete(query) };
    },
  };
  const radius: PeerOperations['radius'] = async (query) => {
    const found = (await rows(
      'radius',
      `WITH asked AS (SELECT ST_MakePoint($2::float8, $1::float8)::geography AS centre),
       hit AS (
         SELECT id, ST_Distance(position, centre) AS distance
         FROM address, asked
         WHERE ST_DWithin(position, centre, $3::float8)),
       nearest AS (SELECT id, distance, count(*) OVER () AS total FROM hit ORDER BY distance, id LIMIT ${RADIUS_RESULTS})
       SELECT n.total::int, ${DOCUMENT_COLUMNS}
       FROM nearest n JOIN address a ON a.id = n.id JOIN street s ON s.id = a.street JOIN place p ON p.id = a.place
       ORDER BY n.distance, n.id`,
      [query.latitude, query.longitude, query.radius],
    )) as [number, ...DocumentRow][];
    return { total: found[0]?.[0] ?? 0, results: found.map(([, ...row]) => documentOf(row as DocumentRow)) };
  };
  const sizes = await rows(
    'size',
    `SELECT sum(pg_total_relation_size(c.oid))::float8 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind = 'r'`,
    [SCHEMA],
  );
  return {
    name: hasPostgis ? 'PostgreSQL, PostGIS, pg_trgm' : 'PostgreSQL, pg_trgm',
    notes: hasPostgis
      ? []
      : ['PostGIS is skipped: this PostgreSQL does not have it. apt-get install postgresql-postgis installs it.'],
    bytes: (sizes[0] as [number])[0],
    holdsAddresses: true,
    operations: hasPostgis ? { ...operations, radius } : operations,
    close: async () => {
      await client.query(`DROP SCHEMA ${SCHEMA} CASCADE`);
      await client.end();
    },
  };
}

async function fill(client: Client, { index, names }: PeerData, hasPostgis: boolean): Promise<void> {
  await client.query(`
    CREATE TABLE place (id int PRIMARY KEY, name text, municipality text, province text);
    CREATE TABLE street (id int PRIMARY KEY, name text);
    CREATE TABLE address (id int PRIMARY KEY, street int, place int, number int, letter text, addition text,
      postcode text, proposed boolean, lat_e7 int, lon_e7 int, x float8, y float8);
    CREATE TABLE name (rank int PRIMARY KEY, key text COLLATE "C", whole boolean, alias boolean, identity int,
      value text, label text, description text, precision text, context text)`);
  const { length } = index.streets;
  const places = new Map<number, unknown[]>();
  await insert(client, 'place', ['int', 'text', 'text', 'text'], length, (street) => {
    const position = index.streets.placeOf(street);
    if (places.has(position)) return undefined;
    const { place, municipality, province } = index.areasAbove(street);
    const row = [position, nameIn(place.names), nameIn(municipality.names), nameIn(province.names)];
    places.set(position, row);
    return row;
  });
  await insert(client, 'street', ['int', 'text'], length, (street) => [street, index.streets.nameOf(street)]);
  const types = ['int', 'int', 'int', 'int', 'text', 'text', 'text', 'boolean', 'int', 'int', 'float8', 'float8'];
  await insert(client, 'address', types, index.addresses.length, (id) => {
    const row = addressRow(index, id, postcodeOf(index, id));
    const { street, place, number, letter, addition, postcode, isProposed, latE7, lonE7, x, y } = row;
    return [id, street, place, number, letter, addition, postcode, isProposed, latE7, lonE7, x, y];
  });
  const nameTypes = ['int', 'text', 'boolean', 'boolean', 'int', 'text', 'text', 'text', 'text', 'text'];
  await insert(client, 'name', nameTypes, names.length, (i) => {
    const { key, rank, isWhole, isAlias, identity, suggestion } = names[i]!;
    const { value, label, description, precision, context } = suggestion;
    return [rank, key, isWhole, isAlias, identity, value, label, description, precision, context];
  });
  await client.query(`
    CREATE INDEX ON address (postcode, number);
    CREATE INDEX ON name (key);
    CREATE INDEX ON name USING gin (key gin_trgm_ops)`);
  if (hasPostgis) {
    await client.query(`
      ALTER TABLE address ADD COLUMN position geography(Point, 4326);
      UPDATE address SET position = ST_MakePoint(lon_e7 / 1e7, lat_e7 / 1e7)::geography;
      CREATE INDEX ON address USING gist (position)`);
  }
  await client.query('VACUUM ANALYZE');
}

/** One array for each column, some thousand rows at once. */
async function insert(
  client: Client,
  table: string,
  types: readonly string[],
  count: number,
  rowAt: (i: number) => readonly unknown[] | undefined,
): Promise<void> {
  const unnested = types.map((type, column) => `$${column + 1}::${type}[]`).join(', ');
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const columns: unknown[][] = types.map(() => []);
    for (let i = from; i < Math.min(from + ROWS_AT_ONCE, count); i++) {
      rowAt(i)?.forEach((value, column) => {
        columns[column]!.push(value);
      });
    }
    if (columns[0]!.length > 0) await client.query(`INSERT INTO ${table} SELECT * FROM unnest(${unnested})`, columns);
  }
}
