import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { nameIn } from '../../src/model/country.ts';
import { LocalMetric } from '../../src/model/local-metric.ts';
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
  type PeerQueries,
  RADIUS_RESULTS,
  RESULTS,
} from './peers-data.ts';

type Value = string | number;

/** What of better-sqlite3 and node:sqlite is needed here, which they have in common but for arrays as rows. */
interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): void;
}

interface Statement {
  run(...values: Value[]): unknown;
  all(...values: Value[]): unknown[];
  /** better-sqlite3 */
  raw?(on: boolean): Statement;
  /** node:sqlite, from Node 24 on */
  setReturnArrays?(on: boolean): void;
}

const SCHEMA = `
  CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT, municipality TEXT, province TEXT);
  CREATE TABLE street (id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE address (id INTEGER PRIMARY KEY, street INTEGER, place INTEGER, number INTEGER, letter TEXT, addition TEXT,
    postcode TEXT, proposed INTEGER, lat_e7 INTEGER, lon_e7 INTEGER, x REAL, y REAL);
  CREATE VIRTUAL TABLE point USING rtree_i32 (id, west, east, south, north);
  CREATE TABLE name (rank INTEGER PRIMARY KEY, key TEXT, whole INTEGER, alias INTEGER, identity INTEGER,
    value TEXT, label TEXT, description TEXT, precision TEXT, context TEXT);
  CREATE VIRTUAL TABLE name_text USING fts5 (key, content = '', prefix = '1 2 3 4');
`;

/** SQLite: B-trees for exact look-up, R*Tree for points, FTS5 with prefix indexes for names; memory-mapped. */
export async function sqlitePeer(data: PeerData, scratch: string): Promise<Peer> {
  const file = join(scratch, 'peer.sqlite');
  const { database, name } = await openDatabase(file);
  // Nothing has to survive a crash while it is filled.
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 8192');
  database.exec(SCHEMA);
  fill(database, data);
  const rows = (sql: string): ((...values: Value[]) => unknown[]) => {
    const statement = database.prepare(sql);
    if (statement.setReturnArrays !== undefined) statement.setReturnArrays(true);
    else statement.raw?.(true);
    return (...values) => statement.all(...values);
  };
  const documents = `SELECT ${DOCUMENT_COLUMNS} FROM address a JOIN street s ON s.id = a.street JOIN place p ON p.id = a.place`;
  const byPostcode = rows(
    `${documents} WHERE a.postcode = ? AND a.number = ? ORDER BY a.letter || a.addition <> '', a.proposed, a.id`,
  );
  const byId = rows(`${documents} WHERE a.id = ?`);
  const inBox = rows('SELECT id, west, south FROM point WHERE west >= ? AND south >= ? AND east <= ? AND north <= ?');
  const shown = 'n.identity, n.value, n.label, n.description, n.precision, n.context';
  const exact = rows(`SELECT ${shown} FROM name n WHERE n.key = ? AND n.whole = 1 ORDER BY n.alias, n.rank`);
  // A thing may have several keys that begin so: a few more than ten give ten different ones.
  const beginning = rows(
    `SELECT ${shown} FROM name_text t JOIN name n ON n.rank = t.rowid WHERE name_text MATCH ? ORDER BY t.rowid LIMIT ?`,
  );
  const count = rows(
    'SELECT count(DISTINCT n.identity) FROM name_text t JOIN name n ON n.rank = t.rowid WHERE name_text MATCH ?',
  );
  const autocomplete = ({ term }: PeerQueries['autocomplete']): Suggestion[] => {
    type Row = [number, string, string, string, Suggestion['precision'], string];
    const found = [...exact(term), ...beginning(`^ "${term}" *`, 3 * RESULTS)] as Row[];
    const suggestions = found.map(([identity, value, label, description, precision, context]) => ({
      identity,
      suggestion: { value, label, description, precision, context },
    }));
    return firstTen(suggestions).map(({ suggestion }) => suggestion);
  };
  return {
    name,
    bytes: statSync(file).size,
    holdsAddresses: true,
    operations: {
      directmatch: ({ postcode, number }) => (byPostcode(postcode, number) as DocumentRow[]).map(documentOf),
      radius: ({ latitude, longitude, radius }) => {
        const metric = new LocalMetric(latitude, longitude);
        const { west, south, east, north } = metric.boxAround(radius);
        const hits: [id: number, distance: number][] = [];
        for (const [id, lonE7, latE7] of inBox(west, south, east, north) as [number, number, number][]) {
          const distance = metric.squaredMetresTo(latE7, lonE7);
          if (distance <= radius * radius) hits.push([id, distance]);
        }
        hits.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
        const nearest = hits.slice(0, RADIUS_RESULTS);
        return { total: hits.length, results: nearest.map(([id]) => documentOf(byId(id)[0] as DocumentRow)) };
      },
      autocomplete,
      counted: (query) => {
        const [[total]] = count(`^ "${query.term}" *`) as [[number]];
        return { total, results: autocomplete(query) };
      },
    },
    close: () => {
      database.close();
      rmSync(file);
    },
  };
}

function fill(database: Database, { index, names }: PeerData): void {
  const insert = (table: string, columns: number): ((...values: Value[]) => void) => {
    const marks = new Array(columns).fill('?').join(', ');
    const statement = database.prepare(`INSERT INTO ${table} VALUES (${marks})`);
    return (...values) => void statement.run(...values);
  };
  database.exec('BEGIN');
  const addPlace = insert('place', 4);
  const addStreet = insert('street', 2);
  const addAddress = insert('address', 12);
  const addPoint = insert('point', 5);
  const places = new Set<number>();
  for (let street = 0; street < index.streets.length; street++) {
    addStreet(street, index.streets.nameOf(street));
    const position = index.streets.placeOf(street);
    if (places.has(position)) continue;
    places.add(position);
    const { place, municipality, province } = index.areasAbove(street);
    addPlace(position, nameIn(place.names), nameIn(municipality.names), nameIn(province.names));
  }
  for (let id = 0; id < index.addresses.length; id++) {
    const row = addressRow(index, id, postcodeOf(index, id));
    const { street, place, number, letter, addition, postcode, isProposed, latE7, lonE7, x, y } = row;
    addAddress(id, street, place, number, letter, addition, postcode, Number(isProposed), latE7, lonE7, x, y);
    if (index.addresses.hasPosition(id)) addPoint(id, lonE7, lonE7, latE7, latE7);
  }
  const addName = insert('name', 10);
  const addText = database.prepare('INSERT INTO name_text (rowid, key) VALUES (?, ?)');
  for (const { rank, key, isWhole, isAlias, identity, suggestion } of names) {
    const { value, label, description, precision, context } = suggestion;
    addName(rank, key, Number(isWhole), Number(isAlias), identity, value, label, description, precision, context);
    addText.run(rank, key);
  }
  database.exec('COMMIT');
  database.exec('CREATE INDEX address_postcode ON address (postcode, number); CREATE INDEX name_key ON name (key)');
  database.exec("INSERT INTO name_text (name_text) VALUES ('optimize'); ANALYZE");
  database.exec(`PRAGMA mmap_size = ${2 ** 31}; PRAGMA cache_size = -200000`);
}

/** @throws Error where there is neither */
async function openDatabase(file: string): Promise<{ database: Database; name: string }> {
  // By names that the type checker does not know: neither has to be there.
  const [builtIn, addOn]: string[] = ['node:sqlite', 'better-sqlite3'];
  try {
    const { default: BetterSqlite } = (await import(addOn!)) as { default: new (file: string) => Database };
    return { database: new BetterSqlite(file), name: 'SQLite, better-sqlite3' };
  } catch {
    const { DatabaseSync } = (await import(builtIn!)) as { DatabaseSync: new (file: string) => Database };
    return { database: new DatabaseSync(file), name: 'SQLite, node:sqlite' };
  }
}
